"""Strategic movement (9.3): half a point a hex, on the road and out of enemy zones of control."""

from __future__ import annotations

import pytest

from ostfront.core.map.hexes import bits
from rule import rule
from victory_awaits.spots import Spots, spots
from victory_awaits.stage import asked, legs, place_of, points, stage, verdict

KIEV, NORTH = spots("kiev"), spots("leningrad")


def long_road(map: Spots, hexes: int) -> list[str]:
    """A road of this many hexes after the first, as short as possible, far from the start line."""
    facts = map.facts
    for start in bits(facts.road_hexes & ~facts.contested):
        rings = facts.grid.rings(1 << start, facts.road_hexes, facts.road_hexes, facts.road_sides[1], hexes)
        if len(rings) <= hexes or not rings[hexes]:
            continue
        way = [bits(rings[hexes])[0]]
        for ring in reversed(rings[:hexes]):
            way.append(next(n for n in facts.grid.adjacent(way[-1]) if ring >> n & 1 and map.road(way[-1], n)))
        if facts.grid.distance(way[0], way[-1]) > hexes // 2:
            return [map.name(i) for i in reversed(way)]
    raise AssertionError


ROAD = long_road(KIEV, 12)


@rule("AVA 9.3a")
def test_ten_hexes_by_road() -> None:
    """The example of 9.3: an infantry division of 5 points goes ten hexes; the eleventh is too far."""
    road = long_road(NORTH, 11)
    game = stage("movement", {"217": road[0]}, scenario="leningrad")
    game.play("pick 217")
    assert road[10] in legs(game, "road")
    assert "AVA 9.2a" in verdict(game, f"road {road[11]}")
    game.play(f"road {road[10]}")
    assert place_of(game, "217") == road[10]
    assert "march" not in [kind for _, kind in asked(game)]


@rule("AVA 9.3a")
@pytest.mark.parametrize("unit", ["9Pz", "44", "6A", "S-45", "S-5A"])
def test_any_unit_pays_half_a_point(unit: str) -> None:
    side = "soviet" if unit.startswith("S-") else "axis"
    game = stage("movement", {unit: ROAD[0]}, scenario="kiev", side=side)
    game.play(f"pick {unit}")
    before = points(game)
    game.play(f"road {ROAD[3]}")
    assert points(game) == before - 1.5


@rule("AVA 9.1c")
def test_no_soviet_road_leads_over_the_start_line() -> None:
    here, there = KIEV.find(lambda a, b: "start-line" in KIEV.sides(a, b) and KIEV.road(a, b))
    game = stage("movement", {"S-45": KIEV.name(here)}, scenario="kiev", side="soviet")
    game.play("pick S-45")
    assert verdict(game, f"road {KIEV.name(there)}") == ["AVA 9.1c"]


@rule("AVA 9.1b")
def test_a_move_is_all_of_one_kind() -> None:
    game = stage("movement", {"9Pz": ROAD[0]}, scenario="kiev")
    game.play("pick 9Pz")
    game.play(f"road {ROAD[1]}")
    assert "AVA 9.1b" in verdict(game, f"go {ROAD[2]}")
    game = stage("movement", {"9Pz": ROAD[0]}, scenario="kiev")
    game.play("pick 9Pz")
    game.play(f"go {ROAD[1]}")
    assert "AVA 9.1b" in verdict(game, f"road {ROAD[2]}")


@rule("AVA 9.3b")
def test_it_begins_on_the_road_and_stays_on_it() -> None:
    """From a hex without a road there is none, and no hex beside the road is reached."""
    facts = KIEV.facts
    game = stage("movement", {"9Pz": ROAD[0]}, scenario="kiev")
    game.play("pick 9Pz")
    beside = next(
        n for n in facts.grid.adjacent(facts.board.index(ROAD[1])) if facts.land & ~facts.road_hexes & 1 << n
    )  # fmt: skip
    assert verdict(game, f"road {KIEV.name(beside)}") == ["AVA 9.3b"]
    a, b = KIEV.names(lambda a, b: KIEV.dull(a) and not facts.rail_hexes >> a & 1 and facts.road_hexes >> b & 1 == 1)
    game = stage("movement", {"9Pz": a}, scenario="kiev")
    game.play("pick 9Pz")
    assert verdict(game, f"road {b}") == ["AVA 9.3b"]


@rule("AVA 9.3d")
def test_railroads_do_not_serve() -> None:
    facts = KIEV.facts
    roads = facts.road_hexes
    a, b = KIEV.names(lambda a, b: KIEV.rail(a, b) and not roads >> a & 1 and roads >> b & 1 == 1)
    game = stage("movement", {"9Pz": a}, scenario="kiev")
    game.play("pick 9Pz")
    assert verdict(game, f"road {b}") == ["AVA 9.3d"]


@rule("AVA 9.3c")
def test_not_in_enemy_zones() -> None:
    """Neither from one nor through one: the road is closed at the first hex of a zone."""
    facts = KIEV.facts
    way = [facts.board.index(name) for name in ROAD]
    start = next(i for i in range(1, 8) if KIEV.facts.grid.distance(way[0], way[i]) > 2)
    enemy = next(n for n in facts.grid.adjacent(way[start]) if facts.land >> n & 1 and n not in way)
    game = stage("movement", {"9Pz": ROAD[0], "S-45": KIEV.name(enemy)}, scenario="kiev")
    game.play("pick 9Pz")
    assert verdict(game, f"road {ROAD[start]}") == ["AVA 9.3c"]
    assert not verdict(game, f"go {ROAD[start]}")
    near = next(n for n in facts.grid.adjacent(way[0]) if facts.land >> n & 1 and n not in way)
    game = stage("movement", {"9Pz": ROAD[0], "S-45": KIEV.name(near)}, scenario="kiev")
    game.play("pick 9Pz")
    assert verdict(game, f"road {ROAD[1]}") == ["AVA 9.3c"]


@rule("AVA 9.3e")
def test_in_all_else_it_is_normal_movement() -> None:
    """Full hexes are passed and no stop; an enemy on the road closes it; the start line stops Soviets."""
    units = {"44": ROAD[0], "57": ROAD[2], "75": ROAD[2]}
    game = stage("movement", units, scenario="kiev", active=["44"])
    game.play("pick 44")
    assert "AVA 3.1a" in verdict(game, f"road {ROAD[2]}")
    assert not verdict(game, f"road {ROAD[3]}")
    a, b = KIEV.find(lambda a, b: "start-line" in KIEV.sides(a, b) and KIEV.road(a, b))
    there, here = sorted((a, b), key=KIEV.name)
    game = stage("movement", {"S-45": KIEV.name(here)}, scenario="kiev", side="soviet")
    game.play("pick S-45")
    assert verdict(game, f"road {KIEV.name(there)}")
    assert asked(game) == [("Soviet", "march")]
