"""Odds (10.13): the count of throws against every throw played out, and the questions that are answered."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from cli.calling import run
from kiev_41.stage import act, asked, rules_of, stage
from ostfront.core.files.position import write
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Odds
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import RAIN
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET

ALL = (1 << rules_of().facts.roster.count) - 1
R = rules_of().facts.roster
FACES = {1: Fraction(3, 6), 4: Fraction(1, 6), 5: Fraction(1, 6), 6: Fraction(1, 6)}  # 1 stands for 1, 2 and 3


# ---- every throw played out -------------------------------------------------------------------------


class OneMore(Exception):
    """A die was rolled that is not in the script."""


class Script:
    """Dice as listed, one after another."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces[::-1])

    def outcome(self, _stream: str, _count: int, _sides: int) -> int:
        if not self.faces:
            raise OneMore
        return self.faces.pop() - 1


def every_throw(game: Game, area: str, side: int) -> dict[str, Fraction]:
    """What happens how often when all dice are thrown in all ways."""
    found: dict[str, Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        faces, chance = todo.pop()
        trial = game.clone(seed=0)
        trial.source = cast(Any, Script(faces))
        before = steps_in(trial, area, side)
        try:
            fight(trial, area)
        except OneMore:
            todo += [((*faces, face), chance * weight) for face, weight in FACES.items()]
            continue
        after = steps_in(trial, area, side)
        line = bool(trial.state.lines(1 - side) >> rules_of().facts.areas.index(area) & 1)
        fate = "cleared" if not after[1] and not line else "contested" if after[0] else "repulsed"
        text = f"attacker -{before[0] - after[0]}, defender -{before[1] - after[1]}, {fate}"
        found[text] = found.get(text, Fraction(0)) + chance
    return found


def steps_in(game: Game, area: str, side: int) -> tuple[int, int]:
    place, state = rules_of().facts.areas.index(area), game.state
    steps = [sum(state.steps[u] for u in state.each_at(place) if state.owner[u] == s) for s in (side, 1 - side)]
    return steps[0], steps[1]


def fight(game: Game, area: str) -> None:
    """The battle, with the policy that is printed under the odds."""
    game.push(game.parse(f"fight {area}"))
    while (kind := game.state.pending[0].kind) in ("loss", "flak"):
        offered = set(game.legal.texts)
        if kind == "flak":
            verb = "down" if any(text.startswith("down") for text in offered) else "abort"
            game.push(game.parse(min(text for text in offered if text.startswith(verb))))
        else:
            here = [f"lose {R.ids[u]}" for u in game.state.each_at(rules_of().facts.areas.index(area))]
            game.push(game.parse(next(text for text in here if text in offered)))


def same(found: Odds | None, truth: dict[str, Fraction]) -> bool:
    """Row by row; rare outcomes are grouped by the fate of the area."""
    assert found is not None
    left = dict(truth)
    for chance, text in found.rows:
        if text.startswith("rarer outcomes, "):
            fate = text.removeprefix("rarer outcomes, ")
            rare = [t for t, c in left.items() if t.endswith(fate) and c < Fraction(1, 1000)]
            assert sum(left.pop(t) for t in rare) == chance
        else:
            assert left.pop(text) == chance, text
    return not left


BATTLES: dict[str, tuple[str, dict[str, Any]]] = {
    "infantry": ("axis", {"units": {"97J": "16", "6C": "16"}, "strength": {"6C": 2}}),
    "behind a line, in rough ground": (
        "axis", {"units": {"97J": "19", "6C": "19"}, "strength": {"6C": 2}, "lines": {"19": "soviet"}},
    ),
    "tanks": ("axis", {"units": {"LAHSS": "16", "6C": "16"}, "strength": {"6C": 2}}),
    "tanks across a river": (
        "axis", {"units": {"LAHSS": "16", "6C": "16"}, "strength": {"6C": 2}, "crossed": 1 << R.index["LAHSS"]},
    ),
    "artillery": (
        "axis",
        {
            "units": {"97J": "16", "6C": "16", "HQ6": "15"}, "strength": {"6C": 2, "97J": 1, "HQ6": 2},
            "active": 1 << R.index["HQ6"], "guns": ((R.index["HQ6"], rules_of().facts.areas.index("16")),),
        },
    ),
    "a bomber": (
        "axis",
        {
            "units": {"97J": "16", "6C": "16", "FK4": "15", "He1": "16"}, "strength": {"6C": 1, "97J": 1, "FK4": 2},
            "active": 1 << R.index["FK4"],
        },
    ),
    "bombers in rain, flak with a line": (
        "axis",
        {
            "units": {"97J": "16", "6C": "16", "FK4": "15", "He1": "16", "He2": "16"},
            "strength": {"6C": 1, "97J": 1}, "lines": {"16": "soviet"}, "weather": RAIN,
            "active": 1 << R.index["FK4"],
        },
    ),
    "fleets in defense": (
        "axis",
        {"units": {"97J": "86", "6C": "86", "BB": "86", "CA": "86"}, "strength": {"6C": 1}, "soviet": ("86",)},
    ),
    "fleets in attack": (
        "soviet", {"units": {"6C": "86", "97J": "86", "BB": "86"}, "strength": {"6C": 2}, "axis": ("86",)},
    ),
    "an isolated attacker, two defenders": (
        "axis",
        {
            "units": {"97J": "16", "4Mtn": "16", "6C": "16", "8MC": "16"}, "isolated": ("4Mtn",),
            "strength": {"6C": 1, "8MC": 1, "97J": 2, "4Mtn": 1},
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BATTLES)
def test_the_count_is_what_happens_when_all_dice_are_thrown_in_all_ways(name: str) -> None:
    side, given = BATTLES[name]
    given = dict(given)
    units = given.pop("units")
    area = next(place for unit, place in units.items() if unit in ("97J", "LAHSS"))
    other = {"44AK": "30", "5A": "30"}  # a second battle, so that the first is asked for
    before = rules_of().facts.named(["30"])
    game = stage("combat", {**units, **other}, side=side, visible=ALL, contested_before=before, **given)
    found = game.odds(f"fight {area}")
    assert same(found, every_throw(game, area, AXIS if side == "axis" else SOVIET))


# ---- decisions --------------------------------------------------------------------------------------


def test_odds_of_the_smallest_battle() -> None:
    """A black die against a white one, the defender first."""
    game = stage(
        "combat", {"4AK": "15", "6C": "15", "5A": "16", "44AK": "16"}, strength={"4AK": 1, "6C": 1},
        soviet=("15", "16"), contested_before=rules_of().facts.named(("15", "16")), visible=R.of_side[SOVIET],
    )  # fmt: skip
    found = game.odds("fight 15")
    assert found is not None
    assert {text.split(", ")[2]: chance for chance, text in found.rows} == {
        "contested": Fraction(10, 18), "cleared": Fraction(5, 18), "repulsed": Fraction(1, 6),
    }  # fmt: skip
    assert not found.answers


def rows_of(found: Odds | None) -> Iterator[tuple[tuple[Fraction, str], ...]]:
    assert found is not None
    yield found.rows
    for _, rows in found.answers:
        yield rows


def test_odds_are_whole_and_do_not_look_behind_the_blocks() -> None:
    for strength in ({"8MC": 1, "6C": 3}, {"8MC": 3, "6C": 1}):
        units = {"3Pz": "15", "8MC": "15", "6C": "15", "4AK": "16", "5A": "16"}
        game = stage("combat", units, soviet=("15", "16"), strength=strength)
        found = game.odds("fight 15")
        assert found is not None and [answer for answer, _ in found.answers] == [
            "if concealed blocks have one step", "if they have four",
        ]  # fmt: skip
        assert [sum(chance for chance, _ in rows) for rows in rows_of(found)] == [1, 1, 1]
        if strength["6C"] == 3:
            first = found
    assert found == first


def supporting() -> Game:
    """Artillery and bombers are being committed to two battles."""
    game = stage(
        "impulse",
        {"HQ6": "15", "FK4": "15", "44AK": "15", "55AK": "15", "5A": "16", "6A": "30", "SW": "9"},
        strength={"HQ6": 3, "FK4": 2},
    )  # fmt: skip
    act(game, "tactical", "pick HQ6", "reveal", "pick FK4", "reveal", "done")
    act(game, "pick 44AK", "go 16", "pick 55AK", "go 30", "done")
    assert asked(game) == "Axis support"
    return game


@pytest.mark.parametrize("support", ["fire HQ6 16", "bomb He1 16", "fire HQ6 30"])
def test_support_is_weighed_before_it_is_committed(support: str) -> None:
    game = supporting()
    area = support.split()[2]
    plain, weighed = game.odds(f"fight {area}"), game.odds(support)
    assert plain is not None and weighed is not None
    assert weighed.rows != plain.rows
    roster = game.rules.facts.roster
    unit = roster.index[support.split()[1]]
    assert weighed.answers[0][0] == f"without {roster.pieces[unit].name}"
    assert {text: chance for chance, text in weighed.answers[0][1]}["cleared"] == cleared(plain)
    assert cleared(weighed) > cleared(plain)
    act(game, support)
    committed = game.odds(f"fight {area}")
    assert committed is not None and committed.rows == weighed.rows


def cleared(found: Odds) -> Fraction:
    return sum((chance for chance, text in found.rows if text.endswith("cleared")), Fraction(0))


def test_a_fleet_is_weighed_before_it_sails() -> None:
    units = {"SW": "9", "S": "85", "5A": "86", "44AK": "86", "R4": "108"}
    game = stage("impulse", units, side="soviet", axis=("86",), strength={"44AK": 1})
    game.state.visible |= 1 << R.index["44AK"]
    act(game, "tactical", "pick S", "reveal", "done")
    assert asked(game) == "Soviet fleets"
    plain, weighed = game.odds("fight 86"), game.odds("send BB 86")
    assert plain is not None and weighed is not None and cleared(weighed) > cleared(plain)
    assert game.odds("send BB 108") is None  # no battle there


def test_what_is_not_offered_has_no_odds() -> None:
    game = supporting()
    for action in ("fire 5A 16", "fire SW 16", "bomb Ju5 16", "fire HQ6 17", "fight 17", "done"):
        assert game.odds(action) is None, action
    passing = stage("pass", {"44AK": "16", "5A": "16"})
    assert passing.odds("fight 16") is None


def test_the_throws_of_the_largest_battle_fit() -> None:
    from ostfront.bench.kiev_41 import largest_battle
    from ostfront.games.kiev_41.chances import SLOT, Count
    from ostfront.games.kiev_41.odds import field

    game, action = largest_battle(rules_of())
    assert isinstance(action.arg, int)
    count = Count(field(cast(Facts, game.facts), game.state, action.arg, AXIS))
    assert count.throws.bit_length() < SLOT
    assert sum(count.fates().values()) == count.throws
    assert game.odds(action) is not None and not game.rules.check(game.state)


def test_the_command_line_lists_odds_with_the_actions(tmp_path: Path) -> None:
    game = supporting()
    path = tmp_path / "support.toml"
    path.write_text(write(game), encoding="utf-8")
    decision = run("legal", path, "--json").json["decisions"][0]
    found = decision["odds"]["fire HQ6 16"]
    weighed = game.odds("fire HQ6 16")
    assert weighed is not None and found["title"] == weighed.title
    assert sum(Fraction(chance) for chance, _ in found["rows"]) == 1
    assert "done" not in decision["odds"]
    assert f"  fire HQ6 16  ({weighed.title})\n" in run("legal", path).out
