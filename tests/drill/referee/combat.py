"""The referee of the drill: every clause in the rulebook's order, judged from the pieces and a plain map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from drill.facts import SIDE_OF, DrillState, Facts
from ostfront.core.map.board import Board
from ostfront.core.map.plain import PlainMap, PlainRange, Situation
from ostfront.core.play.actions import Action
from ostfront.core.play.referee import Case, Referee, Tier
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, Decision

if TYPE_CHECKING:
    pass


@lru_cache
def plain_map(board: Board) -> PlainMap:
    return PlainMap(board)


class Trial(Case):
    """An action on trial, and the facts clauses ask for."""

    def __init__(self, play: Play[Facts, DrillState], decision: Decision, action: Action) -> None:
        super().__init__(play, decision, action)
        self.facts: Facts = play.facts
        self.state: DrillState = play.state
        self.map = plain_map(self.facts.board)
        self.seat = decision.seat
        self.side = SIDE_OF[decision.seat]
        self.thing = action.arg if isinstance(action.arg, int) else NOWHERE

    def name(self, place: int) -> str:
        return self.facts.board.name(place)

    def unit_name(self, unit: int) -> str:
        return self.facts.units[unit].name

    def is_gun(self, unit: int) -> bool:
        return self.facts.units[unit].kind == "gun"

    def is_cover(self, place: int) -> bool:
        return self.facts.board.terrain_at[place] in ("wood", "town")

    def sites(self, kind: str) -> set[int]:
        return {site.hex for site in self.facts.board.sites if site.kind == kind}

    def units_in(self, place: int) -> list[int]:
        return [unit for unit, where in enumerate(self.state.place) if where == place]

    def hexes_of(self, side: int) -> set[int]:
        return {w for u, w in enumerate(self.state.place) if w != NOWHERE and SIDE_OF[self.facts.seat_of[u]] == side}

    def surprises(self) -> set[int]:
        return {chit.place for chit in self.state.face_down}

    def is_bridged(self, a: int, b: int) -> bool:
        """No river between two hexes, or a road over it."""
        return self.map.is_open(a, b, ["river"], bridged_by=["road"])

    def enemy_zoc(self) -> set[int]:
        zoc = set()
        for place in self.hexes_of(1 - self.side):
            zoc |= {near for near in self.map.neighbours(place) if self.is_bridged(place, near)}
        return zoc

    def is_crowded(self, place: int, coming: int = 1) -> str | None:
        """Why units of this seat cannot stay in a hex."""
        there = self.units_in(place)
        if any(self.facts.seat_of[unit] != self.seat for unit in there):
            return f"{self.name(place)} holds units of another command."
        if len(there) + coming > 2:
            return f"There is no room in {self.name(place)}: two units are the most."
        return None


referee: Referee[Trial] = Referee("DRILL", Trial)
clause = referee.clause


# ---- 3.0 set-up ---------------------------------------------------------------------------------------


@clause("3.1", "deploy", tier=Tier.STANDING)
def unit_to_deploy(trial: Trial) -> str | None:
    if trial.thing not in trial.facts.units_of[trial.seat]:
        return f"{trial.unit_name(trial.thing)} is not yours to deploy."
    if trial.state.place[trial.thing] != NOWHERE:
        return f"{trial.unit_name(trial.thing)} is on the map already."
    return None


@clause("3.2", "site")
def own_ground(trial: Trial) -> str | None:
    seat = trial.play.rules.seats[trial.seat].name
    return None if trial.thing in trial.sites(seat) else f"{trial.name(trial.thing)} is not on {seat}'s ground."


@clause("3.3", "site")
def one_in_a_hex(trial: Trial) -> str | None:
    return f"{trial.name(trial.thing)} is taken." if trial.units_in(trial.thing) else None


@clause("3.4", "site")
def guns_in_cover(trial: Trial) -> str | None:
    if trial.is_gun(trial.local.unit) and not trial.is_cover(trial.thing):
        return f"{trial.unit_name(trial.local.unit)} must be set up in a wood or a town."
    return None


@clause("3.5", "site")
def set_up_can_be_finished(trial: Trial) -> str | None:
    """Try all ways to deploy the rest: guns in cover, and no town empty."""
    facts, state = trial.facts, trial.state
    ground = trial.sites(trial.play.rules.seats[trial.seat].name)
    rest = [u for u in facts.units_of[trial.seat] if state.place[u] == NOWHERE and u != trial.local.unit]
    guns = sum(trial.is_gun(unit) for unit in rest)
    free = {place for place in ground if not trial.units_in(place)} - {trial.thing}
    towns = free & trial.sites("town")
    for with_guns in combinations([place for place in free if trial.is_cover(place)], guns):
        for with_others in combinations(free.difference(with_guns), len(rest) - guns):
            if towns <= {*with_guns, *with_others}:
                return None
    return "The others could then not be set up: guns need cover, and each town a unit."


# ---- 4.0 orders ---------------------------------------------------------------------------------------


@clause("4.1", "orders", tier=Tier.STANDING)
def own_extra_chit(trial: Trial) -> str | None:
    chit = trial.facts.chits[trial.thing]
    if SIDE_OF[trial.facts.chit_seat[trial.thing]] != trial.side:
        return f"{chit.name} is the enemy's."
    return None if chit.extra else f"{chit.name} is in the cup anyway."


@clause("4.2", "orders")
def not_twice_running(trial: Trial) -> str | None:
    if trial.thing == trial.state.previous[trial.seat]:
        return f"{trial.facts.chits[trial.thing].name} was selected last turn."
    return None


# ---- 6.0 movement -------------------------------------------------------------------------------------


@clause("6.1", "move", verbs=("move",), tier=Tier.STANDING)
def unit_to_move(trial: Trial) -> str | None:
    unit = trial.thing
    if trial.facts.seat_of[unit] != trial.local.seat:
        return f"{trial.unit_name(unit)} is not active."
    if trial.state.place[unit] == NOWHERE:
        return f"{trial.unit_name(unit)} is not on the map."
    return f"{trial.unit_name(unit)} has moved." if trial.state.moved[unit] else None


@lru_cache(maxsize=256)
def walk(facts: Facts, kind: str, start: int, left: int, situation: Situation) -> PlainRange:
    return plain_map(facts.board).move_range(facts.costs[kind], start, left, situation)


def can_walk(trial: Trial, *, zoc: bool, surprises: bool) -> bool:
    """Whether the unit in hand can go there, with some of the rules."""
    facts, state, unit = trial.facts, trial.state, trial.local.unit
    closed = {place for place in trial.map.cells if place in set(state.place) and trial.is_crowded(place)}
    situation = Situation(
        frozenset(trial.enemy_zoc() if zoc else ()),
        frozenset(closed),
        frozenset(trial.surprises() if surprises else ()),
        zoc_in=1,
        zoc_out=1,
    )
    found = walk(facts, facts.units[unit].kind, state.place[unit], trial.local.left, situation)
    return trial.thing in found.reach


@clause("6.2", "leg", verbs=("go",))
def movement_points(trial: Trial) -> str | None:
    if trial.thing == trial.state.place[trial.local.unit]:
        return "The unit is there already."
    if trial.is_crowded(trial.thing) or can_walk(trial, zoc=False, surprises=False):
        return None
    return f"{trial.name(trial.thing)} is too far for {trial.local.left} movement points."


@clause("6.3", "leg", verbs=("go",))
def no_enemies(trial: Trial) -> str | None:
    if trial.thing in trial.hexes_of(1 - trial.side):
        return f"There are enemies in {trial.name(trial.thing)}."
    return None


@clause("6.4", "leg", verbs=("go",))
def stacking(trial: Trial) -> str | None:
    own_hex = trial.thing == trial.state.place[trial.local.unit]
    if own_hex or trial.thing in trial.hexes_of(1 - trial.side):
        return None
    return trial.is_crowded(trial.thing)


@clause("6.5", "leg", verbs=("go",))
def zones_of_control(trial: Trial) -> str | None:
    if trial.is_crowded(trial.thing) or not can_walk(trial, zoc=False, surprises=False):
        return None
    if can_walk(trial, zoc=True, surprises=False):
        return None
    return f"Enemy ZOC makes {trial.name(trial.thing)} too far for {trial.local.left} movement points."


# ---- 7.0 combat ---------------------------------------------------------------------------------------


def strength(trial: Trial, target: int, units: Iterable[int]) -> int:
    """7.5, reckoned anew."""
    total = 0
    for unit in units:
        value = trial.facts.units[unit].attack
        if trial.state.steps[unit] < trial.facts.units[unit].steps:
            value //= 2
        if not trial.is_bridged(trial.state.place[unit], target):
            value //= 2
        total += value
    return total


def may_attack(trial: Trial, unit: int, target: int) -> bool:
    at = trial.state.place[unit]
    ours = trial.facts.seat_of[unit] == trial.seat and at != NOWHERE
    return ours and not trial.state.fought[unit] and target in trial.map.neighbours(at)


@clause("7.1", "attack", verbs=("attack",), tier=Tier.STANDING)
def enemy_hex(trial: Trial) -> str | None:
    if trial.thing in trial.hexes_of(1 - trial.side):
        return None
    return f"There is no enemy in {trial.name(trial.thing)}."


@clause("7.2", "attack", verbs=("attack",))
def not_twice(trial: Trial) -> str | None:
    if trial.local.attacked & 2**trial.thing:
        return f"{trial.name(trial.thing)} has been attacked in this activation."
    return None


@clause("7.3", "attack", verbs=("attack",))
def enough_to_attack(trial: Trial) -> str | None:
    able = [unit for unit in trial.facts.units_of[trial.seat] if may_attack(trial, unit, trial.thing)]
    most = strength(trial, trial.thing, able)
    return None if most >= 3 else f"All who could attack {trial.name(trial.thing)} make {most}; 3 are needed."


@clause("7.4", "commit", verbs=("with",), tier=Tier.STANDING)
def able_to_attack(trial: Trial) -> str | None:
    if trial.thing not in trial.facts.units_of[trial.seat] or not may_attack(trial, trial.thing, trial.local.target):
        return f"{trial.unit_name(trial.thing)} cannot attack {trial.name(trial.local.target)}."
    if trial.local.attackers & 2**trial.thing:
        return f"{trial.unit_name(trial.thing)} is in the attack already."
    return None


@clause("7.3", "commit", verbs=("resolve",))
def enough_to_resolve(trial: Trial) -> str | None:
    committed = [unit for unit in range(len(trial.facts.units)) if trial.local.attackers & 2**unit]
    total = strength(trial, trial.local.target, committed)
    return None if total >= 3 else f"The attack has strength {total}; 3 are needed."


@clause("7.9", "loss")
def who_can_lose(trial: Trial) -> str | None:
    if trial.local.units & 2**trial.thing:
        return None
    return f"{trial.unit_name(trial.thing)} is not among those who may take the loss."


@clause("7.10a", "retreat", tier=Tier.STANDING)
def two_hexes_in_a_row(trial: Trial) -> str | None:
    path = trial.action.arg
    if not isinstance(path, tuple) or len(path) != 2:
        return "A retreat is two hexes long."
    for a, b in pairwise((trial.local.place, *path)):
        if b not in trial.map.neighbours(a):
            return f"{trial.name(a)} and {trial.name(b)} are not adjacent."
    return None


def path_of(trial: Trial) -> tuple[int, ...]:
    assert isinstance(trial.action.arg, tuple)
    return trial.action.arg


@clause("7.10b", "retreat")
def away_from_the_enemy(trial: Trial) -> str | None:
    for place in path_of(trial):
        if place in trial.hexes_of(1 - trial.side):
            return f"There are enemies in {trial.name(place)}."
        if place in trial.enemy_zoc():
            return f"{trial.name(place)} is in an enemy ZOC."
    return None


@clause("7.10c", "retreat")
def room_to_retreat(trial: Trial) -> str | None:
    coming = len(trial.units_in(trial.local.place))
    for place in path_of(trial):
        if place != trial.local.place and place not in trial.hexes_of(1 - trial.side):
            wrong = trial.is_crowded(place, coming)
            if wrong:
                return wrong
    return None


@clause("7.10d", "retreat")
def two_hexes_away(trial: Trial) -> str | None:
    if trial.map.distance(trial.local.place, path_of(trial)[-1]) == 2:
        return None
    return f"A retreat must end two hexes from {trial.name(trial.local.place)}."


@clause("7.10e", "retreat")
def no_surprises(trial: Trial) -> str | None:
    for place in path_of(trial):
        if place in trial.surprises():
            return f"A surprise lies in {trial.name(place)}."
    return None


# ---- 8.0 surprises ------------------------------------------------------------------------------------


@clause("8.2", "leg", verbs=("go",))
def surprise_on_the_way(trial: Trial) -> str | None:
    if trial.is_crowded(trial.thing) or not can_walk(trial, zoc=True, surprises=False):
        return None
    if can_walk(trial, zoc=True, surprises=True):
        return None
    return f"The only way to {trial.name(trial.thing)} leads over a surprise; go there first."
