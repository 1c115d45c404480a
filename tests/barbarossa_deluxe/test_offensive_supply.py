"""Soviet offensive supply and German aerial supply (7.7, 7.10 to 7.12, 7.21)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.logistics import around, attack, defence, germans, soviets, state_of
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, stage, units
from ostfront.core.play.game import Game
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.rules import aerial, offensive_supply
from ostfront.games.barbarossa_deluxe.rules.supply import AERIAL, OUT
from rule import rule


def depots(*places: str) -> tuple[int, ...]:
    """Markers A, B and C in these hexes; "" is not on the map."""
    return tuple(FACTS.board.index(place) if place else NOWHERE for place in places)


# ---- range (7.10, 7.11) -----------------------------------------------------------------------------


@rule("BD 7.10a", "BD 7.11a", "BD 7.12d")
@pytest.mark.parametrize(
    ("placed", "distance"),
    [(("2210", "", ""), 4), (("", "2210", ""), 3), (("", "", "2210"), 2), (("2210", "2210", "2210"), 4)],
)
def test_ranges_of_the_markers(placed: tuple[str, ...], distance: int) -> None:
    row = ["2209", "2208", "2207", "2206", "2205"]
    position = dict(zip(["1T", "2T", "3T", "4T", "5T"], row, strict=True))
    game = stage("movement", position, side="soviet", turn=17, depots=depots(*placed))
    assert [attack(game, unit) for unit in position] == [1] * distance + [2] * (5 - distance)


@rule("BD 7.11a")
@pytest.mark.parametrize("place", ["2208", "2308", "2409"])
def test_two_hexes_away(place: str) -> None:
    game = stage("movement", {"1T": "2210"}, side="soviet", turn=17, depots=depots("", "", place))
    assert attack(game, "1T") == 1


@rule("BD 7.11b")
def test_range_is_counted_over_water_and_enemies() -> None:
    position = {"1T": "1110", **germans("1111", "1211")}
    game = stage("movement", position, side="soviet", turn=9, depots=depots("1012", "", ""))
    assert attack(game, "1T") == 1


@rule("BD 7.11c")
def test_a_marker_does_nothing_for_a_unit_without_overland_supply() -> None:
    position = {"1T": "1710", **germans(*around("1710"))}
    game = stage("movement", position, side="soviet", turn=9, depots=depots("1710", "", ""))
    assert attack(game, "1T") == 4
    game = stage("movement", position, side="soviet", turn=9, depots=depots("1710", "", ""), hero=hexes("1710"))
    assert attack(game, "1T") == 2


@rule("BD 12.8b")
def test_the_road_back_begins_with_offensive_supply_in_the_south() -> None:
    game = stage("movement", {"1T": "2302", "2T": "1508"}, side="soviet", turn=13, scenario="road-back")
    assert (attack(game, "1T"), attack(game, "2T")) == (1, 2)
    game = stage("movement", {"1T": "2302"}, side="soviet", turn=14, scenario="road-back")
    assert attack(game, "1T") == 2


# ---- placing (7.12, 7.21) ---------------------------------------------------------------------------


def placing(turn: int, **fields: Any) -> Game:
    return stage("depots", {"26C": "2107", "13A": "2106"}, side="soviet", turn=turn, **fields)


@rule("BD 7.12a", "BD 7.10b")
def test_markers_come_from_turn_7() -> None:
    assert asked(placing(6)) != [("Soviet", "depot")]
    game = placing(7)
    assert asked(game) == [("Soviet", "depot")]
    act(game, "at 2108")
    assert asked(game) != [("Soviet", "depot")]
    assert game.state.depots == depots("2108", "", "")


@rule("BD 7.12a", "BD 7.11b", "BD 7.12c")
def test_one_to_a_hex_anywhere() -> None:
    game = placing(17)
    before = game.state.german
    act(game, "at 2107")
    assert not offered(game, "at 2107")
    assert offered(game, "at 1012") and offered(game, "at 1010")  # sea and lake
    act(game, "pass", "at 1012")
    assert game.state.depots == depots("2107", "", "1012")
    assert game.state.german == before


@rule("BD 7.12b")
def test_markers_come_off_at_the_end_of_the_player_turn() -> None:
    game = stage(
        "after second phase", {"13A": "2106", "26C": "1910"}, side="soviet", turn=9, depots=depots("2108", "", "")
    )
    assert game.state.depots == depots("", "", "")


@rule("BD 12.8b")
def test_no_markers_in_the_opening_of_the_road_back() -> None:
    assert asked(placing(13, scenario="road-back")) != [("Soviet", "depot")]
    assert asked(placing(14, scenario="road-back")) == [("Soviet", "depot")]


@rule("BD 15.8h")
def test_no_markers_in_what_if() -> None:
    assert asked(placing(10, scenario="what-if")) != [("Soviet", "depot")]


def next_turn(turn: int, position: dict[str, str], **fields: Any) -> Game:
    """A game turn that has just begun."""
    return stage("begin", position, turn=turn, **fields)


@rule("BD 7.21a")
def test_the_loss_of_moscow_bars_the_markers() -> None:
    position = {"26C": "1606", "13A": "2106"}
    assert next_turn(9, position).state.depots_barred
    assert not next_turn(6, position).state.depots_barred
    assert asked(placing(9, depots_barred=True)) != [("Soviet", "depot")]


@rule("BD 7.21b")
def test_moscow_must_be_won_back_in_overland_supply() -> None:
    ring = germans(*around("1606"))
    assert next_turn(9, {"13A": "1606", **ring}, depots_barred=True).state.depots_barred
    assert not next_turn(9, {"13A": "1606", **ring}).state.depots_barred
    assert not next_turn(9, {"13A": "1606", "26C": "1609"}, depots_barred=True).state.depots_barred


# ---- the airlift (7.7) ------------------------------------------------------------------------------

POCKET = {"26C": "1710", "38C": "1810"}
RING = soviets("1609", "1611", "1610", "1711", "1709", "1811", "1909", "1910", "1809", "1911")


@rule("BD 7.7a")
def test_the_marker_arrives_on_turn_6() -> None:
    assert stage("German administration", {"26C": "2023"}, turn=5).state.airlift_from == 0
    assert stage("German administration", {"26C": "2023"}, turn=6).state.airlift_from == 6


@rule("BD 7.7a")
def test_once_a_turn_on_a_hex_with_german_units() -> None:
    game = stage("movement", {**POCKET, **RING}, turn=7, airlift_from=6)
    assert offered(game, "airlift 1710") and offered(game, "airlift 1810")
    assert not offered(game, "airlift 1709") and not offered(game, "airlift 1712")
    act(game, "airlift 1710")
    assert (state_of(game, "26C"), state_of(game, "38C")) == (AERIAL, OUT)
    assert not any(offered(game, f"airlift {place}") for place in ("1710", "1810"))
    game = stage("movement", {**POCKET, **RING}, turn=7, airlift_from=8)
    assert not offered(game, "airlift 1710")


@rule("BD 7.7c")
def test_the_marker_goes_with_the_last_unit_in_its_hex() -> None:
    play: Any = stage("movement", {**POCKET, **RING}, turn=7, airlift_from=6, airlift=FACTS.board.index("1710"))
    aerial.after_losses(play, hexes("1710"))
    assert play.state.airlift == FACTS.board.index("1710")
    play.state.put(FACTS.roster.index["26C"], FACTS.dead[0])
    aerial.after_losses(play, hexes("1810"))
    assert play.state.airlift == FACTS.board.index("1710")
    aerial.after_losses(play, hexes("1710"))
    assert play.state.airlift == NOWHERE


@rule("BD 7.7d", "BD 7.7c")
@pytest.mark.parametrize(("die", "turn"), [("1", 11), ("3", 13), ("6", 16)])
def test_a_die_brings_the_marker_back(die: str, turn: int) -> None:
    used: dict[str, Any] = {"airlift_from": 6, "airlift_used": True}
    place = FACTS.board.index("2023")
    game = stage("end of turn", {"26C": "2023", "13A": "1606"}, turn=10, **used, airlift=place, rolls=[die])
    assert game.state.airlift == NOWHERE
    assert game.state.airlift_from == turn
    assert not game.state.airlift_used
    game = stage("end of turn", {"26C": "2023", "13A": "1606"}, turn=10, **used, rolls=[die])
    assert game.state.airlift_from == turn  # lost with its units, it was used all the same


@rule("BD 7.7d")
def test_a_marker_that_was_held_back_stays_at_hand() -> None:
    game = stage("end of turn", {"26C": "2023", "13A": "1606"}, turn=10, airlift_from=6)
    assert game.state.airlift_from == 6


@rule("BD 7.7e", "BD 7.7b")
def test_the_airlift_may_come_when_the_attack_is_declared() -> None:
    attackers = soviets(*around("1710"))
    game = stage("assault", {"26C": "1710", **attackers}, side="soviet", turn=6, airlift_from=6, rolls=["6"])
    act(game, "attack 1710", "with 3A", "with 4A", "with 5A", "resolve")
    while asked(game)[0][1] in ("luftwaffe", "support"):
        act(game, "pass")
    assert asked(game) == [("German", "aerial")]
    assert defence(game, "26C") == 2
    act(game, "airlift 1710")
    assert defence(game, "26C") == 1
    assert game.state.spent & units("3A", "4A", "5A")


@rule("BD 7.12a")
def test_a_comes_first_then_b_then_c() -> None:
    assert [(marker.turn, marker.value) for marker in offensive_supply.markers(FACTS)] == [(7, 4), (14, 3), (17, 2)]
    game = placing(14)
    act(game, "at 2108", "at 2208")
    assert asked(game) != [("Soviet", "depot")]
