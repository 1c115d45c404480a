"""What the other scenarios change: The Road Back (12), Blue and Kremlin (13), Citadel and Gambit (14), What If (15).

Events: `siege` (1 closed, 0 broken), `stand fast` (1 bound, 0 freed).
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import supply, victory
from ostfront.games.barbarossa_deluxe.state import (
    ASSAULT,
    FIGHT_MOVE,
    MOVEMENT,
    NORTH,
    UNDER_WAY,
    BDPlay,
    BDState,
)

STALINGRAD_FROM = 15  # 12.7
KILLS_FOR_A_CITY = 5  # 14.10
MET = "the conditions of the scenario are met"


def start(facts: Facts, state: BDState) -> None:
    """What a scenario finds already done."""
    if facts.scenario_name == "road-back":
        state.siege = True  # 12.13
        state.kiev_taken = True
    if facts.scenario_name in ("road-back", "what-if"):
        state.neutral = facts.bulgaria & ~state.german
    if state.boxed[facts.caucasus - state.hexes] & facts.roster.of_side[GERMAN]:
        state.expedition = UNDER_WAY  # 12.9


def begin_turn(play: BDPlay) -> None:
    """The start of a game turn."""
    victory.lose_regions(play)
    if play.facts.scenario_name == "road-back":
        stand_fast(play)


def has_phase(play: BDPlay, side: int, phase: int) -> bool:
    """Whether a side has a phase now: the pause has no assaults (5.10), The Road Back begins with one (12.2)."""
    state = play.state
    if side == GERMAN and phase == ASSAULT and pausing(state):
        return False
    if single_phase(play.facts, state):
        return phase == ASSAULT
    return phase in (MOVEMENT, ASSAULT)


@implements("BD 5.10b")
def pausing(state: BDState) -> bool:
    """The Paulus Pause takes the German assault phase away."""
    return state.paused and state.turn == 3


@implements("BD 12.2a", "BD 12.2c")
def single_phase(facts: Facts, state: BDState) -> bool:
    return facts.scenario.only_assault(state.turn)


@implements("BD 12.2b")
def first_order(facts: Facts, state: BDState) -> int | None:
    """The single phase counts as fight/move."""
    return FIGHT_MOVE if facts.scenario.only_assault(state.turn) else None


@implements("BD 3.7b")
def partitioned(facts: Facts) -> int:
    """With the option of 3.7: the Polish hexes that have left the General Government."""
    return facts.polish_hexes if facts.option("lithuania") else 0


@implements("BD 13.7c")
def set_up_ground(facts: Facts, state: BDState, unit: int) -> int:
    """Satellites set up in the south, unless the effort of 1942 is made in the north."""
    hexes = facts.valid | 1 << facts.rvgk
    if facts.roster.satellites[GERMAN] >> unit & 1 and state.zone != NORTH:
        return hexes & ~facts.north
    return hexes


# ---- The Road Back (12) -----------------------------------------------------------------------------


@implements("BD 12.7a", "BD 12.7b")
def stand_fast(play: BDPlay) -> None:
    """The force in Stalingrad may not move or attack while it begins the turn without overland supply."""
    state, facts = play.state, play.facts
    if state.turn == facts.scenario.first_turn or state.stalingrad_freed:
        return
    garrison = state.units_at(facts.stalingrad) & facts.roster.of_side[GERMAN]
    was = bool(state.stalingrad_bound)
    cut_off = not supply.overland(facts, state, GERMAN) >> facts.stalingrad & 1
    state.stalingrad_bound = garrison if cut_off else 0
    if garrison and not cut_off:
        state.stalingrad_freed = True
    if was != bool(state.stalingrad_bound):
        play.note("stand fast", int(bool(state.stalingrad_bound)))


@implements("BD 12.7c")
def hold_stalingrad(play: BDPlay) -> None:
    """Two points at the end of each turn from turn 15 on while the city is German."""
    if play.state.turn >= STALINGRAD_FROM and play.state.german >> play.facts.stalingrad & 1:
        victory.adjust(play, 2, "12.7")


def besieging(facts: Facts, state: BDState) -> bool:
    """Whether Leningrad is still fought for: in The Road Back, until the Germans take it."""
    return facts.scenario_name == "road-back" and not state.siege_settled


@implements("BD 12.13a", "BD 12.13b")
def watch_siege(play: BDPlay) -> None:
    """The siege of Leningrad: a point that goes and comes."""
    state, facts = play.state, play.facts
    if not besieging(facts, state) or state.result is not None or kept_for_good(play):
        return
    beside = facts.grid.neighbours(1 << facts.leningrad) & state.occupied[GROUND[GERMAN]]
    closed = bool(beside) or not supply.overland(facts, state, SOVIET) >> facts.leningrad & 1
    if closed != state.siege:
        state.siege = closed
        play.note("siege", int(closed))
        victory.adjust(play, 1 if closed else -1, "12.13")


@implements("BD 12.13c")
def kept_for_good(play: BDPlay) -> bool:
    """Once the Germans have taken the city the point is theirs."""
    state, facts = play.state, play.facts
    if state.german >> facts.leningrad & 1 and not state.siege_settled:
        state.siege_settled = True
        if not state.siege:
            state.siege = True
            victory.adjust(play, 1, "12.13")
    return state.siege_settled


# ---- captures that end a game -----------------------------------------------------------------------


@implements("BD 4.14c")
def after_capture(play: BDPlay, place: int, side: int) -> None:
    """Sudden death in the Gambit (14.10) and in What If (15.5)."""
    if play.state.result is not None:
        return
    name = play.facts.city_name(place)
    if side == GERMAN and name in german_prizes(play.facts):
        victory.win(play, GERMAN, f"{name} is taken", sudden_clause(play.facts))
    elif side == SOVIET and name in soviet_prizes(play.facts):
        victory.win(play, SOVIET, f"{name} is taken", sudden_clause(play.facts))


@implements("BD 14.10c", "BD 15.5b")
def german_prizes(facts: Facts) -> tuple[str, ...]:
    return tuple(facts.scenario.victory.get("sudden_german", ()))


@implements("BD 15.5a")
def soviet_prizes(facts: Facts) -> tuple[str, ...]:
    return tuple(facts.scenario.victory.get("sudden_soviet", ()))


def sudden_clause(facts: Facts) -> str:
    return "14.10" if facts.scenario_name == "gambit" else "15.5"


def end_of_turn(play: BDPlay) -> None:
    """Points of a scenario before the check; Citadel may be won before its last turn (14.4)."""
    if play.facts.scenario_name == "road-back":
        hold_stalingrad(play)
    elif play.facts.scenario_name == "citadel" and citadel_won(play.facts, play.state):
        victory.win(play, SOVIET, MET, "14.4")


# ---- the end of a scenario --------------------------------------------------------------------------


def judge(play: BDPlay) -> None:
    """Who has won a scenario that points do not decide."""
    name = play.facts.scenario_name
    if name == "what-if":
        judge_what_if(play)
        return
    facts, state = play.facts, play.state
    clause, side, won = {
        "blue-kremlin": ("13.4", GERMAN, blue_won),
        "citadel": ("14.4", SOVIET, citadel_won),
        "gambit": ("14.10", GERMAN, gambit_won),
    }[name]
    winner = side if won(facts, state) else 1 - side
    victory.win(play, winner, MET if winner == side else "its conditions are not met", clause)


def held_in_supply(facts: Facts, state: BDState, side: int) -> int:
    """Cities a side controls and could supply overland."""
    own = state.german if side == GERMAN else ~state.german
    return facts.cities & own & supply.overland(facts, state, side)


@implements("BD 13.4a", "BD 13.4b", "BD 13.4c", "BD 13.4d")
def blue_won(facts: Facts, state: BDState) -> bool:
    """All cities of the start, and two of three, in overland supply; an expedition still out counts as one."""
    held = held_in_supply(facts, state, GERMAN)
    if held & state.start_cities != state.start_cities:
        return False
    prizes = sum(held >> facts.named[name] & 1 for name in facts.scenario.victory["of"])
    expedition = state.boxed[facts.caucasus - state.hexes] & facts.roster.of_side[GERMAN]
    return prizes + bool(expedition) >= int(facts.scenario.victory["german_takes"])


@implements("BD 14.4a")
def citadel_won(facts: Facts, state: BDState) -> bool:
    """Seven cities more, the old ones kept, Leningrad's surroundings cleared; substitutes count on the last turn."""
    own = facts.cities & ~state.start_cities
    if held_in_supply(facts, state, SOVIET) & own != own or not leningrad_clear(facts, state):
        return False
    taken = (state.start_cities & ~state.german).bit_count()
    if state.turn == facts.scenario.last_turn:  # ruling on 14.4
        taken += dnepr_given_up(facts, state) + taman_empty(facts, state)
    return taken >= int(facts.scenario.victory["soviet_takes"])


