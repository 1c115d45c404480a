"""Supply (10): the Supply chit from the first marker to the last disbanded unit, and what the markers do."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from ostfront.games.victory_denied.state import DISTRACTED, ISOLATED, MOSCOW, OUT_OF_SUPPLY
from rule import rule
from victory_denied.asking import asked, points, verdict
from victory_denied.stage import FACTS, place_of, stage, steps_of

FAR_APART = {"7Pz": "3919", "20Pz": "3919", "VI-HQ": "3915", "26Inf": "3915", "61C": "3345", "24A": "3345"}


def marked(game: Game, marker: int) -> set[str]:
    return {FACTS.roster.ids[unit] for unit, status in enumerate(game.state.status) if status & marker}


# ---- the phase (10.0) -----------------------------------------------------------------------------


@rule("AVD 10.0")
def test_the_supply_chit_step_by_step() -> None:
    """Markers, isolation, HQs (Soviets first), disbanding."""
    game = stage("draw", FAR_APART, turn=2, cup=1 << FACTS.chit_index["Supply"], rolls=["draw Supply"])
    assert asked(game) == [("Soviet", "starve")]
    game.play("starve 7Pz")
    assert asked(game) == [("Soviet", "regroup")]
    assert game.view(0).log()[-1] == "No unit is isolated."
    game.play("done")
    assert asked(game) == [("German", "regroup")]
    game.play("done")
    assert asked(game) == [("Soviet", "disband")]
    game.play("done")
    assert asked(game) == [("German", "select")]


def test_steps_without_a_choice_are_not_asked() -> None:
    """Turn 1, no HQ and no Soviet unit to disband but a PVO: nobody is asked anything before the next turn."""
    game = stage("supply", {"7Pz": "3919", "12Pz": "3618", "PVO-1": "3327"}, turn=1)
    assert game.state.turn == 2


# ---- out of supply (10.1) -------------------------------------------------------------------------


@rule("AVD 10.1.1")
def test_old_markers_come_off_first() -> None:
    game = stage("supply", FAR_APART, turn=3, out_of_supply=["7Pz", "26Inf"])
    assert asked(game) == [("Soviet", "starve")]
    assert marked(game, OUT_OF_SUPPLY) == set()


@rule("AVD 10.1.2")
def test_as_many_german_combat_units_as_the_track_says() -> None:
    """Turn 3: two, among them one that was marked before; no HQ, no Soviet, nobody twice."""
    game = stage("supply", FAR_APART | {"8Inf": "german-entry-9A"}, turn=3, out_of_supply=["7Pz"])
    assert verdict(game, "starve 7Pz") == []
    assert verdict(game, "starve 26Inf") == []
    for wrong in ("VI-HQ", "61C", "8Inf"):
        assert verdict(game, f"starve {wrong}") == ["AVD 10.1.2"]
    game.play("starve 7Pz")
    assert verdict(game, "starve 7Pz") == ["AVD 10.1.2"]
    game.play("starve 26Inf")
    assert asked(game) == [("Soviet", "regroup")]
    assert marked(game, OUT_OF_SUPPLY) == {"7Pz", "26Inf"}


def test_the_soviet_player_may_leave_markers_unused() -> None:
    game = stage("supply", FAR_APART, turn=3)
    game.play("starve 20Pz")
    game.play("done")
    assert marked(game, OUT_OF_SUPPLY) == {"20Pz"}


def test_more_markers_than_germans() -> None:
    """Two markers for a lone German unit: the second finds nobody."""
    game = stage("supply", {"7Pz": "3919", "61C": "3345", "24A": "3345"}, turn=3)
    game.play("starve 7Pz")
    assert asked(game) == [("Soviet", "regroup")]


@rule("AVD 10.1.3")
def test_no_marker_on_turn_1() -> None:
    assert asked(stage("supply", FAR_APART, turn=1)) == [("Soviet", "regroup")]


@rule("AVD 10.1.4")
@pytest.mark.parametrize(("directive", "count"), [(DISTRACTED, 2), (MOSCOW, 3)])
def test_turn_8_has_two_numbers(directive: int, count: int) -> None:
    game = stage("supply", FAR_APART | {"19Pz": "4510", "12Pz": "3618"}, turn=8, directive=directive)
    for unit in ("7Pz", "20Pz", "19Pz")[:count]:
        assert asked(game) == [("Soviet", "starve")]
        game.play(f"starve {unit}")
    assert asked(game) == [("Soviet", "regroup")]


# ---- what the markers do (10.3) -------------------------------------------------------------------


def strengths(game: Game) -> str:
    """As the attacker reads them: `9 to 3`."""
    return game.pending[0].prompt.split(": ")[1].split(" so far")[0]


@pytest.mark.parametrize(
    ("out", "cut", "expected"),
    [((), (), "9 to 3"), (("7Pz",), (), "4 to 3"), ((), ("7Pz",), "4 to 3"), ((), ("61C",), "9 to 1"),
     (("7Pz",), ("7Pz",), "4 to 3")],
)  # fmt: skip
def test_attack_and_defense(out: tuple[str, ...], cut: tuple[str, ...], expected: str) -> None:
    """9.3.1, 10.3: an attacker with any marker is halved, once; a defender only when isolated."""
    game = stage("combat", {"7Pz": "2540", "12Pz": "2542", "61C": "2541"}, out_of_supply=out, isolated=cut)
    game.play("attack 2541 with 7Pz")
    assert strengths(game) == expected


def test_defense_of_a_unit_out_of_supply_is_whole() -> None:
    game = stage("combat", {"29Mot": "2541", "61C": "2540", "63C": "2542", "66C": "2642"}, side="soviet",
                 out_of_supply=["29Mot"])  # fmt: skip
    game.play("attack 2541 with 61C 63C")
    assert strengths(game) == "6 to 5"


@rule("AVD 10.3.2")
def test_out_of_supply_halves_movement() -> None:
    game = stage("movement", {"7Pz": "3342", "26Inf": "3340"}, out_of_supply=["7Pz", "26Inf"])
    game.play("pick 7Pz")
    assert points(game) == 5
    game.play("stop")
    game.play("pick 26Inf")
    assert points(game) == 2  # half of 5, rounded down


@rule("AVD 10.3.3a")
def test_isolation_halves_movement() -> None:
    game = stage("movement", {"61C": "3342", "20MC": "3340"}, side="soviet", isolated=["61C", "20MC"])
    game.play("pick 61C")
    assert points(game) == 2
    game.play("stop")
    game.play("pick 20MC")
    assert points(game) == 3


def test_both_markers_halve_once() -> None:
    game = stage("movement", {"7Pz": "3342"}, isolated=["7Pz"], out_of_supply=["7Pz"])
    game.play("pick 7Pz")
    assert points(game) == 5


@rule("AVD 10.3.3b")
@pytest.mark.parametrize(
    ("unit", "cut", "grave"),
    [("61C", False, "soviet-reserve"), ("61C", True, "removed"), ("64ID", False, "elite-cup"),
     ("64ID", True, "removed"), ("PVO-6", False, "removed"), ("Kalin", False, "removed")],
)  # fmt: skip
def test_what_dies_isolated_does_not_come_back(unit: str, cut: bool, grave: str) -> None:
    game = stage("combat", {"SSReich": "2540", "10Pz": "2542", unit: "2541"}, rolls=["roll 6"], turn=1,
                 isolated=[unit] if cut else [])  # fmt: skip
    game.play("attack 2541 with SSReich 10Pz")
    assert place_of(game, unit) == grave
    assert steps_of(game, unit) == 2


@rule("AVD 10.3.4")
def test_the_markers_stay_until_the_next_supply_phase() -> None:
    units = FAR_APART | {"51C": "3340"}
    game = stage("end of turn", units, turn=3, isolated=["51C"], out_of_supply=["7Pz"])
    assert game.state.turn == 4
    assert (marked(game, ISOLATED), marked(game, OUT_OF_SUPPLY)) == ({"51C"}, {"7Pz"})
    game = stage("supply", units, turn=4, isolated=["51C"], out_of_supply=["7Pz"])
    game.play("done")
    assert (marked(game, ISOLATED), marked(game, OUT_OF_SUPPLY)) == (set(), set())


# ---- HQs (10.4) -----------------------------------------------------------------------------------


@rule("AVD 10.4")
def test_hqs_may_relocate_once_each() -> None:
    """16A goes four hexes toward Moscow, and no further this phase; Germans do not yet have their say."""
    game = stage("regroup", FAR_APART | {"16A": "3327"})
    assert verdict(game, "pick 61C") == ["AVD 10.4"]
    assert verdict(game, "pick VI-HQ") == ["AVD 10.4"]
    assert verdict(game, "pick 13A") == ["AVD 10.4"]
    game.play("pick 16A")
    game.play("relocate 16A 3331")
    assert place_of(game, "16A") == "3331"
    assert asked(game) == [("Soviet", "regroup")]
    assert verdict(game, "pick 16A") == ["AVD 10.4"]
    game.play("done")
    assert asked(game) == [("German", "regroup")]


# ---- disbanding (10.5) ----------------------------------------------------------------------------


@rule("AVD 10.5")
def test_disbanded_units_go_to_box_and_cup() -> None:
    units = {
        "61C": "3345", "64ID": "3345", "Kalin": "3340", "51C": "3338", "PVO-6": "3327", "24A": "3345", "7Pz": "3919",
        "12Pz": "3618", "28C": "soviet-reserve",
    }  # fmt: skip
    game = stage("disbanding", units, reduced=["61C", "Kalin"], isolated=["51C"])
    for wrong in ("PVO-6", "24A", "7Pz", "28C"):
        assert verdict(game, f"disband {wrong}") == ["AVD 10.5"]
    for unit in ("61C", "64ID", "Kalin", "51C"):
        game.play(f"disband {unit}")
    assert place_of(game, "61C") == "soviet-reserve"
    assert steps_of(game, "61C") == 2
    assert place_of(game, "64ID") == "elite-cup"
    assert place_of(game, "Kalin") == "soviet-reserve"  # a star unit that was not eliminated
    assert place_of(game, "51C") == "removed"
    assert asked(game) != [("Soviet", "disband")]  # nobody is left to disband
