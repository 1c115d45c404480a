"""The worked examples of the rulebook, played through."""

from __future__ import annotations

from typing import cast

import pytest

from kiev_41.stage import act, asked, coming, holds, line_in, marked, place_of, rules_of, stage, strength_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import RAIN, SNOW, WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import command, logistics
from rule import rule


def started(scenario: str) -> Game:
    return Game.started(rules_of(scenario=scenario), Seeded.of(1))


# ---- logistics (7) ----------------------------------------------------------------------------------


@rule("K41 7.2.1a", "K41 7.2.1b", "K41 7.2.1")
@pytest.mark.parametrize(
    ("scenario", "axis", "soviet"),
    [("southern-struggle", 12, 18), ("the-river", 13, 18), ("the-pocket", 13, 16), ("the-snow", 7, 10)],
)
def test_logistics_values_of_the_set_ups(scenario: str, axis: int, soviet: int) -> None:
    game = started(scenario)
    facts = cast(Facts, game.facts)
    assert logistics.value(facts, game.state, AXIS) == axis
    assert logistics.value(facts, game.state, SOVIET) == soviet


def november() -> Game:
    lost = rules_of().facts.roster.ids[rules_of().facts.roster.index["5A"] :][:21]
    return stage(
        "logistics",
        {
            **dict.fromkeys(lost, "soviet-lost"), "Kleist": "Axis", "HQ6": "Axis", "HQ17": "61", "FK4": "61",
            "3Pz": "78", "R4": "78", "Guderian": "axis-lost",
        },
        turn=5, strength={"Hitler": 0, "Stalin": 2, "Kleist": 3, "HQ6": 0, "3Pz": 2, "R4": 1},
        axis=("4", "55"), soviet=(), weather=SNOW, initiative=AXIS,
    )  # fmt: skip


@rule("K41 7.2.2", "K41 7.0", "K41 7.1", "K41 7.2.1.1", "K41 7.2.2a", "K41 7.2.2b", "K41 7.2b")
def test_the_november_logistics() -> None:
    """Hitler 0, HQs 3 and Guderian's heirs, three areas, two for 21 blocks: halved to 4."""
    game = november()
    game.state.put(cast(Facts, game.facts).roster.guderian, cast(Facts, game.facts).tula[0])
    assert asked(game) == "Soviet logistics"
    act(game, "pause")
    assert strength_of(game, "Stalin") == 4
    assert asked(game) == "Axis logistics"
    parts = logistics.parts(cast(Facts, game.facts), game.state, AXIS)
    assert parts == {"leader": 0, "headquarters": 4, "areas": 3, "eliminated": 2}
    act(game, "activate")
    assert game.state.top.local.value == 4
    act(game, "restore Kleist", "restore HQ6", "restore HQ6", "restore HQ6")
    assert (strength_of(game, "Kleist"), strength_of(game, "HQ6")) == (4, 4)
    assert asked(game) == "Axis replace"
    act(game, "replace 3Pz", "replace R4")
    assert (strength_of(game, "3Pz"), strength_of(game, "R4")) == (3, 2)
    assert asked(game) == "Axis call"
    assert set(game.legal.texts) == {f"call {n}" for n in range(5)}
    coming(game, "draw 29AK", "draw 44AK", "draw 55AK")
    act(game, "call 4", "choose LAHSS")
    assert [place_of(game, u) for u in ("29AK", "44AK", "55AK", "LAHSS")] == ["Axis"] * 4
    assert strength_of(game, "Hitler") == 0


# ---- weather (8.1) ----------------------------------------------------------------------------------


@rule("K41 8.1", "K41 8.1a", "K41 8.1b", "K41 8.1c")
def test_the_weather_of_october() -> None:
    """Rolls of 1, 3, 6, 4, 6 leave the marker on 1, 2, 3, 4, 5; then it snows."""
    game = stage("impulse", {"Kleist": "Axis", "SW": "9"}, turn=4)
    state = game.state
    found = [(WEATHER[state.weather], state.forecast)]
    for die in ("1", "3", "6", "4", "6", ""):
        state.passes = 0
        act(game, "pass", "done")
        state.passes = 0
        coming(game, *[die] * bool(die))
        act(game, "pass", "done")
        found.append((WEATHER[state.weather], state.forecast))
    assert found == [
        ("sunny", 0), ("rain", 1), ("rain", 2), ("rain", 3), ("rain", 4), ("rain", 5), ("snow", 5),
    ]  # fmt: skip


