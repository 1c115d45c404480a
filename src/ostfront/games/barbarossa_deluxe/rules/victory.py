"""Victory (4): points at every change of hands, penalties, sudden death by Moscow, the check at the end of a turn.

The Caucasus expedition is in caucasus.py, the 1943 offensive and the Gambit in gambit.py, Rhine and Oder in oder.py;
what the other scenarios ask for is in scenarios.py.

Events: `points` (change, total, clause), `moscow` (die, modifier), `forgiven` (change, total).
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.rules import caucasus, gambit, scenarios
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

LATE_TURN = 27  # 4.7, 4.8: from this turn on Bucharest and Ploesti cost the normal point
LONG_WAR = 13  # 4.5, 4.6: the points that can be lost after this turn
PENALTY_UNTIL = 5  # 4.2
EARLY_KIEV = 3  # 4.21
SURRENDER = 5  # 4.15
WINNERS = ("German", "Soviet")


def by_points(facts: Facts) -> bool:
    """Whether a scenario is decided by points (section 4)."""
    return facts.scenario.first_check > 0


@implements("BD 4.14b")
def adjust(play: BDPlay, points: int, clause: str) -> None:
    """The German total changes at once; where it decides nothing, nobody is told."""
    if points:
        play.state.vp += points
        if by_points(play.facts):
            play.note("points", points, play.state.vp, clause)


def roll(play: BDPlay, what: str) -> int:
    """A die outside battles."""
    state = play.state
    state.rolls += 1
    return play.roll(6, f"turn {state.turn} / {what} {state.rolls}")


# ---- hexes that change hands ------------------------------------------------------------------------


def changed_hands(play: BDPlay, place: int, side: int) -> None:
    """A side has gained control of a hex: points, what is lost for good, sudden death."""
    facts = play.facts
    if facts.victory_hexes >> place & 1:
        count_capture(play, place, side)
    lose_regions(play)
    caucasus.after_capture(play, place, side)
    scenarios.after_capture(play, place, side)
    if side == GERMAN and place == facts.moscow and by_points(facts):
        storm_moscow(play)


@implements("BD 4.1b", "BD 4.2a", "BD 4.2b", "BD 4.2c", "BD 9.1c", "BD 9.2d", "BD 9.3c")
def count_capture(play: BDPlay, place: int, side: int) -> None:
    """The points of a hex, doubled by a hero or fortress city; its marker is gone."""
    state, bit = play.state, 1 << place
    if side == GERMAN:
        points = kiev_points(play, place) if place == play.facts.kiev else 1
        adjust(play, points + heroic_point(state, bit), "4.2")
        state.hero &= ~bit
    else:
        points = first_fall(play, place) or 1 + fortress_point(state, bit)
        adjust(play, -points, "4.2")
        state.fortress &= ~bit


@implements("BD 4.3a", "BD 4.3d")
def heroic_point(state: BDState, bit: int) -> int:
    """A hero city is worth one point more, as long as it carries its marker."""
    return 1 if state.hero & bit else 0


@implements("BD 4.3b", "BD 4.3c")
def fortress_point(state: BDState, bit: int) -> int:
    """The fall of a fortress city costs one point more."""
    return 1 if state.fortress & bit else 0


@implements("BD 4.21a", "BD 4.21b")
def kiev_points(play: BDPlay, _place: int) -> int:
    """The option on Kiev: an early first capture is worth a die less one."""
    state = play.state
    first = not state.kiev_taken
    state.kiev_taken = True
    if first and play.facts.option("kiev") and state.turn <= EARLY_KIEV:
        return roll(play, "Kiev") - 1
    return 1


def first_fall(play: BDPlay, place: int) -> int:
    """What an early first fall of Bucharest or Ploesti costs, marker and all; 0 anywhere else and later."""
    state, facts = play.state, play.facts
    if not by_points(facts):
        return 0
    if place == facts.bucharest and not state.bucharest_lost:
        state.bucharest_lost = True
        return bucharest_cost(play)
    if place == facts.ploesti and not state.ploesti_lost:
        state.ploesti_lost = True
        return ploesti_cost(play)
    return 0


@implements("BD 4.7a", "BD 4.7b")
def bucharest_cost(play: BDPlay) -> int:
    return early_cost(play, "Bucharest") if play.state.turn < LATE_TURN else 0


@implements("BD 4.8a", "BD 4.8b")
def ploesti_cost(play: BDPlay) -> int:
    return early_cost(play, "Ploesti") if play.state.turn < LATE_TURN else 0


def early_cost(play: BDPlay, what: str) -> int:
    """Half a die, rounded up, and one."""
    return -(-roll(play, what) // 2) + 1


def lose_regions(play: BDPlay) -> None:
    """Points that are lost once, at the first moment after turn 13 (4.5, 4.6)."""
    if play.state.turn > LONG_WAR and by_points(play.facts):
        lose_baltic(play)
        lose_dnepr(play)


@implements("BD 4.5")
def lose_baltic(play: BDPlay) -> None:
    state = play.state
    if not state.baltic_lost and not state.german & play.facts.baltic:
        state.baltic_lost = True
        adjust(play, -3, "4.5")


@implements("BD 4.6")
def lose_dnepr(play: BDPlay) -> None:
    state = play.state
    if not state.dnepr_lost and not state.german & play.facts.dnepr:
        state.dnepr_lost = True
        adjust(play, -1, "4.6")


@implements("BD 4.15a", "BD 4.15b", "BD 4.14c")
def storm_moscow(play: BDPlay) -> None:
    """The first German capture of Moscow: a die may end the war."""
    state, facts = play.state, play.facts
    if state.moscow_rolled or state.result is not None:
        return
    state.moscow_rolled = True
    die = roll(play, "Moscow")
    modifier = (state.german >> facts.kiev & 1) + 2 * (state.german >> facts.leningrad & 1)
    play.note("moscow", die, modifier)
    if die + modifier >= SURRENDER:
        win(play, GERMAN, "the Soviet Union surrenders after the fall of Moscow", "4.15")


def win(play: BDPlay, side: int, reason: str, clause: str) -> None:
    play.end(SIDES[side], reason, f"BD {clause}", (play.state.vp,))


# ---- the Victory Check Phase (4.14) -----------------------------------------------------------------


@implements("BD 4.14e")
def check_phase(play: BDPlay) -> None:
    """Everything that changes the total, then the check."""
    state = play.state
    occupied_home(play)
    gambit.end_of_turn(play)
    scenarios.end_of_turn(play)
    if state.result is None:
        caucasus.check_phase(play)
    if state.result is None and by_points(play.facts) and due(play.facts, state) and not set_aside(state):
        check(play)


@implements("BD 12.3b")
def due(facts: Facts, state: BDState) -> bool:
    """The first check is on turn 3, in The Road Back on turn 16."""
    return state.turn >= facts.scenario.first_check


@implements("BD 4.16c")
def set_aside(state: BDState) -> bool:
    """The Gambit takes the place of the checks and of the offensive's price."""
    return bool(state.gambit)


