"""Railways (10): trains, networks, rail markers and railways cut; with partisans (12.7)."""

from __future__ import annotations

from typing import Any

from barbarossa_1941.scene import AT, names, scene
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, verdict
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import rail
from ostfront.games.barbarossa_1941.rules.rail_network import own_rail, rail_range
from rule import rule

HOME = FACTS.railways.hexes & FACTS.axis_home


def trains(units: dict[str, str], side: str = "soviet", **fields: Any) -> Game:
    return stage("rail", units, side=side, **fields)


def stations(game: Game, unit: str) -> set[str]:
    act(game, f"entrain {unit}")
    return {text.split()[1] for text in game.legal.texts}


# ---- trains (10, 10.1) ------------------------------------------------------------------------------


@rule("B41 10", "B41 10.1a")
def test_the_soviets_have_four_points_and_a_step_costs_one() -> None:
    units = {"SU-8A": "2112", "SU-11A": "1914", "SU-10MC": "2115", "SU-1SH": "1917"}
    game = trains(units)
    act(game, "entrain SU-8A", "ride 2115")
    assert game.legal.texts == ["done", "entrain SU-10MC", "entrain SU-11A"]  # the shock army has three steps
    act(game, "entrain SU-10MC", "ride 2112")
    assert asked(game) != [("Soviet", "rail")]  # one point is left, and nobody with one step
    game = trains(units)
    act(game, "entrain SU-8A", "ride 2115", "entrain SU-11A", "ride 2115")
    assert asked(game) != [("Soviet", "rail")]


@rule("B41 10", "B41 10.1a")
def test_the_axis_has_two_points() -> None:
    game = trains({"DE-I": "0116", "DE-AZUL": "0112", "SK-1": "0116"}, side="axis")
    assert {"entrain DE-I", "entrain DE-AZUL", "entrain SK-1"} <= set(game.legal.texts)
    act(game, "entrain DE-AZUL", "ride 0113")
    assert verdict(game, "entrain DE-I") == ["B41 10.1a"]  # two steps, one point
    assert verdict(game, "entrain SK-1") == []


@rule("B41 3a", "B41 10.1c")
def test_a_full_hex_is_no_station_for_a_unit_next_door() -> None:
    """Two hexes of rail apart from all others: three corps fill one, a fourth is in the other."""
    full = {"DE-I": "1414", "DE-V": "1414", "DE-VI": "1414"}
    game = trains({**full, "DE-VII": "1513"}, side="axis", axis_rail=HOME | hexes("1414", "1513"))
    assert "entrain DE-I" in game.legal.texts
    assert "entrain DE-VII" not in game.legal.texts
    assert verdict(game, "entrain DE-VII") == ["B41 10.1c"]


@rule("B41 10.1b")
def test_a_ride_is_twenty_hexes_long() -> None:
    """From Brest 2412 is the twentieth hex, on the line to Gorki."""
    found = stations(trains({"SU-8A": "0417"}), "SU-8A")
    assert "2412" in found and "2511" not in found


@rule("B41 12.7d")
def test_partisans_slow_trains_of_both_sides() -> None:
    line = hexes("1414", "1513", "1613", "1713", "1813")
    start = hexes("1414")
    assert rail_range(FACTS, start, line, 0, 3) == hexes("1414", "1513", "1613", "1713")
    assert rail_range(FACTS, start, line, hexes("1513"), 3) == start
    assert rail_range(FACTS, start, line, hexes("1513"), 5) == hexes("1414", "1513", "1613")
    beyond = stations(trains({"SU-8A": "2112", "SU-PART1": "2311"}), "SU-8A")
    assert "2711" in beyond  # nine points
    found = stations(trains({"SU-8A": "0417", "SU-PART1": "2212"}), "SU-8A")
    assert "2112" in found and "2212" not in found  # 17 points to Moscow, 21 beyond


@rule("B41 10.1c")
def test_trains_keep_to_their_own_connected_network() -> None:
    found = stations(trains({"DE-I": "0116"}, side="axis"), "DE-I")
    assert {"0112", "0317", "0219"} <= found
    assert "0417" not in found  # Brest is Soviet
    assert "0431" not in found  # and Bucharest behind Soviet railways
    laid = stations(trains({"DE-I": "0116"}, side="axis", axis_rail=HOME | hexes("0417")), "DE-I")
    assert "0417" in laid


@rule("B41 10.1d")
def test_a_train_wants_supply() -> None:
    game = trains({"SU-8A": "2112", "SU-27A": "1917"}, isolated=("SU-27A",))
    assert verdict(game, "entrain SU-8A") == []
    assert verdict(game, "entrain SU-27A") == ["B41 10.1d"]


