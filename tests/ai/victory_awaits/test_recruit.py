"""The recruit at A Victory Awaits: an answer to every decision, sensible where that can be said."""

from __future__ import annotations

from typing import Any

import pytest

from harness.cases import Case, scaled
from ostfront import ai
from ostfront.ai.recruit import Recruit
from ostfront.ai.victory_awaits.adviser import NARROWING, PRICES
from ostfront.ai.victory_awaits.knowledge import knowledge_of
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.games.victory_awaits.rules import KINDS
from ostfront.lab.simulate import laboratory_game
from victory_awaits.stage import asked, rules_of, stage

GAME = "victory-awaits"


def answer(game: Game, kind: str, seed: int | str = 0) -> str:
    """What the recruit plays in an open decision of this kind."""
    decision = next(d for d in game.state.pending if d.kind == kind)
    view = View(game, decision.seat)
    return game.text(Recruit(seed).choose(view, Legal(game, game.options(decision)), view.imagine))


def follow(game: Game, kind: str) -> list[str]:
    """Its answers as long as this is asked."""
    found = []
    while asked(game) and asked(game)[0][1] == kind:
        found.append(answer(game, kind))
        game.play(found[-1], game.pending[0].seat)
    return found


def test_every_kind_of_decision_has_its_price() -> None:
    """Nothing is left to trying it out: that would be slow, and end in somebody else's dice."""
    assert set(KINDS) - set(PRICES) == {"deploy", "move", "transfer", "recall"}
    assert set(KINDS) - set(PRICES) <= set(NARROWING)
    assert set(PRICES) | set(NARROWING) <= set(KINDS)


# ---- moves and battles --------------------------------------------------------------------------------

CITY = {"8Pz": "L1617", "6Pz": "L1617", "1Pz": "L1519", "4PzG": "L1616", "S-179": "L1420", "S-27A": "L2914"}


def test_a_weak_garrison_is_attacked_with_all_who_help() -> None:
    """Three panzer divisions against one of rifles in a major city: 24 to 2, and every column counts."""
    game = stage("combat", {**CITY, "8Pz": "L1419", "6Pz": "L1419"}, scenario="leningrad")
    assert answer(game, "attack") == "attack L1420"
    game.play("attack L1420")
    assert set(follow(game, "commit")[:3]) == {"with 8Pz", "with 6Pz", "with 1Pz"}


def test_units_close_up_before_they_attack() -> None:
    game = stage("movement", CITY, scenario="leningrad")
    while asked(game)[0][1] in ("move", "march"):
        game.play(answer(game, asked(game)[0][1]))
    facts = rules_of("leningrad").facts
    beside = facts.grid.adjacent(facts.board.index("L1420"))
    assert all(game.state.place[facts.roster.index[unit]] in beside for unit in ("8Pz", "6Pz"))


def test_hopeless_odds_are_left_alone() -> None:
    """3 to 2 on open ground: most rolls cost the attacker a step."""
    game = stage("combat", {"21": "L1522", "S-179": "L1523", "S-27A": "L2914"}, scenario="leningrad")
    assert asked(game) == [("Axis", "attack")]
    assert answer(game, "attack") == "done"


def test_infantry_takes_the_losses() -> None:
    """A 1 at 3:1 costs a step: not a panzer's, which is a point."""
    units = {"8Pz": "L1522", "21": "L1522", "S-179": "L1523", "S-188": "L1523"}
    game = stage("combat", units, scenario="leningrad", rolls=["roll 1"])
    game.play("attack L1523 with 8Pz 21")
    assert answer(game, "loss") == "lose 21"


def test_who_drove_the_enemy_out_of_a_city_enters_it() -> None:
    game = stage("combat", {**CITY, "8Pz": "L1419", "6Pz": "L1419"}, scenario="leningrad", rolls=["roll 6"])
    game.play("attack L1420 with 8Pz 6Pz 1Pz")
    assert any("L1420" in text for text in follow(game, "advance"))
    facts = rules_of("leningrad").facts
    assert game.state.axis_held >> facts.board.index("L1420") & 1


# ---- chits --------------------------------------------------------------------------------------------


def test_soviets_select_the_army_that_has_something_to_do() -> None:
    """On turn 2 of three armies two: not the one without units."""
    units = {"S-8A": "L1806", "S-10": "L1805", "S-90": "L1805", "S-11A": "L4010", "S-27A": "L2914", "S-5": "L2915",
             "8Pz": "L1706", "21": "L2517"}  # fmt: skip
    game = stage("selection", units, scenario="leningrad", side="soviet", turn=2, active=())
    picks = []
    while ("Soviet", "select") in asked(game):
        picks.append(answer(game, "select"))
        game.play(picks[-1], "Soviet")
    assert len(picks) == 2 and "select S-11A" not in picks


def drawn(chit: str, **fields: Any) -> Game:
    """A chit has just been drawn, Manstein is held."""
    rules = rules_of("leningrad")
    units = {"4PzG": "L2514", "8Pz": "L2615", "1Pz": "L2615", "S-27A": "L2914", "S-5": "L2914", "16A": "L2414"}
    chits = rules.vocabulary.nouns["chit"].bits
    return stage(
        "draw", units, scenario="leningrad", active=(), rolls=[f"draw {chit}"],
        cup=chits([chit, "18A", "Supply", "16A", "S-8A", "S-11A"]), hand=chits(["Manstein"]),
        choices_axis=chits(["18A", "16A", "Manstein"]), choices_soviet=chits(["S-8A", "S-11A", "S-27A"]), **fields,
    )  # fmt: skip


