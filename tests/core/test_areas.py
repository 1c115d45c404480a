"""Area maps against the plain reference."""

from __future__ import annotations

from random import Random

import pytest

from core.random_maps import random_area_map
from ostfront.core.map.areas import AreaMap, UnknownArea
from ostfront.core.map.board import BoardError
from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.plain import PlainAreas

KINDS = ("land", "river", "strait", "sea")


def coast() -> AreaMap:
    """1 - 2 over a river, 2 - 3 by land, 3 - S1 by sea, 1 - FS by land and river both."""
    return AreaMap.from_rows(
        [{"area": name, "colour": "red"} for name in ("1", "2", "3", "S1", "FS")],
        [{"a": "1", "b": "2", "kind": "river"}, {"a": "2", "b": "3", "kind": "land"},
         {"a": "3", "b": "S1", "kind": "sea"}, {"a": "FS", "b": "1", "kind": "land"},
         {"a": "1", "b": "FS", "kind": "river"}],
    )  # fmt: skip


def test_areas_have_names_and_typed_borders() -> None:
    areas = coast()
    at = areas.index
    assert [areas.name(at(name)) for name in ("1", "s1", " FS ")] == ["1", "S1", "FS"]
    assert areas.areas[0].facts == {"colour": "red"}
    assert areas.kinds(at("1"), at("FS")) == ["river", "land"]
    assert areas.kinds(at("1"), at("3")) == []
    assert areas.adjacent(at("1"), {"land"}) == (at("FS"),)
    assert areas.distance(at("FS"), at("S1")) == 4
    assert areas.distance(at("FS"), at("S1"), ("land", "river")) == -1
    with pytest.raises(UnknownArea, match="there is no area 'S9'"):
        at("S9")


def test_open_borders_as_masks_per_area() -> None:
    areas = coast()
    allow = list(areas.links({"land"}))
    assert areas.flood(1 << areas.index("2"), areas.valid, areas.valid, allow) == mask(map(areas.index, ("2", "3")))


@pytest.mark.parametrize(("seed", "size"), [*((n, 1 + n) for n in range(25)), (99, 153)])
def test_sets_agree_with_plain(seed: int, size: int) -> None:
    rng = Random(seed)
    areas = random_area_map(rng, size)
    plain = PlainAreas(areas)
    everything = range(areas.size)
    for _ in range(8):
        some = [i for i in everything if rng.random() < 0.2]
        kinds = rng.choice((None, *(rng.sample(KINDS, k) for k in range(5))))
        near = {n for i in some for n in plain.neighbours(i, kinds)}
        assert set(bits(areas.step(mask(some), kinds))) == near
        if kinds is None:
            assert areas.neighbours(mask(some)) == mask(near)
            assert areas.closed(mask(some)) == mask(near | set(some))
        a, b, n = rng.choice(everything), rng.choice(everything), rng.randint(0, 4)
        assert areas.distance(a, b, kinds) == plain.distance(a, b, kinds)
        around = plain.flood([a], everything, everything, kinds=kinds)
        assert areas.disk(a, n, kinds) == mask(i for i, d in around.items() if d <= n)
        assert areas.ring(a, n, kinds) == mask(i for i, d in around.items() if d == n)
        enter = {i for i in everything if rng.random() < 0.8}
        through = {i for i in everything if rng.random() < 0.8}
        limit = rng.choice((None, 0, 2))
        found = plain.flood(some, enter, through, kinds=kinds, limit=limit)
        arguments = (mask(some), mask(enter), mask(through), kinds, limit)
        assert set(areas.bits(areas.flood(*arguments))) == set(found)
        assert {i: k for k, ring in enumerate(areas.rings(*arguments)) for i in bits(ring)} == found


@pytest.mark.parametrize(
    ("areas", "borders", "message"),
    [
        ([{"area": "1"}, {"area": "1"}], [], "areas.csv:3: area 1 is listed twice"),
        ([{"name": "1"}], [], "areas.csv:2: 'area' is missing"),
        ([], [], "areas.csv: no areas are listed"),
        ([{"area": "1"}], [{"a": "1", "b": "2", "kind": "land"}], "borders.csv:2: there is no area '2'"),
        ([{"area": "1"}], [{"a": "1", "b": "1", "kind": "land"}], "borders.csv:2: an area does not border itself"),
        ([{"area": "1"}, {"area": "2"}], [{"a": "1", "b": "2"}], "borders.csv:2: 'kind' is missing"),
        ([{"area": "1"}, {"area": "2"}], [{"a": "1", "b": "2", "kind": "sea"}, {"a": "2", "b": "1", "kind": "sea"}],
         "borders.csv:3: the same border as line 2"),
    ],
)  # fmt: skip
def test_a_faulty_table_is_one_clear_error(
    areas: list[dict[str, str]], borders: list[dict[str, str]], message: str
) -> None:
    with pytest.raises(BoardError) as wrong:
        AreaMap.from_rows(areas, borders)
    assert message in str(wrong.value)
