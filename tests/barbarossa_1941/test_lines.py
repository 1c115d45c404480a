"""Supply lines, railways, and who may be replaced or placed where (8 to 10, 12.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from barbarossa_1941.stage import FACTS, RULES, act, asked, hex_of, stage
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import forts, rail, reinforcements, replacements, supply_lines
from ostfront.games.barbarossa_1941.rules.ground import ground
from ostfront.games.barbarossa_1941.rules.rail_network import own_rail, rail_range
from ostfront.games.barbarossa_1941.rules.replacement_points import city_infantry, city_motorised, points
from ostfront.games.barbarossa_1941.rules.setup import give_means, place_units
from ostfront.games.barbarossa_1941.state import B41State, Replacing
from staging.setting import put_units, set_fields

AT = FACTS.board.place_index
UNIT = FACTS.roster.index


def hexes(*names: str) -> int:
    return mask(AT(name) for name in names)


def scene(
    units: Mapping[str, str],
    turn: int = 2,
    reduced: Iterable[str] = (),
    isolated: Iterable[str] = (),
    held: Iterable[str] = (),
    **fields: Any,
) -> B41State:
    """A position in which nothing has been played yet."""
    state = RULES.blank()
    state.turn = turn
    give_means(FACTS, state)
    put_units(RULES, state, units)
    for unit in reduced:
        state.set_steps(UNIT[unit], 1)
    for unit in isolated:
        state.isolated[UNIT[unit]] = 1
    state.held |= mask(hex_of(FACTS, word) for word in held)
    set_fields(state, fields)
    return state


def traced(state: B41State, unit: str) -> bool:
    return supply_lines.traced(FACTS, state, UNIT[unit])


# ---- the length of a line (8) -----------------------------------------------------------------------


@pytest.mark.parametrize("wheels", [False, True])
@pytest.mark.parametrize("weather", [CLEAR, DEEP_FREEZE])
def test_a_flood_from_the_source_is_the_cheapest_line_from_the_unit(wheels: bool, weather: int) -> None:
    """Against a plain search that walks from the unit and pays every hex it enters."""
    field = ground(FACTS, wheels, weather, False)
    end, shut = AT("1414"), hexes("1415", "1513")
    passable = FACTS.valid & ~shut
    within = supply_lines.flood(field, 1 << end, passable, 5)
    for start in bits(FACTS.grid.disk(end, 6) & field.enterable):
        cost = {start: 0}
        todo = [start]
        while todo:
            here = todo.pop()
            for n in bits(field.next_to[here] & passable):
                paid = cost[here] + field.cost[n]
                if paid <= 5 and paid < cost.get(n, 99):  # no line is longer
                    cost[n] = paid
                    todo.append(n)
        for allowance in range(6):
            assert bool(within[allowance] >> start & 1) == (cost.get(end, 99) <= allowance and passable >> end & 1)


def test_a_unit_on_a_source_needs_no_points() -> None:
    assert traced(scene({"SU-GAR-KIE": "1221"}), "SU-GAR-KIE")


def test_a_garrison_off_the_railway_cannot_trace() -> None:
    assert not traced(scene({"SU-GAR-KIE": "1219"}), "SU-GAR-KIE")


def test_mud_shortens_the_line() -> None:
    """An infantry corps three clear points from Axis rail is in supply in clear weather only."""
    state = scene({"DE-I": "0116"})
    infantry = supply_lines.lines(FACTS, state, AXIS, False, False)
    far = bits(infantry[3] & ~infantry[2] & FACTS.ussr & FACTS.land)[0]
    name = FACTS.board.place_name(far)
    assert traced(scene({"DE-I": name}, turn=2), "DE-I")
    assert not traced(scene({"DE-I": name}, turn=7), "DE-I")


def test_an_enemy_on_the_only_railway_cuts_it_and_a_zoc_does_unless_cancelled() -> None:
    """Sevastopol's line runs through 1631."""
    alone = {"SU-GAR-SEV": "1531"}
    assert traced(scene(alone), "SU-GAR-SEV")
    assert not traced(scene({**alone, "DE-I": "1631"}), "SU-GAR-SEV")
    beside = {**alone, "DE-I": "1730"}
    assert FACTS.grid.distance(AT("1730"), AT("1630")) == 1
    assert not traced(scene(beside), "SU-GAR-SEV")
    assert not traced(scene({**beside, "SU-9A": "1630"}), "SU-GAR-SEV")  # 1631 is still covered
    assert traced(scene({**beside, "SU-9A": "1630", "SU-18A": "1631"}), "SU-GAR-SEV")


