"""Supply markers (7.4, 7.7, 7.12, 7.21), and cities that are declared (9)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import act, asked, hexes, stage, units
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import rules_broken, verdict

# six units in the Crimea, which is cut off by the army in 2907
CRIMEA = {"3Pz": "3106", "14Pz": "3106", "42C": "3107", "5C": "3107", "44C": "3108", "30C": "3108", "4A": "2907"}
HELD = ("3106", "3107", "3108", "3008")


def german_phase(**more: Any) -> Game:
    return stage("movement", {**CRIMEA, **more.pop("units", {})}, turn=9, german=HELD, zone=1, **more)


@rule("BD 7.4c", "BD 7.4d", "BD 7.4e")
def test_when_crimea_supply_can_be_switched_on() -> None:
    assert verdict(german_phase(), "crimea") == []
    soviet_port = stage("movement", {"3Pz": "3106", "4A": "2907"}, turn=9, zone=1)
    assert "BD 7.4c" in verdict(soviet_port, "crimea")
    assert verdict(german_phase(sea_supply=2), "crimea") == ["BD 7.4d"]
    five = units("3Pz", "14Pz", "42C", "5C", "44C")
    assert verdict(german_phase(crimea_on=True, sea_supply=1, fed=five), "crimea") == ["BD 7.4e"]
    assert verdict(stage("movement", {"4C": "2607", "4A": "1502"}, turn=9, german=HELD, zone=1), "crimea") == [
        "BD 7.4e"
    ]


@rule("BD 7.4c", "BD 7.4e")
def test_who_draws_crimea_supply() -> None:
    game = german_phase(units={"29C": "2708", "6C": "3105"}, soviet=("2607", "2804"))
    act(game, "crimea")
    assert asked(game) == [("German", "feed")]
    assert verdict(game, "feed 3Pz") == []
    assert verdict(game, "feed 6C") == []  # across the Kerch Strait
    assert "BD 7.4c" in verdict(game, "feed 29C")  # not in the Crimea area
    assert verdict(game, "feed 4A") == ["BD 7.4c"]  # an enemy
    assert verdict(game, "done") == ["BD 7.4e"]  # nobody is named
    act(game, "feed 3Pz")
    assert verdict(game, "feed 3Pz") == ["BD 7.4e"]
    assert verdict(game, "done") == []


@rule("BD 7.7a")
def test_aerial_supply() -> None:
    game = german_phase(airlift_from=6)
    assert verdict(game, "airlift 3106") == []
    assert verdict(game, "airlift 3105") == ["BD 7.7a"]
    assert verdict(game, "airlift rvgk") == ["BD 7.7a"]
    for fields in ({"airlift_from": 0}, {"airlift_from": 10}, {"airlift_from": 6, "airlift_used": True}):
        assert verdict(german_phase(**fields), "airlift 3106") == ["BD 7.7a"]
    soviet = stage("movement", CRIMEA, side="soviet", turn=9, german=HELD, airlift_from=6)
    assert rules_broken(soviet, "airlift 3106") == ["BD 7.7a"]


@rule("BD 7.12a", "BD 7.21a")
def test_offensive_supply_markers() -> None:
    game = stage("depots", CRIMEA, side="soviet", turn=17)
    assert verdict(game, "at 1010") == []  # a lake
    assert verdict(game, "at rvgk") == ["BD 7.12a"]
    act(game, "at 1606")
    assert verdict(game, "at 1606") == ["BD 7.12a"]  # one to a hex
    assert verdict(game, "pass") == []
    game.state.depots_barred = True
    assert rules_broken(game, "at 1607") == ["BD 7.21a"]
    game.state.depots_barred, game.state.turn = False, 6
    assert rules_broken(game, "at 1607") == ["BD 7.12a"]


# ---- hero cities and fortress cities ----------------------------------------------------------------


def soviet_phase(**more: Any) -> Game:
    return stage("movement", {"4A": "1502", "1C": "2217"}, side="soviet", turn=14, **more)


@rule("BD 9.1a", "BD 9.1b")
def test_hero_cities() -> None:
    game = soviet_phase(hero_left=1, hero=hexes("1606"), german=("2311",))
    assert verdict(game, "hero 2501") == []
    assert verdict(game, "hero 1606") == ["BD 9.1b"]  # it is one
    assert verdict(game, "hero 2311") == ["BD 9.1b"]  # German
    assert verdict(game, "hero 1415") == ["BD 9.1b"]  # Riga is not in the USSR
    assert verdict(game, "hero 1607") == ["BD 9.1b"]  # no city
    assert verdict(game, "hero rvgk") == ["BD 9.1b"]
    assert verdict(soviet_phase(hero_left=0), "hero 2501") == ["BD 9.1a"]
    german = stage("movement", {"4A": "1502", "1C": "2217"}, turn=14, hero_left=1)
    assert rules_broken(german, "hero 2501") == ["BD 9.1a"]


@rule("BD 9.2a", "BD 9.2b", "BD 9.2c")
@pytest.mark.parametrize(
    ("anywhere", "home", "hex", "broken"),
    [(1, 0, "2311", []), (0, 1, "2311", ["BD 9.2b"]), (0, 1, "2023", []), (1, 1, "1606", ["BD 9.2b"]),
     (1, 1, "2419", ["BD 9.2c"]), (1, 1, "3015", ["BD 9.2c"]), (0, 0, "2023", ["BD 9.2a"]),
     (1, 1, "2320", ["BD 9.2b"]), (1, 1, "rvgk", ["BD 9.2b"])],
)  # fmt: skip
def test_fortress_cities(anywhere: int, home: int, hex: str, broken: list[str]) -> None:
    markers: dict[str, Any] = {"fortress_anywhere": anywhere, "fortress_home": home, "fortress": hexes("2320")}
    game = stage("movement", {"4A": "1502", "1C": "2217"}, turn=28, german=("2311",), **markers)
    assert verdict(game, f"fortress {hex}") == broken


@rule("BD 15.8i")
def test_no_hero_cities_in_the_what_if() -> None:
    game = stage("movement", {"4A": "1502", "1C": "2217"}, side="soviet", turn=10, scenario="what-if", hero_left=1)
    assert rules_broken(game, "hero 1606") == ["BD 15.8i"]
