"""Counters, turn track, charts and set-ups of Barbarossa Deluxe against the rulebook, and against each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from deluxe_map import board, data, fact, land, near, sites
from ostfront.core.files.data import Cells

PANZERS = [3, 14, 24, 39, 40, 41, 46, 47, 48, 56, 57]
SCENARIOS = ("grand-campaign", "road-back", "blue-kremlin", "citadel", "gambit", "what-if")
SATELLITES = ("Romanian", "Hungarian", "Italian", "Bulgarian")
BOXES = {"rvgk", "caucasus", "dead-german", "dead-soviet", "track", "aside", "gone"}
TURNS = range(1, 33)
# The lists of the rulebook, hex by hex, with our ids.
LISTS = {
    ("road-back", "soviet"): """
        1011 LPMA 23A 42A 55A, 1009 2Sh, 1109 8A 49A 54A, 1210 4A 52A 59A, 1310 11A 27A, 1411 1Sh 3Sh 4Sh 22A 30A,
        1410 34A 39A 41A 53A, 1409 29A 31A, 1508 5A 20A, 1609 33A 43A, 1708 50A, 1808 10A 61A, 1807 3A 16A, 1806 3T,
        1906 48A, 2006 13A, 2105 38A, 2104 60A, 2204 6A, 2203 1T 40A, 2302 1G 5T 21A, 2402 24A 65A 66A, 2401 62A,
        2500 64A, 2601 51A 57A, 2600 28A, 3204 18A 56A, 3203 47A""",
    ("road-back", "german"): """
        1111 26C 50C 54C, 1110 28C 30C, 1211 1C 38C, 1311 10C 59C, 1412 2C, 1511 6C 43C, 1510 23C, 1509 41Pz,
        1610 27C, 1709 39Pz, 1809 3Pz, 1908 9C, 1907 20C, 2007 56Pz 12C, 2106 34C, 2207 47Pz, 2206 46Pz 53C,
        2205 35C 55C, 2304 24Pz 7C 13C, 2404 29C, 2303 2H, 2403 8It, 2501 14Pz 4C 8C 11C 51C, 2502 3R, 2603 48Pz,
        2602 4R, 2804 17C, 3106 42C, 3104 5C, 3103 44C 49Mtn, 3220 FCSE""",
    ("blue-kremlin", "soviet"): """
        1011 23A 42A 55A LPMA, 1110 8A 54A, 1210 1Sh 4A 52A 59A, 1310 11A 27A 34A 53A, 1411 3Sh 4Sh, 1410 22A 30A 41A,
        1409 29A, 1508 31A, 1609 5A 20A, 1708 24A 33A 43A, 1706 3T, 1808 49A 50A, 1806 64A, 1907 10A 61A, 1906 16A,
        2006 3A, 2106 13A 48A, 2105 5T, 2206 40A, 2204 60A, 2306 21A 28A, 2305 6A, 2406 38A, 2405 63A, 2501 62A,
        2505 9A, 2504 37A, 2604 12A, 2704 18A, 2804 56A, 3105 47A""",
    ("citadel", "soviet"): """
        1011 LPMA 23A 42A 55A 67A, 1110 2Sh 4A 8A 54A, 1210 52A 59A, 1310 11A 34A, 1411 1Sh 22A, 1510 3Sh 41A,
        1610 4Sh 20A 43A, 1609 5A 10G 31A 39A 68A, 1708 33A 49A, 1808 10A 50A, 1807 4T 11G, 1906 61A, 2006 3A 3T 63A,
        2106 13A 48A, 2107 2T 70A, 2208 38A 60A 65A, 2307 1T 6G 27A 40A, 2306 4G 5G 5GT 53A,
        2305 7G 46A 47A 57A 69A, 2405 1G 6A 37A, 2404 8G 12A, 2503 3G 51A, 2603 5Sh, 2702 2G, 2803 28A, 2804 44A,
        3005 9A 58A, 3104 18A 56A""",
    ("citadel", "german"): """
        1111 3Lw 50C 54C 502TB, 1211 1C 38C, 1311 26C 28C, 1412 2C 10C, 1513 8C, 1511 43C 59C, 1611 6C, 1710 27C,
        1709 39Pz, 1809 9C 56Pz, 1908 12C 34C, 1907 55C, 2007 23C 35C 53C 505TB, 2008 41Pz 46Pz 47Pz, 2108 13C 20C,
        2209 7C 52C, 2308 11C 42C 48Pz, 2408 3Pz 24Pz, 2407 2SSPz, 2406 57Pz 503TB, 2505 40Pz, 2504 17C, 2604 30C,
        2704 4C, 2805 29C, 3105 5C 44C 49Mtn, 3106 KSC""",
}  # fmt: skip
BOXED = {
    ("road-back", "caucasus"): "40Pz 57Pz 52C 9A 37A 44A 46A",
    ("road-back", "dead-soviet"): "2T 4T 12A 63A",
    ("road-back", "rvgk"): "2G 5Sh",
    ("blue-kremlin", "dead-soviet"): "2Sh 51A 57A",
    ("blue-kremlin", "rvgk"): "5Sh 66A",
    ("citadel", "dead-soviet"): "16A 21A 24A 30A 62A 64A 66A",
    ("gambit", "dead-soviet"): "16A 21A 24A 30A 62A 64A 66A",
}


@cache
def units() -> dict[str, Cells]:
    return {row["id"]: row for _, row in data().raw_rows("units.csv")}


@cache
def markers() -> list[Cells]:
    return [row for _, row in data().raw_rows("markers.csv")]


@cache
def track() -> dict[int, Cells]:
    return {int(row["turn"]): row for _, row in data().raw_rows("track.csv")}


@cache
def scenarios() -> Mapping[str, Any]:
    return data().toml("scenarios.toml")


@cache
def setup(name: str) -> dict[str, Cells]:
    return {row["unit"]: row for _, row in data().raw_rows(name)}


def placed(scenario: str, side: str) -> dict[str, set[str]]:
    """The units of a side by hex."""
    found: dict[str, set[str]] = {}
    for unit, row in setup(scenarios()[scenario]["setup"]).items():
        if row["place"].isdigit() and units()[unit]["side"] == side:
            found.setdefault(row["place"], set()).add(unit)
    return found


def boxed(scenario: str, box: str) -> set[str]:
    return {u for u, row in setup(scenarios()[scenario]["setup"]).items() if row["place"] == box}


def german_ground(scenario: str) -> set[str]:
    owned = {n for n in land() if fact(n, "control") == "german"}
    return owned | set(scenarios()[scenario]["control"]["german"])


def free(unit: str) -> bool:
    """Does not count for stacking (6.5, 8.30 to 8.35)."""
    return units()[unit]["mobility"] in ("static", "attached") or units()[unit]["entry"] == "cavalry"


# ------------------------------------------------------------------ counters


def test_2_1_352_counters() -> None:
    assert len(units()) + len(markers()) == 352
    assert len({u.lower() for u in units()} | {row["id"].lower() for row in markers()}) == 352, "ids can be typed"


@pytest.mark.parametrize("unit", sorted(units()))
def test_a_counter_is_in_order(unit: str) -> None:
    row = units()[unit]
    assert row["side"] in ("german", "soviet") and row["mobility"] in ("mech", "foot", "static", "attached")
    assert ("attack" in row) == ("defense" in row) == (row["mobility"] != "attached")
    assert all(re.fullmatch(r"\d|1d6", row[k]) for k in ("attack", "defense") if k in row)
    assert row.get("turn", "?") in ("?", "MG") or int(row["turn"]) in TURNS
    assert ("setup" in row) == (row["entry"] == "start")
    for place in (row.get("setup", ""), row.get("place", "")):
        assert place in land() or not place.isdigit()
    if "counterpart" in row:
        assert units()[row["counterpart"]]["counterpart"] == unit
    assert row["source"].startswith(("rulebook", "published", "reconstructed"))


def test_stated_strengths() -> None:
    for n in PANZERS:
        early, late = units()[f"{n}Pz"], units()[f"{n}Pz-late"]
        assert (early["attack"], early["defense"], early["counterpart"]) == ("4", "3", f"{n}Pz-late"), "8.29"
        assert (late["attack"], late["defense"], late["turn"]) == ("2", "4", "22"), "8.29"
    assert (units()["6x"]["attack"], units()["6x"]["setup"], units()["6x"]["dot"]) == ("6", "2314", "yes"), "2.5"
    assert (units()["2Para"]["defense"], units()["2Para"]["turn"]) == ("6", "MG"), "4.17"
    for kind in ("rifle", "shock"):
        own = [u for u in units().values() if u["type"] == kind and u["nationality"] == "Soviet"]
        assert {(u["attack"], u["defense"], u.get("dot", "")) for u in own} == {("3", "3", "")}, "8.22, 7.22"
    rolled = {u for u, row in units().items() if row.get("attack") == "1d6"}
    assert rolled == {"LCFC", "Sls", "II", "III", "XX", "LS", "Sil"}, "8.4, 8.35"
    assert [u for u in rolled if units()[u]["mobility"] == "mech"] == ["Sls"], "8.4: one of the six is mechanized"


def test_how_many_of_each() -> None:
    types = Counter(row["type"] for row in units().values())
    stated = {"oversized-rifle": 7, "shock": 5, "fortress": 8, "tiger": 8, "cavalry-mechanized": 4}
    assert stated.items() <= types.items(), "8.22, 15.8, 8.33, 8.31, 8.32"
    entries = Counter(row["entry"] for row in units().values())
    assert entries["emergency"] == 6 and entries["trigger"] == 6 and entries["gambit"] == 3
    assert entries["cavalry"] == 5 and entries["restricted"] == 8
    kinds = Counter(row["kind"] for row in markers())
    assert kinds["hero-city"] == kinds["fortress-city"] == 5 and kinds["east-wall"] == 10
    assert kinds["artillery-corps"] == 9 and kinds["air-army"] == 18, "8.36, 8.38"


def test_stated_arrivals() -> None:
    turns = {"LPMA": 2, "LCFC": 20, "2SSPz": 14, "3SSPz": 22, "502TB": 14, "503TB": 14, "MGP": 15, "CMB": 25}
    assert {u: int(units()[u]["turn"]) for u in turns} == turns
    places = {"6SS": "1415", "KSC": "3106", "1H": "2820", "3H": "2820", "LPMA": "1011", "Wenck": "west-edge"}
    assert {u: units()[u]["place"] for u in places} == places, "8.3, 8.34"
    assert {units()[u]["place"] for u in ("21Mtn", "22Mtn", "91C")} == {"yugoslavia"}
    returning = {u for u, row in units().items() if row["type"] == "tiger" and "dot" not in row}
    assert returning == {"505TB", "509TB"}, "8.31"
    comes = {row["id"]: row.get("turn", "") for row in markers()}
    assert comes["VIIC"] == comes["partisans"] == comes["airborne-assault"] == comes["aerial-supply"] == "6"
    assert (comes["supply-A"], comes["FA"], comes["rhine-oder"]) == ("7", "16", "28")
    ranges = {row["id"]: row["value"] for row in markers() if row["kind"] == "offensive-supply"}
    assert ranges == {"supply-A": "4", "supply-B": "3", "supply-C": "2"}, "7.10"
    assert sorted(int(comes[f"fortress-{n}"]) for n in range(1, 6)) == [13, 28, 28, 28, 28], "9.2"


# ------------------------------------------------------------------ charts


def test_5_8_the_calendar() -> None:
    months = ["Jun", "Jul", "Aug", "Sep", "Oct/Nov", "Dec/Jan", "Feb/Mar", "Apr/May"]
    assert list(track()) == list(TURNS)
    for turn, row in track().items():
        n = (turn - 1) % 8
        assert row["date"].startswith(months[n]) and row["length"] == ("single" if n < 4 else "double")
        assert int(row["year"]) == 1941 + (turn + 1) // 8, "5.9: December belongs to the old year"
        for side in ("german", "soviet"):
            assert int(row[f"{side}_mech"]) >= int(row[f"{side}_foot"]) > 0
    for turn in range(17, 21):
        assert (track()[turn]["german_new_mech"], track()[turn]["german_new_foot"]) == ("1", "1"), "4.17"
    last = track()[30]
    assert (last["german_new_mech"], last["german_new_foot"], last["german_mech"]) == ("0", "2", "5"), "4.18"
    most = max(int(row["luftwaffe"]) for row in track().values())
    assert most == sum(row["kind"] == "luftwaffe" for row in markers())


def test_the_combat_table() -> None:
    crt = data().toml("crt.toml")
    assert crt["columns"] == [f"1:{n}" for n in range(6, 1, -1)] + [f"{n}:1" for n in range(1, 8)], "11.10"
    rows = [[crt["rank"].index(cell) for cell in row.split()] for row in crt["rows"]]
    assert len(rows) == crt["die"] == 6 and {len(row) for row in rows} == {12}
    assert all(a <= b for row in rows for a, b in pairwise(row)), "better odds are never worse"
    assert all(a >= b for up, down in pairwise(rows) for a, b in zip(up, down, strict=True)), "low rolls are good"
    assert crt["rows"][4].split()[crt["columns"].index("5:1")] == "BB", "11.25"
    assert (crt["below"], crt["above"]) == ("AE", "DE"), "11.10"


def test_victory_limits() -> None:
    rows = {int(row["turn"]): row for _, row in data().raw_rows("victory.csv")}
    limits = {t: (r.get("german_wins_at_or_above"), r.get("soviet_wins_at_or_below")) for t, r in rows.items()}
    assert limits[1] == limits[2] == (None, None) and limits[3] == ("22", "13"), "4.14"
    assert limits[4][0] == "23" and limits[6][1] == "20", "4.20"
    for turn in range(3, 32):
        low, high = int(rows[turn]["soviet_wins_at_or_below"]), int(rows[turn]["german_wins_at_or_above"])
        assert low < int(rows[turn]["historical_vp"]) < high, "history goes on"
    assert limits[32] == ("1", "0"), "4.1: no draw"
    assert rows[13]["historical_vp"] == "33", "12.3"


def test_history_gives_the_historical_points() -> None:
    history = data().toml("history.toml")
    ends: list[date] = history["calendar"]["ends"]
    assert len(ends) == 32 and ends == sorted(ends)
    days = {t: {k: v for k, v in history[t].items() if k != "source"} for t in ("victory", "home")}
    assert set(days["victory"]) | set(days["home"]) == set(sites("victory"))
    home = {name for name, n in sites("victory").items() if fact(n, "control") == "german"}
    assert set(days["home"]) == home
    names = {site.name for kind in ("city", "oil", "industry", "place") for site in board().sites.of(kind)}
    for table in ("victory", "home", "towns", "home-towns"):
        for name, changes in history[table].items():
            assert name == "source" or (name in names and changes == sorted(set(changes))), name
    # two points for the hero cities Sevastopol and Stalingrad; less two for Stalingrad, the fortress city
    more = {10: 1, 11: 1, 12: 1, 13: 2, 14: 2}
    rows = {int(row["turn"]): row for _, row in data().raw_rows("victory.csv")}
    for turn in range(1, 15):
        held = sum(len([d for d in found if d <= ends[turn - 1]]) % 2 for found in days["victory"].values())
        held += sum(not found or found[0] > ends[turn - 1] for found in days["home"].values())
        assert int(rows[turn]["historical_vp"]) == held + more.get(turn, 0), turn


# ------------------------------------------------------------------ set-ups


@pytest.mark.parametrize(("scenario", "side"), list(LISTS))
def test_lists_of_12_14_to_14_7(scenario: str, side: str) -> None:
    wanted = {row.split()[0]: set(row.split()[1:]) for row in LISTS[scenario, side].split(",")}
    assert placed(scenario, side) == wanted


@pytest.mark.parametrize(("scenario", "box"), list(BOXED))
def test_boxes_of_12_9_to_14_6(scenario: str, box: str) -> None:
    assert boxed(scenario, box) == set(BOXED[scenario, box].split())


@pytest.mark.parametrize(
    ("scenario", "lithuania"), [*((name, False) for name in SCENARIOS), ("grand-campaign", True), ("what-if", True)]
)
def test_a_ready_placement_keeps_the_rules(scenario: str, lithuania: bool) -> None:
    table = scenarios()[scenario]
    change = table["lithuania"] if lithuania else {}
    ground = (german_ground(scenario) | set(change.get("german", ()))) - set(change.get("soviet", ()))
    rows = setup(change.get("setup", table["setup"]))
    assert set(rows) == set(units())
    stacks: dict[str, list[str]] = {}
    zones = change.get("zones", table.get("zones", {}))
    for unit, row in rows.items():
        side, place = units()[unit]["side"], row["place"]
        if not place.isdigit():
            assert place in BOXES
            continue
        assert place in land() and (place in ground) == (side == "german") and fact(place, "control"), unit
        stacks.setdefault(place, []).append(unit)
        if "zone" in row and row["zone"] != "poland":  # 3.7: they may go there, and stand elsewhere
            zone = zones[row["zone"]]
            assert zone.get("controlled") or place in zone["hexes"], unit
            first, last = zone.get("rows", (10, 32))
            assert first <= int(place[:2]) <= last
    for place, stack in stacks.items():
        assert sum(not free(unit) for unit in stack) <= 5, place
        assert sum(units()[unit]["nationality"] in SATELLITES for unit in stack) <= 1, place


def test_everybody_is_on_hand_or_still_to_come() -> None:
    for scenario in SCENARIOS:
        table = scenarios()[scenario]
        first = table["first_turn"] + (table["start"] != "administration")
        for unit in boxed(scenario, "track"):
            row = setup(table["setup"])[unit]
            assert first <= int(row.get("turn", units()[unit].get("turn", 0))) <= table["last_turn"], (scenario, unit)
    late = {u: row["turn"] for u, row in setup("setup-road-back.csv").items() if "turn" in row}
    assert late == {"19A": "27", "26A": "27", "32A": "27"}, "12.11"
    campaign = setup("setup-grand-campaign.csv")
    for unit, row in units().items():
        if row.get("setup", "").isdigit():
            assert campaign[unit]["place"] == row["setup"], "3.4"
        elif row["entry"] in ("trigger", "gambit", "counterpart"):
            assert campaign[unit]["place"] == "aside", "3.5, 4.17, 8.22"
        elif row["entry"] != "start":
            assert campaign[unit]["place"] == "track", "3.2"


def test_3_3_zones_of_the_campaign() -> None:
    labels = {"N": "AGN", "C": "AGC", "S": "AGS", "Rom": "Rom"}
    for unit, row in units().items():
        if row.get("setup") in labels:
            assert setup("setup-grand-campaign.csv")[unit]["zone"] == labels[row["setup"]]
    zones = scenarios()["grand-campaign"]["zones"]
    assert set(zones["Rom"]["hexes"]) == {n for n in land() if fact(n, "territory") == "Romania"}


def test_points_at_the_start() -> None:
    assert {name: scenarios()[name]["vp"] for name in SCENARIOS[:2]} == {"grand-campaign": 14, "road-back": 33}
    for scenario, extra in (("grand-campaign", 0), ("road-back", 2), ("what-if", 0)):  # 12.6: two hero cities
        held = sum(n in german_ground(scenario) for n in sites("victory").values())
        assert held + extra == scenarios()[scenario]["vp"]


def test_14_9_the_gambit() -> None:
    zone = set(scenarios()["gambit"]["zones"]["front"]["hexes"])
    front = set(placed("citadel", "soviet")) - {"1011", "3005", "3104"} | {"2207"}
    beside = {m for n in front for m in near(n)} & german_ground("gambit")
    assert zone <= beside and len(front) == 26
    german = {u for stack in placed("gambit", "german").values() for u in stack}
    assert {"XIVPz", "76Pz", "2Para", "3SSPz"} <= german, "4.17"
    for place in ("1011", "3005", "3104"):
        assert placed("gambit", "soviet")[place] == placed("citadel", "soviet")[place]
    assert set(near("2207")) <= land() - german_ground("gambit"), "8.18: the Fortified Area"


@pytest.mark.parametrize("lithuania", [False, True])
def test_15_3_a_unit_in_every_hex_of_the_border(lithuania: bool) -> None:
    table = scenarios()["what-if"]
    change = table["lithuania"] if lithuania else {}
    german = (german_ground("what-if") | set(change.get("german", ()))) - set(change.get("soviet", ()))
    soviet = {n for n in land() if fact(n, "control")} - german
    held = {row["place"] for row in setup(change.get("setup", table["setup"])).values()}
    for mine, theirs in ((german, soviet), (soviet, german)):
        border = {n for n in mine if theirs & set(near(n))}
        assert border <= held and len(border) >= 18


def test_15_8_who_is_there_in_what_if() -> None:
    there = {u for side in ("german", "soviet") for stack in placed("what-if", side).values() for u in stack}
    there |= boxed("what-if", "rvgk")
    assert len(boxed("what-if", "rvgk")) <= 5
    dotted = {u for u in there if units()[u].get("dot") and units()[u]["nationality"] not in SATELLITES}
    assert dotted == {"ICA", "FCSE"}
    assert {"1T", "2T", "3T", "4T", "1Sh", "2Sh", "3Sh", "4Sh", "5Sh", "1H", "2H", "3H", "3R", "4R"} <= there
    german = {u for u in boxed("what-if", "track") if units()[u]["side"] == "german"}
    assert german == {"502TB", "503TB", "2SSPz"} and "8It" in boxed("what-if", "gone")


def test_tigers_stand_with_their_corps() -> None:
    for scenario in ("citadel", "gambit"):
        rows = setup(scenarios()[scenario]["setup"])
        for tiger in ("502TB", "503TB", "505TB"):
            assert rows[rows[tiger]["parent"]]["place"] == rows[tiger]["place"]
