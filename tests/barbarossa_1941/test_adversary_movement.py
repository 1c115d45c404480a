"""Positions from the rulebook alone: nations, seas, lakes and what a move sets off (5, 12)."""

from __future__ import annotations

from barbarossa_1941.adversary import marching, no, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of, verdict
from ostfront.core.play.game import Game
from rule import rule

# ---- nations, seas, lakes -----------------------------------------------------------------------------


@rule("B41 12.10e")
def test_kerch_needs_two_of_three_ports() -> None:
    """12.10e, 8.2g. One point more: 2 to cross, 1 to Novorossiysk; Odessa alone does not do."""
    with_two = marching({"DE-I": "1930"}, "DE-I", turn=5, held=["Odessa", "Sevastopol"])
    assert yes(with_two, "go 2031")
    assert yes(with_two, "go 2131")
    assert yes(with_two, "go 2231")  # 2 + 1 + 1 with the strategic point
    with_one = marching({"DE-I": "1930"}, "DE-I", turn=5, held=["Odessa"])
    assert no(with_one, "go 2031") == "12.10e"


@rule("B41 12.10e")
def test_kerch_is_open_to_the_soviets_at_the_start() -> None:
    """12.10e. They hold all three ports; with one left they do not cross."""
    assert yes(marching({"SU-51A": "2031"}, "SU-51A", turn=3, side="soviet"), "go 1930")
    game = marching({"SU-51A": "2031"}, "SU-51A", turn=3, side="soviet", held=["Odessa", "Sevastopol"])
    assert no(game, "go 1930") == "12.10e"


@rule("B41 4f", "B41 12.10e")
def test_zocs_cross_kerch_for_the_side_that_can_cross() -> None:
    """4f, 12.10e. DE-I in Kerch; a Soviet army comes from 2131 to 2031 and would go on to 2130 (marsh, 2)."""
    units = {"SU-51A": "2131", "DE-I": "1930"}
    free = marching(units, "SU-51A", "2031", turn=5, side="soviet")
    assert yes(free, "go 2130")
    stopped = marching(units, "SU-51A", "2031", turn=5, side="soviet", held=["Odessa", "Sevastopol"])
    assert "go 2130" not in stopped.legal


@rule("B41 12.10d")
def test_ladoga_is_crossed_in_deep_freeze_but_nobody_stays_on_it() -> None:
    """12.10d. 1303, 1404 (lake, 1), 1504 (1): 2 points; overland 1 + 2 + 1."""
    game = marching({"DE-I": "1303"}, "DE-I", turn=9)
    assert yes(game, "go 1504")
    if "go 1404" in game.legal:  # passing on
        act(game, "go 1404")
        assert "stop" not in game.legal
    icy = marching({"DE-I": "1303"}, "DE-I", turn=8)
    assert "go 1504" not in icy.legal
    assert no(icy, "go 1404") in ("12.10b", "12.10d")


@rule("B41 12.10d")
def test_a_zoc_on_the_ice_bars_the_crossing() -> None:
    """12.10d, 5b. SU-8A in 1405 covers 1404: a unit must stop there and cannot; by 1403 it is a point too far."""
    game = marching({"DE-I": "1303", "SU-8A": "1405"}, "DE-I", turn=9)
    assert "go 1404" not in game.legal
    assert "go 1504" not in game.legal
    assert verdict(game, "go 1404")


def test_frozen_lake_hexsides_are_no_obstacle() -> None:
    """12.10c. 1407 | 1408 is a lake hexside."""
    assert "go 1408" not in marching({"DE-I": "1407", "SU-8A": "1307"}, "DE-I", turn=8).legal
    game = marching({"DE-I": "1407"}, "DE-I", turn=9)
    assert yes(game, "go 1408")


@rule("B41 12.2b")
def test_finns_beyond_the_frontier() -> None:
    """12.2b. Out they may go, and on, but into no ZOC; SU-23A in 1304 covers 1303 and 1204."""
    units = {"FI-II": "1102", "SU-23A": "1304"}
    game = marching(units, "FI-II", turn=3)
    assert yes(game, "go 1203")
    assert no(game, "go 1204") == "12.2b"
    assert "go 1303" not in game.legal


def test_finns_may_enter_a_zoc_at_home() -> None:
    """12.2b. SU-23A in Vyborg covers 1102."""
    assert yes(marching({"FI-II": "1003", "SU-23A": "1203"}, "FI-II", turn=3), "go 1102")


