"""How far units can go (5, 12.3, 12.10)."""

from __future__ import annotations

import heapq
import random
from itertools import pairwise

import pytest

from barbarossa_1941.stage import FACTS, hexes, stage, units
from barbarossa_1941.walking import CLEAR_TURN, FROST_TURN, ICY_TURN, MUD_TURN, at, cost, index, lay, march, names
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE, MUD
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import movement, overrun, weather, zoc
from ostfront.games.barbarossa_1941.rules.ground import Ground, ground, kerch_open
from ostfront.games.barbarossa_1941.rules.ways import may_step, reach
from ostfront.games.barbarossa_1941.state import B41State
from rule import rule

# ---- allowances -------------------------------------------------------------------------------------


@rule("B41 12.3a", "B41 12.3c", "B41 12.3g", "B41 12.3i")
@pytest.mark.parametrize(
    ("turn", "found"),
    [(CLEAR_TURN, (3, 4, 5)), (MUD_TURN, (2, 3, 2)), (ICY_TURN, (2, 3, 3)), (FROST_TURN, (2, 3, 3))],
)
def test_allowances(turn: int, found: tuple[int, int, int]) -> None:
    state = lay({"DE-I": "2018", "RO-CAV": "2017", "DE-XXXXI": "2016"}, turn)
    assert tuple(weather.allowance(FACTS, state, index(u)) for u in ("DE-I", "RO-CAV", "DE-XXXXI")) == found


@rule("B41 5f", "B41 5g", "B41 12.3e", "B41 12.3j")
def test_exploitation_points() -> None:
    for turn, points in ((CLEAR_TURN, 3), (MUD_TURN, 0), (ICY_TURN, 2), (FROST_TURN, 0)):
        state = lay({"DE-XXXXI": "2018"}, turn)
        assert movement.exploitation(FACTS, state, index("DE-XXXXI")) == points
        assert bool(movement.exploiters(FACTS, state, AXIS)) == (points > 0)
    isolated = lay({"DE-XXXXI": "2018", "DE-I": "2017"}, isolated=["DE-XXXXI"])
    assert not movement.exploiters(FACTS, isolated, AXIS)


@rule("B41 1b")
def test_mobile_groups_on_either_side() -> None:
    state = lay({"SU-KACH": "2018"})
    assert weather.mobility(state, index("SU-KACH")) == MOTORISED
    state.set_steps(index("SU-KACH"), 1)
    assert weather.mobility(state, index("SU-KACH")) != MOTORISED


# ---- movement ---------------------------------------------------------------------------------------


@rule("B41 5a")
def test_terrain_costs_by_class() -> None:
    assert cost(lay({"DE-I": "1311"}), "DE-I", "1211") == 1
    assert cost(lay({"DE-XXXXI": "1311"}), "DE-XXXXI", "1211") == 2
    assert cost(lay({"DE-XXXXI": "1511"}), "DE-XXXXI", "1512") == 3
    assert cost(lay({"DE-I": "1511"}), "DE-I", "1512") == 2


@rule("B41 5b")
def test_zoc_stops_a_move() -> None:
    state = lay({"DE-XXXXI": "2015", "SU-7A": "2018"})
    _, go = march(state, "DE-XXXXI")
    assert "2017" in go
    assert cost(state, "DE-XXXXI", "2117") == 3
    # round the ZOC the hex behind it is six points away, through it would be three
    assert cost(lay({"DE-XXXXI": "2016", "SU-7A": "2018"}), "DE-XXXXI", "2019") == -1


@rule("B41 5n")
def test_strategic_point_only_outside_zoc() -> None:
    state = lay({"DE-I": "2014"})
    assert "2018" in march(state, "DE-I")[1]
    assert "2018" not in march(lay({"DE-I": "2014", "SU-7A": "2019"}), "DE-I")[1]
    assert "2017" in march(lay({"DE-I": "2014", "SU-7A": "2019"}), "DE-I")[1]
    panzer = lay({"DE-XXXXI": "2017"})
    assert "2020" in march(panzer, "DE-XXXXI", exploiting=True)[1]
    assert "2021" not in march(panzer, "DE-XXXXI", exploiting=True)[1]


@rule("B41 5c")
def test_leaving_a_zoc_costs_a_point_and_starting_there_keeps_the_strategic_one() -> None:
    state = lay({"DE-I": "2017", "SU-7A": "2018"})
    assert cost(state, "DE-I", "2016") == 2
    assert cost(state, "DE-I", "2014") == 4
    assert cost(state, "DE-I", "2013") == -1


