"""9.6: advance after combat, with the HQs that go along (12.4)."""

from __future__ import annotations

from typing import Any

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, fight, paths
from victory_denied.stage import place_of, stage

# a plain without rivers: 2541 and the hexes around it
TARGET = "2541"
WEST, NORTHWEST, NORTHEAST, EAST, SOUTHEAST, SOUTHWEST = "2540", "2641", "2642", "2542", "2442", "2441"
AROUND = {WEST, NORTHWEST, NORTHEAST, EAST, SOUTHEAST, SOUTHWEST}


def won(units: dict[str, str], *attackers: str, die: int, target: str = TARGET, **fields: Any) -> Game:
    """After a won attack, when the advance is asked for; retreats and relocations by the first way."""
    game = stage("combat", units, **fields)
    fight(game, target, *attackers, rolls=[f"roll {die}"])
    while asks(game) not in ("advance", "attack", ""):
        game.push(next(iter(game.legal)))
    return game


# ---- the example --------------------------------------------------------------------------------------


@rule("AVD 9.6.5")
def test_example_advance() -> None:
    units = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "64ID": "2747", "3Pz": "2648"}
    game = won(units, "KV-1", "KV-2", "45C", "64ID", die=3, target="2648", side="soviet", captured=["2647"])
    assert place_of(game, "3Pz") == "2647"
    assert paths(game, "64ID") == paths(game, "45C") == {"2648"}
    assert paths(game, "KV-2") == {"2648"}, "it crosses the Oka and must stop"
    assert paths(game, "KV-1") == {"2648", "2648 2649", "2648 2747", "2648 2748"}, "not over the Oka, not to Kaluga"
    assert verdict(game, "advance KV-1 2648 2548") == ["AVD 9.6.5"]
    assert verdict(game, "advance KV-2 2648 2748") == ["AVD 9.6.5"]
    assert verdict(game, "advance KV-1 2648 2647") == ["AVD 5.2"]
    for move in ("KV-1 2648 2748", "KV-2 2648", "64ID 2648"):
        game.play(f"advance {move}")
    assert [place_of(game, unit) for unit in ("KV-1", "KV-2", "64ID", "45C")] == ["2748", "2648", "2648", "2548"]
    assert asks(game) != "advance", "there is no room for 45C"


# ---- how far (9.6.1) ----------------------------------------------------------------------------------


