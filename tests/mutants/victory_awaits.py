"""What A Victory Awaits is without a clause; see the package for how it is read."""

from __future__ import annotations

from mutants import Mutants
from ostfront.core.map.costs import Crossing
from ostfront.core.map.hexes import bits, mask
from ostfront.games.victory_awaits import secrets
from ostfront.games.victory_awaits.facts import Facts, effects, roster
from ostfront.games.victory_awaits.facts.roads import NO_RIDE
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, FORTS, MECH, SOVIET, STACKED, Counter
from ostfront.games.victory_awaits.rules import (
    activation,
    advance,
    army_19,
    chits,
    combat,
    command,
    controller,
    fortress,
    ground,
    losses,
    movement,
    reinforcements,
    retreat,
    roads,
    seats,
    selection,
    setup,
    strength,
    supply,
    supply_lines,
    surprise,
    teams,
    trace,
    victory,
    waking,
)
from ostfront.games.victory_awaits.state import Command, Entering, Retreat, Segment, VaPlay, VaState
from ostfront.kit.roster import strengths


def free_in_zoc() -> Crossing:
    """Without 9.2g: major rivers could be crossed in enemy zones of control."""
    return Crossing(all_points=True)


def weak_forts(counter: Counter) -> tuple[int, int, int]:
    """Without 14.2a: fortresses would have no strength."""
    return (0, 0, 0) if counter.type == "fortress" else strengths(counter.defense, counter.defense2)


def first_chit_only(play: VaPlay, hq: int) -> bool:
    """Without 2.2f: only the first chit of a Panzergruppe would activate it."""
    return sum(play.facts.chits[chit].hq == hq for chit in play.state.played) == 1


def feared(facts: Facts, state: VaState, unit: int, target: int) -> bool:
    """Without 10.7e: enemy zones of control would end an advance."""
    return bool(ground.zoc(facts, state, 1 - facts.roster.side[unit]) >> target & 1)


def whole_stacks(facts: Facts, state: VaState, local: Segment) -> int:
    """Without 10.1c: units of one stack would have to attack one hex."""
    busy = 0
    for attack in local.attacks:
        busy |= attack.units
    spoken_for = {state.place[unit] for unit in bits(busy)}
    units = state.active & ~busy & ~local.units & state.on_map
    return mask(unit for unit in bits(units) if state.place[unit] not in spoken_for)


def this_side_of_rivers(facts: Facts, place: int) -> int:
    """Without 8.2c: rivers would end command."""
    dry = facts.board.open_sides(closed=("prohibited", "minor", "major"))
    return facts.grid.flood(1 << place, facts.land, facts.land, dry, facts.charts["command"]["range"])


def never_alone(facts: Facts, state: VaState, at: int) -> bool:
    """Without 19.4.2: a chit would not be shown when nothing else is pending."""
    return at > 0 and not controller.disturbs(facts, state, at)


def give_up(play: VaPlay, _local: None) -> None:
    """Without 19.4.8: nothing would be carried out."""
    play.state.queue = ()
    play.state.cup = 0


def still_in_range(facts: Facts, state: VaState, local: Command | Entering) -> int:
    """Without 8.2b: units out of range by now could not move."""
    near = facts.grid.disk(state.place[facts.chits[local.chit].hq], facts.charts["command"]["range"])
    units = state.active & ~state.moved & state.on_map
    return mask(unit for unit in bits(units) if near >> state.place[unit] & 1)


def hungry(facts: Facts, state: VaState, unit: int) -> int:
    """Without 11.1.3: units without a line would move half as far."""
    return facts.roster.move[unit] >> supply_lines.cut_off(facts, state, unit)


def any_railroad(facts: Facts, state: VaState, side: int) -> int:
    """Without 12.1a, 12.1b: any railroad hex would do."""
    return facts.rail_hexes & ~ground.enemies(facts, state, side)


def made_up(facts: Facts, state: VaState, side: int) -> int:
    """Without 12.2b: an empty box would be filled up with eliminated units."""
    lost = state.units_at(facts.boxes["eliminated"]) & facts.roster.of_side[side]
    return state.units_at(facts.boxes[reinforcements.AVAILABLE[side]]) or lost


