"""What A Victory Denied is without a clause; see the package for how it is read."""

from __future__ import annotations

from copy import copy

from mutants import Mutants, real
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied import facts, secrets
from ostfront.games.victory_denied.facts import Facts, roster
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT
from ostfront.games.victory_denied.rules import (
    activation,
    advance,
    combat,
    command,
    directive,
    entries,
    ground,
    hq,
    losses,
    minsk,
    movement,
    purchases,
    reinforcements,
    retreat,
    setup,
    strength,
    supply,
    supply_lines,
    track,
    victory,
)
from ostfront.games.victory_denied.rules.ground import zoc
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, VdPlay, VdState
from ostfront.kit.crt import Crt
from ostfront.kit.roster import strengths

_attack, _defense = real(strength.attack_strength), real(strength.defense_strength)


def _zoc_of_hqs_too(facts: Facts, state: VdState, side: int) -> int:
    """Without 6.1b an HQ would have a zone of control as well."""
    return facts.grid.neighbours(state.occupied[ANY[side]] & facts.valid)


def _closed_as_at_rest(facts: Facts, state: VdState, unit: int) -> int:
    """Without 5.4 the stacking limit would close hexes to passing units as well."""
    own = state.occupied[COMBAT[facts.roster.side[unit]]]
    return own & facts.valid | state.occupied[ANY[1 - facts.roster.side[unit]]]


def _there_from_the_start(facts: Facts, state: VdState, hq: int) -> bool:
    """Without 11.1.4 an HQ that came as a reinforcement would have no chit to select."""
    return facts.roster.enters[hq] == "start" and bool(state.on_map >> hq & 1)


def _short_of_range(facts: Facts, state: VdState, hq: int) -> int:
    """Without 7.3.4: as if the HQ's own hex were counted."""
    return facts.grid.disk(state.place[hq], facts.roster.range[hq] - 1)


def _range_outside_zoc(facts: Facts, state: VdState, hq: int) -> int:
    """Without 7.3.6: as if commands did not reach into enemy zones of control."""
    reach = facts.grid.disk(state.place[hq], facts.roster.range[hq])
    return reach & ~zoc(facts, state, 1 - facts.roster.side[hq])


def _ready_without_pvo(facts: Facts, state: VdState) -> int:
    return state.active & ~state.spent & ~facts.roster.hqs & ~facts.roster.pvos & state.on_map


def _printed(facts: Facts, state: VdState, units: int, _target: int) -> int:
    return sum(facts.roster.attack[unit][state.steps[unit]] for unit in bits(units))


def _first_alone(facts: Facts, state: VdState, units: int, target: int) -> int:
    return _printed(facts, state, units & -units, target)


def _first_defender(facts: Facts, state: VdState, target: int) -> int:
    fighters = (unit for unit in state.each_at(target) if not facts.roster.is_hq[unit])
    return next((facts.roster.defense[unit][state.steps[unit]] for unit in fighters), 0)


def _unshifted(facts: Facts, attack: int, defense: int, _target: int) -> int:
    return facts.crt.column(attack, defense)


def _next_column(crt: Crt, attack: int, defense: int) -> int:
    return sum(attack * d > a * defense for a, d in crt.ratios[:-1])


def _off_the_table(crt: Crt, column: int, shift: int) -> int:
    return (column + shift) % len(crt.columns)


def _spared(play: VdPlay, hq: int) -> None:
    """Without 12.6c an HQ that cannot relocate would wait in a box."""
    play.state.put(hq, play.facts.boxes["soviet-reserve"])


def _same_star(facts: Facts, state: VdState, place: int) -> int:
    """Without 16.2c a chit of the hex's own colour would be drawn, if there is one."""
    own = facts.gold_chits if facts.gold_hexes >> place & 1 else ~facts.gold_chits
    return state.box & own or state.box


def _without_rivers(facts: Facts, state: VdState, units: int, target: int) -> int:
    dry = copy(facts)
    dry.across_river = [0] * len(facts.across_river)
    return int(_attack(dry, state, units, target))


