"""Positions from the rulebook alone: railways, bases, forts, partisans (10 to 12.7)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import no, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage
from ostfront.core.play.game import Game
from rule import rule

HOME = {"DE-V": "0116", "SU-10A": "2112"}  # one unit a side, out of the way
TO_LENINGRAD = (
    *("0413", "0512", "0613", "0713", "0712", "0812", "0811", "0910", "1010", "1109", "1108", "1208", "1207"),
    *("1306", "1305", "1304", "1405"),
)


def axis_rail(*more: str) -> int:
    return int(stage("movement", {}).state.axis_rail) | hexes(*more)


def replacing(units: dict[str, str], side: str = "axis", turn: int = 3, **more: Any) -> Game:
    return stage("replacements", {**HOME, **units}, side=side, turn=turn, **more)


def texts(game: Game, verb: str) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


# ---- railways -----------------------------------------------------------------------------------------


def railing(units: dict[str, str], side: str = "soviet", turn: int = 3, **more: Any) -> Game:
    return stage("rail", units, side=side, turn=turn, **more)


def test_twenty_hexes_of_railway() -> None:
    """10.1b. Leningrad to Moscow is 12, to Kursk by Tula and Orel 20; Voronezh is 21."""
    game = railing({"SU-8A": "1304", "DE-V": "0116"})
    act(game, "entrain SU-8A")
    assert yes(game, "ride 1919")
    assert no(game, "ride 2319") == "10.1b"


def test_four_points_carry_four_steps() -> None:
    """10, 10.1a. Army 2, army 2; a shock army needs three of the two that are left."""
    game = railing({"SU-8A": "1304", "SU-1SH": "2112", "SU-11A": "2112", "DE-V": "0116"}, turn=8)
    act(game, "entrain SU-8A", "ride 1504")
    assert no(game, "entrain SU-1SH") in ("10", "10.1a")
    assert yes(game, "entrain SU-11A")


def test_no_train_into_or_through_a_zoc_unless_a_friend_is_there() -> None:
    """10.1d: in no ZOC at any point, the first included. Kaluga is in the ZOC of 1815; SU-11A there cancels it."""
    units = {"SU-8A": "1914", "DE-I": "1815"}
    assert no(railing({**units, "SU-11A": "2112"}), "entrain SU-8A") == "10.1d"
    assert yes(railing({**units, "SU-11A": "1914"}), "entrain SU-8A")


def test_who_went_by_rail_does_not_march_but_attacks() -> None:
    """10.1e. SU-8A rides to 1914 next to DE-I, where SU-11A holds the ZOC off."""
    units = {"SU-8A": "2112", "SU-11A": "1914", "DE-I": "1815"}
    game = railing(units)
    act(game, "entrain SU-8A", "ride 1914")
    while asked(game)[0] != ("Soviet", "move"):
        act(game, "done")
    assert "pick SU-8A" not in game.legal
    assert no(game, "pick SU-8A") == "10.1e"
    act(game, "done", "attack 1815")
    assert yes(game, "with SU-8A")


def test_axis_trains_from_turn_two_with_two_points() -> None:
    """2e, 10."""
    game = railing({"DE-I": "0112", "DE-II": "0116", "SU-10A": "2112"}, "axis", 2)
    act(game, "entrain DE-I", "ride 0115")
    assert asked(game)[0][1] != "rail"
    first = stage("phase", {"DE-I": "0112", "SU-10A": "2112"}, turn=1)
    assert asked(first) == [("Axis", "move")]


def test_partisans_slow_trains() -> None:
    """10.1b, 12.7d. A partisan on 2114 makes Kursk 23, and Bobruisk's way round is no shorter."""
    game = railing({"SU-8A": "1304", "DE-V": "0116", "SU-PART1": "1405", "SU-PART2": "1305"})
    act(game, "entrain SU-8A")
    assert no(game, "ride 1919") == "10.1b"


# ---- rail markers -------------------------------------------------------------------------------------


def test_a_marker_lays_three_hexes() -> None:
    """10.3b. From 0317: 0417, 0516, 0617."""
    game = stage("rail markers", HOME, turn=3)
    act(game, "railhead 0317", "lay 0417", "lay 0516", "lay 0617")
    assert asked(game)[0][1] != "lay"
    assert game.state.axis_rail & hexes("0417", "0516", "0617") == hexes("0417", "0516", "0617")


def test_a_marker_enters_no_zoc_unless_an_axis_unit_is_there() -> None:
    """10.3c. SU-8A in 0616 covers 0516 and 0617."""
    game = stage("rail markers", {**HOME, "SU-8A": "0616"}, turn=3)
    act(game, "railhead 0317", "lay 0417")
    assert "lay 0516" not in game.legal
    game = stage("rail markers", {**HOME, "SU-8A": "0616", "SK-1": "0516"}, turn=3)
    act(game, "railhead 0317", "lay 0417")
    assert yes(game, "lay 0516")


def test_a_soviet_unit_on_the_line_cuts_it() -> None:
    """10.3f. Brest line to 0617 with SU-8A in 0516: at the end of the Soviet phase 0516 and 0617 are Soviet again."""
    game = stage("railways cut", {**HOME, "SU-8A": "0516"}, turn=3, axis_rail=axis_rail("0417", "0516", "0617"))
    assert not game.state.axis_rail & hexes("0516", "0617")
    assert game.state.axis_rail & hexes("0417")


# ---- bases, forts -------------------------------------------------------------------------------------


