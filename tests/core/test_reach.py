"""Movement ranges: bitboards against the plain reference, and the worked numbers of two rulebooks."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from core.random_maps import VICTORY_DENIED_MOTORIZED, random_board, random_case, random_costs
from ostfront.bench.synthetic import FOOT, MECH
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.plain import PlainMap, Situation
from ostfront.core.map.reach import Profile, Range, move_range

TERRAIN = ("clear", "light woods", "heavy woods", "marsh", "lake", "city", "mountain")


def agree(seed: int, cases: int) -> int:
    """Random questions on one random map; returns the number of hexes compared."""
    rng = Random(seed)
    board = random_board(rng)
    plain = PlainMap(board)
    compared = 0
    for _ in range(3):
        costs = random_costs(rng)
        profile = Profile(board, costs)
        for _ in range(cases):
            case = random_case(rng, board)
            s = case.situation
            fast = move_range(
                profile, case.start, case.allowance, zoc=mask(s.zoc), closed=mask(s.closed), stop=mask(s.stop),
                zoc_in=s.zoc_in, zoc_out=s.zoc_out, fresh=case.fresh,
            )  # fmt: skip
            slow = plain.move_range(costs, case.start, case.allowance, s, fresh=case.fresh)
            assert fast.costs() == slow.costs()
            assert set(bits(fast.reach)) == slow.reach
            assert set(bits(fast.stops)) == slow.stops
            for i in slow.reach:
                assert fast.cost(i) == slow.cost(i)
            for i in rng.sample(sorted(slow.reach), min(4, len(slow.reach))):
                path = fast.path(i, avoid=mask(case.avoid))
                assert path == slow.path(i, avoid=case.avoid)
                assert reprice(plain, costs, fast.path(i), s, case.allowance, case.fresh) == slow.cost(i)
            for i in bits(fast.onward):
                way = fast.path(i, onward=True)
                assert reprice(plain, costs, way, s, case.allowance, False) == fast.cost(i, onward=True)
            compared += len(slow.reach)
    return compared


def reprice(
    plain: PlainMap, costs: MoveCosts, path: list[int], situation: Situation, allowance: int, fresh: bool
) -> int:
    """What a path costs, step by step."""
    total = 0
    for n, (a, b) in enumerate(pairwise(path)):
        step = plain.step(costs, a, b, situation, allowance=allowance, first=fresh and n == 0)
        assert not step.refusal
        assert not step.ends_move or b == path[-1]
        total += step.cost
    return total


@pytest.mark.parametrize("seed", range(60))
def test_ranges_agree_with_plain(seed: int) -> None:
    agree(seed, 4)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(40))
def test_ranges_agree_with_plain_on_many_maps(block: int) -> None:
    assert sum(agree(1000 + 50 * block + n, 6) for n in range(50)) > 5_000  # the blocks are not empty


# -- by hand


def strip(
    hexsides: list[tuple[str, str, str]] | None = None,
    terrain: dict[str, str] | None = None,
    roads: tuple[str, ...] = (),
    columns: int = 8,
    rows: int = 5,
) -> Board:
    """A clear map of 8 x 5 hexes, 0101 to 0805, odd columns low, with what is put on it."""
    names = [f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    return Board.from_rows(
        {"grid": {"orientation": "flat", "columns": columns, "rows": rows, "pattern": "CCRR", "low": "odd"},
         "terrain": {kind: kind for kind in TERRAIN}},
        [{"hex": name, "terrain": (terrain or {}).get(name, "clear")} for name in names],
        [{"a": a, "b": b, "kind": kind} for a, b, kind in hexsides or []],
        [{"id": road, "kind": "road", "hexes": road} for road in roads],
    )  # fmt: skip


def river(kind: str) -> list[tuple[str, str, str]]:
    """All hexsides between columns 04 and 05 of the strip: 05 is low, so 04 r touches 05 r-1 and r."""
    return [(f"04{r:02d}", f"05{n:02d}", kind) for r in range(1, 6) for n in (r - 1, r) if 1 <= n <= 5]


def ask(
    board: Board, costs: MoveCosts, start: str, allowance: int, enemy: tuple[str, ...] = (), **more: bool
) -> Range:
    occupied = mask(map(board.index, enemy))
    zoc = board.grid.neighbours(occupied)
    return move_range(Profile(board, costs), board.index(start), allowance, zoc=zoc, closed=occupied, **more)


def cost(board: Board, costs: MoveCosts, start: str, goal: str, allowance: int, enemy: tuple[str, ...] = ()) -> int:
    return ask(board, costs, start, allowance, enemy).cost(board.index(goal))


# as in AVA 9.2
def test_leaving_an_enemy_zoc_into_clear_costs_three() -> None:
    board = strip()
    assert cost(board, FOOT, "0303", "0403", 5, ("0203",)) == 3
    assert cost(board, FOOT, "0303", "0503", 5, ("0203",)) == 4


# as in AVA 9.2
def test_from_zoc_to_zoc_costs_four_more() -> None:
    board = strip()
    assert cost(board, FOOT, "0303", "0302", 5, ("0203",)) == 5
    assert cost(board, FOOT, "0303", "0302", 4, ("0203",)) == -1


# as in AVD 8.2.1
def test_motorized_from_zoc_to_woods_in_zoc_costs_six() -> None:
    board = strip(terrain={"0302": "heavy woods"})
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0303", "0302", 6, ("0203",)) == 6
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0303", "0302", 5, ("0203",)) == -1


# as in AVD 8.1.3
def test_motorized_over_a_minor_river_into_clear_costs_three() -> None:
    board = strip(river("minor"))
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0403", "0503", 6) == 3
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0403", "0603", 6, ("0703",)) == 6


# as in AVA 9.2
def test_minor_river_into_zoc_costs_four() -> None:
    board = strip(river("minor"))
    assert cost(board, MECH, "0403", "0503", 4, ("0603",)) == 4
    assert cost(board, MECH, "0403", "0503", 3, ("0603",)) == -1


# as in AVA 9.2
def test_major_river_takes_all_points_from_the_bank_alone() -> None:
    board = strip(river("major"))
    found = ask(board, FOOT, "0403", 5)
    assert found.cost(board.index("0503")) == 5
    assert found.stops == mask(map(board.index, ("0502", "0503")))
    assert cost(board, FOOT, "0303", "0503", 5) == -1
    assert cost(board, FOOT, "0403", "0603", 5) == -1
    assert cost(board, FOOT, "0403", "0503", 5, ("0603",)) == -1
    assert ask(board, FOOT, "0403", 5, fresh=False).cost(board.index("0503")) == -1


# as in AVA 9.2
def test_a_bridge_lifts_the_major_river() -> None:
    board = strip(river("major"), roads=("0403 0503",))
    assert cost(board, FOOT, "0403", "0503", 5) == 1
    assert cost(board, FOOT, "0303", "0503", 5) == 2
    assert cost(board, FOOT, "0403", "0503", 5, ("0603",)) == 3


# as in AVD 8.1.3
def test_major_river_pays_its_costs_and_stops() -> None:
    board = strip(river("major"), terrain={"0503": "marsh"})
    found = ask(board, VICTORY_DENIED_MOTORIZED, "0403", 6)
    assert found.cost(board.index("0503")) == 2
    assert found.stops >> board.index("0503") & 1
    assert found.cost(board.index("0603")) == -1
    into_zoc = ask(board, VICTORY_DENIED_MOTORIZED, "0403", 6, ("0603",))
    assert into_zoc.cost(board.index("0503")) == 4
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0403", "0503", 3, ("0603",)) == -1


# as in AVD 8.2.2
def test_major_river_between_two_zoc_hexes_is_closed_even_bridged() -> None:
    board = strip(river("major"), roads=("0403 0503",))
    both = ("0303", "0603")
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0403", "0503", 12, both) == -1
    assert cost(board, VICTORY_DENIED_MOTORIZED, "0403", "0503", 12, ("0603",)) == 3


# as in AVA 9.3
def test_strategic_movement_makes_ten_road_hexes_with_five_points() -> None:
    road = " ".join(f"{c:02d}02" for c in range(1, 15))
    board = strip(roads=(road,), columns=14, rows=3)
    strategic = MoveCosts({}, lines={"road": Crossing(fixed=1)}, scale=2)
    found = ask(board, strategic, "0102", 5 * strategic.scale)
    assert found.reach.bit_count() == 11
    assert found.cost(board.index("1102")) == 10
    assert found.path(board.index("1102")) == [board.index(f"{c:02d}02") for c in range(1, 12)]


def test_a_hex_reached_by_crossing_and_by_a_longer_way_round() -> None:
    sides = [side for side in river("major") if side[:2] != ("0405", "0505")]
    board = strip(sides)
    far = board.index("0504")
    start = "0404"
    found = ask(board, VICTORY_DENIED_MOTORIZED, start, 6)
    assert found.cost(far) == 1
    assert found.path(far) == [board.index(start), far]
    assert found.stops >> far & 1
    # the way round, over 0405 and 0505, may go on; what lies beyond is priced by it
    assert found.cost(far, onward=True) == 3
    assert found.path(far, onward=True) == list(map(board.index, ("0404", "0405", "0505", "0504")))
    assert found.cost(board.index("0604")) == 4
    assert not found.stops >> board.index("0604") & 1
    later = ask(board, VICTORY_DENIED_MOTORIZED, start, 6, fresh=False)
    assert later.cost(far) == 3
    assert not later.stops


def test_a_tie_between_crossing_and_way_round_goes_on() -> None:
    sides = [("0403", "0503", "major")]
    board = strip(sides, terrain={"0503": "marsh"})
    costs = MoveCosts({"clear": 1, "marsh": 1}, {"major": Crossing(start_only=True, extra=1)})
    found = ask(board, costs, "0403", 6)
    assert found.cost(board.index("0503")) == 2
    assert not found.stops


def test_a_stop_hex_is_reached_and_not_left() -> None:
    board = strip(columns=5, rows=1)
    start, gate = board.index("0101"), board.index("0301")
    found = move_range(Profile(board, FOOT), start, 9, stop=1 << gate)
    assert found.stops == 1 << gate
    assert found.cost(gate) == 2
    assert found.cost(board.index("0401")) == -1
    assert move_range(Profile(board, FOOT), gate, 9, stop=1 << gate).cost(board.index("0501")) == 2


def test_paths_go_round_hexes_better_avoided() -> None:
    board = strip()
    found = ask(board, FOOT, "0103", 5)
    goal = board.index("0503")
    bad = mask(found.path(goal)[1:-1])
    other = found.path(goal, avoid=bad)
    assert len(other) - 1 == found.cost(goal) == 4
    assert mask(other[1:-1]) & bad == 0


def test_a_step_says_what_it_costs() -> None:
    board = strip(river("minor"))
    plain = PlainMap(board)
    a, b = board.index("0403"), board.index("0503")
    enemy = plain.zoc([board.index("0303"), board.index("0603")])
    step = plain.step(MECH, a, b, Situation(zoc=enemy), allowance=8)
    assert str(step) == ("1 for the clear hex + 1 to cross minor + 2 to leave an enemy ZOC + 2 to enter an enemy ZOC")
    assert step.cost == 6
