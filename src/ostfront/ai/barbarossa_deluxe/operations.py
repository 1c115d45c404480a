"""The officer's plan of a movement phase: mobile assaults first, then a place for every unit."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.ai.barbarossa_deluxe import battles
from ostfront.ai.barbarossa_deluxe.concentrations import Concentrations
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.planner import Allowance, Assault, Plan, Posts
from ostfront.core.map.hexes import bits, lowest
from ostfront.games.barbarossa_deluxe.facts import LIMIT
from ostfront.games.barbarossa_deluxe.rules import ground, mobile_assault, stacking
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.rules.movement import choices
from ostfront.games.barbarossa_deluxe.rules.ways import ways
from ostfront.games.barbarossa_deluxe.state import Battle, March

CALLED = 6  # hexes of each kind considered for a unit
BETTER = 0.015  # what a move must gain


class Raid(NamedTuple):
    """A mobile assault: who, from where, against what."""

    units: int
    spot: int
    target: int
    gain: float


class Operations:
    """The movement phase of one side, as far as it is still to come."""

    def __init__(self, field: OfficerField, allowance: Allowance) -> None:
        self.field = field
        self.facts, self.state, self.seat = field.facts, field.state, field.seat
        self.allowance = allowance
        top = self.state.top.local
        self.in_hand = top.units if isinstance(top, March) else 0
        self.free = choices(self.facts, self.state, self.seat)[0] | self.in_hand
        self.free &= self.state.on_map
        self.gathered_gain = 0.0  # of the assaults for which units are gathered

    def plan(self) -> Plan:
        raid = self.raid()
        posts: Posts = {}
        assaults = []
        if raid is not None:
            posts = dict.fromkeys(bits(raid.units), raid.spot)
            assaults = [Assault(raid.target, dict(posts), raid.gain)]
        posts.update(self.placed(self.free & ~(raid.units if raid else 0)))
        for unit in bits(self.facts.roster.attached & self.state.on_map):
            parent = self.state.parent[unit]
            if parent in posts:
                posts[unit] = posts[parent]
        return Plan(posts, assaults)

    # ---- mobile assaults ----------------------------------------------------------------------------

    def raid(self) -> Raid | None:
        """The best mobile assault that pays."""
        facts, state = self.facts, self.state
        if not mobile_assault.in_season(facts, state, self.seat):
            return None
        best: Raid | None = None
        for units in self._groups():
            found = self._raid_of(units)
            if found is not None and (best is None or found.gain > best.gain):
                best = found
        return best

    def _groups(self) -> list[int]:
        """Mechanized units that stand and began together; those in hand as they are."""
        facts, state = self.facts, self.state
        able = self.free & facts.roster.mech & facts.roster.armed
        if self.in_hand:
            return [self.in_hand] if able & self.in_hand == self.in_hand else []
        groups: dict[tuple[int, int], int] = {}
        for unit in bits(able):
            key = state.place[unit], state.began[unit]
            groups[key] = groups.get(key, 0) | 1 << unit
        return list(groups.values())

    def _raid_of(self, units: int) -> Raid | None:
        facts, state, seat = self.facts, self.state, self.seat
        if not mobile_assault.able(facts, state, seat, units):
            return None
        here = state.place[lowest(units)]
        left = points.left(facts, state, units)
        found = ways(facts, state, seat, units).range
        over = ground.profile(facts, ground.terms(facts, state, units))
        spots = (found.onward & ~found.stops if found is not None else 0) | 1 << here
        near = facts.grid.step(spots, facts.sides) & self.field.foes
        near &= mobile_assault.open_ground(facts, state, units) & ~ground.closed(facts, state, units)
        near &= ~mobile_assault.protected(facts, state, seat)
        best: Raid | None = None
        for target in bits(near):
            price = mobile_assault.extra(facts, state, seat, target)
            for spot in bits(facts.near[target] & spots):
                spent = found.cost(spot) if found is not None and spot != here else 0
                if spent + ground.step_cost(over, spot, target) + price > left or not self._room(units, spot):
                    continue
                if mobile_assault.barred_by_frontiers(facts, state, seat, spot) or not self.allowance.take():
                    continue
                gain = battles.gain(self.field, Battle(seat, target, units, mobile=True, launch=spot))
                least: float = self.field.weights["battle"]["least"]
                if gain > (best.gain if best else least) and mobile_assault.supplied(facts, state, units, spot):
                    best = Raid(units, spot, target, gain)
        return best

    def _room(self, units: int, spot: int) -> bool:
        here = self.state.place[lowest(units)]
        return here == spot or bool(stacking.room(self.facts, self.state, self.seat, units, 1 << spot))

    # ---- the rest -------------------------------------------------------------------------------------

    def placed(self, units: int) -> Posts:
        """Wheels first where no assault follows; then those who gather for one; the rest where they are needed."""
        field, state = self.field, self.state
        at = {unit: state.place[unit] for unit in bits(units)}
        reach = {unit: self._reach(unit) for unit in at}
        mech = self.facts.roster.mech
        early = [] if field.soon else [unit for unit in at if mech >> unit & 1]
        self._settle(early, at, reach)
        gathered: Posts = {}
        if field.offensive or field.soon:
            rest = {unit: hexes for unit, hexes in reach.items() if unit not in early}
            for force in Concentrations(field, rest, self.allowance).found().values():
                gathered.update(force.posts)
                self.gathered_gain += force.gain
        at.update(gathered)
        self._settle([unit for unit in at if unit not in gathered], at, reach)
        return dict(sorted(at.items(), key=lambda post: (not mech >> post[0] & 1, post[0] not in gathered)))

    def _settle(self, units: list[int], at: Posts, reach: dict[int, int]) -> None:
        """Every unit in turn where it makes the whole best, those nearest the enemy first; then once more."""
        field, mech = self.field, self.facts.roster.mech
        order = sorted(units, key=lambda u: (field.to_foes[at[u]], not mech >> u & 1, u))
        for _ in range(int(field.weights["officer"]["rounds"])):
            changed = False
            for unit in order:
                place = self._best(unit, at[unit], reach[unit])
                changed |= place != at[unit]
                at[unit] = place
            if not changed:
                break

    def _reach(self, unit: int) -> int:
        found = ways(self.facts, self.state, self.seat, 1 << unit)
        return found.go | 1 << self.state.place[unit]

    def _best(self, unit: int, now: int, reach: int) -> int:
        """The place that is better than the one it has by more than a trifle; the tables follow."""
        field = self.field
        field.take(unit, now)
        best, most = now, self._worth(unit, now) + BETTER
        for place in self._places(unit, reach & ~(1 << now)):
            if field.count.get(place, 0) >= LIMIT or not self.allowance.take():
                continue
            worth = self._worth(unit, place)
            if worth > most:
                best, most = place, worth
        field.add(unit, best)
        return best

    def _worth(self, unit: int, place: int) -> float:
        field = self.field
        return field.post(unit, place) + field.disposition(field.own | 1 << place)

    def _places(self, unit: int, reach: int) -> list[int]:
        """Cities to take and to hold, hexes in contact, holes in the line, and the way ahead."""
        field, facts = self.field, self.facts
        found = bits(reach & facts.victory_hexes)[:CALLED]
        pull = {place: field.pull(unit, place) for place in bits(reach)}
        nearest = sorted(pull, key=lambda place: (-pull[place], place))
        beside, own = field.beside, field.own
        found += [place for place in nearest if beside >> place & 1 and own >> place & 1][:CALLED]
        found += [place for place in nearest if beside >> place & 1 and not own >> place & 1][:CALLED]
        found += [place for place in nearest if not beside >> place & 1][:CALLED]
        return list(dict.fromkeys(found))
