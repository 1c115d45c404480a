"""What movement (10.1 to 10.22), the sea (10.16, 10.17, 10.34) and mobile assaults (10.23 to 10.27) do not allow."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, act, hexes, stage, units
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import verdict

OTHERS = {"1C": "2217", "60A": "1502"}  # far away, so that somebody of each side has something to do


def moving(positions: dict[str, str], side: str = "german", **more: Any) -> Game:
    return stage("movement", {**OTHERS, **positions}, side=side, **more)


def in_hand(positions: dict[str, str], *units: str, side: str = "german", **more: Any) -> Game:
    game = moving(positions, side, **more)
    act(game, f"pick {units[0]}", *(f"with {unit}" for unit in units[1:]))
    return game


# ---- who is taken in hand -----------------------------------------------------------------------------


@rule("BD 10.1a", "BD 10.1c", "BD 8.31b", "BD 10.34a")
@pytest.mark.parametrize(
    ("unit", "side", "number"),
    [("4A", "german", "10.1c"), ("2C", "german", "10.1c"), ("FCSE", "german", "10.1a"), ("502TB", "german", "8.31b"),
     ("ICA", "soviet", "10.34a"), ("LPMA", "soviet", "10.1a"), ("CMB", "soviet", "8.32b")],
)  # fmt: skip
def test_who_does_not_march(unit: str, side: str, number: str) -> None:
    positions = {"3Pz": "1817", "4A": "1700", "FCSE": "3220", "ICA": "2911", "LPMA": "1011"}
    game = moving(positions, side, turn=26, with_={"502TB": "3Pz", "CMB": "4A"})
    assert verdict(game, f"pick {unit}") == [f"BD {number}"]


@rule("BD 10.2b", "BD 10.6")
def test_a_finished_move_and_an_earlier_stack() -> None:
    game = moving({"3Pz": "2218", "14Pz": "2218"})
    act(game, "pick 3Pz", "with 14Pz", "go 2219", "drop 3Pz", "stop")
    assert verdict(game, "pick 14Pz") == ["BD 10.2b"]
    assert verdict(game, "pick 3Pz") == []
    act(game, "pick 1C", "go 2216", "stop")
    assert verdict(game, "pick 3Pz") == ["BD 10.2b"]


@rule("BD 12.7a")
def test_the_garrison_of_stalingrad() -> None:
    game = moving({"3Pz": "2501"}, turn=14, scenario="road-back", stalingrad_bound=units("3Pz"))
    assert verdict(game, "pick 3Pz") == ["BD 12.7a"]


@rule("BD 10.1b")
def test_a_unit_that_is_shut_in() -> None:
    ring = dict(
        zip(("4A", "5A", "6A", "8A", "9A", "10A"), ("1810", "1910", "2010", "1809", "1908", "2009"), strict=True)
    )
    assert verdict(moving({"26C": "1909", **ring}), "pick 26C") == ["BD 10.1b"]


# ---- together ---------------------------------------------------------------------------------------------


@rule("BD 10.5", "BD 10.6")
def test_who_joins_the_units_in_hand() -> None:
    game = in_hand({"3Pz": "2218", "14Pz": "2218", "26C": "2219"}, "3Pz")
    assert verdict(game, "with 14Pz") == []
    assert verdict(game, "with 26C") == ["BD 10.5"]
    assert verdict(game, "drop 3Pz") == ["BD 10.6"]
    act(game, "go 2219")
    assert verdict(game, "with 26C") == ["BD 10.5"]


@rule("BD 10.6")
def test_who_was_put_down_waits_for_the_next_leg() -> None:
    game = in_hand({"3Pz": "2218", "14Pz": "2218"}, "3Pz", "14Pz")
    act(game, "drop 14Pz")
    assert verdict(game, "with 14Pz") == ["BD 10.6"]
    assert verdict(game, "drop 14Pz") == ["BD 10.6"]


# ---- a leg ------------------------------------------------------------------------------------------------


@rule("BD 10.1b", "BD 10.4", "BD 10.13", "BD 6.2a", "BD 10.21")
def test_where_a_leg_does_not_go() -> None:
    full = dict.fromkeys(("2C", "4C", "5C", "6C", "7C"), "1511")
    game = in_hand({"26C": "1512", "4A": "1412", **full}, "26C")
    assert verdict(game, "go 1412") == ["BD 10.4"]
    assert verdict(game, "go 1511") == ["BD 6.2a"]
    assert verdict(game, "go 1606") == ["BD 10.1b"]
    assert verdict(game, "go 1512") == ["BD 10.1b"]
    assert verdict(game, "go rvgk") == ["BD 10.21"]
    assert verdict(in_hand({"4A": "1112"}, "4A", side="soviet", turn=1), "go 1213") == ["BD 10.13"]


@rule("BD 10.22a", "BD 3.6c", "BD 8.30b", "BD 8.30f")
def test_ground_that_is_closed_to_some() -> None:
    assert verdict(in_hand({"3R": "2208"}, "3R"), "go 2108") == ["BD 10.22a"]
    assert verdict(in_hand({"26C": "3115"}, "26C"), "go 3215") == ["BD 3.6c"]
    assert verdict(in_hand({"MCG": "2107"}, "MCG", side="soviet", turn=9), "go 2207") == ["BD 8.30b", "BD 8.30f"]
    assert verdict(in_hand({"MCG": "1805"}, "MCG", side="soviet", turn=9), "go 1806") == ["BD 8.30f"]


@rule("BD 5.11a", "BD 5.11b", "BD 5.11c")
def test_two_countries_on_turn_1() -> None:
    assert verdict(in_hand({"26C": "2913"}, "26C", turn=1), "go 2812") == ["BD 5.11a"]
    assert verdict(in_hand({"26C": "2913"}, "26C", turn=2), "go 2812") == []
    assert verdict(in_hand({"4A": "2912"}, "4A", side="soviet", turn=1), "go 2913") == ["BD 5.11c"]


@rule("BD 10.14a", "BD 10.15a", "BD 10.15b")
def test_the_straits() -> None:
    game = in_hand({"26C": "3106", "2C": "3106"}, "26C", german=["3108"])
    assert verdict(game, "go 3105") == []
    act(game, "go 3105")
    act(game, "pick 2C")
    assert "BD 10.14a" in verdict(game, "go 3105")
    for turn, unit, number in ((6, "4A", "10.15a"), (9, "1T", "10.15b")):
        game = in_hand({unit: "2907", "26C": "2908"}, unit, side="soviet", turn=turn)
        assert f"BD {number}" in verdict(game, "go 3008")
    assert verdict(in_hand({"4A": "2907", "26C": "2908"}, "4A", side="soviet", turn=9), "go 3008") == []


@rule("BD 8.26a", "BD 8.30b")
def test_who_leaves_by_bulgaria() -> None:
    game = in_hand({"4A": "3216", "5A": "3216"}, "4A", "5A", side="soviet", turn=14)
    assert verdict(game, "leave") == ["BD 8.26a"]
    act(game, "drop 5A")
    assert verdict(game, "leave") == []
    assert verdict(in_hand({"26C": "3219"}, "26C"), "leave") == ["BD 8.26a"]
    assert verdict(in_hand({"DCG": "3216"}, "DCG", side="soviet", turn=14), "leave") == ["BD 8.30b"]


# ---- by sea -------------------------------------------------------------------------------------------------


@rule("BD 10.16a", "BD 10.16b", "BD 10.17a", "BD 10.34a")
def test_who_goes_by_sea() -> None:
    positions = {"54C": "3213", "30C": "3213", "3R": "3213", "2C": "1717", "26C": "2215"}
    game = moving(positions, german=["2911", "3108"])
    assert verdict(game, "sail 3R") == ["BD 10.16a"]
    assert verdict(game, "sail 26C") == ["BD 10.16a"]
    act(game, "sail 54C")
    assert verdict(game, "at 1717") == ["BD 10.16a"]
    act(game, "at 3108")
    assert verdict(game, "sail 30C") == ["BD 10.16a"]
    assert verdict(game, "pick 54C") == ["BD 10.16b"]
    assert verdict(moving({"ICA": "2911", "4A": "2911"}, "soviet"), "sail 4A") == ["BD 10.34a"]
    assert verdict(moving({"ICA": "2911"}, "soviet", german=["3108"]), "sail ICA") == ["BD 10.34a"]


@rule("BD 10.17b")
def test_who_has_attacked_does_not_sail() -> None:
    game = moving({"2C": "1717"}, order=1, nth=2, spent=units("2C"))
    assert verdict(game, "sail 2C") == ["BD 10.17b"]


# ---- mobile assaults ----------------------------------------------------------------------------------------


@rule("BD 10.23a", "BD 10.23b", "BD 10.24a", "BD 5.10b")
def test_who_makes_mobile_assaults_and_when() -> None:
    front = {"3Pz": "1511", "26C": "1511", "4A": "1510"}
    assert verdict(in_hand(front, "3Pz"), "assault 1510") == []
    assert verdict(in_hand(front, "3Pz"), "assault 1512") == ["BD 10.24a"]
    assert "BD 10.23a" in verdict(in_hand(front, "26C"), "assault 1510")
    assert "BD 10.23a" in verdict(in_hand(front, "3Pz", turn=6), "assault 1510")
    assert verdict(in_hand(front, "3Pz", turn=3, paused=True), "assault 1510") == ["BD 5.10b"]
    tanks = {"1T": "1510", "26C": "1511"}
    assert verdict(in_hand(tanks, "1T", side="soviet", turn=24), "assault 1511") == ["BD 10.23b"]
    assert verdict(in_hand(tanks, "1T", side="soviet", turn=25), "assault 1511") == []


@rule("BD 10.25a", "BD 10.25b", "BD 10.25d", "BD 9.6b")
def test_where_mobile_assaults_go() -> None:
    assert verdict(in_hand({"3Pz": "1111", "4A": "1110"}, "3Pz"), "assault 1110") == ["BD 10.25a"]
    assert verdict(in_hand({"3Pz": "1112", "4A": "1213"}, "3Pz"), "assault 1213") == ["BD 10.25b"]
    city = {"3Pz": "1709", "4A": "1710"}
    assert verdict(in_hand(city, "3Pz", turn=9, hero=hexes("1710")), "assault 1710") == ["BD 9.6b"]
    area = {"area": FACTS.board.index("1509"), "area_since": 16}
    assert verdict(in_hand({"3Pz": "1511", "4A": "1510"}, "3Pz", turn=18, **area), "assault 1510") == ["BD 10.25a"]
    game = in_hand({"3Pz": "1511", "4A": "1510"}, "3Pz")
    act(game, *("go 1512", "go 1511") * 4)
    assert verdict(game, "assault 1510") == ["BD 10.25d"]


@rule("BD 10.26a")
def test_supply_for_a_mobile_assault() -> None:
    ring = dict(zip(("4A", "5A", "6A", "8A", "9A"), ("1810", "1910", "2010", "1809", "1908"), strict=True))
    around = dict(zip(("10A", "11A", "12A"), ("2108", "2109", "2008"), strict=True))
    assert verdict(in_hand({"3Pz": "1909", **ring, **around}, "3Pz"), "assault 1910") == ["BD 10.26a"]
