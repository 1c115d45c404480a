"""Pieces that a player can no longer tell apart: who may be where, as he remembers it.

A column gives each piece the number of its group, which is that of the first piece in it. The pieces of a group lie
in as many spots, and the player does not know which of them lies in which. A piece that is known is a group of its
own.
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import byteorder

from ostfront.core.files.fields import Whole

Groups = bytearray | Whole


def is_known(groups: Groups, piece: int) -> bool:
    """Whether a piece is a group of its own."""
    if groups[piece] != piece:
        return False  # it is in the group of an earlier one
    if isinstance(groups, bytearray):
        return groups.find(piece, piece + 1) < 0
    width = groups.itemsize
    raw, wanted = groups.tobytes(), piece.to_bytes(width, byteorder)
    at = raw.find(wanted, (piece + 1) * width)
    while at >= 0 and at % width:
        at = raw.find(wanted, at + 1)
    return at < 0


def stand_alone(groups: Groups, piece: int) -> int:
    """A piece that is known is a group of its own. The new number of the others, or -1 if they keep theirs."""
    if is_known(groups, piece):
        return -1
    number = groups[piece]
    groups[piece] = piece
    if number != piece:
        return -1
    first = groups.index(number, piece + 1)
    _renumber(groups, number, first, first)
    return first


def join(groups: Groups, a: int, b: int) -> int:
    """Two groups become one. Its number."""
    if a == b:
        return a
    low, high = (a, b) if a < b else (b, a)
    if isinstance(groups, bytearray):
        groups[:] = groups.replace(bytes((high,)), bytes((low,)))
    else:
        _renumber(groups, high, low, high)
    return low


def mingle(groups: Groups, pieces: Iterable[int]) -> None:
    """These pieces can no longer be told apart."""
    number = -1
    for piece in pieces:
        own = groups[piece]
        if number < 0:
            number = own
        elif own != number:
            number = join(groups, number, own)


def take_over(groups: Groups, old: int, new: int) -> None:
    """A new piece lies in the spot of an old one, and may be any of those that the old one could have been."""
    stand_alone(groups, new)
    if is_known(groups, old):
        return
    number = groups[old]
    others = next(piece for piece, group in enumerate(groups) if group == number and piece != old)
    stand_alone(groups, old)
    join(groups, groups[others], new)


def _renumber(groups: Groups, number: int, becomes: int, start: int) -> None:
    for _ in range(groups.count(number)):
        try:
            start = groups.index(number, start)
        except ValueError:
            return
        groups[start] = becomes