def test_the_fortress_needs_no_line() -> None:
    assert traced(scene({"SU-FORT-SEV": "1531", "DE-I": "1631"}), "SU-FORT-SEV")


def test_all_units_at_once_and_one_by_one_agree() -> None:
    """Turn 9: deep freeze in the north, ice in the south, so that every class has two sets of lines."""
    state = scene({}, turn=9)
    place_units(FACTS, state)
    put_units(RULES, state, {"DE-I": "2112", "SU-8A": "0131"})
    for side in (AXIS, SOVIET):
        units = supply_lines.judged(FACTS, state, side)
        alone = mask(unit for unit in bits(units) if not supply_lines.traced(FACTS, state, unit))
        assert supply_lines.untraced(FACTS, state, side) == alone
        assert 0 < alone.bit_count() < units.bit_count()


# ---- sources (8.2) ----------------------------------------------------------------------------------


def test_helsinki_feeds_germans_only_with_three_ports() -> None:
    units = {"DE-I": "0902", "FI-II": "0902"}
    state = scene(units)
    assert traced(state, "FI-II")
    assert not traced(state, "DE-I")
    assert not traced(scene(units, held=("Riga",)), "DE-I")
    assert traced(scene(units, held=("Riga", "Tallinn")), "DE-I")


def test_the_hungarian_edge_is_a_source_once_hungary_is_in() -> None:
    assert not supply_lines.axis_sources(FACTS, scene({})) >> AT("0124") & 1
    assert supply_lines.axis_sources(FACTS, scene({"HU-GYOR": "0224"})) >> AT("0124") & 1


def test_soviet_sources_are_own_major_cities_linked_to_the_east() -> None:
    state = scene({}, held=("Minsk",))
    sources = supply_lines.sources(FACTS, state, SOVIET)
    assert sources == FACTS.soviet_majors & ~hexes("0915")
    cut = scene({"DE-I": "1631"})
    assert not supply_lines.sources(FACTS, cut, SOVIET) >> AT("1531") & 1


def test_a_cut_off_city_supplies_four_steps_and_its_port_two_more() -> None:
    state = scene({"DE-I": "1631"})
    assert supply_lines.limited_sources(FACTS, state, SOVIET) == hexes("1531")
    assert supply_lines.ration(FACTS, state, SOVIET, AT("1531")) == 6
    without_ships = scene({"DE-I": "1631"}, held=("Odessa", "Novorossiysk"))
    assert supply_lines.ration(FACTS, without_ships, SOVIET, AT("1531")) == 4


# ---- the isolation check (8, 8.1) -------------------------------------------------------------------


def isolation(units: Mapping[str, str], side: str = "soviet", **fields: Any) -> Game:
    return stage("isolation", units, side=side, **fields)


def isolated(game: Game, unit: str) -> bool:
    return bool(game.state.isolated[UNIT[unit]])


CUT_OFF = {"SU-8A": "0316", "DE-I": "0315", "DE-II": "0417", "DE-X": "0415"}  # no Soviet rail within its reach


def test_the_marker_comes_first_and_the_step_at_the_next_check() -> None:
    game = isolation(CUT_OFF)
    assert isolated(game, "SU-8A")
    assert game.state.steps[UNIT["SU-8A"]] == 2
    game = isolation(CUT_OFF, isolated=("SU-8A",))
    assert isolated(game, "SU-8A")
    assert game.state.steps[UNIT["SU-8A"]] == 1


