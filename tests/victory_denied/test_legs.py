"""8.1.4, and what interrupts a leg: overruns, victory hexes, hexes that win the game; whole moves in one word."""

from __future__ import annotations

import pytest

import ostfront
from ostfront.games.victory_denied.table import TABLE
from rule import rule
from victory_denied.asking import asked, legs, points, verdict
from victory_denied.stage import FACTS, place_of, stage

# ---- 8.1.4 overruns -----------------------------------------------------------------------------------


@rule("AVD 8.1.4")
def test_a_lone_hq_is_overrun() -> None:
    game = stage("movement", {"17Pz": "2539", "18Pz": "3018", "13A": "2541", "20C": "3240"})
    game.play("pick 17Pz")
    game.play("go 2541")
    assert (place_of(game, "17Pz"), asked(game)) == ("2541", [("Soviet", "relocate")])
    game.push(next(iter(game.legal)))
    assert place_of(game, "13A") not in ("2541", "removed")
    assert (asked(game), points(game)) == ([("German", "march")], 8), "the unit may go on"


def test_a_leg_that_passes_an_hq_stops_there() -> None:
    units = {"17Pz": "2539", "18Pz": "3018", "13A": "2540", "20C": "3240"}
    game = stage("movement", units)
    game.play("pick 17Pz")
    game.play("go 2541")
    assert (place_of(game, "17Pz"), asked(game)) == ("2540", [("Soviet", "relocate")])


def test_a_leg_goes_round_an_hq_where_that_costs_no_more() -> None:
    units = {"17Pz": "2539", "18Pz": "3018", "13A": "2540", "20C": "3240"}
    game = stage("movement", units)
    game.play("pick 17Pz")
    game.play("go 2641")
    assert (place_of(game, "17Pz"), place_of(game, "13A"), points(game)) == ("2641", "2540", 8)


def test_overruns_in_a_chain() -> None:
    units = {"17Pz": "2539", "18Pz": "3018", "13A": "2540", "16A": "2542", "20C": "3240"}
    game = stage("movement", units)
    game.play("pick 17Pz")
    for hex, left in (("2540", 9), ("2542", 7)):
        game.play(f"go {hex}")
        assert asked(game) == [("Soviet", "relocate")]
        game.push(next(iter(game.legal)))
        assert points(game) == left


def test_an_hq_stacked_with_a_unit_is_not_overrun() -> None:
    game = stage("movement", {"17Pz": "2539", "18Pz": "3018", "13A": "2541", "20C": "2541"})
    game.play("pick 17Pz")
    assert verdict(game, "go 2541") == ["AVD 5.2"]


def test_the_last_point_may_go_into_an_overrun() -> None:
    game = stage("movement", {"8Inf": "2540", "28Inf": "3018", "13A": "2545", "20C": "3240"})
    game.play("pick 8Inf")
    game.play("go 2545")
    game.push(next(iter(game.legal)))
    assert asked(game) == [("German", "move")], "no point is left"


# ---- a crossing that ends the move, and the way round -------------------------------------------------


def test_a_leg_takes_the_way_that_keeps_the_move_alive() -> None:
    """The river between 5106 and 5006 is a point's crossing and the end of the move; over the bridge it is two."""
    game = stage("movement", {"8Inf": "5106", "28Inf": "3018"})
    game.play("pick 8Inf")
    labels = {hex: str(label) for hex, label in TABLE.overlay(game.view(0), "reach", "8Inf").labels.items()}
    assert labels["5006"] == "3"
    game.play("go 5006")
    assert (place_of(game, "8Inf"), points(game)) == ("5006", 3)


def test_a_leg_crosses_where_the_way_round_does_something() -> None:
    """A lone HQ stands at the bridge: whoever wants to overrun it says so, hex by hex."""
    game = stage("movement", {"8Inf": "5106", "28Inf": "3018", "13A": "5007", "20C": "2540"})
    game.play("pick 8Inf")
    game.play("go 5006")
    assert (place_of(game, "8Inf"), place_of(game, "13A"), asked(game)) == ("5006", "5007", [("German", "move")])


# ---- compounds and oddities ---------------------------------------------------------------------------


