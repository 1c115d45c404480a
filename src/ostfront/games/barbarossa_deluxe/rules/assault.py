"""Prepared assaults (11.1 to 11.6), and the battle from its declaration to the advance, shared with mobile assaults.

The procedure "assault" is a phase, "battle" one battle. A mobile assault begins "battle" with its units in it.

Events: `attack` (target, attackers), `drop` (unit, target).
"""

from __future__ import annotations

from ostfront.core.errors import listed
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import PLACE, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    advance,
    coast,
    drop,
    fog,
    interrupts,
    results,
    stacking,
    strength,
    support,
)
from ostfront.games.barbarossa_deluxe.rules.attackers import (
    attackable,
    eligible,
    lonely,
    must_join,
    obliged_at_start,
    still_obliged,
)
from ostfront.games.barbarossa_deluxe.rules.support import battle_of, standing
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, Phase

# ---- the phase (11.1, 11.5) -------------------------------------------------------------------------


def begin_phase(play: BDPlay, local: Phase) -> None:
    play.state.shown = 0
    play.state.obliged = obliged_at_start(play.facts, play.state, local.side)


def offer_interrupt(play: BDPlay, local: Phase) -> None:
    """The other side may act before each assault is declared."""
    if play.state.hands and attackable(play.facts, play.state, local.side):
        interrupts.point(play, "assault")


@implements("BD 11.1a", "BD 11.5")
def next_assault(play: BDPlay, local: Phase) -> None:
    """One assault after another, each resolved before the next is declared."""
    found = attackable(play.facts, play.state, local.side)
    if found:
        play.ask("assault", local.side, prepared=found)
    else:
        play.pass_over("assault", local.side)


