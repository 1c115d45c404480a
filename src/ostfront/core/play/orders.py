"""Standing orders: how a seat answers windows during the other side's turn without being there."""

from __future__ import annotations

from typing import Any, NamedTuple

from ostfront.core.errors import BadAction, cut, either, suggestion
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Kind, Play
from ostfront.core.play.state import Decision


class Order(NamedTuple):
    """A standing order: how a seat answers a window. `when` names a public fact, or is empty."""

    answer: str
    when: str = ""
    phase: str = ""  # the phase it is valid for; empty: until revoked


Orders = dict[tuple[int, str], Order]
"""By seat and window."""


def check_order(rules: Rules, window: str, answer: str, when: str = "") -> None:
    """Raises when such an order could never be followed."""
    kind = rules.kinds.get(window)
    windows = [k.name for k in rules.kinds.values() if k.window]
    if kind is None or not kind.window:
        raise BadAction(f"'{window}' is not a window; a standing order can answer {either(windows)}.")
    if rules.vocabulary.parse(answer).verb not in kind.names:
        raise BadAction(f"'{cut(answer)}' does not answer {window}; expected {either(kind.names)}.")
    if when:
        _check_condition(rules, kind, when)


def _check_condition(rules: Rules, kind: Kind, when: str) -> None:
    if kind.conditions is None:
        raise BadAction(f"An order for {kind.name} cannot wait for '{cut(when)}'; it is followed always.")
    words = list(dict.fromkeys(kind.words(rules.facts))) if kind.words else []
    if words and when not in words:
        hint = suggestion(when, words) or f" Expected {either(words)}."
        raise BadAction(f"An order for {kind.name} cannot wait for '{cut(when)}'.{hint}")


def ordered(play: Play[Any, Any], orders: Orders) -> tuple[Decision, Action] | None:
    """The first open decision that an order answers; expired orders are dropped along the way."""
    for decision in play.state.pending:
        action = _ordered(play, orders, decision)
        if action is not None:
            return decision, action
    return None


def _ordered(play: Play[Any, Any], orders: Orders, decision: Decision) -> Action | None:
    order = orders.get((decision.seat, decision.kind))
    if order is None:
        return None
    rules: Rules = play.rules
    if order.phase and order.phase != rules.phase(play.state):
        del orders[decision.seat, decision.kind]
        return None
    kind: Kind = rules.kinds[decision.kind]
    if order.when and (kind.conditions is None or order.when not in kind.conditions(play, decision)):
        return None
    action = rules.vocabulary.parse(order.answer)
    return action if action in play.options(decision) else None