@rule("AVD 9.6.1a")
def test_foot_units_advance_one_hex_and_motorized_ones_two() -> None:
    game = won({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, "3Pz", "1Cav", die=3)
    assert paths(game, "1Cav") == {TARGET}
    assert verdict(game, f"advance 1Cav {TARGET} {SOUTHEAST}") == ["AVD 9.6.1a"]
    fled = place_of(game, "5MC")
    assert paths(game, "3Pz") == {TARGET, *(f"{TARGET} {second}" for second in AROUND - {fled})}


@rule("AVD 9.6.1a")
def test_only_attackers_advance_and_only_once() -> None:
    game = won({"3Pz": WEST, "4Pz": NORTHWEST, "1Cav": WEST, "5MC": TARGET}, "3Pz", "4Pz", die=1)
    assert asks(game) == "advance"
    assert verdict(game, f"advance 1Cav {TARGET}") == ["AVD 9.6.1a"], "it stood by"
    game.play(f"advance 3Pz {TARGET}")
    assert verdict(game, f"advance 3Pz {TARGET} {EAST}") == ["AVD 9.6.1a"]


def test_nobody_advances_while_the_hex_is_held() -> None:
    game = won({"3Pz": WEST, "PVO-1": TARGET}, "3Pz", die=3)
    assert place_of(game, "PVO-1") == TARGET
    assert asks(game) != "advance"


def test_attackers_that_lost_steps_have_nothing_to_advance_into() -> None:
    game = won({"29Mot": WEST, "62C": TARGET}, "29Mot", die=1)
    assert asks(game) != "advance"


# ---- as one likes (9.6.2, 9.6.3) ----------------------------------------------------------------------


@rule("AVD 9.6.2")
def test_nobody_has_to_advance() -> None:
    game = won({"3Pz": WEST, "4Pz": WEST, "5MC": TARGET}, "3Pz", "4Pz", die=1)
    game.play(f"advance 3Pz {TARGET}")
    assert verdict(game, "done") == []
    game.play("done")
    assert (place_of(game, "3Pz"), place_of(game, "4Pz")) == (TARGET, WEST)


@rule("AVD 9.6.2")
def test_zones_of_control_are_ignored() -> None:
    game = won({"3Pz": WEST, "PVO-1": TARGET, "62C": "2543", "45C": NORTHEAST}, "3Pz", die=4)
    assert verdict(game, "done") == []
    assert verdict(game, f"advance 3Pz {TARGET} {EAST}") == [], "45C covers both, 62C the second"


@rule("AVD 9.6.3")
def test_the_attacked_hex_comes_first() -> None:
    game = won({"3Pz": WEST, "5MC": TARGET}, "3Pz", die=4)
    assert verdict(game, f"advance 3Pz {NORTHWEST}") == ["AVD 9.6.3"]
    assert verdict(game, f"advance 3Pz {NORTHWEST} {TARGET}") == ["AVD 9.6.3"]
    assert "AVD 9.6.3" in verdict(game, f"advance 3Pz {TARGET} 2543"), "that is a third hex"
    assert verdict(game, f"advance 3Pz {TARGET} {WEST}") == [], "there and back is allowed"


@rule("AVD 9.6.3")
def test_two_units_may_end_in_different_hexes() -> None:
    game = won({"3Pz": WEST, "4Pz": WEST, "5MC": TARGET}, "3Pz", "4Pz", die=5)
    game.play(f"advance 3Pz {TARGET} {NORTHWEST}")
    assert verdict(game, f"advance 4Pz {SOUTHWEST}") == ["AVD 9.6.3"]
    game.play(f"advance 4Pz {TARGET} {SOUTHWEST}")
    assert (place_of(game, "3Pz"), place_of(game, "4Pz")) == (NORTHWEST, SOUTHWEST)


def test_nobody_advances_off_the_map() -> None:
    game = won({"3Pz": "1653", "5MC": "1553"}, "3Pz", die=4, target="1553")
    assert {path.split()[-1] for path in paths(game, "3Pz")} <= {"1552", "1553", "1554", "1653", "1654"}


def test_stacking_counts_where_a_unit_ends() -> None:
    units = {"8Inf": WEST, "28Inf": WEST, "1Cav": NORTHWEST, "3Pz": NORTHWEST, "5MC": TARGET}
    game = won(units, "8Inf", "28Inf", "1Cav", "3Pz", die=2)
    game.play(f"advance 8Inf {TARGET}")
    game.play(f"advance 28Inf {TARGET}")
    assert verdict(game, f"advance 1Cav {TARGET}") == ["AVD 5.1a"]
    assert verdict(game, f"advance 3Pz {TARGET} {WEST}") == [], "through the full hex, into the one left empty"


def test_germans_do_not_advance_into_the_pocket() -> None:
    game = won({"3Pz": "3107", "PVO-1": "3106"}, "3Pz", die=4, target="3106")
    assert verdict(game, "advance 3Pz 3106 3105") == ["AVD 14.0h"]


def test_an_advance_into_moscow_wins() -> None:
    game = won({"3Pz": "3653", "4Pz": "3653", "5MC": "3654"}, "3Pz", "4Pz", die=1, target="3654")
    game.play("advance 3Pz 3654 3655")
    assert game.result is not None
    assert game.result.winner == "german"


# ---- overruns (9.6.4) ---------------------------------------------------------------------------------


@rule("AVD 9.6.4", "AVD 12.1")
def test_an_advancing_unit_overruns_a_lone_hq() -> None:
    game = won({"3Pz": WEST, "5MC": TARGET, "13A": NORTHWEST}, "3Pz", die=4)
    game.play(f"advance 3Pz {TARGET} {NORTHWEST}")
    assert place_of(game, "3Pz") == NORTHWEST
    assert asked(game) == [("Soviet", "relocate")]


def test_an_hq_overruns_nobody() -> None:
    units = {"8Inf": WEST, "28Inf": WEST, "VI-HQ": WEST, "PVO-1": TARGET, "13A": NORTHWEST}
    game = won(units, "8Inf", "28Inf", die=6, reduced=["PVO-1"])
    assert asks(game) == "advance"
    assert "AVD 5.2" in verdict(game, f"advance VI-HQ {NORTHWEST}")


# ---- rivers (9.6.5) -----------------------------------------------------------------------------------


@rule("AVD 9.6.5")
def test_no_second_hex_over_an_unbridged_major_river() -> None:
    game = won({"3Pz": "2747", "5MC": "2648"}, "3Pz", die=4, target="2648")
    assert verdict(game, "advance 3Pz 2648 2547") == ["AVD 9.6.5"]
    assert verdict(game, "advance 3Pz 2648 2748") == []


@rule("AVD 9.6.5")
def test_no_second_hex_after_one() -> None:
    game = won({"3Pz": "2548", "4Pz": "2548", "5MC": "2648"}, "3Pz", "4Pz", die=4, target="2648")
    assert paths(game, "3Pz") == {"2648"}
    assert verdict(game, "advance 3Pz 2648 2748") == ["AVD 9.6.5"]


def test_bridges_and_minor_rivers_do_not_stop_an_advance() -> None:
    game = won({"3Pz": "2647", "4Pz": "2647", "5MC": "2646"}, "3Pz", "4Pz", die=4, target="2646")
    assert any(" " in path for path in paths(game, "3Pz")), "over the bridge and on"
    game = won({"3Pz": "2618", "4Pz": "2618", "PVO-1": "2717"}, "3Pz", "4Pz", die=5, target="2717", turn=1)
    assert verdict(game, "advance 3Pz 2717 2716") == [], "the Dnieper is bridged at Mogilev"


# ---- PVO (9.6.6) --------------------------------------------------------------------------------------


@rule("AVD 9.6.6")
def test_pvo_never_advance() -> None:
    units = {"PVO-1": WEST, "KV-1": WEST, "1Cav": TARGET}
    game = won(units, "PVO-1", "KV-1", die=5, side="soviet")
    assert asks(game) == "advance"
    assert verdict(game, f"advance PVO-1 {TARGET}") == ["AVD 9.6.6"]
    assert verdict(game, f"advance KV-1 {TARGET}") == []


def test_a_pvo_that_wins_alone_is_not_asked() -> None:
    game = won({"PVO-1": WEST, "1Cav": TARGET}, "PVO-1", die=7, side="soviet")
    assert place_of(game, "1Cav") != TARGET
    assert asks(game) != "advance"


# ---- HQs (12.4) ---------------------------------------------------------------------------------------


@rule("AVD 12.4", "AVD 9.6.1b")
def test_an_hq_advances_with_its_stack() -> None:
    game = won({"KV-1": WEST, "62C": WEST, "13A": WEST, "1Cav": TARGET}, "KV-1", "62C", die=4, side="soviet")
    assert verdict(game, f"advance 13A {TARGET}") == ["AVD 12.4"], "nobody has gone there yet"
    game.play(f"advance 62C {TARGET}")
    assert verdict(game, f"advance 13A {TARGET}") == []
    game.play(f"advance 13A {TARGET}")
    assert place_of(game, "13A") == TARGET
    assert verdict(game, f"advance 13A {EAST}") == ["AVD 12.4"], "once"


@rule("AVD 12.4", "AVD 9.6.1b")
def test_an_hq_goes_two_hexes_with_a_motorized_unit() -> None:
    game = won({"KV-1": WEST, "KV-2": WEST, "13A": WEST, "1Cav": TARGET}, "KV-1", "KV-2", die=4, side="soviet")
    game.play(f"advance KV-1 {TARGET} {NORTHWEST}")
    assert paths(game, "13A") == {NORTHWEST}
    game.play(f"advance 13A {NORTHWEST}")
    assert place_of(game, "13A") == NORTHWEST


@rule("AVD 12.4")
def test_an_hq_of_another_stack_stays() -> None:
    units = {"KV-1": WEST, "KV-2": WEST, "13A": WEST, "16A": NORTHWEST, "62C": NORTHWEST, "1Cav": TARGET}
    game = won(units, "KV-1", "KV-2", die=4, side="soviet")
    game.play(f"advance KV-1 {TARGET}")
    assert verdict(game, f"advance 16A {TARGET}") == ["AVD 12.4"], "62C did not attack"
    assert verdict(game, f"advance 13A {TARGET}") == []


def test_an_hq_does_not_advance_onto_an_hq() -> None:
    units = {"KV-1": WEST, "13A": WEST, "KV-2": NORTHWEST, "KV-3": NORTHWEST, "16A": NORTHWEST, "1Cav": TARGET}
    game = won(units, "KV-1", "KV-2", "KV-3", die=3, side="soviet")
    game.play(f"advance KV-1 {TARGET}")
    game.play(f"advance 13A {TARGET}")
    game.play(f"advance KV-2 {TARGET}")
    assert verdict(game, f"advance 16A {TARGET}") == ["AVD 5.1b"]