# ---- isolation (9.4, 14.4) --------------------------------------------------------------------------


def crimea(optional: str) -> Game:
    """Black Sea Soviet, Azov not (a Rumanian in Kerch); a block in 127 and lines in 121 and 122 are left behind."""
    axis = ("87", "88", "89", "90", "120", "123", "124", "125", "126", "128", "129", "130", "131")
    return stage(
        "impulse",
        {
            "R4": "129", "54AK": "128", "30AK": "126", "11AK": "127", "51A": "127", "72Gr": "122", "C": "FS",
            "44A": "FS", "46A": "145", "BB": "FS", "CA": "FS",
        },
        side="soviet", optional=optional, turn=4, axis=axis, soviet=("127", "122"), strength={"51A": 3},
        lines={"121": "soviet", "122": "soviet"},
    )  # fmt: skip


def cut_off_lines(game: Game) -> set[str]:
    facts = cast(Facts, game.facts)
    return {facts.place_names[area] for area in range(facts.area_count) if game.state.isolated_lines >> area & 1}


@rule("K41 9.4", "K41 9.1a", "K41 9.4a", "K41 9.4b", "K41 2.1.1a", "K41 2.1.1c", "K41 4.1e")
def test_isolation_in_the_crimea() -> None:
    """One block and one line alone in a contested area are cut off; the block is reduced, the line falls."""
    game = crimea("none")
    assert marked(game, "isolated", "51A", "C", "44A", "46A") == [True, False, False, False]
    assert cut_off_lines(game) == {"122"}
    act(game, "pass", "done")
    assert strength_of(game, "51A") == 2
    assert not line_in(game, "122") and holds(game, "axis", "122")
    assert line_in(game, "121")


@rule("K41 14.4", "K41 14.4a")
def test_isolation_in_the_crimea_with_sea_supply() -> None:
    """The line on the coast has no port; Sevastopol lives by its own."""
    game = crimea("14.4")
    assert marked(game, "isolated", "51A", "C", "44A", "46A") == [True, False, False, False]
    assert cut_off_lines(game) == {"121", "122"}
    act(game, "pass", "done")
    assert strength_of(game, "51A") == 2
    assert not line_in(game, "122") and line_in(game, "121")


@rule("K41 14.4b")
@pytest.mark.parametrize(("die", "marine"), [("4", 2), ("5", 3)])
def test_attrition_in_sevastopol(die: str, marine: int) -> None:
    """A heart, three steps and a line sum to five: four or less costs the Marine a step."""
    game = stage(
        "impulse", {"C": "FS", "M": "FS", "R4": "145"}, side="soviet", optional="14.4", strength={"C": 0},
        lines={"FS": "soviet"}, axis=("130", "131"), turn=4,
    )  # fmt: skip
    assert marked(game, "isolated", "C", "M") == [True, True]
    coming(game, die)
    act(game, "pass", "done")
    assert (strength_of(game, "M"), place_of(game, "C"), line_in(game, "FS")) == (marine, "FS", True)


@rule("K41 14.4b")
@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_a_lone_line_in_sevastopol_is_rolled_for(side: str) -> None:
    """It counts 1, and no die is lower; an Axis line there falls as anywhere else."""
    friend, enemy = ("M", "R4") if side == "axis" else ("R4", "M")
    game = stage(
        "impulse", {friend: "FS", enemy: "145"}, side=side, optional="14.4", lines={"FS": side},
        axis=("130", "131", "FS") if side == "axis" else ("130", "131"), soviet=() if side == "axis" else ("FS",),
        turn=2,
    )  # fmt: skip
    assert cut_off_lines(game) == {"FS"}
    coming(game, "1")
    act(game, "pass", "done")
    rolled = not game.scripted
    assert (line_in(game, "FS"), rolled) == ((True, True) if side == "soviet" else (False, False))


# ---- range (10.3) -----------------------------------------------------------------------------------


