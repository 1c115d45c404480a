"""Values of annotated kinds as plain data, and back."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from ostfront.core.errors import BadFile
from ostfront.core.files.fields import Column, Place, PlaceColumn, Places, Unit, Units, decode, encode
from ostfront.core.play.actions import Nouns, Vocabulary
from ostfront.core.play.state import Result

WORDS = Vocabulary([], [Nouns("unit", ["7Pz", "20Mot"]), Nouns("place", ["0101", "", "0102"])])


class Local(NamedTuple):
    unit: Unit
    path: tuple[Place, ...] = ()
    note: str | None = None
    pair: tuple[int, bool] = (0, False)


CASES: list[tuple[Any, Any, Any, Any]] = [
    (3, int, 3, 3),
    (True, bool, True, True),
    ("x", str, "x", "x"),
    (None, str | None, None, None),
    (1, Unit, "20Mot", 1),
    (-1, Place, "", -1),
    (0b11, Units, ["7Pz", "20Mot"], "3"),
    (0b101, Places, ["0101", "0102"], "5"),
    ((0, 2), tuple[Place, ...], ["0101", "0102"], [0, 2]),
    ({"a": 1}, Mapping[str, int], {"a": 1}, {"a": 1}),
    (Local(1, (0,)), Local, {"unit": "20Mot", "path": ["0101"], "pair": [0, False]}, [1, [0], None, [0, False]]),
]


@pytest.mark.parametrize(("value", "hint", "named", "bare"), CASES)
def test_named_and_bare(value: Any, hint: Any, named: Any, bare: Any) -> None:
    assert encode(value, hint, WORDS) == named
    assert encode(value, hint, None) == bare
    assert decode(named, hint, WORDS, "here") == value
    assert decode(bare, hint, None, "here") == value


def test_packed_values_of_an_older_version_lack_the_last_fields() -> None:
    assert decode([1, [0]], Local, None, "here") == Local(1, (0,))
    assert "grade" not in encode(Result("axis", "why"), Result, WORDS)
    assert decode(["axis", "why", "2.4", [4, 3]], Result, None, "here") == Result("axis", "why", "2.4", (4, 3))
    with pytest.raises(BadFile, match="expected 4 values"):
        decode([], Local, None, "here")
    with pytest.raises(BadFile, match="expected 4 values"):
        decode([1, [0], None, [0, False], 7], Local, None, "here")


def test_columns_are_lists_of_numbers() -> None:
    assert encode(bytearray(b"\1\2"), Column, None) == [1, 2]
    assert encode(array("h", [-1, 2]), PlaceColumn.__origin__, None) == [-1, 2]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("plain", "hint", "message"),
    [
        ("3", int, "here: expected a whole number, found '3'"),
        (1, bool, "here: expected true or false"),
        (True, int, "here: expected a whole number"),
        (None, int, "here: a value is missing"),
        ("8Pz", Unit, "here: There is no unit called '8Pz'"),
        ("7Pz", Units, "here: expected a list of unit names"),
        ([1], Units, "here: expected a name, found 1"),
        ("x", tuple[Place, ...], "here: expected a list"),
        ({"unit": "7Pz", "hex": 1}, Local, "unknown field 'hex'"),
        ({}, Local, "here.unit: a value is missing"),
        ([], Local, "expected a table"),
        ([], Mapping[str, int], "expected a table"),
    ],
)
def test_what_does_not_fit_is_named(plain: Any, hint: Any, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        decode(plain, hint, WORDS, "here")


def test_what_cannot_be_stored_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError):
        encode({1, 2}, set, None)
