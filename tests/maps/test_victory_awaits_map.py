"""The frozen maps of A Victory Awaits against the rulebook and the terrain chart."""

from __future__ import annotations

import pytest

from awaits_maps import (
    MAPS,
    SCENARIOS,
    board,
    hexes,
    land,
    links,
    neighbours,
    num,
    open_land,
    reached,
    sides,
    steps,
    the_map,
    touching,
    where,
)
from ostfront.core.map.hexes import UnknownHex
from rule import rule

STAND_FAST = {
    "Leningrad": {"L3602", "L3603", "L3702"}, "Vitebsk": {"S3510"}, "Smolensk": {"S4112"}, "Gomel": {"S3726"},
    "Rzhev": {"S5003"}, "Vyazma": {"S5009"}, "Bryansk": {"S5120"}, "Kiev": {"K3507", "K3607", "K3608"},
}  # fmt: skip
FROM_MOSCOW = {"S5504", "S5507", "S5513"}


# ------------------------------------------------------------------ sheets


def test_2_1_even_columns_stand_higher_and_sheets_lie_over_each_other() -> None:
    assert {n[3:] for n in neighbours()["S3510"] if n[1:3] == "35"} == {"09", "11"}
    assert {"S3610", "S3611", "S3410", "S3411"} < neighbours()["S3510"], "odd columns stand lower"
    assert num("L1524") == "S1504" and num("S1504") == "S1504" and num("L3602") == "L3602"
    assert {h[0] for h in the_map().keys} == {"L", "S", "K"}
    assert all(int(h[3:]) <= 20 for h in the_map().keys if h[0] == "L"), "Smolensk lies over Leningrad"
    assert all(int(h[3:]) <= 30 for h in the_map().keys if h[0] == "S"), "Kiev lies over Smolensk"


def test_18_2_the_border_between_smolensk_and_kiev() -> None:
    border = sides("scenario-border")
    for a, b in (("S2730", "K2701"), ("S2730", "K2801"), ("K2801", "S2830"), ("K2801", "S2930"), ("S2930", "K2901")):
        assert b in neighbours()[a]
        assert frozenset((a, b)) in border


def test_scenario_borders_part_the_campaign_into_the_three_areas() -> None:
    names = {s: {num(h) for h in the_map(s).keys} for s in SCENARIOS}
    assert set.union(*names.values()) == set(the_map().keys)
    assert sum(map(len, names.values())) == len(the_map().keys)
    area = {h: s for s, found in names.items() for h in found}
    parted = {frozenset((a, b)) for a in area for b in neighbours()[a] if area[a] != area[b]}
    assert parted == sides("scenario-border")
    assert not any(sides("scenario-border", s) for s in SCENARIOS)
    for s, found in names.items():
        near = {h: neighbours()[h] & found for h in found}
        assert reached({next(iter(sorted(found)))}, near) == found, f"{s} is one piece"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_cut_from_the_campaign(scenario: str) -> None:
    small, whole = the_map(scenario), the_map()
    assert {num(h): t for h, t in small.terrain.items()} == {h: whole.terrain[h] for h in map(num, small.keys)}
    assert all(whole.feature[num(h)] == f for h, f in small.feature.items())
    inside = {num(h) for h in small.keys}
    for kind in ("minor", "major", "prohibited", "start-line"):
        assert {frozenset(map(num, s)) for s in sides(kind, scenario)} == {s for s in sides(kind) if s <= inside}
    for kind in ("road", "rail"):
        assert {frozenset(map(num, s)) for s in steps(kind, scenario)} == {s for s in steps(kind) if s <= inside}
    assert {(s.name, num(s.hex), s.kind) for s in small.sites} == {
        (s.name, s.hex, s.kind) for s in whole.sites if s.hex in inside
    }


@rule("AVA 2.1e")
def test_scenarios_use_the_numbers_of_their_own_sheet_and_know_no_others() -> None:
    for scenario, letter in zip(SCENARIOS, "LSK", strict=True):
        assert {h[0] for h in the_map(scenario).keys} == {letter}
    assert num("S1504", "leningrad") == "L1524"
    with pytest.raises(UnknownHex):
        board("smolensk").index("K3507")


# ------------------------------------------------------------------ the terrain chart and the rules


@pytest.mark.parametrize(
    ("printed", "terrain"),
    [
        ("L3120", "plains"), ("L2723", "light-woods"), ("L2326", "heavy-woods"), ("L2327", "marsh"),
        ("L2709", "lake"), ("K0107", "mountain"),
    ],
)  # fmt: skip
def test_terrain_chart_terrain(printed: str, terrain: str) -> None:
    assert the_map().terrain[num(printed)] == terrain


def test_terrain_chart_cities_rivers_and_ways() -> None:
    assert the_map().feature["K4409"] == "city"
    assert the_map().feature["K3507"] == "major-city"
    assert touching("L2221", "minor")
    assert touching("L2123", "major")
    for printed, kind in (("L2126", "road"), ("L1925", "rail")):
        assert any(num(printed) in step for step in steps(kind))
    assert num("L1428") in land()
    for printed in ("L3120", "L2326", "L2327", "L2123", "L2221", "L2126", "L1925", "L1428"):
        assert board("leningrad").index(printed) in board("leningrad").grid.hexes, "in its scenario's area"


