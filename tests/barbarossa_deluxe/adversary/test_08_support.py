"""Positions on Soviet support, comb-outs and late panzer corps (8.16, 8.29, 8.36 to 8.41)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    attack,
    depots,
    plan,
    refused,
    ring,
    until,
)  # fmt: skip
from barbarossa_deluxe.adversary.test_08_arrivals import arriving
from barbarossa_deluxe.battle import declare, settle
from barbarossa_deluxe.logistics import germans
from barbarossa_deluxe.stage import act, place_of, units
from ostfront.core.play.game import Game
from rule import rule

# ---- 67, 68: support -----------------------------------------------------------------------------------

GUNS: Spots = {"1708": "5A 3Sh", "1709": "9C"}


def supporting(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    """A Soviet assault at the question for support."""
    game = at("assault", spots, side="soviet", **more)
    declare(game, target, *attackers.split())
    return settle(game, stop_at="support")


@rule("BD 8.36b", "BD 8.38b")
def test_67_artillery_and_air() -> None:
    both = {"guns": units("5A"), "wings": units("5A")}
    assert battle.attack(plan(GUNS, "1709", "5A", side="soviet", turn=20), **both) == 4
    found = plan(GUNS, "1709", "5A", side="soviet", turn=20, depots=depots("1708"))
    assert battle.attack(found, **both) == 7


@rule("BD 8.36a", "BD 8.36b", "BD 8.38c")
def test_67_who_is_supported() -> None:
    game = supporting(GUNS, "1709", "5A 3Sh", turn=20)
    assert refused(game, "guns 3Sh")
    act(game, "guns 5A")
    assert refused(game, "guns 5A")
    assert refused(supporting(GUNS, "1709", "5A 3Sh", turn=20, order="move-fight"), "guns 5A")
    game = at("assault", GUNS, side="soviet", turn=20)
    declare(game, "1709", "5A", "3Sh")
    act(game, "luftwaffe")
    assert refused(game, "wings 5A")
    pocket = {place: corps for corps, place in germans(*ring("1708")).items()}
    game = supporting({**pocket, "1708": "5A"}, "1709", "5A", turn=20)
    assert refused(game, "guns 5A")
    assert allowed(game, "wings 5A")


MOSCOW: Spots = {"1609": "5A 20A", "1610": "9C", "1612": "22A", "1613": "6C"}


def offered(word: str, turn: int = 7, order: str = "fight-move", **more: Any) -> bool:
    return allowed(supporting(MOSCOW, "1610", "5A 20A", turn=turn, order=order, **more), word)


@rule("BD 8.37a", "BD 8.37b", "BD 8.39a", "BD 8.40a", "BD 8.41")
def test_68_three_markers_in_one_battle() -> None:
    found = plan(MOSCOW, "1610", "5A 20A", side="soviet", turn=7, depots=depots("1609"))
    assert battle.odds(found, interceptors=True, partisans=True, airborne=True) == "4:1"
    game = supporting(MOSCOW, "1610", "5A 20A", turn=7)
    for word in ("interceptors", "partisans", "airborne"):
        assert allowed(game, word)
        act(game, word)


@rule("BD 8.37a", "BD 8.37d", "BD 8.40a")
@pytest.mark.parametrize(
    ("word", "more", "may"),
    [
        ("interceptors", {"turn": 8}, False),
        ("airborne", {"turn": 6}, False),
        ("airborne", {"turn": 8, "airborne_years": (1942,)}, False),
        ("airborne", {"turn": 15, "airborne_years": (1942,)}, True),
        ("partisans", {"order": "move-fight"}, True),
        ("interceptors", {"order": "move-fight"}, False),
    ],
)
def test_68_when(word: str, more: dict[str, Any], may: bool) -> None:
    assert offered(word, **more) == may


@rule("BD 8.37b", "BD 8.39a")
def test_68_where() -> None:
    assert refused(supporting(MOSCOW, "1613", "22A", turn=7), "interceptors")
    city = {"1609": "5A", "1709": "20A", "1710": "9C"}
    assert refused(supporting(city, "1710", "5A 20A", turn=7), "partisans")
    assert refused(supporting({"1412": "5A", "1413": "9C"}, "1413", "5A", turn=7), "partisans")


# ---- 69, 70: comb-out, late panzer corps ---------------------------------------------------------------


def combing(turn: int, die: str = "5", **more: Any) -> Game:
    return at("comb-out", {"dead-german": "9C 12C 20C 3Pz"}, turn=turn, rolls=[die], **more)


@rule("BD 8.16a", "BD 8.16b")
def test_69_the_comb_out() -> None:
    game = combing(18)
    act(game, "comb")
    assert refused(game, "rebuild 3Pz")
    act(game, "rebuild 9C", "at 2117", "rebuild 12C", "at 2117")
    assert refused(game, "rebuild 20C")
    game = combing(18, "1")
    act(game, "comb")
    assert refused(game, "rebuild 9C")
    assert refused(combing(20, comb_outs=(1943,)), "comb")
    assert allowed(combing(26, comb_outs=(1943,)), "comb")
    assert refused(combing(16), "comb")


@rule("BD 8.29a", "BD 8.29b", "BD 8.29c", "BD 11.20c")
def test_70_late_panzer_corps() -> None:
    spots = {"1709": "39Pz-late 3SSPz", "1710": "5A"}
    assert attack(spots, "1710", "39Pz-late 3SSPz", order="move-fight", turn=22) == 6
    game = until(arriving(22, "48Pz-late", {"2504": "48Pz"}), "order")
    assert place_of(game, "48Pz") == "2504"
    game = until(arriving(22, "48Pz-late", {"dead-german": "48Pz"}), "order")
    assert place_of(game, "48Pz-late") == "dead-german"
