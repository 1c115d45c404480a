"""Battles (4.1, 4.2, 10.4, 10.12 to 10.16), die by die."""

from __future__ import annotations

import pytest

from kiev_41.stage import act, asked, coming, line_in, marked, place_of, rules_of, stage, strength_of
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts.calendar import RAIN, SNOW
from rule import rule

R = rules_of().facts.roster


def units(*names: str) -> int:
    return sum(1 << R.index[name] for name in names)


def area(name: str) -> int:
    return rules_of().facts.areas.index(name)


def battle(blocks: dict[str, str], *rolls: str, **more: object) -> Game:
    """One battle, fought at once with these dice."""
    return stage("combat", blocks, rolls=rolls, **more)  # type: ignore[arg-type]


# ---- dice (4.2.2, 4.2.3, 10.4) ----------------------------------------------------------------------


@rule("K41 4.2.2")
@pytest.mark.parametrize(
    ("attacker", "die", "hit"),
    [("3Pz", 4, True), ("3Pz", 3, False), ("44AK", 5, True), ("44AK", 4, False), ("SLK", 6, True), ("SLK", 5, False)],
)
def test_what_each_colour_hits_on(attacker: str, die: int, hit: bool) -> None:
    game = battle({attacker: "16", "8MC": "16"}, "1 1 1", str(die), strength={attacker: 1}, isolated=())
    assert strength_of(game, "8MC") == (2 if hit else 3)


@rule("K41 4.2.3.1")
def test_each_hit_is_a_step_and_the_last_destroys() -> None:
    game = battle({"44AK": "16", "6C": "16"}, "1 1 1", "5 5 1 1")
    assert strength_of(game, "6C") == 1
    game = battle({"44AK": "16", "6C": "16"}, "1 1 1", "5 5 5 1")
    assert place_of(game, "6C") == "soviet-pool"


@rule("K41 10.4c")
@pytest.mark.parametrize(
    ("weather", "guns", "back", "ground"),
    [(0, "5 5 1 1", "1 1", "1 1 1 1"), (RAIN, "5", "1 1 1", "1"), (SNOW, "5 5", "1 1", "1 1")],
)
def test_weather_and_artillery(weather: int, guns: str, back: str, ground: str) -> None:
    game = battle(
        {"HQ6": "15", "44AK": "16", "5A": "16"}, guns, back, ground, weather=weather, active=units("HQ6"),
        guns=((R.index["HQ6"], area("16")),),
    )  # fmt: skip
    assert strength_of(game, "5A") == 4 - guns.count("5") and not game.scripted


@rule("K41 10.13.3", "K41 10.7")
def test_timoshenkos_guns_hit_on_four() -> None:
    game = battle(
        {"T": "15", "5A": "16", "44AK": "16"}, "4 4 3 3", "1 1", "1 1 1 1", side="soviet", axis=("16",),
        active=units("T"), guns=((R.index["T"], area("16")),),
    )  # fmt: skip
    assert strength_of(game, "44AK") == 2 and not game.scripted


# ---- the order of battles and of a battle (10.12, 10.13) --------------------------------------------


@rule("K41 10.12e")
def test_the_attacker_chooses_the_order_and_blocks_are_shown_when_their_battle_begins() -> None:
    blocks = {"44AK": "16", "5A": "16", "55AK": "17", "6A": "17", "17AK": "18", "26A": "18"}
    game = stage("combat", blocks)
    assert set(game.legal.texts) == {"fight 16", "fight 17", "fight 18"}
    coming(game, *["1"] * 8)
    act(game, "fight 17")
    assert marked(game, "visible", "55AK", "44AK", "5A", "17AK") == [True, False, False, False]
    assert set(game.legal.texts) == {"fight 16", "fight 18"}


@rule("K41 10.13.1")
def test_both_sides_show_their_blocks() -> None:
    game = stage("combat", {"44AK": "16", "5A": "16", "6A": "16"}, rolls=["1 1 1 1 1 1 1 1", "5 1 1 1"])
    assert asked(game) == "Soviet loss"
    assert marked(game, "visible", "44AK", "5A", "6A") == [True, True, True]


