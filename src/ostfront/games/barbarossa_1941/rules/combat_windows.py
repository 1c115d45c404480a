"""The windows of a combat (6): one side may take up an option of its own before the dice, or pass."""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.rules.strength import (
    attack_strength,
    defence_strength,
    die_modifiers,
    final_column,
)
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle


def standing(facts: Facts, state: B41State, local: Battle) -> str:
    """How an attack stands, for prompts."""
    name = facts.city_name(local.target)
    place = facts.board.place_name(local.target) + (f" ({name})" if name else "")
    attack, defence = attack_strength(facts, state, local.attackers), defence_strength(facts, state, local.defenders)
    die = sum(item.value for item in die_modifiers(facts, state, local))
    column = facts.crt.columns[final_column(facts, state, local)]
    if local.lead_attack < 0 or local.lead_defence < 0:
        column += " before quality"
    doing = "Overrun of" if local.overrun else "Attack on"
    return f"{doing} {place}: {attack} to {defence}, column {column}{f', {die:+} on the die' if die else ''}."


def battle_of(play: B41Play) -> Battle:
    local: Battle = play.state.top.local
    return local


def sides_taken(play: B41Play, decision: Decision) -> list[str]:
    """What a standing order may wait for: attack or defence, and overruns."""
    local = battle_of(play)
    return ["attack" if decision.seat == local.side else "defence", *(["overrun"] if local.overrun else [])]


def all_sides_taken(_facts: Facts) -> tuple[str, ...]:
    return ("attack", "defence", "overrun")


def combat_window(
    name: str,
    rule: str,
    verb: Verb,
    question: str,
    take: Callable[[B41Play, int, int], None],
    units: Callable[[Facts, B41State, Battle, int], int] | None = None,
    *,
    orders: bool = True,
) -> Kind:
    """A decision to pass or to take up an option; `units` finds those of which it takes one, unless prepared.

    `take` carries it out for a seat, with the unit, if there is one. `orders`: standing orders can answer it.
    """

    def prompt(play: B41Play, _decision: Decision) -> str:
        return f"{standing(play.facts, play.state, battle_of(play))} {question}"

    def options(play: B41Play, decision: Decision) -> Options:
        words, table = play.facts.single, play.facts.vocabulary.table
        if units is None:
            return Options((words["pass"], words[verb.name]))
        found = play.prepared or units(play.facts, play.state, battle_of(play), decision.seat)
        return Options((words["pass"],), ((table(verb.name), found),))

    def answer(play: B41Play, decision: Decision, action: Action) -> None:
        if action.verb != "pass":
            take(play, decision.seat, action.arg if isinstance(action.arg, int) else NOWHERE)

    if not orders:
        return Kind(name, rule, verbs=(verb, "pass"), prompt=prompt, options=options, answer=answer)
    return Kind(
        name,
        rule,
        verbs=(verb, "pass"),
        prompt=prompt,
        options=options,
        answer=answer,
        window=True,
        conditions=sides_taken,
        words=all_sides_taken,
    )
