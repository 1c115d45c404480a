"""The types of the page, in TypeScript, generated from the structs that the server sends and receives.

    make types

writes them to `frontend/src/lib/schema.ts`. What the server sends has every field; what it receives may leave out
fields that have a default.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from inspect import getdoc

import msgspec
from msgspec import inspect

from ostfront.core.page import battles, lessons, questions, reference, table
from ostfront.network import account_messages, company_messages, match_messages, notice_messages, passkey_messages
from ostfront.server import messages

HEADER = "// Made by `make types` from the structs of the server; do not edit."
DESCRIBED: tuple[type[msgspec.Struct], ...] = (
    table.Table, table.Overlay, questions.Why, questions.OddsTable, reference.Reference, lessons.Lesson,
    battles.BattleCard,
)  # fmt: skip
MESSAGES = (messages, account_messages, match_messages, company_messages, notice_messages, passkey_messages)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def structs() -> list[type[msgspec.Struct]]:
    """Everything that is sent or received: the structs of the games, and all of the messages."""
    own = [
        found for module in MESSAGES for found in vars(module).values()
        if getattr(found, "__module__", "") == module.__name__
    ]  # fmt: skip
    return [*DESCRIBED, *(found for found in own if isinstance(found, type) and issubclass(found, msgspec.Struct))]


def typescript(roots: Iterable[type[msgspec.Struct]]) -> str:
    """The whole file: these structs and everything they contain, by name."""
    found: dict[str, inspect.StructType] = {}
    for info in inspect.multi_type_info(roots):
        _gather(info, found)
    return "\n\n".join([HEADER, *(_interface(found[name]) for name in sorted(found))]) + "\n"


def _gather(info: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    if not isinstance(info, inspect.StructType):
        for part in _parts(info):
            _gather(part, found)
        return
    name = info.cls.__name__
    known = found.setdefault(name, info)
    if known.cls is not info.cls:
        raise TypeError(f"two structs have the name {name}: {known.cls.__module__}, {info.cls.__module__}")
    if known is info:
        for field in info.fields:
            _gather(field.type, found)


def _parts(info: inspect.Type) -> Iterable[inspect.Type]:
    match info:
        case inspect.ListType() | inspect.VarTupleType():
            return (info.item_type,)
        case inspect.TupleType():
            return info.item_types
        case inspect.DictType():
            return (info.value_type,)
        case inspect.UnionType():
            return info.types
    return ()


def _interface(info: inspect.StructType) -> str:
    return "\n".join([*_comment(info.cls), f"export interface {info.cls.__name__} {{", *_fields(info), "}"])


def _comment(cls: type[object]) -> Iterator[str]:
    text = getdoc(cls) if "__doc__" in vars(cls) and cls.__doc__ else None
    if text is None:
        return
    lines = text.splitlines()
    if len(lines) == 1:
        yield f"/** {text} */"
        return
    yield "/**"
    yield from (f" * {line}".rstrip() for line in lines)
    yield " */"


def _fields(info: inspect.StructType) -> Iterator[str]:
    taken = info.forbid_unknown_fields  # only what comes from the page is checked for unknown fields
    for field in info.fields:
        optional = "?" if taken and not field.required else ""
        yield f"  {field.encode_name}{optional}: {_type(field.type)};"


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.StructType():
            return info.cls.__name__
        case inspect.ListType() | inspect.VarTupleType():
            item = _type(info.item_type)
            return f"({item})[]" if isinstance(info.item_type, inspect.UnionType) else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(_type, info.item_types))}]"
        case inspect.DictType():
            return f"Record<string, {_type(info.value_type)}>"
        case inspect.UnionType():
            return " | ".join(map(_type, info.types))
        case inspect.LiteralType():
            return " | ".join(json.dumps(value) for value in info.values)
    return PLAIN[type(info)]


if __name__ == "__main__":
    print(typescript(structs()), end="")