def rails_in_command(facts: Facts, state: VaState, units: int) -> int:
    """Without 12.1d: units would arrive in command range only."""
    side = facts.roster.side[(units & -units).bit_length() - 1]
    hqs = mask(state.place[hq] for hq in bits(facts.roster.hqs & facts.roster.of_side[side] & state.on_map))
    return reinforcements.rail_hexes(facts, state, side) & facts.grid.within(hqs, facts.charts["command"]["range"])


def with_its_chit(play: VaPlay, unit: int, place: int) -> None:
    """Without 12.1e: an HQ would bring its chit with it."""
    play.state.put(unit, place)
    play.state.raised |= mask(i for i, chit in enumerate(play.facts.chits) if chit.hq == unit)


def easy_going(facts: Facts, unit: int) -> list[int]:
    """Without 10.6.1: a retreat would go where movement costs one point."""
    easy = mask(i for i, cost in enumerate(facts.entry_cost[facts.roster.mech[unit]]) if cost == 1)
    return [hexes & easy for hexes in facts.steps_of(unit)]


def first_only(facts: Facts, state: VaState, local: Retreat) -> list[retreat.Path]:
    """Without 10.6.2: a stack would retreat as one."""
    first = (local.units & -local.units).bit_length() - 1
    return [(first, *path) for path in retreat.surviving(facts, state, first, local.hexes)][:1]


def alone(facts: Facts, state: VaState, units: int) -> int:
    """Without 10.1f, 10.3.1a: only the first unit would count."""
    first = (units & -units).bit_length() - 1
    return facts.roster.attack[first][state.steps[first]] if units else 0


def rounded_each(facts: Facts, state: VaState, units: int, target: int) -> int:
    """Without 1.2: fractions would be dropped unit by unit."""
    return sum(exact >> 2 for exact in strength.quarters(facts, state, units, target))


def first_defender(facts: Facts, state: VaState, target: int) -> int:
    """Without 10.1g: only the first unit would defend."""
    return next((facts.roster.defense[u][state.steps[u]] for u in state.each_at(target)), 0)


def rounded_up(facts: Facts, attack: int, defense: int) -> int:
    """Without 10.3.2: ratios would be rounded up."""
    return facts.crt.column(attack, defense) + 1