@implements("BD 4.2e", "BD 4.2f")
def occupied_home(play: BDPlay) -> None:
    """Soviet units in Germany and the General Government at the end of turns 1 to 5."""
    state, facts = play.state, play.facts
    if state.turn > PENALTY_UNTIL or not by_points(facts):
        return
    ground = facts.germany | facts.general_government & ~scenarios.partitioned(facts)
    occupied = ground & state.occupied[GROUND[SOVIET]]
    adjust(play, -occupied.bit_count(), "4.2")


@implements("BD 4.1c", "BD 4.14a")
def check(play: BDPlay) -> None:
    """The total against the limits of the turn."""
    state, facts = play.state, play.facts
    limits = facts.track.limits[state.turn]
    last = state.turn == facts.scenario.last_turn
    total = state.vp + (settle_forgiveness(state) if last else 0)
    upper, lower = limits.german_wins_at_or_above, limits.soviet_wins_at_or_below
    if upper is not None and total >= upper:
        if not forgive(play, total - upper + 1, last):
            win(play, GERMAN, f"{total} points on turn {state.turn}, {upper} were enough", "4.14")
    elif lower is not None and total <= lower and not forgive(play, total - lower - 1, last):
        win(play, SOVIET, f"{total} points on turn {state.turn}, the Germans needed more than {lower}", "4.14")


@implements("BD 4.20b")
def settle_forgiveness(state: BDState) -> int:
    """The forgiveness points count in the last check."""
    return state.forgiven


@implements("BD 4.20a")
def forgive(play: BDPlay, points: int, last: bool) -> bool:
    """With the option a check before the last does not end the game: the points beyond the limit are remembered."""
    if last or not play.facts.option("forgiveness"):
        return False
    play.state.forgiven += points
    play.note("forgiven", points, play.state.forgiven)
    return True


def last_judgement(play: BDPlay) -> None:
    """The last turn is over: a scenario without points is decided; with points its check has done so."""
    if play.state.result is None:
        scenarios.judge(play)