@rule("B41 5d")
def test_slipping_needs_the_faster_unit() -> None:
    # 2117 is next to 2017 and to 2018
    assert cost(lay({"DE-I": "2017", "SU-7A": "2018"}), "DE-I", "2117") == 3  # round by 2016 or 2116
    panzer = lay({"DE-XXXXI": "2017", "SU-7A": "2018"})
    assert cost(panzer, "DE-XXXXI", "2117") == 2
    assert cost(lay({"DE-XXXXI": "2017", "SU-7A": "2018"}, ICY_TURN), "DE-XXXXI", "2117") == 2
    # in mud a panzer corps has two points like the infantry
    mud = lay({"DE-XXXXI": "2017", "SU-7A": "2018"}, MUD_TURN)
    assert cost(mud, "DE-XXXXI", "2117") == -1
    fast = lay({"SU-10MC": "2017", "DE-XXXXI": "2018", "DE-I": "2018"})
    assert cost(fast, "SU-10MC", "2117") == 3
    # the unit that covers the hex entered counts, not the one that covers the start
    other = lay({"SU-10MC": "2017", "DE-XXXXI": "1917", "DE-I": "2118"})
    assert cost(other, "SU-10MC", "2117") == 2


def test_the_slowest_of_a_stack_slips_for_all() -> None:
    state = lay({"HU-GYOR": "2017", "DE-XXXXI": "2017", "SU-10MC": "2018", "SU-1MC": "2018"})
    assert march(state, "DE-XXXXI")[0].cost(at("2117")) == 2
    assert march(state, "DE-XXXXI", "HU-GYOR")[0].cost(at("2117")) == 3


@rule("B41 12.10a")
def test_river_costs_a_point_only_into_a_zoc() -> None:
    # 2214/2213 is a river; clear on both sides
    assert cost(lay({"DE-I": "2214"}), "DE-I", "2213") == 1
    state = lay({"DE-I": "2214", "SU-7A": "2212"})
    assert cost(state, "DE-I", "2213") == 2
    frozen = lay({"DE-I": "2214", "SU-7A": "2212"}, ICY_TURN)
    assert cost(frozen, "DE-I", "2213") == 1


@rule("B41 5e")
def test_minimum_move() -> None:
    state = lay({"DE-I": "1511", "SU-7A": "1510"}, MUD_TURN)
    assert cost(state, "DE-I", "1512") == 3  # two for the marsh, one to leave: with the strategic point
    icy = lay({"DE-XXXXI": "1511", "SU-7A": "1510"}, ICY_TURN)
    assert "1512" in march(icy, "DE-XXXXI", exploiting=True)[1]
    assert not reach(FACTS, icy, units("DE-XXXXI"), 2).reach & hexes("1512")
    assert reach(FACTS, icy, units("DE-XXXXI"), 2, minimum=True).reach & hexes("1512")


def test_minimum_move_opens_nothing() -> None:
    mud = lay({"DE-XXXXI": "1511"}, MUD_TURN)
    assert "1512" not in march(mud, "DE-XXXXI")[1]
    assert not may_step(FACTS, mud, index("DE-XXXXI"), at("1511"), at("1512"))
    assert may_step(FACTS, lay({"DE-I": "1511"}, MUD_TURN), index("DE-I"), at("1511"), at("1512"))
    lake = lay({"DE-I": "1407"})
    assert cost(lake, "DE-I", "1408") not in (1, 2)


@rule("B41 12.10e")
def test_kerch_is_for_the_side_that_rules_the_black_sea() -> None:
    state = lay({"SU-7A": "1930", "DE-I": "1831"})
    assert kerch_open(FACTS, state, SOVIET)
    assert cost(state, "SU-7A", "2031") == 2 + 1  # it leaves a ZOC, too
    assert "2031" in names(zoc.zoc(FACTS, state, SOVIET))
    ruled = lay({"SU-7A": "1930"}, held=["Odessa", "Sevastopol"])
    assert not kerch_open(FACTS, ruled, SOVIET)
    assert kerch_open(FACTS, ruled, AXIS)
    assert cost(ruled, "SU-7A", "2031") == -1
    assert "2031" not in names(zoc.zoc(FACTS, ruled, SOVIET))
    across = lay({"DE-I": "1930"}, held=["Odessa", "Sevastopol"])
    assert cost(across, "DE-I", "2031") == 2
    assert cost(across, "DE-I", "2131") == 3


