"""Star units (11.3): Stavka's Moscow reserves, by the die, and one to an HQ (11.1.1)."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.stage import place_of, stage

STARS = ("Rokssky", "Maslnn", "Kalin", "Kocholov", "Khmnko", "CavGr")
BESIDE = dict.fromkeys(STARS, "stavka-stars")
ARMY = {"24A": "2541", "61C": "2541", "12Pz": "3919"}


def joined(game: Game) -> set[str]:
    return {star for star in STARS if place_of(game, star) == "soviet-reserve"}


@rule("AVD 11.3")
def test_the_die_says_how_many_join_the_reserve_box() -> None:
    game = stage("stars", ARMY | BESIDE, turn=4, rolls=["roll 2"])
    assert asked(game) == [("Soviet", "stars")]
    assert verdict(game, "star 61C") == ["AVD 11.3"]
    game.play("star Kalin")
    assert verdict(game, "star Kalin") == ["AVD 11.3"]
    game.play("star CavGr")
    assert joined(game) == {"Kalin", "CavGr"}
    assert asked(game) != [("Soviet", "stars")]


@rule("AVD 11.3")
@pytest.mark.parametrize(("turn", "count"), [(3, 0), (4, 6), (9, 6)])
def test_from_turn_4_on(turn: int, count: int) -> None:
    game = stage("stars", ARMY | BESIDE, turn=turn, rolls=["roll 6"] if turn > 3 else [])
    assert len(joined(game)) == count


def test_all_that_are_left_when_the_die_exceeds_them() -> None:
    game = stage("stars", ARMY | {"Kalin": "stavka-stars", "CavGr": "stavka-stars"}, turn=6, rolls=["roll 5"])
    assert joined(game) == {"Kalin", "CavGr"}


def test_no_die_when_all_have_joined() -> None:
    game = stage("stars", ARMY | {"Kalin": "soviet-reserve"}, turn=6)
    assert not any("Star units" in line for line in game.view(0).log())


# ---- placing them (11.1.1) ------------------------------------------------------------------------


@rule("AVD 11.1.1g")
def test_one_star_unit_of_a_turn_to_each_hq() -> None:
    """Kalin goes next to 24A: no other star unit may be placed at 24A, a rifle corps may; 13A is far enough."""
    units = ARMY | {"13A": "2546", "Kalin": "soviet-reserve", "CavGr": "soviet-reserve", "28C": "soviet-reserve"}
    game = stage("purchases", units, turn=5)
    game.play("call Kalin")
    game.play("place 2540")
    game.play("call CavGr")
    assert verdict(game, "place 2542") == ["AVD 11.1.1g"]
    assert verdict(game, "place 2545") == []
    game.play("place 2545")
    game.play("call 28C")
    assert verdict(game, "place 2542") == []


def test_a_star_unit_between_two_hqs_counts_for_both() -> None:
    """2542 lies next to 24A and to 13A: after Kalin there neither HQ takes another, and none can be called."""
    units = ARMY | {"13A": "2543", "Kalin": "soviet-reserve", "CavGr": "soviet-reserve"}
    game = stage("purchases", units, turn=5)
    game.play("call Kalin")
    game.play("place 2542")
    assert verdict(game, "call CavGr") == ["AVD 11.1.1g"]


def test_star_units_of_an_earlier_turn_do_not_count() -> None:
    units = ARMY | {"Kalin": "2540", "CavGr": "soviet-reserve"}
    game = stage("purchases", units, turn=5)
    game.play("call CavGr")
    assert verdict(game, "place 2542") == []
