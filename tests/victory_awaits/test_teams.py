"""Team play (20): HQ cups, the Master cup, Master chits, interrupts, dummies."""

from __future__ import annotations

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.rules.teams import masters
from ostfront.games.victory_awaits.state import VaState
from rule import rule
from victory_awaits.stage import active, asked, facts_of, rules_of, stage, verdict

HQS = {
    "4PzG": "L2010", "16A": "L1910", "2PzG": "S2010", "3PzG": "S2110", "4A": "S2210", "1PzG": "K2010",
    "S-8A": "L3010", "S-3A": "S3010", "S-4A": "S3110", "S-5A": "K3010",
}  # fmt: skip


def chits(facts: Facts, *names: str) -> int:
    return sum(1 << facts.chit_index[name] for name in names)


def names(facts: Facts, found: int) -> set[str]:
    return {facts.chits[i].id for i in bits(found)}


def shared(game: Game, last: bool = False) -> None:
    """Every chit to the first player of its team, or to the last."""
    while asked(game)[0][1] == "assign":
        seat = asked(game)[0][0]
        texts = game.legal_of(seat).texts
        game.play(texts[-1 if last else 0], seat)


def dealt(cups: tuple[tuple[str, ...], ...], *rolls: str, teams: str = "2-2", **more: object) -> Game:
    """In the middle of a turn: the players' cups, and what is drawn next."""
    facts = facts_of("campaign", teams=teams)
    fields: dict[str, object] = {
        "hq_cups": tuple(chits(facts, *cup) for cup in cups),
        "dummies": (0,) * len(cups),
        "masters": (1, 1),
        "turn": 2,
    }
    return stage(
        "draw", HQS, options={"teams": teams}, rolls=[f"draw {roll}" for roll in rolls], active=(),
        **{**fields, **more},  # type: ignore[arg-type]
    )  # fmt: skip


# ---- dividing (20.1, 20.2) ------------------------------------------------------------------------------


@rule("AVA 20.2a")
def test_each_team_shares_out_its_chits() -> None:
    rules = rules_of("campaign", teams="3-2")
    facts, game = rules.facts, Game.started(rules, Seeded.of("teams"))
    assert asked(game) == [("Axis 1", "assign"), ("Soviet 1", "assign")]
    assert "AVA 20.2a" in verdict(game, "give Soviet-1", "Axis 1")
    given: list[str] = []
    while any(seat == "Axis 1" and kind == "assign" for seat, kind in asked(game)):
        game.play(f"give Axis-{1 + len(given) % 3}", "Axis 1")
        given.append(f"chit {len(given)}")
    assert all(game.state.hq_cups[seat] for seat in range(3))
    assert game.view("Soviet 1").known["hq_cups"][:3] == [0, 0, 0]
    assert names(facts, game.state.hq_cups[0]) == set(game.view("Axis 2").known["hq_cups"][0])


@rule("AVA 20.2b")
def test_the_two_chits_of_a_panzergruppe_stay_together() -> None:
    rules = rules_of("campaign", teams="2-2")
    facts, game = rules.facts, Game.started(rules, Seeded.of("teams"))
    turn = 0
    while any(seat == "Axis 1" and kind == "assign" for seat, kind in asked(game)):
        game.play(f"give Axis-{1 + turn % 2}", "Axis 1")
        turn += 1
    for pair in (chits(facts, "1PzG-1", "1PzG-2"), chits(facts, "3PzG-1", "3PzG-2")):
        assert pair in [cup & pair for cup in game.state.hq_cups]
    assert turn == 10  # twelve HQ chits, two pairs


@rule("AVA 20.1a")
@rule("AVA 20.2c")
@rule("AVA 20.2e")
@pytest.mark.parametrize("turn", [1, 3, 4])
def test_what_is_in_the_master_cup(turn: int) -> None:
    """No HQ's chit and no interrupt; Reinforcements from turn 4 on."""
    facts = facts_of("campaign", teams="2-2")
    game = stage("selection", {"4PzG": "L2010", "S-8A": "L2011"}, options={"teams": "2-2"}, turn=turn, active=())
    while asked(game)[0][1] == "raise":
        game.play(game.legal.texts[0])
    before = game.clone()
    shared(before)
    drawn = {facts.chits[c].id for c in before.state.played}
    top = before.state.top
    while top is not None:
        if hasattr(top.local, "chit") and top.local.chit >= 0:
            drawn.add(facts.chits[top.local.chit].id)
        top = top.below
    common = {"Supply", "OKH", "Reserve"} | ({"AxisReinf", "SovietReinf"} if turn >= 4 else set())
    assert names(facts, before.state.cup) | drawn & common == common
    assert names(facts, before.state.hand) == {"Manstein", "Guderian"}


