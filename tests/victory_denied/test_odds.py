"""Exact odds, against every die and every draw of the engine itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ostfront.core.files.rules_index import load_index
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Odds
from ostfront.games.victory_denied.referee.combat import attack_strength
from ostfront.games.victory_denied.referee.position import Position
from victory_denied.battle import asks, fight
from victory_denied.stage import FACTS, RULES, coming, stage

TARGET, WEST, NORTHWEST, NORTHEAST, EAST = "2541", "2540", "2641", "2642", "2542"
CUP = {"64ID": "elite-cup", "T34-1": "elite-cup", "100ID": "elite-cup"}
KALUGA = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "3Pz": "2648"}


# ---- every outcome ------------------------------------------------------------------------------------


class Fork(Exception):
    """Chance was asked for more than the script has."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class Script:
    """Chance with the listed outcomes, which reports where they did not fit."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = list(choices)

    def outcome(self, stream: str, count: int, sides: int) -> int:
        if not self.choices:
            raise Fork(sides)
        return self.choices.pop(0)


def every_outcome(game: Game, action: str) -> dict[str, Fraction]:
    """What an action leads to, by playing every die and draw; a drawn division goes where it adds most."""
    found: dict[str, Fraction] = {}
    for chance, code in _played(game, action, (), Fraction(1)):
        found[code] = found.get(code, Fraction(0)) + chance
    return found


def _played(game: Game, action: str, script: tuple[int, ...], chance: Fraction) -> Iterator[tuple[Fraction, str]]:
    other = game.clone(history=True)
    other.source = Script(script)
    assert other.events is not None
    before = len(other.events)
    sides = 0
    try:
        other.play(action)
        while asks(other) == "elite":
            other.push(best_join(other))
    except Fork as fork:
        sides = fork.sides
    results = [event.args[2] for event in other.events[before:] if event.kind == "result"]
    if results:
        yield chance, results[0]
    else:
        assert sides, "neither a result nor a die"
        for choice in range(sides):
            yield from _played(game, action, (*script, choice), chance / sides)


def best_join(game: Game) -> Action:
    """The printed policy, by the referee's arithmetic."""
    local = game.state.top.local

    def strength(action: Action) -> int:
        state = game.state.clone()
        assert isinstance(action.arg, int)
        state.put(local.elite, action.arg)
        attackers = [unit for unit in range(FACTS.roster.count) if local.attackers >> unit & 1]
        return attack_strength(Position(FACTS, state), [*attackers, local.elite], local.target)

    return max(game.legal, key=strength)


def rows(odds: Odds | None) -> dict[str, Fraction]:
    assert odds is not None
    assert sum(chance for chance, _ in odds.rows) == 1
    assert len({code for _, code in odds.rows}) == len(odds.rows)
    return {code: chance for chance, code in odds.rows}


def about_to_roll(units: dict[str, str], *attackers: str, target: str = TARGET, **fields: Any) -> Game:
    """An attack declared with all but the last word; one more unit stands by, so that the word is asked for."""
    game = stage("combat", units, **fields)
    game.play(f"attack {target}")
    for unit in attackers:
        game.play(f"with {unit}")
    assert asks(game) == "commit"
    return game


# ---- attacks ------------------------------------------------------------------------------------------

