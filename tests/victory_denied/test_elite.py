"""9.4.3: the Soviet 10, the division it draws, and the roll that follows."""

from __future__ import annotations

import pytest

from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, column, fight, paths, result
from victory_denied.stage import coming, place_of, stage, steps_of

TARGET, WEST, NORTHWEST, NORTHEAST, EAST = "2541", "2540", "2641", "2642", "2542"
KALUGA = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "3Pz": "2648"}


@rule("AVD 9.4.3a")
def test_example_attack() -> None:
    game = stage("combat", {**KALUGA, "64ID": "elite-cup"}, side="soviet", captured=["2647"])
    fight(game, "2648", "KV-1", "KV-2", "45C", rolls=["roll 10", "draw 64ID", "roll 3"])
    assert asked(game) == [("Soviet", "elite")]
    assert {text.split()[1] for text in game.legal.texts} == {"2747", "2547", "2548"}
    game.play("join 2747")
    assert result(game) == (3, "4", "DR"), "8 to 2"
    assert place_of(game, "64ID") == "2747"


@rule("AVD 9.4.3a")
def test_a_division_joins_an_attacking_unit() -> None:
    units = {"KV-1": WEST, "62C": NORTHWEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, side="soviet"), TARGET, "KV-1", rolls=["roll 10", "draw 64ID"])
    assert verdict(game, f"join {NORTHWEST}") == ["AVD 9.4.3a"], "62C does not attack"
    assert verdict(game, f"join {EAST}") == ["AVD 9.4.3a"]
    assert verdict(game, f"join {WEST}") == []


def test_a_division_across_the_river_is_halved() -> None:
    game = stage("combat", {**KALUGA, "64ID": "elite-cup"}, side="soviet")
    fight(game, "2648", "KV-1", "KV-2", "45C", rolls=["roll 10", "draw 64ID", "roll 3"])
    game.play("join 2548")
    assert column(game) == "3", "3 and 1 and half of 6: 7 to 2"


def test_a_ten_may_draw_again_and_again() -> None:
    units = {"KV-1": WEST, "KV-2": NORTHWEST, "29Mot": TARGET, "64ID": "elite-cup", "100ID": "elite-cup"}
    game = stage("combat", units, side="soviet", reduced=["29Mot"])
    fight(game, TARGET, "KV-1", "KV-2", rolls=["roll 10", "draw 64ID"])
    coming(game, "roll 10", "draw 100ID")
    game.play(f"join {WEST}")
    assert {text.split()[1] for text in game.legal.texts} == {NORTHWEST}, "the first hex is full"
    coming(game, "roll 4")
    game.play(f"join {NORTHWEST}")
    assert result(game)[:2] == (4, "3"), "12 to 4"


@rule("AVD 9.4.3b")
def test_an_empty_cup_is_row_nine() -> None:
    game = stage("combat", {"KV-1": WEST, "1Cav": TARGET}, side="soviet")
    fight(game, TARGET, "KV-1", rolls=["roll 10"])
    assert result(game)[1:] == ("1.5", "1DR2")


@rule("AVD 9.4.3b")
def test_a_division_without_room_returns_to_the_cup() -> None:
    units = {"KV-1": WEST, "62C": WEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, side="soviet"), TARGET, "KV-1", rolls=["roll 10", "draw 64ID"])
    assert result(game)[1:] == ("1.5", "1DR2"), "62C leaves no room, though it does not attack"
    assert place_of(game, "64ID") == "elite-cup"
    assert "A 10 without a new division counts as a 9." in game.view(0).log()


def test_the_cup_runs_out_in_the_middle() -> None:
    units = {"KV-1": WEST, "KV-2": NORTHWEST, "29Mot": TARGET, "64ID": "elite-cup"}
    game = stage("combat", units, side="soviet")
    fight(game, TARGET, "KV-1", "KV-2", rolls=["roll 10", "draw 64ID"])
    coming(game, "roll 10")
    game.play(f"join {WEST}")
    assert result(game)[1:] == ("1.5", "1DR2"), "9 to 5 on row 9"


