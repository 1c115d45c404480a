"""Odds before the die: strengths, shifts with their rules, and the chances of each result."""

from __future__ import annotations

from fractions import Fraction

from barbarossa_deluxe.battle import assault, declare, kind, settle
from barbarossa_deluxe.stage import FACTS, act, asked, stage
from ostfront.core.page import questions
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Odds

DUEL = {"3Pz": "2309", "6A": "2308"}  # 4 to 3, 1:1: DR, BB, BB, AS, AS, AE


def odds_of(game: Game, action: str) -> Odds:
    found = game.odds(action)
    assert found is not None
    assert sum(chance for chance, _ in found.rows) == 1
    return found


def chances(found: Odds) -> dict[str, Fraction]:
    return {text: chance for chance, text in found.rows}


def test_the_chances_are_those_of_the_column() -> None:
    found = odds_of(stage("assault", DUEL, turn=17), "attack 2308")
    assert found.title == "2308: 1:1"
    assert chances(found) == {
        "attackers eliminated": Fraction(1, 6),
        "attack stalled": Fraction(1, 3),
        "bloodbath": Fraction(1, 3),
        "defenders retreat": Fraction(1, 6),
    }


def test_what_takes_the_hex_is_what_leaves_no_defender_in_it() -> None:
    """Six battles, one for each face of the die: a bloodbath clears the hex as a retreat does."""
    found = odds_of(stage("assault", DUEL, turn=17), "attack 2308")
    army, here = FACTS.roster.index["6A"], FACTS.board.index("2308")
    left = []
    for die in "123456":
        game = assault(DUEL, "2308", "3Pz", turn=17, rolls=[die])
        if kind(game) == "retreat":
            act(game, next(iter(game.legal.texts)))
        left.append(game.state.place[army] != here)
    cleared = sum(chance for text, chance in chances(found).items() if text in found.taken)
    assert cleared == Fraction(sum(left), 6) == Fraction(1, 2)


def test_every_shift_is_named_with_its_rule() -> None:
    """Into Kursk on turn 2: fight/move to the right, the city to the left."""
    found = odds_of(stage("assault", {"3Pz": "2208", "6A": "2207"}, turn=2), "attack 2207")
    assert [(shift.rule, shift.value) for shift in found.shifts] == [
        ("BD 11.8a", "1:1"), ("BD 5.6a", "1 right"), ("BD 11.20a", "1 left"),
    ]  # fmt: skip


def test_a_declared_attack_counts_everyone_who_can_and_a_commitment_those_who_have_come() -> None:
    game = stage("assault", {**DUEL, "14Pz": "2309"}, turn=17)
    assert odds_of(game, "attack 2308").title == "2308: 2:1"
    act(game, "attack 2308")
    assert odds_of(game, "with 3Pz").title == "2308: 1:1"
    act(game, "with 3Pz")
    assert odds_of(game, "resolve").title == "2308: 1:1"


def test_conversions_are_in_the_chances() -> None:
    """On turn 9 a German may drive back in place of a bloodbath; Germans in a plain city do not retreat."""
    found = odds_of(stage("assault", DUEL, turn=9, order=2, nth=2), "attack 2308")
    assert chances(found)["bloodbath, or defenders retreat"] == Fraction(1, 3)
    city = {"6A": "2206", "16A": "2206", "18A": "2206", "21A": "2206", "4C": "2207"}
    found = odds_of(stage("assault", city, side="soviet", turn=6), "attack 2207")
    assert "defenders retreat" not in chances(found)


def test_nobody_can_retreat_out_of_a_ring() -> None:
    around = {"14Pz": "2307", "24Pz": "2208", "4C": "2408", "5C": "2209", "7C": "2409"}
    game = stage("assault", {**DUEL, **around}, turn=17)
    act(game, "attack 2308", "with 3Pz")
    assert "defenders retreat, but have nowhere to go" in chances(odds_of(game, "resolve"))


def test_support_in_question_is_counted() -> None:
    """The Luftwaffe makes it 2:1; the Soviet player sees what it would do to his attack."""
    game = stage("assault", DUEL, turn=17)
    declare(game, "2308")
    assert asked(game) == [("German", "luftwaffe")]
    assert odds_of(game, "luftwaffe").title == "2308: 2:1"
    assert odds_of(game, "pass").title == "2308: 1:1"
    soviet = stage("assault", {"6A": "2307", "16A": "2307", "4C": "2308"}, side="soviet", turn=6)
    found = odds_of(soviet, "attack 2308")
    assert [name for name, _ in found.answers] == ["luftwaffe"]
    worse = {text: chance for chance, text in found.answers[0][1]}
    assert worse["attackers eliminated"] == Fraction(1, 6)
    shown = questions.odds(soviet.view("Soviet"), ["attack 2308"])
    assert shown is not None
    assert [one.text for one in shown.answers] == ["With a Luftwaffe counter"]


def test_dice_for_strengths_are_averaged() -> None:
    """An emergency unit against a rifle army of 3: 1:3 on a 1, 1:2 on a 2, 1:1 from 3 to 5, 2:1 on a 6."""
    game = stage("assault", {"II": "2309", "6A": "2308"}, turn=31)
    found = odds_of(game, "attack 2308")
    assert found.title == "2308: 1:3 to 2:1"
    columns = {-2: 1, -1: 1, 0: 3, 1: 1}
    stalled = sum(
        Fraction(count, 36) * sum(FACTS.crt.result(step, die) == "AS" for die in range(1, 7))
        for step, count in columns.items()
    )
    assert chances(found)["attack stalled"] == stalled


def test_two_dice_that_are_added_up() -> None:
    """Two emergency units in one group: the odds go by the sum."""
    game = stage("assault", {"II": "2309", "III": "2309", "6A": "2308"}, turn=31)
    assert odds_of(game, "attack 2308").title == "2308: 1:2 to 4:1"


def test_a_mobile_assault_has_odds() -> None:
    game = stage("movement", DUEL, turn=17)
    act(game, "pick 3Pz")
    found = odds_of(game, "assault 2308")
    assert found.title == "2308: 1:2"
    assert ("BD 10.32", "1 left") in [(shift.rule, shift.value) for shift in found.shifts]


def test_there_are_none_where_nothing_is_rolled() -> None:
    game = stage("assault", DUEL, turn=17)
    assert game.odds("done") is None
    after = assault(DUEL, "2308", turn=17, rolls=["1"])
    assert kind(after) == "retreat" and after.odds(after.legal.texts[0]) is None


def test_the_odds_come_true() -> None:
    """What is promised for a die is what the battle gives."""
    found = chances(odds_of(stage("assault", DUEL, turn=17), "attack 2308"))
    counted = {"AE": 0, "AS": 0, "BB": 0, "DR": 0, "DE": 0}
    for die in range(1, 7):
        game = stage("assault", DUEL, turn=17, rolls=[str(die)])
        declare(game, "2308")
        settle(game)
        result = next(event.args[2] for event in game.events or () if event.kind == "result")
        counted[result] += 1
    assert found["bloodbath"] == Fraction(counted["BB"], 6) and found["attack stalled"] == Fraction(counted["AS"], 6)
