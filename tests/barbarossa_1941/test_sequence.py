"""The sequence of play (2): which step asks whom, and from which turn on."""

from __future__ import annotations

from functools import cache

import pytest

from barbarossa_1941.stage import act, asked, stage
from ostfront.core.play.game import Game
from rule import rule

# a position in which every step of a turn has something to ask
EVERYWHERE = {
    "DE-X": "2604", "DE-V": "2604",  # far from any supply
    "DE-VII": "0116", "DE-XXIV": "0317", "DE-LW1": "0112", "DE-L": "waiting", "DE-LI": "waiting",
    "SU-11A": "0329", "SU-27A": "0329",  # likewise
    "SU-8A": "0417", "SU-3A": "2112", "SU-4MC": "1914", "SU-AIR1": "2112", "SU-29A": "waiting", "SU-30A": "waiting",
}  # fmt: skip
DUE = {"DE-L": 1, "DE-LI": 1, "SU-29A": 1, "SU-30A": 1}
AXIS_PHASE = [
    "attrition", "replace", "bring", "rebase", "Soviet rebase", "rail", "fort", "move", "attack", "exploit",
    "railhead",
]  # fmt: skip
SOVIET_PHASE = ["attrition", "replace", "bring", "rail", "fort", "move", "attack", "exploit"]


def idle(game: Game) -> None:
    """Answer a question by doing as little as possible."""
    texts = game.legal.texts
    act(game, next((word for word in ("done", "pass", "stop") if word in texts), texts[0]))


@cache
def questions(turn: int) -> tuple[list[str], list[str]]:
    """What is asked in the phases of a turn in which both sides are idle; what the other side is asked says so."""
    game = stage(
        "turn", EVERYWHERE, turn=turn, due=DUE, reduced=("DE-VII", "SU-3A"), lost_soviet=5,
        isolated=("DE-X", "DE-V", "SU-11A", "SU-27A"),
    )  # fmt: skip
    found: tuple[list[str], list[str]] = ([], [])
    while game.state.turn == turn and game.result is None:
        (seat, kind) = asked(game)[0]
        phase = found[game.state.side]
        owner = ("Axis", "Soviet")[game.state.side]
        word = kind if seat == owner else f"{seat} {kind}"
        if not word.endswith(" at") and word not in phase[-1:]:
            phase.append(word)
        idle(game)
    return found


@rule("B41 2b", "B41 2c", "B41 2d", "B41 2e", "B41 2f", "B41 2g", "B41 2h", "B41 2i", "B41 2j")
def test_the_axis_phase_in_its_order() -> None:
    assert questions(4)[0] == AXIS_PHASE


@rule("B41 2k", "B41 2l", "B41 2m", "B41 2n", "B41 2o", "B41 2p", "B41 2q")
def test_the_soviet_phase_in_its_order() -> None:
    assert questions(4)[1] == SOVIET_PHASE


@rule("B41 2b", "B41 2c", "B41 2d", "B41 2e", "B41 2f", "B41 2k", "B41 2n")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"),
    [
        (1, {"attrition", "replace", "rebase", "Soviet rebase", "rail", "fort"}, {"attrition", "fort"}),
        (2, {"fort"}, set()),
        (3, {"fort"}, set()),
        (4, set(), set()),
    ],
)
def test_what_the_first_turns_do_not_have(turn: int, axis: set[str], soviet: set[str]) -> None:
    """The Axis has no forts before turn 4; on turn 1 nobody is isolated, and the Axis has no trains."""
    assert questions(turn) == (
        [word for word in AXIS_PHASE if word not in axis],
        [word for word in SOVIET_PHASE if word not in soviet],
    )


@rule("B41 2a", "B41 2r")
def test_a_turn_is_two_phases_and_the_count_of_points() -> None:
    game = stage("turn", {"DE-I": "0116", "SU-7A": "2112"}, turn=3)
    while game.state.turn == 3 and game.result is None:
        idle(game)
    heard = [(event.kind, event.args) for event in game.events or () if event.kind in ("turn", "phase", "points")]
    assert heard[:5] == [("turn", (3,)), ("phase", (0,)), ("phase", (1,)), ("points", (1,)), ("turn", (4,))]
    assert game.state.side == 0


@rule("B41 2j")
def test_rail_markers_move_in_the_axis_phase_only() -> None:
    assert "railhead" in questions(2)[0]
    assert "Axis railhead" not in questions(2)[1]


@rule("B41 2r")
def test_the_game_ends_with_turn_10() -> None:
    game = stage("turn", {"DE-I": "0116", "SU-7A": "2112"}, turn=10)
    while game.result is None:
        idle(game)
    assert game.state.turn == 10
    assert game.result.score == (1,)
