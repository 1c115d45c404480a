"""Set-up (3, 13.7, 14.9, 15.3): which units have a choice, and where."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import GAME, act, hexes
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import place_of, verdict

LITHUANIA = {"lithuania": True}


def setting_up(scenario: str = "grand-campaign", options: dict[str, Any] | None = None, *before: str) -> Game:
    """A scenario at its first question, after some answers."""
    game = Game.started(games.rules(GAME, scenario, options or {}), Seeded.of("set-up"))
    act(game, *before)
    return game


def where(unit: str, scenario: str = "grand-campaign", options: dict[str, Any] | None = None, *before: str) -> Game:
    return setting_up(scenario, options, *before, f"pick {unit}")


@rule("BD 3.1")
def test_who_is_set_up() -> None:
    game = setting_up()
    assert verdict(game, "pick 3Pz") == []
    assert verdict(game, "pick 4A") == ["BD 3.1"]  # not his
    assert verdict(game, "pick 40Pz") == ["BD 3.1"]  # yet to come
    act(game, "pick 3Pz", "at 2516")
    assert verdict(game, "pick 3Pz") == ["BD 3.1"]  # once is enough


@rule("BD 8.33a")
def test_the_command_in_belgrade_has_no_choice() -> None:
    assert verdict(setting_up(), "pick FCSE") == ["BD 8.33a"]


@rule("BD 3.3b", "BD 3.3c", "BD 3.3d", "BD 3.3e")
@pytest.mark.parametrize(
    ("unit", "inside", "outside", "number"),
    [("3R", "3114", "2813", "3.3b"), ("1C", "1716", "1817", "3.3c"), ("8C", "2017", "1716", "3.3d"),
     ("4C", "2516", "2017", "3.3e")],
)  # fmt: skip
def test_army_groups_and_romania(unit: str, inside: str, outside: str, number: str) -> None:
    game = where(unit)
    assert f"BD {number}" not in verdict(game, f"at {inside}")
    assert f"BD {number}" in verdict(game, f"at {outside}")


@rule("BD 3.1")
def test_stacking_holds_during_set_up() -> None:
    game = setting_up("blue-kremlin", None, "south")
    for unit, hex in (("1C", "1710"), ("2C", "1710"), ("4C", "1710"), ("5C", "1710"), ("6C", "1710")):
        act(game, f"pick {unit}", f"at {hex}")
    act(game, "pick 7C")
    assert verdict(game, "at 1710") == ["BD 3.1"]
    assert verdict(game, f"at {place_of(game, '7C')}") == ["BD 3.1"]  # it is there
    assert verdict(game, "at track") == ["BD 3.1"]


@rule("BD 3.7a", "BD 3.7c", "BD 3.7d")
def test_lithuania() -> None:
    game = where("1C", "grand-campaign", LITHUANIA, "done")
    assert verdict(game, "at 1615") == []
    assert "BD 3.7a" in verdict(game, "at 1817")
    soviet = setting_up("grand-campaign", LITHUANIA)  # they set up first
    assert verdict(soviet, "pick 9x") == ["BD 3.7d"]
    assert verdict(soviet, "pick ICA") == ["BD 3.7d"]
    act(soviet, "pick 8x")
    assert verdict(soviet, "at 1606") == []
    assert "BD 3.7c" in verdict(soviet, "at 1615")
    other = setting_up("grand-campaign", LITHUANIA, "pick 4A")
    assert verdict(other, "at 2216") == []
    assert verdict(other, "at 1606") == ["BD 3.7d"]


@rule("BD 3.4b")
def test_soviets_of_the_campaign_have_their_hexes() -> None:
    """Only the Germans are asked, so that a Soviet unit is not theirs: its hex is judged for its owner."""
    game = setting_up()
    decision = game.state.pending[0]._replace(seat=1)
    found = game.rules.referee.judge(game, decision, game.parse("pick 4A"))
    assert [objection.rule for objection in found] == ["BD 3.4b"]


@rule("BD 13.7b", "BD 13.7c", "BD 13.6d")
def test_behind_the_front_of_1942() -> None:
    game = setting_up("blue-kremlin", None, "south")
    assert verdict(game, "pick 30C") == ["BD 13.7b"]
    act(game, "pick 6C")
    assert verdict(game, "at 1111") == []
    assert verdict(game, "at 1606") == ["BD 13.7c"]
    decision = game.state.pending[0]._replace(seat=1, kind="arrange")
    found = game.rules.referee.judge(game, decision, game.parse("pick 4A"))
    assert [objection.rule for objection in found] == ["BD 13.6d"]


@rule("BD 10.22a")
@pytest.mark.parametrize(("zone", "broken"), [("south", ["BD 10.22a"]), ("north", [])])
def test_satellites_of_1942_set_up_in_the_south(zone: str, broken: list[str]) -> None:
    assert verdict(where("3R", "blue-kremlin", None, zone), "at 1710") == broken


@rule("BD 14.9a", "BD 14.9c", "BD 14.9d")
def test_the_front_of_1943() -> None:
    game = setting_up("gambit")
    assert verdict(game, "pick 5C") == ["BD 14.9a"]
    act(game, "pick 27C")
    assert verdict(game, "at 1709") == []
    assert verdict(game, "at 1813") == ["BD 14.9c"]
    soviet = setting_up("gambit", None, "done", "pick 4A")
    assert verdict(soviet, "at 1606") == []
    assert verdict(soviet, "at 2900") == ["BD 14.9d"]


@rule("BD 8.31a")
def test_two_tiger_battalions_are_not_set_up_together() -> None:
    game = where("57Pz", "gambit")  # with the 503rd
    assert verdict(game, "at 1111") == ["BD 8.31a"]  # the 502nd is there
    assert verdict(game, "at 1211") == []


@rule("BD 14.9c")
def test_tigers_of_the_gambit_go_to_any_corps_of_the_front() -> None:
    game = setting_up("gambit", None, "pick 503TB")
    assert verdict(game, "attach 48Pz") == []
    assert verdict(game, "attach 57Pz") == ["BD 14.9c"]  # it is with it
    assert "BD 14.9c" in verdict(game, "attach 50C")  # beside the 502nd
    assert "BD 14.9c" in verdict(game, "attach 5C")  # on the Taman
    act(game, "attach 48Pz")
    assert place_of(game, "503TB") == place_of(game, "48Pz")
    assert verdict(game, "pick 503TB") == ["BD 3.1"]  # once is enough


@rule("BD 14.9c", "BD 3.1")
def test_the_paratroops_of_the_gambit_may_wait_for_their_drop() -> None:
    game = where("2Para", "gambit")
    assert verdict(game, "at track") == []
    assert verdict(where("27C", "gambit"), "at track") == ["BD 3.1"]
    act(
        game,
        "at track",
        "done",
        "done",
        "fortify 2207",
        "done",
        "done",
        "fight-move",
        "done",
        "attack 2307",
        "with 3Pz",
    )
    assert verdict(game, "with 2Para") == []


@rule("BD 14.9d")
def test_the_fortified_area_of_the_gambit() -> None:
    game = setting_up("gambit", None, "done", "done")
    assert verdict(game, "fortify 2306") == []  # on the front
    assert verdict(game, "fortify 2209") == ["BD 14.9d"]  # German
    assert verdict(game, "fortify 2900") == ["BD 14.9d"]  # too far south
    act(game, "fortify 2306")
    assert (game.state.area, game.state.area_since) == (game.facts.board.index("2306"), 16)


@rule("BD 15.3c", "BD 15.3e", "BD 8.33a")
def test_the_what_if() -> None:
    game = setting_up("what-if")
    assert verdict(game, "pick FCSE") == ["BD 8.33a"]
    alone = [text for text in (f"pick {u}" for u in game.facts.roster.ids[:60]) if "BD 15.3c" in verdict(game, text)]
    assert alone  # someone is the only unit of his hex on the border
    act(game, "pick 14Pz")
    assert "BD 15.3c" in verdict(game, "at 1606")
    assert verdict(game, "at rvgk") == ["BD 15.3e"]
    soviet = setting_up("what-if", None, "done", "pick ICA")
    assert verdict(soviet, "at 3108") == []
    assert "BD 15.3c" in verdict(soviet, "at 1606")


@rule("BD 15.3e")
def test_five_soviet_units_may_begin_in_the_rvgk_box() -> None:
    game = setting_up("what-if", None, "done")
    behind = next(u for u in ("31A", "33A", "34A", "40A", "48A") if f"pick {u}" in game.legal)
    act(game, f"pick {behind}")
    assert verdict(game, "at rvgk") == ["BD 15.3e"]  # five are there
    other = setting_up("what-if", None, "done", "pick 22A", "at 1606", f"pick {behind}")
    assert verdict(other, "at rvgk") == []


@rule("BD 3.6c")
def test_nobody_sets_up_in_bulgaria() -> None:
    game = where("14Pz", "what-if")
    assert game.state.neutral == hexes("3215", "3216", "3217", "3218")
    assert "BD 3.6c" in verdict(game, "at 3216")
