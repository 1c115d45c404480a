"""The types of the page are those of the structs."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ostfront.network import page_types

SCHEMA = Path(__file__).parents[2] / "frontend/src/lib/schema.ts"


class Part(msgspec.Struct):
    """A part."""

    values: list[int | str]


class Sent(msgspec.Struct, rename={"start": "from"}):
    start: tuple[float, float] | None
    parts: dict[str, Part] = {}


class Taken(msgspec.Struct, forbid_unknown_fields=True):
    actions: tuple[str, ...]
    when: bool = False


def test_the_file_is_what_the_structs_give() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == page_types.typescript(page_types.structs()), "make types"


def test_a_struct_becomes_an_interface() -> None:
    assert page_types.typescript([Sent, Taken]).split("\n\n", 1)[1] == (
        "/** A part. */\nexport interface Part {\n  values: (number | string)[];\n}\n\n"
        "export interface Sent {\n  from: [number, number] | null;\n  parts: Record<string, Part>;\n}\n\n"
        "export interface Taken {\n  actions: string[];\n  when?: boolean;\n}\n"
    )
