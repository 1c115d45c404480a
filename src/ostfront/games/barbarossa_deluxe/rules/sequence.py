"""The sequence of play (5.1 to 5.4), as the stack of procedures sees it.

Events: `turn` (n), `player turn` (side), `phase` (side, 3 movement or 4 assault).
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    aerial,
    caucasus,
    control,
    conversions,
    declarations,
    gambit,
    interrupts,
    oder,
    offensive_supply,
    replacements,
    rvgk,
    scenarios,
    setup,
    stacking,
    strategic,
    triggers,
    victory,
    withdrawals,
)
from ostfront.games.barbarossa_deluxe.state import (
    ADMINISTRATION,
    ASSAULT,
    CHECK,
    FIGHT_FIGHT,
    MOVE_FIGHT,
    MOVEMENT,
    RESERVE,
    STRATEGIC,
    UNDECLARED,
    UNUSED,
    BDPlay,
    Phase,
)


def next_turn(play: BDPlay, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


def begin_turn(play: BDPlay, _local: None) -> None:
    """What is counted by the game turn begins anew."""
    state, facts = play.state, play.facts
    state.battle = state.rolls = state.luftwaffe = state.killed = 0
    state.sea_supply = UNUSED
    state.crimea_on = False
    state.fed = 0
    state.hands = 0
    for unit in range(facts.roster.count):
        state.entry[unit] = NOWHERE
    state.owned = state.german & facts.cities
    control.break_held_lines(play)
    offensive_supply.look_to_moscow(play)
    caucasus.look_for_conditions(play)
    scenarios.begin_turn(play)
    play.note("turn", state.turn)


# ---- the Mutual Administrative Phase (5.3) ----------------------------------------------------------


@implements("BD 5.3a")
def german_administration(play: BDPlay, _local: None) -> None:
    if play.facts.scenario.administers(play.state.turn):
        play.state.side = GERMAN
        play.state.phase = ADMINISTRATION
        conversions.settle(play)
        play.begin("administration", Phase(GERMAN))


@implements("BD 5.3b")
def soviet_administration(play: BDPlay, _local: None) -> None:
    if play.facts.scenario.administers(play.state.turn):
        play.state.side = SOVIET
        play.state.phase = ADMINISTRATION
        conversions.settle(play)
        play.begin("administration", Phase(SOVIET))


@implements("BD 9.1a", "BD 9.2a")
def markers_arrive(play: BDPlay, local: Phase) -> None:
    """Markers that wait for no decision: hero and fortress cities, aerial supply (7.7, 9.1, 9.2)."""
    state, track = play.state, play.facts.track
    if local.side == SOVIET:
        state.hero_left += track.arriving("hero-city", state.turn) if play.facts.scenario.heroic else 0
        return
    aerial.arrive(play)
    if play.facts.scenario.heroic:
        coming = track.arriving("fortress-city", state.turn)
        if state.turn < oder.DECISION_TURN:
            state.fortress_anywhere += coming
        else:
            state.fortress_home += coming


def administer_replacements(play: BDPlay, local: Phase) -> None:
    replacements.begin(play, local.side)


def administer_arrivals(play: BDPlay, local: Phase) -> None:
    play.begin("arrivals", local)


def administer_conversions(play: BDPlay, local: Phase) -> None:
    conversions.begin(play, local.side)


def administer_withdrawals(play: BDPlay, local: Phase) -> None:
    withdrawals.begin(play, local.side)


# ---- player turns (5.4) -----------------------------------------------------------------------------


@implements("BD 5.2a", "BD 15.3a")
def first_player_turn(play: BDPlay, _local: None) -> None:
    begin_player_turn(play, SOVIET if play.facts.scenario.soviets_first else GERMAN)


def second_player_turn(play: BDPlay, _local: None) -> None:
    begin_player_turn(play, GERMAN if play.facts.scenario.soviets_first else SOVIET)


def begin_player_turn(play: BDPlay, side: int) -> None:
    """A scenario may begin in the middle of a game turn (12.2, 14.2)."""
    if play.facts.scenario.plays(play.state.turn, side):
        play.state.side = side
        play.begin("player turn", Phase(side))


def start_player_turn(play: BDPlay, local: Phase) -> None:
    state = play.state
    state.order = UNDECLARED
    state.nth = 0
    state.bound = state.spent = state.shuffled = 0
    play.note("player turn", local.side)
    oder.start_player_turn(play, local.side)
    interrupts.ask_hand(play, local.side)


def place_depots(play: BDPlay, local: Phase) -> None:
    if local.side == SOVIET and not play.facts.scenario.only_assault(play.state.turn):  # 12.8
        offensive_supply.begin(play)


def offer_comb_out(play: BDPlay, local: Phase) -> None:
    if local.side == GERMAN:
        replacements.offer_comb_out(play)


@implements("BD 5.2b", "BD 5.2c")
def first_special_phase(play: BDPlay, local: Phase) -> None:
    """Strategic movement, or the RVGK phase."""
    state = play.state
    if play.facts.scenario.starts_late(state.turn):
        return
    conversions.settle(play)
    if local.side == GERMAN and strategic.possible(play.facts, state):
        state.phase = STRATEGIC
        strategic.begin(play)
    elif local.side == SOVIET and rvgk.has_phase(play.facts, state):
        state.phase = RESERVE
        state.reserved = state.shuffled = 0
        play.begin("reserve", local)


@implements("BD 5.1", "BD 5.2b", "BD 5.2c")
def first_phase(play: BDPlay, local: Phase) -> None:
    play.state.nth = 1
    begin_phase(play, local, MOVEMENT if play.state.order == MOVE_FIGHT else ASSAULT)


@implements("BD 5.2b", "BD 5.2c", "BD 5.4d")
def second_phase(play: BDPlay, local: Phase) -> None:
    play.state.nth = 2
    fights = play.state.order in (MOVE_FIGHT, FIGHT_FIGHT)
    begin_phase(play, local, ASSAULT if fights else MOVEMENT)


def begin_phase(play: BDPlay, local: Phase, phase: int) -> None:
    """What is counted by the phase begins anew; the other side may interrupt."""
    state = play.state
    if not scenarios.has_phase(play, local.side, phase):
        return
    state.phase = phase
    conversions.settle(play)
    state.moved = state.mobile = state.attacked = state.fled = 0
    if phase == ASSAULT:
        state.spent = 0  # in the movement phase after it: who has attacked does not sail (10.16)
    state.parent_hex = NOWHERE
    state.crossed = state.deployed = state.interceptors = state.partisans = False
    state.sailed = state.guns = state.wings = 0
    play.note("phase", local.side, phase)
    play.begin("movement" if phase == MOVEMENT else "assault", local)
    stacking.begin_excess(play)
    interrupts.point(play, "phase begins")


def check_stacks(play: BDPlay, _local: Phase) -> None:
    """6.2: at the end of a phase; and changes of counters that waited for supply (8.19, 8.23, 8.29)."""
    conversions.settle(play)
    stacking.begin_excess(play)


def end_player_turn(play: BDPlay, local: Phase) -> None:
    """Offensive supply markers come off (7.12); Oder is judged (4.19)."""
    state = play.state
    state.hands = 0
    if local.side == SOVIET:
        offensive_supply.take_off(play)
    oder.end_player_turn(play, local.side)


# ---- the end of the turn ----------------------------------------------------------------------------


def end_of_turn(play: BDPlay, _local: None) -> None:
    """What the end of a game turn brings before the victory check."""
    play.state.phase = CHECK
    conversions.reorganize(play)  # 8.23
    withdrawals.end_of_turn(play)  # 8.28
    triggers.end_of_turn(play)
    aerial.end_of_turn(play)  # 7.7


def victory_check(play: BDPlay, _local: None) -> None:
    victory.check_phase(play)


@implements("BD 12.1", "BD 13.2", "BD 14.2", "BD 14.8", "BD 15.2")
def end_turn(play: BDPlay, _local: None) -> None:
    if play.state.turn >= play.facts.scenario.last_turn:
        victory.last_judgement(play)
    else:
        play.state.turn += 1


PROCEDURES = (
    Procedure("game", (
        Step("effort", declarations.offer_first_zone, "13.8"),
        Step("set-up", setup.begin_set_up, "3.1"),
        Step("turn", next_turn, "5.1"),
    )),
    Procedure("turn", (
        Step("begin", begin_turn, "5.2"),
        Step("operation", oder.start_turn, "4.18"),
        Step("offensive", gambit.offer, "4.4"),
        Step("pause", declarations.offer_pause, "5.10"),
        Step("German administration", german_administration, "5.2"),
        Step("Soviet administration", soviet_administration, "5.2"),
        Step("first player turn", first_player_turn, "5.2"),
        Step("second player turn", second_player_turn, "5.2"),
        Step("end of turn", end_of_turn, "5.2"),
        Step("victory check", victory_check, "4.14"),
        Step("end", end_turn, "5.2"),
    )),
    Procedure("administration", (
        Step("markers", markers_arrive, "8.1"),
        Step("replacements", administer_replacements, "8.12"),
        Step("arrivals", administer_arrivals, "8.1"),
        Step("conversions", administer_conversions, "8.19"),
        Step("withdrawals", administer_withdrawals, "8.17"),
    ), Phase),
    Procedure("player turn", (
        Step("start", start_player_turn, "5.4"),
        Step("zone", declarations.offer_zone, "5.6"),
        Step("depots", place_depots, "7.12"),
        Step("comb-out", offer_comb_out, "8.16"),
        Step("order", declarations.choose_order, "5.4"),
        Step("special phase", first_special_phase, "5.2"),
        Step("first phase", first_phase, "5.2"),
        Step("after first phase", check_stacks, "6.2"),
        Step("second phase", second_phase, "5.2"),
        Step("after second phase", check_stacks, "6.2"),
        Step("end", end_player_turn, "5.2"),
    ), Phase),
)  # fmt: skip