def beyond_ten(facts: Facts, attack: int, defense: int) -> int:
    """Without 10.3.3b: ratios beyond 10:1 would have columns of their own."""
    return facts.crt.column(attack, defense) + max(0, attack // max(1, defense) - 10)


MUTANTS: Mutants = {
    "AVA 1.2": {strength.attack_strength: rounded_each},
    "AVA 2.1c": {supply_lines.sources: 0},
    "AVA 2.1d": {effects.bridging: {}},
    "AVA 2.1e": {effects.played_on: "campaign"},
    "AVA 2.1f": {effects.start_line: ()},
    "AVA 2.2c": {roster.defense_of: lambda c: strengths(c.attack, c.attack2)},
    "AVA 2.2e": {roster.steps_at_start: 1},
    "AVA 2.2f": {activation.each_chit_wakes: first_chit_only},
    "AVA 2.2g": {roster.mobility_of: MECH},
    "AVA 3.1a": {ground.crowded: 0},
    "AVA 3.1b": {movement.closed_to: 0},
    "AVA 3.1c": {
        movement.closed_to: lambda facts, state, side: state.occupied[1 - side] | ground.crowded(state, side)
    },
    "AVA 3.2a": {ground.zoc: 0},
    "AVA 3.2b": {ground.around: lambda facts, hexes: facts.grid.neighbours(hexes)},
    "AVA 3.2c": {movement.zoc_costs: lambda facts: (2 * facts.zoc_in, 2 * facts.zoc_out)},
    "AVA 3.3a": {supply_lines.sources: 0},
    "AVA 3.3b": {supply_lines.barred: 0, supply_lines.shadowed: 0},
    "AVA 3.3c": {supply_lines.line_ways: lambda facts, side: facts.step_sides[side]},
    "AVA 3.3d": {
        supply_lines.soviet_lines: lambda facts, enter, through: supply_lines.sources(facts, SOVIET) & enter
    },
    "AVA 3.3e": {supply_lines.axis_lines: lambda facts, enter, through: enter},
    "AVA 3.4a": {setup.control: 0},
    "AVA 4.0.2a": {setup.ground: lambda facts, zone: facts.land},
    "AVA 4.0.2b": {setup.demanded: 0},
    "AVA 4.0.2c": {effects.filled_kinds: ("area", "hex", "range")},
    "AVA 4.0.2d": {setup.ground: lambda facts, zone: facts.land, setup.demanded: 0},
    "AVA 4.0.2e": {setup.symbol: -1},
    "AVA 4.0.2f": {setup.first_to_deploy: AXIS},
    "AVA 4.0.4": {setup.symbol: -1},
    "AVA 4.0.5": {roster.steps_at_start: 1},
    "AVA 4.0.6": {selection.available: 0},
    "AVA 4.0.8": {setup.stand_fast: 0},
    "AVA 4.0.9": {setup.control: 0},
    "AVA 4.0.10": {setup.first_turn: 2},
    "AVA 5.0.5a": {victory.end_turn: lambda play, _local: victory.decide(play)},
    "AVA 6.1b": {selection.selection: lambda state: state.choices_axis | state.choices_soviet},
    "AVA 6.1c": {
        secrets.seen_in_cup: lambda _facts, state, _side: bits(state.cup),
        secrets.hand_seen: lambda facts, state, _side: [facts.chits[i].id for i in bits(state.hand)],
    },
    "AVA 6.2a": {selection.soviet_number: 99},
    "AVA 6.2b": {selection.axis_numbers: (1, 1)},
    "AVA 6.2c": {selection.common_chits: 0},
    "AVA 6.2d": {selection.required: 0},
    "AVA 6.3": {selection.held_chits: 0},
    "AVA 7.1.2": {
        chits.owner_acts: lambda facts, state, chit: Command(chit, AXIS, seats.side_seat(facts, state, AXIS))
    },
    "AVA 8.0": {command.commanded: 0},
    "AVA 8.1a": {command.commanded: 0},
    "AVA 8.1c": {movement.pickable: lambda facts, state, _local: state.on_map & ~facts.roster.forts},
    "AVA 8.1d": {command.never_woken: 0},
    "AVA 8.2a": {command.in_range: lambda facts, place: 1 << place},
    "AVA 8.2b": {movement.pickable: still_in_range},
    "AVA 8.2c": {command.in_range: this_side_of_rivers},
    "AVA 8.2d": {command.in_range: lambda facts, place: facts.grid.disk(place, facts.charts["command"]["range"])},
    "AVA 8.3": {command.kin: -1},
    "AVA 9.0": {movement.pickable: lambda facts, state, _local: state.on_map & ~facts.roster.forts},
    "AVA 9.1c": {effects.start_line: ()},
    "AVA 9.2b": {effects.ground_costs: lambda ground, column: {name: 1 for name in ground if column in ground[name]}},
    "AVA 9.2c": {effects.minor_river: 0},
    "AVA 9.2d": {effects.roads: {}},
    "AVA 9.2e": {movement.zoc_costs: (0, 0)},
    "AVA 9.2f": {effects.major_river: Crossing(extra=1)},
    "AVA 9.2g": {effects.major_river: free_in_zoc},
    "AVA 9.2h": {effects.bridging: {}},
    "AVA 9.2i": {effects.roads: {}},
    "AVA 9.2j": {effects.climb: Crossing(closed=True)},
    "AVA 9.3a": {movement.road_ahead: NO_RIDE},
    "AVA 9.3c": {roads.strategic_fear: 0},
    "AVA 9.3e": {roads.road_stops: lambda facts, state, unit, reach: reach},
    "AVA 10.1a": {combat.enough: ()},
    "AVA 10.1b": {combat.ready_units: lambda facts, state, local: state.active & state.on_map},
    "AVA 10.1c": {combat.ready_units: whole_stacks},
    "AVA 10.1d": {combat.ready_units: lambda facts, state, local: state.on_map & facts.roster.of_side[local.side]},
    "AVA 10.1e": {combat.attacked: 0},
    "AVA 10.1f": {strength.attack_strength: lambda facts, state, units, target: alone(facts, state, units)},
    "AVA 10.1g": {strength.defense_strength: first_defender},
    "AVA 10.1h": {combat.reach_of: lambda facts, state, unit: facts.grid.disk(state.place[unit], 1)},
    "AVA 10.2.1a": {combat.resolved_at_once: True},
    "AVA 10.2.1b": {combat.free_order: False},
    "AVA 10.2.2": {strength.column_of: 0},
    "AVA 10.3.1a": {strength.attack_strength: lambda facts, state, units, target: alone(facts, state, units)},
    "AVA 10.3.1b": {strength.rivers: 0},
    "AVA 10.3.1c": {strength.spent_defenders: 0},
    "AVA 10.3.1d": {strength.weakened: lambda facts, state, unit: int(supply_lines.cut_off(facts, state, unit))},
    "AVA 10.3.2": {strength.ratio: rounded_up},
    "AVA 10.3.3a": {strength.shift_at: 0},
    "AVA 10.3.3b": {strength.ratio: beyond_ten},
    "AVA 10.3.4": {strength.possible: True},
    "AVA 10.6b": {effects.start_line: ()},
    "AVA 10.6.1": {retreat.whatever_it_costs: easy_going},
    "AVA 10.6.2": {retreat.retreats: first_only},
    "AVA 10.6.3b": {retreat.far_banks: 0},
    "AVA 10.6.4": {retreat.retreat_fear: 0},
    "AVA 10.6.5": {retreat.room_matters: False},
    "AVA 10.6.6a": {retreat.losses_matter: False},
    "AVA 10.6.6b": {retreat.shortest_lines: lambda facts, state, unit, paths: [path[1:] for path in paths]},
    "AVA 10.7c": {advance.two_hexes: False},
    "AVA 10.7d": {advance.held_up: False},
    "AVA 10.7e": {advance.held_up: feared},
    "AVA 10.7g": {advance.onward: lambda facts, unit, target: facts.grid.neighbours(1 << target) & facts.land},
    "AVA 10.7h": {advance.room_to_end: True},
    "AVA 10.8a": {losses.returns: False},
    "AVA 10.8b": {losses.mech_is_gone: False, losses.lost_to_supply: False},
    "AVA 11.1.3": {
        movement.allowance: hungry,
        strength.weakened: lambda facts, state, unit: int(supply_lines.cut_off(facts, state, unit)),
    },
    "AVA 11.2b": {reinforcements.in_box: 0},
    "AVA 12.1a": {reinforcements.rail_hexes: any_railroad},
    "AVA 12.1b": {reinforcements.rail_hexes: any_railroad},
    "AVA 12.1c": {reinforcements.linked_fear: 0},
    "AVA 12.1d": {reinforcements.placeable: rails_in_command},
    "AVA 12.1e": {reinforcements.arrive: with_its_chit},
    "AVA 12.2a": {reinforcements.numbers: (1, 1, 1)},
    "AVA 12.2b": {reinforcements.in_box: made_up},
    "AVA 12.3a": {losses.returns: False},
    "AVA 12.3b": {losses.mech_is_gone: False, losses.lost_to_supply: False},
    "AVA 13.0a": {ground.zoc: 0},
    "AVA 13.0b": {command.never_woken: 0},
    "AVA 13.0c": {activation.there: lambda _state, hq: hq >= 0},
    "AVA 13.0d": {losses.returns: False, losses.lost_to_supply: False},
    "AVA 14.0": {fortress.built_up: False},
    "AVA 14.1.1": {
        fortress.held_cities: lambda facts, state: facts.major_cities & ~ground.enemies(facts, state, SOVIET)
    },
    "AVA 14.1.2": {fortress.threatened: 0},
    "AVA 14.1.3": {fortress.steps_to_build: 5},
    "AVA 14.1.6": {fortress.complete: 0},
    "AVA 14.2a": {roster.defense_of: weak_forts},
    "AVA 14.2b": {ground.sheltered: 0},
    "AVA 14.2c": {roster.fort_groups: (ANY[SOVIET], STACKED[SOVIET], FORTS)},
    "AVA 14.2d": {supply.steadfast: 0},
    "AVA 14.2e": {strength.against_fortress: lambda lose, retreat: (lose, retreat)},
    "AVA 14.2f": {roster.fort_groups: (FORTS,)},
    "AVA 14.3a": {command.immovable: 0},
    "AVA 14.3b": {supply.recallable: lambda facts, state: facts.roster.forts & state.on_map},
    "AVA 14.3c": {fortress.spare_marker: lambda facts, state, place: [0]},
    "AVA 15.1b": {surprise.surprisers: lambda facts, state: facts.roster.of_side[AXIS] & state.on_map},
    "AVA 15.1c": {strength.ignored: False},
    "AVA 15.1d": {supply.exempt: False},
    "AVA 15.2": {selection.raisable: 0, selection.available: 0},
    "AVA 15.3a": {army_19.waiting_army: 0},
    "AVA 15.3b": {movement.entry_legs: (0, 0)},
    "AVA 15.4b": {movement.entry_legs: (0, 0)},
    "AVA 16.1a": {victory.cities: 0},
    "AVA 16.1b": {victory.whole_armor: 0},
    "AVA 16.1c": {victory.lost_armor: 0},
    "AVA 16.2a": {victory.markers: 0},
    "AVA 16.2b": {setup.stand_fast: 0},
    "AVA 16.3a": {victory.breakthrough: 0},
    "AVA 16.3b": {victory.from_moscow: 0},
    "AVA 16.4b": {effects.end_of: (8, 1)},
    "AVA 17.2a": {effects.reserve_used: False},
    "AVA 17.2d": {command.in_command: True, movement.bound: False, strength.weakened: 0},
    "AVA 17.2e": {waking.needs_command: True},
    "AVA 17.3b": {reinforcements.over_and_above: 0},
    "AVA 17.4": {
        supply_lines.limited_lines: lambda facts, enter, through: supply_lines.soviet_lines(facts, enter, through)
    },
    "AVA 17.5": {waking.armor_limit: 999},
    "AVA 17.6a": {trace.may_wake_again: True},
    "AVA 17.6b": {trace.free_rails: lambda facts, _state, _hq: facts.rail_lines[AXIS]},
    "AVA 18.0": {effects.played_on: "campaign"},
    "AVA 18.1a": {selection.available: 0},
    "AVA 18.1b": {selection.raisable: 0, selection.available: 0},
    "AVA 18.1c": {fortress.steps_to_build: 5, fortress.built_up: False},
    "AVA 18.1d": {effects.okh_used: True},
    "AVA 18.1e": {reinforcements.over_and_above: 0},
    "AVA 18.1h": {chits.without_windows: "chit"},
    "AVA 18.1i": {effects.reserve_table: lambda charts, scenario: charts["reserve_okh"]["rows"]},
    "AVA 18.1j": {combat.peaceful: False},
    "AVA 18.1k": {effects.end_of: (8, 1)},
    "AVA 18.2a": {selection.available: 0},
    "AVA 18.2b": {selection.available: 0},
    "AVA 18.2c": {selection.raisable: 0, selection.available: 0},
    "AVA 18.2d": {fortress.steps_to_build: 5, fortress.built_up: False},
    "AVA 18.2f": {effects.end_of: (8, 1)},
    "AVA 18.2g": {effects.end_of: (8, 1)},
    "AVA 18.2h": {victory.stars: 0},
    "AVA 18.2i": {effects.played_on: "campaign"},
    "AVA 18.3a": {selection.available: 0},
    "AVA 18.3b": {selection.available: 0},
    "AVA 18.3c": {selection.raisable: 0},
    "AVA 18.3d": {fortress.steps_to_build: 5, fortress.built_up: False},
    "AVA 18.3e": {effects.okh_used: True},
    "AVA 18.3f": {effects.end_of: (8, 1)},
    "AVA 19.1b": {roster.in_use: True},
    "AVA 19.2": {
        effects.roles: lambda scenarios, players: scenarios["seats"]["4"],
        seats.units_of_seat: lambda _facts, _state, _seat, units: units,
        seats.seats_of: lambda facts, _state, units: [facts.lead_seat[facts.roster.side[units.bit_length() - 1]]],
    },
    "AVA 19.4.1": {controller.draw_one: lambda play: bits(play.state.cup)[0]},
    "AVA 19.4.2": {controller.shown_at_once: never_alone},
    "AVA 19.4.3": {secrets.queue_seen: []},
    "AVA 19.4.4": {controller.enough_drawn: lambda facts, state: bool(state.queue)},
    "AVA 19.4.5": {controller.disturbs: False},
    "AVA 19.4.6": {controller.look_again: False},
    "AVA 19.4.8": {controller.carry_out: give_up},
    "AVA 20.1a": {teams.common: lambda facts, state: state.choices_axis | state.choices_soviet},
    "AVA 20.2b": {teams.together: lambda _facts, chit: 1 << chit},
    "AVA 20.2c": {teams.held_by_team: 0},
    "AVA 20.2d": {teams.masters: 1},
    "AVA 20.2e": {teams.common: 0},
    "AVA 20.2f": {surprise.attack_waits: False},
}
