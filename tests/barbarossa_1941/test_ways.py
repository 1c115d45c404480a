"""ZOCs, stacking and how far units can go (3, 4, 5, 12.2, 12.3, 12.8, 12.10)."""

from __future__ import annotations

import heapq
import random
from itertools import pairwise

import pytest

from barbarossa_1941.stage import FACTS, hexes, stage, units
from ostfront.core.map.hexes import bits, lowest
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE, MUD
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import movement, overrun, stacking, weather, zoc
from ostfront.games.barbarossa_1941.rules.ground import kerch_open, neighbours_open
from ostfront.games.barbarossa_1941.rules.ways import Ways, may_step, reach
from ostfront.games.barbarossa_1941.state import B41State
from rule import rule

CLEAR_TURN, MUD_TURN, ICY_TURN, FROST_TURN = 3, 7, 8, 10


def lay(where: dict[str, str], turn: int = CLEAR_TURN, **more: object) -> B41State:
    """A position."""
    return stage("movement", where, turn=turn, **more).state  # type: ignore[arg-type, no-any-return]


def index(unit: str) -> int:
    return FACTS.roster.index[unit]


def at(place: str) -> int:
    return FACTS.board.index(place)


def names(found: int) -> set[str]:
    return {FACTS.board.place_name(i) for i in bits(found)}


def march(state: B41State, *ids: str, exploiting: bool = False) -> tuple[Ways, set[str]]:
    """The ways of units in hand, and where they could stop."""
    chosen = units(*ids)
    local = movement.muster(FACTS, state, FACTS.roster.side[lowest(chosen)], chosen, exploiting)
    found, go = movement.legs(FACTS, state, local)
    assert found is not None
    return found, names(go)


def cost(state: B41State, unit: str, place: str) -> int:
    """What it costs a unit to go to a hex; -1 if it cannot."""
    found, _ = march(state, unit)
    return found.cost(at(place)) if found.reach >> at(place) & 1 else -1


# ---- zones of control ---------------------------------------------------------------------------------


@rule("B41 4a")
def test_two_points_exert_a_zoc_and_one_does_not() -> None:
    two = lay({"SU-7A": "2018"})
    assert names(zoc.zoc(FACTS, two, SOVIET)) == {"2017", "2019", "1917", "1918", "2117", "2118"}
    assert not zoc.zoc(FACTS, lay({"SU-7A": "2018"}, reduced=["SU-7A"]), SOVIET)
    both = lay({"SU-7A": "2018", "SU-8A": "2018"}, reduced=["SU-7A", "SU-8A"])
    assert names(zoc.zoc(FACTS, both, SOVIET)) == names(zoc.zoc(FACTS, two, SOVIET))


def test_static_units_and_airborne_corps_exert_none() -> None:
    static = next(FACTS.roster.ids[u] for u in bits(FACTS.roster.static & FACTS.roster.of_side[SOVIET]))
    corps = FACTS.roster.ids[lowest(FACTS.roster.initial_airborne)]
    assert not zoc.zoc(FACTS, lay({static: "2018", corps: "1915"}), SOVIET)


@rule("B41 4e")
def test_zoc_reaches_out_of_a_major_city_and_not_into_one() -> None:
    state = lay({"SU-7A": "2112", "DE-XXXXI": "2111"})
    assert "2111" in names(zoc.zoc(FACTS, state, SOVIET))
    assert "2112" not in names(zoc.zoc(FACTS, state, AXIS))
    assert "2110" in names(zoc.zoc(FACTS, state, AXIS))


@rule("B41 12.3d")
def test_in_mud_wheels_exert_no_zoc_where_they_cannot_go() -> None:
    # 1512 is marsh
    panzer, foot = lay({"DE-XXXXI": "1511"}, MUD_TURN), lay({"DE-I": "1511"}, MUD_TURN)
    assert "1512" not in names(zoc.zoc(FACTS, panzer, AXIS))
    assert "1512" in names(zoc.zoc(FACTS, foot, AXIS))
    assert "1512" in names(zoc.zoc(FACTS, lay({"DE-XXXXI": "1511"}), AXIS))
    assert {"1411", "1412"} & names(zoc.zoc(FACTS, panzer, AXIS))


