"""Hero and fortress cities (9): markers without value, declared before an attack and never during one; 6.5."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.pockets import CORPS, around
from barbarossa_deluxe.stage import FACTS, GERMAN, SOVIET, act, asked, hexes, offered, stage, units
from ostfront.games.barbarossa_deluxe.rules import stacking
from rule import rule

FIVE = ("16A", "19A", "20A", "21A", "22A")


@rule("BD 9.3a")
def test_a_hero_marker_takes_no_room() -> None:
    game = stage("movement", dict.fromkeys(FIVE[:4], "1606") | {"24A": "1502"}, side="soviet", turn=14, hero_left=1)
    act(game, "hero 1606")
    assert game.state.hero == hexes("1606")
    assert stacking.fits(game.facts, game.state, SOVIET, units("24A"), FACTS.moscow)


@rule("BD 9.3a")
def test_a_fortress_marker_takes_no_room() -> None:
    position = dict.fromkeys(CORPS[:4], "2023") | {"34C": "2217", "20A": "1502"}
    game = stage("movement", position, turn=28, fortress_home=1)
    act(game, "fortress 2023")
    assert game.state.fortress == hexes("2023")
    assert stacking.fits(game.facts, game.state, GERMAN, units("34C"), FACTS.board.index("2023"))


@rule("BD 9.3a")
def test_supply_of_the_hex_does_not_matter() -> None:
    position = {"20A": "2407", **around("2407", *CORPS)}
    game = stage("movement", position, side="soviet", turn=14, hero_left=1)
    act(game, "hero 2407")
    assert game.state.hero == hexes("2407")


# ---- in the other side's time (9.7) -----------------------------------------------------------------


@rule("BD 9.7a")
def test_before_an_attack_is_declared_the_owner_may_speak() -> None:
    game = stage("assault", {"26C": "1709", "27C": "1709", "4A": "1710"}, turn=14, hands=2, hero_left=2)
    assert asked(game) == [("Soviet", "interrupt")]
    act(game, "hero 1710", "pass")
    assert game.state.hero == hexes("1710")
    act(game, "attack 1710")
    while asked(game)[0][1] in ("commit", "luftwaffe", "support", "aerial"):
        assert not offered(game, "hero 2501")
        act(game, "with 26C" if offered(game, "with 26C") else "resolve" if offered(game, "resolve") else "pass")


@rule("BD 9.7a")
def test_a_mobile_assault_on_a_new_hero_city_is_no_longer_allowed() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710"}, turn=9, hands=2, hero_left=1)
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "hero 1710" if offered(game, "hero 1710") else "pass")
    act(game, "pick 3Pz")
    assert not offered(game, "assault 1710")


@rule("BD 9.7a")
def test_until_a_mobile_assault_is_declared_a_reserve_or_a_hero_city_may_bar_it() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710", "5A": "rvgk"}, turn=9, hands=2, hero_left=1)
    while asked(game) == [("Soviet", "interrupt")]:
        assert offered(game, "hero 1710")
        act(game, "pass")
    act(game, "pick 3Pz", "assault 1710")
    assert asked(game) == [("Soviet", "interrupt")]
    assert offered(game, "deploy 5A")
    act(game, "hero 1710")
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    assert not offered(game, "assault 1710")


# ---- what does not count for stacking (6.5) ---------------------------------------------------------


@rule("BD 6.5")
@pytest.mark.parametrize(
    ("others", "with_", "room"),
    [({}, {}, True), ({"LPMA": "1011"}, {}, True), ({"LCFC": "1011"}, {}, True), ({"DCG": "1011"}, {}, True),
     ({}, {"CMB": "16A"}, True), ({"23A": "1011"}, {}, False)],
)  # fmt: skip
def test_soviets_that_stack_freely(others: dict[str, str], with_: dict[str, str], room: bool) -> None:
    position = dict.fromkeys(FIVE[:4], "1011") | {"24A": "1502"} | others
    game = stage("movement", position, side="soviet", turn=26, with_=with_)
    assert stacking.fits(game.facts, game.state, SOVIET, units("24A"), FACTS.leningrad) == room


@rule("BD 6.5")
def test_germans_that_stack_freely() -> None:
    position = dict.fromkeys(CORPS[:4], "2320") | {"34C": "2217", "FCB": "2320", "20A": "1502"}
    game = stage("movement", position, turn=31, with_={"505TB": "26C"})
    assert stacking.fits(game.facts, game.state, GERMAN, units("34C"), FACTS.board.index("2320"))


@rule("BD 6.5")
def test_the_coastal_army_counts() -> None:
    position = dict.fromkeys(FIVE[:4], "3108") | {"24A": "1502", "ICA": "3108"}
    game = stage("movement", position, side="soviet", turn=6)
    assert not stacking.fits(game.facts, game.state, SOVIET, units("24A"), FACTS.sevastopol)
