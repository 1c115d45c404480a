"""What tables share: names of sets, half points, what lies on top, what the eye is drawn to, log sentences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ostfront.core.page.table import Area, Battlefield, Face, Focus, UnitArea
from ostfront.core.play.actions import Nouns, Vocabulary
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import line_text
from ostfront.kit.table import board, log, look, overlays

WORDS = Vocabulary((), (Nouns("unit", ["A", "B", "C"]), Nouns("place", ["0101", "", "0102"]), Nouns("chit", ["Air"])))
FACTS = cast(Any, SimpleNamespace(vocabulary=WORDS))


# ---- the board --------------------------------------------------------------------------------------


def test_a_face_for_each_step_the_full_one_first() -> None:
    assert [face.symbol for face in board.faces(2, lambda n: Face(str(n)))] == ["2", "1"]
    assert [face.symbol for face in board.faces(0, lambda n: Face(str(n)))] == ["0"]


def test_what_a_counter_bears() -> None:
    signs = (("Corps", "xxx"), ("Army", "xxxx"))
    assert board.echelon("VII Corps", signs) == "xxx"
    assert board.echelon("Lehr", signs, "x") == "x"
    assert board.number_of("17Pz") == "17"
    assert board.number_of("VII") == ""


# ---- the look ---------------------------------------------------------------------------------------


def test_layers_lie_in_their_order_under_all_others() -> None:
    assert list(look.lowest_first(5, 0b10000, 0b00100)) == [4, 2, 0, 1, 3]


def test_the_eye_is_drawn_to_the_unit_in_hand_and_to_what_the_locals_name() -> None:
    local = {"units": ["A", "B"], "attackers": ["B", "C"], "target": "0102", "origin": ""}
    found = look.focus(local, "C", ("attackers", "units"), ("target", "origin"))
    assert found == Focus(("C", "B", "A"), ("0102",))
    assert look.focus(local, "", ("units",), (), at_most=1) == Focus()


@pytest.mark.parametrize(
    ("stack", "found"), [([], {}), ([("a", 0, None)], {}), ([("a", 0, {"unit": "A"})], {"unit": "A"})]
)
def test_the_locals_on_top(stack: list[Any], found: dict[str, str]) -> None:
    assert look.locals_on_top({"stack": stack}) == found


def test_units_that_are_gone() -> None:
    known = {"units": {"A": ["out", 1], "B": ["0101", 2], "C": ["out", 0]}}
    assert [gone.units for gone in look.gone(known, "out", "Gone")] == [("A", "C")]
    assert list(look.gone(known, "removed", "Gone")) == []
    assert look.units_by_place(known) == {"out": ["A", "C"], "0101": ["B"]}


def test_the_planner_of_an_attack() -> None:
    begun = look.attack_planner([("0102", ["A"])], {"0102": ["C"]}, "resolve", joined=["B"])
    assert (begun.open, begun.add, begun.roll) == ("attack {place}", "with {unit}", "resolve")
    assert (begun.targets, begun.target, begun.joined) == ((Battlefield("0102", ("A",), ("C",)),), "0102", ("B",))
    assert look.attack_planner([("0102", ["A"])], {}, "resolve").target == ""


# ---- overlays ---------------------------------------------------------------------------------------


def test_sets_by_name() -> None:
    assert overlays.places(FACTS, 0b111) == ("0101", "0102")
    assert overlays.units(FACTS, 0b101) == ("A", "C")
    assert overlays.areas(Area("good", "some", ("0101",)), Area("bad", "none", ())) == (
        Area("good", "some", ("0101",)),
    )
    assert overlays.unit_areas(UnitArea("bad", "none", ())) == ()
    assert overlays.cut_off(0b111, [0, 1, 2], 0b101) == 0b010


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (1, "½"), (4, "2"), (7, "3½")])
def test_half_points(points: int, text: str) -> None:
    assert overlays.halves(points) == text


# ---- the log ----------------------------------------------------------------------------------------


def test_sentences() -> None:
    tell = log.tell({"attack": log.attacks, "retreat": log.retreats, "draw": log.is_drawn})

    def said(kind: str, *args: object) -> str:
        return line_text(tell(None, Event(0, kind, args, None)), WORDS)

    assert said("attack", 2, 0b111, 9) == "A, B and C attack 0102 with 9."
    assert said("attack", 2, 0b010, 4) == "B attacks 0102 with 4."
    assert said("retreat", 0, (2, 0)) == "A retreats to 0102 and 0101."
    assert said("draw", 0) == "Air is drawn."
