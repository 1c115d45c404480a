"""The map, counters, set-ups and charts of Barbarossa 1941 against the rulebook, and against each other."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ostfront.cartography import MapData
from ostfront.core.files.data import Cells, DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src/ostfront/games/barbarossa_1941/data"
AXIS = ("Germany", "Poland", "Hungary", "Romania", "Finland")
CLOSED = {"lake", "estuary", "strait", "kerch"}
STATIC = {"garrison", "militia", "fort"}
NO_COMBAT = {"air", "fleet", "partisan", "airborne", "guards_airborne", "paratroop"}
CRIMEA = {"1630", "1631", "1632", "1530", "1531", "1730", "1731", "1831", "1930"}
TURNS = range(1, 11)
SETUPS = ("setup.csv", "setup-hypothetical.csv")


@cache
def data() -> DataFolder:
    return DataFolder("barbarossa-1941", FOLDER)


@cache
def board() -> Board:
    tables = [data().raw_rows(f"map/{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")]
    return Board.from_rows(data().toml("map/map.toml"), *tables)


@cache
def charts() -> Mapping[str, Any]:
    return data().toml("charts.toml")


@cache
def scenarios() -> Mapping[str, Any]:
    return data().toml("scenarios.toml")


@cache
def units() -> dict[str, Cells]:
    return {row["id"]: row for _, row in data().raw_rows("units.csv")}


@cache
def setup(name: str) -> dict[str, str]:
    rows = [row for _, row in data().raw_rows(name)]
    assert len({row["unit"] for row in rows}) == len(rows), "a unit stands twice"
    return {row["unit"]: row["place"] for row in rows}


def numbers() -> list[str]:
    return [board().name(i) for i in board().grid.hexes]


def near(number: str) -> list[str]:
    return [board().name(n) for n in bits(board().grid.neighbours(1 << board().index(number)))]


def fact(number: str, column: str) -> str:
    return board().hex_facts[column].get(board().index(number), "")


def terrain(number: str) -> str:
    return board().terrain_at[board().index(number)]


def land(number: str) -> bool:
    return terrain(number) not in ("sea", "lake")


def country(number: str) -> str:
    return fact(number, "country")


@cache
def sides() -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for side in board().hexside_rows:
        found.setdefault(frozenset((board().name(side.a), board().name(side.b))), set()).add(side.kind)
    return found


def closed(a: str, b: str) -> bool:
    return bool(sides().get(frozenset((a, b)), set()) & CLOSED)


def sites(kind: str) -> dict[str, str]:
    """Name to hex."""
    return {site.name: board().name(site.hex) for site in board().sites.of(kind)}


def cities() -> dict[str, str]:
    return sites("major") | sites("minor")


def grown(start: Iterable[str], onward: Callable[[str, str], bool]) -> dict[str, int]:
    """Distance of every hex that can be reached."""
    found = dict.fromkeys(start, 0)
    queue = list(found)
    for here in queue:
        for there in near(here):
            if there not in found and onward(here, there):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def walked(start: str, without: str = "") -> set[str]:
    return set(grown([start], lambda a, b: land(b) and not closed(a, b) and b != without))


# ------------------------------------------------------------------ the sheet


def test_odd_columns_stand_lower() -> None:
    assert len(numbers()) == 27 * 33
    assert set(near("1930")) == {"1929", "1931", "1830", "1831", "2030", "2031"}, "12.10: Kerch touches 2031"
    assert set(near("0804")) == {"0803", "0805", "0703", "0704", "0903", "0904"}


def test_frozen_files_come_from_the_workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "maps"))
    workshop = pytest.importorskip("workshop.tables").TableWorkshop(ROOT / "maps/barbarossa_1941")
    for name, text in workshop.frozen_files().items():
        assert (FOLDER / "map" / name).read_text(encoding="utf-8") == text, name
    lines = workshop.report().splitlines()
    hard = [float(line.split()[-2]) for line in lines if line.startswith("hard")]
    assert len(hard) == 5 and max(hard) < 0.35, "the five numbered places lie in their hexes"
    assert [line.split()[1] for line in lines if line.startswith("moved")] == ["Libau"]


def test_the_drawer_reads_the_map() -> None:
    found = MapData.read(FOLDER / "map")
    assert len(found.keys) == 27 * 33
    for a, b in (("1930", "2031"), ("1203", "1102"), ("1203", "1103")):
        found.shared(a, b)  # raises if not adjacent


# ------------------------------------------------------------------ what the rulebook numbers


def test_numbered_places() -> None:
    named = cities()
    for name, number in (("Konigsberg", "0112"), ("Helsinki", "0804"), ("Leningrad", "1304"), ("Vyborg", "1203")):
        assert named[name] == number
    assert {"1102", "1103"} < set(near("1203")), "15.1: both are next to Vyborg"
    assert {n for n in near("1304") if fact(n, "coast")} == {"1204", "1305"}, "12.9: Leningrad's coastal neighbours"
    assert terrain("1205") == "sea"
    assert {country(n) for n in ("1102", "1103", "1301", "1401", "0804")} == {"Finland"}
    assert {country(n) for n in ("0312", "0112", "0212", "0213", "0313")} == {"Germany"}
    assert {country(n) for n in ("1203", "1204", "1302", "1304", "1305", "1501")} == {"USSR"}
    entries = {site.facts["value"]: board().name(site.hex) for site in board().sites.of("entry")}
    assert entries["Hungary"] == "0124" and entries["Italy"] == "0131" and entries["Finland"] == "0804"
    assert fact("1204", "finnish") == fact("1803", "finnish") == "line"


def test_12_10_kerch_and_the_other_closed_hexsides() -> None:
    assert sides()[frozenset(("1930", "2031"))] == {"kerch"} and land("1930") and land("2031")
    assert sum("kerch" in kinds for kinds in sides().values()) == 1
    assert closed("0804", "0805") and closed("1103", "1204"), "no way over the Gulf of Finland"
    for pair, kinds in sides().items():
        assert kinds & {"frontier", "border"} or all(land(n) for n in pair), pair
    lakes = {fact(n, "name") for n in numbers() if terrain(n) == "lake"}
    assert lakes == {"Ladoga", "Onega", "Peipus"}


def test_perekop_is_the_only_way_into_the_crimea() -> None:
    assert walked("2112") >= CRIMEA
    assert not walked("2112", without="1629") & CRIMEA


def test_all_land_of_the_countries_at_war_is_connected() -> None:
    playable = {n for n in numbers() if land(n) and country(n) in (*AXIS, "USSR")}
    assert playable <= set(grown(["2112"], lambda a, b: b in playable and not closed(a, b)))


def test_frontiers_lie_between_countries() -> None:
    for a in numbers():
        for b in near(a):
            pair = {country(a), country(b)}
            kinds = sides().get(frozenset((a, b)), set())
            different = len(pair) == 2 and "" not in pair
            assert ("frontier" in kinds) == (different and "USSR" in pair), (a, b)
            assert ("border" in kinds) == (different and "USSR" not in pair), (a, b)


def test_coast_zone_and_depth() -> None:
    west = [n for n in numbers() if country(n) in ("Germany", "Poland", "Hungary", "Romania")]
    depth = grown(west, lambda a, b: True)
    last = charts()["weather"]["last_row_north"]
    for n in numbers():
        seas = {fact(m, "sea") for m in near(n)} - {""} if terrain(n) != "sea" else set()
        assert set(filter(None, fact(n, "coast").split("+"))) == seas, n
        zone = "" if terrain(n) == "sea" else "N" if int(n[2:]) <= last else "S"
        assert fact(n, "zone") == zone, n
        assert fact(n, "depth") == (str(depth[n]) if country(n) == "USSR" else ""), n
    assert fact("0315", "depth") == "1" and cities()["Bobruisk"][2:] == "16"


# ------------------------------------------------------------------ cities, ports, points


def test_13_points() -> None:
    points = {site.name: int(site.facts["value"]) for site in board().sites.of("victory")}
    assert len(points) == 24
    assert sum(points.values()) + charts()["victory"]["finnish_zone"] == 43 == charts()["victory"]["total"]
    assert points["Moscow"] == 6 and points["Leningrad"] == 4
    assert {name for name, value in points.items() if value > 1} <= set(sites("major"))
    assert all(sites("victory")[name] == cities()[name] for name in points)
    levels = charts()["victory"]["level"]
    assert [(x["from"], x["to"]) for x in levels] == [(0, 14), (15, 19), (20, 25), (26, 30), (31, 43)]
    assert [x["vp"] for x in charts()["trigger"]] == [3, 5, 8, 10, 18]


def test_8_2_major_cities_and_sources() -> None:
    majors = sites("major")
    soviet = {name for name, n in majors.items() if country(n) == "USSR"}
    assert len(soviet) == 12 == charts()["replacements"]["soviet_cities"]["major_cities"]
    assert {"Lvov", "Riga", "Leningrad", "Kharkov"} < soviet
    assert set(majors) - soviet == set(sites("axis-supply")) == set(charts()["supply"]["axis_cities"])
    assert not set(majors) & set(sites("minor"))
    for kind, column in (("axis-edge", "01"), ("soviet-edge", "27")):
        edge = {board().name(site.hex) for site in board().sites.of(kind)}
        assert edge == {board().name(i) for i in bits(board().on_line["rail"]) if board().name(i)[:2] == column}


def test_8_2_ports() -> None:
    ports = {
        sea: {s.name for s in board().sites.of("port") if s.facts["value"] == sea} for sea in ("baltic", "black")
    }
    assert ports["baltic"] == {"Konigsberg", "Riga", "Tallinn", "Helsinki", "Leningrad"}
    assert ports["black"] == {"Odessa", "Sevastopol", "Novorossiysk"}
    for sea, names in ports.items():
        assert all(sea in fact(cities()[name], "coast").split("+") for name in names)
    assert set(sites("base")) == {"Leningrad", "Tallinn", "Riga"}
    owners = Counter(country(cities()[name]) == "USSR" for name in ports["baltic"])
    assert owners[True] == charts()["naval"]["baltic_needed"]


# ------------------------------------------------------------------ railways


def links() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in board().line_rows:
        for a, b in pairwise(line.hexes):
            found.setdefault(board().name(a), set()).add(board().name(b))
            found.setdefault(board().name(b), set()).add(board().name(a))
    return found


def test_railways_are_one_network_over_land() -> None:
    rail = links()
    assert len(rail) == 397 and sum(len(n) > 2 for n in rail.values()) == 92
    assert all(land(n) for n in rail)
    assert not any(closed(a, b) for a in rail for b in rail[a])
    seen, queue = {"2112"}, ["2112"]
    for here in queue:
        queue += [n for n in rail[here] if n not in seen]
        seen |= rail[here]
    assert seen == set(rail)
    assert all(n in rail for n in sites("major").values())


def test_soviet_major_cities_are_sources_at_the_start() -> None:
    rail, soviet = links(), {n for n in links() if country(n) == "USSR"}
    seen = {board().name(site.hex) for site in board().sites.of("soviet-edge")}
    queue = sorted(seen)
    for here in queue:
        new = (rail[here] & soviet) - seen
        seen |= new
        queue += sorted(new)
    assert {n for n in sites("major").values() if country(n) == "USSR"} <= seen


# ------------------------------------------------------------------ counters


def test_counters_that_the_rulebook_prints() -> None:
    printed = dict.fromkeys(("FI-VI", "FI-VII", "FI-II", "FI-IV", "FI-OIN"), "2-4-3")
    printed |= {"FI-RES": "2-3-3", "DE-I": "4-4-3"} | dict.fromkeys(("DE-XXIII", "DE-XXVI", "DE-XXXVIII"), "3-4-3")
    printed |= {f"DE-ERS{n}": "3-3-3" for n in range(1, 5)} | {f"SU-{n}SH": "6-3-3" for n in range(1, 5)}
    for unit, triple in printed.items():
        row = units()[unit]
        assert f"{row['combat'].split('|')[0]}-{row['quality']}-{row['move']}" == triple, unit
        assert row["source"].startswith("rulebook")
    assert all(units()[f"SU-{n}SH"]["combat"].startswith("6|4|") for n in range(1, 5))


def test_how_many_counters() -> None:
    kinds = Counter((u["side"], u["type"]) for u in units().values())
    stated = {
        ("axis", "air"): 4, ("soviet", "air"): 2, ("soviet", "airborne"): 5, ("soviet", "guards_airborne"): 2,
        ("soviet", "shock_army"): 4, ("soviet", "guards_cavalry"): 3, ("soviet", "mobile_group"): 3,
        ("soviet", "militia"): 2, ("soviet", "partisan"): 2, ("soviet", "fleet"): 1, ("soviet", "fort"): 1,
        ("soviet", "op_group"): 2, ("axis", "paratroop"): 1,
    }  # fmt: skip
    assert {key: kinds[key] for key in stated} == stated
    assert len(units()) == charts()["counters"]["units"] == 184
    nations = Counter(u["nation"] for u in units().values())
    assert nations["Hungarian"] == 2 and nations["Finnish"] == 6


@pytest.mark.parametrize("unit", sorted(units()))
def test_a_counter_is_in_order(unit: str) -> None:
    row = units()[unit]
    steps, start = int(row["steps"]), int(row["start"])
    assert row["side"] in ("axis", "soviet") and (row["nation"] == "Soviet") == (row["side"] == "soviet")
    assert row["motorised"] in ("no", "yes", "full") and row["track"] in ("inf", "mot", "none")
    assert row["rebuild"] in ("none", "army", "ersatz", "is-ersatz", "finnish", "romanian", "mobile", "never")
    assert row["source"].startswith(("rulebook", "reconstructed"))
    if row["type"] in NO_COMBAT:
        assert "combat" not in row
        return
    combat = [int(value) for value in row["combat"].split("|")]
    assert len(combat) == steps >= start >= 1 and combat == sorted(combat, reverse=True) and combat[-1] > 0
    assert 1 <= int(row["quality"]) <= 5
    if row["type"] in STATIC:
        assert row["move"] == "0"
    elif row["motorised"] == "no" and row["type"] != "cavalry":
        assert row["move"] == "3"
    else:
        assert int(row["move"]) > 3
    if row["type"] in ("army", "shock_army"):
        assert steps == (2 if row["type"] == "army" else 3)
    if row["nation"] not in ("German", "Soviet"):
        assert row["track"] == "none", "9.2 counts German and Soviet losses"


def test_qualities_span_the_shifts() -> None:
    found = {int(u["quality"]) for u in units().values() if "quality" in u}
    assert max(found) - min(found) == 4 == charts()["crt"]["quality_shift"][1]


def test_arrivals() -> None:
    words = {"hungary+1", "hungary+2", "murmansk", "bought", "militia", "partisan", "off-map"}
    for unit, row in units().items():
        arrives = row.get("arrives", "")
        assert bool(arrives) != (unit in setup("setup.csv")), unit
        assert arrives in words or not arrives or int(arrives) in TURNS, unit
        for place in row.get("at", "").split():
            assert place in ("major", "city", "german", "stack") or land(place), unit
            if place.isdigit() and row["side"] == "soviet":
                assert country(place) == "USSR", unit
    turns = {"SU-LUGA": 2, "SU-NEVA": 3, "SU-GABN1": 7, "SU-GABN2": 8, "DE-7FJ": 3}
    assert {unit: int(units()[unit]["arrives"]) for unit in turns} == turns
    early = charts()["option"]["early-siberians"]["arrivals"]
    assert early == {"SU-58A": 6, "SU-59A": 7, "SU-60A": 8}
    assert all(turn < int(units()[unit]["arrives"]) for unit, turn in early.items())
    for turn in map(str, TURNS):
        coming = [u for u in units().values() if u.get("arrives") == turn]
        assert sum(u.get("at") == "german" for u in coming) <= 2, "9.1: Warsaw and Konigsberg"
    neva = units()["SU-NEVA"]["at"].split()
    assert neva[0] == "1304" and set(neva[1:]) == {n for n in near("1304") if land(n)}
    luga = set(units()["SU-LUGA"]["at"].split())
    assert luga == {n for c in ("1304", "1306") for n in (c, *near(c)) if land(n)}


# ------------------------------------------------------------------ set-ups


def stacks(name: str) -> dict[tuple[str, str], int]:
    found: Counter[tuple[str, str]] = Counter()
    for unit, place in setup(name).items():
        found[units()[unit]["side"], place] += int(units()[unit]["start"])
    return found


@pytest.mark.parametrize("name", SETUPS)
def test_a_set_up_keeps_the_rules(name: str) -> None:
    assert set(setup(name)) == {u for u, row in units().items() if "arrives" not in row}
    stack = stacks(name)
    assert all(points <= 6 for points in stack.values())
    assert not {n for side, n in stack if side == "axis"} & {n for side, n in stack if side == "soviet"}
    bases = Counter(place for unit, place in setup(name).items() if units()[unit]["type"] == "air")
    for place, corps in bases.items():
        assert corps <= (2 if place in sites("major").values() else 1) and place in cities().values()
    zones = scenarios()["hypothetical"]["zones"] | {"Soviet": ["USSR"]}
    for unit, place in setup(name).items():
        assert land(place) and country(place) in zones[units()[unit]["nation"]], unit
    for place, limit in scenarios()["hypothetical"]["limits"].items():
        german = [u for u, n in setup(name).items() if units()[u]["nation"] == "German" and country(n) == place]
        assert sum(int(units()[u]["start"]) for u in german) <= limit


def test_12_5_airborne_corps() -> None:
    at = {n: name for name, n in cities().items()}
    for name in SETUPS:
        places = {at[n] for unit, n in setup(name).items() if units()[unit]["type"] == "airborne"}
        assert places == {"Minsk", "Kharkov", "Dvinsk", "Kiev", "Odessa"}


def test_15_1_choices() -> None:
    choices = scenarios()["historical"]["choices"]
    here = setup("setup.csv")
    assert all(here[unit] in hexes for unit, hexes in choices.items())
    assert {here[u] for u in ("DE-BEF101", "DE-LW1", "DE-XXIII")} == {"0112"} and here["FI-RES"] == "0804"
    assert set(choices["DE-I"]) == {n for n in ("0312", *near("0312")) if country(n) == "Germany"}
    assert set(choices["FI-OIN"]) == {n for n in numbers() if country(n) == "Finland" and land(n)}


def frontier() -> Iterator[tuple[str, list[str]]]:
    for name in AXIS:
        touching = (n for n in numbers() if country(n) == "USSR" and land(n))
        yield name, [n for n in touching if any(country(m) == name and land(m) and not closed(n, m) for m in near(n))]


def test_14_2_lists_follow_from_the_map() -> None:
    lists = scenarios()["hypothetical"]
    assert lists["frontier"] == {name: sorted(found) for name, found in frontier()}
    home = [n for n in numbers() if country(n) in AXIS and land(n)]
    playable = {n for n in numbers() if land(n) and country(n) in (*AXIS, "USSR")}
    away = grown(home, lambda a, b: b in playable and not closed(a, b))
    for size in ("minor", "major"):
        reach = lists["soviet"][f"{size}_within"]
        wanted = {(name, n, away[n]) for name, n in sites(size).items() if country(n) == "USSR" and away[n] <= reach}
        assert {tuple(row) for row in lists["cities"][size]} == wanted


def bare(place: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Frontier hexes neither occupied nor in a Soviet ZOC, and cities without their garrison (14.2)."""
    rules = scenarios()["hypothetical"]
    points: Counter[str] = Counter()
    mobile: Counter[str] = Counter()
    for unit, n in place.items():
        if units()[unit]["side"] == "soviet" and units()[unit]["type"] not in NO_COMBAT:
            points[n] += int(units()[unit]["start"])
            mobile[n] += int(units()[unit]["start"]) * (units()[unit]["type"] not in STATIC)
    majors = set(sites("major").values())

    def covered(n: str) -> bool:
        zoc = any(mobile[m] >= rules["soviet"]["zoc_points"] and not closed(n, m) for m in near(n))
        return points[n] > 0 or (zoc and n not in majors)

    hexes = {n for found in rules["frontier"].values() for n in found}
    wanted = [n for size in ("minor", "major") for _, n, _ in rules["cities"][size]]
    return sorted(n for n in hexes if not covered(n)), [
        n for n in wanted if points[n] < rules["soviet"]["city_points"]
    ]


