"""Rulings that no other test has: see docs/rulings/barbarossa-1941.md."""

from __future__ import annotations

from barbarossa_1941.adversary import fight, no
from barbarossa_1941.stage import asked, stage
from ostfront.core.map.hexes import mask
from ostfront.core.play.game import Game


def retreats(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat")}


def test_a_stack_on_a_source_retreats_towards_another_one() -> None:
    """6.1a. Voronezh (2319) is a source itself: what counts is the way to the next one, Kharkov or Moscow.

    12 against 4 is 3:1, three columns of quality, two back for the city; a 6 gives two losses or more.
    """
    game = fight(
        {"DE-XXXXI": "2420", "DE-XXXIX": "2420", "SU-8A": "2319"},
        "2319",
        "DE-XXXXI",
        "DE-XXXIX",
        turn=3,
        rolls=["roll 6"],
    )
    assert asked(game) == [("Soviet", "second loss")]
    found = retreats(game)
    assert found and not found & {"2420"}
    assert no(game, "retreat 2419") in ("6.1a", "6.1b")


PAIRS = {"SU-8A": "2519", "DE-I": "2620", "SU-11A": "2215", "DE-II": "2216"}


def test_a_hex_counts_once_as_a_compulsory_attack() -> None:
    """14.3a: the number is of hexes, however often one is attacked."""
    game = stage("combat", PAIRS, side="soviet", turn=2, required=2)
    place = game.rules.facts.board.index("2620")
    game.state.made = mask([place])
    game.play("attack 2620")
    assert game.state.made.bit_count() == 1


def test_rail_markers_do_not_run_on_in_a_chain() -> None:
    """10.3a: a marker lays three hexes; no other one goes on from rail laid in the same phase."""
    game = stage("rail markers", {"DE-I": "0417"}, turn=3)
    for action in ("railhead 0317", "lay 0417", "lay 0516", "lay 0617"):
        game.play(action)
    assert "railhead 0617" not in game.legal
    assert no(game, "railhead 0617") == "10.3a"


def test_of_two_markers_in_one_hex_one_is_free() -> None:
    """10.3e: markers that fell back to the same hex are not lost."""
    facts = stage("movement", {}).rules.facts
    at = facts.board.index("0317")
    game = stage("rail markers", {"DE-I": "0417"}, turn=3, markers=(at,) * 6)
    assert "railhead 0319" in game.legal