def _unmarked(state: VdState, marker: int) -> VdState:
    """The position without a marker."""
    other = state.clone()
    other.status = bytearray(status & ~marker for status in state.status)
    return other


def _attack_in_supply(facts: Facts, state: VdState, units: int, target: int) -> int:
    return int(_attack(facts, _unmarked(state, OUT_OF_SUPPLY), units, target))


def _attack_connected(facts: Facts, state: VdState, units: int, target: int) -> int:
    return int(_attack(facts, _unmarked(state, ISOLATED), units, target))


def _defense_connected(facts: Facts, state: VdState, target: int) -> int:
    return int(_defense(facts, _unmarked(state, ISOLATED), target))


MUTANTS: Mutants = {
    "AVD 1.3a": {movement.halved: lambda points: points - points // 2, strength.attack_strength: _printed},
    "AVD 1.3b": {strength.attack_strength: _printed},
    "AVD 2.1.1b": {facts._turn: facts.Turn((3, 3), 2, 4, True, 1, (0, 0))},
    "AVD 2.1.1c": {track.right_value: False},
    "AVD 2.1.3": {facts.bridges: {}},
    "AVD 2.2.2b": {roster._defense: lambda c: strengths(c.attack, c.attack2)},
    "AVD 2.3.2b": {roster.pays_as_motorized: lambda c: c.motorized == "yes"},
    "AVD 3.3": {setup.first_turn: 2},
    "AVD 3.5": {command.mandatory_chits: 0},
    "AVD 3.6a": {command.hq_available: True},
    "AVD 3.6b": {command.chits_wanted: 1},
    "AVD 3.7b": {command.chits_wanted: 1},
    "AVD 4.0": {directive.last_turn: 9},
    "AVD 4.1.2d": {strength.first_turn_shift: False},
    "AVD 4.1.2e": {supply.may_be_isolated: True},
    "AVD 4.1.2f": {command.silent_guns: 0},
    "AVD 5.4": {movement.closed_to: _closed_as_at_rest, movement.leads_on: False},
    "AVD 6.1a": {ground.zoc: 0},
    "AVD 6.1b": {ground.zoc: _zoc_of_hqs_too},
    "AVD 6.3": {movement.zoc_costs: lambda facts: (2 * facts.zoc_in, 2 * facts.zoc_out)},
    "AVD 7.0": {activation.beyond_hqs: 0},
    "AVD 7.1.1a": {command.hq_available: True},
    "AVD 7.1.1b": {command.group_available: True},
    "AVD 7.1.1c": {command.army_available: True},
    "AVD 7.1.2a": {command.chits_wanted: 1},
    "AVD 7.1.2b": {command.mandatory_chits: 0},
    "AVD 7.1.3": {secrets.seen_in_cup: lambda _facts, state, _seat: bits(state.cup)},
    "AVD 7.2.2a": {activation.awakened_hqs: lambda _facts, _state, hq: [hq]},
    "AVD 7.3.2a": {activation.commanded: 0},
    "AVD 7.3.3": {activation.beyond_hqs: 0},
    "AVD 7.3.4": {activation.in_range: _short_of_range},
    "AVD 7.3.5": {activation.commanded: 0},
    "AVD 7.3.6": {activation.in_range: _range_outside_zoc},
    "AVD 7.4.2b": {activation.chain_from: lambda _facts, _state, lead, _units: 1 << lead},
    "AVD 7.5.1": {activation.timoshenko_shift: False, strength.timoshenko_shift: False},
    "AVD 8.1.3c": {facts.bridges: {}},
    "AVD 8.1.6": {movement.immobile: 0},
    "AVD 9.1.2": {combat.enough: ()},
    "AVD 9.1.4": {strength.attack_strength: _first_alone},
    "AVD 9.1.5": {strength.defense_strength: _first_defender},
    "AVD 9.1.6": {strength.defense_strength: _first_defender},
    "AVD 9.1.7": {combat.ready_units: _ready_without_pvo},
    "AVD 9.2b": {combat.soviet_die: 6},
    "AVD 9.3.1a": {strength.attack_strength: _first_alone, strength.defense_strength: _first_defender},
    "AVD 9.3.1b": {strength.attack_strength: _without_rivers},
    "AVD 9.3.1c": {strength.attack_strength: _attack_in_supply},
    "AVD 9.3.1d": {strength.attack_strength: _attack_connected, strength.defense_strength: _defense_connected},
    "AVD 9.3.1e": {strength.attack_strength: _printed},
    "AVD 9.3.2": {Crt.column: _next_column},
    "AVD 9.3.3": {strength.terrain_column: _unshifted},
    "AVD 9.3.4b": {combat.reroll_from: "Stuka"},
    "AVD 9.3.5a": {strength.first_turn_shift: False},
    "AVD 9.3.5b": {strength.timoshenko_shift: False},
    "AVD 9.3.6b": {Crt.shifted: _off_the_table},
    "AVD 9.3.7": {strength.undefended_column: lambda facts, target: facts.crt.last - facts.shift_at[target]},
    "AVD 9.4.2b": {losses._german_grave: "removed"},
    "AVD 9.4.2c": {losses.tan_grave: "removed"},
    "AVD 9.4.2d": {losses.red_grave: "removed"},
    "AVD 9.4.2e": {losses.lost_for_good: False},
    "AVD 9.4.3a": {combat.draw_elite: False},
    "AVD 9.4.3b": {combat.crt_row: 1},
    "AVD 9.4.3c": {combat.kept_shift: 0},
    "AVD 9.4.3d": {combat.minsk_modifier: 0},
    "AVD 9.5.1a": {retreat.retreat_ground: lambda facts: facts.board.terrain["clear"]},
    "AVD 9.5.2a": {retreat.pvos_among: ()},
    "AVD 9.5.2c": {retreat.leftover_retreat: 0},
    "AVD 9.5.4b": {retreat.shelters: 0},
    "AVD 9.5.6b": {retreat.rivers_bind: False},
    "AVD 9.6.1b": {advance._hq_advances: ()},
    "AVD 9.6.2": {advance.stay: ()},
    "AVD 9.6.6": {advance.never_advance: 0},
    "AVD 10.1.3": {supply.markers: 2},
    "AVD 10.1.4": {supply.markers: 2},
    "AVD 10.2.1b": {supply.judged: lambda facts, side: facts.roster.of_side[side]},
    "AVD 10.2.2a": {supply_lines.blocked: 0},
    "AVD 10.2.2b": {supply_lines.shadowed: 0},
    "AVD 10.2.2c": {facts.crossings: lambda board: board.grid.everywhere()},
    "AVD 10.2.2d": {supply_lines.early_source: True},
    "AVD 10.2.4": {supply.may_be_isolated: True},
    "AVD 10.3.2": {movement.slowed: False},
    "AVD 10.3.3a": {movement.slowed: False},
    "AVD 10.3.3b": {losses.lost_for_good: False},
    "AVD 11.0": {reinforcements.begin_reinforcements: lambda play, _local: play.leave()},
    "AVD 11.1.1g": {purchases.star_shadow: 0},
    "AVD 11.1.1j": {purchases.may_buy: True},
    "AVD 11.1.2b": {entries.toll: 0},
    "AVD 11.1.3": {minsk.next_escape: lambda play, _local: play.leave()},
    "AVD 11.1.4": {command.hq_available: _there_from_the_start},
    "AVD 11.2.2b": {movement.entry_roads: 0},
    "AVD 12.3": {retreat.companions: ()},
    "AVD 12.4": {advance._hq_advances: ()},
    "AVD 12.6c": {hq.lose_hq: _spared},
    "AVD 13.1": {command.mandatory_chits: 0},
    "AVD 14.0d": {combat.minsk_modifier: 0},
    "AVD 15.1": {directive.last_turn: 9},
    "AVD 15.2a": {directive.last_turn: 9},
    "AVD 16.2c": {victory.to_draw_from: _same_star},
    "AVD 16.3.1a": {victory.moscow_winner: "german"},
    "AVD 16.3.1b": {victory.moscow_winner: "german"},
    "AVD 16.3.2": {victory.distracted_winner: "german"},
}