def test_manstein_holds_up_the_end_of_the_game() -> None:
    """16.4: the Supply Check of the last turn ends it; before that there is time."""
    assert answer(drawn("Supply", turn=9), "interrupt") == "trump Manstein"
    assert answer(drawn("Supply", turn=2), "interrupt") == "pass"
    assert answer(drawn("16A", turn=9), "interrupt") == "pass"


# ---- boxes, cities, seats -----------------------------------------------------------------------------


def test_units_stay_on_the_map() -> None:
    """11.2 and 17.3 are declined."""
    assert answer(stage("recall", {"21": "L0730", "217": "L0730"}, scenario="leningrad"), "recall") == "done"
    facts = rules_of("leningrad", hq_transfer=True).facts
    units = {"18A": "L0730", "16A": "L0729", "21": "L0728", "S-179": "L1420"}
    game = stage(
        "draw", units, scenario="leningrad", options={"hq-transfer": True}, active=(),
        cup=1 << facts.chit_index["18A"], rolls=["draw 18A"],
    )  # fmt: skip
    assert answer(game, "transfer") == "done"


def test_the_marker_of_a_city_in_danger_goes() -> None:
    """16.2: the Germans are before Leningrad's southern hex."""
    units = {"8Pz": "L3606", "1Pz": "L3606", "S-179": "L3602", "S-188": "L3603", "S-5": "L3702"}
    game = stage("stand fast", units, scenario="leningrad", side="soviet", turn=7, active=())
    assert answer(game, "abandon") == "abandon L3603"


def test_strong_units_are_called_and_take_empty_cities() -> None:
    """12.1: of what is in the box the full division; the railroad is open to a city that nobody holds."""
    units = {"16A": "L1022", "86": "axis-available", "281Sec": "axis-available", "S-179": "L2914"}
    game = stage("reinforcements", units, scenario="leningrad", active=())
    assert answer(game, "call") == "call 86"
    game.play("call 86")
    rules = rules_of("leningrad")
    assert rules.facts.board.index(answer(game, "arrive").split()[1]) in knowledge_of(rules).goals


def test_bids_differ_and_are_modest() -> None:
    game = Case(GAME, "leningrad", (("bidding", True),)).new("bids")
    bids = []
    for decision in game.state.pending:
        view = View(game, decision.seat)
        text = game.text(Recruit(0).choose(view, Legal(game, game.options(decision)), view.imagine))
        bids.append(int(text.split()[1]))
    assert len(set(bids)) == 2
    assert all(20 < bid <= rules_of("leningrad").facts.victory for bid in bids)


def test_free_placement_is_the_historical_one() -> None:
    free = Case(GAME, "leningrad", (("placement", "free"),)).new("placement")
    while asked(free)[0][1] in ("deploy", "station"):
        free.play(answer(free, asked(free)[0][1]), free.pending[0].seat)
    ready = Case(GAME, "leningrad", ()).new("placement")
    assert free.state.place == ready.state.place


def test_a_team_shares_its_chits_evenly() -> None:
    """20.2."""
    game = Case(GAME, "campaign", (("teams", "3-2"),)).new("teams")
    while any(kind == "assign" for _, kind in asked(game)):
        seat = next(seat for seat, kind in asked(game) if kind == "assign")
        decision = next(d for d in game.state.pending if game.rules.seats[d.seat].name == seat)
        view = View(game, decision.seat)
        game.push(Recruit(0).choose(view, Legal(game, game.options(decision)), view.imagine), decision)
    sizes = [cup.bit_count() for cup in game.state.hq_cups]
    assert max(sizes[:3]) - min(sizes[:3]) <= 2
    assert max(sizes[3:]) - min(sizes[3:]) <= 1


# ---- whole games --------------------------------------------------------------------------------------


def test_a_whole_game_is_never_refused() -> None:
    """Every move of both sides goes past the referee; the front moves."""
    game = Case(GAME, "smolensk-short", ()).new("whole game")
    while game.result is None:
        decision = game.state.pending[0]
        game.play(answer(game, decision.kind, f"seat {decision.seat}"), decision.seat)
    assert game.result.score[0] > 35


def final(scenario: str, axis: str, soviet: str, seed: str) -> int:
    """The victory points at the end of a game between two levels."""
    game = laboratory_game(rules_of(scenario), seed)
    players = [ai.player(level, f"{seed} {level}") for level in (axis, soviet)]
    while game.result is None:
        decision = game.state.pending[0]
        view = View(game, decision.seat)
        action = players[decision.seat].choose(view, Legal(game, game.options(decision)), view.imagine)
        game.push(action, decision)
    return game.result.score[0]


@pytest.mark.parametrize("scenario", ["leningrad", "kiev"])
def test_plays_better_than_chance(scenario: str) -> None:
    """A random Axis scores next to nothing, a recruit more than half of what wins."""
    seeds = [f"strength {n}" for n in range(scaled(2))]
    assert max(final(scenario, "random", "recruit", seed) for seed in seeds) < 15
    assert min(final(scenario, "recruit", "random", seed) for seed in seeds) > 30