def test_14_2_the_ready_placement() -> None:
    ready = setup("setup-hypothetical.csv")
    assert bare(ready) == ([], [])
    fixed = scenarios()["hypothetical"]["soviet"]["fixed"]
    changed = {u for u, n in ready.items() if n != setup("setup.csv")[u]}
    assert len(changed) == 16 and not any(units()[u]["type"] in fixed for u in changed)
    assert {units()[u]["side"] for u in changed} == {"soviet"}


def test_14_2_the_historical_set_up_would_not_do() -> None:
    hexes, towns = bare(setup("setup.csv"))
    assert hexes == [] and cities()["Odessa"] in towns and len(towns) == 12
    away = {u: n for u, n in setup("setup-hypothetical.csv").items() if u != "SU-11MC"}
    assert bare(away)[0] == ["0311"]


# ------------------------------------------------------------------ charts


@pytest.mark.parametrize(("name", "dice"), [("one_die", 1), ("two_dice", 2)])
def test_the_combat_tables_never_reward_a_worse_roll_or_column(name: str, dice: int) -> None:
    crt = charts()["crt"]
    low, high = crt[f"{name}_rows"]
    rows = [[tuple(map(int, cell.split("/"))) for cell in row.split()] for row in crt[name]]
    assert len(rows) == high - low + 1 and {len(row) for row in rows} == {len(crt["columns"])} == {len(crt["ratios"])}
    assert low < dice and high > 6 * dice, "room for modifiers"
    for better, worse in [(r[i + 1], r[i]) for r in rows for i in range(len(r) - 1)]:
        assert better[0] <= worse[0] and better[1] >= worse[1]
    for up, down in pairwise(rows):
        assert all(b[0] <= a[0] and b[1] >= a[1] for a, b in zip(up, down, strict=True))


