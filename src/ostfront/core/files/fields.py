"""Plain data with named kinds: how states and frames are written to files and read back.

The annotations of a state or of a procedure's locals are its file format: `Place` is written as `3622`,
`Units` (a bitboard over units) as a list of unit names, a tuple as a list, a named tuple as a table.
Without a vocabulary the same data is packed as bare numbers, for compact saves.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from ostfront.core.errors import BadFile, OstfrontError, cut, shown
from ostfront.core.play.actions import Nouns, Vocabulary


class One:
    """An index into the nouns of a kind; -1 is none of them."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Many:
    """A bitboard over the nouns of a kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class PerUnit:
    """A column: one small number for each unit."""


Unit = Annotated[int, One("unit")]
Place = Annotated[int, One("place")]
Units = Annotated[int, Many("unit")]
Places = Annotated[int, Many("place")]
if TYPE_CHECKING:
    Whole = array[int]
else:
    Whole = array  # annotations are read at run time, and Python 3.11 has no array[int]
PlaceColumn = Annotated[Whole, PerUnit(), One("place")]
Column = Annotated[bytearray, PerUnit()]

Plain = Any  # what TOML and JSON can hold
MOST_ENTRIES = 10_000  # of one list


_hints: dict[Any, Mapping[str, Any]] = {}


def hints_of(owner: Any) -> Mapping[str, Any]:
    """The annotations of a class, resolved once."""
    found = _hints.get(owner)
    if found is None:
        found = _hints[owner] = get_type_hints(owner, include_extras=True)
    return found


def _noun(names: Vocabulary, kind: str) -> Nouns:
    return names.nouns[kind]


def _bits(value: int) -> list[int]:
    out = []
    while value:
        low = value & -value
        out.append(low.bit_length() - 1)
        value ^= low
    return out


def encode(value: Any, hint: Any, names: Vocabulary | None) -> Plain:
    """Plain data for a value of an annotated kind; named when a vocabulary is given, bare numbers if not."""
    if get_origin(hint) is Annotated:
        mark = get_args(hint)[-1]
        if isinstance(mark, One):
            return value if names is None else "" if value < 0 else _noun(names, mark.kind).names[value]
        if isinstance(mark, Many):
            if names is None:
                return format(value, "x")
            return [_noun(names, mark.kind).names[i] for i in _bits(value)]
        return encode(value, get_args(hint)[0], names)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, bytearray | array):
        return list(value)
    fields = getattr(value, "_fields", None)
    if fields is not None:
        hints = hints_of(type(value))
        pairs = {name: encode(getattr(value, name), hints[name], names) for name in fields}
        return list(pairs.values()) if names is None else {k: v for k, v in pairs.items() if v is not None}
    if isinstance(value, Mapping):
        return {str(key): encode(item, Any, names) for key, item in value.items()}
    if isinstance(value, tuple):
        return [encode(item, _item_hint(hint, i), names) for i, item in enumerate(value)]
    raise TypeError(f"{type(value).__name__} is not plain data")


def fits(value: Any, hint: Any, names: Vocabulary) -> bool:
    """Whether every index in a value refers to something; -1 means nothing."""
    if get_origin(hint) is Annotated:
        mark = get_args(hint)[-1]
        if isinstance(mark, One):
            return value == -1 or _noun(names, mark.kind).has(value)
        if isinstance(mark, Many):
            small = 0 <= value < 1 << len(_noun(names, mark.kind).names)
            return small and all(_noun(names, mark.kind).has(i) for i in _bits(value))
        return fits(value, get_args(hint)[0], names)
    fields = getattr(value, "_fields", None)
    if fields is not None:
        hints = hints_of(type(value))
        return all(fits(getattr(value, name), hints[name], names) for name in fields)
    if isinstance(value, tuple):
        return all(fits(item, _item_hint(hint, i), names) for i, item in enumerate(value))
    return True


def _item_hint(hint: Any, i: int) -> Any:
    inner = get_args(_bare(hint))
    if not inner:
        return Any
    return inner[0] if len(inner) == 2 and inner[1] is Ellipsis else inner[min(i, len(inner) - 1)]


def _bare(hint: Any) -> Any:
    """The kind without `| None`."""
    if get_origin(hint) in (Union, UnionType):
        options = [h for h in get_args(hint) if h is not NoneType]
        return options[0] if len(options) == 1 else Any
    return hint


def decode(plain: Plain, hint: Any, names: Vocabulary | None, where: str) -> Any:
    """The value of an annotated kind; `where` names the place in error messages."""
    if plain is None:
        if hint is Any or hint is NoneType or NoneType in get_args(hint):
            return None
        raise BadFile(f"{where}: a value is missing.")
    if isinstance(plain, list | dict) and len(plain) > MOST_ENTRIES:
        raise BadFile(f"{where}: {len(plain):,} entries, and at most {MOST_ENTRIES:,} are possible.")
    hint = _bare(hint)
    if get_origin(hint) is Annotated:
        return _decode_marked(plain, hint, names, where)
    if hint in (int, bool, str):
        if type(plain) is not hint:
            raise BadFile(f"{where}: expected {_kind_name(hint)}, found {shown(plain)}.")
        return plain
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _decode_record(plain, hint, names, where)
    if get_origin(hint) is tuple or hint is tuple:
        if not isinstance(plain, list):
            raise BadFile(f"{where}: expected a list, found {shown(plain)}.")
        return tuple(decode(item, _item_hint(hint, i), names, f"{where}[{i}]") for i, item in enumerate(plain))
    if get_origin(hint) is Mapping:
        if not isinstance(plain, dict):
            raise BadFile(f"{where}: expected a table, found {shown(plain)}.")
        return {key: decode(item, get_args(hint)[1], names, f"{where}.{key}") for key, item in plain.items()}
    if hint is Any:
        return tuple(decode(item, Any, names, where) for item in plain) if isinstance(plain, list) else plain
    raise TypeError(f"{where}: fields of kind {hint} cannot be stored")


def _kind_name(hint: Any) -> str:
    return {int: "a whole number", bool: "true or false", str: "text"}[hint]


def _decode_marked(plain: Plain, hint: Any, names: Vocabulary | None, where: str) -> Any:
    mark = get_args(hint)[-1]
    if isinstance(mark, One | Many):
        try:
            if names is None:
                return int(plain, 16) if isinstance(mark, Many) else _whole(plain)
            noun = _noun(names, mark.kind)
            if isinstance(mark, One):
                return -1 if plain == "" else noun.index(_text(plain))
            if not isinstance(plain, list):
                raise BadFile(f"expected a list of {mark.kind} names, found {shown(plain)}.")
            if len(plain) > len(noun.names):
                raise BadFile(f"{len(plain):,} names, but there are only {len(noun.names):,}.")
            return noun.bits(_text(word) for word in plain)
        except (OstfrontError, ValueError, TypeError) as wrong:
            raise BadFile(f"{where}: {wrong}") from None
    return decode(plain, get_args(hint)[0], names, where)


def _text(word: Plain) -> str:
    if not isinstance(word, str):
        raise BadFile(f"expected a name, found {shown(word)}.")
    return word


def _whole(plain: Plain) -> int:
    if type(plain) is not int:
        raise BadFile(f"expected a whole number, found {shown(plain)}.")
    return plain


def _decode_record(plain: Plain, kind: Any, names: Vocabulary | None, where: str) -> Any:
    hints = hints_of(kind)
    fields: tuple[str, ...] = kind._fields
    if names is None:
        least = len(fields) - len(kind._field_defaults)  # a field that was added later has a default and comes last
        if not isinstance(plain, list) or not least <= len(plain) <= len(fields):
            raise BadFile(f"{where}: expected {len(fields)} values, found {shown(plain)}.")
        plain = dict(zip(fields, plain, strict=False))
    if not isinstance(plain, dict):
        raise BadFile(f"{where}: expected a table, found {shown(plain)}.")
    unknown = plain.keys() - set(fields)
    if unknown:
        raise BadFile(f"{where}: unknown field '{cut(sorted(unknown)[0])}'; the fields are {', '.join(fields)}.")
    values = {}
    for name in fields:
        if name in plain:
            values[name] = decode(plain[name], hints[name], names, f"{where}.{name}")
        elif name in kind._field_defaults:
            values[name] = kind._field_defaults[name]
        else:
            values[name] = decode(None, hints[name], names, f"{where}.{name}")
    return kind(**values)
