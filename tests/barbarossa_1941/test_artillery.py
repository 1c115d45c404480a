"""Guns (12.12), Joukov (12.13, 13) and coups de main (12.6) in a combat."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import names
from barbarossa_1941.stage import FACTS, act, asked, hexes, stage, verdict
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from rule import rule

FIELD = {"DE-I": "0419", "SU-8A": "0418"}  # 0419 and 0418 are next to railways of both
HOME = FACTS.railways.hexes & FACTS.axis_home


def battle(side: str = "axis", field: dict[str, str] = FIELD, target: str = "", **fields: Any) -> Game:
    fields = {"turn": 4, "rolls": ["3"], **fields}
    game = stage("combat", field, side=side, **fields)
    act(game, f"attack {target or ('0418' if side == 'axis' else '0419')}")
    return game


def result(game: Game) -> tuple[int, int, int]:
    """The modifier and the losses of both sides."""
    return next((e.args[1], e.args[3], e.args[4]) for e in game.events or () if e.kind == "result")


def guns_offered(game: Game) -> bool:
    return [kind for _, kind in asked(game)] == ["guns"]


# ---- guns (12.12) -----------------------------------------------------------------------------------


@rule("B41 12.12a")
def test_the_germans_have_six_points_and_three_a_turn() -> None:
    game = battle()
    assert game.state.guns_axis == 6
    assert guns_offered(game)
    act(game, "guns")
    assert (game.state.guns_axis, game.state.fired_axis) == (5, 1)
    assert guns_offered(battle(fired_axis=2))
    assert not guns_offered(battle(fired_axis=3))
    assert not guns_offered(battle(guns_axis=0))


@rule("B41 12.12b")
def test_the_soviets_have_three_points_from_turn_7_and_one_a_turn() -> None:
    assert not guns_offered(battle("soviet", turn=6, guns_axis=0))
    game = battle("soviet", turn=7, guns_axis=0)
    assert game.state.guns_soviet == 3
    act(game, "guns")
    assert game.state.guns_soviet == 2
    assert not guns_offered(battle("soviet", turn=7, guns_axis=0, fired_soviet=1))
    assert not guns_offered(battle("soviet", turn=7, guns_axis=0, guns_soviet=0))


@rule("B41 12.12c")
def test_each_point_costs_the_enemy_a_step() -> None:
    """The defender is asked first."""
    losses = {}
    for answers in (("pass", "pass"), ("pass", "guns"), ("guns", "pass"), ("guns", "guns")):
        game = battle(turn=7)
        assert asked(game) == [("Soviet", "guns")]
        act(game, *answers)
        losses[answers] = result(game)[1:]
    attacker, defender = losses["pass", "pass"]
    assert losses["pass", "guns"] == (attacker, defender + 1)
    assert losses["guns", "pass"] == (attacker + 1, defender)
    assert losses["guns", "guns"] == (attacker + 1, defender + 1)


@rule("B41 12.12d")
def test_guns_need_a_railway_of_the_own_network() -> None:
    """Two clear hexes deep in the USSR, away from every railway."""
    rail = FACTS.grid.closed(FACTS.railways.hexes)
    far = next(
        (here, there)
        for here in bits(FACTS.ussr & FACTS.land & ~rail & ~FACTS.lakes)
        for there in bits(FACTS.near[False, False][here] & FACTS.ussr & ~rail)
    )
    here, there = (names(1 << place)[0] for place in far)
    field = {"DE-I": here, "SU-8A": there}
    assert not guns_offered(battle(field=field, target=there))
    minsk = {"DE-I": "0914", "SU-8A": "0814"}
    assert not guns_offered(battle(field=minsk, target="0814"))  # Soviet rail
    laid = HOME | hexes("0915")
    assert guns_offered(battle(field=minsk, target="0814", axis_rail=laid))


@rule("B41 12.12d")
def test_a_railway_under_the_enemy_does_not_serve() -> None:
    field = {"DE-I": "0914", "SU-8A": "0814"}
    laid = HOME | hexes("0814")
    assert not guns_offered(battle(field=field, target="0814", axis_rail=laid))


# ---- Joukov (12.13) ---------------------------------------------------------------------------------

IN_COMMAND: dict[str, Any] = {"triggers": (1, 1, 1, 1, 0)}
TEN: dict[str, Any] = {"triggers": (1, 1, 1, 0, 0)}


def asks_joukov(game: Game) -> bool:
    return asked(game) == [("Soviet", "joukov")]


@rule("B41 12.13a", "B41 12.13b")
def test_joukov_in_attack() -> None:
    plain = battle("soviet", guns_axis=0)
    game = battle("soviet", guns_axis=0, **IN_COMMAND)
    assert asks_joukov(game)
    act(game, "joukov")
    assert result(plain)[0] == 0
    assert result(game)[0] == 1
    cell = FACTS.crt.table(1).cell(4, FACTS.crt.columns.index(column(game)))
    assert result(game)[1:] == (cell.attacker + 1, cell.defender)


def column(game: Game) -> str:
    return next(str(event.args[2]) for event in game.events or () if event.kind == "result")


@rule("B41 12.13c")
def test_joukov_in_defence() -> None:
    plain = battle(guns_axis=0)
    game = battle(guns_axis=0, **IN_COMMAND)
    act(game, "joukov")
    modifier, attacker, defender = result(plain)
    assert result(game) == (modifier, attacker + 1, defender + 1)


@rule("B41 12.13a")
def test_joukov_once_a_turn() -> None:
    assert not asks_joukov(battle(guns_axis=0, joukov=True, **IN_COMMAND))
    assert not stage("turn", {**FIELD}, turn=5, joukov=True).state.joukov


@rule("B41 13g")
def test_joukov_from_ten_points_on() -> None:
    assert not asks_joukov(battle(guns_axis=0, **TEN))
    units = {"DE-I": "2111", "DE-II": "1304", "SU-7A": "1501"}
    game = stage("movement", units, turn=4, **TEN)
    act(game, "move DE-I 2112")  # Leningrad and Moscow: 10
    assert game.state.triggers[3] == 4


@rule("B41 12.13a", "B41 12.12c", "B41 12.5b")
def test_joukov_with_guns_and_airborne() -> None:
    """The example of 12.13, played: one automatic loss for each side, and +2 on the die."""
    game = battle("soviet", {**FIELD, "SU-GABN1": "0418"}, turn=8, guns_axis=0, **IN_COMMAND)
    act(game, "guns", "para SU-GABN1", "joukov")
    modifier, attacker, defender = result(game)
    assert modifier == 2
    cell = FACTS.crt.table(1).cell(3 + 2, FACTS.crt.columns.index(column(game)))
    assert (attacker, defender) == (cell.attacker + 1, cell.defender + 1)


# ---- coups de main (12.6) ---------------------------------------------------------------------------

TARGET = next(
    i
    for i in bits(FACTS.ussr & FACTS.board.terrain["clear"] & ~FACTS.cities)
    if FACTS.across_river[i] & FACTS.near[False, False][i]
)
ACROSS, OVER = names(FACTS.across_river[TARGET] & FACTS.near[False, False][TARGET])[0], names(1 << TARGET)[0]


def crossing(unit: str = "DE-I", turn: int = 1, rolls: tuple[str, ...] = ("4", "3"), **fields: Any) -> Game:
    return battle(field={unit: ACROSS, "SU-8A": OVER}, target=OVER, turn=turn, rolls=rolls, guns_axis=0, **fields)


@rule("B41 12.6a")
@pytest.mark.parametrize(("die", "won"), [("3", False), ("4", True), ("6", True)])
def test_a_coup_succeeds_on_4_to_6(die: str, won: bool) -> None:
    plain = crossing(rolls=("3",))
    assert asked(plain) == [("Axis", "coup")]
    act(plain, "pass")
    game = crossing(rolls=(die, "3"))
    act(game, "coup")
    columns = FACTS.crt.columns
    assert columns.index(column(game)) - columns.index(column(plain)) == (1 if won else 0)


@rule("B41 12.6a")
def test_a_coup_is_for_germans_across_rivers() -> None:
    assert asked(crossing("RO-CAV", rolls=("3",))) != [("Axis", "coup")]
    dry = battle(field=FIELD, turn=1, rolls=["3"], guns_axis=0)
    assert asked(dry) != [("Axis", "coup")]


@rule("B41 12.6b")
@pytest.mark.parametrize(
    ("turn", "tried", "open_"),
    [(1, 0, True), (1, 1, True), (1, 2, False), (2, 0, True), (2, 1, False), (3, 0, False)],
)
def test_two_coups_on_turn_1_and_one_on_turn_2(turn: int, tried: int, open_: bool) -> None:
    game = crossing(turn=turn, coups=tried, rolls=("3", "3"))
    assert (asked(game) == [("Axis", "coup")]) == open_
    if open_:
        assert verdict(game, "coup") == []
        act(game, "coup")
        assert game.state.coups == tried + 1
