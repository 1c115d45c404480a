"""The set-up of A Victory Denied on the map: known places, and a position that can be played."""

from __future__ import annotations

import re

import pytest

from victory_denied.box import SETUP, UNITS, ids, table

HEXES = {row["hex"]: row for row in table("map/hexes.csv")}
SITES = table("map/sites.csv")
RIVERS = {frozenset((row["a"], row["b"])): row["kind"] for row in table("map/hexsides.csv")}
ROADS = {
    frozenset(pair)
    for line in table("map/lines.csv")
    if line["kind"] == "road"
    for pair in zip(line["hexes"].split(), line["hexes"].split()[1:], strict=False)
}
STACKS: dict[str, list[str]] = {}
for _unit, _place in SETUP.items():
    if _place.isdigit():
        STACKS.setdefault(_place, []).append(_unit)


def distance(a: str, b: str) -> int:
    """Rows count north; an odd row lies half a hex east of the even ones."""
    rows = abs(int(a[:2]) - int(b[:2]))
    halves = abs(2 * int(a[2:]) + int(a[:2]) % 2 - 2 * int(b[2:]) - int(b[:2]) % 2)
    return rows + max(0, (halves - rows) // 2)


def neighbours(number: str) -> list[str]:
    row, column = int(number[:2]), int(number[2:])
    near = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
    names = [f"{r:02}{c:02}" for r, c in near]
    return [name for name in names if name in HEXES and distance(number, name) == 1]


def side_of(place: str) -> str:
    return UNITS[STACKS[place][0]]["side"] if place in STACKS else ""


def combat_units(place: str) -> list[str]:
    return [unit for unit in STACKS[place] if UNITS[unit]["type"] != "hq"]


def zoc(side: str) -> set[str]:
    return {near for place in STACKS if side_of(place) == side and combat_units(place) for near in neighbours(place)}


def test_the_tests_geometry_is_the_maps() -> None:
    assert all(distance(*pair) == 1 for pair in [*RIVERS, *ROADS])


def test_every_counter_has_one_place() -> None:
    assert len(table("setup.csv")) == len(SETUP)
    assert set(SETUP) == set(UNITS)


def test_boxes() -> None:
    places = {"M": "minsk-pocket-box", "R": "soviet-reserve", "*": "stavka-stars", "elite": "elite-cup"}
    for unit, row in UNITS.items():
        enters, place = row["enters"], SETUP[unit]
        if enters == "start":
            assert place in HEXES
        elif enters == "pvo":
            assert re.fullmatch(r"track-[1-9]", place)
        elif enters == "6":
            assert place == "track-6"
        elif enters == "1":
            assert place == ("timoshenko" if row["side"] == "soviet" else f"german-entry-{row['group']}")
        else:
            assert place == places[enters]
    assert len({SETUP[unit] for unit in ids(enters="pvo")}) == 9


def test_stacking() -> None:
    for place, stack in STACKS.items():
        fighting = combat_units(place)
        assert len({UNITS[unit]["side"] for unit in stack}) == 1
        assert len(fighting) <= 2
        assert len(stack) - len(fighting) <= 1
        assert sum(UNITS[unit]["colour"] == "tan" for unit in fighting) <= 1


def test_nobody_starts_in_the_pocket_or_in_moscow() -> None:
    closed = {site["hex"] for site in SITES if site["kind"] in ("pocket", "moscow")}
    assert not closed & set(STACKS)


def test_vitebsk_and_bobruysk_are_german_and_the_rest_is_not() -> None:
    victory = {site["name"]: site["hex"] for site in SITES if site["kind"].startswith("victory")}
    assert len(victory) == 16
    assert (victory["Vitebsk"], victory["Bobruysk"]) == ("3919", "2110")
    for name, place in victory.items():
        assert side_of(place) in ("german" if name in ("Vitebsk", "Bobruysk") else "soviet", ""), name


def test_pvo_stand_in_victory_towns() -> None:
    victory = {site["hex"] for site in SITES if site["kind"].startswith("victory")}
    starting = {SETUP[unit] for unit in ids(type="pvo", enters="start")}
    assert len(starting) == 5
    assert starting <= victory - {"3919", "2110"}


def test_every_soviet_unit_but_pvo_has_an_hq_in_range() -> None:
    hqs = [SETUP[unit] for unit in ids(type="hq", side="soviet", enters="start")]
    for unit in ids(side="soviet", enters="start"):
        if UNITS[unit]["type"] not in ("hq", "pvo"):
            assert min(distance(SETUP[unit], hq) for hq in hqs) <= 4, unit


def test_no_hq_starts_alone_beside_the_enemy() -> None:
    for unit in ids(type="hq", enters="start"):
        assert combat_units(SETUP[unit]) or SETUP[unit] not in zoc("german"), unit


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_everybody_starts_in_supply(side: str) -> None:
    enemy = zoc("soviet" if side == "german" else "german")
    reached: set[str] = set()
    queue = [site["hex"] for site in SITES if site["kind"] == f"{side}-supply"]
    while queue:
        place = queue.pop()
        if place in reached or side_of(place) not in ("", side):
            continue
        if place in enemy and side_of(place) != side:
            continue
        reached.add(place)
        for near in neighbours(place):
            hexside = frozenset((place, near))
            if RIVERS.get(hexside) != "major" or hexside in ROADS:
                queue.append(near)
    assert {place for place in STACKS if side_of(place) == side} <= reached


def test_second_panzer_group_has_targets_for_the_special_combat() -> None:
    for corps in ("XXXXVII", "XXIV", "XXXXVI"):
        for unit in ids(corps=corps):
            assert any(side_of(near) == "soviet" for near in neighbours(SETUP[unit])), unit


def test_panzer_corps_can_be_activated_whole() -> None:
    for corps in ("XXXXVII", "XXIV", "XXXXVI", "LVII", "XXXIX"):
        left = sorted(ids(corps=corps))
        active = [left.pop()]
        while joined := [u for u in left if any(distance(SETUP[u], SETUP[a]) <= 3 for a in active)]:
            active += joined
            left = [u for u in left if u not in joined]
        assert not left, corps
