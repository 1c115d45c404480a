"""What everybody may see of a game, for those who watch it: what all seats see, put together from what each sees.

A unit that its enemy does not see is shown as the enemy sees it. Everything else is shown where all seats see the
same. Nothing here knows a particular game: it combines the looks, the events and the histories of the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec.structs import replace

from ostfront.core.files.fields import Plain
from ostfront.core.page.table import Declared, FactPanel, Gone, Look, PieceAt, Token, table_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Entry, Event
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View, visible

PUBLIC = -1  # the number of no seat
T = TypeVar("T")


def view_of(game: Game, seat: int) -> View:
    """What a seat may know, or everybody."""
    return PublicView(game) if seat == PUBLIC else game.view(seat)


def look_of(view: View) -> Look:
    """The table as a seat sees it, or everybody."""
    if isinstance(view, PublicView):
        return public_look(view.looks())
    look: Look = table_of(view.rules).look(view)
    return look


class PublicView(View):
    """What all seats of a game may know."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, PUBLIC)

    def seats(self) -> list[View]:
        return [self._game.view(seat) for seat in range(len(self.rules.seats))]

    def looks(self) -> list[Look]:
        table = table_of(self.rules)
        return [table.look(view) for view in self.seats()]

    @cached_property
    def known(self) -> Plain:
        """Which part of the rules is being played, as far as all seats know the same of it."""
        stacks = [_stack(view.known) for view in self.seats()]
        frames = [_common([frame[:3] for frame in same]) for same in zip(*stacks, strict=True)]
        return {"stack": [frame for frame in frames if None not in frame[:2]]}

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return ()

    def entries(self) -> list[Entry]:
        return visible(self.rules, self._game.entries or [], None, self._open_kinds(), self.result is not None)

    def events(self) -> list[Event]:
        """The events that all seats know of, with those that stand in for what one side alone knows."""
        events = self._game.events or ()
        if self.result is not None:
            return super().events()
        everybody = set(range(len(self.rules.seats)))
        stand_ins = self.rules.stand_ins
        return [e for e in events if e.to is None or e.kind in stand_ins or everybody <= set(e.to)]


def _stack(known: Plain) -> Sequence[Any]:
    return known["stack"] if isinstance(known, Mapping) else ()


def _common(values: Sequence[Any]) -> Any:
    """What is the same in all of these; None stands for what is not."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, Mapping) for value in values):
        return {key: _common([v[key] for v in values]) for key in first if all(key in v for v in values)}
    if all(isinstance(value, list | tuple) and len(value) == len(first) for value in values):
        return [_common(parts) for parts in zip(*values, strict=True)]
    return None


# ---- the look -------------------------------------------------------------------------------------------


def public_look(looks: Sequence[Look]) -> Look:
    """What all of these looks have in common, with hidden pieces as those see them from whom they are hidden."""
    return Look(
        turn=looks[0].turn,
        phase=" · ".join(_in_all([look.phase.split(" · ") for look in looks])),
        pieces=_pieces(looks),
        tokens=_tokens(looks),
        gone=tuple(_gone(looks)),
        panels=tuple(_panels(looks)),
        tracks=tuple(_in_all([look.tracks for look in looks])),
        score=tuple(_in_all([look.score for look in looks])),
        reckoning=tuple(_in_all([look.reckoning for look in looks])),
        declared=tuple(_declared(looks)),
    )


def _in_all(lists: Sequence[Iterable[T]]) -> list[T]:
    """What all lists have, in the order of the first."""
    first, *others = (list(found) for found in lists)
    return [one for one in first if all(one in other for other in others)]


def _by(lists: Sequence[Iterable[T]], key: Callable[[T], Hashable]) -> Iterable[list[T]]:
    """Those that all lists have, by their key: each as in every list."""
    found = [{key(one): one for one in given} for given in lists]
    return [[given[name] for given in found] for name in found[0] if all(name in given for given in found)]


def _pieces(looks: Sequence[Look]) -> tuple[PieceAt, ...]:
    """By place, in the order of the seat that sees most pieces there from behind: a stack stays as it lies."""
    shown = {same[0].id: _piece(same) for same in _by([look.pieces for look in looks], lambda piece: piece.id)}
    hidden = {piece.id: piece for look in looks for piece in look.pieces if piece.hidden}
    public = {**hidden, **shown}
    stacks: dict[str, list[list[str]]] = {}
    for look in looks:
        here: dict[str, list[str]] = {}
        for piece in look.pieces:
            if piece.id in public:
                here.setdefault(piece.at, []).append(piece.id)
        for place, ids in here.items():
            stacks.setdefault(place, []).append(ids)
    order: dict[str, None] = {}
    for seen in stacks.values():
        fullest = sorted(seen, key=lambda ids: -sum(id in hidden for id in ids))
        order.update(dict.fromkeys(id for ids in fullest for id in ids))
    return tuple(public[id] for id in order)


def _piece(same: Sequence[PieceAt]) -> PieceAt:
    """A piece that all see, with the marks that all see; from behind if somebody sees it so."""
    one = next((piece for piece in same if piece.hidden), same[0])
    return replace(
        one,
        markers=tuple(_in_all([piece.markers for piece in same])),
        flags=tuple(_in_all([piece.flags for piece in same])),
    )


def _tokens(looks: Sequence[Look]) -> tuple[Token, ...]:
    """Those that all see; from behind if somebody sees them so."""
    found = []
    for same in _by([look.tokens for look in looks], lambda token: token.id):
        turned = [token for token in same if token.hidden]
        if turned or all(token == same[0] for token in same):
            found.append(turned[0] if turned else same[0])
    return tuple(found)


def _gone(looks: Sequence[Look]) -> Iterable[Gone]:
    for same in _by([look.gone for look in looks], lambda gone: (gone.place, gone.title)):
        units = tuple(_in_all([gone.units for gone in same]))
        if units:
            yield replace(same[0], units=units)


def _panels(looks: Sequence[Look]) -> Iterable[FactPanel]:
    """Panels of facts that all see, with the chits that all know; the others lie there from behind."""
    for same in _by([look.panels for look in looks], lambda panel: (panel.id, panel.title, panel.kind, panel.note)):
        if all(panel == same[0] for panel in same):
            yield same[0]
            continue
        totals = {len(panel.chits) + panel.unknown for panel in same}
        known = {chit for panel in same for chit in panel.chits}
        # one cup that each knows a part of, not as many chits in the hand of each
        if len(totals) == 1 and len(known) <= min(totals) and not any(panel.rows for panel in same):
            chits = tuple(_in_all([panel.chits for panel in same]))
            yield replace(same[0], chits=chits, unknown=min(totals) - len(chits))


def _declared(looks: Sequence[Look]) -> Iterable[Declared]:
    for same in _by([look.declared for look in looks], lambda declared: declared.target):
        odds = same[0].odds if len({declared.odds for declared in same}) == 1 else ""
        yield replace(same[0], units=tuple(_in_all([declared.units for declared in same])), odds=odds)