@rule("B41 12.3d")
def test_in_mud_wheels_exert_no_zoc_over_a_river_into_forest() -> None:
    side = next(
        (i, n)
        for i in FACTS.grid.hexes
        for d in range(6)
        if FACTS.river[d] >> i & 1
        and (n := FACTS.grid.neighbour(i, d)) >= 0
        and FACTS.board.terrain_at[n] == "forest"
        and FACTS.sides[False, False][d] >> i & 1
        and FACTS.ussr >> i & 1
    )
    a, b = (FACTS.board.place_name(i) for i in side)
    assert b not in names(zoc.zoc(FACTS, lay({"DE-XXXXI": a}, MUD_TURN), AXIS))
    assert b in names(zoc.zoc(FACTS, lay({"DE-I": a}, MUD_TURN), AXIS))
    assert b in names(zoc.zoc(FACTS, lay({"DE-XXXXI": a}), AXIS))


@rule("B41 4b")
def test_in_mud_only_points_that_could_enter_count() -> None:
    mixed = lay({"DE-XXXXI": "1511", "DE-I": "1511"}, MUD_TURN, reduced=["DE-I", "DE-XXXXI"])
    assert "1512" not in names(zoc.zoc(FACTS, mixed, AXIS))
    assert "1611" in names(zoc.zoc(FACTS, mixed, AXIS))


@rule("B41 4f")
def test_zoc_and_closed_water() -> None:
    # 1407/1408 is a lake side, 1128/1228 an estuary
    assert "1408" not in names(zoc.zoc(FACTS, lay({"SU-7A": "1407"}), SOVIET))
    assert "1408" in names(zoc.zoc(FACTS, lay({"SU-7A": "1407"}, FROST_TURN), SOVIET))
    assert "1228" not in names(neighbours_open(FACTS, lay({}), AXIS, at("1128"), DEEP_FREEZE))
    assert "1403" not in names(zoc.zoc(FACTS, lay({"SU-7A": "1303"}), SOVIET))
    assert "1403" in names(zoc.zoc(FACTS, lay({"SU-7A": "1303"}, FROST_TURN), SOVIET))


@rule("B41 12.8f")
def test_on_turn_1_soviet_zocs_stay_at_home() -> None:
    frontier = next(
        i for i in bits(FACTS.ussr & FACTS.land & ~FACTS.majors)
        if FACTS.near[False, False][i] & FACTS.countries["Poland"] & ~FACTS.majors
    )  # fmt: skip
    place = FACTS.board.place_name(frontier)
    assert zoc.zoc(FACTS, lay({"SU-7A": place}, 2), SOVIET) & FACTS.countries["Poland"]
    first = zoc.zoc(FACTS, lay({"SU-7A": place}, 1), SOVIET)
    assert first
    assert not first & ~FACTS.ussr


@rule("B41 12.2d")
def test_no_zoc_into_hungary_before_it_is_in() -> None:
    beside = next(
        i for i in bits(FACTS.land & ~FACTS.hungary)
        if FACTS.near[False, False][i] & FACTS.hungary and FACTS.ussr >> i & 1
    )  # fmt: skip
    place = FACTS.board.place_name(beside)
    shut = lay({"SU-7A": place})
    assert not zoc.zoc(FACTS, shut, SOVIET) & FACTS.hungary
    assert not reach(FACTS, shut, units("SU-7A"), 3).reach & FACTS.hungary
    opened = lay({"SU-7A": place, "HU-GYOR": "0124"})
    assert zoc.zoc(FACTS, opened, SOVIET) & FACTS.hungary
    assert (
        zoc.zoc(FACTS, lay({"SU-7A": place, "HU-GYOR": "eliminated"}, triggers=(2, 0, 0, 0, 0)), SOVIET)
        & FACTS.hungary
    )


