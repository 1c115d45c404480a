"""Who sits where: two players, the roles of 19.2, or the teams of 20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.play.rules import Seat
from ostfront.games.victory_awaits.facts.chits import CommandChit
from ostfront.games.victory_awaits.facts.effects import roles
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET, Roster

SHEETS = {"north": "L", "center": "S", "south": "K"}  # of the Army Groups


class Seating(NamedTuple):
    """The seats with their sides, the seat that speaks for each side, and whose each unit and chit is.

    Before a bid swaps them (17.1); `rules.seats` says who it is in a game.
    """

    seats: tuple[Seat, ...]
    side: tuple[int, ...]
    lead: tuple[int, int]
    unit: tuple[int, ...]
    chit: tuple[int, ...]


def seating(
    scenarios: Mapping[str, Any], options: Mapping[str, Any], roster: Roster, chits: Sequence[CommandChit]
) -> Seating:
    if options["teams"] != "no":
        axis, soviet = (int(n) for n in options["teams"].split("-"))
        return _teams(axis, soviet, roster, chits)
    players = str(options["players"])
    if players == "2":
        return _two(bool(options["bidding"]), roster, chits)
    return _several(roles(scenarios, players), scenarios["groups"], roster, chits)


def _two(bidding: bool, roster: Roster, chits: Sequence[CommandChit]) -> Seating:
    names = ("First", "Second") if bidding else ("Axis", "Soviet")
    seats = tuple(Seat(name, name.lower(), name.lower()) for name in names)
    owners = tuple(max(chit.side, 0) for chit in chits)
    return Seating(seats, (AXIS, SOVIET), (AXIS, SOVIET), tuple(roster.side), owners)


def _several(
    table: Mapping[str, Any], groups: Mapping[str, Any], roster: Roster, chits: Sequence[CommandChit]
) -> Seating:
    """Army Groups or parts of them on one side, maps on the other."""
    seats = [Seat(name.replace("-", " ").title(), "axis", "axis") for name in table["axis"]]
    seats += [Seat("Soviet " + "".join(maps), "soviet", "soviet") for maps in table["soviet"]]
    count = len(table["axis"])
    lead = (0, count)
    by_hq = {hq: i for i, name in enumerate(table["axis"]) for hq in groups[name]}
    by_map = {SHEETS[name.partition("-")[0]]: i for i, name in reversed(list(enumerate(table["axis"])))}
    soviet = {letter: count + i for i, maps in enumerate(table["soviet"]) for letter in maps}
    owners = tuple(
        soviet[c.map] if c.side == "soviet" else by_hq.get(c.formation, by_map[c.map]) for c in roster.counters
    )
    chit_owners = tuple(owners[chit.hq] if chit.hq >= 0 else lead[max(chit.side, 0)] for chit in chits)
    return Seating(tuple(seats), tuple(SIDES.index(seat.side) for seat in seats), lead, owners, chit_owners)


def _teams(axis: int, soviet: int, roster: Roster, chits: Sequence[CommandChit]) -> Seating:
    """Team play (20): the players of a side share its chits anew each turn; the first speaks for the team."""
    seats = [Seat(f"Axis {n + 1}", "axis", "axis") for n in range(axis)]
    seats += [Seat(f"Soviet {n + 1}", "soviet", "soviet") for n in range(soviet)]
    lead = (0, axis)
    return Seating(
        tuple(seats),
        tuple(SIDES.index(seat.side) for seat in seats),
        lead,
        tuple(lead[side] for side in roster.side),
        tuple(lead[max(chit.side, 0)] for chit in chits),
    )
