"""Victory (16), the ends of the scenarios (18), the withdrawal (18.2) and the End Phase (5.0)."""

from __future__ import annotations

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.victory import Score, score
from rule import rule
from victory_awaits.stage import asked, facts_of, place_of, rules_of, stage, verdict
from victory_awaits.test_supply import CORNERS, done

KIEV, SMOLENSK = facts_of("kiev"), facts_of("smolensk")


def scored(units: dict[str, str], held: list[str], scenario: str = "kiev", **fields: object) -> Score:
    game = stage("movement", units, scenario=scenario, active=(), held=held, **fields)  # type: ignore[arg-type]
    return score(facts_of(scenario), game.state)


@rule("AVA 16.1a")
@rule("AVA 16.2a")
def test_major_cities_in_and_out_of_communications() -> None:
    """10 and 5 more for Stand Fast; cut off 5 and 2. Odessa has no marker."""
    assert scored({}, ["K3631"])[:2] == (10, 0)
    assert scored({}, ["K3507"])[:2] == (10, 5)
    home = [KIEV.board.name(i) for i in bits(KIEV.sources[AXIS])]
    blocked = dict(zip(("S-45", "S-62", "S-87", "S-124"), home, strict=True))
    assert scored(blocked, ["K3507"])[:2] == (5, 2)
    assert scored({}, ["K3507"], stand_fast=0)[:2] == (10, 0)


@rule("AVA 16.1b")
def test_full_german_armor_on_the_map() -> None:
    units = {"9Pz": "K3527", "11Pz": "K3527", "LAH": "axis-available", "R-1Pz": "K3526", "44": "K3526"}
    game = stage("movement", units, scenario="kiev", active=(), reduced=["11Pz"], held=[])
    assert score(KIEV, game.state).german_mech == 1


@rule("AVA 16.1c")
def test_lost_soviet_armor() -> None:
    units = {"S-19T": "eliminated", "S-215M": "eliminated", "S-45": "eliminated", "9Pz": "eliminated"}
    assert scored(units, []).soviet_mech == 2


@rule("AVA 16.3a")
@rule("AVA 16.3b")
def test_breakthrough() -> None:
    """Any Soviet source once, one from Moscow once more."""
    other = next(SMOLENSK.board.name(i) for i in bits(SMOLENSK.sources[SOVIET] & ~SMOLENSK.moscow_gates))
    assert scored({}, [other], "smolensk").breakthrough == 10
    assert scored({}, ["S5504", "S5507"], "smolensk").breakthrough == 20
    home = [SMOLENSK.board.name(i) for i in bits(SMOLENSK.sources[AXIS])]
    mine = [SMOLENSK.roster.ids[u] for u in bits(SMOLENSK.roster.of_side[SOVIET] & ~SMOLENSK.roster.forts)]
    assert scored(dict(zip(mine, home, strict=False)), ["S5504"], "smolensk").breakthrough == 10


@rule("AVA 18.2h")
def test_stars_of_the_full_smolensk_game() -> None:
    assert scored({}, ["S4230", "S4730"], "smolensk").stars == 20
    assert facts_of("smolensk-short").stars == 0
    assert facts_of("campaign").stars == 0


@rule("AVA 3.4a")
@rule("AVA 4.0.9")
def test_control_at_the_start() -> None:
    """Cities west of the start line are Axis; all major cities but none of them lie east of it."""
    facts = facts_of("campaign")
    state = Game.started(rules_of("campaign")).state
    held = {facts.board.name(i) for i in bits(state.axis_held)}
    assert {"S0410", "S0206"} <= held  # Tilsit and Memel
    assert not {"S0927", "L3603", "K3507"} & held
    assert not state.axis_held & facts.major_cities


@rule("AVA 3.4b")
def test_whoever_entered_last_controls() -> None:
    city = "K3631"
    there = KIEV.board.index(city)
    near = KIEV.board.name(next(n for n in KIEV.grid.adjacent(there) if KIEV.steps[0][0][n] >> there & 1))
    game = stage("movement", {"9Pz": near}, scenario="kiev", held=[])
    game.play("pick 9Pz")
    game.play(f"go {city}")
    assert game.state.axis_held >> KIEV.board.index(city) & 1
    game = stage("movement", {"S-45": near}, scenario="kiev", side="soviet", held=[city])
    game.play("pick S-45")
    game.play(f"go {city}")
    assert not game.state.axis_held >> KIEV.board.index(city) & 1


# ---- the end (5.0, 16.4, 18) ----------------------------------------------------------------------------


