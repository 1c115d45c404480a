"""Retreat and advance (10.5 to 10.8) on the open steppe of K3527, and at rivers."""

from __future__ import annotations

from typing import Any

from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.rules.advance import held_up, unit_advances
from ostfront.games.victory_awaits.rules.retreat import best_paths
from rule import rule
from victory_awaits.spots import spots
from victory_awaits.stage import asked, facts_of, place_of, stage, steps_of, verdict
from victory_awaits.test_combat import TARGET, dice

BOX = "soviet-available"


def beaten(units: dict[str, str], attackers: str, code: str, column: str, **more: Any) -> Game:
    """An attack on the target with this result, up to the first choice."""
    game = stage("combat", units, scenario="kiev", rolls=[f"roll {dice(column, code)}"], **more)
    game.play(f"attack {TARGET} with {attackers}")
    if asked(game)[0][1] == "commit":
        game.play("ready")
    return game


def retreats(game: Game) -> list[str]:
    return [text for text in game.legal.texts if text.startswith("retreat")]


# ---- losses (10.5, 10.8) --------------------------------------------------------------------------------


@rule("AVA 10.5")
@rule("AVA 2.2d")
def test_the_owner_distributes_losses() -> None:
    """Two steps of two full units: either one unit goes, or both are turned."""
    units = {"9Pz": "K3526", "11Pz": "K3526", "13Pz": "K3427", "14Pz": "K3427", "S-45": TARGET, "S-62": TARGET}
    game = beaten(units, "9Pz 11Pz 13Pz 14Pz", "2RR", "8")
    assert asked(game) == [("Soviet", "loss")]
    game.play("lose S-45")
    assert sorted(game.legal.texts) == ["lose S-45", "lose S-62"]
    game.play("lose S-45")
    assert place_of(game, "S-45") == BOX
    assert steps_of(game, "S-62") == 2


@rule("AVA 10.8a")
@rule("AVA 12.3a")
@rule("AVA 13.0d")
def test_soviet_foot_and_hqs_lost_in_combat_become_available() -> None:
    units = {"9Pz": "K3526", "11Pz": "K3526", "13Pz": "K3427", "14Pz": "K3427", "S-5A": TARGET, "S-3C": TARGET}
    game = beaten(units, "9Pz 11Pz 13Pz 14Pz", "2RR", "10")
    assert [place_of(game, unit) for unit in ("S-5A", "S-3C")] == [BOX, BOX]


@rule("AVA 10.8b")
@rule("AVA 12.3b")
def test_soviet_armor_and_axis_units_are_gone() -> None:
    units = {"9Pz": "K3526", "11Pz": "K3526", "S-19T": TARGET}
    game = beaten(units, "9Pz 11Pz", "2RR", "8", reduced=["S-19T"])
    assert place_of(game, "S-19T") == "eliminated"
    game = stage(
        "combat", {"S-45": "K3526", "S-62": "K3526", "213Sec": TARGET, "S-87": "K3528", "S-124": "K3528",
                   "S-135": "K3428", "S-193": "K3628", "S-195": "K3427", "S-200": "K3627"},
        scenario="kiev", side="soviet", active=["S-45", "S-62"], rolls=[f"roll {dice('2', 'RR')}"],
    )  # fmt: skip
    game.play(f"attack {TARGET} with S-45 S-62")
    assert place_of(game, "213Sec") == "eliminated"


# ---- retreats (10.6) ------------------------------------------------------------------------------------


@rule("AVA 10.6.2")
def test_stacked_units_may_part() -> None:
    units = {"9Pz": "K3526", "11Pz": "K3526", "S-45": TARGET, "S-62": TARGET}
    game = beaten(units, "9Pz 11Pz", "R", "4")
    first = retreats(game)
    assert {text.split()[1] for text in first} == {"S-45", "S-62"}
    goals = {text.split()[2] for text in first if "S-45" in text}
    assert len(goals) > 1 or goals
    game.play(first[0])
    assert place_of(game, first[0].split()[1]) == first[0].split()[2]


