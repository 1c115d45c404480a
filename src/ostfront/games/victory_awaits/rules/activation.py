"""Carrying out a chit (7.2): an HQ and its units move and fight, or whatever else the chit does."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_awaits.rules.army_19 import begin_entry, waiting_army
from ostfront.games.victory_awaits.rules.combat import begin_combat
from ostfront.games.victory_awaits.rules.command import commanded, end_activation
from ostfront.games.victory_awaits.rules.hq_transfer import offer_transfer
from ostfront.games.victory_awaits.rules.movement import begin_movement, next_move
from ostfront.games.victory_awaits.rules.trace import may_wake_again
from ostfront.games.victory_awaits.rules.waking import armor_limit, begin_waking
from ostfront.games.victory_awaits.state import Command, VaPlay, VaState, Waking


@implements("AVA 7.1.3")
def play_chit(play: VaPlay, local: Command) -> None:
    """By its kind."""
    state, facts = play.state, play.facts
    chit = facts.chits[local.chit]
    state.played += (local.chit,)
    if chit.kind == "supply":
        play.begin("supply check")
    elif chit.kind == "reinforcements":
        play.begin("reinforcements", local)
    elif chit.kind in ("okh", "reserve"):
        begin_waking(play, local)
    else:
        activate_by(play, local, chit.hq)


@implements("AVA 7.2a", "AVA 7.3b", "AVA 5.0.3")
def activate_by(play: VaPlay, local: Command, hq: int) -> None:
    """An HQ chit: its HQ, if it is on the map."""
    state, facts = play.state, play.facts
    if waiting_army(facts, state, hq):
        begin_entry(play, local)
    elif not there(state, hq) or not each_chit_wakes(play, hq) or not may_wake_again(play, hq):
        play.note("no effect", local.chit)
    else:
        activate_hq(play, local, hq)


@implements("AVA 2.2f")
def each_chit_wakes(_play: VaPlay, _hq: int) -> bool:
    """Both chits of a Panzergruppe activate its HQ."""
    return True


@implements("AVA 13.0c")
def there(state: VaState, hq: int) -> bool:
    return hq >= 0 and bool(state.on_map >> hq & 1)


def activate_hq(play: VaPlay, local: Command, hq: int) -> None:
    state, facts = play.state, play.facts
    state.out_of_command = 0
    state.active = 1 << hq | commanded(facts, state, hq)
    play.note("activate", hq, state.active.bit_count())
    play.begin("activation", local)
    limit = armor_limit(facts, hq)
    armor = state.active & facts.roster.mechs
    if armor.bit_count() > limit:
        state.active ^= armor
        play.begin("waking", Waking(local.chit, local.side, local.seat, armor, limit))
    if facts.options["hq-transfer"]:
        offer_transfer(play, local, hq)


ACTIVATION = Procedure(
    "activation",
    (
        Step("movement segment", begin_movement, "5.0"),
        Step("next unit", next_move, "9.1"),
        Step("combat segment", begin_combat, "5.0"),
        Step("end", end_activation, "8.2"),
    ),
    Command,
)
