"""The Caucasus expedition (4.11 to 4.13): the force, the answer, the way back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from barbarossa_deluxe.pockets import CORPS, around
from barbarossa_deluxe.stage import act, asked, stage
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import ENDED, SUCCEEDED, UNDER_WAY
from rule import rule
from staging.asking import rules_broken, verdict

SOUTH = ("2607", "2804", "3103", "3200", "3201", "3202", "3203", "3204")
FORCE = {"40Pz": "3203", "57Pz": "3203", "52C": "3204", "49Mtn": "3204", "3R": "3202", "3Pz": "3102"}
ARMIES = {"9A": "1502", "37A": "rvgk", "44A": "1405", "46A": "1405", "47A": "1405", "1Sh": "1405", "50A": "1812"}


def sending(**fields: Any) -> Game:
    """The end of the German movement phase, with a force at the exits."""
    places = {**FORCE, **ARMIES, **around("1812", *CORPS)}
    game = stage("movement", places, turn=11, german=SOUTH, expedition_ready=True, **fields)
    act(game, "done")
    assert asked(game) == [("German", "expedition")]
    return game


@rule("BD 4.11a", "BD 4.11b", "BD 4.13h")
def test_who_is_sent() -> None:
    game = sending()
    assert verdict(game, "send 40Pz") == []
    assert verdict(game, "send 49Mtn") == []
    assert verdict(game, "send 3R") == ["BD 4.11b"]  # Romanians
    assert verdict(game, "send 3Pz") == ["BD 4.11b"]  # not at an exit
    assert verdict(game, "done") == []
    act(game, "send 52C")
    assert verdict(game, "send 49Mtn") == ["BD 4.11b"]  # one infantry corps
    assert verdict(game, "done") == ["BD 4.13h"]  # all in
    game.state.expedition_ready = False
    assert rules_broken(game, "send 40Pz") == ["BD 4.11a"]


@rule("BD 4.11a", "BD 4.11b", "BD 4.13h")
def test_what_keeps_the_force_back() -> None:
    game = sending()
    game.state.german &= ~(1 << game.facts.rostov)
    assert rules_broken(game, "send 40Pz") == ["BD 4.11a"]
    tired = sending()
    tired.state.used[tired.facts.roster.index["40Pz"]] = 9
    assert rules_broken(tired, "send 40Pz") == [
        "BD 4.11b",
        "BD 4.11b",
    ]  # no point left, and the force is short of a corps
    again = sending()
    again.state.expedition = ENDED
    assert rules_broken(again, "send 40Pz") == ["BD 4.13h"]


@rule("BD 4.12a")
def test_who_answers() -> None:
    game = sending()
    act(game, "send 40Pz", "send 57Pz", "send 52C")
    assert asked(game) == [("Soviet", "response")]
    assert verdict(game, "withdraw 9A") == []
    assert verdict(game, "withdraw 37A") == []  # in the RVGK box
    assert verdict(game, "refuse") == []
    for unit in ("1Sh", "50A", "20A", "40Pz"):  # a shock army, cut off, not in play, an enemy
        assert verdict(game, f"withdraw {unit}") == ["BD 4.12a"]


BOXED = dict.fromkeys(("40Pz", "57Pz", "52C"), "caucasus")


def recalling(expedition: int = UNDER_WAY, places: Mapping[str, str] = MappingProxyType({})) -> Game:
    units = {**BOXED, "1C": "2217", "4A": "1502", **places}
    return stage("movement", units, turn=12, german=SOUTH, expedition=expedition)


@rule("BD 4.13f", "BD 4.13j", "BD 4.13g")
def test_when_the_force_is_called_back() -> None:
    assert verdict(recalling(), "recall") == []
    assert verdict(recalling(SUCCEEDED), "recall") == ["BD 4.13j"]
    assert verdict(recalling(ENDED), "recall") == ["BD 4.13f"]
    shut = dict(zip(("16A", "19A", "20A", "21A"), ("3200", "3201", "3202", "3203"), strict=True))
    crowd = dict.fromkeys(("4C", "5C", "6C"), "3204")
    assert verdict(recalling(places={**shut, **crowd}), "recall") == ["BD 4.13f"]  # room for two
    soviet = stage("movement", {"9A": "caucasus", "4A": "1502"}, side="soviet", turn=12, expedition=ENDED)
    assert verdict(soviet, "recall") == ["BD 4.13g"]


@rule("BD 4.13f")
def test_where_the_force_comes_back() -> None:
    game = recalling(places={"16A": "3201", **dict.fromkeys(("4C", "5C", "6C", "7C", "8C"), "3203")})
    act(game, "recall")
    assert verdict(game, "at 3204") == []
    for place in ("3201", "3203", "3103", "rvgk"):  # enemies, full, no exit, no hex
        assert verdict(game, f"at {place}") == ["BD 4.13f"]