def test_the_marker_comes_off_when_a_line_is_found() -> None:
    assert not isolated(isolation({"SU-8A": "1914"}, isolated=("SU-8A",)), "SU-8A")


def test_the_owner_chooses_who_of_a_stack_loses_the_step() -> None:
    units = {**CUT_OFF, "SU-11A": "0316"}
    game = isolation(units, isolated=("SU-8A", "SU-11A"))
    assert asked(game) == [("Soviet", "attrition")]
    assert sorted(game.legal.texts) == ["lose SU-11A", "lose SU-8A"]
    act(game, "lose SU-11A")
    assert [game.state.steps[UNIT[unit]] for unit in ("SU-8A", "SU-11A")] == [2, 1]


def test_a_besieged_port_city_feeds_six_steps_of_the_owners_choice() -> None:
    siege = {"DE-I": "1631", "SU-9A": "1531", "SU-18A": "1531", "SU-GAR-SEV": "1531", "SU-7A": "1530"}
    fits = isolation({unit: at for unit, at in siege.items() if unit != "SU-7A"})
    assert not isolated(fits, "SU-9A")
    game = isolation(siege)
    assert asked(game) == [("Soviet", "ration")]
    act(game, "feed SU-7A", "feed SU-9A", "feed SU-18A")
    assert isolated(game, "SU-GAR-SEV")
    assert not isolated(game, "SU-7A")


def test_masters_of_blitzkrieg_takes_a_step_at_once() -> None:
    units = {**CUT_OFF, "DE-XXIV": "0317"}
    plain = isolation(units)
    assert plain.state.steps[UNIT["SU-8A"]] == 2
    played = isolation(units, options={"masters-of-blitzkrieg": True})
    assert played.state.steps[UNIT["SU-8A"]] == 1
    away = isolation(CUT_OFF, options={"masters-of-blitzkrieg": True})
    assert away.state.steps[UNIT["SU-8A"]] == 2


# ---- railways (10) ----------------------------------------------------------------------------------


def test_partisans_make_a_rail_hex_cost_four() -> None:
    line = hexes("1414", "1513", "1613", "1713", "1813")
    start = hexes("1414")
    assert rail_range(FACTS, start, line, 0, 3) == hexes("1414", "1513", "1613", "1713")
    assert rail_range(FACTS, start, line, hexes("1513"), 3) == start
    assert rail_range(FACTS, start, line, hexes("1513"), 5) == hexes("1414", "1513", "1613")


def test_each_country_begins_with_its_own_railways() -> None:
    state = scene({})
    assert own_rail(FACTS, state, SOVIET) == FACTS.railways.hexes & FACTS.ussr
    assert not own_rail(FACTS, state, AXIS) & FACTS.hungary
    assert own_rail(FACTS, state, AXIS) >> AT("0217") & 1


def test_a_marker_lays_three_hexes_and_no_more() -> None:
    game = stage("rail markers", {"DE-I": "0915"})
    act(game, "railhead 0319", "lay 0419", "lay 0519", "lay 0619")
    laid = game.state.axis_rail & FACTS.ussr
    assert laid == hexes("0419", "0519", "0619")
    assert game.state.markers.count(AT("0619")) == 1


def test_a_marker_enters_no_zoc_that_is_not_cancelled() -> None:
    free = rail.layable(FACTS, scene({"SU-8A": "0418"}))
    assert not free & hexes("0417", "0419")
    assert rail.layable(FACTS, scene({"SU-8A": "0418", "DE-I": "0419"})) & hexes("0419")


def test_a_short_stretch_turns_axis_when_both_junctions_are() -> None:
    state = scene({}, axis_rail=hexes("0417", "0716"))
    assert rail.joined(FACTS, state) == hexes("0516", "0617")
    held = scene({"SU-8A": "0516"}, axis_rail=hexes("0417", "0716"))
    assert not rail.joined(FACTS, held)