@rule("B41 4e")
def test_a_finn_walks_into_empty_leningrad() -> None:
    """12.2b, example; 4e. An army in 1305 covers no major city."""
    game = marching({"FI-II": "1203", "SU-8A": "1305"}, "FI-II", turn=3)
    assert yes(game, "go 1304")  # 1204 (1), 1304 (1)


@rule("B41 12.2e")
def test_italians_keep_off_the_coast() -> None:
    """12.2e. Odessa and Nikolaev touch the Black Sea, 1227 does not; the Baltic does not matter."""
    game = marching({"IT-CSIR": "1227"}, "IT-CSIR", turn=4)
    assert no(game, "go 1228") == "12.2e"
    assert no(game, "go 1327") == "12.2e"
    assert yes(marching({"IT-CSIR": "0510"}, "IT-CSIR", turn=4), "go 0309")
    assert yes(marching({"IT-CSIR": "0509"}, "IT-CSIR", turn=4), "go 0609")  # Riga, on the Baltic


@rule("B41 12.2a")
def test_romanians_pass_hungarians_but_do_not_stay() -> None:
    """12.2a, 3a."""
    game = marching({"RO-IV": "2617", "HU-VIII": "2618"}, "RO-IV", turn=4, triggers=(1, 0, 0, 0, 0))
    assert yes(game, "go 2619")
    assert "go 2618" not in game.legal or ("go 2618" in game.legal and _cannot_stop(game, "2618"))
    game = marching({"DE-I": "2617", "HU-VIII": "2618"}, "DE-I", turn=4, triggers=(1, 0, 0, 0, 0))
    assert yes(game, "go 2618")


def _cannot_stop(game: Game, place: str) -> bool:
    """Whether a unit that steps there must go on."""
    act(game, f"go {place}")
    return "stop" not in game.legal


@rule("B41 12.2d")
def test_hungary_is_closed_before_it_joins() -> None:
    """12.2d, 13d."""
    game = marching({"DE-IV": "0121"}, "DE-IV", turn=2)
    assert no(game, "go 0122") == "12.2d"
    game = marching({"SU-12A": "0323"}, "SU-12A", turn=2, side="soviet")
    assert no(game, "go 0224") == "12.2d"


@rule("B41 3a")
def test_passing_through_a_full_hex_is_free() -> None:
    """3a. Three corps of two steps are six points."""
    units = {"DE-I": "2617", "DE-II": "2618", "DE-X": "2618", "DE-V": "2618"}
    game = marching(units, "DE-I", turn=3)
    assert yes(game, "go 2619")
    assert "go 2618" not in game.legal or _cannot_stop(game, "2618")


def test_the_fortress_fills_its_hex() -> None:
    """3b, 12.4a. Fortress 2, garrison 1, an army 2: one step more, not two; an airborne corps has none."""
    units = {"SU-FORT-SEV": "1531", "SU-GAR-SEV": "1531", "SU-9A": "1531", "SU-51A": "1631", "SU-3ABN": "1631"}
    assert "go 1531" not in marching(units, "SU-51A", turn=3, side="soviet").legal
    assert yes(marching(units, "SU-51A", turn=3, side="soviet", reduced=["SU-51A"]), "go 1531")
    assert yes(marching(units, "SU-3ABN", turn=3, side="soviet"), "go 1531")


def test_a_sea_move_is_one_unit_of_two_steps_a_turn() -> None:
    """12.1. The Soviets hold all Black Sea ports and three of five in the Baltic."""
    units = {"SU-9A": "1228", "SU-8A": "0609", "SU-1SH": "1531", "SU-11A": "1227"}
    game = stage("movement", units, turn=3, side="soviet")
    assert {text for text in game.legal.texts if text.startswith("sail")} == {"sail SU-9A", "sail SU-8A"}
    assert no(game, "sail SU-1SH") == "12.1a"  # three steps
    assert verdict(game, "sail SU-11A")  # in no port
    act(game, "sail SU-9A")
    act(game, "at 2131")
    assert place_of(game, "SU-9A") == "2131"
    assert no(game, "pick SU-9A") in ("5a", "10.1e", "12.1c")  # its movement is used up
    assert no(game, "sail SU-8A") == "12.1a"


def test_a_position_in_which_a_unit_sails_far_from_the_sea_is_refused() -> None:
    game = stage("movement", {"SU-9A": "1228", "SU-8A": "0609", "SU-11A": "1227"}, turn=3, side="soviet")
    act(game, "sail SU-9A")
    assert game.rules.check(game.state) == []
    game.state.put(game.state.top.local.unit, game.state.place[game.rules.facts.roster.index["SU-11A"]])
    assert "SU-9A sails and is not in a port." in game.rules.check(game.state)