@rule("K41 10.13.6")
def test_the_defender_rolls_first_and_his_hits_count() -> None:
    game = battle({"44AK": "16", "5A": "16"}, "6 6 1 1", "5 5", "6 6 6")
    assert (strength_of(game, "44AK"), strength_of(game, "5A")) == (2, 2)
    assert len(game.scripted) == 3


# ---- fleets and bombers (10.2.1, 10.13.2, 10.13.4) --------------------------------------------------

SHIPS = {"BB": "86", "CA": "86", "5A": "86", "44AK": "86"}


@rule("K41 10.2.1a")
def test_the_guns_of_the_fleets() -> None:
    """Whole: a red die and two white ones; damaged: a white die each."""
    game = battle(SHIPS, "4 5 4", "1 1 1 1", "1 1", soviet=("86",))
    assert strength_of(game, "44AK") == 2 and not game.scripted
    game = battle(SHIPS, "4 5", "1 1 1 1", "1 1 1", soviet=("86",), strength={"BB": 1, "CA": 1})
    assert strength_of(game, "44AK") == 3 and not game.scripted


@rule("K41 10.13.2b")
def test_gunfire_counts_at_once_after_absorption() -> None:
    """Constanta, a city of the Axis, absorbs the first of two hits; the other costs the defender a die."""
    game = battle(dict.fromkeys(SHIPS, "119"), "4 5 4", "1 1 1", "1 1 1 1", side="soviet", axis=("119",))
    assert strength_of(game, "44AK") == 3 and not game.scripted
    assert [place_of(game, ship) for ship in ("BB", "CA")] == ["fleet-staging"] * 2


@rule("K41 8.0c")
def test_weather_does_not_hinder_fleets() -> None:
    game = battle(SHIPS, "4 5 5", "1", "1 1 1 1", soviet=("86",), weather=RAIN)
    assert strength_of(game, "44AK") == 1


@rule("K41 10.13.2c")
def test_fleets_and_bombers_that_met_go_home() -> None:
    game = battle({**SHIPS, "CA": "fleet-staging", "He1": "86", "FK4": "85"}, "1", "5 1 1 1", "1 1 1 1", "1 1 1 1")
    assert (place_of(game, "BB"), place_of(game, "He1")) == ("fleet-staging", "bombers-available")
    assert strength_of(game, "44AK") == strength_of(game, "5A") == 4 and not game.scripted


@rule("K41 10.13.4a")
def test_each_block_and_line_rolls_a_die_at_the_bombers_in_any_weather() -> None:
    """A white die of the tanks, black ones of infantry and line: 5, 5 and 6 are two hits on two bombers."""
    game = stage(
        "combat", {"44AK": "16", "2MC": "16", "5A": "16", "He1": "16", "He2": "16", "FK4": "15"}, weather=RAIN,
        lines={"16": "soviet"}, rolls=["5 5 6"],
    )  # fmt: skip
    assert asked(game) == "Axis flak"
    assert game.state.top.local.hits == 2 and not game.scripted


GOALS = ("18", "19", "34", "35", "36")


