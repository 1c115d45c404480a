"""Deployment zones and the placement of 22 June: on the map, on the right side, possible, and legal."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ostfront
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits, mask

DATA = Path(ostfront.__file__).parent / "games" / "victory_awaits" / "data"
FOLDERS = {"L": "leningrad", "S": "smolensk", "K": "kiev"}
Row = dict[str, str]


def table(name: str) -> list[Row]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def board(folder: str) -> Board:
    top = tomllib.loads((DATA / "map" / folder / "map.toml").read_text(encoding="utf-8"))
    parts = ("hexes", "hexsides", "lines", "sites")
    return Board.from_rows(top, *(table(f"map/{folder}/{part}.csv") for part in parts))


UNITS = {row["id"]: row for row in table("units.csv")}
ZONES: dict[str, dict[str, Any]] = {
    zone["id"]: zone for zone in tomllib.loads((DATA / "setup/zones.toml").read_text(encoding="utf-8"))["zone"]
}
PLACED = {row["unit"]: row["hex"] for row in table("setup/historical.csv")}
WAITING = ("available", "unbuilt", "track-3", "track-7")


def members(zone: str) -> list[Row]:
    return [row for row in UNITS.values() if row["start"] == zone]


def campaign(hex: str) -> int:
    return board("campaign").index(hex)


def stacks() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for unit, hex in PLACED.items():
        found.setdefault(campaign(hex), []).append(unit)
    return found


def beside(hex: int) -> set[int]:
    return set(bits(board("campaign").grid.neighbours(1 << hex)))


# ------------------------------------------------------------------ zones


def test_every_unit_has_a_zone_or_waits() -> None:
    starts = {row["start"] for row in UNITS.values()}
    assert starts == set(ZONES) | set(WAITING)


@pytest.mark.parametrize("zone", ZONES)
def test_a_zone_lies_on_its_own_map_and_side(zone: str) -> None:
    facts = ZONES[zone]
    assert {row["map"] for row in members(zone)} == {facts["map"]}
    assert {row["side"] for row in members(zone)} == {facts["side"]}
    assert {row["formation"] for row in members(zone)} == {facts["formation"]}
    play = board(FOLDERS[facts["map"]])
    held = {row["hex"]: row["held"] for row in table(f"map/{FOLDERS[facts['map']]}/hexes.csv")}
    for hex in [*facts["hexes"], *facts.get("hqs", {}).values()]:
        assert hex.startswith(facts["map"])
        assert hex in held, f"{hex} is not in the scenario"
        assert held[hex] == facts["side"], hex
        assert play.terrain_at[play.index(hex)] not in ("sea", "lake", "mountain"), hex


@pytest.mark.parametrize("zone", ZONES)
def test_a_zone_can_be_filled(zone: str) -> None:
    facts = ZONES[zone]
    hexes, hqs = facts["hexes"], facts.get("hqs", {})
    assert len(set(hexes)) == len(hexes)
    assert set(hqs) == {row["id"] for row in members(zone) if row["type"] == "hq"}
    others = len(members(zone)) - len(hqs)
    room = 2 * len(hexes) - sum(spot in hexes for spot in hqs.values())
    wanted = 0 if facts["kind"] == "range" else len(set(hexes) - set(hqs.values()))
    assert wanted + facts.get("hq_company", 0) <= others <= room


def test_no_hex_is_in_two_zones_of_a_side() -> None:
    for side in ("axis", "soviet"):
        found = Counter(
            campaign(hex)
            for zone in ZONES.values()
            if zone["side"] == side
            for hex in {*zone["hexes"], *zone.get("hqs", {}).values()}
        )
        assert set(found.values()) == {1}


@pytest.mark.parametrize("zone", [name for name, zone in ZONES.items() if zone["kind"] == "area"])
def test_an_area_is_one_block(zone: str) -> None:
    left = {campaign(hex) for hex in ZONES[zone]["hexes"]}
    reached = {left.pop()}
    while joined := {hex for hex in left if beside(hex) & reached}:
        reached |= joined
        left -= joined
    assert not left


@pytest.mark.parametrize("zone", [name for name, zone in ZONES.items() if zone["kind"] == "range"])
def test_a_range_is_what_lies_within_it(zone: str) -> None:
    """All land of its side in reach, but mountains and hexes of other zones."""
    facts = ZONES[zone]
    grid, centre = board("campaign").grid, campaign(facts["centre"])
    own = {campaign(hex) for hex in facts["hexes"]}
    taken = {
        campaign(hex)
        for name, other in ZONES.items()
        if name != zone and other["side"] == facts["side"]
        for hex in [*other["hexes"], *other.get("hqs", {}).values()]
    }
    assert all(grid.distance(hex, centre) <= facts["radius"] for hex in own)
    for row in table(f"map/{FOLDERS[facts['map']]}/hexes.csv"):
        if row["held"] == facts["side"] and row["terrain"] not in ("sea", "lake", "mountain"):
            hex = campaign(row["hex"])
            if grid.distance(hex, centre) <= facts["radius"]:
                assert hex in own | taken, row["hex"]


def test_the_range_of_korosten_touches_the_overprinted_hexsides() -> None:
    """18.2 lists five hexsides of the border between the maps that a deployment area covers."""
    grid = board("campaign").grid
    own = {campaign(hex) for hex in ZONES["S-5A-rear"]["hexes"]}
    north = {campaign(f"S{column:02}30") for column in range(1, 56)}
    touched = {frozenset((a, b)) for a in own for b in north if grid.distance(a, b) == 1}
    listed = [("S2730", "K2701"), ("S2730", "K2801"), ("K2801", "S2830"), ("K2801", "S2930"), ("S2930", "K2901")]
    assert touched == {frozenset((campaign(a), campaign(b))) for a, b in listed}


# ------------------------------------------------------------------ the placement of 22 June


def test_everybody_with_a_zone_is_placed_once() -> None:
    assert len(table("setup/historical.csv")) == len(PLACED)
    assert set(PLACED) == {unit for unit, row in UNITS.items() if row["start"] not in WAITING}


def test_everybody_stands_in_the_zone() -> None:
    for unit, hex in PLACED.items():
        zone = ZONES[UNITS[unit]["start"]]
        hqs = zone.get("hqs", {})
        assert hex == hqs[unit] if unit in hqs else hex in zone["hexes"], unit


def test_areas_and_deployment_hexes_are_filled() -> None:
    held = set(PLACED.values())
    for zone in ZONES.values():
        if zone["kind"] != "range":
            assert set(zone["hexes"]) <= held, zone["id"]


def test_stacks_hold_two_units_of_one_side() -> None:
    for stack in stacks().values():
        assert len(stack) <= 2
        assert len({UNITS[unit]["side"] for unit in stack}) == 1


def test_second_panzergruppe_hq_has_company() -> None:
    hex = ZONES["2PzG"]["hqs"]["2PzG"]
    company = [unit for unit, place in PLACED.items() if place == hex and unit != "2PzG"]
    assert len(company) == ZONES["2PzG"]["hq_company"] == 1
    assert UNITS[company[0]]["formation"] == "2PzG"


def test_brest_has_a_garrison() -> None:
    assert "S0927" in ZONES["S-4A"]["hexes"]
    assert [unit for unit, hex in PLACED.items() if hex == "S0927"]


@pytest.mark.parametrize("group", ["1PzG", "2PzG", "3PzG", "4PzG"])
def test_every_panzergruppe_has_targets_for_the_surprise_attack(group: str) -> None:
    soviet = {hex for hex, stack in stacks().items() if UNITS[stack[0]]["side"] == "soviet"}
    ready = [
        unit
        for unit, hex in PLACED.items()
        if UNITS[unit]["formation"] == group and UNITS[unit]["mech"] == "yes" and beside(campaign(hex)) & soviet
    ]
    assert len(ready) >= 2


def test_german_armies_have_most_of_their_units_in_command() -> None:
    grid = board("campaign").grid
    for hq, row in UNITS.items():
        if row["type"] == "hq" and hq in PLACED and row["side"] == "axis":
            own = [unit for unit in PLACED if UNITS[unit]["formation"] == hq and unit != hq]
            near = [unit for unit in own if grid.distance(campaign(PLACED[unit]), campaign(PLACED[hq])) <= 4]
            assert len(near) >= 0.6 * len(own), hq


# ------------------------------------------------------------------ supply on 22 June

SCENARIOS = {"campaign": "LSK", "leningrad": "L", "smolensk": "S", "kiev": "K"}


@pytest.mark.parametrize("folder", SCENARIOS)
def test_every_soviet_unit_has_a_line_of_communications(folder: str) -> None:
    """3.3: over land, not across the start line, past enemies only where friends stand."""
    play = board(folder)
    place = {unit: play.index(hex) for unit, hex in PLACED.items() if UNITS[unit]["map"] in SCENARIOS[folder]}
    axis = mask({hex for unit, hex in place.items() if UNITS[unit]["side"] == "axis"})
    soviet = mask({hex for unit, hex in place.items() if UNITS[unit]["side"] == "soviet"})
    closed = play.terrain["sea"] | play.terrain["lake"] | play.terrain["mountain"] | axis
    passable = ~closed & (~play.grid.neighbours(axis) | soviet)
    sides = play.open_sides(["start-line", "prohibited"])
    reached = grown = play.sites.of("soviet-supply").hexes & passable
    while grown:
        grown = play.grid.step(grown, sides) & ~closed & ~reached
        reached |= grown
        grown &= passable
    assert not soviet & ~reached


@pytest.mark.parametrize("folder", SCENARIOS)
def test_every_axis_unit_stands_within_six_hexes_of_a_railroad_from_home(folder: str) -> None:
    play = board(folder)
    place = {unit: play.index(hex) for unit, hex in PLACED.items() if UNITS[unit]["map"] in SCENARIOS[folder]}
    axis = mask({hex for unit, hex in place.items() if UNITS[unit]["side"] == "axis"})
    soviet = mask({hex for unit, hex in place.items() if UNITS[unit]["side"] == "soviet"})
    closed = play.terrain["sea"] | play.terrain["lake"] | play.terrain["mountain"] | soviet
    passable = ~closed & (~play.grid.neighbours(soviet) | axis)
    reached = grown = play.sites.of("axis-supply").hexes & passable
    while grown:
        grown = play.grid.step(grown, play.lines["rail"]) & passable & ~reached
        reached |= grown
    for _ in range(6):
        reached |= play.grid.step(reached & passable, play.open_sides(["prohibited"])) & ~closed
    assert not axis & ~reached