@rule("B41 12.10d")
def test_frozen_lakes_are_crossed_and_not_held() -> None:
    state = lay({"SU-10MC": "1303"}, FROST_TURN)
    found, go = march(state, "SU-10MC")
    assert found.reach & FACTS.lakes
    assert "1403" not in go
    assert "1603" in go or "1602" in go or "1504" in go
    assert not march(lay({"SU-10MC": "1303"}), "SU-10MC")[0].reach & FACTS.lakes
    watched = lay({"SU-10MC": "1303", "DE-I": "1302"}, FROST_TURN)
    assert not march(watched, "SU-10MC")[0].reach & hexes("1403")


@rule("B41 12.2b")
def test_finns_enter_no_zoc_beyond_their_frontier() -> None:
    state = lay({"FI-II": "1102", "DE-I": "1102", "SU-7A": "1304", "SU-8A": "1302"})
    outside = zoc.zoc(FACTS, state, SOVIET) & ~FACTS.countries["Finland"]
    assert not march(state, "FI-II")[0].reach & outside
    assert march(state, "DE-I")[0].reach & outside
    empty = lay({"FI-II": "1204"})
    assert "1304" in march(empty, "FI-II")[1]
    home = lay({"FI-II": "1102", "SU-8A": "1302"})
    assert march(home, "FI-II")[0].reach & zoc.zoc(FACTS, home, SOVIET) & FACTS.countries["Finland"]


@rule("B41 12.8c")
def test_german_wheels_ignore_zocs_on_turn_1() -> None:
    where = {"DE-XXXXI": "2016", "SU-7A": "2018", "SU-8A": "1818", "SU-11A": "2218"}
    first, second = lay(where, 1), lay(where, 2)
    assert "2020" in march(first, "DE-XXXXI")[1]
    assert "2020" not in march(second, "DE-XXXXI")[1]
    # through ZOCs it has five points, round them six
    found, _ = march(first, "DE-XXXXI")
    assert found.cost(at("2019")) == 4
    assert "2015" in names(found.reach)
    _, foot = march(lay({**where, "DE-I": "2016"}, 1), "DE-I")
    assert "2019" not in foot


@rule("B41 5n")
def test_entering_a_zoc_on_turn_1_forfeits_the_strategic_point() -> None:
    screen = {"SU-7A": "2018", "SU-8A": "1718", "SU-11A": "2318", "SU-23A": "2618", "SU-27A": "1418"}
    game = stage("movement", {"DE-XXXXI": "2016", **screen}, turn=1)
    game.play("pick DE-XXXXI")
    game.play("go 2017")
    assert not game.state.top.local.strategic
    assert not game.state.top.local.stopped
    game = stage("movement", {"DE-XXXXI": "2014", **screen}, turn=1)
    game.play("pick DE-XXXXI")
    game.play("go 2015")
    assert game.state.top.local.strategic


@pytest.mark.parametrize("seed", range(8))
def test_picked_are_those_that_can_do_something(seed: int) -> None:
    rnd = random.Random(seed)
    roster = FACTS.roster
    centre = rnd.choice(bits(FACTS.ussr & FACTS.land))
    near = bits(FACTS.grid.disk(centre, 3) & FACTS.land)
    where: dict[str, str] = {}
    taken, points = [0, 0], dict.fromkeys(near, 0)
    mobile = [u for u in range(roster.count) if roster.is_combat[u] and not roster.is_static[u]]
    mobile = [u for u in mobile if not roster.hungarians >> u & 1]  # they do not stand with Romanians
    for unit in rnd.sample(mobile, 60):
        side, place = roster.side[unit], rnd.choice(near)
        if not taken[1 - side] >> place & 1 and points[place] + roster.start[unit] <= 6:
            where[roster.ids[unit]] = FACTS.board.place_name(place)
            taken[side] |= 1 << place
            points[place] += roster.start[unit]
    state = lay(where, rnd.choice((1, 2, 7, 8, 10)))
    for side in (AXIS, SOVIET):
        own = units(*where) & roster.of_side[side]
        able = 0
        for unit in bits(own):
            local = movement.muster(FACTS, state, side, 1 << unit, False)
            if movement.legs(FACTS, state, local)[1] or overrun.targets(FACTS, state, local):
                able |= 1 << unit
        assert movement.active(FACTS, state, own, False) == able


# ---- the search against a plain one -----------------------------------------------------------------