def test_12_3_what_mud_closes() -> None:
    ground, river = charts()["terrain"], charts()["hexside"]["river"]
    points = charts()["weather"]["mud"]["motorised"]
    assert all(ground[kind]["motorised"] > points for kind in charts()["weather"]["mud"]["motorised_closed"])
    assert ground["forest"]["motorised"] <= points < ground["forest"]["motorised"] + river["cost"]
    assert all(ground[kind]["foot"] <= charts()["weather"]["mud"]["infantry"] for kind in ("marsh", "mountain"))
    closed_to_overruns = {kind for kind, row in ground.items() if not row.get("overrun", True)}
    assert closed_to_overruns == {"major_city", "marsh", "arctic"} and not river["overrun"], "7.1"


def test_weather_of_every_turn() -> None:
    weather = charts()["weather"]
    for zone in ("north", "south"):
        assert len(weather[zone]) == charts()["calendar"]["turns"] == len(TURNS)
        assert all(word.replace(" ", "_") in weather for word in weather[zone])
    table = charts()["replacements"]["soviet_cities"]["table"]
    assert sorted(n for low, high, _ in table for n in range(low, high + 1)) == list(range(13))


# ------------------------------------------------------------------ 1941, the table, sources


def test_history_names_places_of_the_map_and_gives_twenty_points() -> None:
    history = data().toml("history.toml")
    dates = {
        name: days for table in ("victory", "towns") for name, days in history[table].items() if name != "source"
    }
    assert set(history["victory"]) - {"source"} == set(sites("victory"))
    assert set(dates) <= set(cities())
    first, days = history["calendar"]["first"], history["calendar"]["days"]
    last = first + timedelta(days=days * charts()["calendar"]["turns"] - 1)
    assert first == charts()["calendar"]["first_day"] and last == charts()["calendar"]["last_day"] == date(
        1942, 1, 17
    )
    for name, changes in dates.items():
        assert changes == sorted(changes) and all(first <= day <= last for day in changes), name
    points = {site.name: int(site.facts["value"]) for site in board().sites.of("victory")}
    assert sum(points[name] for name in points if len(dates[name]) % 2) == 20


def test_the_table_knows_every_type_and_nation() -> None:
    table = data().toml("table.toml")
    assert {u["type"] for u in units().values()} <= set(table["symbol"])
    assert {u["nation"] for u in units().values()} <= set(table["fill"])
    assert set(table["fill_of"].values()) <= set(table["fill"]) and set(table["fill_of"]) <= set(table["symbol"])
    assert set(table["stripe"]) <= {u["group"] for u in units().values()}
    assert {place for panel in table["panel"] for place in panel["places"]} <= {box.name for box in board().boxes}


def test_every_row_has_a_source() -> None:
    for name in ("map/hexes.csv", "map/hexsides.csv", "map/sites.csv", "units.csv"):
        for line, row in data().raw_rows(name):
            assert row.get("source", "").startswith(("rulebook", "reconstructed")), (name, line)
    with (FOLDER / "map/lines.csv").open(encoding="utf-8", newline="") as f:
        assert next(csv.reader(f))[0].startswith("# source: reconstructed")