@implements("BD 14.4b")
def leningrad_clear(facts: Facts, state: BDState) -> bool:
    return not facts.grid.neighbours(1 << facts.leningrad) & state.occupied[GROUND[GERMAN]]


@implements("BD 14.4c")
def dnepr_given_up(facts: Facts, state: BDState) -> bool:
    """No supplied unit of the German side on the Dnepr south of Kiev."""
    hexes = facts.lower_dnepr & state.occupied[GROUND[GERMAN]]
    return not hexes & supply.overland(facts, state, GERMAN)


@implements("BD 14.4d")
def taman_empty(facts: Facts, state: BDState) -> bool:
    return not state.occupied[GROUND[GERMAN]] >> facts.kerch[0] & 1


@implements("BD 14.10a", "BD 14.10b", "BD 14.10d")
def gambit_won(facts: Facts, state: BDState) -> bool:
    """All cities of the start and one more in supply; five Soviet units lost out of supply count as one."""
    held = held_in_supply(facts, state, GERMAN)
    if held & state.start_cities != state.start_cities:
        return False
    taken = (held & ~state.start_cities).bit_count() + state.killed_unsupplied // KILLS_FOR_A_CITY
    return taken >= int(facts.scenario.victory["german_takes"])


def judge_what_if(play: BDPlay) -> None:
    facts, state = play.facts, play.state
    if soviets_won(facts, state):
        victory.win(play, SOVIET, "all cities of the east are held and one of the west is taken", "15.4")
    elif germans_won(facts, state):
        victory.win(play, GERMAN, "all of the west is held and one city of the east is taken", "15.4")
    else:
        draw(play)


@implements("BD 15.4a")
def soviets_won(facts: Facts, state: BDState) -> bool:
    east = facts.cities & ~state.start_cities
    west = state.start_cities | 1 << facts.named["USIR"]
    return not state.german & east and bool(west & ~state.german)


@implements("BD 15.4b")
def germans_won(facts: Facts, state: BDState) -> bool:
    west = state.start_cities | 1 << facts.named["USIR"]
    return state.german & west == west and bool(state.german & facts.cities & ~state.start_cities)


@implements("BD 15.4c")
def draw(play: BDPlay) -> None:
    play.end("", "neither side has met its conditions", "BD 15.4", (play.state.vp,))
