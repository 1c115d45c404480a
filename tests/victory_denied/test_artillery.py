"""Soviet artillery and rockets (13.1, 13.2)."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, chits, played, verdict
from victory_denied.stage import place_of, stage, steps_of

# clear ground around 2541; 3033 is a hill two hexes from 3035
FRONT = {"61C": "2541", "24A": "2541", "26Inf": "2542", "35Inf": "2642"}


def firing(die: int, *rolls: int, rocket: bool = False, units: dict[str, str] | None = None) -> Game:
    """The ART chit was drawn and its die rolled; the dice of the attacks follow."""
    return stage("artillery", FRONT | (units or {}), rolls=[f"roll {n}" for n in (die, *rolls)], rocket=rocket)


def last_result(game: Game) -> str:
    """What the combat table said last."""
    return [line for line in game.view(0).log() if " column: " in line][-1]


# ---- the chits (13.1) -----------------------------------------------------------------------------


@rule("AVD 13.1")
@pytest.mark.parametrize(("turn", "special"), [(1, {"Air"}), (2, {"Air", "ART"})])
def test_art_is_in_the_cup_from_turn_2_on(turn: int, special: set[str]) -> None:
    units = {"24A": "2541", "61C": "2541", "12Pz": "3919", "7Pz": "3919"}
    game = stage("selection", units, turn=turn, rolls=["draw 24A"])
    assert (chits(game.state.cup) | set(played(game))) & {"Air", "ART"} == special


# ---- how many, how strong (13.2) ------------------------------------------------------------------


@rule("AVD 13.2a")
@pytest.mark.parametrize(("die", "attacks"), [(2, 1), (3, 1), (5, 2), (6, 3)])
def test_half_a_die_of_attacks(die: int, attacks: int) -> None:
    """With a rocket in hand the Soviet player is still asked when the artillery has fired, but not for artillery."""
    third = {"5Inf": "2442", "6Inf": "2641"}
    game = firing(die, *[1] * attacks, rocket=True, units=third)
    for target in ("2542", "2642", "2442")[:attacks]:
        assert verdict(game, f"bombard {target}") == []
        game.play(f"bombard {target}")
    assert asked(game) == [("Soviet", "bombard")]
    assert verdict(game, "bombard 2641") == ["AVD 13.2a"]
    assert verdict(game, "rockets 2641") == []


def test_a_roll_of_1_leaves_only_the_rocket() -> None:
    game = firing(1, rocket=True)
    assert sorted(game.legal.texts) == ["done", "rockets 2542", "rockets 2642"]
    assert asked(firing(1)) != [("Soviet", "bombard")]


@rule("AVD 13.2a")
def test_artillery_fires_at_combat_units_only() -> None:
    game = firing(6, units={"VI-HQ": "2442"})
    assert verdict(game, "bombard 2442") == ["AVD 13.2a"]  # a lone HQ
    assert verdict(game, "bombard 2441") == ["AVD 13.2a"]  # nobody


@pytest.mark.parametrize(
    ("place", "spotter", "die", "line"),
    [("2542", "2541", 4, "A 4 on the 3-1 column: DR, the defender retreats 1 hex."),
     ("3031", "3032", 4, "A 4 on the 2-1 column: no effect."),  # woods: one column
     ("2932", "3032", 6, "A 6 on the 1.5-1 column: DR, the defender retreats 1 hex."),  # a town on a hill: two
     ("3327", "3227", 6, "A 6 on the 1.5-1 column: DR, the defender retreats 1 hex.")],  # a city: two
)  # fmt: skip
def test_column_3_less_the_terrain(place: str, spotter: str, die: int, line: str) -> None:
    game = stage("artillery", {"63C": spotter, "26Inf": place}, rolls=["roll 2", f"roll {die}"])
    game.play(f"bombard {place}")
    assert last_result(game) == line


def test_the_attackers_side_of_the_table_is_ignored() -> None:
    """A 1 on the 3-1 column is A1: nobody loses anything."""
    game = firing(2, 1)
    game.play("bombard 2542")
    assert last_result(game) == "A 1 on the 3-1 column: no effect."
    assert [steps_of(game, unit) for unit in ("61C", "26Inf")] == [2, 2]


def test_the_bonus_of_minsk_does_not_help_artillery() -> None:
    game = stage("artillery", FRONT, rolls=["roll 2", "roll 4"], minsk_bonus=True)
    game.play("bombard 2542")
    assert last_result(game) == "A 4 on the 3-1 column: DR, the defender retreats 1 hex."


def test_the_owner_retreats_what_was_shelled_and_nobody_advances() -> None:
    game = firing(2, 4)
    game.play("bombard 2542")
    assert asked(game) == [("German", "retreat")]
    game.play(game.legal.texts[0])
    assert place_of(game, "26Inf") != "2542"
    assert asked(game) != [("Soviet", "advance")]


def test_an_hq_under_fire_retreats_with_its_stack() -> None:
    game = firing(2, 4, units={"VI-HQ": "2542"})
    game.play("bombard 2542")
    game.play(game.legal.texts[0])
    assert place_of(game, "VI-HQ") == place_of(game, "26Inf") != "2542"


# ---- who sees the target (13.2) -------------------------------------------------------------------


@rule("AVD 13.2b")
def test_next_to_a_soviet_unit_or_two_hexes_from_a_hill() -> None:
    """2543 is two hexes from 61C in the open; 3035 two hexes from 63C on its hill, 3036 three."""
    game = firing(6, units={"5Inf": "2543", "63C": "3033", "6Inf": "3035", "8Inf": "3036"})
    assert verdict(game, "bombard 2542") == []
    assert verdict(game, "bombard 2543") == ["AVD 13.2b"]
    assert verdict(game, "bombard 3035") == []
    assert verdict(game, "bombard 3036") == ["AVD 13.2b"]
    assert verdict(game, "bombard soviet-reserve") == ["AVD 13.2b"]


@pytest.mark.parametrize(("hq", "place"), [("13A", "2344"), ("13A", "3033")])
def test_an_hq_spots_as_well_as_a_unit(hq: str, place: str) -> None:
    target = {"2344": "2345", "3033": "3035"}[place]
    game = stage("artillery", {hq: place, "26Inf": target}, rolls=["roll 2"])
    assert verdict(game, f"bombard {target}") == []


def test_one_unit_spots_for_several_attacks() -> None:
    game = firing(4, 1, 1)
    game.play("bombard 2542")
    assert verdict(game, "bombard 2642") == []


# ---- no hex twice, rockets (13.2) -----------------------------------------------------------------


@rule("AVD 13.2c")
def test_no_hex_twice_a_turn() -> None:
    game = firing(6, 1, rocket=True)
    game.play("bombard 2542")
    assert verdict(game, "bombard 2542") == ["AVD 13.2c"]
    assert verdict(game, "rockets 2542") == ["AVD 13.2c"]
    assert verdict(game, "rockets 2642") == []


@rule("AVD 13.2c")
def test_what_rockets_hit_is_not_shelled() -> None:
    """A 1 at 7-1, less two columns for the city: 26Inf in Smolensk holds."""
    units = {"63C": "3227", "26Inf": "3327", "35Inf": "3226"}
    game = stage("artillery", units, rolls=["roll 2", "roll 1"], rocket=True)
    game.play("rockets 3327")
    assert verdict(game, "bombard 3327") == ["AVD 13.2c"]
    assert verdict(game, "bombard 3226") == []


@rule("AVD 13.2d")
def test_the_rocket_once_a_game_at_7_to_1() -> None:
    game = firing(6, 2, rocket=True)
    game.play("rockets 2542")
    assert last_result(game) == "A 2 on the 7-1 column: DR2, the defender retreats 2 hexes."
    game.play(game.legal.texts[0])
    assert not game.state.rocket
    assert verdict(game, "rockets 2642") == ["AVD 13.2d"]
    assert verdict(game, "bombard 2642") == []


def test_the_rocket_may_be_kept() -> None:
    game = firing(1, rocket=True)
    game.play("done")
    assert game.state.rocket


# ---- oddities -------------------------------------------------------------------------------------


def test_no_target_no_question() -> None:
    game = stage("artillery", {"61C": "2541", "26Inf": "2545", "12Pz": "3919"}, rolls=["roll 6"], rocket=True)
    assert asked(game) != [("Soviet", "bombard")]


def test_guns_may_keep_silent() -> None:
    game = firing(6)
    game.play("done")
    assert asked(game) != [("Soviet", "bombard")]


def test_a_unit_that_retreated_may_be_shelled_again_in_its_new_hex() -> None:
    """26Inf is driven from 2542 to 2443, under the eyes of 13A: another hex, another target."""
    game = firing(6, 4, units={"13A": "2343"})
    game.play("bombard 2542")
    game.play("retreat 26Inf 2443")
    assert verdict(game, "bombard 2443") == []
