"""Movement (9.1, 9.2): costs of ground, rivers, roads, bridges, mountains and zones of control."""

from __future__ import annotations

import pytest

from ostfront.core.map.board import Board
from ostfront.core.map.hexes import bits
from ostfront.core.map.reach import move_range
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.facts.terrain import city_ground, move_profiles
from ostfront.games.victory_awaits.rules.ground import zoc
from rule import rule
from victory_awaits.spots import Spots, spots
from victory_awaits.stage import asked, facts_of, legs, place_of, points, rules_broken, stage, verdict

KIEV, NORTH = spots("kiev"), spots("leningrad")
PANZER, INFANTRY, HQ, MOUNTAIN = "9Pz", "44", "6A", "1MT"
ALL = -1.0  # the move ended with this step


def cost(unit: str, a: str, b: str, scenario: str = "kiev", **others: str) -> float:
    """What a step costs, ALL if it ends the move."""
    facts = facts_of(scenario)
    side = "soviet" if unit.startswith("S-") else "axis"
    units = {unit: a, **{name.replace("_", "-"): place for name, place in others.items()}}
    game = stage("movement", units, scenario=scenario, side=side, active=[unit])
    game.play(f"pick {unit}")
    game.play(f"go {b}")
    assert place_of(game, unit) == b
    march = game.state.top.procedure == "march"
    return facts.roster.move[facts.roster.index[unit]] - points(game) if march else ALL


# ---- one at a time (9.1) --------------------------------------------------------------------------------


@rule("AVA 9.1a")
def test_units_move_one_at_a_time_and_nobody_has_to() -> None:
    game = stage("movement", {"9Pz": "K3527", "44": "K3528"}, scenario="kiev")
    assert not verdict(game, "done")
    game.play("pick 9Pz")
    assert asked(game) == [("Axis", "march")]
    assert verdict(game, "pick 44")
    assert "AVA 9.1a" in verdict(game, "go K3527")
    assert "AVA 9.1a" in verdict(game, "go axis-available")
    game.play("go K3526")
    game.play("go K3525")
    game.play("stop")
    assert "AVA 9.1a" in verdict(game, "pick 9Pz")
    game.play("pick 44")
    game.play("stop")
    assert (place_of(game, "9Pz"), place_of(game, "44")) == ("K3525", "K3528")


@rule("AVA 9.1c")
@rule("AVA 2.1f")
def test_soviets_stay_behind_the_start_line() -> None:
    near = KIEV.find(lambda a, b: KIEV.sides(a, b) == {"start-line"} and KIEV.ground(a) == KIEV.ground(b) == "plains")
    there, here = sorted(map(KIEV.name, near))
    game = stage("movement", {"S-45": here}, scenario="kiev", side="soviet")
    game.play("pick S-45")
    assert "AVA 9.1c" in verdict(game, f"go {there}")
    assert cost("9Pz", here, there) == 1


@rule("AVA 9.2b")
@pytest.mark.parametrize("ground", ["heavy-woods", "marsh", "mountain"])
def test_a_major_city_costs_one_point_whatever_else_is_in_its_hex(ground: str) -> None:
    """Matters to owners' maps: ours has every major city on plains."""
    facts = facts_of("kiev")
    i, n = next(
        (i, n) for i in bits(facts.major_cities) for n in facts.grid.adjacent(i)
        if KIEV.ground(n) == "plains" and not KIEV.road(n, i) and not KIEV.sides(n, i)
    )  # fmt: skip
    rows = facts.data.raw_rows("map/kiev/hexes.csv")
    name = facts.board.name(i)
    changed = [(line, {**row, "terrain": ground} if row["hex"] == name else row) for line, row in rows]
    board = Board.from_rows(
        facts.data.toml("map/kiev/map.toml"), city_ground(changed),
        facts.data.raw_rows("map/kiev/hexsides.csv"), facts.data.raw_rows("map/kiev/lines.csv"),
    )  # fmt: skip
    assert board.terrain_at[i] == "plains"
    for profile in move_profiles(board, facts.charts)[AXIS]:
        assert move_range(profile, n, 1).reach >> i & 1


# ---- points (9.2) ---------------------------------------------------------------------------------------