def test_10_3_to_10_7_the_examples_on_the_leningrad_sheet() -> None:
    """The defender stands in 1523: it touches 1522, 1524 and 1624, and the retreat to 1625 passes either."""
    defender = num("L1523")
    around = neighbours()[defender]
    assert {num(f"L{n}") for n in ("1522", "1524", "1624", "1423", "1424", "1623")} == around
    assert num("L1625") in neighbours()[num("L1624")] & neighbours()[num("L1524")]
    assert num("L1625") not in around
    assert the_map().terrain[defender] == "plains" and defender not in the_map().feature
    assert the_map().terrain[num("L1624")] == "heavy-woods"
    wet = sides("minor") | sides("major")
    across = {n for n in around if frozenset((n, defender)) in wet}
    assert {num("L1423"), num("L1424")} <= across, "two divisions attack across a river"
    attackers = {num(f"L{n}") for n in ("1522", "1423", "1424")}
    empty = around - attackers
    in_zone = {h for h in empty if neighbours()[h] & attackers}
    assert len(empty) == 3 and len(in_zone) == 2 and num("L1624") not in in_zone
    assert not across & {num("L1522"), num("L1624")}, "an HQ in 1522 adds its full strength; the advance goes on"
    assert {num(f"L{n}") for n in ("1522", "1524", "1624", "1625")} <= land()


def test_16_2_stand_fast_hexes_are_major_cities() -> None:
    found: dict[str, set[str]] = {}
    for site in the_map().of_kind("stand-fast"):
        found.setdefault(site.name, set()).add(site.hex)
    assert found == STAND_FAST
    assert sum(map(len, found.values())) == 12
    for name, numbers in STAND_FAST.items():
        assert {s.hex for s in the_map().of_kind("major-city") if s.name == name} == numbers


def test_21_major_city_hexes_east_of_the_start_line() -> None:
    """The count is published; nine hexes beside those of 16.2 are judgement."""
    cities = hexes("major-city")
    assert len(cities) == 21
    held = board().hex_facts["held"]
    assert {held[board().index(h)] for h in cities} == {"soviet"}
    assert [len(hexes("major-city", s)) for s in SCENARIOS] == [7, 8, 6]


def test_terrain_chart_adjacent_major_city_hexes_are_joined_and_bridged() -> None:
    cities = hexes("major-city")
    pairs = {frozenset((a, b)) for a in cities for b in neighbours()[a] & cities}
    assert len(pairs) == 6  # three in Leningrad, three in Kiev
    assert pairs <= steps("road") & steps("rail")


def test_4_brest_is_a_fortress_on_the_soviet_side_of_the_start_line() -> None:
    assert hexes("fortress") == {"S0927"} == {where("Brest")}
    assert any("S0927" in side for side in sides("start-line"))
    assert board().hex_facts["held"][board().index("S0927")] == "soviet"


def test_15_4_supply_from_moscow_on_the_east_edge_with_road_and_rail() -> None:
    assert hexes("from-moscow") == FROM_MOSCOW <= hexes("soviet-supply")
    for number in FROM_MOSCOW:
        assert any(number in step for step in steps("road"))
        assert any(number in step for step in steps("rail"))


def test_18_2_breakthrough_hexes_on_the_south_edge_of_smolensk() -> None:
    assert hexes("breakthrough") == {"S4230", "S4730"} <= land()
    assert all(any(h in side for side in sides("scenario-border")) for h in hexes("breakthrough"))


# ------------------------------------------------------------------ supply


@pytest.mark.parametrize("name", MAPS)
def test_every_scenario_has_sources_of_both_sides_on_rails_at_the_edge(name: str) -> None:
    rails = links(steps("rail", name))
    held = board(name).hex_facts["held"]
    for kind, side in (("axis-supply", "axis"), ("soviet-supply", "soviet")):
        found = hexes(kind, name)
        assert len(found) >= 2
        for h in found:
            assert h in rails, h
            assert held[board(name).index(h)] == side
            assert len(neighbours(name)[h]) < 6, h
            column, row = board(name).grid.position(board(name).index(h))
            assert column == (0 if side == "axis" else 54) or (side == "axis" and row == board(name).grid.rows - 1)


@pytest.mark.parametrize("name", MAPS)
def test_rails_join_every_major_city_to_sources_of_both_sides(name: str) -> None:
    rails, roads = links(steps("rail", name)), links(steps("road", name))
    for kind in ("axis-supply", "soviet-supply"):
        assert hexes("major-city", name) <= reached(hexes(kind, name), rails)
    for h in hexes("soviet-supply", name):
        assert hexes("major-city", name) & reached({h}, rails), f"{h} leads nowhere"
    for h in hexes("axis-supply", name):
        assert hexes("major-city", name) & reached({h}, rails), f"{h} leads nowhere"
    assert hexes("major-city", name) <= set(roads)


@pytest.mark.parametrize("name", MAPS)
def test_all_soviet_land_can_trace_to_a_soviet_source(name: str) -> None:
    """3.3: not across the start line, not into mountains but by road; the islands are cut off."""
    held, data = board(name).hex_facts["held"], the_map(name)
    roads = steps("road", name)
    net = {
        h: {
            n
            for n in near
            if frozenset((h, n)) not in sides("start-line", name)
            and ("mountain" not in (data.terrain[h], data.terrain[n]) or frozenset((h, n)) in roads)
        }
        for h, near in open_land(name).items()
    }
    found = reached(hexes("soviet-supply", name), net)
    cut = {h for h in land(name) if held.get(board(name).index(h)) == "soviet"} - found
    cut = {h for h in cut if data.terrain[h] != "mountain"}
    assert not {h for h in cut if h in data.feature}
    assert len(cut) <= 30, cut
    assert not any(held[board(name).index(h)] == "axis" for h in found)