@rule("AVA 10.6.4")
@rule("AVA 10.6.6a")
def test_zones_of_control_cost_a_step_and_are_avoided() -> None:
    """With one hex free of zones of control the retreat goes there; with none it costs a step."""
    ring = {"44": "K3328", "57": "K3529"}
    game = beaten({"9Pz": "K3526", "S-45": TARGET, **ring}, "9Pz", "R", "4", active=["9Pz"])
    assert (place_of(game, "S-45"), steps_of(game, "S-45")) == ("K3628", 2)
    shut = {**ring, "75": "K3728"}
    game = beaten({"9Pz": "K3526", "S-45": TARGET, **shut}, "9Pz", "R", "4", active=["9Pz"])
    if retreats(game):
        game.play(retreats(game)[0])
    assert steps_of(game, "S-45") == 1


@rule("AVA 10.6.5")
@rule("AVA 3.1a")
def test_an_overstacked_retreat_goes_on() -> None:
    """The three hexes out of enemy zones are full: the retreat of one hex becomes one of two."""
    full = {
        "S-62": "K3428", "S-87": "K3428", "S-124": "K3528", "S-135": "K3528", "S-193": "K3628", "S-195": "K3628",
    }  # fmt: skip
    game = beaten({"9Pz": "K3526", "S-45": TARGET, **full}, "9Pz", "R", "4")
    if retreats(game):
        assert all(len(text.split()) == 4 for text in retreats(game))
        game.play(retreats(game)[0])
    facts = facts_of("kiev")
    assert facts.grid.distance(facts.board.index(TARGET), facts.board.index(place_of(game, "S-45"))) == 2


@rule("AVA 10.6.7")
@rule("AVA 10.6.3a")
def test_a_unit_without_a_way_is_eliminated() -> None:
    ring = {"44": "K3427", "57": "K3428", "75": "K3528", "111": "K3628", "298": "K3627"}
    game = beaten({"9Pz": "K3526", "S-45": TARGET, **ring}, "9Pz", "R", "4", active=["9Pz"])
    assert place_of(game, "S-45") == BOX


def test_a_retreat_needs_no_movement_points() -> None:
    """A security division moves 3, and goes two hexes through woods all the same: hexes are counted, not costs."""
    game = stage("combat", {"S-45": "K3526", "S-62": "K3526", "213Sec": TARGET}, scenario="kiev", side="soviet",
                 rolls=[f"roll {dice('2', 'RR')}"])  # fmt: skip
    game.play(f"attack {TARGET} with S-45 S-62")
    if retreats(game):
        game.play(retreats(game)[0])
    facts = facts_of("kiev")
    assert facts.grid.distance(facts.board.index(TARGET), facts.board.index(place_of(game, "213Sec"))) == 2


@rule("AVA 10.6.6b")
def test_the_shortest_line_decides() -> None:
    """Of the free hexes the retreat takes one from which the line to the east is shortest."""
    game = beaten({"9Pz": "K3526", "S-45": TARGET}, "9Pz", "R", "4")
    ends = {text.split()[2] for text in retreats(game)} or {place_of(game, "S-45")}
    assert ends <= {"K3627", "K3628"}


@rule("AVA 10.6b")
@rule("AVA 2.1f")
def test_soviets_do_not_retreat_over_the_start_line() -> None:
    """Axis units on all sides but one, which lies across the line: there is no way out."""
    map = spots("kiev")
    grid = map.facts.grid

    def wanted(west: int, east: int) -> bool:
        around = grid.adjacent(east)
        dry = not any({"minor", "major"} & map.sides(east, n) for n in around)
        lined = [n for n in around if "start-line" in map.sides(east, n)] == [west]
        flat = map.ground(east) == "plains" and not map.facts.cities >> east & 1
        return lined and dry and flat and len(around) == 6 and all(map.facts.land >> n & 1 for n in around)

    west, east = map.find(wanted)
    others = [map.name(n) for n in grid.adjacent(east) if n != west]
    units = dict(zip(("9Pz", "44", "57", "75", "111"), others, strict=True))
    place = map.name(east)
    game = stage("combat", {**units, "S-45": place}, scenario="kiev", active=["9Pz"],
                 rolls=[f"roll {dice('4', 'R')}"])  # fmt: skip
    game.play(f"attack {place} with 9Pz")
    assert place_of(game, "S-45") == BOX


