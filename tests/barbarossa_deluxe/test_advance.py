"""Advance after combat (11.30 to 11.32)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import assault, forced, kind, on_map, results
from barbarossa_deluxe.stage import FACTS, act, offered, place_of, stage
from ostfront.core.play.game import Game
from rule import rule

# 10 to 3, 3:1: a 1 is DE
VICTORS = {"3Pz": "2309", "14Pz": "2309", "4C": "2309", "6A": "2308"}
ATTACKERS = ("3Pz", "14Pz", "4C")


def won(positions: dict[str, str], target: str, *attackers: str, **more: Any) -> Game:
    """The defenders are eliminated."""
    return forced(positions, target, *attackers, to="DE", **{"turn": 17, **more})


def pushes(game: Game) -> set[str]:
    return {text.removeprefix("push ") for text in game.legal.texts if text.startswith("push ")}


# ---- the first hex ------------------------------------------------------------------------------------


@rule("BD 11.30a")
def test_attackers_may_enter_the_hex_they_have_cleared() -> None:
    """13th Corps stood by and may not."""
    game = won({**VICTORS, "13C": "2309"}, "2308", *ATTACKERS)
    assert kind(game) == "advance"
    assert offered(game, "advance 4C") and not offered(game, "advance 13C")
    act(game, "advance 4C")
    assert place_of(game, "4C") == "2308"
    assert game.state.german >> FACTS.board.index("2308") & 1


@rule("BD 11.30a")
def test_nobody_enters_a_hex_that_is_held() -> None:
    game = assault(VICTORS, "2308", *ATTACKERS, turn=17, rolls=["6"])
    assert results(game) == ["AS"] and kind(game) != "advance"


@rule("BD 11.30c")
def test_nobody_has_to_and_not_all_need_to() -> None:
    game = won(VICTORS, "2308", *ATTACKERS)
    act(game, "advance 4C", "done")
    assert (place_of(game, "3Pz"), place_of(game, "4C")) == ("2309", "2308")
    assert kind(game) != "advance"


@rule("BD 11.30b")
def test_stacking_holds() -> None:
    """Six attackers from two hexes: when five have advanced the sixth stays."""
    corps = ("4C", "5C", "6C", "7C", "8C", "9C")
    positions = dict(zip(corps, ("2309",) * 3 + ("2409",) * 3, strict=True)) | {"6A": "2308"}
    game = won(positions, "2308", *corps)
    act(game, *(f"advance {unit}" for unit in corps[:5]))
    assert kind(game) != "advance" and place_of(game, "9C") == "2409"


@rule("BD 11.30b")
def test_closed_ground_stays_closed() -> None:
    """Nobody advances over Kerch."""
    corps = ("4C", "5C", "6C", "7C")
    game = won(dict.fromkeys(corps, "3106") | {"9RC": "3105"}, "3105", *corps, german=("3108",))
    assert kind(game) != "advance" and not on_map(game, "9RC")


@rule("BD 11.17c")
def test_nobody_advances_over_kerch() -> None:
    armies = ("6A", "16A", "18A", "21A")
    positions = dict.fromkeys(armies, "3105") | {"vRp": "3106"}
    game = won(positions, "3106", *armies, side="soviet", turn=31, depots=(FACTS.board.index("3105"), -1, -1))
    assert not on_map(game, "vRp") and kind(game) != "advance"


@rule("BD 11.18c")
def test_nobody_advances_over_the_sivash() -> None:
    armies = ("6A", "16A", "18A", "21A", "22A")
    positions = dict.fromkeys(armies, "2907") | {"vRp": "3008"}
    game = won(positions, "3008", *armies, side="soviet", turn=31, depots=(FACTS.board.index("2907"), -1, -1))
    assert not on_map(game, "vRp") and kind(game) != "advance"


@rule("BD 11.31")
def test_defenders_never_advance() -> None:
    """The attackers are eliminated; the army holds its place and nobody is asked."""
    game = forced({"3Pz": "2309", "6A": "2308"}, "2308", to="AE", turn=17)
    assert place_of(game, "6A") == "2308" and kind(game) not in ("advance", "second")


# ---- the second hex (11.32) ---------------------------------------------------------------------------


@rule("BD 11.32a", "BD 11.32c")
def test_german_mechanized_units_may_go_on_in_single_months() -> None:
    """From 2309 through 2308 to the three hexes beyond it, not back and not beside."""
    game = won(VICTORS, "2308", *ATTACKERS)
    act(game, "advance 3Pz")
    assert kind(game) == "second" and pushes(game) == {"2307", "2208", "2408"}
    act(game, "push 2307")
    assert place_of(game, "3Pz") == "2307"
    act(game, "advance 4C")
    assert kind(game) == "advance"  # infantry stops, 14th Panzer Corps is next


@rule("BD 11.32a")
@pytest.mark.parametrize(("turn", "may"), [(17, True), (21, False), (25, True)])
def test_not_in_double_months(turn: int, may: bool) -> None:
    game = won(VICTORS, "2308", *ATTACKERS, turn=turn)
    act(game, "advance 3Pz")
    assert (kind(game) == "second") == may


@rule("BD 11.32c")
def test_the_second_hex_is_free_of_enemies() -> None:
    game = won({**VICTORS, "16A": "2307", "18A": "2208"}, "2308", *ATTACKERS)
    act(game, "advance 3Pz")
    assert pushes(game) == {"2408"}


@rule("BD 11.32a")
def test_only_units_in_overland_supply_go_on() -> None:
    """The corps are cut off; when the battle is won they may advance, but not push."""
    ring = {"16A": "2310", "18A": "2210", "21A": "2410", "22A": "2209", "24A": "2409"}
    corps = dict.fromkeys(("3Pz", "14Pz", "24Pz", "39Pz"), "2309")
    game = won({**ring, **corps, "9RC": "2308"}, "2308", *corps)
    act(game, "advance 3Pz")
    assert kind(game) == "advance"


@rule("BD 11.32b")
@pytest.mark.parametrize(("turn", "may"), [(12, False), (13, True), (22, True)])
def test_soviet_mechanized_units_go_on_from_turn_13(turn: int, may: bool) -> None:
    armies = ("3T", "4T", "5T", "1G")
    positions = dict.fromkeys(armies, "2307") | {"4C": "2308"}
    game = won(positions, "2308", *armies, side="soviet", turn=turn, depots=(FACTS.board.index("2306"), -1, -1))
    act(game, "advance 3T")
    assert (kind(game) == "second") == may


# ---- what falls with a hex (8.18, 11.21) --------------------------------------------------------------


@rule("BD 8.18f")
def test_the_fortified_area_falls_with_its_marker() -> None:
    """Germans advance into the marker's hex: the area is gone, and stays gone."""
    corps = ("2SSPz", "3Pz", "14Pz", "24Pz")
    positions = dict.fromkeys(corps, "2309") | {"6A": "2308"}
    game = won(positions, "2308", *corps, area=FACTS.board.index("2308"), area_since=16)
    act(game, "advance 2SSPz")
    assert game.state.area == -1


GUARDS = ("1G", "2G", "3G", "4G", "5G")


@rule("BD 11.21d")
@pytest.mark.parametrize(("turn", "breaks"), [(4, False), (29, True)])
def test_a_german_line_is_destroyed_when_soviets_enter_it(turn: int, breaks: bool) -> None:
    """1920 is a hex of the Pommernstellung; until the end of turn 4 it survives."""
    positions = dict.fromkeys(GUARDS, "1919") | {"vRp": "1920"}
    game = won(positions, "1920", *GUARDS, side="soviet", turn=turn, depots=(FACTS.board.index("1919"), -1, -1))
    act(game, "advance 1G")
    assert bool(game.state.broken >> FACTS.board.index("1920") & 1) == breaks


@rule("BD 11.21d")
def test_a_line_held_since_before_turn_5_falls_with_that_turn() -> None:
    game = stage("begin", {"1G": "1920", "4C": "2308"}, turn=5)
    assert game.state.broken >> FACTS.board.index("1920") & 1