def plain(state: B41State, unit: int, points: int, bonus: int) -> dict[int, int]:
    """Costs of all hexes in reach, hex by hex."""
    side = FACTS.roster.side[unit]
    start = state.place[unit]
    now = weather.weather_at(FACTS, state, start)
    wheels = weather.mobility(state, unit) == MOTORISED
    enemy_zoc = zoc.zoc(FACTS, state, 1 - side)
    enemies = state.occupied[COMBAT[1 - side]]
    pace = weather.allowance(FACTS, state, unit)
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (here != start and enemy_zoc >> here & 1):
            continue
        for d in range(6):
            there = FACTS.grid.neighbour(here, d)
            frozen = now == DEEP_FREEZE
            if there < 0 or not FACTS.sides[frozen, kerch_open(FACTS, state, side)][d] >> here & 1:
                continue
            kind = FACTS.board.terrain_at[there]
            river = FACTS.river[d] >> here & 1
            soft = kind in ("marsh", "mountain") or (kind == "forest" and river)
            if now == MUD and wheels and soft and not FACTS.majors >> there & 1:
                continue
            if (enemies | FACTS.neutral | FACTS.hungary) >> there & 1:
                continue
            held = enemy_zoc >> there & 1
            if held and kind == "lake":
                continue
            if held and FACTS.roster.finns >> unit & 1 and not FACTS.countries["Finland"] >> there & 1:
                continue
            if held and here == start and enemy_zoc >> here & 1:
                sources = zoc.projecting(FACTS, state, 1 - side, there)
                foes = [u for s in bits(sources) for u in state.at(s)]
                if any(weather.allowance(FACTS, state, foe) >= pace for foe in foes):
                    continue
            total = spent + FACTS.cost[MOTORISED if wheels else 0][there]
            total += bool(held and river and now in (0, MUD))
            total += bool(here == start and enemy_zoc >> here & 1)
            pair = {FACTS.board.place_name(here), FACTS.board.place_name(there)}
            total += pair == {"1930", "2031"}
            if total <= (points if held else points + bonus) and total < best.get(there, 99):
                best[there] = total
                heapq.heappush(queue, (total, there))
    del best[start]
    return best


@pytest.mark.parametrize("seed", range(12))
def test_the_search_against_a_plain_one(seed: int) -> None:
    rnd = random.Random(seed)
    roster = FACTS.roster
    ground = bits(FACTS.ussr & FACTS.land)
    where: dict[str, str] = {}
    taken = [0, 0]
    mobile = [u for u in range(roster.count) if roster.is_combat[u] and not roster.is_static[u]]
    centre = rnd.choice(ground)
    near = [i for i in ground if FACTS.grid.distance(i, centre) <= 6]
    barred = roster.hungarians | roster.italians
    for unit in rnd.sample([u for u in mobile if not barred >> u & 1], 24):
        side, place = roster.side[unit], rnd.choice(near)
        if not taken[1 - side] >> place & 1:
            where[roster.ids[unit]] = FACTS.board.place_name(place)
            taken[side] |= 1 << place
    turn = rnd.choice((2, 7, 8, 9, 10))
    state = lay(where, turn, reduced=[u for u in where if rnd.random() < 0.3])
    for name in where:
        unit = index(name)
        points = weather.allowance(FACTS, state, unit)
        found = reach(FACTS, state, 1 << unit, points, bonus=1)
        costs = {i: found.cost(i) for i in bits(found.reach)}
        assert costs == plain(state, unit, points, 1), name
        for i, spent in costs.items():
            path = found.path(i)
            assert path[0] == state.place[unit]
            assert path[-1] == i
            assert all(FACTS.grid.distance(a, b) == 1 for a, b in pairwise(path))
            assert all(costs[a] < costs[b] for a, b in pairwise(path[1:]))
            assert spent >= len(path) - 1


def test_grounds_are_compiled_while_another_game_compiles_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The facts are shared by all games of a server, which play in threads of their own."""
    kept = {**FACTS.grounds}

    def meanwhile(_new: Ground, other: Ground) -> bool:
        FACTS.grounds[True, len(FACTS.grounds) + 100, False] = other
        return False

    ground(FACTS, True, MUD, False)
    FACTS.grounds.pop((False, MUD, False), None)
    monkeypatch.setattr(Ground, "like", meanwhile)
    try:
        assert ground(FACTS, False, MUD, False) is FACTS.grounds[False, MUD, False]
    finally:
        FACTS.grounds.clear()
        FACTS.grounds.update(kept)