@rule("AVA 9.2a")
def test_no_hex_without_the_points_for_it() -> None:
    game = stage("movement", {"44": "K3527"}, scenario="kiev")
    game.play("pick 44")
    board, grid = KIEV.facts.board, KIEV.facts.grid
    assert max(grid.distance(board.index("K3527"), board.index(place)) for place in legs(game)) == 5
    assert verdict(game, "go K3521") == ["AVA 9.2a"]
    for place in ("K3528", "K3529", "K3528", "K3527"):
        game.play(f"go {place}")
    assert points(game) == 1
    assert "AVA 9.2a" in verdict(game, "go K3525")


GROUND = [
    (PANZER, "plains", 1), (INFANTRY, "plains", 1), (HQ, "plains", 1),
    (PANZER, "light-woods", 2), (INFANTRY, "light-woods", 1), (HQ, "light-woods", 1),
    (PANZER, "heavy-woods", 3), (INFANTRY, "heavy-woods", 2), (HQ, "heavy-woods", 2),
    (PANZER, "marsh", 3), (INFANTRY, "marsh", 2), (HQ, "marsh", 2),
]  # fmt: skip


def roadless(ground: str) -> tuple[str, str]:
    """A step onto this ground: no road anywhere in the hex, no river between."""
    roads = KIEV.facts.road_hexes
    return KIEV.names(lambda a, b: KIEV.ground(b) == ground and not roads >> b & 1 and not KIEV.sides(a, b))


@rule("AVA 9.2b")
@rule("AVA 2.2g")
@pytest.mark.parametrize(("unit", "ground", "price"), GROUND)
def test_what_the_ground_costs(unit: str, ground: str, price: int) -> None:
    """HQs are foot units."""
    assert cost(unit, *roadless(ground)) == price


@rule("AVA 9.2b")
def test_woods_are_closed_to_a_last_point() -> None:
    a, b = roadless("heavy-woods")
    game = stage("movement", {"213Sec": a}, scenario="kiev")
    game.play("pick 213Sec")
    game.state.top = game.state.top._replace(local=game.state.top.local._replace(left=2))
    assert verdict(game, f"go {b}") == ["AVA 9.2b"]


@rule("AVA 9.2c")
def test_a_minor_river_costs_one_more() -> None:
    roads = KIEV.facts.road_hexes
    a, b = KIEV.names(
        lambda a, b: (
            KIEV.sides(a, b) == {"minor"} and KIEV.ground(b) == "plains" and not (roads >> b | roads >> a) & 1
        )
    )
    assert cost(INFANTRY, a, b) == 2
    game = stage("movement", {"44": a}, scenario="kiev")
    game.play("pick 44")
    game.state.top = game.state.top._replace(local=game.state.top.local._replace(left=2))
    assert verdict(game, f"go {b}") == ["AVA 9.2c"]


@rule("AVA 9.2d")
def test_along_a_road_every_hex_costs_one() -> None:
    woods = KIEV.names(lambda a, b: KIEV.ground(b) == "heavy-woods" and KIEV.road(a, b) and not KIEV.sides(a, b))
    assert cost(PANZER, *woods) == 1
    river = KIEV.names(lambda a, b: KIEV.sides(a, b) == {"minor"} and KIEV.road(a, b))
    assert cost(PANZER, *river) == 1


@rule("AVA 2.1d")
def test_a_railroad_does_not_help_over_a_minor_river() -> None:
    """Ruling 2.1: rails bridge major rivers; roads make minor ones free."""
    roads = KIEV.facts.road_hexes
    a, b = KIEV.names(
        lambda a, b: KIEV.sides(a, b) == {"minor"} and KIEV.rail(a, b) and not (roads >> a | roads >> b) & 1
        and KIEV.ground(b) == "plains"
    )  # fmt: skip
    assert cost(INFANTRY, a, b) == 2
    a, b = KIEV.names(lambda a, b: KIEV.sides(a, b) == {"minor"} and KIEV.road(a, b) and KIEV.ground(b) == "plains")
    assert cost(INFANTRY, a, b) == 1
    a, b = KIEV.names(lambda a, b: KIEV.sides(a, b) == {"major"} and KIEV.rail(a, b) and not KIEV.road(a, b))
    assert cost(INFANTRY, a, b) != ALL


