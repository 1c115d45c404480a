"""Zones of control (4, 12.8)."""

from __future__ import annotations

from barbarossa_1941.stage import FACTS, units
from barbarossa_1941.walking import FROST_TURN, MUD_TURN, at, index, lay, names
from ostfront.core.map.hexes import bits, lowest
from ostfront.games.barbarossa_1941.facts import DEEP_FREEZE
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import zoc
from ostfront.games.barbarossa_1941.rules.ground import neighbours_open
from ostfront.games.barbarossa_1941.rules.ways import reach
from rule import rule


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