@rule("AVA 10.6.3b")
def test_unbridged_major_rivers_stop_the_second_hex() -> None:
    facts = facts_of("kiev")
    crossed = 0
    for here in facts.grid.hexes:
        wide = facts.across_unbridged_major[here]
        if not wide or not facts.land >> here & 1:
            continue
        game = stage("movement", {"S-45": facts.board.name(here)}, scenario="kiev", side="soviet")
        _, paths = best_paths(facts, game.state, facts.roster.index["S-45"], 2)
        for first, second in paths:
            assert not facts.across_unbridged_major[first] >> second & 1
            crossed += wide >> first & 1
        if crossed:
            break
    assert crossed  # the first hex may lie across


# ---- advance (10.7) -------------------------------------------------------------------------------------


@rule("AVA 10.7a")
@rule("AVA 10.7b")
@rule("AVA 10.7c")
@rule("AVA 10.7f")
def test_foot_one_hex_armor_two_or_none() -> None:
    units = {"9Pz": "K3526", "44": "K3526", "S-45": TARGET}
    game = beaten(units, "9Pz 44", "RR", "5")
    while retreats(game):
        game.play(retreats(game)[0])
    assert not verdict(game, "done")
    assert not verdict(game, f"advance 44 {TARGET}")
    assert verdict(game, f"advance 44 {TARGET} K3528")
    assert not verdict(game, f"advance 9Pz {TARGET} K3428")
    assert verdict(game, "advance 9Pz K3427")
    game.play(f"advance 9Pz {TARGET} K3428")
    assert place_of(game, "9Pz") == "K3428"
    game.play("done")
    assert place_of(game, "44") == "K3526"


@rule("AVA 10.7e")
def test_an_advance_ignores_zones_of_control() -> None:
    units = {"9Pz": "K3526", "S-45": TARGET, "S-62": "K3528", "S-87": "K3329"}
    game = beaten(units, "9Pz", "RR", "4")
    while retreats(game):
        game.play(retreats(game)[0])
    assert not verdict(game, f"advance 9Pz {TARGET} K3428")


@rule("AVA 10.7d")
def test_a_river_or_rough_ground_ends_the_advance() -> None:
    facts = facts_of("kiev")
    state = stage("combat", {"9Pz": "K3526", "S-45": TARGET}, scenario="kiev").state
    unit = facts.roster.index["9Pz"]
    assert not held_up(facts, state, unit, facts.board.index(TARGET))
    assert held_up(facts, state, unit, facts.board.index("K3507"))
    plain = facts.land & ~facts.slow_ground
    wet = next(i for i in facts.grid.hexes if facts.across_river[i] and plain >> i & 1)
    near = facts.across_river[wet].bit_length() - 1
    state.put(unit, near)
    assert held_up(facts, state, unit, wet)
    state.surprise = True
    assert not held_up(facts, state, unit, wet)


@rule("AVA 10.7h")
def test_an_advance_ends_with_room() -> None:
    units = {"44": "K3526", "57": "K3526", "75": "K3427", "S-3C": TARGET}
    game = beaten(units, "44 57 75", "RR", "9")
    while retreats(game):
        game.play(retreats(game)[0])
    game.play(f"advance 44 {TARGET}")
    game.play(f"advance 57 {TARGET}")
    assert "advance" not in [kind for _, kind in asked(game)]


@rule("AVA 10.7g")
def test_no_advance_over_closed_hexsides() -> None:
    """Every step of an advance is one that normal movement could make."""
    facts = facts_of("kiev")
    unit = facts.roster.index["9Pz"]
    flat = facts.land & ~facts.slow_ground
    steps = facts.steps[0][0]
    target = next(
        i for i in facts.grid.hexes
        if flat >> i & 1 and steps[i].bit_count() > 2 and facts.grid.disk(i, 1) & facts.mountains & ~steps[i]
    )  # fmt: skip
    start = next(n for n in facts.grid.adjacent(target) if steps[n] >> target & 1)
    state = stage("combat", {"9Pz": facts.board.name(start)}, scenario="kiev", active=()).state
    state.surprise = True
    ways = [action.arg for action in unit_advances(facts, state, unit, target)]
    ends = [way[2] for way in ways if isinstance(way, tuple) and len(way) == 3]
    assert ends
    assert all(steps[target] >> end & 1 for end in ends)
