"""Supply lines and their sources (8, 8.2)."""

from __future__ import annotations

import pytest

from barbarossa_1941.scene import AT, UNIT, names, scene
from barbarossa_1941.stage import FACTS, RULES, hexes
from ostfront.core.map.hexes import bits, mask
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE, MUD
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import supply_lines
from ostfront.games.barbarossa_1941.rules.ground import ground
from ostfront.games.barbarossa_1941.rules.setup import place_units
from ostfront.games.barbarossa_1941.state import B41State
from rule import rule
from staging.setting import put_units


def traced(state: B41State, unit: str) -> bool:
    return supply_lines.traced(FACTS, state, UNIT[unit])


# ---- the length of a line (8) -----------------------------------------------------------------------


@rule("B41 8b")
@pytest.mark.parametrize("wheels", [False, True])
@pytest.mark.parametrize("weather", [CLEAR, MUD, DEEP_FREEZE])
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


@rule("B41 8b")
def test_a_garrison_off_the_railway_cannot_trace() -> None:
    assert not traced(scene({"SU-GAR-KIE": "1219"}), "SU-GAR-KIE")


@rule("B41 8b")
def test_mud_shortens_the_line() -> None:
    """An infantry corps three clear points from Axis rail is in supply in clear weather only."""
    state = scene({"DE-I": "0116"})
    infantry = supply_lines.lines(FACTS, state, AXIS, False, CLEAR)
    name = names(infantry[3] & ~infantry[2] & FACTS.ussr & FACTS.land)[0]
    assert traced(scene({"DE-I": name}, turn=2), "DE-I")
    assert not traced(scene({"DE-I": name}, turn=7), "DE-I")


@rule("B41 8b")
def test_costs_are_those_of_the_class() -> None:
    """In mud both have two points, and forest costs motorised units both; else they have four to three."""
    state = scene({"SU-8A": "2112"})
    foot, wheels = (supply_lines.lines(FACTS, state, SOVIET, motorised, CLEAR) for motorised in (False, True))
    wood = names(foot[2] & ~wheels[2] & FACTS.land)[0]
    assert traced(scene({"SU-8A": wood}, turn=7), "SU-8A") and not traced(scene({"SU-4MC": wood}, turn=7), "SU-4MC")
    far = names(wheels[4] & ~foot[3] & FACTS.land)[0]
    assert traced(scene({"SU-4MC": far}), "SU-4MC") and not traced(scene({"SU-8A": far}), "SU-8A")


@rule("B41 8b", "B41 12.3d")
def test_a_line_of_motorised_units_enters_nothing_that_mud_closes_to_them() -> None:
    """Two points would pay for the forest over the river, but they cannot go there."""
    state = scene({"SU-8A": "2112"}, turn=7)
    dry, muddy = (supply_lines.lines(FACTS, state, SOVIET, True, weather)[2] for weather in (CLEAR, MUD))
    assert muddy & ~dry == 0
    cut = names(dry & ~muddy & FACTS.land & FACTS.ussr)[0]
    assert not traced(scene({"SU-4MC": cut, "SU-8A": "2112"}, turn=7), "SU-4MC")
    assert traced(scene({"SU-8A": cut}, turn=7), "SU-8A")


@rule("B41 8c")
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


@rule("B41 8c")
def test_enemies_block_the_way_to_the_railway_too() -> None:
    """0519 is two hexes from the Polish railway at 0319; 0419 is the way there."""
    assert traced(scene({"DE-I": "0519"}), "DE-I")
    wall = {"SU-8A": "0418", "SU-11A": "0420"}
    assert not traced(scene({"DE-I": "0519", **wall}), "DE-I")
    assert traced(scene({"DE-I": "0519", "DE-II": "0419", "DE-X": "0319", **wall}), "DE-I")  # friends