@rule("B41 10.1d")
def test_no_hex_of_the_way_is_in_an_enemy_zoc_unless_cancelled() -> None:
    """A panzer corps in 1911 covers Kalinin (1910); the ride to 1809 goes another way."""
    panzers = {"DE-XXIV": "1911"}
    covered = trains({"SU-8A": "2112", "SU-11A": "2306", **panzers})
    found = stations(covered, "SU-8A")
    assert "1910" not in found and "1809" in found
    helped = stations(trains({"SU-8A": "2112", "SU-11A": "1910", **panzers}), "SU-8A")
    assert "1910" in helped  # a friend cancels the ZOC
    start = {"SU-8A": "2112", "SU-10MC": "2011", "DE-XXIV": "2010"}
    assert verdict(trains(start), "entrain SU-10MC") == ["B41 10.1d"]  # nobody else is there
    assert verdict(trains({**start, "SU-11A": "2011"}), "entrain SU-10MC") == []


@rule("B41 10.1d")
def test_no_train_passes_an_airborne_corps() -> None:
    """SU-4ABN has come down between Warsaw and Brest."""
    units = {"DE-I": "0116", "SU-4ABN": "0317", "SU-8A": "2112"}
    game = trains(units, side="axis", axis_rail=HOME | hexes("0417"))
    act(game, "entrain DE-I")
    assert verdict(game, "ride 0217") == []
    assert verdict(game, "ride 0317") == ["B41 10.1d"]
    assert verdict(game, "ride 0417") == ["B41 10.1c"]


@rule("B41 10.1e")
def test_a_ride_uses_the_allowance_but_not_the_attack() -> None:
    units = {"SU-4MC": "2112", "SU-11A": "1914", "DE-I": "2016", "SU-7A": "2015"}
    game = trains(units)
    act(game, "entrain SU-4MC", "ride 2015", "done")
    while asked(game)[0][1] != "move":
        act(game, "done")
    assert verdict(game, "pick SU-4MC") == ["B41 10.1e"]
    act(game, "done", "attack 2016", "with SU-4MC")
    moved = stage("exploitation", {"SU-4MC": "2015", "SU-3MC": "2112"}, side="soviet", carried=unit_bit("SU-4MC"))
    assert verdict(moved, "pick SU-3MC") == []
    assert verdict(moved, "pick SU-4MC") == ["B41 10.1e"]


def unit_bit(unit: str) -> int:
    return 1 << FACTS.roster.index[unit]


# ---- networks (10.2) --------------------------------------------------------------------------------


@rule("B41 10.2a")
def test_each_country_begins_with_its_own_railways() -> None:
    state = scene({})
    assert own_rail(FACTS, state, SOVIET) == FACTS.railways.hexes & FACTS.ussr
    assert not own_rail(FACTS, state, AXIS) & FACTS.hungary
    assert own_rail(FACTS, state, AXIS) >> AT("0217") & 1


@rule("B41 10.2b")
def test_what_is_laid_is_axis_and_the_rest_soviet() -> None:
    state = scene({}, axis_rail=HOME | hexes("0417", "0516"))
    assert own_rail(FACTS, state, AXIS) & FACTS.ussr == hexes("0417", "0516")
    assert not own_rail(FACTS, state, SOVIET) & hexes("0417", "0516")
    assert own_rail(FACTS, state, SOVIET) & hexes("0617")


# ---- rail markers (10.3) ----------------------------------------------------------------------------

OFF = (-1,) * 6


def markers(*places: str) -> tuple[int, ...]:
    return (*(AT(place) for place in places), *OFF)[:6]


@rule("B41 10.3a", "B41 10.3b")
def test_a_marker_lays_three_hexes_and_no_more() -> None:
    game = stage("rail markers", {"DE-I": "0915"})
    act(game, "railhead 0319", "lay 0419", "lay 0519", "lay 0619")
    assert asked(game) == [("Axis", "railhead")]
    assert game.state.axis_rail & FACTS.ussr == hexes("0419", "0519", "0619")
    assert game.state.markers == markers("0619")


@rule("B41 10.3a")
def test_six_markers_and_no_more() -> None:
    """Six lines are under way: nobody can be put to work on a seventh."""
    busy = ("0417", "0419", "0311", "0315", "0221", "0413")
    rails = HOME | hexes(*busy)
    game = stage("rail markers", {"DE-I": "0915"}, axis_rail=rails, markers=markers(*busy))
    offered = {text.split()[1] for text in game.legal.texts if text.startswith("railhead")}
    assert offered <= set(busy)
    fewer = stage("rail markers", {"DE-I": "0915"}, axis_rail=rails, markers=markers(*busy[:5]))
    more = {text.split()[1] for text in fewer.legal.texts if text.startswith("railhead")}
    assert "0726" in more  # Iasi: a free marker may go to any railhead
    assert verdict(game, "railhead 0726") == ["B41 10.3b"]


