"""Positions from the rulebook alone: overruns (7). `adversary` has the table."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import no, yes
from barbarossa_1941.stage import act, asked, coming, place_of, stage, steps_of
from ostfront.core.play.game import Game
from rule import rule


def rolling(units: dict[str, str], *actions: str, moment: str = "movement", **more: Any) -> Game:
    game = stage(moment, units, **more)
    act(game, *actions)
    return game


ARMY = {"DE-XXXXI": "2616", "SU-8A": "2519"}


def test_an_overrun_costs_the_ground_and_one() -> None:
    """7c, 7d. 2617, 2618, 2619 (in the ZOC of 2519): three points; clear 1 + 1 makes five."""
    assert yes(rolling(ARMY, "pick DE-XXXXI", "go 2619", turn=3), "overrun 2519")


@rule("B41 7c")
def test_the_strategic_point_pays_no_overrun() -> None:
    """5n, 7c. One hex farther off four points are gone: two are needed, one is left."""
    game = rolling({**ARMY, "DE-XXXXI": "2615"}, "pick DE-XXXXI", "go 2619", turn=3)
    assert ("Axis", "march") not in asked(game)


@rule("B41 7c", "B41 12.3c")
def test_an_overrun_across_open_ground_in_mud() -> None:
    """7c, 12.3c. Two points overrun a neighbour without ZOC in clear ground, not one in forest."""
    assert yes(rolling({"DE-XXXXI": "2616", "SU-10MC": "2617"}, "pick DE-XXXXI", turn=7), "overrun 2617")
    game = rolling({"DE-XXXXI": "1116", "SU-10MC": "1117"}, "pick DE-XXXXI", turn=7)
    assert no(game, "overrun 1117") == "7c"  # 2 + 1


@rule("B41 7.1")
@pytest.mark.parametrize(
    ("start", "target"),
    [
        ("0418", "0517"),  # marsh
        ("1603", "1602"),  # arctic
        ("0914", "0915"),  # major city
        ("2521", "2522"),  # across a river
    ],
)
def test_ground_closed_to_overruns(start: str, target: str) -> None:
    """7.1."""
    game = rolling({"DE-XXXXI": start, "SU-10MC": target}, "pick DE-XXXXI", turn=3)
    assert no(game, f"overrun {target}") == "7.1"


@rule("B41 7.1")
def test_a_frozen_river_is_still_closed_to_overruns() -> None:
    """7.1 names no weather."""
    game = rolling({"DE-XXXXI": "2521", "SU-10MC": "2522"}, "pick DE-XXXXI", turn=8)
    assert no(game, "overrun 2522") == "7.1"


def test_mountains_forests_and_minor_cities_are_open() -> None:
    """7.1, 7c. 0322 to 0423: 1; mountain 0424 3 + 1: five. Bobruisk 1116 is forest: 2 + 1."""
    assert yes(rolling({"DE-XXXXI": "0322", "SU-12A": "0424"}, "pick DE-XXXXI", "go 0423", turn=3), "overrun 0424")
    assert yes(rolling({"DE-XXXXI": "1117", "SU-10MC": "1116"}, "pick DE-XXXXI", turn=3), "overrun 1116")


@rule("B41 7b", "B41 12.8c")
def test_who_began_in_a_zoc_does_not_overrun_but_on_turn_one_germans_do() -> None:
    """7b, 12.8c."""
    units = {"DE-XXXXI": "2619", "SU-8A": "2519"}
    assert no(rolling(units, "pick DE-XXXXI", turn=3), "overrun 2519") == "7b"
    assert yes(rolling(units, "pick DE-XXXXI", turn=1), "overrun 2519")


@rule("B41 4a")
def test_a_single_step_next_door_is_no_zoc_and_may_be_overrun() -> None:
    """7b, 4a."""
    units = {"DE-XXXXI": "2619", "SU-8A": "2519"}
    assert yes(rolling(units, "pick DE-XXXXI", turn=3, reduced=["SU-8A"]), "overrun 2519")


@rule("B41 7a")
def test_isolated_stacks_and_infantry_do_not_overrun() -> None:
    """7a, 8.1a."""
    game = rolling(ARMY, "pick DE-XXXXI", "go 2618", turn=3, isolated=["DE-XXXXI"])
    act(game, "go 2619")
    assert ("Axis", "march") not in asked(game)
    mixed = {"DE-XXXXI": "2618", "DE-I": "2618", "SU-10MC": "2619"}
    game = rolling(mixed, "pick DE-XXXXI", turn=3)
    assert no(game, "with DE-I") == "7a"
    game = rolling(mixed, "pick DE-XXXXI", turn=3)
    assert yes(game, "overrun 2619")  # the panzer corps alone


@rule("B41 7a")
def test_one_isolated_corps_spoils_the_stack() -> None:
    """7a: a supplied stack."""
    units = {"DE-XXXXI": "2618", "DE-LVI": "2618", "SU-10MC": "2619"}
    game = rolling(units, "pick DE-XXXXI", turn=3, isolated=["DE-LVI"])
    if yes(game, "with DE-LVI"):
        act(game, "with DE-LVI")
        assert no(game, "overrun 2619") in ("7a", "8.1a")


@rule("B41 7.2b", "B41 7.2c")
def test_a_second_overrun_and_a_last_point() -> None:
    """7.2c, 7.2b. 11 to 2 is 5:1 (8), quality 5 against 2: +3 makes 8:1 (11); a 1 gives 12: 0/2.

    SU-11MC has 2 and quality 1: +4, the end column. Two overruns cost four points, one is left."""
    units = {"DE-XXXXI": "2616", "DE-LVI": "2616", "SU-10MC": "2617", "SU-11MC": "2618"}
    game = rolling(units, "pick DE-XXXXI", "with DE-LVI", turn=3, rolls=["roll 1", "roll 1"])
    act(game, "overrun 2617")
    if asked(game) == [("Axis", "lead")]:
        act(game, "lead DE-XXXXI")
    assert place_of(game, "SU-10MC") in ("eliminated", "removed")
    act(game, "enter", "overrun 2618")
    if asked(game) == [("Axis", "lead")]:
        act(game, "lead DE-XXXXI")
    act(game, "enter")
    assert place_of(game, "DE-LVI") == "2618"
    assert yes(game, "go 2619")
    assert "go 2620" not in game.legal


@rule("B41 7.2b")
def test_after_an_overrun_the_stack_leaves_even_a_zoc() -> None:
    """7.2b. SU-8A in 2618 covers 2617: after two points three are left; leaving costs 1 + 1, overrunning 2618 2."""
    units = {"DE-XXXXI": "2616", "SU-10MC": "2617", "SU-8A": "2618"}
    game = rolling(units, "pick DE-XXXXI", "overrun 2617", turn=3, rolls=["roll 4"])
    act(game, "enter")  # 6 to 2 is 3:1 (6), +3: 9, die 4: 13, 0/2
    assert yes(game, "go 2516")
    assert yes(game, "overrun 2618")
    assert "go 2515" in game.legal  # 1 + 1 + 1
    assert "go 2514" not in game.legal


def test_a_failed_overrun_ends_the_move_but_not_the_attack() -> None:
    """7.2b, 7.2c. 6 to 8 is 1:2 (2), +3: 5, die 1: 6, 1/1."""
    units = {"DE-XXXXI": "2617", "SU-8A": "2519", "SU-11A": "2519", "DE-I": "2613"}
    game = rolling(units, "pick DE-XXXXI", "go 2619", turn=3, rolls=["roll 1"])
    act(game, "overrun 2519")
    while asked(game)[0][1] in ("lead", "loss"):
        act(game, game.legal.texts[0])
    assert steps_of(game, "DE-XXXXI") == 1
    assert steps_of(game, "SU-8A") + steps_of(game, "SU-11A") == 3
    assert asked(game) == [("Axis", "move")]
    assert "pick DE-XXXXI" not in game.legal
    act(game, "done")
    assert yes(game, "attack 2519")


@rule("B41 12.8a")
def test_no_soviet_retreat_from_an_overrun_on_turn_one() -> None:
    """12.8a, 12.8d. 6 to 4 is 3:2 (4), +3: 7, die 4 and 1: 12, 0/2: both steps of the army."""
    game = rolling(ARMY, "pick DE-XXXXI", "go 2619", turn=1, rolls=["roll 4"])
    act(game, "overrun 2519")
    assert place_of(game, "SU-8A") == "eliminated"
    assert asked(game) == [("Axis", "follow")]


@rule("B41 6o", "B41 7.2b")
def test_from_turn_two_it_may_retreat_and_the_stack_follows() -> None:
    """6o, 7.2b. 3:2 (4), +3: 7, die 4: 11, 0/2."""
    game = rolling(ARMY, "pick DE-XXXXI", "go 2619", turn=3, rolls=["roll 4"])
    act(game, "overrun 2519")
    assert asked(game) == [("Soviet", "second loss")]
    act(game, "retreat 2420")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2420", 1)
    act(game, "enter")
    assert place_of(game, "DE-XXXXI") == "2519"


@rule("B41 7.2a")
def test_only_air_support_in_an_overrun() -> None:
    """7.2a. 0217 is Axis rail: guns would be at hand; Joukov and reaction too."""
    units = {"DE-XXXXI": "0118", "SU-10MC": "0217", "DE-LW2": "0116", "SU-1MC": "0218"}
    more: dict[str, Any] = {"turn": 3, "triggers": (1, 1, 1, 1, 0), "reduced": ["SU-1MC"]}
    game = rolling(units, "pick DE-XXXXI", "go 0117", rolls=["roll 4"], **more)
    act(game, "overrun 0217")
    assert asked(game) == [("Axis", "air support")]
    act(game, "fly DE-LW2")
    assert asked(game) == [("Axis", "follow")]  # 3:1 (6) +3 +2: 11, die 4: 15
    attack = rolling({**units, "DE-XXXXI": "0117"}, "attack 0217", moment="combat", **more)
    act(attack, "pass")
    assert asked(attack) == [("Axis", "guns")]


def test_exploitation_overruns_with_half_the_points() -> None:
    """7a, 5f. Half of 5 is 3: one hex and an overrun in clear ground, or one in forest."""
    game = rolling({"DE-XXXXI": "2617", "SU-8A": "2619"}, "pick DE-XXXXI", moment="exploitation", turn=3)
    act(game, "go 2618")
    assert yes(game, "overrun 2619")
    game = rolling({"DE-XXXXI": "1117", "SU-10MC": "1116"}, "pick DE-XXXXI", moment="exploitation", turn=3)
    assert yes(game, "overrun 1116")  # forest, next door: 2 + 1


@rule("B41 7c")
def test_no_minimum_move_for_an_overrun() -> None:
    """5e, 7c. Mountain 3 + 1 is more than the 3 points of exploitation."""
    game = rolling({"DE-XXXXI": "0423", "SU-10MC": "0424"}, "pick DE-XXXXI", moment="exploitation", turn=3)
    assert no(game, "overrun 0424") == "7c"


@rule("B41 7a")
def test_soviets_and_hungarians_overrun_too() -> None:
    """7a: any motorised stack. Four points: one hex, one overrun, one left; a mobile group likewise, cavalry not."""
    units = {"SU-1MC": "2617", "DE-I": "2619"}
    assert yes(rolling(units, "pick SU-1MC", "go 2618", side="soviet", turn=3), "overrun 2619")
    group = {"SU-6CC": "2618", "SK-1": "2619"}
    assert yes(rolling(group, "pick SU-6CC", side="soviet", turn=3, steps={"SU-6CC": 2}), "overrun 2619")
    assert no(rolling(group, "pick SU-6CC", side="soviet", turn=3), "overrun 2619") == "7a"
    hungarian = {"HU-GYOR": "2617", "SU-8A": "2619"}
    game = rolling(hungarian, "pick HU-GYOR", "go 2618", turn=4, triggers=(1, 0, 0, 0, 0))
    assert yes(game, "overrun 2619")


@rule("B41 7.2b")
def test_an_overrun_into_an_air_base() -> None:
    """11.1c, 7.2b. Yelets 2218 from 2118, no river between them; turn 3: back on turn 5."""
    units = {"DE-XXXXI": "2118", "SU-10MC": "2218", "SU-AIR1": "2218"}
    game = rolling(units, "pick DE-XXXXI", turn=3)
    coming(game, "roll 6")
    act(game, "overrun 2218")  # 3:1 (6) +3 -1 (minor city): 8, die 6: 14, 0/2
    if asked(game) == [("Soviet", "air support")]:
        act(game, "pass")
    act(game, "enter")
    assert place_of(game, "SU-AIR1") != "2218"
    assert game.state.due[game.facts.roster.index["SU-AIR1"]] == 5