@rule("K41 10.11.1")
def test_four_bombers_of_the_4th_fliegerkorps() -> None:
    """Four stars: four bombers, to one battle or to four, four areas far, four dice each that hit on 5 and 6."""
    axis = dict(zip(("44AK", "55AK", "17AK", "4AK", "52AK"), GOALS, strict=True))
    soviet = dict(zip(("5A", "6A", "26A", "12A", "38A"), GOALS, strict=True))
    road = ("15", "17", "32", "33", "51", "52", "53")
    game = stage("impulse", {"FK4": "16", "HQ6": "16", **axis, **soviet}, axis=road)
    act(game, "tactical", "pick HQ6", "reveal", "pick FK4", "reveal", "done", "done")
    found = {text for text in game.legal.texts if text.startswith("bomb He1 ")}
    assert found == {f"bomb He1 {goal}" for goal in GOALS[:4]}  # 36 is five areas away
    one_each = game.clone(seed=0)
    act(one_each, "bomb He1 18", "bomb He2 19", "bomb He3 34", "bomb He4 35")
    act(game, "bomb He1 18", "bomb He2 18", "bomb He3 18", "bomb He4 18")
    for flying in (game, one_each):
        assert asked(flying) == "Axis battle"  # a fifth would be too many
        assert {R.ids[u] for u in range(R.count) if flying.state.on_map >> u & 1 and R.bombers >> u & 1} == {
            "He1", "He2", "He3", "He4",
        }  # fmt: skip
    coming(game, "1", "5 4 6 1", "1 1 1 1", "1 1 1 1", "1 1 1 1", "1 1", "1 1 1 1")  # flak, four times four, ground
    act(game, "fight 18")
    assert strength_of(game, "5A") == 2 and not game.scripted


# ---- ground combat (10.13.6) ------------------------------------------------------------------------


@rule("K41 10.13.6.1")
def test_who_came_across_a_river_rolls_one_die() -> None:
    game = stage("strategic", {"44AK": "3", "5A": "18"}, left=1)
    coming(game, "1 1 1 1", "5", "5 5 5")
    act(game, "pick 44AK", "go 18")
    assert strength_of(game, "5A") == 3 and len(game.scripted) == 3


@rule("K41 10.13.6.2a")
@pytest.mark.parametrize(
    ("where", "defender", "more", "surprised"),
    [
        ("16", "5A", {}, True),
        ("16", "4MC", {}, False),  # tanks against tanks
        ("119", "5A", {"soviet": ("119",)}, False),  # a city
        ("119", "5A", {}, True),  # one that the defender does not control
        ("19", "5A", {}, False),  # not a green area
        ("16", "5A", {"weather": SNOW}, False),
        ("16", "5A", {"lines": {"16": "soviet"}}, False),
    ],
)
def test_tank_attack(where: str, defender: str, more: dict[str, object], surprised: bool) -> None:
    """Whoever rolls first rolls sixes."""
    game = battle({"3Pz": where, defender: where}, *["6"] * 4, *["1"] * 9, **more)
    assert (strength_of(game, "3Pz") == 4) == surprised


@rule("K41 10.13.6.2b")
def test_tanks_out_of_a_river_surprise_nobody() -> None:
    for start, first in (("3", "5A"), ("17", "5A"), ("19", "3Pz")):
        game = stage("strategic", {"3Pz": start, "5A": "18"}, left=1)
        coming(game, *["6"] * 4, *["1"] * 8)
        act(game, "pick 3Pz", "go 18")
        gone = place_of(game, "3Pz") == "axis-lost"
        assert gone == (first == "5A"), start


# ---- absorption and losses (10.14, 10.15) -----------------------------------------------------------


@rule("K41 10.14b")
@pytest.mark.parametrize(
    ("where", "more", "left"),
    [
        ("119", {"soviet": ("119",)}, 4), ("119", {}, 3),  # a city serves who controls it
        ("4", {}, 4), ("4", {"axis": ("4",)}, 3),  # so does a victory area
        ("19", {}, 4), ("19", {"axis": ("19",)}, 4),  # rough ground serves any defender
        ("16", {"lines": {"16": "axis"}, "axis": ("16",)}, 3),  # a line serves its own side
    ],
)  # fmt: skip
def test_whom_ground_cities_and_lines_serve(where: str, more: dict[str, object], left: int) -> None:
    game = battle({"44AK": where, "5A": where}, "1 1 1 1", "5 1 1 1", **more)
    assert strength_of(game, "5A") == left


