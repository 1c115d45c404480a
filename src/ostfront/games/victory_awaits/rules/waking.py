"""Units activated one by one: by Reserve and OKH (17.2), and the armor of a German HQ (17.5)."""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.command import in_command
from ostfront.games.victory_awaits.state import Command, VaPlay, Waking


@implements("AVA 17.2b", "AVA 17.2c")
def begin_waking(play: VaPlay, local: Command) -> None:
    """Reserve and OKH: a die determines how many units, anywhere on the map."""
    state, facts = play.state, play.facts
    die = play.roll(6, f"turn {state.turn} / activation {state.activation} / reserve")
    count = facts.reserve_rows[die - 1]
    play.note("reserve", local.chit, die, count)
    state.active = state.out_of_command = 0
    state.confined = local.side == SOVIET and facts.settings.scenario == "leningrad"
    play.begin("activation", local)
    among = facts.roster.of_side[local.side] & state.on_map & ~facts.roster.forts
    play.begin("waking", Waking(local.chit, local.side, local.seat, among, count))


@implements("AVA 17.5")
def armor_limit(facts: Facts, hq: int) -> int:
    """How many mechanized units a German HQ activates."""
    if facts.options["armor-limit"] and facts.roster.side[hq] == AXIS:
        return int(facts.charts["armor_limit"]["mech_per_activation"])
    return 999


def next_waking(play: VaPlay, local: Waking) -> None:
    if local.left and local.among:
        play.ask("wake", local.seat)
    else:
        play.leave()


def ask_wake(play: VaPlay, _decision: Decision) -> str:
    local: Waking = play.state.top.local
    left, hq = local.left, armor_of(play.facts, local)
    if hq >= 0:
        name = play.facts.roster.names[hq]
        return (
            f"{name} activates {'one more mechanized unit' if left == 1 else f'up to {left} more mechanized units'}."
        )
    return f"Activate {'one more unit' if left == 1 else f'up to {left} units'}."


def armor_of(facts: Facts, local: Waking) -> int:
    """The HQ whose armor is chosen (17.5), -1 under Reserve or OKH."""
    return facts.chits[local.chit].hq


def waking_rule(play: VaPlay, _decision: Decision) -> str:
    return "17.2" if armor_of(play.facts, play.state.top.local) < 0 else "17.5"


def wake_options(play: VaPlay, _decision: Decision) -> Options:
    local: Waking = play.state.top.local
    return Options(
        (play.facts.single["done"],), ((play.facts.vocabulary.table("activate"), local.among & play.state.on_map),)
    )


def answer_wake(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Waking = state.top.local
    unit = action.arg
    state.active |= 1 << unit
    if needs_command(facts, local.chit) and not in_command(facts, state, unit):
        state.out_of_command |= 1 << unit
    play.note("wake", unit)
    play.local(local._replace(among=local.among & ~(1 << unit), left=local.left - 1))
    play.goto("next unit")


@implements("AVA 17.2e")
def needs_command(facts: Facts, chit: int) -> bool:
    """Units of the Reserve do, those of OKH and of an HQ do not."""
    return facts.chits[chit].kind == "reserve"


WAKE = Kind(
    "wake",
    "17.2",
    verbs=(Verb("activate", (UNIT,), "activate this unit directly"), "done"),
    prompt=ask_wake,
    options=wake_options,
    answer=answer_wake,
    rule_now=waking_rule,
)
WAKING = Procedure("waking", (Step("next unit", next_waking, "17.2"),), Waking)
