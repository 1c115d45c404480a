"""Movement across the Black Sea and the Baltic (10.16, 10.17), and the Independent Coastal Army (10.34)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.marching import picks
from barbarossa_deluxe.stage import act, asked, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import FIGHT_MOVE, MOVE_FIGHT
from rule import rule

BLACK = ("2911", "3108", "3213")
BALTIC = ("1011", "1415", "1717", "1819")


def sailors(game: Game) -> set[str]:
    """The units that can go by sea."""
    return {text.split()[1] for text in game.legal.texts if text.startswith("sail ")}


def harbours(game: Game) -> set[str]:
    """Where the unit at sea can land."""
    return {text.split()[1] for text in game.legal.texts if text.startswith("at ")}


@rule("BD 10.16a")
def test_one_corps_a_phase_crosses_the_black_sea() -> None:
    game = stage("movement", {"54C": "3213", "30C": "3213"}, german=["2911", "3108"])
    act(game, "sail 54C")
    assert harbours(game) == {"2911", "3108"}
    act(game, "at 3108")
    assert place_of(game, "54C") == "3108"
    assert sailors(game) == set()


@rule("BD 10.16a")
def test_only_german_ports_serve() -> None:
    assert sailors(stage("movement", {"54C": "3213"})) == set()
    game = stage("movement", {"54C": "3213", "1C": "1717"}, german=["2911"])
    act(game, "sail 54C")  # the only other port
    assert place_of(game, "54C") == "2911"


@rule("BD 10.17a")
def test_one_corps_a_phase_crosses_the_baltic_besides() -> None:
    game = stage("movement", {"54C": "3213", "1C": "1717", "2C": "1819"}, german=["2911", "1415"])
    assert sailors(game) == {"54C", "1C", "2C"}
    act(game, "sail 1C")
    assert harbours(game) == {"1415", "1819"}
    act(game, "at 1415")
    assert sailors(game) == {"54C"}


@rule("BD 10.16a", "BD 10.17a")
@pytest.mark.parametrize(
    ("unit", "fits"), [("49Mtn", True), ("FP", True), ("3Pz", False), ("3R", False), ("Wenck", False)]
)
def test_german_corps_on_foot_go_by_sea(unit: str, fits: bool) -> None:
    for here, there in (("3213", "2911"), ("1717", "1819")):
        if unit == "3R" and here == "1717":
            continue
        game = stage("movement", {unit: here, "1C": "2217"}, german=[there])
        assert (sailors(game) == {unit}) == fits


@rule("BD 10.16b")
def test_the_voyage_is_all_it_does_in_the_player_turn() -> None:
    game = stage("movement", {"54C": "3213", "30C": "3112", "4A": "3008"}, german=["3108"])
    act(game, "sail 54C")
    assert picks(game) == {"30C"}
    act(game, "done")
    assert asked(game) != [("German", "assault")]  # next to an enemy, and bound


@rule("BD 10.16b")
def test_it_begins_the_phase_in_the_port() -> None:
    game = stage("movement", {"54C": "3214", "1C": "2217"}, german=["3108"])
    act(game, "pick 54C", "go 3213", "stop")
    assert sailors(game) == set()


@rule("BD 10.16b", "BD 10.17b")
def test_who_has_attacked_does_not_sail() -> None:
    spent = units("54C", "1C")
    game = stage(
        "movement", {"54C": "3213", "1C": "1717", "2C": "2217"}, german=["2911"], order=FIGHT_MOVE, nth=2, spent=spent
    )
    assert sailors(game) == set()


@rule("BD 10.17b")
def test_who_has_moved_strategically_does_not_sail() -> None:
    game = stage("special phase", {"1C": "2117", "2C": "1717"}, turn=10, order=MOVE_FIGHT)
    act(game, "transfer 1C", "at 1717", "done")
    assert asked(game) == [("German", "move")]
    assert sailors(game) == {"2C"}


@rule("BD 10.17b")
def test_a_corps_from_the_baltic_is_bound_as_well() -> None:
    game = stage("movement", {"1C": "1717", "2C": "2217"})
    act(game, "sail 1C")
    assert place_of(game, "1C") == "1819"
    assert picks(game) == {"2C"}
    assert game.state.bound == units("1C")


def test_a_full_port_takes_nobody() -> None:
    full = dict.fromkeys(("2C", "4C", "5C", "6C", "7C"), "1819")
    game = stage("movement", {"1C": "1717", **full})
    assert "1C" not in sailors(game)


# ---- the Independent Coastal Army (10.34) ---------------------------------------------------------------


@rule("BD 10.34a")
def test_the_coastal_army_goes_from_port_to_port() -> None:
    game = stage("movement", {"ICA": "2911", "4A": "1502"}, side="soviet")
    assert "ICA" not in picks(game)
    act(game, "sail ICA")
    assert place_of(game, "ICA") == "3108"
    assert sailors(game) == set()  # once a phase


@rule("BD 10.34a")
def test_it_does_not_enter_a_port_that_has_fallen() -> None:
    game = stage("movement", {"ICA": "2911", "4A": "1502"}, side="soviet", german=["3108"])
    assert not offered(game, "sail ICA")


@rule("BD 10.34a")
def test_it_counts_for_stacking_in_the_other_port() -> None:
    full = dict.fromkeys(("3A", "5A", "6A", "8A", "10A"), "3108")
    game = stage("movement", {"ICA": "2911", **full}, side="soviet")
    assert not offered(game, "sail ICA")