@rule("K41 2.3")
@pytest.mark.parametrize(
    ("where", "more", "absorbed"),
    [
        ("16", {}, 0), ("19", {}, 1), ("2", {}, 2), ("4", {}, 2), ("119", {"soviet": ("119",)}, 1),
        ("16", {"lines": {"16": "soviet"}}, 1),
    ],
)  # fmt: skip
def test_how_many_hits_are_absorbed(where: str, more: dict[str, object], absorbed: int) -> None:
    """Three hits; a line takes one more with it."""
    line = "lines" in more
    game = battle({"44AK": where, "5A": where}, *["1"] * (4 + line), "5 5 5 1", **more)
    assert strength_of(game, "5A") == 4 - (3 - absorbed - line)


@rule("K41 10.14c")
def test_the_attacker_absorbs_nothing() -> None:
    game = battle({"44AK": "19", "5A": "19"}, "6 1 1 1", "1 1 1")
    assert strength_of(game, "44AK") == 3


@rule("K41 4.1d", "K41 10.15b")
@pytest.mark.parametrize(
    ("hits", "line", "left"), [("5 1 1 1", True, 4), ("5 5 1 1", False, 4), ("5 5 5 1", False, 3)]
)
def test_a_line_absorbs_a_hit_falls_with_the_next_and_covers_its_blocks(hits: str, line: bool, left: int) -> None:
    game = battle({"44AK": "16", "5A": "16"}, "1 1 1 1 1", hits, lines={"16": "soviet"})
    assert (line_in(game, "16"), strength_of(game, "5A")) == (line, left)


@rule("K41 10.15.2")
def test_hits_beyond_the_last_block_are_lost() -> None:
    blocks = {"44AK": "16", "6C": "16", "5A": "17"}
    game = battle(blocks, "1", "5 5 5 5", strength={"6C": 1})
    assert place_of(game, "6C") == "soviet-pool"
    assert strength_of(game, "5A") == 4
    assert [game.state.steps[R.index[ship]] for ship in ("BB", "CA")] == [2, 2]
    assert asked(game) == "Soviet impulse"


@rule("K41 10.15.3b", "K41 10.15.3c")
def test_where_destroyed_blocks_go() -> None:
    game = battle({"44AK": "16", "6C": "16"}, "1", "5 1 1 1", strength={"6C": 1})
    assert place_of(game, "6C") == "soviet-pool"
    game = battle({"44AK": "16", "6C": "16"}, "6 1 1", strength={"44AK": 1})
    assert place_of(game, "44AK") == "axis-lost"


# ---- after the battle (10.16, 10.18) ----------------------------------------------------------------


def cleared() -> Game:
    """Kleist's tanks and infantry have taken 16 and may continue."""
    game = stage("impulse", {"Kleist": "15", "3Pz": "15", "29AK": "15", "6C": "16"}, strength={"6C": 1})
    act(game, "tactical", "pick Kleist", "reveal", "done", "pick 3Pz", "go 16", "pick 29AK", "go 16", "done")
    coming(game, "6 1 1 1", "1 1 1 1")
    act(game, "done")
    return game


@rule("K41 10.16c")
def test_fast_blocks_that_cleared_a_green_area_stay_visible() -> None:
    game = cleared()
    assert asked(game) == "Axis blitz"
    assert marked(game, "visible", "3Pz", "29AK") == [True, False]
    act(game, "done")
    assert marked(game, "visible", "3Pz", "29AK") == [False, False]


@rule("K41 10.18")
def test_activated_hqs_are_reduced_and_concealed_and_the_exhausted_destroyed() -> None:
    game = stage("impulse", {"Kleist": "15", "HQ6": "15", "SW": "9"}, strength={"HQ6": 0})
    act(game, "tactical", "pick Kleist", "reveal", "pick HQ6", "reveal", "done")
    assert marked(game, "visible", "Kleist", "HQ6") == [True, True]
    act(game, "done")
    assert (strength_of(game, "Kleist"), place_of(game, "HQ6")) == (3, "axis-lost")
    assert marked(game, "visible", "Kleist") == marked(game, "active", "Kleist") == [False]