@rule("B41 4c")
def test_a_unit_cancels_an_enemy_zoc_for_supply() -> None:
    state = lay({"SU-7A": "2018", "DE-I": "2017"})
    assert "2017" not in names(zoc.uncancelled(FACTS, state, AXIS))
    assert "2118" in names(zoc.uncancelled(FACTS, state, AXIS))
    assert names(zoc.projecting(FACTS, state, SOVIET, at("2017"))) == {"2018"}


@rule("B41 9.2j")
def test_surrounded() -> None:
    state = lay({"SU-7A": "2018", "DE-I": "2017", "DE-X": "1917"})
    assert not zoc.surrounded(FACTS, state, index("SU-7A"))
    state = lay({"SU-7A": "2018", "DE-I": "2117", "DE-II": "2019", "DE-X": "1917"})
    assert zoc.surrounded(FACTS, state, index("SU-7A"))
    state = lay({"SU-7A": "2018", "DE-I": "2117", "DE-II": "2019", "DE-X": "1917", "SU-8A": "1918"})
    assert not zoc.surrounded(FACTS, state, index("SU-7A"))


# ---- stacking -----------------------------------------------------------------------------------------


@rule("B41 3a")
def test_six_points() -> None:
    state = lay({"DE-I": "2018", "DE-II": "2018", "DE-X": "2018", "DE-V": "2017"}, reduced=["DE-X"])
    assert not stacking.room(FACTS, state, units("DE-V"), hexes("2018"))
    state.set_steps(index("DE-V"), 1)
    assert stacking.room(FACTS, state, units("DE-V"), hexes("2018"))
    corps = FACTS.roster.ids[lowest(FACTS.roster.initial_airborne)]
    full = lay({"SU-7A": "2018", "SU-8A": "2018", "SU-11A": "2018", corps: "2017"})
    assert stacking.room(FACTS, full, units(corps), hexes("2018"))