@rule("AVD 9.4.3c")
def test_the_stuka_of_the_first_roll_stays() -> None:
    game = stage("combat", {**KALUGA, "64ID": "elite-cup"}, side="soviet", stukas=1)
    fight(game, "2648", "KV-1", "KV-2", "45C", rolls=["roll 10", "draw 64ID", "roll 5"], stuka=True)
    game.play("join 2747")
    assert column(game) == "2", "4-1 and two to the left"


def test_terrain_and_timoshenko_stay_as_well() -> None:
    units = {"KV-1": "2937", "KV-2": "2838", "1Cav": "2938", "64ID": "elite-cup"}
    game = stage("combat", units, side="soviet", timoshenko=True)
    fight(game, "2938", "KV-1", "KV-2", rolls=["roll 10", "draw 64ID", "roll 5"])
    game.play("join 2937")
    assert column(game) == "4", "9 to 2 is 4-1; woods and Timoshenko cancel out"


@rule("AVD 9.4.3d", "AVD 14.0d")
@pytest.mark.parametrize("die", [9, 10])
def test_with_the_bonus_of_minsk_a_nine_draws(die: int) -> None:
    units = {"KV-1": WEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = stage("combat", units, side="soviet", minsk_bonus=True)
    fight(game, TARGET, "KV-1", rolls=[f"roll {die}", "draw 64ID", "roll 4"])
    if die == 9:
        assert asked(game) == [("Soviet", "elite")]
    game.play(f"join {WEST}")
    assert result(game)[:2] == (5, "3"), "the second roll has the bonus too"


def test_without_it_a_nine_is_a_nine() -> None:
    units = {"KV-1": WEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, side="soviet"), TARGET, "KV-1", rolls=["roll 9"])
    assert result(game) == (9, "1.5", "1DR2")


def test_a_german_six_draws_nothing() -> None:
    units = {"3Pz": WEST, "5MC": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, minsk_bonus=True), TARGET, "3Pz", rolls=["roll 6"])
    assert result(game) == (6, "4", "1DR2")


def test_the_division_is_one_of_the_attackers() -> None:
    """It can take the loss, it can advance, and it has fought for this segment."""
    units = {"KV-1": WEST, "29Mot": TARGET, "1Cav": "2440", "64ID": "elite-cup"}
    game = stage("combat", {**units, "62C": NORTHWEST}, side="soviet")
    fight(game, TARGET, "KV-1", "62C", rolls=["roll 10", "draw 64ID", "roll 1"])
    game.play(f"join {WEST}")
    assert result(game) == (1, "1.5", "A1")
    game.play("lose 64ID")
    assert steps_of(game, "64ID") == 1
    assert asks(game) != "attack", "1Cav stands next to the division, which has fought"


def test_the_division_advances() -> None:
    units = {"KV-1": WEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, side="soviet"), TARGET, "KV-1", rolls=["roll 10", "draw 64ID", "roll 9"])
    game.play(f"join {WEST}")
    while asks(game) != "advance":
        game.push(next(iter(game.legal)))
    assert paths(game, "64ID") == {TARGET}


def test_an_hq_in_its_hex_may_advance_with_the_division() -> None:
    units = {"62C": WEST, "13A": WEST, "1Cav": TARGET, "64ID": "elite-cup"}
    game = fight(stage("combat", units, side="soviet"), TARGET, "62C", rolls=["roll 10", "draw 64ID", "roll 9"])
    game.play(f"join {WEST}")
    while asks(game) != "advance":
        game.push(next(iter(game.legal)))
    game.play(f"advance 64ID {TARGET}")
    assert verdict(game, f"advance 13A {TARGET}") == []


def test_a_fallen_division_is_in_the_cup_again() -> None:
    units = {"KV-1": WEST, "29Mot": TARGET, "KV-2": NORTHWEST}
    game = fight(stage("combat", units, side="soviet", reduced=["KV-1"]), TARGET, "KV-1", "KV-2", rolls=["roll 1"])
    game.play("lose KV-1")
    assert place_of(game, "KV-1") == "elite-cup"
    assert steps_of(game, "KV-1") == 2
