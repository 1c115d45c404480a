"""Battles: attacks (11.1 to 11.7), support (8.36 to 8.41), results (11.26), retreats (11.27), advances (11.30).

Around 2308: 2309 west, 2209 northwest, 2409 southwest, 2307 east, 2208 northeast, 2408 southeast.
"""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import declare, forced, kind, settle
from barbarossa_deluxe.stage import act, stage
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import verdict

DUEL = {"3Pz": "2309", "6A": "2308"}
OTHERS = {"1C": "1815", "60A": "1814"}  # elsewhere, so that the phase does not end by itself


def attacking(positions: dict[str, str], side: str = "german", **more: Any) -> Game:
    return stage("assault", {**OTHERS, **positions}, side=side, **{"turn": 17, **more})


def committing(positions: dict[str, str], target: str, side: str = "german", **more: Any) -> Game:
    game = attacking(positions, side, **more)
    act(game, f"attack {target}")
    assert kind(game) == "commit"
    return game


# ---- which hex --------------------------------------------------------------------------------------------


@rule("BD 11.1a")
def test_which_hex_is_attacked() -> None:
    game = attacking({**DUEL, "18A": "2107"})
    assert verdict(game, "attack 2308") == []
    assert verdict(game, "attack 2307") == ["BD 11.1a"]
    assert verdict(game, "attack 2107") == ["BD 11.1a"]


@rule("BD 11.4b", "BD 11.4c")
def test_once_in_a_phase() -> None:
    """The attack stalls (die 6); 14th Panzer Corps has not attacked, but 2308 has been."""
    front = {**OTHERS, **DUEL, "14Pz": "2309", "4C": "2309", "18A": "2209"}
    game = forced(front, "2308", "3Pz", "4C", to="AS", turn=17)
    assert verdict(game, "attack 2308") == ["BD 11.4c"]
    act(game, "attack 2209")
    assert kind(game) != "commit"  # 14th Panzer Corps is the only one left


@rule("BD 11.17b", "BD 11.18b", "BD 11.19", "BD 8.30f", "BD 10.22a", "BD 11.12c", "BD 12.8a")
@pytest.mark.parametrize(
    ("unit", "here", "enemy", "there", "side", "turn", "number"),
    [("3Pz", "3106", "4A", "3105", "german", 9, "11.17b"), ("4A", "2907", "26C", "3008", "soviet", 6, "11.18b"),
     ("26C", "3008", "4A", "2907", "german", 9, "11.18b"), ("26C", "1112", "4A", "1213", "german", 9, "11.19"),
     ("MCG", "1805", "26C", "1806", "soviet", 9, "8.30f"), ("MCG", "2107", "26C", "2208", "soviet", 9, "8.30b"),
     ("3R", "2208", "4A", "2107", "german", 9, "10.22a"), ("FCSE", "3220", "4A", "3120", "german", 9, "11.12c")],
)  # fmt: skip
def test_who_attacks_nothing_there(
    unit: str, here: str, enemy: str, there: str, side: str, turn: int, number: str
) -> None:
    game = attacking({unit: here, enemy: there}, side, turn=turn)
    assert verdict(game, f"attack {there}") == [f"BD {number}"]


@rule("BD 5.12a")
def test_soviets_of_1941_have_to_attack() -> None:
    assert verdict(attacking({"6A": "2307", "4C": "2308"}, "soviet", turn=3), "done") == ["BD 5.12a"]
    assert verdict(attacking({"6A": "2307", "4C": "2308"}, "soviet", turn=4), "done") == []


# ---- with whom ----------------------------------------------------------------------------------------------


@rule("BD 11.1a", "BD 11.3", "BD 11.4a", "BD 11.12c")
def test_who_joins_an_attack() -> None:
    game = committing({**DUEL, "14Pz": "2309", "26C": "2310", "FCSE": "2309", "18A": "2208"}, "2308")
    assert verdict(game, "with 26C") == ["BD 11.3"]
    assert verdict(game, "with 18A") == ["BD 11.1a"]
    assert verdict(game, "with FCSE") == ["BD 11.12c"]
    assert verdict(game, "resolve") == ["BD 11.1a"]
    act(game, "with 3Pz")
    assert verdict(game, "with 3Pz") == ["BD 11.4a"]
    assert verdict(game, "resolve") == []


@rule("BD 5.12d")
def test_a_bound_unit_is_not_left_out_of_its_last_attack() -> None:
    game = committing({"6A": "2307", "16A": "2208", "4C": "2308"}, "2308", "soviet", turn=3)
    act(game, "with 6A")
    assert verdict(game, "resolve") == ["BD 5.12d"]


@rule("BD 4.17d")
def test_paratroops_join_others() -> None:
    gambit: dict[str, Any] = {"gambit": 18, "due": {"2Para": 18}}
    game = committing({**DUEL, "14Pz": "2309", "2Para": "track"}, "2308", turn=18, **gambit)
    assert verdict(game, "with 2Para") == ["BD 4.17d"]
    act(game, "with 3Pz")
    assert verdict(game, "with 2Para") == []
    game = committing({**DUEL, "14Pz": "2309", "2Para": "track"}, "2308", turn=19, **gambit)
    act(game, "with 3Pz")
    assert verdict(game, "with 2Para") == ["BD 4.17d"]