def test_the_axis_sails_the_baltic_with_three_ports() -> None:
    """12.1b, 8.2g. Konigsberg and Helsinki are two; Tallinn is the third."""
    units = {"DE-I": "0112"}
    assert no(stage("movement", units, turn=3), "sail DE-I") == "12.1b"
    game = stage("movement", units, turn=3, held=["Tallinn"])
    act(game, "sail DE-I")
    assert {"at 0804", "at 0805"} <= set(game.legal.texts)
    assert "at 0609" not in game.legal  # Soviet


# ---- airborne corps, bases, militia, partisans in the way of a move -----------------------------------


def test_quality_three_scatters_a_lone_airborne_corps_lesser_units_do_not() -> None:
    """12.5d."""
    units = {"DE-I": "2618", "RO-IV": "2519", "SU-4ABN": "2619"}
    game = marching(units, "DE-I", "2619", turn=3)
    assert place_of(game, "SU-4ABN") in ("eliminated", "removed", "")
    game = marching(units, "RO-IV", turn=3)
    assert no(game, "go 2619") == "12.5d"


def test_an_airborne_corps_has_no_zoc_and_moves_three() -> None:
    """4a, 12.5a."""
    assert yes(marching({"DE-I": "2618", "SU-4ABN": "2519"}, "DE-I", "2619", turn=3), "go 2620")
    game = marching({"SU-4ABN": "2615"}, "SU-4ABN", turn=3, side="soviet")
    assert yes(game, "go 2618")


def test_an_air_base_entered_costs_its_air_corps_two_turns() -> None:
    """11.1c. Yelets 2218 in turn 5: back on turn 7."""
    game = marching({"DE-I": "2217", "SU-AIR1": "2218"}, "DE-I", "2218", turn=5)
    assert place_of(game, "SU-AIR1") not in ("2218",)
    assert game.state.due[game.facts.roster.index["SU-AIR1"]] == 7


def test_militia_rises_in_the_midst_of_a_move_and_the_move_goes_on() -> None:
    """12.11b, note; 13e. DE-XXXXI passes 0914 next to Minsk on its way to 0913."""
    units = {"DE-XXXXI": "0814", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
    game = marching(units, "DE-XXXXI", "0914", turn=3, triggers=(1, 2, 0, 0, 0))
    assert asked(game) == [("Soviet", "militia")]
    act(game, "raise 0915")
    assert steps_of(game, "SU-OPOL1") == 2
    assert "0915" in (place_of(game, "SU-OPOL1"), place_of(game, "SU-OPOL2"))
    assert asked(game) == [("Axis", "march")]
    assert yes(game, "go 0913")
    assert "go 0915" not in game.legal


def test_militia_declined_is_lost_for_that_city() -> None:
    """12.11b: only the first time."""
    units = {"DE-XXXXI": "0814", "DE-LVI": "0714", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
    game = marching(units, "DE-XXXXI", "0914", turn=3, triggers=(1, 2, 0, 0, 0))
    act(game, "pass", "stop", "pick DE-LVI", "go 0815")
    assert asked(game)[0][0] == "Axis"


def test_no_militia_before_five_points() -> None:
    """13e."""
    units = {"DE-XXXXI": "0814", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
    assert asked(marching(units, "DE-XXXXI", "0914", turn=3)) == [("Axis", "march")]


def test_leaving_kiev_empty_lets_partisans_rise_and_its_points_are_gone_for_good() -> None:
    """12.7f, 12.7g, 13b. Before 18 points too; Kiev counts 2."""
    units = {"DE-XXXXI": "1221", "SU-PART1": "off-map", "SU-PART2": "off-map"}
    game = marching(units, "DE-XXXXI", "1321", turn=4)
    assert asked(game) == [("Soviet", "uprising")]
    act(game, "rise 1221")
    assert asked(game)[0] == ("Axis", "march")
    act(game, "go 1221")  # back again: the partisans go, the points stay away
    assert game.state.liberated == hexes("Kiev")
    assert "1221" not in (place_of(game, "SU-PART1"), place_of(game, "SU-PART2"))


def test_no_rising_in_riga_or_lvov() -> None:
    """12.7f: they are no Russian cities."""
    for city, next_door in (("0609", "0610"), ("0321", "0421")):
        units = {"DE-XXXXI": city, "SU-PART1": "off-map", "SU-PART2": "off-map"}
        game = marching(units, "DE-XXXXI", next_door, turn=4)
        assert asked(game) == [("Axis", "march")]
