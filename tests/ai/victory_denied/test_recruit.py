"""The recruit of A Victory Denied: better than chance."""

from __future__ import annotations

from ai.match import whole_game
from harness.cases import Case, scaled
from ostfront.lab.simulate import Simulation, play_one

GAME = "victory-denied"


def test_takes_towns() -> None:
    game = whole_game(Case(GAME, "smolensk", ()), "recruit")
    captures = [event for event in game.events or () if event.kind == "capture"]
    assert len(captures) > 3, "the two towns of the set-up and no more: what random play reaches"


def test_beats_random_from_both_sides() -> None:
    """Random Germans never win, so winning as German is what shows it; as Soviet it must not lose."""
    count = scaled(2)
    german = [
        play_one(Simulation(GAME, ("recruit", "random"), seed="strength"), n).winner for n in range(1, count + 1)
    ]
    soviet = [
        play_one(Simulation(GAME, ("random", "recruit"), seed="strength"), n).winner for n in range(1, count + 1)
    ]
    assert german.count("german") * 2 >= count, german
    assert soviet == ["soviet"] * count