# ---- zones of control -----------------------------------------------------------------------------------


@rule("AVA 9.2e")
def test_zones_of_control_cost_two_in_and_two_out() -> None:
    """K3527 is open steppe: 3 to enter a zone, 3 to leave one, 5 from zone to zone."""
    assert cost(PANZER, "K3527", "K3528", S_45="K3529") == 3
    assert cost(PANZER, "K3528", "K3527", S_45="K3529") == 3
    assert cost(PANZER, "K3528", "K3428", S_45="K3529", S_62="K3328") == 5
    game = stage("movement", {"213Sec": "K3528", "S-45": "K3529", "S-62": "K3328"}, scenario="kiev")
    game.play("pick 213Sec")
    assert "AVA 9.2e" in verdict(game, "go K3428")


@rule("AVA 3.2c")
def test_overlapping_zones_count_once() -> None:
    assert cost(PANZER, "K3527", "K3528", S_45="K3529", S_62="K3529", S_87="K3629") == 3


@rule("AVA 3.2a")
@rule("AVA 13.0a")
def test_every_unit_has_a_zone_hqs_too() -> None:
    assert cost(PANZER, "K3527", "K3528", S_5A="K3529") == 3
    assert cost(PANZER, "K3527", "K3528") == 1
    game = stage("combat", {"S-5A": "K3528", "9Pz": "K3527"}, scenario="kiev", rolls=["roll 5"])
    game.play("attack K3528 with 9Pz")
    assert place_of(game, "S-5A") != "K3528"
    attack = stage("combat", {"S-3C": "K3528", "1PzG": "K3527"}, scenario="kiev")
    assert not verdict(attack, "attack K3528")


@rule("AVA 3.2b")
def test_zones_stop_at_the_sea_and_cross_rivers() -> None:
    facts = NORTH.facts
    wide = NORTH.find(lambda a, b: facts.across_unbridged_major[a] >> b & 1 == 1)
    shut = NORTH.find(lambda a, b: "prohibited" in NORTH.sides(a, b))
    coast = next(i for i in facts.grid.hexes if facts.land >> i & 1 and facts.grid.neighbours(1 << i) & ~facts.land)
    for here, there, reaches in ((*wide, True), (*shut, False)):
        state = stage("movement", {"S-179": NORTH.name(here)}, scenario="leningrad", active=()).state
        assert bool(zoc(facts, state, 1) >> there & 1) == reaches
    state = stage("movement", {"S-179": NORTH.name(coast)}, scenario="leningrad", active=()).state
    assert not zoc(facts, state, 1) & ~facts.land


@rule("AVA 14.2b")
def test_soviets_in_a_fortress_feel_no_zone() -> None:
    """Out of K3527 with a fortress the step costs 1, without it 3; into it the same."""
    assert cost("S-45", "K3527", "K3627", **{"9Pz": "K3427"}, Fort_K1="K3527") == 1
    assert cost("S-45", "K3527", "K3627", **{"9Pz": "K3427"}) in (3, ALL)
    assert cost("S-45", "K3627", "K3527", **{"9Pz": "K3427"}, Fort_K1="K3527") == 1


# ---- major rivers (9.2) ---------------------------------------------------------------------------------


def lonely_bank(map: Spots) -> tuple[str, str, str]:
    """A hex behind a bank, the bank, and the far bank: no bridge near, no way around the river."""
    facts = map.facts
    bridged = sum(
        1 << i for i in facts.grid.hexes
        if any("major" in map.sides(i, n) and not facts.across_unbridged_major[i] >> n & 1
               for n in facts.grid.adjacent(i))
    )  # fmt: skip
    dry = facts.board.open_sides(closed=("prohibited", "major"))

    def wanted(bank: int, far: int) -> bool:
        if not facts.across_unbridged_major[bank] >> far & 1 or facts.grid.disk(bank, 3) & bridged:
            return False
        return not facts.grid.flood(1 << bank, facts.land, facts.land, dry, 6) >> far & 1 and bool(backs(bank, far))

    def backs(bank: int, far: int) -> list[int]:
        return [
            n for n in facts.grid.adjacent(bank)
            if not map.sides(n, bank) and facts.land >> n & 1 and facts.grid.distance(n, far) == 2
            and not facts.across_unbridged_major[n] and map.ground(bank) == "plains"
        ]  # fmt: skip

    bank, far = map.find(wanted)
    return map.name(backs(bank, far)[0]), map.name(bank), map.name(far)


