"""The air drop of 2nd Parachute Corps (4.17)."""

from __future__ import annotations

from typing import Any

from barbarossa_deluxe.battle import kind, on_map, results, settle, told
from barbarossa_deluxe.stage import FACTS, act, coming, offered, place_of, stage
from ostfront.core.play.game import Game
from rule import rule

FORCE = {"3Pz": "2309", "6A": "2308", "2Para": "track"}


def gambit(moment: str = "assault", **more: Any) -> Game:
    """The first turn of the Gambit, with the corps not yet entered."""
    return stage(moment, FORCE, **{"turn": 18, "gambit": 18, "due": {"2Para": 18}, **more})


def dropped(die: str, **more: Any) -> Game:
    """3rd Panzer Corps attacks 2308 with paratroops from above."""
    game = gambit(**more)
    act(game, "attack 2308", "with 2Para")
    coming(game, die)
    return settle(game)


@rule("BD 4.17d")
def test_it_may_join_an_assault_on_the_first_turn_of_the_gambit() -> None:
    game = gambit()
    act(game, "attack 2308")
    assert offered(game, "with 2Para") and offered(game, "resolve")
    later = gambit(turn=19)
    act(later, "attack 2308")
    assert kind(later) != "commit"


@rule("BD 4.17d")
def test_it_may_join_a_mobile_assault() -> None:
    game = gambit("movement")
    act(game, "pick 3Pz", "assault 2308")
    assert kind(game) == "commit" and offered(game, "with 2Para")


@rule("BD 4.17e")
def test_it_adds_its_defense_factor() -> None:
    """4 + 6 to 3 is 3:1."""
    assert told(dropped("6"), "odds")[0][:2] == (10, 3)


@rule("BD 4.17e")
def test_it_counts_six_in_a_bloodbath() -> None:
    game = dropped("5")
    assert results(game) == ["BB"]
    act(game, "lose 2Para")
    assert place_of(game, "2Para") == "dead-german" and on_map(game, "3Pz")


@rule("BD 4.17f")
def test_it_lands_in_a_cleared_hex() -> None:
    game = dropped("1")
    assert results(game) == ["DE"] and place_of(game, "2Para") == "2308"
    assert game.state.german >> FACTS.board.index("2308") & 1


@rule("BD 4.17f")
def test_it_is_lost_if_the_hex_is_held() -> None:
    game = dropped("6")
    assert results(game) == ["AS"] and place_of(game, "2Para") == "dead-german" and on_map(game, "3Pz")