def assault_options(play: BDPlay, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    found = play.prepared if play.prepared is not None else attackable(facts, state, decision.seat)
    singles, among = interrupts.offers(facts, interrupts.own_powers(facts, state, decision.seat))
    if not still_obliged(facts, state, decision.seat):
        singles = [facts.single["done"], *singles]
    if decision.seat == SOVIET:
        among.append((facts.vocabulary.table("show"), fog.showable(facts, state)))
    return Options(singles, [(facts.vocabulary.table("attack"), found), *among])


def answer_assault(play: BDPlay, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    if action.verb == "show":
        assert isinstance(action.arg, int)
        play.goto("next")
        fog.show(play, action.arg)
        return
    if action.verb != "attack":
        play.goto("next")
        interrupts.use(play, decision.seat, action)
        return
    assert isinstance(action.arg, int)
    play.goto("interrupt")
    play.begin("battle", Battle(decision.seat, action.arg))


def ask_assault(play: BDPlay, decision: Decision) -> str:
    units = still_obliged(play.facts, play.state, decision.seat)
    if not units:
        return "Declare an assault, or finish the phase."
    names = listed([play.facts.roster.names[unit] for unit in bits(units)])
    return f"Declare an assault. These units must still attack (5.12): {names}."


ASSAULT = Kind(
    "assault",
    "11.1",
    verbs=(
        Verb("attack", (PLACE,), "declare a prepared assault on a hex"),
        "hero",
        "fortress",
        "airlift",
        "crimea",
        "done",
        fog.SHOW,
    ),
    prompt=ask_assault,
    options=assault_options,
    answer=answer_assault,
)


# ---- committing units (11.3, 11.6) ------------------------------------------------------------------


def candidates(facts: Facts, state: BDState, local: Battle) -> int:
    """Units that may still be added; to a mobile assault only paratroops from above."""
    if local.mobile:
        return drop.waiting(facts, state, local)
    units = eligible(facts, state, local)
    return units | drop.waiting(facts, state, local) if local.attackers else units


def complete(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether an assault can be made with these units and no more."""
    if not local.attackers or lonely(facts, local.attackers):
        return False
    return local.mobile or not must_join(facts, state, local)


def commit(play: BDPlay, local: Battle) -> None:
    """The attacker adds units one by one; a single candidate needs no question."""
    left = candidates(play.facts, play.state, local)
    if not local.attackers and left and not left & left - 1:
        play.again("commit", local._replace(attackers=left))
    elif left:
        play.ask("commit", local.side, prepared=left)


def ask_commit(play: BDPlay, decision: Decision) -> str:
    local = battle_of(play)
    more = "Add units, or resolve it." if complete(play.facts, play.state, local) else "Add units."
    return f"{standing(play, decision.seat)} {more}"


def commit_options(play: BDPlay, _decision: Decision) -> Options:
    facts, local = play.facts, battle_of(play)
    found = play.prepared or candidates(facts, play.state, local)
    ready = complete(facts, play.state, local)
    return Options((facts.single["resolve"],) if ready else (), ((facts.vocabulary.table("with"), found),))


def answer_commit(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "resolve":
        return
    assert isinstance(action.arg, int)
    local, unit = battle_of(play), action.arg
    if drop.waiting(play.facts, play.state, local) >> unit & 1:
        play.again("commit", local._replace(drop=unit))
    else:
        play.again("commit", local._replace(attackers=local.attackers | 1 << unit))


COMMIT = Kind(
    "commit",
    "11.3",
    verbs=("with", Verb("resolve", (), "the assault is complete")),
    prompt=ask_commit,
    options=commit_options,
    answer=answer_commit,
    secrecy="secret",
    secret_of=(SOVIET,),
)

# a single candidate is added without a question, so the units may be left out where none is asked for
ATTACK_COMPOUND = Compound(
    "attack HEX with UNIT... [resolve]",
    (Part("attack HEX"), Part("with UNIT...", maybe=True), Part("resolve", maybe=True)),
)


# ---- the battle -------------------------------------------------------------------------------------


def declare(play: BDPlay, local: Battle) -> None:
    """The assault is complete: supply is looked at, and its units and its hex have had their battle of this phase."""
    state, facts = play.state, play.facts
    state.battle += 1
    if not local.mobile:
        state.spent |= local.attackers
        state.attacked |= 1 << local.target
        units = tuple(bits(local.attackers))
        fog.tell_apart(play, "attack", units, (local.target, units), (local.target,))
    if local.drop >= 0:
        play.note("drop", local.drop, local.target)
    local = strength.drawn_up(facts, state, local)
    play.local(local)
    coast.use(play, local.defenders, strength.unseen(local))


@implements("BD 10.29c")
def begin_advance(play: BDPlay, local: Battle) -> None:
    """Victors of a prepared assault advance; a mobile assault goes on with its movement (10.29)."""
    if play.state.result is None and not local.mobile:
        advance.begin(play, local)


@implements("BD 6.2b")
def check_stacks(play: BDPlay, _local: Battle) -> None:
    if play.state.result is None:
        stacking.begin_excess(play)


PROCEDURES = (
    Procedure("assault", (
        Step("begin", begin_phase, "5.12"),
        Step("interrupt", offer_interrupt, "9.7"),
        Step("next", next_assault, "11.1"),
    ), Phase),
    Procedure("battle", (
        Step("commit", commit, "11.3"),
        Step("declare", declare, "7.17"),
        Step("Luftwaffe", support.offer_luftwaffe, "11.23"),
        Step("support", support.offer_support, "8.36"),
        Step("odds", results.look, "11.8"),
        Step("aerial supply", support.offer_aerial, "7.7"),
        Step("announced retreat", support.offer_yield, "13.9"),
        Step("roll", results.roll, "11.25"),
        Step("conversion", results.offer_conversion, "5.16"),
        Step("result", results.carry_out, "11.26"),
        Step("drop", drop.aftermath, "4.17"),
        Step("advance", begin_advance, "11.30"),
        Step("stacks", check_stacks, "6.2"),
    ), Battle),
)  # fmt: skip