@rule("B41 8d")
def test_the_railway_must_be_ones_own() -> None:
    """Minsk's railway leads to Warsaw, but it is Soviet until it is laid."""
    assert not traced(scene({"DE-I": "0915"}), "DE-I")
    laid = hexes("0417", "0516", "0617", "0716", "0816", "0915")
    assert traced(scene({"DE-I": "0915"}, axis_rail=laid | FACTS.railways.hexes & FACTS.axis_home), "DE-I")


@rule("B41 8.2e")
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


@rule("B41 8.2a")
def test_axis_sources_are_four_cities_and_the_western_edge() -> None:
    sources = supply_lines.axis_sources(FACTS, scene({}))
    assert names(sources) == sorted(
        ["0112", "0113", "0114", "0115", "0116", "0117", "0118", "0120", "0131", "0431", "0804"]
    )
    lost = scene({})
    lost.held &= ~hexes("Bucharest")
    assert not supply_lines.axis_sources(FACTS, lost) & hexes("Bucharest")


@rule("B41 8.2a")
def test_the_hungarian_edge_is_a_source_once_hungary_is_in() -> None:
    assert not supply_lines.axis_sources(FACTS, scene({})) >> AT("0124") & 1
    assert supply_lines.axis_sources(FACTS, scene({"HU-GYOR": "0224"})) >> AT("0124") & 1


@rule("B41 8.2b")
def test_helsinki_feeds_germans_only_with_three_ports() -> None:
    units = {"DE-I": "0902", "FI-II": "0902"}
    state = scene(units)
    assert traced(state, "FI-II")
    assert not traced(state, "DE-I")
    assert not traced(scene(units, held=("Riga",)), "DE-I")
    assert traced(scene(units, held=("Riga", "Tallinn")), "DE-I")


@rule("B41 8.2c")
def test_soviet_sources_are_own_major_cities_linked_to_the_east() -> None:
    state = scene({}, held=("Minsk",))
    sources = supply_lines.sources(FACTS, state, SOVIET)
    assert sources == FACTS.soviet_majors & ~hexes("0915")
    cut = scene({"DE-I": "1631"})
    assert not supply_lines.sources(FACTS, cut, SOVIET) >> AT("1531") & 1


@rule("B41 8.2d", "B41 8.2f")
def test_a_cut_off_city_supplies_four_steps_and_its_port_two_more() -> None:
    state = scene({"DE-I": "1631"})
    assert supply_lines.limited_sources(FACTS, state, SOVIET) == hexes("1531")
    assert supply_lines.ration(FACTS, state, SOVIET, AT("1531")) == 6
    without_ships = scene({"DE-I": "1631"}, held=("Odessa", "Novorossiysk"))
    assert supply_lines.ration(FACTS, without_ships, SOVIET, AT("1531")) == 4


@rule("B41 8.2d")
def test_lvov_and_riga_are_not_russian() -> None:
    """Cut off from the east, Lvov feeds nobody; Minsk would."""
    belt = {"DE-I": "0522", "DE-II": "0621", "DE-X": "0423", "DE-V": "0421"}
    state = scene(belt)
    assert not supply_lines.sources(FACTS, state, SOVIET) & hexes("Lvov")
    assert not supply_lines.limited_sources(FACTS, state, SOVIET) & hexes("Lvov")
    around = {"DE-I": "0914", "DE-II": "1015", "DE-X": "0816", "DE-V": "1016"}
    assert supply_lines.ration(FACTS, scene(around), SOVIET, AT("0915")) == 4


@rule("B41 8.2f")
def test_a_port_behind_the_front_feeds_two_axis_steps() -> None:
    state = scene({}, held=("Riga",))
    assert names(supply_lines.limited_sources(FACTS, state, AXIS)) == ["0609"]
    assert supply_lines.ration(FACTS, state, AXIS, AT("0609")) == 2
    tallinn_alone = scene({}, held=("Tallinn",))
    tallinn_alone.held &= ~hexes("Helsinki")
    assert not supply_lines.limited_sources(FACTS, tallinn_alone, AXIS)  # two of five ports
