"""The Caucasus expedition (4.11 to 4.13)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.marching import left, picks, reach
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import caucasus
from ostfront.games.barbarossa_deluxe.state import ENDED, NONE, SUCCEEDED, UNDER_WAY
from rule import rule

SOUTH = ("2607", "2804", "3103", *(f"32{n:02}" for n in range(5)))  # the three cities and the exits
FORCE = {"40Pz": "3203", "57Pz": "3203", "52C": "3204"}
ARMIES = {"9A": "1502", "37A": "1502", "44A": "1405", "46A": "rvgk", "47A": "1405"}
BOXED = {"40Pz": "caucasus", "57Pz": "caucasus", "52C": "caucasus"}


def ready(**more: str) -> Game:
    """The German movement phase with the force at the exits."""
    return stage("movement", {**FORCE, **ARMIES, **more}, turn=11, german=SOUTH, expedition_ready=True)


def launched(**more: str) -> Game:
    game = ready(**more)
    act(game, "done", "send 40Pz", "send 57Pz", "send 52C")
    return game


# ---- the conditions (4.11) ------------------------------------------------------------------------------


@rule("BD 4.11a")
@pytest.mark.parametrize(
    ("soviet", "enemy", "met"),
    [((), "1502", True), (("3103",), "1502", False), (("2607",), "1502", False), ((), "2704", False)],
)
def test_the_way_to_the_oil_is_looked_at_when_a_turn_begins(soviet: tuple[str, ...], enemy: str, met: bool) -> None:
    game = stage("begin", {"1C": "2217", "4A": enemy}, turn=11, german=SOUTH, soviet=soviet)
    assert game.state.expedition_ready == met


@rule("BD 4.11a")
def test_once_open_the_way_stays_open_while_rostov_and_dnepropetrovsk_are_held() -> None:
    game = stage("begin", {"1C": "2217", "4A": "2704"}, turn=11, german=SOUTH, expedition_ready=True)
    assert game.state.expedition_ready
    for lost, open_ in (("3103", True), ("2804", False), ("2607", False)):
        game = stage("movement", {**FORCE, **ARMIES}, turn=11, german=SOUTH, soviet=[lost], expedition_ready=True)
        act(game, "done")
        assert (asked(game) == [("German", "expedition")]) == open_


@rule("BD 4.11a")
def test_without_the_conditions_nobody_is_asked() -> None:
    game = stage("movement", {**FORCE, **ARMIES}, turn=11, german=SOUTH)
    act(game, "done")
    assert asked(game) != [("German", "expedition")]


@rule("BD 4.11b")
def test_one_infantry_corps_and_two_panzer_corps_leave_together() -> None:
    game = ready(**{"49Mtn": "3203", "3Pz": "3204"})
    act(game, "done")
    assert {"send 40Pz", "send 3Pz", "send 49Mtn", "send 52C", "done"} <= set(game.legal.texts)
    act(game, "send 49Mtn")
    assert not offered(game, "send 52C")  # one is enough
    assert not offered(game, "done")  # all in
    act(game, "send 3Pz", "send 40Pz")
    assert place_of(game, "3Pz") == "caucasus"
    assert place_of(game, "57Pz") == "3203"
    assert game.state.expedition == UNDER_WAY


@rule("BD 4.11b")
@pytest.mark.parametrize("missing", ["40Pz", "52C"])
def test_a_force_that_is_not_complete_does_not_leave(missing: str) -> None:
    force = {unit: place for unit, place in FORCE.items() if unit != missing}
    game = stage("movement", {**force, **ARMIES}, turn=11, german=SOUTH, expedition_ready=True)
    act(game, "done")
    assert asked(game) != [("German", "expedition")]


@rule("BD 4.11b")
@pytest.mark.parametrize(("start", "paid"), [("3100", False), ("3101", True)])
def test_leaving_takes_a_point_that_is_left_and_a_tiger_goes_along(start: str, paid: bool) -> None:
    force = {"40Pz": "3203", "57Pz": "3203", "52C": start, **ARMIES}
    game = stage("movement", force, turn=20, german=SOUTH, expedition_ready=True, with_={"502TB": "40Pz"})
    act(game, "pick 52C", "go 3204")
    assert left(game, "52C") == paid
    act(game, *(["stop"] if paid else []), "done")
    assert (asked(game) == [("German", "expedition")]) == paid
    if paid:
        act(game, "send 40Pz")
        assert place_of(game, "502TB") == "caucasus"


@rule("BD 4.13h")
def test_there_is_one_expedition_a_game() -> None:
    game = stage("movement", {**FORCE, **ARMIES}, turn=11, german=SOUTH, expedition_ready=True, expedition=ENDED)
    act(game, "done")
    assert asked(game) != [("German", "expedition")]


# ---- the answer (4.12) ----------------------------------------------------------------------------------


@rule("BD 4.12a")
def test_four_rifle_armies_answer() -> None:
    game = launched(**{"1Sh": "1502", "5T": "1502", "50A": "3100"})
    assert asked(game) == [("Soviet", "response")]
    assert not offered(game, "withdraw 1Sh")
    assert not offered(game, "withdraw 5T")
    act(game, "withdraw 9A", "withdraw 46A", "withdraw 37A", "withdraw 44A")
    assert place_of(game, "46A") == place_of(game, "9A") == "caucasus"
    assert asked(game) != [("Soviet", "response")]
    assert game.result is None


@rule("BD 4.12a")
def test_an_army_without_supply_cannot_go() -> None:
    ring = {"1C": "1908", "2C": "1910", "4C": "2010", "5C": "1809", "6C": "1810", "7C": "2009"}
    game = launched(**{"50A": "1909", **ring})
    assert not offered(game, "withdraw 50A")
    assert offered(game, "withdraw 47A")


@rule("BD 4.12b")
def test_who_refuses_or_cannot_has_lost() -> None:
    game = launched()
    act(game, "withdraw 9A", "refuse")
    assert game.result is not None
    assert game.result.winner == "german"
    few = {"9A": "1502", "37A": "1502", "44A": "1405"}
    game = stage("movement", {**FORCE, **few}, turn=11, german=SOUTH, expedition_ready=True)
    act(game, "done", "send 40Pz", "send 57Pz", "send 52C")
    assert game.result is not None
    assert game.result.rule == "BD 4.12"


# ---- the rolls (4.13) -----------------------------------------------------------------------------------


def check(expedition: int, rolls: str, german: tuple[str, ...] = SOUTH, scenario: str = "grand-campaign") -> Game:
    """The Victory Check Phase, with 30 points and the force in the box."""
    turn = 13 if scenario == "road-back" else 11
    return stage(
        "victory check",
        {**BOXED, "1C": "2217"},
        turn=turn,
        german=german,
        expedition=expedition,
        rolls=[rolls],
        vp=30,
        scenario=scenario,
    )


@rule("BD 4.13a", "BD 4.13b")
def test_a_six_breaks_through_and_a_second_die_is_the_oil() -> None:
    game = check(UNDER_WAY, "6 4")
    assert (game.state.expedition, game.state.vp) == (SUCCEEDED, 34)
    game = check(UNDER_WAY, "5")
    assert (game.state.expedition, game.state.vp) == (UNDER_WAY, 30)


@rule("BD 4.13d")
def test_stalingrad_helps() -> None:
    game = check(UNDER_WAY, "5 2", (*SOUTH, "2501"))
    assert (game.state.expedition, game.state.vp) == (SUCCEEDED, 32)
    assert check(UNDER_WAY, "4", (*SOUTH, "2501")).state.expedition == UNDER_WAY
    # German, but out of overland supply: without Dnepropetrovsk
    cut = tuple(place for place in SOUTH if place != "2607")
    assert check(UNDER_WAY, "5", (*cut, "2501")).state.expedition == UNDER_WAY


@rule("BD 4.13c")
def test_after_the_breakthrough_a_point_a_turn() -> None:
    assert check(SUCCEEDED, "1").state.vp == 31
    assert check(ENDED, "1").state.vp == check(NONE, "1").state.vp == 30


@rule("BD 12.3c")
def test_the_roll_of_the_first_turn_of_the_road_back_is_made() -> None:
    game = check(UNDER_WAY, "6 6", scenario="road-back")
    assert game.state.expedition == UNDER_WAY


# ---- its end (4.13) -------------------------------------------------------------------------------------


@rule("BD 4.13e")
@pytest.mark.parametrize(("start", "city"), [("2704", "2804"), ("2506", "2607")])
def test_the_loss_of_rostov_or_dnepropetrovsk_destroys_it(start: str, city: str) -> None:
    game = stage(
        "movement", {**BOXED, "4A": start}, side="soviet", turn=12, german=SOUTH, expedition=SUCCEEDED, vp=30
    )
    act(game, "pick 4A", f"go {city}")
    assert game.state.expedition == ENDED
    assert place_of(game, "40Pz") == place_of(game, "52C") == "dead-german"
    assert game.state.vp == 29  # the city; the oil is kept


@rule("BD 4.13e")
def test_soviet_units_in_all_five_exits_destroy_it() -> None:
    four = {"4A": "3200", "5A": "3201", "6A": "3202", "8A": "3203"}
    game = stage("movement", {**BOXED, **four, "9A": "3104"}, side="soviet", turn=12, expedition=UNDER_WAY)
    assert game.state.expedition == UNDER_WAY
    act(game, "pick 9A", "go 3204")
    assert game.state.expedition == ENDED
    assert place_of(game, "57Pz") == "dead-german"


@rule("BD 4.13i")
def test_units_in_the_box_are_never_short_of_supply() -> None:
    # from turn 28 on what dies without overland supply is gone for good (8.14)
    game = stage("movement", {**BOXED, "4A": "2704"}, side="soviet", turn=28, german=SOUTH, expedition=UNDER_WAY)
    act(game, "pick 4A", "go 2804")
    assert place_of(game, "40Pz") == "dead-german"


@rule("BD 4.13f")
def test_a_force_that_has_not_broken_through_may_be_recalled() -> None:
    game = stage("movement", {**BOXED, "1C": "2217"}, turn=12, german=SOUTH, expedition=UNDER_WAY)
    act(game, "recall", "at 3203", "at 3203", "at 3204")
    assert game.state.expedition == ENDED
    assert sorted(place_of(game, unit) for unit in BOXED) == ["3203", "3203", "3204"]
    act(game, "pick 40Pz")
    assert left(game, "40Pz") == 8  # the whole factor
    assert "3103" in reach(game)


@rule("BD 4.13f")
def test_it_comes_back_through_exits_without_soviet_units() -> None:
    three = {"4A": "3200", "5A": "3201", "6A": "3202", "8A": "3203"}
    game = stage("movement", {**BOXED, **three, "1C": "2217"}, turn=12, german=SOUTH, expedition=UNDER_WAY)
    act(game, "recall")
    assert {place_of(game, unit) for unit in BOXED} == {"3204"}
    full = dict.fromkeys(("2C", "4C", "5C"), "3204")
    game = stage("movement", {**BOXED, **three, **full}, turn=12, german=SOUTH, expedition=UNDER_WAY)
    assert not offered(game, "recall")  # no room for all three


@rule("BD 4.13h")
def test_the_whole_force_comes_back_and_never_leaves_again() -> None:
    game = stage("movement", {**BOXED, **ARMIES}, turn=12, german=SOUTH, expedition=UNDER_WAY, expedition_ready=True)
    act(game, "recall", "at 3203", "at 3203", "at 3203", "done")
    assert not caucasus.in_box(FACTS, game.state, 0)
    assert asked(game) != [("German", "expedition")]


@rule("BD 4.13j")
def test_a_force_that_has_broken_through_stays() -> None:
    game = stage("movement", {**BOXED, "1C": "2217"}, turn=12, german=SOUTH, expedition=SUCCEEDED)
    assert not offered(game, "recall")


@rule("BD 4.13g")
def test_the_soviet_armies_follow_through_the_exits() -> None:
    boxed = dict.fromkeys(("9A", "37A", "44A", "46A"), "caucasus")
    game = stage("movement", {**boxed, "4A": "1502"}, side="soviet", turn=12, expedition=UNDER_WAY)
    assert picks(game) == {"4A"}
    game = stage("movement", {**boxed, "4A": "1502", "1C": "3202"}, side="soviet", turn=12, expedition=ENDED)
    assert picks(game) == {"4A", "9A", "37A", "44A", "46A"}
    act(game, "pick 9A")
    assert set(game.legal.texts) == {"at 3200", "at 3201", "at 3203", "at 3204"}
    act(game, "at 3203", "pick 9A")
    assert left(game, "9A") == 3
    act(game, "go 3103")
    assert game.state.german & hexes("3103") == 0


@rule("BD 4.13g")
def test_or_they_go_into_the_rvgk() -> None:
    boxed = dict.fromkeys(("9A", "37A", "44A", "46A"), "caucasus")
    game = stage("special phase", boxed, side="soviet", turn=12, expedition=ENDED)
    act(game, "reserve 9A")
    assert place_of(game, "9A") == "rvgk"
    assert caucasus.returning(FACTS, game.state) == units("37A", "44A", "46A")