def test_a_stack_needs_room_for_all_of_it() -> None:
    state = lay({"DE-I": "2018", "DE-XXXXI": "2017", "DE-LVI": "2017", "DE-XXXIX": "2017"})
    assert stacking.room(FACTS, state, units("DE-XXXXI", "DE-LVI"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("DE-XXXXI", "DE-LVI", "DE-XXXIX"), hexes("2018"))


@rule("B41 12.2a")
def test_nations() -> None:
    state = lay({"HU-GYOR": "2018", "RO-IV": "2017", "IT-CSIR": "2117", "DE-I": "2019"})
    assert not stacking.room(FACTS, state, units("RO-IV"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("HU-GYOR"), hexes("2017"))
    assert stacking.room(FACTS, state, units("DE-I"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("IT-CSIR"), hexes("1728"))
    assert stacking.room(FACTS, state, units("DE-I"), hexes("1728"))


@rule("B41 12.2e")
def test_italians_keep_away_from_the_coast() -> None:
    state = lay({"IT-CSIR": "1727"})
    _, go = march(state, "IT-CSIR")
    assert go
    assert not go & names(FACTS.coast["black"] | FACTS.coast["azov"])


@rule("B41 12.5d")
def test_lone_airborne_corps() -> None:
    corps = FACTS.roster.ids[lowest(FACTS.roster.initial_airborne)]
    state = lay({corps: "2018", "DE-I": "2017", "DE-BEF101": "2016"})
    assert "2018" in march(state, "DE-I")[1]
    assert "2018" not in march(state, "DE-BEF101")[1]


# ---- allowances ---------------------------------------------------------------------------------------


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


# ---- movement -----------------------------------------------------------------------------------------


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


# ---- overruns -----------------------------------------------------------------------------------------


def overruns(state: B41State, *ids: str) -> set[str]:
    chosen = units(*ids)
    local = movement.muster(FACTS, state, FACTS.roster.side[lowest(chosen)], chosen, False)
    return names(overrun.targets(FACTS, state, local))


@rule("B41 7a", "B41 7b", "B41 8.1a")
def test_overruns_are_for_supplied_wheels_that_begin_free() -> None:
    beside = {"SU-7A": "2018"}
    one = ["SU-7A"]  # a single step exerts no ZOC
    assert overruns(lay({"DE-XXXXI": "2017", **beside}, reduced=one), "DE-XXXXI") == {"2018"}
    assert not overruns(lay({"DE-I": "2017", **beside}, reduced=one), "DE-I")
    assert not overruns(lay({"DE-XXXXI": "2017", **beside}, reduced=one, isolated=["DE-XXXXI"]), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2017", **beside}), "DE-XXXXI")
    assert overruns(lay({"DE-XXXXI": "2017", **beside}, 1), "DE-XXXXI") == {"2018"}


@rule("B41 7.1")
def test_no_overrun_on_bad_ground_or_over_a_river() -> None:
    one = ["SU-7A"]
    assert overruns(lay({"DE-XXXXI": "2011", "SU-7A": "2111"}, reduced=one), "DE-XXXXI") == {"2111"}
    assert not overruns(lay({"DE-XXXXI": "2111", "SU-7A": "2112"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "1511", "SU-7A": "1512"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2214", "SU-7A": "2213"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2214", "SU-7A": "2213"}, ICY_TURN, reduced=one), "DE-XXXXI")


@rule("B41 7c")
def test_an_overrun_needs_all_its_points() -> None:
    game = stage("movement", {"DE-XXXXI": "2014", "SU-7A": "2018"})
    game.play("pick DE-XXXXI")
    game.play("go 2017")
    assert {"overrun 2018", "stop"} == set(game.legal.texts)
    game = stage("movement", {"DE-XXXXI": "2013", "SU-7A": "2018"})
    game.play("pick DE-XXXXI")
    game.play("go 2017")
    assert "march" not in [question.kind for question in game.pending]


@rule("B41 7.2b")
def test_an_overrun_fought_and_followed() -> None:
    where = {"DE-XXXXI": "2017", "DE-LVI": "2017", "SU-7A": "2018", "SU-8A": "2019"}
    game = stage("movement", where, turn=2, reduced=["SU-7A", "SU-8A"], rolls=["roll 6"] * 6)
    for action in ("pick DE-XXXXI", "with DE-LVI", "overrun 2018"):
        game.play(action)
    while game.pending[0].kind not in ("follow", "march", "move"):
        texts = game.legal.texts
        game.play("pass" if "pass" in texts else texts[0])
    assert game.pending[0].kind == "follow"
    game.play("enter")
    local = game.state.top.local
    assert (local.used, local.strategic, local.stopped) == (2, False, False)
    assert {game.state.place[index(unit)] for unit in ("DE-XXXXI", "DE-LVI")} == {at("2018")}
    assert "overrun 2019" in game.legal.texts
    assert "go 2017" in game.legal.texts
    game.play("stop")
    assert game.state.moved == units("DE-XXXXI", "DE-LVI")


STACK = {"DE-XXXXI": "2014", "DE-LVI": "2014", "DE-I": "2014", "HU-GYOR": "2014"}


def test_a_motorised_stack() -> None:
    game = stage("movement", STACK, turn=4, reduced=["DE-LVI", "DE-I"])
    game.play("pick DE-XXXXI")
    assert {text for text in game.legal.texts if text.startswith("with")} == {"with DE-LVI", "with HU-GYOR"}
    game.play("with HU-GYOR")
    assert game.state.top.local.allowance == 4
    game.play("go 2017")
    assert not [text for text in game.legal.texts if text.startswith("with")]
    game.play("stop")
    assert game.state.moved == units("DE-XXXXI", "HU-GYOR")
    game.play("pick DE-I")
    assert not [text for text in game.legal.texts if text.startswith("with")]


# ---- the search against a plain one ---------------------------------------------------------------------


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