@rule("BD 8.35d")
def test_the_counter_fire_corps_needs_an_army() -> None:
    city = {"LCFC": "1011", "23A": "1011", "2C": "1111"}
    game = committing(city, "1111", "soviet", turn=20)
    act(game, "with LCFC")
    assert verdict(game, "resolve") == ["BD 8.35d"]


# ---- support ------------------------------------------------------------------------------------------------


def supporting(positions: dict[str, str], target: str, *attackers: str, **more: Any) -> Game:
    game = stage("assault", {**OTHERS, **positions}, side="soviet", **more)
    declare(game, target, *attackers)
    return settle(game, stop_at="support")


@rule("BD 8.36b", "BD 8.38b", "BD 8.37a", "BD 8.40a")
def test_whom_support_markers_support() -> None:
    positions = {"6A": "2307", "1Sh": "2307", "MGP": "2307", "4C": "2308", "5C": "2308"}
    game = supporting(positions, "2308", "6A", "1Sh", "MGP", turn=22)
    assert verdict(game, "guns 1Sh") == ["BD 8.36b"]
    assert verdict(game, "guns MGP") == ["BD 8.36b"]
    assert verdict(game, "wings MGP") == ["BD 8.38b"]
    assert verdict(game, "interceptors") == ["BD 8.37a", "BD 8.37c"]
    act(game, "wings 6A")
    assert verdict(game, "wings 6A") == ["BD 8.38b"]
    act(game, "airborne")
    assert "BD 8.40a" in verdict(game, "airborne")


@rule("BD 8.36a", "BD 8.38a", "BD 8.39b", "BD 8.40b")
def test_when_and_where_they_do() -> None:
    game = supporting({"6A": "2307", "4C": "2308"}, "2308", "6A", turn=22, order=2, nth=2)
    assert "BD 8.36a" in verdict(game, "guns 6A")
    assert "BD 8.38a" in verdict(game, "wings 6A")
    assert verdict(game, "partisans") == []
    game = supporting({"6A": "2208", "4C": "2207"}, "2207", "6A", turn=22)
    assert "BD 8.39b" in verdict(game, "partisans")
    assert "BD 8.40b" in verdict(game, "airborne")


# ---- results ------------------------------------------------------------------------------------------------


@rule("BD 11.26d", "BD 11.26f")
def test_who_is_given_up() -> None:
    groups = dict.fromkeys(("GM", "GS", "FP", "LK"), "2309")
    game = forced({**groups, "3Pz": "2409", "26C": "2310", "6A": "2308"}, "2308", *groups, "3Pz", to="BB", turn=17)
    assert kind(game) == "exchange"
    assert verdict(game, "lose 3Pz") == ["BD 11.26f"]
    assert verdict(game, "lose 26C") == ["BD 11.26d"]


@rule("BD 11.27a", "BD 11.27c", "BD 11.27d", "BD 11.28b")
def test_where_a_retreat_does_not_go() -> None:
    game = forced({**DUEL, "14Pz": "2307"}, "2308", "3Pz", to="DR", turn=17)
    assert verdict(game, "retreat 2208") == []
    assert verdict(game, "retreat 2307") == ["BD 11.27a"]
    assert verdict(game, "retreat 2206") == ["BD 11.27a"]
    assert verdict(game, "retreat 2409") == ["BD 11.27c"]
    assert "BD 11.27d" in verdict(game, "retreat 2309")
    assert verdict(game, "retreat 2208 2207") == ["BD 11.28b"]


@rule("BD 10.31b")
def test_nobody_retreats_into_the_launch_hex() -> None:
    game = stage("movement", {"3Pz": "2307", "14Pz": "2307", "6A": "2308"}, turn=17, rolls=["1"])
    act(game, "pick 3Pz", "with 14Pz", "assault 2308")
    settle(game)
    assert "BD 10.31b" in verdict(game, "retreat 2307")


@rule("BD 11.30a", "BD 11.32c")
def test_who_advances_and_how_far() -> None:
    positions = {"3Pz": "2309", "14Pz": "2309", "4C": "2309", "13C": "2309", "6A": "2308", "16A": "2208"}
    game = forced(positions, "2308", "3Pz", "14Pz", "4C", to="DE", turn=17)
    assert verdict(game, "advance 13C") == ["BD 11.30a"]
    act(game, "advance 3Pz")
    assert verdict(game, "push 2307") == []
    assert verdict(game, "push 2409") == ["BD 11.32c"]
    assert verdict(game, "push 2306") == ["BD 11.32c"]
    assert verdict(game, "push 2208") == ["BD 11.30a"]


@rule("BD 13.9a")
def test_a_retreat_at_will() -> None:
    game = stage("assault", {**OTHERS, **DUEL, "14Pz": "2309"}, scenario="blue-kremlin", turn=9)
    declare(game, "2308", "3Pz")
    settle(game, stop_at="yield")
    assert verdict(game, "yield") == []


@rule("BD 7.7e")
def test_aerial_supply_in_a_battle_is_for_the_defenders() -> None:
    pocket = {"6A": "2307", "16A": "2309", "18A": "2208", "21A": "2209", "22A": "2408", "24A": "2409", "4C": "2308"}
    game = stage("assault", {**OTHERS, **pocket}, side="soviet", turn=6, airlift_from=6)
    declare(game, "2308", "6A")
    settle(game, stop_at="aerial")
    assert verdict(game, "airlift 2308") == []
    assert verdict(game, "airlift 1815") == ["BD 7.7e"]