def test_a_soviet_unit_cuts_the_railway_behind_the_marker() -> None:
    laid = hexes("0417", "0516", "0617", "0716")
    markers = (AT("0716"), -1, -1, -1, -1, -1)
    game = stage("railways cut", {"SU-8A": "0516"}, axis_rail=laid, markers=markers)
    assert game.state.axis_rail & FACTS.ussr == hexes("0417")
    assert game.state.markers[0] == AT("0417")


def test_a_train_pays_by_the_step_and_wants_supply() -> None:
    game = stage("rail", {"SU-8A": "2112", "SU-11A": "1914", "SU-27A": "1917"}, side="soviet", isolated=("SU-27A",))
    assert {"entrain SU-8A", "entrain SU-11A"} <= set(game.legal.texts)
    assert "entrain SU-27A" not in game.legal.texts
    act(game, "entrain SU-8A", "ride 2115", "entrain SU-11A", "ride 2115")
    assert asked(game) != [("Soviet", "rail")]  # four points are spent


# ---- replacements (9.2) -----------------------------------------------------------------------------


def test_soviet_city_points_by_the_major_cities_held() -> None:
    assert city_infantry(FACTS, scene({})) == 3
    lost = ("Minsk", "Riga", "Lvov", "Kiev", "Odessa")
    assert city_infantry(FACTS, scene({}, held=lost)) == 2
    assert city_infantry(FACTS, scene({}, held=(*lost, "Rostov", "Moscow", "Voronezh"))) == 1


def test_the_motorised_point_needs_two_cities_and_turn_three() -> None:
    assert city_motorised(FACTS, scene({}, turn=2)) == 0
    assert city_motorised(FACTS, scene({}, turn=3)) == 1
    assert city_motorised(FACTS, scene({}, turn=3, held=("Kharkov",))) == 0


def test_losses_give_points_in_blocks() -> None:
    local = Replacing(SOVIET)
    assert points(FACTS, scene({}, lost_soviet=7), local, "infantry") == 1
    assert points(FACTS, scene({}, lost_soviet=4), local, "infantry") == 0
    german = scene({}, lost_infantry=9, pool_infantry=0)
    assert points(FACTS, german, Replacing(AXIS), "infantry") == 2


def test_seven_losses_become_two_and_pay_one_step() -> None:
    game = stage("replacements", {"SU-8A": "2112"}, side="soviet", turn=1, reduced=("SU-8A",), lost_soviet=7)
    act(game, "refit SU-8A")
    assert game.state.lost_soviet == 2
    assert game.state.steps[UNIT["SU-8A"]] == 2


def test_mechanised_corps_are_never_replenished_and_cavalry_wants_a_motorised_point() -> None:
    weak = {"SU-1MC": "2112", "SU-6CC": "2112", "SU-8A": "2115"}
    state = scene(weak, reduced=weak)
    found = replacements.refittable(FACTS, state, Replacing(SOVIET, 3, 0))
    assert found == 1 << UNIT["SU-8A"]
    found = replacements.refittable(FACTS, state, Replacing(SOVIET, 0, 1))
    assert found == 1 << UNIT["SU-6CC"]


def test_germans_are_replaced_within_twenty_rail_points_of_the_frontier() -> None:
    line = hexes(
        *[
            "0417",
            "0516",
            "0617",
            "0716",
            "0816",
            "0915",
            "1015",
            "1114",
            "1214",
            "1314",
            "1414",
            "1513",
            "1613",
            "1713",
            "1813",
            "1912",
            "2013",
            "2112",
        ],
        *["2212", "2311", "2412", "2511", "2611", "2711"],
    )
    reach = replacements.rail_from_frontier(FACTS, scene({}, axis_rail=line))
    assert reach >> AT("2412") & 1  # the twentieth from Brest
    assert not reach >> AT("2511") & 1
    slowed = replacements.rail_from_frontier(FACTS, scene({"SU-PART1": "1414"}, axis_rail=line))
    assert not slowed >> AT("2412") & 1
    assert slowed >> AT("2112") & 1


