"""What the other scenarios change and how they are won (12 to 15)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, coming, hexes, offered, place_of, stage, units
from ostfront import games
from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control, losses
from ostfront.games.barbarossa_deluxe.state import ASSAULT, MOVEMENT
from rule import rule

UNITS = {"26C": "2217", "20A": "1502"}


def winner(game: Game) -> str | None:
    """The winner; empty for a draw, None while the game is on."""
    result = game.state.result
    return result.winner if result is not None else None


def take(game: Game, unit: str, place: str) -> int:
    before = int(game.state.vp)
    control.enter(game, units(unit), FACTS.board.index(place), "advance")
    return int(game.state.vp) - before


def cities_of(scenario: str) -> int:
    facts: Any = games.rules("barbarossa-deluxe", scenario).facts
    return int(facts.scenario.german & facts.cities)


def ended(scenario: str, turn: int, positions: dict[str, str] | None = None, **more: Any) -> Game:
    """After the last check of a scenario."""
    fields = {"start_cities": cities_of(scenario), "vp": 25, **more}
    return stage("victory check", {**UNITS, **(positions or {})}, turn=turn, scenario=scenario, **fields)


# ---- how long they last -----------------------------------------------------------------------------


@rule("BD 12.1", "BD 13.2", "BD 14.2", "BD 14.8", "BD 15.2")
@pytest.mark.parametrize(
    ("scenario", "last"), [("blue-kremlin", 13), ("citadel", 22), ("gambit", 20), ("what-if", 14), ("road-back", 32)]
)
def test_a_scenario_ends_with_its_last_turn(scenario: str, last: int) -> None:
    before = ended(scenario, last - 1, offensive_judged=True, offensive=17, vp=5 if last == 32 else 25)
    assert (winner(before), before.state.turn) == (None, last)
    after = ended(scenario, last)
    assert winner(after) is not None
    assert after.state.turn == last


# ---- The Road Back (12) -----------------------------------------------------------------------------


@rule("BD 12.2a")
def test_turn_13_of_the_road_back_is_one_soviet_assault_phase() -> None:
    game = Game.started(games.rules("barbarossa-deluxe", "road-back"), Seeded.of("road back"))
    seen = []
    while game.state.turn == 13:
        if ("Soviet", "assault") in asked(game):
            seen.append(game.state.phase)
            act(game, "done")
        else:
            act(game, "lower" if offered(game, "lower") else "pass")
    assert seen == [ASSAULT]
    assert place_of(game, "2G") == "rvgk"
    kinds = {event.args for event in game.events or () if event.kind == "phase"}
    assert kinds == {(1, ASSAULT)}
    assert game.state.vp == 33


@rule("BD 12.2c")
def test_turn_14_of_the_road_back_is_a_whole_turn() -> None:
    game = stage("first player turn", UNITS, turn=14, scenario="road-back", vp=33)
    while game.state.turn == 14:
        act(
            game,
            next((text for text in ("done", "pass", "lower", "fight-move") if offered(game, text)), "move-fight"),
        )
    phases = [event.args for event in game.events or () if event.kind == "phase"]
    assert phases[:4] == [(0, ASSAULT), (0, MOVEMENT), (1, ASSAULT), (1, MOVEMENT)]


@rule("BD 12.3b")
@pytest.mark.parametrize(("turn", "wins"), [(13, None), (15, None), (16, "german")])
def test_the_first_check_of_the_road_back(turn: int, wins: str | None) -> None:
    game = stage("victory check", UNITS, turn=turn, scenario="road-back", vp=60)
    assert winner(game) == wins


@rule("BD 12.7a", "BD 12.7b")
def test_the_stand_fast_order() -> None:
    cut = {**UNITS, "4C": "2501", "8C": "2501", **around("2501", *ARMIES[1:], "28A")}
    game = stage("begin", cut, turn=14, scenario="road-back")
    assert game.state.stalingrad_bound == units("4C", "8C")
    assert not game.state.stalingrad_freed
    again = stage("begin", {**UNITS, "4C": "2501"}, turn=15, scenario="road-back", stalingrad_bound=units("4C", "8C"))
    assert (again.state.stalingrad_bound, again.state.stalingrad_freed) == (0, True)
    later = stage("begin", cut, turn=16, scenario="road-back", stalingrad_freed=True)
    assert later.state.stalingrad_bound == 0


@rule("BD 12.7a")
def test_the_order_begins_with_turn_14_and_with_the_garrison_of_its_start() -> None:
    cut = {**UNITS, "4C": "2501", **around("2501", *ARMIES[1:], "28A")}
    assert stage("begin", cut, turn=13, scenario="road-back").state.stalingrad_bound == 0
    corps = {**UNITS, "4C": "2501", "3Pz": "2501", "8C": "2501", "21A": "2500"}
    relieved = stage("assault", corps, turn=14, scenario="road-back", stalingrad_bound=units("4C"))
    act(relieved, "attack 2500")
    assert offered(relieved, "with 3Pz")  # it came in this turn
    assert not offered(relieved, "with 4C")
    assert "BD 12.7a" in [objection.rule for objection in relieved.why_not("with 4C")]


@rule("BD 12.7c")
@pytest.mark.parametrize(
    ("turn", "city", "gained"), [(14, "german", 0), (15, "german", 2), (17, "german", 2), (17, "soviet", 0)]
)
def test_fortress_stalingrad_pays_from_turn_15_on(turn: int, city: str, gained: int) -> None:
    held = {city: ["2501"]}
    fields: dict[str, Any] = {"offensive_judged": True, "offensive": 17, **held}
    game = stage("victory check", UNITS, turn=turn, scenario="road-back", vp=28, **fields)
    assert game.state.vp - 28 == gained


SIEGE: dict[str, Any] = {"scenario": "road-back", "siege": True, "vp": 30, "turn": 16}


@rule("BD 12.13a", "BD 12.13b")
def test_the_siege_of_leningrad_is_lifted_and_laid_again() -> None:
    game = stage("movement", {**UNITS, "28C": "1110", "50C": "1111", "42A": "1011", "54A": "1109"}, **SIEGE)
    assert take(game, "28C", "1211") == 0  # one corps is left
    assert take(game, "50C", "1212") == -1
    assert take(game, "28C", "1212") == 0
    assert take(game, "28C", "1111") == 1
    assert take(game, "28C", "1212") == -1


@rule("BD 12.13a")
def test_the_siege_is_lifted_by_the_death_of_the_last_corps() -> None:
    game = stage("movement", {**UNITS, "28C": "1110", "42A": "1011", "54A": "1109"}, **SIEGE)
    losses.eliminate(game, units("28C"))
    assert (game.state.vp, game.state.siege) == (29, False)


@rule("BD 12.13b")
def test_a_city_that_is_cut_off_is_under_siege() -> None:
    """The point comes back at once and does not flicker; the cordon gone, it is lost."""
    game = stage("movement", {**UNITS, "42A": "1011", "28C": "1110", **cordon()}, **SIEGE)
    assert [take(game, "28C", place) for place in ("1211", "1212", "1213")] == [0, 0, 0]
    assert game.state.siege
    losses.eliminate(game, units(*cordon()))
    assert (game.state.vp, game.state.siege) == (29, False)


def cordon() -> dict[str, str]:
    """German corps wherever a Soviet line could leave the city by land or lake, but none next to it."""
    corps = ("27C", "29C", "30C", "34C", "1C", "2C")
    return dict(zip(corps, ("1009", "1109", "1112", "1210", "1211", "1212"), strict=True))


@rule("BD 12.13c")
def test_once_leningrad_was_taken_the_point_is_safe() -> None:
    game = stage("movement", {**UNITS, "28C": "1110", "54A": "1109"}, **SIEGE)
    assert take(game, "28C", "1011") == 1
    assert take(game, "28C", "1212") == 0
    assert take(game, "20A", "1011") == -1
    assert game.state.siege


# ---- Blue and Kremlin (13.4) ------------------------------------------------------------------------

EXPEDITION = {"40Pz": "caucasus", "57Pz": "caucasus", "52C": "caucasus"}


def blue(held: tuple[str, ...], positions: dict[str, str] | None = None, **more: Any) -> str | None:
    return winner(ended("blue-kremlin", 13, positions, german=held, **more))


LENINGRAD = ("1110", "1011")
MOSCOW = ("1609", "1608", "1607", "1606")


@rule("BD 13.4b", "BD 13.4d")
def test_two_of_three_cities_win_blue_and_kremlin() -> None:
    assert blue((*LENINGRAD, *MOSCOW)) == "german"
    assert blue(MOSCOW) == "soviet"
    assert blue(()) == "soviet"
    assert blue((*MOSCOW, "2205", "2804")) == "soviet"  # other cities do not count


@rule("BD 13.4b")
def test_a_prize_without_overland_supply_does_not_count() -> None:
    assert blue((*LENINGRAD, *MOSCOW), around("1606", *ARMIES)) == "soviet"


@rule("BD 13.4a")
def test_the_cities_of_the_start_must_be_held_in_supply() -> None:
    both = (*LENINGRAD, *MOSCOW)
    assert blue(both, soviet=["3108"]) == "soviet"
    assert blue(both, around("1813", *ARMIES)) == "soviet"
    assert blue(both, soviet=["3015", "2419"]) == "german"  # no cities


@rule("BD 13.4c")
def test_an_expedition_in_its_box_counts_as_one() -> None:
    assert blue(MOSCOW, EXPEDITION) == "german"
    assert blue((), EXPEDITION) == "soviet"


@rule("BD 13.4d")
def test_points_decide_nothing_in_blue_and_kremlin() -> None:
    for points in (0, 60):
        assert winner(ended("blue-kremlin", 11, vp=points)) is None


# ---- Citadel (14.2 to 14.4) -------------------------------------------------------------------------

DNEPR = [FACTS.place_names[i] for i in bits(FACTS.lower_dnepr)]
GUARDS = {"27C": "2509", "5C": "3105"}  # on the Dnepr, on the Taman peninsula
SEVEN = ("2407", "2605", "1710", "2311", "2607", "2911", "1813")
AHEAD = {"german": ("1110",), "soviet": ()}


def citadel(taken: int, positions: dict[str, str] | None = None, turn: int = 22, **more: Any) -> str | None:
    """Citadel after a turn: so many of seven cities are Soviet."""
    found = ended("citadel", turn, {**GUARDS, **(positions or {})}, soviet=SEVEN[:taken], **more)
    return winner(found)


@rule("BD 14.3")
def test_citadel_begins_with_the_two_soviet_phases() -> None:
    game = Game.started(games.rules("barbarossa-deluxe", "citadel"), Seeded.of("citadel"))
    while game.state.turn == 19:
        act(game, next((text for text in ("done", "pass", "lower") if offered(game, text)), game.legal.texts[0]))
    told = [event.args for event in game.events or () if event.kind in ("player turn", "phase")]
    assert [args[0] for args in told[:3]] == [1, 1, 1]
    assert len(told) == 3 or told[3][0] == 0  # turn 20 begins with the Germans


@rule("BD 14.4a")
def test_seven_cities_win_citadel() -> None:
    assert citadel(7) == "soviet"
    assert citadel(6) == "german"
    assert citadel(7, german=["2207"]) == "german"  # Kursk, his own, is lost


@rule("BD 14.4a")
def test_his_own_cities_must_be_in_overland_supply() -> None:
    assert citadel(7, around("2501", *CORPS)) == "german"
    assert citadel(7, around("1813", *CORPS)) == "soviet"  # Minsk is one of the seven


@rule("BD 14.4a")
def test_citadel_may_be_won_before_the_last_turn() -> None:
    assert citadel(7, turn=20) == "soviet"
    assert citadel(6, turn=20) is None


@rule("BD 14.4b")
def test_leningrad_must_be_free() -> None:
    assert citadel(7, {"50C": "1111"}) == "german"
    assert citadel(7, {"50C": "1112"}) == "soviet"


@rule("BD 14.4c", "BD 14.4d")
def test_seven_with_two_substitutes() -> None:
    """Five cities, the Taman peninsula empty and the Dnepr given up."""
    assert citadel(5, {"27C": "2214", "5C": "3106"}) == "soviet"
    assert citadel(5, {"27C": "2509", "5C": "3106"}) == "german"
    assert citadel(5, {"27C": "2214", "5C": "3105"}) == "german"
    assert citadel(5, {"27C": "2214", "5C": "3106"}, turn=21) is None  # they count at the end only


@rule("BD 14.4c")
def test_only_supplied_germans_hold_the_dnepr() -> None:
    assert citadel(6, {"27C": "2509"}) == "german"
    assert citadel(6, {"27C": "2509", **around("2509", *ARMIES)}) == "soviet"
    assert citadel(6, {"27C": "2212"}) == "soviet"  # north of Kiev


# ---- the Gambit (14.10) -----------------------------------------------------------------------------


def gambit(positions: dict[str, str] | None = None, **more: Any) -> str | None:
    return winner(ended("gambit", 20, positions, **more))


@rule("BD 14.10a", "BD 14.10d")
def test_one_more_city_wins_the_gambit() -> None:
    front: dict[str, Any] = {"german": ("2208", "2207")}
    assert gambit(**front) == "german"
    assert gambit() == "soviet"
    assert gambit(soviet=["2911"], **front) == "soviet"
    assert gambit(around("2207", *ARMIES), **front) == "soviet"  # not in supply
    assert gambit(around("1813", *ARMIES), **front) == "soviet"


@rule("BD 14.10b")
@pytest.mark.parametrize(("killed", "wins"), [(4, "soviet"), (5, "german"), (9, "german")])
def test_five_lost_in_a_pocket_are_a_city(killed: int, wins: str) -> None:
    assert gambit(killed_unsupplied=killed) == wins


@rule("BD 14.10c", "BD 4.14c")
@pytest.mark.parametrize(("place", "wins"), [("1011", "german"), ("1606", "german"), ("2501", None), ("2207", None)])
def test_leningrad_or_moscow_ends_the_gambit_at_once(place: str, wins: str | None) -> None:
    game = stage("movement", {**UNITS, **around(place, *ARMIES)}, turn=18, scenario="gambit", vp=25)
    take(game, "26C", place)
    assert winner(game) == wins


# ---- What If (15) -----------------------------------------------------------------------------------

WEST = FACTS.scenario.german & FACTS.cities
EAST = [FACTS.place_names[i] for i in bits(FACTS.cities & ~FACTS.scenario.german)]


def what_if(**more: Any) -> str | None:
    return winner(ended("what-if", 14, **more))


@rule("BD 15.4a")
def test_the_soviets_win_the_what_if() -> None:
    assert what_if(soviet=["2117"]) == "soviet"
    assert what_if(soviet=["2419"]) == "soviet"  # the USIR
    assert what_if(soviet=["3015"]) == ""  # an oil field is neither
    assert what_if(soviet=["2117"], german=["1813"]) == ""


@rule("BD 15.4b")
def test_the_germans_win_the_what_if() -> None:
    assert what_if(german=["1813"]) == "german"
    assert what_if(german=["3103"]) == ""
    assert what_if(german=["1813"], soviet=["2419"]) == ""
    assert what_if(german=["1813"], soviet=["3114"]) == ""


@rule("BD 15.4c")
def test_anything_else_is_a_draw() -> None:
    for points in (0, 60):
        assert what_if(vp=points) == ""


@rule("BD 15.5a", "BD 15.5b")
@pytest.mark.parametrize(
    ("unit", "place", "wins"),
    [("20A", "2023", "soviet"), ("26C", "1606", "german"), ("20A", "2820", None), ("26C", "1011", None)],
)
def test_berlin_or_moscow_ends_the_what_if_at_once(unit: str, place: str, wins: str | None) -> None:
    ring = CORPS[1:] if unit == "20A" else ARMIES[3:]
    game = stage("movement", {**UNITS, **around(place, *ring)}, turn=10, scenario="what-if")
    take(game, unit, place)
    assert winner(game) == wins


@rule("BD 15.3a")
def test_the_soviets_have_the_first_player_turn_of_the_what_if() -> None:
    game = stage("first player turn", UNITS, turn=10, scenario="what-if", zone=1)
    assert ("Soviet", "order") in asked(game)
    assert ("German", "order") in asked(stage("first player turn", UNITS, turn=10, zone=1))
    second = stage("second player turn", UNITS, turn=10, scenario="what-if", zone=1)
    assert ("German", "order") in asked(second)


@rule("BD 15.1b")
def test_dated_rules_hold_in_the_what_if() -> None:
    """The zone of 1942 is named on turn 9; nothing of 1941 is left."""
    game = stage("zone", UNITS, turn=9, scenario="what-if")
    assert asked(game) == [("German", "zone")]
    act(game, "south")
    assert offered(game, "move-fight")


def test_points_of_what_if_need_no_dice() -> None:
    game = stage("movement", UNITS, turn=10, scenario="what-if", vp=14)
    coming(game)
    assert take(game, "20A", "3114") == -1
    assert hexes("3114") & ~game.state.german