@rule("K41 10.3", "K41 10.1b", "K41 10.1c", "K41 10.2a", "K41 10.2b", "K41 10.3a")
def test_kleists_range() -> None:
    """Kleist disengages from 35 over the Dnieper to 20, commands there and three areas around, and shells 6."""
    game = stage(
        "impulse",
        {
            "Kleist": "35", "3Pz": "35", "5A": "35", "FK5": "33", "14Pz": "6", "SW": "6", "44AK": "20", "29AK": "34",
            "4AK": "34", "HQ6": "20", "6A": "7",
        },
        axis=("20", "19", "34", "33", "18", "17", "16", "15", "35"), soviet=("6",),
        strength={"Kleist": 3, "FK5": 3},
    )  # fmt: skip
    facts = cast(Facts, game.facts)
    act(game, "tactical", "pick Kleist")
    assert "reveal" not in game.legal.texts
    act(game, "go 20", "reveal", "pick FK5", "reveal", "done")
    assert asked(game) == "Axis command"
    picks = {text for text in game.legal.texts if text.startswith("pick")}
    assert picks == {"pick 44AK", "pick HQ6", "pick 29AK", "pick 14Pz", "pick 3Pz"}
    assert game.state.top.local.left == command.NO_LIMIT
    act(game, "done")
    offered = set(game.legal.texts)
    assert "fire Kleist 6" in offered and "fire Kleist 35" in offered
    assert {f"bomb Ju{n} 6" for n in (5, 6, 7)} <= offered
    act(game, "fire Kleist 6", "bomb Ju5 6", "bomb Ju6 6", "bomb Ju7 6")
    assert asked(game) == "Axis battle"  # a fourth bomber would be above the HQ's strength
    assert facts.roster.hq_of[facts.roster.index["Ju5"]] == facts.roster.index["FK5"]


# ---- Odessa (10.13.5, 10.15.1) ----------------------------------------------------------------------


def odessa() -> Game:
    game = stage(
        "impulse",
        {
            "HQ4R": "100", "FK4": "101", "FK5": "101", "R3": "109", "R5": "109", "2MC": "108", "14C": "108",
            "BB": "108", "CA": "108",
        },
        axis=("100", "101", "109", "99", "98", "107", "106", "105", "97"), lines={"108": "soviet"},
        strength={"HQ4R": 3, "FK5": 3},
    )  # fmt: skip
    act(game, "tactical", "pick HQ4R", "reveal", "pick FK4", "reveal", "pick FK5", "reveal", "done")
    act(game, "pick R3", "go 108", "pick R5", "go 108", "done")
    act(game, "fire HQ4R 108", *(f"bomb He{n} 108" for n in range(1, 5)), *(f"bomb Ju{n} 108" for n in range(5, 8)))
    return game


@rule(
    "K41 10.13", "K41 10.13.5", "K41 10.13.2a", "K41 10.2.1b", "K41 10.13.4b", "K41 10.15.1", "K41 10.14a",
    "K41 10.16b",
)  # fmt: skip
def test_the_battle_of_odessa() -> None:
    """Step by step, with the dice of the example; fleets before artillery, as the list has it."""
    game = odessa()
    assert asked(game) == "Axis engage"
    coming(
        game,
        "1", "5 6 5 1",  # the battleship misses; three hits on it
        "5 1",  # the cruisers turn their bomber back
        "6 1 1",  # artillery: one hit, absorbed
        "5 6 1",  # anti-air: tank, infantry, line
    )  # fmt: skip
    act(game, "engage He1 BB", "engage He2 CA", "done")
    assert [place_of(game, unit) for unit in ("BB", "CA", "He1", "He2")] == [
        "fleet-staging", "fleet-staging", "bombers-available", "bombers-aborted",
    ]  # fmt: skip
    assert game.state.steps[cast(Facts, game.facts).roster.index["BB"]] == 1
    assert asked(game) == "Axis flak"
    assert game.state.top.below.local.absorb == 2
    coming(game, "5 5 5 5 5 1 1 1 1 1 1 1 1 1", "5 1 1 1", "1 1 1 1 1")
    act(game, "down Ju5")
    assert place_of(game, "Ju5") == "bombers-destroyed"
    assert asked(game) == "Soviet loss"
    assert not line_in(game, "108")
    act(game, "lose 2MC")
    assert (strength_of(game, "2MC"), strength_of(game, "14C")) == (2, 2)
    assert asked(game) == "Axis loss"
    act(game, "lose R3")
    assert (strength_of(game, "R3"), strength_of(game, "R5")) == (2, 3)
    assert marked(game, "visible", "2MC", "14C", "R3", "R5") == [False, False, True, True]
    assert [strength_of(game, hq) for hq in ("HQ4R", "FK4", "FK5")] == [2, 3, 2]
    assert not any(marked(game, "visible", "HQ4R", "FK4", "FK5"))
    assert not game.scripted


