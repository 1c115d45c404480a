"""Coastal supply and Crimea supply (7.4, 7.5)."""

from __future__ import annotations

from typing import Any

from barbarossa_deluxe.logistics import FULL, around, defence, factors, soviets, state_of
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import coast
from ostfront.games.barbarossa_deluxe.rules.supply import COASTAL, CRIMEA, OUT
from rule import rule

# ---- coastal supply (7.5) ---------------------------------------------------------------------------


@rule("BD 7.5a", "BD 7.2")
def test_coastal_supply_is_for_the_defence_only() -> None:
    game = stage("movement", {"3Pz": "1417", "3R": "2911", **soviets(*around("1417"), *around("2911"))})
    assert state_of(game, "3Pz") == state_of(game, "3R") == COASTAL
    assert factors(game, "3Pz") == factors(game, "3R") == (2, 1, True, False)


@rule("BD 7.5b")
def test_the_azov_needs_both_sides_of_the_kerch_strait() -> None:
    cut_off: dict[str, Any] = {"units": {"3Pz": "2805", **soviets(*around("2805"))}, "soviet": ("2607",)}
    game = stage("movement", german=("3105", "3106"), **cut_off)
    assert state_of(game, "3Pz") == COASTAL
    game = stage("movement", german=("3106",), **cut_off)
    assert state_of(game, "3Pz") == OUT


@rule("BD 7.5b")
def test_a_hex_on_the_black_sea_needs_no_strait() -> None:
    assert FACTS.coast["Azov"] & FACTS.coast["Black"] & hexes("3008")
    game = stage("movement", {"3Pz": "3008", **soviets(*around("3008"))}, soviet=("3106",))
    assert state_of(game, "3Pz") == COASTAL


# ---- Crimea supply (7.4) ----------------------------------------------------------------------------

PENINSULA = {"3Pz": "3008", "14Pz": "3107", "11C": "3107", "42C": "3106", "5C": "3105", "44C": "3104"}
KERCH: dict[str, Any] = {"units": PENINSULA, "german": ("3108", "3105"), "soviet": ("2607",), "turn": 9}


@rule("BD 7.4c", "BD 7.4e", "BD 7.4f", "BD 7.14f")
def test_six_units_in_the_crimea_five_are_fed() -> None:
    game = stage("movement", **KERCH)
    assert state_of(game, "44C") == COASTAL
    act(game, "crimea")
    assert not offered(game, "done")
    act(game, "feed 3Pz", "feed 14Pz", "feed 42C", "feed 5C", "feed 44C")
    assert [state_of(game, unit) for unit in ("3Pz", "14Pz", "42C", "5C", "44C")] == [CRIMEA] * 5
    assert factors(game, "3Pz") == FULL
    assert state_of(game, "11C") == OUT
    assert not offered(game, "crimea")


@rule("BD 7.4c")
def test_five_units_are_fed_without_a_question_and_only_from_sevastopol() -> None:
    five = {unit: place for unit, place in PENINSULA.items() if unit != "11C"}
    game = stage("movement", **{**KERCH, "units": five})
    act(game, "crimea")
    assert game.state.fed == units(*five)
    game = stage("movement", **{**KERCH, "units": five, "german": ("3105",), "soviet": ("2607", "3108")})
    assert not offered(game, "crimea")


@rule("BD 7.4c")
def test_crimea_supply_needs_a_line_to_sevastopol() -> None:
    cut = {"3Pz": "3008", **soviets(*(place for place in around("3008")))}
    game = stage("movement", cut, german=("3108",), soviet=("2607",))
    assert not offered(game, "crimea")


@rule("BD 7.4e")
def test_the_place_of_a_dead_unit_stays_empty() -> None:
    game = stage("movement", **KERCH, crimea_on=True, sea_supply=1, fed=units("3Pz", "14Pz", "42C", "5C", "29C"))
    assert not offered(game, "crimea")


@rule("BD 7.4d")
def test_coastal_and_crimea_supply_exclude_each_other() -> None:
    game = stage("movement", **KERCH)
    act(game, "crimea", "feed 3Pz", "done")
    assert state_of(game, "42C") == OUT
    assert offered(game, "crimea")  # two more could be named
    game = stage("movement", **KERCH)
    play: Any = game
    coast.draw(play)
    assert not offered(game, "crimea")
    assert state_of(game, "42C") == COASTAL


def attacked(city: str, position: dict[str, str], **fields: Any) -> Game:
    """A Soviet prepared assault on a city that is cut off, up to the first question to the German."""
    cut_off = {"26C": city, **soviets(*around(city)), **position}
    game = stage("assault", cut_off, side="soviet", turn=6, rolls=["6"], **fields)
    act(game, f"attack {city}", "with 3A", "with 4A", "resolve")
    return game


@rule("BD 7.4d")
def test_the_german_may_decline_the_coast_for_the_sake_of_the_crimea() -> None:
    crimea = {"42C": "3106"}
    game = attacked("2911", crimea, german=("3108",), soviet=("2607",))
    assert asked(game) == [("German", "coast")]
    act(game, "decline")
    assert (state_of(game, "26C"), defence(game, "26C")) == (OUT, 2)
    assert game.state.sea_supply != 2
    game = attacked("2911", crimea, german=("3108",), soviet=("2607",))
    act(game, "coast")
    assert (state_of(game, "26C"), defence(game, "26C")) == (COASTAL, 1)
    assert game.state.sea_supply == 2


@rule("BD 7.4d")
def test_nobody_is_asked_where_crimea_supply_is_out_of_the_question() -> None:
    game = attacked("2911", {}, soviet=("2607",))
    assert asked(game) != [("German", "coast")]
    assert game.state.sea_supply == 2


@rule("BD 7.4d")
def test_baltic_coastal_supply_does_not_touch_the_crimea() -> None:
    game = attacked("1415", {"42C": "3106"}, german=("3108",), soviet=("2607",))
    assert asked(game) != [("German", "coast")]
    assert (state_of(game, "26C"), game.state.sea_supply) == (COASTAL, 0)