BEHIND, BANK, FAR = lonely_bank(KIEV)


@rule("AVA 9.2f")
def test_an_unbridged_major_river_takes_the_whole_move() -> None:
    assert cost(INFANTRY, BANK, FAR) == ALL
    game = stage("movement", {"44": BEHIND}, scenario="kiev")
    game.play("pick 44")
    assert verdict(game, f"go {FAR}") == ["AVA 9.2f"]
    game.play(f"go {BANK}")
    assert verdict(game, f"go {FAR}") == ["AVA 9.2f"]


@rule("AVA 9.2g")
@pytest.mark.parametrize(("beside", "other"), [(BANK, FAR), (FAR, BANK)])
def test_no_crossing_in_an_enemy_zone(beside: str, other: str) -> None:
    index = KIEV.facts.board.index
    enemy = KIEV.behind(index(beside), index(other))
    game = stage("movement", {"44": BANK, "S-3C": enemy}, scenario="kiev")
    game.play("pick 44")
    assert verdict(game, f"go {FAR}") == ["AVA 9.2g"]


@rule("AVA 9.2h")
@rule("AVA 2.1d")
def test_bridges_lift_the_limits() -> None:
    """By road for 1, by railroad for the ground, in an enemy zone too."""
    here, there = KIEV.find(lambda a, b: KIEV.sides(a, b) == {"major"} and KIEV.road(a, b))
    a, b = KIEV.name(here), KIEV.name(there)
    assert (cost(PANZER, a, b), cost(PANZER, b, a)) == (1, 1)
    assert cost(PANZER, a, b, S_45=KIEV.behind(there, here)) == 3
    a, b = KIEV.names(
        lambda a, b: KIEV.sides(a, b) == {"major"} and KIEV.rail(a, b) and not KIEV.road(a, b)
        and KIEV.ground(b) == "plains"
    )  # fmt: skip
    assert cost(INFANTRY, a, b) == 1


# ---- mountains (9.2) ------------------------------------------------------------------------------------


@rule("AVA 9.2i")
def test_mountains_are_entered_by_road() -> None:
    high, roads = KIEV.facts.mountains, KIEV.facts.road_hexes
    a, b = KIEV.names(lambda a, b: high >> b & 1 == 1 and not high >> a & 1 and KIEV.road(a, b))
    assert cost(PANZER, a, b) == 1
    a, b = KIEV.names(
        lambda a, b: high >> b & 1 == 1 and not high >> a & 1 and not roads >> b & 1 and not KIEV.sides(a, b)
    )
    game = stage("movement", {"44": a}, scenario="kiev")
    game.play("pick 44")
    assert "AVA 9.2i" in verdict(game, f"go {b}")


@rule("AVA 9.2j")
def test_mountain_divisions_climb_with_all_their_points() -> None:
    facts, high = KIEV.facts, KIEV.facts.mountains
    a, b = KIEV.find(
        lambda a, b: high >> b & 1 == 1 and not (high | facts.road_hexes) >> a & 1 and not facts.road_hexes >> b & 1
        and not KIEV.sides(a, b)
    )  # fmt: skip
    foot, top = KIEV.name(a), KIEV.name(b)
    assert cost(MOUNTAIN, foot, top) == ALL
    game = stage("movement", {"1MT": foot, "S-3C": KIEV.behind(a, b)}, scenario="kiev")
    game.play("pick 1MT")
    assert "AVA 9.2j" in verdict(game, f"go {top}")
    moved = stage("movement", {"1MT": foot}, scenario="kiev")
    moved.play("pick 1MT")
    aside = next(n for n in facts.grid.adjacent(a) if KIEV.name(n) in legs(moved) and not high >> n & 1)
    moved.play(f"go {KIEV.name(aside)}")
    moved.play(f"go {foot}")
    assert verdict(moved, f"go {top}") == ["AVA 9.2j"]


# ---- stacking on the way (3.1) --------------------------------------------------------------------------


