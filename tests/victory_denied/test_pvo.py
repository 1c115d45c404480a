"""9.5.2: PVO units stand, in every case the rulebook names and those it does not."""

from __future__ import annotations

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked
from victory_denied.battle import asks, fight, paths, result
from victory_denied.stage import place_of, stage, steps_of

TARGET, WEST, NORTHWEST = "2541", "2540", "2641"
ATTACKERS = {"3Pz": WEST, "4Pz": WEST, "10Pz": NORTHWEST, "29Mot": NORTHWEST}


def attacked(defenders: list[str], code: str, *, reduced: tuple[str, ...] = ()) -> Game:
    """The defenders of a hex after an attack with this result."""
    units = {**ATTACKERS, **dict.fromkeys(defenders, TARGET)}
    for attackers in (["29Mot"], ["3Pz"], ["3Pz", "4Pz"], ["3Pz", "4Pz", "10Pz"]):
        for die in range(1, 7):
            game = stage("combat", units, reduced=reduced)
            fight(game, TARGET, *attackers, rolls=[f"roll {die}"])
            if result(game)[2] == code:
                return game
    raise AssertionError(f"no attack gives {code}")


# ---- one PVO alone ------------------------------------------------------------------------------------


@rule("AVD 9.5.2a")
def test_a_lone_pvo_loses_a_step_for_dr() -> None:
    game = attacked(["PVO-1"], "DR")
    assert (place_of(game, "PVO-1"), steps_of(game, "PVO-1")) == (TARGET, 1)
    assert asks(game) != "advance"


@rule("AVD 9.5.2a")
def test_a_lone_pvo_loses_two_steps_for_dr2() -> None:
    game = attacked(["PVO-1"], "DR2")
    assert place_of(game, "PVO-1") == "removed"
    assert asked(game) == [("German", "advance")], "an emptied hex is an emptied hex"


@rule("AVD 9.5.2a")
def test_a_reduced_pvo_dies_of_dr() -> None:
    game = attacked(["PVO-1"], "DR", reduced=("PVO-1",))
    assert place_of(game, "PVO-1") == "removed"


def test_step_losses_come_before() -> None:
    assert place_of(attacked(["PVO-1"], "1DR2"), "PVO-1") == "removed"


# ---- a PVO and another unit ---------------------------------------------------------------------------


@rule("AVD 9.5.2a")
def test_the_other_unit_ignores_dr() -> None:
    game = attacked(["PVO-1", "62C"], "DR")
    assert (place_of(game, "PVO-1"), steps_of(game, "PVO-1")) == (TARGET, 1)
    assert (place_of(game, "62C"), steps_of(game, "62C")) == (TARGET, 2)


@rule("AVD 9.5.2a")
def test_the_other_unit_ignores_dr2() -> None:
    game = attacked(["PVO-1", "62C"], "DR2")
    assert place_of(game, "PVO-1") == "removed"
    assert (place_of(game, "62C"), steps_of(game, "62C")) == (TARGET, 2)
    assert asks(game) != "advance"


@rule("AVD 9.5.2a")
def test_a_reduced_pvo_still_covers_a_dr() -> None:
    game = attacked(["PVO-1", "62C"], "DR", reduced=("PVO-1",))
    assert place_of(game, "PVO-1") == "removed"
    assert place_of(game, "62C") == TARGET


@rule("AVD 9.5.2c")
def test_a_reduced_pvo_covers_half_of_a_dr2() -> None:
    game = attacked(["PVO-1", "62C"], "DR2", reduced=("PVO-1",))
    assert place_of(game, "PVO-1") == "removed"
    assert asked(game) == [("Soviet", "retreat")]
    assert {len(path.split()) for path in paths(game, "62C")} == {1}


@rule("AVD 9.5.2c")
def test_a_pvo_that_took_the_step_loss_covers_half_of_the_rest() -> None:
    game = attacked(["PVO-1", "62C"], "1DR2")
    assert asked(game) == [("Soviet", "loss")]
    game.play("lose PVO-1")
    assert place_of(game, "PVO-1") == "removed"
    assert {len(path.split()) for path in paths(game, "62C")} == {1}


def test_a_pvo_that_did_not_take_it_covers_all_of_the_rest() -> None:
    game = attacked(["PVO-1", "62C"], "1DR2")
    game.play("lose 62C")
    assert place_of(game, "PVO-1") == "removed"
    assert (place_of(game, "62C"), steps_of(game, "62C")) == (TARGET, 1)


def test_a_pvo_that_fell_to_the_step_loss_covers_nothing() -> None:
    game = attacked(["PVO-1", "62C"], "1DR2", reduced=("PVO-1",))
    game.play("lose PVO-1")
    assert {len(path.split()) for path in paths(game, "62C")} == {2}


# ---- two PVOs -----------------------------------------------------------------------------------------


@rule("AVD 9.5.2b")
def test_two_pvos_share_a_dr2() -> None:
    game = attacked(["PVO-1", "PVO-2"], "DR2")
    assert [steps_of(game, unit) for unit in ("PVO-1", "PVO-2")] == [1, 1]
    assert [place_of(game, unit) for unit in ("PVO-1", "PVO-2")] == [TARGET, TARGET]


@rule("AVD 9.5.2b")
def test_a_reduced_one_of_two_dies_of_its_share() -> None:
    game = attacked(["PVO-1", "PVO-2"], "DR2", reduced=("PVO-2",))
    assert (place_of(game, "PVO-1"), steps_of(game, "PVO-1")) == (TARGET, 1)
    assert place_of(game, "PVO-2") == "removed"


@rule("AVD 9.5.2b")
def test_of_two_pvos_one_takes_the_dr() -> None:
    game = attacked(["PVO-1", "PVO-2"], "DR")
    assert asked(game) == [("Soviet", "loss")]
    game.play("lose PVO-2")
    assert [steps_of(game, unit) for unit in ("PVO-1", "PVO-2")] == [2, 1]


# ---- an HQ with a PVO ---------------------------------------------------------------------------------


def test_an_hq_stays_with_a_standing_pvo() -> None:
    game = attacked(["PVO-1", "62C", "13A"], "DR")
    assert place_of(game, "13A") == TARGET


def test_an_hq_goes_with_the_unit_when_the_pvo_fell() -> None:
    game = attacked(["PVO-1", "62C", "13A"], "DR2", reduced=("PVO-1",))
    game.push(next(iter(game.legal)))
    assert place_of(game, "62C") != TARGET
    assert place_of(game, "13A") == place_of(game, "62C")


def test_an_hq_relocates_when_the_pvo_was_all_it_had() -> None:
    game = attacked(["PVO-1", "13A"], "DR2")
    assert asked(game) == [("Soviet", "relocate")]