# ---- a Strategic Impulse of nine blocks (11.0) ------------------------------------------------------


@rule("K41 11.0", "K41 11.0a", "K41 11.0b", "K41 11.0d")
def test_a_soviet_strategic_impulse_of_nine_blocks() -> None:
    game = stage(
        "impulse",
        {
            "SW": "38", "S": "35", "K": "35", "5A": "38", "6A": "38", "12A": "38", "26A": "57", "6C": "58",
            "21A": "59", "3Pz": "54", "29AK": "35", "R4": "36", "27C": "22", "44AK": "22",
        },
        side="soviet", initiative=SOVIET, axis=("4", "55", "37", "54", "53"), soviet=("35", "38", "22"),
        strength={"Stalin": 0, "S": 0, "K": 0},
    )  # fmt: skip
    facts = cast(Facts, game.facts)
    assert logistics.value(facts, game.state, SOVIET) == 9
    act(game, "strategic")
    assert game.state.top.local.left == 9
    for unit in ("SW", "5A", "6A", "12A"):
        act(game, f"pick {unit}", "go 37", "go 36")
    act(game, "build 26A", "build 6C", "build 21A")
    assert all(line_in(game, area) for area in ("57", "58", "59"))
    assert [strength_of(game, u) for u in ("26A", "6C", "21A")] == [3, 2, 3]
    act(game, "pick S", "go 21", "stop", "pick K")
    assert game.state.top.below.local.left == 0
    act(game, "go 21", "stop")
    assert set(game.legal.texts) == {"fight 36", "fight 22"}
    coming(game, *["1"] * 30)
    act(game, "fight 36")
    assert set(game.legal.texts) == {"done", "fight 22"}  # that one need not be fought
    act(game, "done")
    assert (asked(game), game.state.initiative) == ("Axis impulse", AXIS)


# ---- the sea (14.8) ---------------------------------------------------------------------------------


@rule("K41 14.8", "K41 14.1", "K41 14.7", "K41 4.1b")
def test_nine_and_a_landing() -> None:
    """Two march, two go by rail, four by sea, one builds, and the Marine lands."""
    game = stage(
        "strategic",
        {
            "SW": "38", "5A": "39", "6A": "40", "12A": "57", "44A": "86", "46A": "147", "47A": "147", "51A": "FS",
            "26A": "59", "M": "145", "R4": "119",
        },
        side="soviet", optional="14.9", left=10, axis=("108",),
    )  # fmt: skip
    act(game, "move SW 39", "move 5A 40", "rail 6A 13", "rail 12A 28")
    act(game, "sail 44A 125", "sail 46A 134", "sail 47A FS", "sail 51A 145", "build 26A")
    assert game.state.top.local.left == 1
    coming(game, *["1"] * 20)
    act(game, "pick M")
    assert "land 108" in game.legal and "land 119" in game.legal and "land 145" not in game.legal
    act(game, "land 108")
    assert place_of(game, "M") == "108" and holds(game, "soviet", "108")


# ---- sudden death (2.4.4.2) -------------------------------------------------------------------------


@rule("K41 2.4.4.2", "K41 2.4.4.2a", "K41 2.5a")
def test_the_soviets_win_at_once_with_tarnopol() -> None:
    game = stage("strategic", {"4MC": "15", "Kleist": "Axis"}, side="soviet", left=1)
    act(game, "pick 4MC", "go 14")
    assert game.result is not None
    assert (game.result.winner, game.result.rule, game.result.score) == ("soviet", "K41 2.4.4.2a", (0, 7))
    assert game.result.grade == "decisive"
    assert game.result.reason == "the Soviets hold all seven victory areas: a decisive victory"


@rule("K41 8.0a", "K41 3.1")
def test_rain_leaves_one_and_half_of_seven_is_three() -> None:
    from ostfront.games.kiev_41.rules.fire import attack_strength, part

    game = stage("pass", {"3Pz": "15"}, weather=RAIN)
    facts = cast(Facts, game.facts)
    assert attack_strength(facts, game.state, facts.roster.index["3Pz"]) == 1
    assert (part(7, 2), part(1, 2), part(0, 2)) == (3, 1, 0)