def test_move_says_the_whole_move() -> None:
    game = stage("movement", {"8Inf": "2540", "28Inf": "3018"})
    game.play("move 8Inf 2542")
    assert (place_of(game, "8Inf"), asked(game)) == ("2542", [("German", "move")])


def test_move_to_the_last_point() -> None:
    game = stage("movement", {"8Inf": "2540", "28Inf": "3018"})
    game.play("move 8Inf 2545")
    assert (place_of(game, "8Inf"), asked(game)) == ("2545", [("German", "move")])


def test_move_goes_on_through_a_victory_hex() -> None:
    # Krichev, 2323, is on the only shortest way from 2322 to 2324
    game = stage("movement", {"17Pz": "2322", "18Pz": "3018"})
    game.play("move 17Pz 2324")
    assert (place_of(game, "17Pz"), asked(game)) == ("2324", [("German", "move")])
    assert not game.state.with_chit >> FACTS.board.index("2323") & 1


def test_a_move_that_cannot_be_made_is_refused_as_a_whole() -> None:
    game = stage("movement", {"8Inf": "2540", "28Inf": "3018"})
    with pytest.raises(ostfront.IllegalAction):
        game.play("move 8Inf 2546")
    assert (place_of(game, "8Inf"), asked(game)) == ("2540", [("German", "move")])


def test_attack_with_the_only_unit_there_is_goes_to_the_stuka() -> None:
    for units in ({"17Pz": "2540"}, {"17Pz": "2540", "18Pz": "2441"}):
        game = stage("combat", {**units, "20C": "2541"}, stukas=1)
        game.play("attack 2541 with 17Pz resolve")
        assert asked(game) == [("German", "stuka")]


def test_a_leg_through_a_lost_victory_hex_stops_there_and_a_chit_is_laid() -> None:
    game = stage("movement", {"45C": "2737", "20C": "3240"}, side="soviet", captured=["2736", "3919"])
    game.play("pick 45C")
    game.play("go 2735")
    assert (place_of(game, "45C"), points(game)) == ("2736", 3)
    assert game.state.with_chit >> FACTS.board.index("2736") & 1


def test_an_hq_overrun_in_a_victory_hex_and_the_chit_taken() -> None:
    game = stage("movement", {"17Pz": "2737", "18Pz": "3240", "13A": "2736", "20C": "5025"})
    game.play("pick 17Pz")
    game.play("go 2736")
    assert asked(game) == [("Soviet", "relocate")]
    assert not game.state.with_chit >> FACTS.board.index("2736") & 1


def test_an_hq_overrun_across_the_river_ends_the_move_all_the_same() -> None:
    game = stage("movement", {"8Inf": "5203", "18Pz": "3240", "13A": "5204", "20C": "5025"})
    game.play("pick 8Inf")
    game.play("go 5204")
    game.push(next(iter(game.legal)))
    assert asked(game) == [("German", "move")]


def test_a_soviet_unit_that_walks_into_the_pocket_has_won_at_its_edge() -> None:
    game = stage("movement", {"45C": "3106", "20C": "3240"}, side="soviet")
    game.play("pick 45C")
    game.play("go 3103")
    assert game.result is not None and game.result.winner == "soviet"
    assert place_of(game, "45C") == "3105"


def test_germans_never_enter_the_pocket() -> None:
    game = stage("movement", {"8Inf": "3106", "28Inf": "3018"})
    game.play("pick 8Inf")
    assert verdict(game, "go 3105") == verdict(game, "road 3105") == verdict(game, "road 3104") == ["AVD 14.0h"]


def test_a_unit_with_no_way_out_may_only_stop() -> None:
    units = {
        "45C": "2540",
        "17Pz": "2539",
        "18Pz": "2541",
        "3Pz": "2440",
        "4Pz": "2441",
        "10Pz": "2640",
        "7Pz": "2641",
    }
    game = stage("movement", {**units, "20C": "3240"}, side="soviet")
    game.play("pick 45C")
    assert game.legal.texts == ["stop"]


def test_an_hq_between_enemies_moves_at_their_price() -> None:
    # 2539 and 2541 are in their zones, so is nothing else nearby
    game = stage("movement", {"13A": "2540", "17Pz": "2538", "18Pz": "2542", "45C": "3240"}, side="soviet")
    game.play("pick 13A")
    game.play("go 2539")
    assert points(game) == 4 - 3
    assert legs(game) == set()