@rule("AVA 3.1a")
@rule("AVA 3.1c")
def test_full_hexes_may_be_passed_not_stopped_in() -> None:
    """A wall of full hexes around K3527: nobody stops there, everybody may pass."""
    ring = ("K3526", "K3427", "K3428", "K3528", "K3628", "K3627")
    soviets = ("S-45", "S-62", "S-87", "S-124", "S-135", "S-193", "S-195", "S-200", "S-5A", "S-6A", "S-9A", "S-12A")
    wall = {unit: ring[i // 2] for i, unit in enumerate(soviets)}
    units = {"S-228": "K3527", **wall}
    game = stage("movement", units, scenario="kiev", side="soviet", active=["S-228"])
    game.play("pick S-228")
    assert "AVA 3.1a" in verdict(game, "go K3526")
    assert not verdict(game, "go K3525")


@rule("AVA 3.1b")
def test_enemies_never_share_a_hex() -> None:
    game = stage("movement", {"9Pz": "K3527", "S-45": "K3528"}, scenario="kiev")
    game.play("pick 9Pz")
    assert "AVA 3.1b" in verdict(game, "go K3528")
    ring = dict(zip(("S-45", "S-62", "S-87", "S-124", "S-135", "S-193"),
                    ("K3526", "K3528", "K3427", "K3428", "K3627", "K3628"), strict=True))  # fmt: skip
    game = stage("movement", {"9Pz": "K3527", **ring}, scenario="kiev")
    game.play("pick 9Pz")
    assert legs(game) == set()
    assert rules_broken(game, "go K3524")


# ---- the example of 9.2 ---------------------------------------------------------------------------------


@rule("AVA 9.2d")
@rule("AVA 9.2h")
def test_the_steps_of_36th_motorized() -> None:
    """Road into light woods 1, bridge into a town 1, road over open ground 1 and 1, minor river into a zone 4."""
    woods = NORTH.names(lambda a, b: NORTH.ground(b) == "light-woods" and NORTH.road(a, b) and not NORTH.sides(a, b))
    assert cost("36M", *woods, "leningrad") == 1
    bridge = NORTH.names(lambda a, b: NORTH.sides(a, b) == {"major"} and NORTH.road(a, b))
    assert cost("36M", *bridge, "leningrad") == 1
    plain = NORTH.names(lambda a, b: NORTH.road(a, b) and NORTH.ground(b) == "plains" and not NORTH.sides(a, b))
    assert cost("36M", *plain, "leningrad") == 1
    facts, roads = NORTH.facts, NORTH.facts.road_hexes

    def last(a: int, b: int) -> bool:
        over = NORTH.sides(a, b) == {"minor"} and NORTH.ground(b) == "plains" and not roads >> b & 1
        return over and all(facts.land >> n & 1 for n in facts.grid.adjacent(b))

    a, b = NORTH.find(last)
    enemy = next(n for n in facts.grid.adjacent(b) if n != a and n not in facts.grid.adjacent(a))
    assert cost("36M", NORTH.name(a), NORTH.name(b), "leningrad", S_179=NORTH.name(enemy)) == 4


@rule("AVA 9.2b")
@rule("AVA 9.2e")
@rule("AVA 9.2f")
def test_the_steps_of_the_others() -> None:
    """291: 1, heavy woods 2, light woods 1; 21: out of a zone 3; 251: all its points; 18A's HQ: light woods 1."""
    roads = NORTH.facts.road_hexes

    def onto(ground: str) -> tuple[str, str]:
        return NORTH.names(lambda a, b: NORTH.ground(b) == ground and not roads >> b & 1 and not NORTH.sides(a, b))

    assert [cost("291", *onto(kind), "leningrad") for kind in ("plains", "heavy-woods", "light-woods")] == [1, 2, 1]
    assert cost("18A", *onto("light-woods"), "leningrad") == 1
    a, b = NORTH.find(lambda a, b: NORTH.dull(a) and NORTH.dull(b))
    assert cost("21", NORTH.name(a), NORTH.name(b), "leningrad", S_179=NORTH.behind(a, b)) == 3
    _, bank, far = lonely_bank(NORTH)
    assert cost("251", bank, far, "leningrad") == ALL