GERMAN_ATTACKS = [
    pytest.param({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, ("3Pz",), {}, id="plain"),
    pytest.param({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, ("3Pz",), {"turn": 1}, id="turn 1"),
    pytest.param({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, ("3Pz",), {"isolated": ["3Pz", "5MC"]}, id="isolated"),
    pytest.param(
        {"3Pz": WEST, "1Cav": WEST, "5MC": TARGET},
        ("3Pz",),
        {"isolated": ["5MC"], "reduced": ["5MC"]},
        id="no defense",
    ),
]


@pytest.mark.parametrize(("units", "attackers", "fields"), GERMAN_ATTACKS)
def test_german_attacks(units: dict[str, str], attackers: tuple[str, ...], fields: dict[str, Any]) -> None:
    game = about_to_roll(units, *attackers, **fields)
    odds = game.odds("resolve")
    assert rows(odds) == every_outcome(game, "resolve")
    assert odds is not None
    assert odds.policy == ""


SOVIET_ATTACKS = [
    pytest.param({}, {}, id="empty cup"),
    pytest.param(CUP, {}, id="cup"),
    pytest.param({**CUP, "PVO-6": "elite-cup", "PVO-7": "elite-cup"}, {}, id="a cup of two strengths"),
    pytest.param(CUP, {"minsk_bonus": True}, id="Minsk"),
    pytest.param(CUP, {"timoshenko": True, "minsk_bonus": True}, id="Timoshenko"),
    pytest.param({**CUP, "187ID": "2747", "172ID": "2547", "1MRD": "2548"}, {}, id="no room"),
    pytest.param({**CUP, "172ID": "2547", "1MRD": "2548"}, {}, id="room for one"),
]


@pytest.mark.parametrize(("more", "fields"), SOVIET_ATTACKS)
def test_soviet_attacks(more: dict[str, str], fields: dict[str, Any]) -> None:
    units = {**KALUGA, **more, "44C": "2748"}
    game = about_to_roll(units, "KV-1", "KV-2", "45C", target="2648", side="soviet", **fields)
    odds = game.odds("resolve")
    assert rows(odds) == every_outcome(game, "resolve")
    assert odds is not None
    assert "adds most" in odds.policy


def test_the_attack_example_by_hand() -> None:
    """5 to 2 with one division in the cup: nine rows of 2-1, and a tenth of 4-1 with row 9 for the second 10."""
    units = {**KALUGA, "64ID": "elite-cup", "44C": "2748"}
    game = about_to_roll(units, "KV-1", "KV-2", "45C", target="2648", side="soviet")
    tenth = Fraction(1, 10)
    first = ["A1", "A1", "-", "-", "DR", "DR2", "DR2", "1DR2", "1DR2"]
    second = ["-", "-", "DR", "DR2", "DR2", "1DR2", "1DR2", "2DR2", "2DR2", "2DR2"]
    expected: dict[str, Fraction] = {}
    for code in first:
        expected[code] = expected.get(code, Fraction(0)) + tenth
    for code in second:
        expected[code] = expected.get(code, Fraction(0)) + tenth * tenth
    assert rows(game.odds("resolve")) == expected


# ---- Stukas -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_each_answer_of_the_stuka_window(side: str) -> None:
    if side == "german":
        game = about_to_roll({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, "3Pz", stukas=1)
    else:
        units = {**KALUGA, **CUP, "44C": "2748"}
        game = about_to_roll(units, "KV-1", "KV-2", "45C", target="2648", side="soviet", stukas=1)
    before = game.odds("resolve")
    assert before is not None
    assert [answer for answer, _ in before.answers] == ["stuka"]
    game.play("resolve")
    assert asks(game) == "stuka"
    assert rows(game.odds("pass")) == every_outcome(game, "pass") == rows(before)
    assert rows(game.odds("stuka")) == every_outcome(game, "stuka")
    assert {code: chance for chance, code in before.answers[0][1]} == rows(game.odds("stuka"))


def test_no_stuka_against_no_defense() -> None:
    units = {"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}
    game = about_to_roll(units, "3Pz", isolated=["5MC"], reduced=["5MC"], stukas=1)
    odds = game.odds("resolve")
    assert odds is not None
    assert odds.answers == ()


# ---- along the way ------------------------------------------------------------------------------------


def test_an_attack_is_reckoned_with_everyone_who_can() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": NORTHWEST, "29Mot": "2539", "5MC": TARGET})
    odds = game.odds(f"attack {TARGET}")
    assert odds is not None
    assert odds.title == "2541: 18 to 2, 9-1"
    game.play(f"attack {TARGET}")
    game.play("with 3Pz")
    assert game.odds("with 4Pz") == odds


def test_an_attack_that_is_too_weak_has_no_rows() -> None:
    game = stage("combat", {"29Mot": "2937", "10Mot": "2838", "62C": "2938", "172ID": "2938"})
    game.play("attack 2938")
    weak = game.odds("with 29Mot")
    assert weak is not None
    assert weak.rows == ()
    assert "AVD 9.3.6a" in [shift.rule for shift in weak.shifts]


def test_a_drawn_division_in_each_of_its_hexes() -> None:
    game = stage("combat", {**KALUGA, **CUP}, side="soviet")
    fight(game, "2648", "KV-1", "KV-2", "45C", rolls=["roll 10", "draw 64ID"])
    assert asks(game) == "elite"
    for action in game.legal.texts:
        assert rows(game.odds(action)) == every_outcome(game, action)


def test_no_odds_where_nothing_is_rolled() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET})
    assert game.odds("done") is None
    assert game.odds("resolve") is None
    assert game.odds("bombard 2541") is None
    game.play(f"attack {TARGET}")
    assert game.odds("resolve") is None, "nobody attacks yet"


@pytest.mark.parametrize("fields", [{"turn": 1}, {"stukas": 1}, {}])
def test_german_modifiers_have_their_rules(fields: dict[str, Any]) -> None:
    units = {"3Pz": "2937", "4Pz": "2838", "5MC": "2938"}
    game = about_to_roll(units, "3Pz", target="2938", **fields)
    odds = game.odds("resolve")
    assert odds is not None
    assert [shift.rule for shift in odds.shifts][:2] == ["AVD 9.3.2", "AVD 9.3.3"]
    assert ("AVD 9.3.5a" in [shift.rule for shift in odds.shifts]) == ("turn" in fields)


def test_every_modifier_names_a_clause_of_the_index() -> None:
    index = load_index(Path(str(RULES.info.data)))
    units = {**KALUGA, **CUP, "44C": "2748"}
    game = about_to_roll(
        units, "KV-1", "KV-2", "45C", target="2648", side="soviet", timoshenko=True, minsk_bonus=True, stukas=1
    )
    game.play("resolve")
    odds = game.odds("stuka")
    assert odds is not None
    rules = [shift.rule for shift in odds.shifts]
    assert rules == ["AVD 9.3.2", "AVD 9.3.4a", "AVD 9.3.5b", "AVD 14.0d"]
    assert all(index.summary(rule) for rule in rules)


def test_the_die_of_minsk_counts_against_no_defense_too() -> None:
    units = {"62C": WEST, "45C": NORTHWEST, "3Pz": TARGET, **CUP}
    game = about_to_roll(units, "62C", side="soviet", isolated=["3Pz"], reduced=["3Pz"], minsk_bonus=True)
    odds = game.odds("resolve")
    assert odds is not None
    assert [shift.rule for shift in odds.shifts] == ["AVD 9.3.7", "AVD 14.0d"]
    assert rows(odds) == every_outcome(game, "resolve")


# ---- guns and bombs -----------------------------------------------------------------------------------


def test_artillery_and_rockets() -> None:
    units = {"62C": "2546", "3Pz": "2647", "1Cav": "2538", "45C": "2539"}
    game = stage("artillery", units, side="soviet", rocket=True, rolls=["roll 6"])
    assert asks(game) == "bombard"
    for action in game.legal.texts:
        if action != "done":
            assert rows(game.odds(action)) == by_weapon(every_outcome(game, action), action)


@pytest.mark.parametrize("turn", [1, 3])
def test_the_bomber(turn: int) -> None:
    units = {"62C": "2546", "172ID": "2546", "45C": "2647", "3Pz": "2539"}
    game = stage("air", units, turn=turn, bomber=True)
    assert asks(game) == "air"
    for action in game.legal.texts:
        if action != "pass":
            assert rows(game.odds(action)) == by_weapon(every_outcome(game, action), action)


def by_weapon(outcomes: dict[str, Fraction], action: str) -> dict[str, Fraction]:
    """Guns take no harm; bombs drive nobody away."""
    found: dict[str, Fraction] = {}
    for code, chance in outcomes.items():
        steps = int(code[0]) if code[0].isdigit() else 0
        if action.startswith("bomb "):
            means = f"{steps} step{'s' if steps > 1 else ''}" if steps else "-"
        else:
            means = "-" if code.startswith("A") else code
        found[means] = found.get(means, Fraction(0)) + chance
    return found


# ---- by the dice --------------------------------------------------------------------------------------


def test_given_dice_come_out_as_the_rows_say() -> None:
    game = about_to_roll({"3Pz": WEST, "1Cav": WEST, "5MC": TARGET}, "3Pz")
    seen: dict[str, Fraction] = {}
    for die in range(1, 7):
        other = game.clone(history=True)
        coming(other, f"roll {die}")
        other.play("resolve")
        assert other.events is not None
        code = next(event.args[2] for event in other.events if event.kind == "result")
        seen[code] = seen.get(code, Fraction(0)) + Fraction(1, 6)
    assert rows(game.odds("resolve")) == seen
