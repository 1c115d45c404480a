"""Victory points (4.1 to 4.8, 4.21): what every change of hands is worth, and what is lost once."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, around
from barbarossa_deluxe.stage import FACTS, coming, hexes, names, stage, units
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control
from rule import rule

EXTRA = ("USIR", "Maikop", "Nagykanizsa", "Ploesti")


def war(turn: int = 2, others: dict[str, str] | None = None, **more: Any) -> Game:
    """A movement phase with a corps and an army far from everything; the Germans have a foot in each region."""
    held = {"german": ["1515", "2409"], **more}
    return stage("movement", {"26C": "2217", "20A": "1502", **(others or {})}, turn=turn, vp=20, **held)


def take(game: Game, unit: str, place: str, *dice: str) -> int:
    """A unit enters a hex; by how much the total changes."""
    before = int(game.state.vp)
    coming(game, *dice)
    control.enter(game, units(unit), FACTS.board.index(place), "advance")
    return int(game.state.vp) - before


def total(game: Game) -> int:
    return int(game.state.vp)


# ---- hexes (4.2) ------------------------------------------------------------------------------------


@rule("BD 4.2a", "BD 4.2b")
def test_every_city_the_usir_and_three_oil_fields_are_worth_a_point() -> None:
    assert len(bits(FACTS.victory_hexes)) == len(bits(FACTS.cities)) + 4
    assert {FACTS.city_name(i) for i in bits(FACTS.victory_hexes & ~FACTS.cities)} == set(EXTRA)
    for place in bits(FACTS.victory_hexes):
        game = war(28)
        name = FACTS.place_names[place]
        at_home = bool(game.state.german >> place & 1)
        assert take(game, "20A" if at_home else "26C", name, "1") == (-1 if at_home else 1), name
    assert take(war(), "26C", "2310") == 0


@rule("BD 4.2b")
def test_the_total_follows_every_change_of_hands() -> None:
    game = war()
    assert [take(game, unit, "1813") for unit in ("26C", "20A", "26C", "26C", "20A")] == [1, -1, 1, 0, -1]


@rule("BD 4.2b")
def test_the_total_may_fall_below_zero() -> None:
    game = war(30)
    game.state.vp = 0
    assert take(game, "20A", "2023") == -1
    assert total(game) == -1


@rule("BD 4.1b")
def test_only_the_germans_have_points() -> None:
    """A Soviet capture lowers the German total, and there is no other."""
    game = war(30)
    assert take(game, "20A", "2117") == -1
    assert [name for name in dir(game.state) if name == "vp" or name.endswith("_vp")] == ["vp"]


@rule("BD 4.2c")
def test_supply_does_not_matter() -> None:
    game = war(2, around("1813", *ARMIES))
    assert take(game, "26C", "1813") == 1


@rule("BD 4.2e", "BD 4.2f")
@pytest.mark.parametrize(
    ("turn", "army", "lost"),
    [(1, "1917", 1), (2, "2217", 1), (2, "1717", 1), (5, "1917", 1), (6, "1917", 0), (2, "2820", 0), (2, "1914", 0)],
)
def test_soviets_in_germany_and_the_general_government(turn: int, army: str, lost: int) -> None:
    """At the end of turns 1 to 5, not in Hungary; 1717 is Konigsberg, whose own point has gone before."""
    game = stage("victory check", {"20A": army, "26C": "2023"}, turn=turn, vp=25)
    assert 25 - total(game) == lost


@rule("BD 4.2e")
def test_hexes_are_counted_not_units_and_only_while_they_are_occupied() -> None:
    armies = {"20A": "1917", "21A": "1917", "22A": "2017", "26C": "2023"}
    game = stage("victory check", armies, vp=20, soviet=["2018"])
    assert total(game) == 18


@rule("BD 4.2f")
def test_the_penalty_comes_again_and_is_never_given_back() -> None:
    game = stage("victory check", {"20A": "1717", "26C": "2023"}, turn=1, vp=20)
    assert total(game) == 19
    assert take(game, "26C", "1717") == 1  # the point of the city alone
    again = stage("victory check", {"20A": "1717", "26C": "2023"}, turn=2, vp=19)
    assert total(again) == 18


# ---- hero and fortress cities (4.3) -----------------------------------------------------------------


@rule("BD 4.3a", "BD 9.1c")
def test_a_hero_city_is_worth_two_and_loses_its_marker() -> None:
    game = war(5, hero=hexes("1813", "1606"))
    assert take(game, "26C", "1813") == 2
    assert game.state.hero == hexes("1606")


@rule("BD 9.1c")
def test_a_hero_city_stays_one_without_a_garrison_or_supply() -> None:
    game = war(5, {**around("1813", "27C", "28C", "29C", "30C", "34C", "35C"), "21A": "1813"}, hero=hexes("1813"))
    control.enter(game, units("21A"), FACTS.board.index("1606"), "move")
    assert game.state.hero == hexes("1813")
    take(game, "26C", "1813")
    assert game.state.hero == 0


@rule("BD 4.3b")
@pytest.mark.parametrize(("fortress", "lost"), [(False, 1), (True, 2)])
def test_a_former_hero_city_retaken(fortress: bool, lost: int) -> None:
    game = war(14, hero=hexes("1813"))
    take(game, "26C", "1813")
    if fortress:
        game.state.fortress |= hexes("1813")
    assert take(game, "20A", "1813") == -lost


@rule("BD 4.3c", "BD 9.2d")
def test_a_fortress_city_costs_two_and_loses_its_marker() -> None:
    game = war(29, fortress=hexes("2120", "2320"))
    assert take(game, "20A", "2120") == -2
    assert game.state.fortress == hexes("2320")


@rule("BD 4.3d")
@pytest.mark.parametrize(("hero", "gained"), [(False, 1), (True, 2)])
def test_a_former_fortress_city_retaken(hero: bool, gained: int) -> None:
    game = war(14, fortress=hexes("2311"), german=["2311", "2409", "1515"])
    assert take(game, "20A", "2311") == -2
    if hero:
        game.state.hero |= hexes("2311")
    assert take(game, "26C", "2311") == gained


@rule("BD 9.3c")
def test_a_former_hero_or_fortress_city_is_a_plain_city() -> None:
    game = war(14, hero=hexes("1813"), fortress=hexes("2311"), german=["2311", "2409", "1515"])
    assert [take(game, "26C", "1813"), take(game, "20A", "1813"), take(game, "26C", "1813")] == [2, -1, 1]
    assert [take(game, "20A", "2311"), take(game, "26C", "2311"), take(game, "20A", "2311")] == [-2, 1, -1]


# ---- what is lost once (4.5 to 4.8) -----------------------------------------------------------------

BALTIC = [FACTS.place_names[i] for i in bits(FACTS.baltic)]
DNEPR = [FACTS.place_names[i] for i in bits(FACTS.dnepr)]


@rule("BD 4.5")
@pytest.mark.parametrize(("turn", "lost"), [(13, 0), (14, 3), (20, 3)])
def test_the_baltic_states(turn: int, lost: int) -> None:
    game = war(turn, german=["1515", "2310"])
    assert take(game, "20A", "1515") == -lost
    assert take(game, "26C", "1515") == 0
    assert take(game, "20A", "1515") == 0


@rule("BD 4.5")
def test_one_german_hex_is_enough_to_keep_the_baltic_states() -> None:
    game = war(20, german=["1515", "1114", "2310"])
    assert take(game, "20A", "1515") == 0
    assert take(game, "20A", "1114") == -1 - 3  # Tallinn


@rule("BD 4.6")
@pytest.mark.parametrize(("turn", "lost"), [(13, 0), (14, 1), (23, 1)])
def test_the_dnepr(turn: int, lost: int) -> None:
    game = war(turn, german=["2409", "1515"])
    assert take(game, "20A", "2409") == -lost
    assert take(game, "26C", "2409") == 0
    assert take(game, "20A", "2409") == 0


@rule("BD 4.6")
@pytest.mark.parametrize("last", ["2212", "2312", "2410", "2509", "2606", "2707", "2809", "2908", "2907"])
def test_any_hex_on_either_bank_or_around_the_two_cities_keeps_the_dnepr(last: str) -> None:
    game = war(20, german=[last, "2409", "1515"])
    assert take(game, "20A", "2409") == 0
    assert take(game, "20A", last) == -1


@rule("BD 4.5", "BD 4.6")
@pytest.mark.parametrize(
    ("turn", "german", "lost"),
    [(14, (), 4), (14, ("1515",), 1), (14, ("2409",), 3), (13, (), 0), (14, ("1515", "2409"), 0)],
)
def test_what_has_gone_by_the_end_of_turn_13_is_lost_as_turn_14_begins(
    turn: int, german: tuple[str, ...], lost: int
) -> None:
    game = stage("begin", {"26C": "2217", "20A": "1502"}, turn=turn, vp=30, german=german)
    assert 30 - total(game) == lost


def test_scenarios_without_points_know_no_such_losses() -> None:
    game = war(20, scenario="gambit", soviet=(*BALTIC, *DNEPR))
    assert take(game, "20A", "2822") == 0


@rule("BD 4.7a", "BD 4.8a")
@pytest.mark.parametrize("place", ["3114", "3015"])
@pytest.mark.parametrize(("die", "lost"), [("1", 2), ("2", 2), ("3", 3), ("4", 3), ("5", 4), ("6", 4)])
def test_bucharest_and_ploesti_fall_early(place: str, die: str, lost: int) -> None:
    assert take(war(26), "20A", place, die) == -lost


@rule("BD 4.7b", "BD 4.8b")
@pytest.mark.parametrize("place", ["3114", "3015"])
def test_late_or_again_they_cost_a_point(place: str) -> None:
    game = war(27)
    assert [take(game, "20A", place, "6"), take(game, "26C", place), take(game, "20A", place, "6")] == [-1, 1, -1]
    early = war(20)
    assert [take(early, "20A", place, "6"), take(early, "26C", place), take(early, "20A", place, "6")] == [-4, 1, -1]


@rule("BD 4.7a", "BD 4.7b")
def test_the_die_covers_a_fortress_in_bucharest() -> None:
    early = war(26, fortress=hexes("3114"))
    assert take(early, "20A", "3114", "1") == -2
    assert early.state.fortress == 0
    assert take(war(27, fortress=hexes("3114")), "20A", "3114", "1") == -2


# ---- Kiev (4.21) ------------------------------------------------------------------------------------

KIEV: dict[str, Any] = {"options": {"kiev": True}}


@rule("BD 4.21a")
@pytest.mark.parametrize(("turn", "die", "gained"), [(1, "1", 0), (2, "3", 2), (3, "6", 5)])
def test_kiev_taken_early(turn: int, die: str, gained: int) -> None:
    game = war(turn, **KIEV)
    assert take(game, "26C", "2311", die) == gained
    assert take(war(turn), "26C", "2311", die) == 1  # without the option


@rule("BD 4.21b")
def test_kiev_taken_late_or_again() -> None:
    assert take(war(4, **KIEV), "26C", "2311", "6") == 1
    game = war(2, **KIEV)
    assert [take(game, "26C", "2311", "6"), take(game, "20A", "2311"), take(game, "26C", "2311", "6")] == [5, -1, 1]


@rule("BD 4.21b")
def test_kiev_still_helps_at_moscow() -> None:
    game = war(3, **KIEV)
    take(game, "26C", "2311", "1")
    take(game, "26C", "1606", "4")
    assert game.state.result is not None


# ---- control (3.6) ----------------------------------------------------------------------------------


@rule("BD 3.6d", "BD 3.6e")
def test_control_changes_with_every_entry_and_stays() -> None:
    game = war(2)
    kiev = hexes("2311")
    for unit, german in (("26C", True), ("20A", False), ("26C", True)):
        take(game, unit, "2311")
        assert bool(game.state.german & kiev) == german
    take(game, "26C", "2312")
    take(game, "20A", "2211")
    assert names(game.state.units_at(FACTS.kiev)) == []
    assert game.state.german & hexes("2311", "2312", "2211") == hexes("2311", "2312")


@rule("BD 3.6d")
def test_markers_change_nothing() -> None:
    game = war(20, side="soviet", depots=(FACTS.board.index("2311"), -1, -1), german=["2311"])
    assert game.state.german & hexes("2311")


@rule("BD 3.6a", "BD 3.6b")
def test_who_controls_what_at_the_start() -> None:
    german = FACTS.scenario.german
    lands = ("Greater Germany", "General Government", "Slovakia", "Hungary", "Romania", "Yugoslavia")
    assert german & FACTS.land == sum(FACTS.territories[land] for land in lands) & FACTS.land
    soviet = FACTS.ussr | FACTS.baltic
    assert not german & soviet
    assert {land for land in FACTS.territories if FACTS.territories[land] & soviet} == {
        "USSR", "Estonia", "Latvia", "Lithuania",
    }  # fmt: skip
