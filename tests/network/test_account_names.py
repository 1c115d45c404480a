"""Names: nothing hidden in them, and none that looks like another's."""

from __future__ import annotations

import pytest

from ostfront.network.account_names import checked_name, name_key
from ostfront.server.messages import Refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),  # Cyrillic А, а
        ("Anna", "Αnna"),  # Greek Alpha
        ("Anna", "A n_n.a"),
        ("Anna", "Ánñà"),
        ("Anna", "𝐀nna"),  # mathematical
        ("Anna", "Ａｎｎａ"),  # full width
        ("Anna", "An\u200bna"),
        ("Paul", "PauI"),  # a capital I
        ("Paul", "Pau1"),
        ("Otto", "0tt0"),
        ("Arne", "Ame"),
        ("Søren", "Soren"),
        ("HEKTOR", "ΗΕΚΤΟR"),  # Greek
        ("xenia", "хеniа"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Иван", "Ivan"), ("player 1", "player 2"), ("Ли", "Ло")]
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["Anna", "Jean-Luc", "O'Neill", "Василий", "山田", "Zoë 2", "Nguyễn", "Jo_ah.k"])
def test_usual_names_are_good(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\u202e", "...", "x" * 41, "<b>", "a@b", "a/b", "Z" + "\u0301" * 9, "admin", "Аdmin", "0stfront",
     "Officer", "recruit", "ADMIN7", "somebody who left", "a\u2603b"],
)  # fmt: skip
def test_others_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        checked_name(name)


def test_what_turns_the_direction_of_text_is_gone() -> None:
    assert checked_name("Anna\u202e\u0000\u2066 B") == "Anna B"