@rule("AVA 20.2d")
@pytest.mark.parametrize("teams", ["2-2", "2-3", "3-2", "3-3"])
@pytest.mark.parametrize("turn", [1, 2, 9])
def test_how_many_master_chits(teams: str, turn: int) -> None:
    facts = facts_of("campaign", teams=teams)
    state = VaState(facts)
    state.turn = turn
    wanted = [{"2": 8, "3": 6}[size] - (turn == 1) for size in teams.split("-")]
    assert [masters(facts, state, side) for side in (0, 1)] == wanted


@rule("AVA 20.2j")
def test_soviet_players_with_fewer_chits_take_dummies() -> None:
    game = Game.started(rules_of("campaign", teams="2-3"), Seeded.of("dummies"))
    shared(game)
    most = game.state.hq_cups[2].bit_count()
    assert most == 8
    assert game.state.dummies == (0, 0, 0, most, most)
    cups = ((), (), ("S-8A",), ())
    drawn = dealt(cups, "SovietMaster", "S-8A", "Dummy", dummies=(0, 0, 0, 1))
    assert asked(drawn) == [("Soviet 1", "move")]
    drawn.play("done")
    assert any("no effect" in line for line in drawn.view(0).log())


# ---- the surprise attack (20.2) -------------------------------------------------------------------------


@rule("AVA 20.2f")
def test_the_surprise_attack_follows_the_selection_of_turn_one() -> None:
    game = Game.started(rules_of("campaign", teams="2-2"), Seeded.of("teams"))
    assert {kind for _, kind in asked(game)} == {"assign"}
    shared(game)
    assert asked(game) == [("Axis 1", "attack")]
    assert game.state.surprise
    assert {"1PzG", "2PzG", "3PzG", "4PzG"} <= active(game)
    later = stage("selection", HQS, options={"teams": "2-2"}, turn=2, active=())
    shared(later)
    assert not later.state.surprise


# ---- drawing (20.2) -------------------------------------------------------------------------------------

CUPS = (("4PzG", "16A"), ("4A",), ("S-8A",), ("S-5A",))


@rule("AVA 20.2g")
def test_a_master_chit_lets_every_player_of_the_side_draw() -> None:
    game = dealt(CUPS, "AxisMaster", "16A", "4A", "SovietMaster", "S-8A", "S-5A")
    found = []
    for _ in range(4):
        found.append((asked(game)[0], active(game)))
        game.play("done")
    assert found == [
        (("Axis 1", "move"), {"16A"}), (("Axis 2", "move"), {"4A"}),
        (("Soviet 1", "move"), {"S-8A"}), (("Soviet 2", "move"), {"S-5A"}),
    ]  # fmt: skip


@rule("AVA 20.2g")
def test_all_players_of_the_side_draw_before_the_first_acts() -> None:
    """Soviet 1 moves and knows what Soviet 2 has drawn; so does the Axis, which may interrupt the second chit."""
    facts = facts_of("campaign", teams="2-2")
    game = dealt(CUPS, "SovietMaster", "S-8A", "S-5A", hand=chits(facts, "Manstein"))
    assert asked(game) == [("Axis 1", "interrupt")]
    assert [line for line in game.view(0).log() if "S-5A" in line] == ["S-5A is drawn."]
    assert game.state.hq_cups[2:] == (0, 0)
    game.play("pass")
    assert asked(game) == [("Soviet 1", "move")]
    game.play("done")
    assert asked(game) == [("Axis 1", "interrupt")]
    game.play("trump Manstein")
    assert names(facts, game.state.hq_cups[3]) == {"S-5A"}
    assert active(game) == {"4PzG"}


@rule("AVA 20.2g")
def test_an_empty_cup_draws_nothing() -> None:
    game = dealt(((), ("4A",), (), ()), "AxisMaster", "4A")
    assert asked(game) == [("Axis 2", "move")]


@rule("AVA 20.2h")
def test_other_chits_are_carried_out_as_usual() -> None:
    facts = facts_of("campaign", teams="2-2")
    game = dealt(CUPS, "OKH", cup=chits(facts, "OKH"), masters=(0, 1))
    assert asked(game) == [("Axis 1", "wake")]


@rule("AVA 20.2i")
def test_any_chit_but_a_master_can_be_interrupted_and_returns_to_its_cup() -> None:
    facts = facts_of("campaign", teams="2-2")
    hand = chits(facts, "Manstein")
    game = dealt(CUPS, "SovietMaster", "S-8A", hand=hand)
    assert asked(game) == [("Axis 1", "interrupt")]
    assert names(facts, game.state.hq_cups[2]) == set()
    game.play("trump Manstein")
    assert names(facts, game.state.hq_cups[2]) == {"S-8A"}
    assert active(game) == {"4PzG"}
    supply = dealt(CUPS, "Supply", hand=hand, cup=facts.supply_chit)
    supply.play("trump Manstein")
    assert supply.state.cup == facts.supply_chit
