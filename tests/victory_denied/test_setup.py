"""3: preparation for play."""

from __future__ import annotations

import pytest

import ostfront
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, chit, chits, verdict
from victory_denied.stage import FACTS, RULES, place_of, stage

ROSTER = FACTS.roster
ARMIES = {"13A", "16A", "19A", "20A", "21A", "22A"}


@pytest.fixture
def game() -> Game:
    return ostfront.new("victory-denied", seed=1941)


def units_in(game: Game, box: str) -> set[str]:
    return {ROSTER.ids[unit] for unit in game.state.at(FACTS.boxes[box])}


def entering(mark: str) -> set[str]:
    return {counter.id for counter in ROSTER.counters if counter.enters == mark}


# ---- units --------------------------------------------------------------------------------------------


@rule("AVD 3.2")
def test_units_stand_where_the_map_says(game: Game) -> None:
    on_map = {ROSTER.ids[unit] for unit in bits(game.state.on_map)}
    assert on_map == entering("start")
    red = {unit for unit in on_map if ROSTER.counters[ROSTER.index[unit]].colour == "red"}
    assert red == {"PVO-1", "PVO-2", "PVO-3", "PVO-4", "PVO-5", "1MRD", "172ID", "187ID"}
    assert (place_of(game, "7Pz"), place_of(game, "16A")) == ("3919", "3327")


def test_the_set_up_keeps_the_rules(game: Game) -> None:
    assert RULES.check(game.state) == []


@rule("AVD 3.3")
def test_the_game_starts_on_turn_one(game: Game) -> None:
    assert game.state.turn == 1


@rule("AVD 3.8a")
def test_the_other_red_units_are_in_the_elite_cup(game: Game) -> None:
    red = {c.id for c in ROSTER.counters if c.colour == "red" and c.type != "pvo"}
    assert units_in(game, "elite-cup") == red - {"1MRD", "172ID", "187ID"}
    assert len(units_in(game, "elite-cup")) == 18


@rule("AVD 3.8b")
def test_a_pvo_waits_on_each_turn_but_the_last(game: Game) -> None:
    for turn in range(1, 10):
        waiting = [unit for unit in units_in(game, f"track-{turn}") if ROSTER.is_pvo[ROSTER.index[unit]]]
        assert len(waiting) == 1, turn
    assert units_in(game, "track-10") == set()


@rule("AVD 3.9")
def test_units_marked_m_are_in_the_minsk_pocket(game: Game) -> None:
    assert units_in(game, "minsk-pocket-box") == entering("M")
    assert {ROSTER.side[ROSTER.index[unit]] for unit in entering("M")} == {0, 1}


@rule("AVD 3.10")
def test_units_marked_r_are_in_the_reserve_box(game: Game) -> None:
    assert units_in(game, "soviet-reserve") == entering("R")


@rule("AVD 3.11")
def test_timoshenko_and_three_units_are_in_his_box(game: Game) -> None:
    assert units_in(game, "timoshenko") == {"Tmshnko", "67C", "47C", "25MC"}


@rule("AVD 3.12")
def test_rocket_stukas_and_bomber(game: Game) -> None:
    assert (game.state.rocket, game.state.stukas, game.state.bomber) == (True, 3, True)


@rule("AVD 3.13")
def test_the_star_units_wait(game: Game) -> None:
    assert units_in(game, "stavka-stars") == {"Rokssky", "Maslnn", "Kalin", "Kocholov", "Khmnko", "CavGr"}


@rule("AVD 3.14")
def test_german_reinforcements_line_up(game: Game) -> None:
    assert units_in(game, "german-entry-9A") == {"8Inf", "28Inf", "161Inf", "VIII-HQ"}
    assert units_in(game, "german-entry-3PzG") == {"5Inf", "35Inf", "6Inf", "26Inf", "V-HQ", "VI-HQ"}
    assert "Blue" in units_in(game, "track-6")


def test_nothing_is_left_in_the_box(game: Game) -> None:
    assert all(place >= 0 for place in game.state.place)


# ---- VP chits -----------------------------------------------------------------------------------------


@rule("AVD 3.4a")
def test_gold_chits_lie_on_gold_stars(game: Game) -> None:
    on_map = {place: game.state.vp[i] for i, place in enumerate(FACTS.victory_hexes) if game.state.vp[i] >= 0}
    assert len(on_map) == 14
    for place, vp in on_map.items():
        assert FACTS.gold_chits >> vp & 1 == FACTS.gold_hexes >> place & 1
    assert game.state.face_up == 0