def test_bases_hold_one_or_two_air_corps_within_range() -> None:
    """11.1a, 11.1b. From Warsaw: Lublin has room for one, Konigsberg for two; Grodno is not Axis."""
    units = {**HOME, "DE-LW1": "0116", "DE-LW2": "0219", "DE-LW5": "0112"}
    game = stage("rebase", units, turn=2)
    act(game, "base DE-LW1")
    assert no(game, "at 0219") == "11.1a"
    assert yes(game, "at 0112")
    assert no(game, "at 0415") == "11.1b"


def test_both_sides_rebase_axis_first() -> None:
    """2d, 11.1b. Soviet range 5."""
    game = stage("rebase", {**HOME, "DE-LW1": "0116", "SU-AIR1": "2112"}, turn=5)
    assert asked(game) == [("Axis", "rebase")]
    act(game, "done")
    assert asked(game) == [("Soviet", "rebase")]
    act(game, "base SU-AIR1")
    assert yes(game, "at 1711")  # Rzhev
    assert no(game, "at 1414") == "11.1b"  # Smolensk, more than five hexes


@pytest.mark.parametrize(("triggers", "count"), [((1, 1, 0, 0, 0), 2), ((1, 1, 2, 0, 0), 3)])
def test_soviet_forts_a_turn(triggers: tuple[int, ...], count: int) -> None:
    """12.4e, 13f."""
    game = stage("forts", HOME, turn=4, side="soviet", triggers=triggers)
    sites = ("1414", "1713", "1711", "1910")
    for site in sites[:count]:
        act(game, f"fortify {site}")
    assert ("Soviet", "fort") not in asked(game) or f"fortify {sites[count]}" not in game.legal


def test_where_forts_may_stand() -> None:
    """12.4h. In or next to a city, no enemy ZOC, empty hexes too."""
    game = stage("forts", {**HOME, "DE-I": "1413"}, turn=4, side="soviet")
    assert yes(game, "fortify 1713")
    assert yes(game, "fortify 1612")  # next to Rzhev
    assert no(game, "fortify 2519") == "12.4h"
    assert no(game, "fortify 1414") == "12.4h"  # in the ZOC of 1413


def test_german_forts_one_a_turn_from_turn_four_three_in_all() -> None:
    """12.4g, 2f."""
    assert asked(stage("forts", HOME, turn=3)) == [("Axis", "move")]
    game = stage("forts", HOME, turn=4)
    act(game, "fortify 0116")
    assert asked(game) == [("Axis", "move")]
    game = stage("forts", HOME, turn=5, forts_axis=hexes("0112", "0113", "0116"))
    if asked(game) == [("Axis", "fort")]:
        assert not texts(game, "fortify")


def test_a_twelfth_fort_and_no_thirteenth_but_old_ones_can_go() -> None:
    """12.4f."""
    twelve = hexes("1414", "1713", "1711", "1910", "1914", "1716", "1515", "1311", "1407", "1306", "1917", "1919")
    game = stage("forts", HOME, turn=4, side="soviet", forts_soviet=twelve)
    assert not texts(game, "fortify")
    act(game, "dismantle 1414")
    assert yes(game, "fortify 2115")


# ---- partisans ----------------------------------------------------------------------------------------

TWO = {"SU-PART1": "off-map", "SU-PART2": "off-map"}
RISEN = (1, 1, 1, 1, 4)


def test_one_of_two_partisans_stands_north_of_bobruisk() -> None:
    """12.7a, 12.7b. First 1122 in the south; then only rows up to 15; one a hex; depth five."""
    game = stage("partisans", {**HOME, **TWO}, turn=5, triggers=RISEN)
    assert no(game, "infiltrate 0616") == "12.7a"  # depth 3
    act(game, "infiltrate 1122")
    assert no(game, "infiltrate 1121") == "12.7b"
    assert no(game, "infiltrate 1116") == "12.7b"  # Bobruisk's own row
    assert yes(game, "infiltrate 1115")


def test_no_partisans_in_a_zoc_nor_before_eighteen_points() -> None:
    """12.7a, 13h."""
    game = stage("partisans", {**HOME, **TWO, "DE-I": "1114"}, turn=5, triggers=RISEN)
    assert no(game, "infiltrate 1115") == "12.7a"
    assert ("Soviet", "partisans") not in asked(stage("partisans", {**HOME, **TWO}, turn=5, triggers=(1, 1, 1, 1, 0)))


@rule("B41 4a")
def test_a_zoc_removes_partisans_a_single_step_beside_them_does_not() -> None:
    """12.7e, 4a. DE-I moves next to 1115; SK-1 has no ZOC but drives them out of its own hex."""
    units = {"SU-PART1": "1115", "DE-I": "1113", "SK-1": "1116", "SU-10A": "2112"}
    game = stage("movement", units, turn=5, triggers=RISEN)
    act(game, "pick DE-I", "go 1114")
    assert place_of(game, "SU-PART1") != "1115"
    near = {**units, "DE-I": "0116", "SK-1": "1118"}
    game = stage("movement", near, turn=5, triggers=RISEN)
    act(game, "pick SK-1", "go 1116")
    assert place_of(game, "SU-PART1") == "1115"
    game = stage("movement", {**units, "DE-I": "0116"}, turn=5, triggers=RISEN)
    act(game, "pick SK-1", "go 1115")
    assert place_of(game, "SU-PART1") != "1115"