@rule("B41 10.3b")
def test_a_marker_goes_on_from_where_it_is() -> None:
    game = stage("rail markers", {"DE-I": "0915"}, axis_rail=HOME | hexes("0417"), markers=markers("0417"))
    act(game, "railhead 0417", "lay 0516", "stop")
    assert game.state.markers == markers("0516")
    assert verdict(game, "railhead 0319") == []  # the others are still at hand


@rule("B41 10.3c")
def test_a_marker_enters_no_zoc_that_is_not_cancelled() -> None:
    free = rail.layable(FACTS, scene({"SU-8A": "0418"}))
    assert not free & hexes("0417", "0419")
    assert rail.layable(FACTS, scene({"SU-8A": "0418", "DE-I": "0419"})) & hexes("0419")
    assert rail.layable(FACTS, scene({})) & hexes("1414")  # where no Axis unit has been
    assert not rail.layable(FACTS, scene({"SU-4ABN": "1414"})) & hexes("1414")
    game = stage("rail markers", {"SU-8A": "2112", "SU-4ABN": "0516"}, axis_rail=HOME | hexes("0417"))
    act(game, "railhead 0417")
    assert verdict(game, "lay 0517") == []
    assert verdict(game, "lay 0516") == ["B41 10.3c"]
    east = stage("rail markers", {"SU-8A": "0516"})
    assert "railhead 0317" not in east.legal.texts  # Brest is in the ZOC of 0516


@rule("B41 10.3d")
def test_a_short_stretch_turns_axis_when_both_junctions_are() -> None:
    state = scene({}, axis_rail=hexes("0417", "0716"))
    assert rail.joined(FACTS, state) == hexes("0516", "0617")
    held = scene({"SU-8A": "0516"}, axis_rail=hexes("0417", "0716"))
    assert not rail.joined(FACTS, held)


@rule("B41 10.3d")
def test_the_stretch_turns_the_moment_the_second_junction_is_reached() -> None:
    """Both lines from the west meet in Baranovichi (0716)."""
    rails = HOME | hexes("0417", "0315", "0416", "0515", "0616")
    game = stage("rail markers", {"DE-I": "0915"}, axis_rail=rails, markers=markers("0616"))
    act(game, "railhead 0616", "lay 0716")
    assert game.state.axis_rail & hexes("0516", "0617") == hexes("0516", "0617")


@rule("B41 10.3e")
def test_a_freed_marker_is_used_at_once() -> None:
    """All six are placed; the one in 0516 has no Soviet railway next to it."""
    rails = HOME | hexes("0417", "0516", "0617", "0419", "0311", "0315", "0221")
    placed = markers("0516", "0617", "0419", "0311", "0315", "0221")
    game = stage("rail markers", {"DE-I": "0915"}, axis_rail=rails, markers=placed)
    act(game, "railhead 0726")
    assert game.state.markers[0] == AT("0726")
    stuck = stage("rail markers", {"DE-I": "0915"}, axis_rail=rails, markers=(AT("0417"), *placed[1:]))
    assert "railhead 0726" not in stuck.legal.texts  # Brest touches the line to Pinsk


@rule("B41 10.3f")
def test_a_soviet_unit_cuts_the_railway_behind_the_marker() -> None:
    laid = HOME | hexes("0417", "0516", "0617", "0716")
    game = stage("railways cut", {"SU-8A": "0516"}, axis_rail=laid, markers=markers("0716"))
    assert game.state.axis_rail & FACTS.ussr == hexes("0417")
    assert game.state.markers == markers("0417")
    zoc = stage("railways cut", {"SU-8A": "0515"}, axis_rail=laid, markers=markers("0716"))
    assert zoc.state.axis_rail == laid  # only units cut it


@rule("B41 10.3f")
def test_a_railway_is_cut_at_the_end_of_the_soviet_phase() -> None:
    laid = HOME | hexes("0417", "0516", "0617", "0716")
    units = {"SU-8A": "0515", "SU-11A": "2112", "DE-I": "0915"}
    game = stage("movement", units, side="soviet", axis_rail=laid, markers=markers("0716"))
    act(game, "move SU-8A 0516")
    assert game.state.axis_rail == laid
    while game.state.turn == 2:
        act(game, "done")
    assert names(game.state.axis_rail & FACTS.ussr) == ["0417"]
    assert place_of(game, "SU-8A") == "0516"
