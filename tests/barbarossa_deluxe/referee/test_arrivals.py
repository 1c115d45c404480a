"""Arrivals (8.1 to 8.4, 8.25 to 8.35), works (8.5, 8.18), conversions (8.20) and withdrawals (8.17, 8.21)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, GAME, act, asked, stage
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import rules_broken, verdict

OTHERS = {"1C": "2217", "4A": "1502"}


def arriving(units: dict[str, int], others: dict[str, str] | None = None, **more: Any) -> Game:
    """The arrivals of a side: its units on the track, with the turn on which they are due."""
    side = FACTS.roster.counters[FACTS.roster.index[next(iter(units))]].side
    moment = "German administration" if side == "german" else "Soviet administration"
    turn = more.pop("turn", max(units.values()))
    game = stage(
        moment, {**dict.fromkeys(units, "track"), **OTHERS, **(others or {})}, side=side, turn=turn, due=units, **more
    )
    while asked(game)[0][1] in ("wall", "area"):
        act(game, game.legal.texts[0])
    return game


def placing(unit: str, turn: int, others: dict[str, str] | None = None, **more: Any) -> Game:
    game = arriving({unit: turn}, others, **more)
    act(game, f"bring {unit}")
    assert asked(game)[0][1] == "arrive-at", "there is only one hex"
    return game


# ---- who --------------------------------------------------------------------------------------------


@rule("BD 8.1a")
def test_who_is_due() -> None:
    game = arriving({"40Pz": 2, "27C": 3}, turn=2)
    assert verdict(game, "bring 40Pz") == []
    assert verdict(game, "bring 27C") == ["BD 8.1a"]
    assert verdict(game, "bring 1C") == ["BD 8.1a"]  # on the map
    assert verdict(game, "bring 16A") == ["BD 8.1a"]  # not his


@rule("BD 8.20a")
def test_guards_armies_are_not_brought() -> None:
    game = arriving({"16A": 16, "4G": 16})
    assert verdict(game, "bring 4G") == ["BD 8.20a"]


@rule("BD 8.31a", "BD 8.32a")
def test_support_units_need_somebody_to_support() -> None:
    assert verdict(arriving({"502TB": 14, "40Pz": 14}), "bring 502TB") == []
    none = stage("German administration", {"502TB": "track", "40Pz": "track", "4A": "1502"}, turn=14,
                 due={"502TB": 14, "40Pz": 14})  # fmt: skip
    assert verdict(none, "bring 502TB") == ["BD 8.31a"]
    assert verdict(arriving({"CMB": 25, "68A": 25}), "bring CMB") == []
    alone = stage("Soviet administration", {"CMB": "track", "68A": "track", "1C": "2217"}, side="soviet", turn=25,
                  due={"CMB": 25, "68A": 25})  # fmt: skip
    assert verdict(alone, "bring CMB") == ["BD 8.32a"]


@rule("BD 8.2c", "BD 8.3b", "BD 8.3c", "BD 8.3d", "BD 8.3e", "BD 8.33a")
@pytest.mark.parametrize(
    ("unit", "turn", "hexes", "number"),
    [("Sbn", 28, ("2817",), "8.2c"), ("1H", 24, ("2820",), "8.3b"), ("6SS", 22, (), "8.3c"), ("KSC", 16, (), "8.3e"),
     ("FCB", 30, ("2320",), "8.33a"), ("Wenck", 32, [f"{row}24" for row in range(17, 30)], "8.3d")],
)  # fmt: skip
def test_a_lost_hex_keeps_a_unit_out(unit: str, turn: int, hexes: tuple[str, ...], number: str) -> None:
    game = arriving({unit: turn, "40Pz": turn}, soviet=hexes)
    assert verdict(game, f"bring {unit}") == [f"BD {number}"]


@rule("BD 8.34a", "BD 8.35a")
@pytest.mark.parametrize(("unit", "turn", "number"), [("LPMA", 2, "8.34a"), ("LCFC", 21, "8.35a")])
def test_leningrad_must_be_soviet(unit: str, turn: int, number: str) -> None:
    assert verdict(arriving({unit: turn, "16A": turn}), f"bring {unit}") == []
    assert verdict(arriving({unit: turn, "16A": turn}, german=("1011",)), f"bring {unit}") == [f"BD {number}"]


# ---- where ------------------------------------------------------------------------------------------


@rule("BD 8.1e", "BD 10.4", "BD 10.13")
def test_by_the_edge_or_a_supplied_city() -> None:
    game = placing("40Pz", 2, {**around("1710", *ARMIES)}, german=("1710", "2311"))
    assert verdict(game, "at 2023") == []  # Berlin
    assert verdict(game, "at 2124") == []  # the edge
    assert verdict(game, "at 2217") == ["BD 8.1e"]  # neither
    assert verdict(game, "at 1710") == ["BD 8.1e"]  # cut off
    assert verdict(game, "at 1813") == ["BD 8.1e"]  # Soviet
    assert "BD 10.4" in verdict(game, "at 1502")
    assert "BD 10.13" in verdict(game, "at 1010")
    assert verdict(game, "at rvgk") == ["BD 8.1e"]
    soviet = placing("16A", 2)
    assert verdict(soviet, "at 3100") == []
    assert verdict(soviet, "at 2700") == ["BD 8.1e"]  # desert


@rule("BD 8.1d", "BD 6.3")
def test_a_full_stack_a_turn_and_in_a_hex() -> None:
    game = placing("40Pz", 2)
    for unit in CORPS[:5]:
        game.state.entry[FACTS.roster.index[unit]] = FACTS.board.index("2023")
    assert rules_broken(game, "at 2023") == ["BD 8.1d"]
    full = placing("40Pz", 2, dict.fromkeys(CORPS[:5], "2023"))
    assert verdict(full, "at 2023") == ["BD 6.3"]


@rule("BD 6.4", "BD 10.22a")
def test_satellites_arrive_apart_and_in_the_south() -> None:
    game = placing("2H", 9, {"3R": "2820"})
    assert verdict(game, "at 2820") == ["BD 6.4"]
    assert verdict(game, "at 2023") == ["BD 10.22a"]
    assert verdict(game, "at 3114") == []


@rule("BD 8.2a", "BD 8.2b")
def test_kampfgruppen() -> None:
    game = placing("Ho", 14, {"2C": "2410", "5C": "1711"})
    assert verdict(game, "at 2410") == []  # with a German corps, cut off or not
    assert verdict(game, "at 1711") == ["BD 8.2b"]
    assert verdict(game, "at 2411") == ["BD 8.2a"]
    game.state.entry[FACTS.roster.index["FP"]] = FACTS.board.index("2410")
    assert rules_broken(game, "at 2410") == ["BD 8.2a"]  # another one has come there


@rule("BD 8.3d", "BD 8.3f", "BD 8.4a")
def test_other_arrivals_of_the_germans() -> None:
    assert verdict(placing("Wenck", 32), "at 2023") == ["BD 8.3d"]
    assert verdict(placing("21Mtn", 29), "at 2023") == ["BD 8.3f"]
    game = placing("II", 31, german=("2311",))
    assert verdict(game, "at 2311") == []  # a city, cut off
    assert verdict(game, "at 2312") == ["BD 8.4a"]


@rule("BD 8.25b", "BD 8.26c")
def test_communist_satellites() -> None:
    game = arriving({"1Rom": 20, "68A": 20}, german=("3114",))
    assert verdict(game, "bring 1Rom") == ["BD 8.25b"]
    bulgarians = placing("1B", 14, neutral=0)
    assert verdict(bulgarians, "at 3216") == []
    assert verdict(bulgarians, "at 1606") == ["BD 8.26c"]


@rule("BD 8.27")
def test_group_popov() -> None:
    game = placing("MGP", 15, {"5A": "1802", "6A": "1812", **around("1812", *CORPS)})
    assert verdict(game, "at 1802") == []
    assert verdict(game, "at 1803") == ["BD 8.27"]
    assert verdict(game, "at 1812") == ["BD 8.27"]  # cut off


@rule("BD 8.30a", "BD 8.30b", "BD 8.30d")
def test_cavalry_groups() -> None:
    game = placing(
        "MCG", 3, {"5A": "1802", "6A": "1803", "9RC": "2503", "BCG": "1803", "21RC": "1606", "20A": "1902"}
    )
    assert verdict(game, "at 1802") == []
    assert verdict(game, "at 1606") == ["BD 8.30a"]  # a city
    assert verdict(game, "at 1804") == ["BD 8.30a"]  # nobody
    assert verdict(game, "at 1803") == ["BD 8.30d"]
    assert verdict(game, "at 2503") == ["BD 8.30a", "BD 8.30b"]  # in the south


@rule("BD 8.31a", "BD 8.32a")
def test_whom_a_support_unit_joins() -> None:
    others = {"3R": "3114", "5C": "1812", "6C": "2217", "FCSE": "3220", **around("1812", *ARMIES)}
    game = arriving({"502TB": 14, "40Pz": 14}, others)
    act(game, "bring 502TB")
    assert verdict(game, "attach 1C") == []
    for unit in ("3R", "5C", "FCSE", "16A", "40Pz"):  # satellite, cut off, no corps, enemy, off the map
        assert verdict(game, f"attach {unit}") == ["BD 8.31a"]
    second = arriving({"503TB": 14, "40Pz": 14}, {**others, "8C": "2023", "9C": "2023"}, with_={"502TB": "1C"})
    act(second, "bring 503TB")
    assert verdict(second, "attach 6C") == ["BD 8.31a"]  # in the stack of the other battalion
    group = arriving({"CMB": 25, "68A": 25}, {"Pol": "1606", "5A": "1606", "MGP": "1606"})
    act(group, "bring CMB")
    assert verdict(group, "attach 5A") == []
    assert verdict(group, "attach Pol") == ["BD 8.32a"]
    assert verdict(group, "attach MGP") == ["BD 8.32a"]


@rule("BD 14.7c")
def test_citadel_lets_two_battalions_choose_in_their_hex() -> None:
    game = Game.started(games.rules(GAME, "citadel"), Seeded.of("set-up"))
    assert verdict(game, "attach 53C") == []
    assert verdict(game, "attach 12C") == ["BD 14.7c"]


# ---- works ------------------------------------------------------------------------------------------


@rule("BD 8.5")
def test_the_east_wall() -> None:
    ukraine = [f"{row}{column}" for row in (23, 24, 25) for column in range(10, 15)]
    game = stage("German administration", OTHERS, turn=19, german=ukraine)
    assert asked(game) == [("German", "wall")]
    assert verdict(game, "wall 2413") == []
    assert verdict(game, "wall 2311") == ["BD 8.5"]  # a city
    assert verdict(game, "wall 2216") == ["BD 8.5"]  # in Poland
    assert verdict(game, "wall 2106") == ["BD 8.5"]  # Soviet
    assert verdict(game, "wall rvgk") == ["BD 8.5"]
    act(game, "wall 2413")
    assert verdict(game, "wall 2413") == ["BD 8.5"]


@rule("BD 8.18a")
def test_the_fortified_area() -> None:
    game = stage("Soviet administration", OTHERS, side="soviet", turn=16, german=("2208",))
    assert asked(game) == [("Soviet", "area")]
    assert verdict(game, "fortify 1904") == []
    assert verdict(game, "fortify 2208") == ["BD 8.18a"]  # German
    assert verdict(game, "fortify 2207") == ["BD 8.18a"]  # beside it
    assert verdict(game, "fortify 1900") == ["BD 8.18a"]  # on the edge
    assert verdict(game, "fortify rvgk") == ["BD 8.18a"]


# ---- conversions and withdrawals --------------------------------------------------------------------


@rule("BD 8.20a")
def test_what_becomes_a_shock_army() -> None:
    others = {"5A": "rvgk", "6A": "1812", "ICA": "3108", "3T": "1606", **around("1812", *CORPS)}
    game = stage("Soviet administration", {"1Sh": "track", **OTHERS, **others}, side="soviet", turn=8, due={"1Sh": 8})
    while asked(game)[0][1] != "convert":
        act(game, "done")
    assert verdict(game, "convert 4A") == []
    assert verdict(game, "convert 5A") == []  # in the box
    assert verdict(game, "keep") == []
    for unit in ("6A", "ICA", "3T", "1C", "20A"):  # cut off, not rifle armies, an enemy, not in play
        assert verdict(game, f"convert {unit}") == ["BD 8.20a"]


def called(turn: int, units: dict[str, str], side: str = "soviet", **more: Any) -> Game:
    moment = "German administration" if side == "german" else "Soviet administration"
    game = stage(moment, units, side=side, turn=turn, **more)
    while asked(game)[0][1] in ("wall", "replace", "arrive", "area", "convert"):
        act(game, next(text for text in ("done", "keep", game.legal.texts[0]) if text in game.legal))
    return game


@rule("BD 8.21a", "BD 8.21c")
def test_which_armies_are_withdrawn() -> None:
    units = {**OTHERS, "5A": "rvgk", "6A": "1812", "3T": "1606", **around("1812", *CORPS)}
    game = called(6, units)
    assert verdict(game, "withdraw 4A") == []
    assert verdict(game, "decline") == []
    assert verdict(game, "withdraw 5A") == ["BD 8.21a"]
    assert verdict(game, "withdraw 6A") == ["BD 8.21a"]
    assert verdict(game, "withdraw 3T") == ["BD 8.21a"]
    last = called(20, {**units, "9A": "1606"})
    assert verdict(last, "decline") == ["BD 8.21c"]
    assert verdict(last, "withdraw 5A") == ["BD 8.21c"]  # others are on the map
    assert verdict(last, "withdraw 4A") == []


@rule("BD 8.17a")
def test_2nd_ss_is_withdrawn() -> None:
    game = called(19, {**OTHERS, "2SSPz": "2023"}, "german")
    assert verdict(game, "withdraw 2SSPz") == []
    assert verdict(game, "withdraw 1C") == ["BD 8.17a"]
    assert verdict(game, "decline") == []
    dead = stage("German administration", {**OTHERS, "2SSPz": "dead-german", "3Pz": "dead-german"}, turn=25)
    assert verdict(dead, "rebuild 2SSPz") == ["BD 8.17a"]
    assert verdict(dead, "rebuild 3Pz") == []


@rule("BD 14.7b")
def test_citadel_leaves_no_choice() -> None:
    """Nobody is asked: the question is put to the referee."""
    game = called(20, {**OTHERS, "2SSPz": "2023"}, "german", scenario="citadel")
    asking = game.state.pending[0]._replace(kind="withdraw", seat=0)
    found = game.rules.referee.judge(game, asking, game.parse("decline"))
    assert [objection.rule for objection in found] == ["BD 14.7b"]
