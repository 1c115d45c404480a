"""Reinforcements (11.1): Soviet purchases, PVO and elites, German entries by road."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, chit, chits, verdict
from victory_denied.stage import FACTS, place_of, stage

RESERVE = dict.fromkeys(("28C", "29C", "30C", "33C", "52C", "29A", "30A"), "soviet-reserve")
HOME = {"24A": "2541", "61C": "2541"}  # an army on clear ground, its supply line open to Orel and Tula


def buying(units: dict[str, str] | None = None) -> Game:
    """Turn 2: the Soviet player is about to call units from the Reserve Box."""
    return stage("purchases", HOME | RESERVE | (units or {}), turn=2)


# ---- the phase (11.0) -----------------------------------------------------------------------------


@rule("AVD 11.0")
def test_the_reinforcement_chit_step_by_step() -> None:
    units = HOME | {
        "28C": "soviet-reserve", "PVO-7": "track-2", "64ID": "elite-cup", "8Inf": "german-entry-9A",
        "31Inf": "minsk-pocket-box", "1C": "minsk-pocket-box", "12Pz": "3919",
    }  # fmt: skip
    game = stage("draw", units, turn=2, cup=chit("Reinf"), rolls=["draw Reinf", "draw 64ID", "roll 1"])
    assert asked(game) == [("Soviet", "reserve")]
    game.play("call 28C")
    game.play("place 2540")
    assert asked(game) == [("Soviet", "place")]  # the PVO of the turn
    game.play("place 3439")
    assert asked(game) == [("Soviet", "place")]  # the elite division
    game.play("place 2542")
    assert asked(game) == [("German", "enter")]
    game.play("enter 8Inf")
    game.play("road 3210")
    assert asked(game) == [("German", "release")]
    game.play("release 31Inf")
    assert asked(game) == [("German", "enter")]  # the only one in the Pocket: nothing more to release
    game.play("enter 31Inf")
    game.play("road 2704")
    assert [place_of(game, u) for u in ("28C", "PVO-7", "64ID", "8Inf", "31Inf", "1C")] == [
        "2540", "3439", "2542", "3210", "2704", "minsk-pocket-box",
    ]  # fmt: skip


# ---- buying (11.1.1) ------------------------------------------------------------------------------


@rule("AVD 11.1.1a")
def test_a_unit_costs_one_point_and_an_hq_two() -> None:
    """Turn 2 gives three points."""
    game = buying()
    assert asked(game) == [("Soviet", "reserve")]
    assert verdict(game, "call 61C") == ["AVD 11.1.1a"]  # not in the box
    game.play("call 29A")
    game.play("place 3439")
    game.play("pass")  # its chit
    assert game.pending[0].prompt.startswith("1 reinforcement point ")
    game.play("call 28C")
    game.play("place 2540")
    assert asked(game) != [("Soviet", "reserve")]  # nothing is left to pay with


@rule("AVD 11.1.1a")
def test_an_hq_for_one_point_is_refused() -> None:
    game = stage("purchases", HOME | RESERVE, turn=1)  # four points
    game.play("call 29A")
    game.play("place 3439")
    game.play("buy")
    assert verdict(game, "call 30A") == ["AVD 11.1.1a"]
    assert verdict(game, "call 28C") == []


@rule("AVD 11.1.1b")
def test_the_chit_of_a_bought_hq_goes_into_the_cup() -> None:
    game = stage("purchases", HOME | RESERVE, turn=1, cup=chit("Air"), open_cup=chit("Air"))  # four points
    game.play("call 29A")
    game.play("place 3439")
    assert asked(game) == [("Soviet", "chit")]
    game.play("buy")
    assert chits(game.state.cup) == {"Air", "29A"}
    assert "29A is added to the cup." in game.view("German").log()
    assert game.pending[0].prompt.startswith("1 reinforcement point ")


def test_no_chit_without_a_point_for_it() -> None:
    game = stage("purchases", HOME | RESERVE, turn=1)
    game.play("call 29A")
    game.play("place 3439")
    game.play("pass")
    game.play("call 30A")
    game.play("place 2647")
    assert "30A is placed in 2647." in game.view(0).log()
    assert asked(game) != [("Soviet", "chit")]


def test_a_bought_chit_is_drawn_this_turn_from_a_cup_that_was_empty() -> None:
    game = stage("purchases", HOME | RESERVE, turn=2, rolls=["draw 29A"])
    game.play("call 29A")
    game.play("place 3439")
    game.play("buy")
    game.play("done")
    assert asked(game) == [("Soviet", "move")]


# ---- where HQs go (11.1.1) ------------------------------------------------------------------------


@rule("AVD 11.1.1c")
def test_hqs_go_to_victory_hexes_with_a_chit_and_a_line() -> None:
    """2540 is no victory hex, Vitebsk has no chit, Roslavl is shut in by two panzer divisions."""
    game = buying({"7Pz": "2429", "12Pz": "2431"})
    game.play("call 29A")
    for wrong in ("2540", "3919", "2430"):
        assert verdict(game, f"place {wrong}") == ["AVD 11.1.1c"]
    assert verdict(game, "place 3439") == []


def test_an_hq_may_be_placed_in_a_zone_of_control() -> None:
    game = buying({"7Pz": "2429"})
    game.play("call 29A")
    assert verdict(game, "place 2430") == []


def test_one_hq_to_a_hex() -> None:
    game = buying({"13A": "3439"})
    game.play("call 29A")
    assert verdict(game, "place 3439") == ["AVD 5.1b"]


@rule("AVD 11.1.1c")
def test_hqs_are_bought_before_combat_units() -> None:
    game = buying()
    game.play("call 28C")
    game.play("place 2540")
    assert verdict(game, "call 29A") == ["AVD 11.1.1c"]


@rule("AVD 11.1.1c")
def test_an_hq_without_a_place_is_not_bought() -> None:
    """Every victory hex is in German hands."""
    everything = [FACTS.board.name(place) for place in FACTS.victory_hexes]
    game = stage("purchases", HOME | RESERVE, turn=2, captured=everything)
    assert verdict(game, "call 29A") == ["AVD 11.1.1c"]
    assert verdict(game, "call 28C") == []


# ---- where combat units go (11.1.1) ---------------------------------------------------------------


@rule("AVD 11.1.1d")
def test_units_go_to_an_hq_or_next_to_one() -> None:
    game = buying()
    game.play("call 28C")
    assert verdict(game, "place 2542") == []
    assert verdict(game, "place 2543") == ["AVD 11.1.1d"]
    assert verdict(game, "place 2541") == ["AVD 5.3"]  # 61C is tan too


@rule("AVD 11.1.1d")
def test_units_need_a_line() -> None:
    """16A is shut in at 2441 between two panzer divisions: no unit comes to it, and none is bought for it."""
    units = {"16A": "2441", "7Pz": "2440", "12Pz": "2442"} | dict.fromkeys(("28C", "29C"), "soviet-reserve")
    game = stage("purchases", units, turn=2)
    assert verdict(game, "call 28C") == ["AVD 11.1.1d"]
    game = stage("purchases", units | HOME | {"24A": "2646", "61C": "2646"}, turn=2)
    game.play("call 28C")
    assert verdict(game, "place 2441") == ["AVD 11.1.1d"]
    assert verdict(game, "place 2645") == []


def test_a_unit_may_be_placed_with_an_hq_just_placed() -> None:
    game = buying()
    game.play("call 29A")
    game.play("place 3439")
    game.play("pass")
    game.play("call 28C")
    assert verdict(game, "place 3439") == []


@rule("AVD 11.1.1e")
@pytest.mark.parametrize(("friend", "broken"), [("", ["AVD 11.1.1e"]), ("64ID", []), ("13A", [])])
def test_not_in_a_zone_of_control_without_a_friend(friend: str, broken: list[str]) -> None:
    """2542 lies next to 7Pz; a Soviet division or HQ there makes the difference."""
    there = {friend: "2542"} if friend else {}
    game = buying({"7Pz": "2543"} | there)
    game.play("call 28C")
    assert verdict(game, "place 2542") == broken


@rule("AVD 11.1.1e")
def test_a_victory_hex_with_its_chit_may_be_reinforced_under_the_enemy() -> None:
    game = stage("purchases", {"24A": "2646", "7Pz": "2648"} | RESERVE, turn=2)
    game.play("call 28C")
    assert verdict(game, "place 2647") == []
    game = stage("purchases", {"24A": "2646", "7Pz": "2648"} | RESERVE, turn=2, captured=["2647"])
    game.play("call 28C")
    assert verdict(game, "place 2647") == ["AVD 11.1.1e"]


def test_a_unit_is_not_placed_on_an_enemy_hq() -> None:
    game = buying({"VI-HQ": "2542"})
    game.play("call 28C")
    assert verdict(game, "place 2542") == ["AVD 5.2", "AVD 11.1.1d"]


@rule("AVD 11.1.1f")
def test_a_unit_placed_in_a_lost_victory_hex_brings_its_chit_back() -> None:
    game = stage("purchases", {"24A": "2646"} | RESERVE, turn=2, captured=["2647", "3919"])
    game.play("call 28C")
    game.play("place 2647")
    kaluga = FACTS.board.index("2647")
    assert game.state.with_chit >> kaluga & 1
    assert game.state.face_up >> kaluga & 1
    assert game.state.box.bit_count() == 1


# ---- PVO and elites (11.1.1) ----------------------------------------------------------------------


@rule("AVD 11.1.1h")
def test_the_pvo_of_the_turn() -> None:
    """Turn 3: PVO-8, to a victory hex with chit and line; the others stay on the track."""
    track = {"PVO-7": "track-2", "PVO-8": "track-3", "PVO-9": "track-4"}
    game = stage("purchases", HOME | track, turn=3)
    assert game.state.top.local.unit == FACTS.roster.index["PVO-8"]
    for wrong in ("2540", "3919"):
        assert verdict(game, f"place {wrong}") == ["AVD 11.1.1h"]
    game.play("place 2647")
    assert place_of(game, "PVO-8") == "2647"
    assert (place_of(game, "PVO-7"), place_of(game, "PVO-9")) == ("track-2", "track-4")


def test_two_pvos_fill_a_victory_hex() -> None:
    game = stage("purchases", HOME | {"PVO-8": "track-3", "PVO-1": "2647", "PVO-2": "2647"}, turn=3)
    assert verdict(game, "place 2647") == ["AVD 5.1a"]


def test_a_pvo_without_a_hex_is_lost() -> None:
    everything = [FACTS.board.name(place) for place in FACTS.victory_hexes]
    game = stage("purchases", HOME | {"PVO-8": "track-3", "12Pz": "3919"}, turn=3, captured=everything)
    assert place_of(game, "PVO-8") == "removed"


@rule("AVD 11.1.1i")
def test_an_elite_division_is_drawn_and_placed_like_the_others() -> None:
    cup = {"64ID": "elite-cup", "KV-1": "elite-cup"}
    game = stage("purchases", HOME | cup | {"7Pz": "2543"}, turn=3, rolls=["draw KV-1"])
    assert asked(game) == [("Soviet", "place")]
    assert verdict(game, "place 2542") == ["AVD 11.1.1e"]
    assert verdict(game, "place 2343") == ["AVD 11.1.1d"]
    game.play("place 2541")  # red with tan
    assert place_of(game, "KV-1") == "2541"


def test_an_elite_division_without_a_hex_returns_to_the_cup() -> None:
    game = stage("purchases", {"61C": "2541", "64ID": "elite-cup", "12Pz": "3919"}, turn=3, rolls=["draw 64ID"])
    assert place_of(game, "64ID") == "elite-cup"
    assert "64ID has no room and goes back to the cup." in game.view(0).log()


@rule("AVD 11.1.1j")
def test_points_and_draws_without_units_are_lost() -> None:
    """The Reserve Box and the cup are empty: the Soviet player is asked for nothing."""
    game = stage("purchases", HOME | {"28C": "soviet-reserve", "8Inf": "german-entry-9A"}, turn=2)
    game.play("call 28C")
    game.play("place 2540")
    assert asked(game) == [("German", "enter")]


# ---- Germans (11.1.2) -----------------------------------------------------------------------------

WAITING = {"8Inf": "german-entry-9A", "VIII-HQ": "german-entry-9A", "5Inf": "german-entry-3PzG"}


def arrivals(game: Game) -> set[str]:
    return {text.split()[1] for text in game.legal.texts}


@rule("AVD 11.1.2a")
def test_germans_enter_by_their_road() -> None:
    game = stage("entries", HOME | WAITING | {"31Inf": "minsk-pocket-box"}, turn=1)
    assert asked(game) == [("German", "enter")]
    assert verdict(game, "enter 31Inf") == ["AVD 11.1.2a"]  # still in the Pocket
    game.play("enter 8Inf")
    assert {"3106", "3209"} <= arrivals(game)
    assert "3902" not in arrivals(game)
    game.play("road 3209")
    assert verdict(game, "enter 8Inf") == ["AVD 11.1.2a"]  # it is on the map
    game.play("enter 5Inf")
    assert "3902" in arrivals(game)
    assert "3106" not in arrivals(game)


@rule("AVD 11.1.2b")
def test_the_entry_hex_costs_half_a_point() -> None:
    """Five points are ten road hexes, the first of them 3106: the tenth is 3215."""
    game = stage("entries", HOME | {"8Inf": "german-entry-9A"}, turn=1)
    game.play("enter 8Inf")
    assert verdict(game, "road 3215") == []
    assert verdict(game, "road 3216") == ["AVD 8.1.2a"]


def test_all_that_can_must_enter() -> None:
    game = stage("entries", HOME | WAITING, turn=1)
    assert "done" not in game.legal.texts
    for unit, place in (("8Inf", "3210"), ("VIII-HQ", "3210"), ("5Inf", "3902")):
        game.play(f"enter {unit}")
        game.play(f"road {place}")
    assert asked(game) != [("German", "enter")]


@pytest.mark.parametrize("where", ["3106", "3107", "3207"])
def test_a_closed_entry_hex_keeps_them_waiting(where: str) -> None:
    """An enemy in 3106 or next to it, a lone HQ even: 9th Army waits, 3rd Panzer Group comes in."""
    game = stage("entries", HOME | WAITING | {"13A": where, "63C": "3439"}, turn=1)
    assert verdict(game, "enter 8Inf") == ["AVD 11.1.2a"]
    game.play("enter 5Inf")
    game.play("road 3902")
    assert place_of(game, "8Inf") == "german-entry-9A"
    game = stage("entries", HOME | {"8Inf": "german-entry-9A"}, turn=2)
    assert asked(game) == [("German", "enter")]


def test_the_road_ends_before_the_enemy() -> None:
    game = stage("entries", HOME | {"8Inf": "german-entry-9A", "63C": "3212"}, turn=1)
    game.play("enter 8Inf")
    assert verdict(game, "road 3210") == []
    assert verdict(game, "road 3211") == ["AVD 8.3.1c"]


@rule("AVD 11.1.2c")
def test_a_9th_army_chit_follows_those_that_entered() -> None:
    game = stage("entries", HOME | WAITING, turn=1, rolls=["draw 9A-3"])
    for unit in ("8Inf", "VIII-HQ", "5Inf"):
        game.play(f"enter {unit}")
        game.play(game.legal.texts[0])
    assert "9A-3 is added to the cup." in game.view("Soviet").log()
    assert asked(game) == [("German", "headquarters")]  # drawn at once: the cup held nothing else


@pytest.mark.parametrize(("unit", "turn", "added"), [("Blue", 6, True), ("31Inf", 5, False)])
def test_the_chit_comes_with_units_marked_with_a_turn(unit: str, turn: int, added: bool) -> None:
    """The Blue Division on turn 6 brings one; a latecomer of the Pocket does not."""
    box = {"Blue": "track-6", "31Inf": "german-entry-2PzG"}[unit]
    game = stage("entries", HOME | {unit: box}, turn=turn, cup=chit("Air"), open_cup=chit("Air"), rolls=["draw Air"])
    game.play(f"enter {unit}")
    game.play(game.legal.texts[0])
    assert ("9A-3 is added to the cup." in game.view("Soviet").log()) == added


def test_no_chit_is_left_to_add() -> None:
    everything = chit("9A-1") | chit("9A-2") | chit("9A-3")
    game = stage("entries", HOME | {"Blue": "track-6"}, turn=6, cup=everything, rolls=["draw 9A-1"])
    game.play("enter Blue")
    game.play("road 3106")
    assert not any("is added" in line for line in game.view("German").log())


def test_the_blue_division_waits_for_turn_6() -> None:
    game = stage("entries", HOME | {"Blue": "track-6", "8Inf": "german-entry-9A"}, turn=5)
    assert verdict(game, "enter Blue") == ["AVD 11.1.2a"]
    game = stage("entries", HOME | {"Blue": "track-6"}, turn=6)
    assert verdict(game, "enter Blue") == []


# ---- chits of new HQs (11.1.4) --------------------------------------------------------------------


@rule("AVD 11.1.4")
def test_the_chit_of_a_new_hq_can_be_selected_next_turn() -> None:
    units = HOME | {"29A": "soviet-reserve", "30A": "soviet-reserve", "28C": "soviet-reserve"}
    hqs = {"13A": "2541", "16A": "2440", "19A": "2442", "24A": "2641"}
    game = stage("purchases", units | hqs | {"12Pz": "3919"}, turn=2)
    game.play("call 29A")
    game.play("place 2647")
    game.play("pass")
    game.play("call 28C")
    game.play("place 2646")
    assert game.state.turn == 3
    assert verdict(game, "select 29A", "Soviet") == []
    assert verdict(game, "select 30A", "Soviet") == ["AVD 3.6a"]