def test_an_ersatz_corps_comes_for_a_lost_one() -> None:
    boxes = {"DE-I": "eliminated", "DE-ERS1": "off-map"}
    game = stage("replacements", boxes, turn=3)
    act(game, "rebuild DE-I", "at 0116")
    assert game.state.place[UNIT["DE-ERS1"]] == AT("0116")
    assert game.state.steps[UNIT["DE-ERS1"]] == 1
    assert game.state.place[UNIT["DE-I"]] == FACTS.boxes["removed"]
    assert game.state.pool_infantry == 4


def test_a_shock_army_replaces_a_full_supplied_army_from_turn_seven() -> None:
    units = {"SU-8A": "2112", "SU-11A": "2115", "SU-27A": "1914", "SU-1SH": "off-map"}
    local = Replacing(SOVIET, 3)
    weak: dict[str, Any] = {"reduced": ("SU-11A",), "isolated": ("SU-27A",)}
    assert replacements.shockable(FACTS, scene(units, turn=7, **weak), local) == 1 << UNIT["SU-8A"]
    assert not replacements.shockable(FACTS, scene(units, turn=6, **weak), local)
    assert not replacements.shockable(FACTS, scene(units, turn=7, shocked=True, **weak), local)


# ---- reinforcements, forts --------------------------------------------------------------------------


def test_germans_arrive_one_a_city() -> None:
    due = {"DE-L": "waiting", "DE-LI": "waiting", "DE-XXXV": "waiting"}
    game = stage("reinforcements", due, turn=3, due={"DE-L": 2, "DE-LI": 2, "DE-XXXV": 3})
    act(game, "bring DE-L", "at 0116", "bring DE-LI")
    assert game.state.place[UNIT["DE-LI"]] == AT("0112")
    assert game.state.place[UNIT["DE-XXXV"]] == FACTS.boxes["waiting"]


def test_a_lost_place_sends_the_unit_to_the_nearest_town() -> None:
    state = scene({"SU-16A": "waiting"}, held=("Smolensk",))
    found = reinforcements.arrival_hexes(FACTS, state, UNIT["SU-16A"])
    assert found
    near = {FACTS.grid.distance(AT("1414"), i) for i in bits(found)}
    towns = FACTS.cities & FACTS.ussr & ~hexes("1414")
    assert near == {min(FACTS.grid.distance(AT("1414"), i) for i in bits(towns))}


def test_hungarians_come_after_their_trigger() -> None:
    waiting = {"HU-GYOR": "waiting", "HU-VIII": "waiting"}
    state = scene(waiting, turn=3, triggers=(2, 0, 0, 0, 0))
    assert reinforcements.due_units(FACTS, state, AXIS) == 1 << UNIT["HU-GYOR"]
    assert reinforcements.arrival_hexes(FACTS, state, UNIT["HU-GYOR"]) == hexes("0124")
    assert not reinforcements.due_units(FACTS, scene(waiting, turn=3), AXIS)


def test_forts_stand_in_or_next_to_towns_outside_enemy_zocs() -> None:
    state = scene({"DE-I": "1414"})
    found = forts.sites(FACTS, state, SOVIET)
    assert found >> AT("2112") & 1
    assert not found & FACTS.grid.disk(AT("1414"), 1) & ~FACTS.majors
    assert found == found & FACTS.grid.closed(FACTS.cities)


def test_soviets_dismantle_only_when_all_forts_are_built() -> None:
    built = mask(bits(forts.sites(FACTS, scene({}), SOVIET))[:12])
    assert forts.removable(FACTS, scene({}, forts_soviet=built), SOVIET) == built
    fewer = built & (built - 1)
    assert not forts.removable(FACTS, scene({}, forts_soviet=fewer), SOVIET)