def test_the_deal_is_random_and_nobody_sees_it() -> None:
    deals = {ostfront.new("victory-denied", seed=seed).state.vp for seed in range(8)}
    assert len(deals) == 8
    game = ostfront.new("victory-denied", seed=1)
    for seat in ("German", "Soviet"):
        assert set(game.view(seat).known["victory_hexes"].values()) == {"", "gold", "blue"}


@rule("AVD 3.4b")
def test_vitebsk_and_bobruysk_start_german(game: Game) -> None:
    empty = {FACTS.board.name(p) for i, p in enumerate(FACTS.victory_hexes) if game.state.vp[i] < 0}
    assert empty == {"3919", "2110"}
    assert game.state.box.bit_count() == 2


# ---- command chits ------------------------------------------------------------------------------------


def selected(game: Game, *soviet: str) -> Game:
    """The game after the Soviet player has selected; the German has three chits to begin with, and no choice."""
    for name in soviet:
        game.play(f"select {name}", "Soviet")
    return game


@rule("AVD 3.5", "AVD 7.1.2b")
def test_air_power_supply_and_reinforcement_are_always_in_the_cup(game: Game) -> None:
    selected(game, "16A", "20A")
    assert {"Air", "Supply", "Reinf"} <= chits(game.state.cup)


@rule("AVD 7.1.2b")
def test_mandatory_chits_are_not_selected_and_art_comes_on_turn_two() -> None:
    game = stage("selection", {"7Pz": "3919", "17Pz": "3318", "VII-HQ": "3017", "22A": "4614"}, turn=2)
    assert verdict(game, "select Air", "German") == ["AVD 7.1.2b"]
    for name in ("2PzG", "3PzG-1", "9A-1"):
        game.play(f"select {name}", "German")
    assert {"Air", "Supply", "Reinf", "ART"} <= chits(game.state.cup)


@rule("AVD 4.1.2f")
def test_art_is_not_in_the_cup_on_turn_one(game: Game) -> None:
    selected(game, "16A", "20A")
    assert chits(game.state.cup) == {"Air", "Supply", "Reinf", "2PzG", "3PzG-2", "16A", "20A"}


@rule("AVD 3.6a")
@pytest.mark.parametrize("name", ["24A", "Tmshnko"])
def test_chits_marked_r_or_1_wait_for_their_hq(game: Game, name: str) -> None:
    assert verdict(game, f"select {name}", "Soviet") == ["AVD 3.6a"]


@rule("AVD 3.6b")
def test_the_soviet_player_selects_two_of_six(game: Game) -> None:
    offered = {text.removeprefix("select ") for text in game.legal_of("Soviet").texts}
    assert offered == ARMIES
    game.play("select 16A", "Soviet")
    game.play("select 22A", "Soviet")
    assert {"16A", "22A"} <= chits(game.state.cup)


@rule("AVD 3.7a")
def test_a_third_panzer_group_chit_is_put_aside() -> None:
    game = stage("selection", {"7Pz": "3919", "17Pz": "3318", "VII-HQ": "3017", "22A": "4614"}, turn=1)
    assert verdict(game, "select 3PzG-1", "German") == ["AVD 3.7a"]
    assert verdict(game, "select 3PzG-2", "German") == []


def test_on_turn_two_both_third_panzer_group_chits_can_be_selected() -> None:
    game = stage("selection", {"7Pz": "3919", "17Pz": "3318", "VII-HQ": "3017", "22A": "4614"}, turn=2)
    game.play("select 3PzG-1", "German")
    assert verdict(game, "select 3PzG-2", "German") == []


@rule("AVD 3.7b")
def test_the_german_player_has_three_further_chits_and_guderian_its_box() -> None:
    game = ostfront.new("victory-denied", seed=7)
    # the only chits he has on turn 1: no choice, nobody is asked
    assert asked(game) == [("Soviet", "select")]
    assert chits(game.state.selected_german) == {"2PzG", "Guderian", "3PzG-2"}
    selected(game, "16A", "20A")
    assert game.state.guderian
    assert not game.state.cup & chit("Guderian")