@rule("AVA 16.4a")
@rule("AVA 16.4b")
@rule("AVA 18.1k")
@rule("AVA 18.2f")
@rule("AVA 18.2g")
@rule("AVA 18.3f")
@pytest.mark.parametrize(
    ("scenario", "turn", "target"),
    [
        ("campaign", 9, 191),
        ("leningrad", 9, 54),
        ("smolensk-short", 6, 60),
        ("smolensk", 9, 85),
        ("kiev", 9, 52),
    ],
)
def test_the_last_supply_check_ends_the_game(scenario: str, turn: int, target: int) -> None:
    facts = facts_of(scenario)
    assert facts.victory == target
    game = stage("supply", {}, scenario=scenario, turn=turn, held=[], cup=facts.supply_chit)
    done(game, "recall", "fortify", "abandon")
    assert game.result is not None
    assert game.result.winner == "soviet"
    enough = [facts.board.name(i) for i in bits(facts.cities | facts.sources[SOVIET])]
    game = stage("supply", {}, scenario=scenario, turn=turn, held=enough, target=target)
    done(game, "recall", "fortify", "abandon")
    assert game.result is not None
    found = game.result.score[0]
    assert (game.result.winner == "axis") == (found >= target)
    early = stage("supply", {}, scenario=scenario, turn=turn - 1, held=enough)
    done(early, "recall", "fortify", "abandon")
    assert early.result is None


@rule("AVA 16.4a")
def test_chits_left_in_the_cup_are_not_drawn_any_more() -> None:
    cup = 1 << KIEV.chit_index["S-5A"]
    game = stage("supply", {"S-5A": "K3607"}, scenario="kiev", turn=9, cup=cup)
    done(game, "recall", "fortify", "abandon")
    assert game.result is not None
    assert game.state.cup == cup


@rule("AVA 5.0")
@rule("AVA 5.0.5a")
def test_the_turn_marker_advances_and_a_new_turn_begins() -> None:
    game = stage("end of turn", {}, scenario="kiev", turn=3)
    assert game.state.turn == 4
    assert asked(game) == [("Soviet", "raise")]


@rule("AVA 5.0.5b")
@rule("AVA 18.1e")
def test_axis_units_on_the_track_become_available() -> None:
    """Leningrad's three units of 3PzG come on turn 7, over and above the number."""
    facts = facts_of("leningrad")
    three = facts.charts["transfer_3PzG"]["units"]
    start = Game.started(rules_of("leningrad")).state
    assert {start.place[facts.roster.index[unit]] for unit in three} == {facts.boxes["turn-7"]}
    game = stage("end of turn", dict.fromkeys(three, "turn-7"), scenario="leningrad", turn=6)
    assert {place_of(game, unit) for unit in three} == {"axis-available"}
    units = dict.fromkeys((*three, "1", "11", "21"), "axis-available")
    extra = sum(1 << facts.roster.index[unit] for unit in three)
    game = stage("reinforcements", units, scenario="leningrad", turn=7, transferred=extra)
    for unit in ("1", "11", *three):
        game.play(f"call {unit}")
        game.play(game.legal.texts[0])
    assert "call" not in [kind for _, kind in asked(game)]


# ---- the withdrawal (18.2) ------------------------------------------------------------------------------


@rule("AVA 18.2e")
def test_eighteen_points_of_armor_are_withdrawn_on_turn_six() -> None:
    armor = [SMOLENSK.roster.ids[u] for u in bits(SMOLENSK.roster.of_side[AXIS] & SMOLENSK.roster.mechs)][:4]
    units = dict(zip(armor, ("S2520", "S2521", "S2522", "S2523"), strict=True))
    game = stage("supply", units, scenario="smolensk", turn=6)
    assert asked(game) == [("Axis", "withdraw")]
    assert verdict(game, "done")
    taken = 0
    while asked(game) == [("Axis", "withdraw")]:
        unit = game.legal.texts[0].split()[1]
        taken += SMOLENSK.roster.attack[SMOLENSK.roster.index[unit]][2]
        game.play(f"withdraw {unit}")
        assert place_of(game, unit) == "withdrawn"
    assert taken >= 18
    assert "withdraw" not in [kind for _, kind in asked(stage("supply", units, scenario="smolensk", turn=5))]
    few = stage("supply", {armor[0]: "S2520"}, scenario="smolensk", turn=6)
    done(few, "recall", "abandon")
    assert place_of(few, armor[0]) == "withdrawn"


def test_the_ring_of_the_supply_tests_is_a_ring() -> None:
    centre = KIEV.board.index("K3527")
    assert {KIEV.grid.distance(centre, KIEV.board.index(name)) for name in CORNERS} == {2}
