"""Positions on conversions, satellites and special units (8.17 to 8.35)."""

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
    fought,
    goes,
    odds,
    plan,
    points,
    refused,
    ring,
    take,
    until,
)  # fmt: skip
from barbarossa_deluxe.adversary.test_08_arrivals import arriving, comes
from barbarossa_deluxe.battle import kind, on_map, results
from barbarossa_deluxe.logistics import germans
from barbarossa_deluxe.marching import cost, left
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import losses
from rule import rule

# ---- 56: the Fortified Area ----------------------------------------------------------------------------

KURSK: Spots = {"2206": "40A 13A", "2306": "48Pz 24Pz", "2105": "46Pz 47Pz"}
PANZERS = "48Pz 24Pz 46Pz 47Pz"
AREA: dict[str, Any] = {"area": FACTS.board.index("2207"), "area_since": 16}


@rule("BD 8.18c", "BD 8.18d")
def test_56_odds_next_to_the_area() -> None:
    assert odds(KURSK, "2206", PANZERS, turn=17, **AREA) == "1:2"
    assert odds(KURSK, "2206", PANZERS, turn=16, **AREA) == "2:1"
    assert odds(KURSK, "2206", PANZERS, turn=17, german=["2207"]) == "3:1"


@rule("BD 8.18d", "BD 10.25a")
def test_56_a_retreat_becomes_a_bloodbath_there() -> None:
    more = {**KURSK, "2306": "48Pz 24Pz 3Pz 14Pz 39Pz"}  # 1:2 has no DR to convert
    game = fought(more, "2206", f"{PANZERS} 3Pz 14Pz 39Pz", "BB", turn=17, **AREA)
    assert results(game) == ["DR", "BB"]
    assert "DR" not in {
        results(battle.assault({u: p for p, ids in more.items() for u in ids.split()}, "2206",
                               *f"{PANZERS} 3Pz 14Pz 39Pz".split(), turn=17, rolls=[str(die)], **AREA))[-1]
        for die in range(1, 7)
    }  # fmt: skip
    assert results(fought(KURSK, "2206", PANZERS, "DR", turn=16, **AREA)) == ["DR"]
    assert refused(take(at("movement", KURSK, turn=17, **AREA), "48Pz"), "assault 2206")


# ---- 57 to 59: conversions, withdrawals, reorganisation ------------------------------------------------


def converting(spots: Spots) -> Game:
    game = arriving(16, "5GT 4G", spots, "soviet")
    return until(game, "convert", "order")


ARMIES: Spots = {"2104": "5T", "1708": "16A", "2303": "40A", "1411": "3Sh"}


@rule("BD 8.19a", "BD 8.19b")
def test_57_the_guards_tank_army() -> None:
    assert place_of(converting(ARMIES), "5GT") == "2104"
    ringed = {
        "2104": "5T", "2105": "47Pz", "2103": "24Pz", "2005": "46Pz", "2004": "53C", "2204": "48Pz", "2205": "7C",
    }  # fmt: skip
    assert place_of(converting(ringed), "5T") == "2104"
    assert place_of(converting({"dead-soviet": "5T"}), "5GT") == "dead-soviet"


@rule("BD 8.20a", "BD 8.20b", "BD 8.20c")
def test_57_the_guards_army() -> None:
    game = converting(ARMIES)
    assert refused(game, "convert 3Sh")
    assert allowed(game, "convert 16A")
    act(game, "convert 16A")
    assert (place_of(game, "4G"), place_of(game, "16A")) == ("1708", "dead-soviet")
    until(game, "order")
    if asked(game) == [("German", "order")]:
        act(game, "fight-move")
        until(game, "order")
    act(game, "move-fight")
    until(game, "move")
    assert left(game, "4G") == 5


def withdrawing(turn: int) -> Game:
    spots = {"1708": "5A", "1411": "3Sh", "2204": "DCG"}
    return until(at("Soviet administration", spots, side="soviet", turn=turn, vp=20), "withdraw", "order")


@rule("BD 8.21a", "BD 8.21b", "BD 8.21c", "BD 4.9")
def test_58_rifle_armies_leave() -> None:
    game = withdrawing(6)
    assert refused(game, "withdraw 3Sh")
    assert allowed(game, "withdraw 5A")
    act(game, "withdraw 5A")
    assert game.state.due[FACTS.roster.index["5A"]] == 27
    game = withdrawing(6)
    act(game, "decline")
    assert points(game, "4.9") == 1
    assert points(withdrawing(9), "4.9") == 0
    assert refused(withdrawing(20), "decline")


MINSK: Spots = {
    "1813": "4Abn 10x", "1814": "39Pz", "1713": "57Pz", "1712": "5C", "1812": "24Pz", "1913": "46Pz", "1912": "47Pz",
    "1708": "6x 6MC BCG", "aside": "10A 6A",
}  # fmt: skip
OPENED: Spots = {place: ids for place, ids in MINSK.items() if place != "1712"}


@rule("BD 8.23a", "BD 8.23b")
def test_59_the_end_of_turn_3() -> None:
    game = at("end of turn", MINSK, side="soviet", turn=3, vp=18)
    found = [place_of(game, unit) for unit in ("4Abn", "10x", "6A", "6x", "6MC", "BCG")]
    assert found == ["1813", "1813", "1708", "gone", "gone", "1708"]


@rule("BD 8.22b", "BD 8.23b")
def test_59_those_who_had_to_wait() -> None:
    waiting: dict[str, Any] = {"pending_change": units("4Abn", "10x")}
    game = at("movement", MINSK, side="soviet", turn=4, **waiting)
    losses.eliminate(game, units("10x"))
    assert (place_of(game, "10A"), place_of(game, "10x")) == ("dead-soviet", "gone")
    game = at("after first phase", OPENED, side="soviet", turn=4, **waiting)
    assert place_of(game, "4Abn") == "gone"


# ---- 60 to 62: communist satellites --------------------------------------------------------------------

ASIDE = "Pol 1Rom 4Rom 1B 2B 4B"


@rule("BD 8.24a")
@pytest.mark.parametrize(("turn", "there"), [(14, True), (13, False)])
def test_60_the_polish_army(turn: int, there: bool) -> None:
    game = at("movement", {"2414": "5A", "aside": ASIDE}, side="soviet", turn=turn)
    assert goes(game, "5A", "2415")
    assert (place_of(game, "Pol") == "2415") == there


@rule("BD 8.25a", "BD 8.25b", "BD 8.25c")
def test_61_romania_changes_sides() -> None:
    spots = {"3013": "5A", "2817": "3R", "2715": "4R", "aside": ASIDE}
    game = at("movement", spots, side="soviet", turn=20)
    assert goes(game, "5A", "3014")
    assert place_of(game, "3R") == place_of(game, "4R") == "gone"
    assert [game.state.due[FACTS.roster.index[unit]] for unit in ("1Rom", "4Rom")] == [21, 22]
    game = at("movement", spots, side="soviet", turn=13)
    assert goes(game, "5A", "3014")
    assert place_of(game, "3R") == "2817"
    assert not comes(arriving(21, "1Rom 58A", {"3014": "5A"}, "soviet"), "1Rom", "2911")


@rule("BD 8.26a", "BD 3.6c")
def test_62_bulgaria() -> None:
    game = at("movement", {"3115": "5A", "aside": ASIDE}, side="soviet", turn=28)
    assert goes(game, "5A", "3216")
    assert left(game, "5A") == 2
    assert allowed(game, "leave")
    game = at("movement", {"3014": "5A", "aside": ASIDE}, side="soviet", turn=28)
    assert goes(game, "5A", "3114", "3115", "3216")
    assert left(game, "5A") == 0
    assert kind(game) != "march" or refused(game, "leave")
    assert not goes(at("movement", {"3117": "9C"}, turn=28), "9C", "3217")


@rule("BD 8.26b")
def test_62_they_return_together_and_part() -> None:
    spots = {"bulgaria": "5A", "aside": ASIDE}
    game = at("movement", spots, side="soviet", turn=29, bulgarian_exit=28, neutral=0)
    act(game, "at 3216")
    assert {place_of(game, unit) for unit in ("5A", "1B", "2B", "4B")} == {"3216"}
    act(game, "pick 1B")
    assert refused(game, "with 2B")  # they part
    act(game, "stop")
    act(game, "done")  # as they stand: the enemy sorts them out
    assert asked(game) == [("German", "excess")]


# ---- 63, 64: cavalry, Tigers ---------------------------------------------------------------------------


@rule("BD 8.30c", "BD 8.30d", "BD 8.30e", "BD 8.30f")
def test_63_early_cavalry_moves() -> None:
    assert cost("DVCG", "1911", "1912", side="soviet", turn=8) == 2
    assert cost("DVCG", "1912", "2013", side="soviet", turn=8) == 1
    walls = {place: corps for corps, place in germans(*ring("1814")).items() if place != "1813"}
    game = at("movement", {**walls, "1814": "DVCG"}, side="soviet", turn=8)
    act(game, "pick DVCG")
    assert allowed(game, "go 1912")  # through Minsk
    if allowed(game, "go 1813"):
        act(game, "go 1813")
        assert refused(game, "stop")
    game = at("movement", {"2305": "DCG"}, side="soviet", turn=8)
    act(game, "pick DCG")
    assert refused(game, "go 2105")


@rule("BD 8.30b", "BD 8.30f")
def test_63_early_cavalry_fights_and_is_no_reserve() -> None:
    pocket = {place: corps for corps, place in germans(*ring("1911")).items()}
    assert attack({**pocket, "1911": "DVCG"}, ring("1911")[0], "DVCG", side="soviet", turn=8) == 1
    assert refused(at("assault", {"1711": "DVCG", "1710": "9C"}, side="soviet", turn=8), "attack 1710")
    game = at("special phase", {"1911": "DVCG", "1708": "5A"}, side="soviet", turn=8)
    assert refused(game, "reserve DVCG")


GROUPS: Spots = {"1808": "5A 20A 10A", "1707": "31A 33A 39A", "1708": "9C"}
ATTACHED: dict[str, Any] = {"with_": {"CMB": "5A", "CMO": "31A", "502TB": "9C"}, "depots": depots("1707")}


@rule("BD 8.31c", "BD 8.32c", "BD 11.23b")
def test_64_tigers_once_groups_each() -> None:
    six = "5A 20A 10A 31A 33A 39A"
    assert odds(GROUPS, "1708", six, side="soviet", turn=25, **ATTACHED) == "5:1"
    assert odds(GROUPS, "1708", "5A 20A 10A 33A 39A", side="soviet", turn=25, **ATTACHED) == "3:1"
    found = plan(GROUPS, "1708", six, side="soviet", turn=25, **ATTACHED)
    assert battle.odds(found, luftwaffe=True) == "4:1"


@rule("BD 8.31d", "BD 11.26d")
def test_64_a_tiger_counts_one_in_a_bloodbath() -> None:
    game = fought(GROUPS, "1708", "5A 20A 10A 31A 33A 39A", "BB", side="soviet", turn=25, **ATTACHED)
    assert kind(game) == "exchange"
    assert game.state.top.local.factors == 5


# ---- 65, 66: static units ------------------------------------------------------------------------------

ODER: Spots = {"2320": "FCB", "2319": "5A 7G 6A", "2022": "FCKS", "2021": "8G 5Sh"}


@rule("BD 8.33b", "BD 8.33c", "BD 11.20b", "BD 9.6c")
def test_65_fortress_commands() -> None:
    supply: dict[str, Any] = {"depots": depots("2120", "2319", "2021")}
    game = fought(ODER, "2022", "8G 5Sh", "DR", side="soviet", turn=30, **supply)
    assert not on_map(game, "FCKS")
    game = fought(ODER, "2320", "5A 7G 6A", "AS", side="soviet", turn=30, **supply)
    assert on_map(game, "FCB")
    fortress = hexes("2320")
    assert "DR" not in {
        _last(ODER, "2320", "5A 7G 6A", die, side="soviet", turn=30, fortress=fortress, **supply)
        for die in range(1, 7)
    }
    assert refused(at("assault", ODER, turn=30), "attack 2319")


def _last(spots: Spots, target: str, attackers: str, die: int, **more: Any) -> str:
    positions = {unit: place for place, ids in spots.items() for unit in ids.split()}
    return results(battle.assault(positions, target, *attackers.split(), rolls=[str(die)], **more))[-1]


@rule("BD 8.33b")
def test_65_a_command_whose_city_is_cut_off() -> None:
    spots = {"1717": "26C", "1716": "28A", "1617": "31A", "1818": "48A", "1817": "50A"}
    game = arriving(30, "FCKB", spots)
    until(game, "order")
    assert place_of(game, "FCKB") == "gone"


CITY: Spots = {"1011": "LPMA LCFC 23A", "1111": "50C"}


@rule("BD 8.34b", "BD 8.35d", "BD 11.30a")
def test_66_leningrad_attacks() -> None:
    game = at("assault", CITY, side="soviet", turn=20)
    act(game, "attack 1111")
    assert allowed(game, "with LPMA")
    act(game, "with LCFC")
    assert refused(game, "resolve")
    act(game, "with 23A")
    assert allowed(game, "resolve")
    alone = at("assault", {"1011": "LPMA LCFC 23A", "1111": "50C"}, side="soviet", turn=20)
    act(alone, "attack 1111", "with LPMA")
    assert allowed(alone, "resolve")
    host = {"1011": "LPMA LCFC 23A 42A 55A 67A", "1111": "50C"}
    won = fought(
        host, "1111", "LPMA LCFC 23A 42A 55A 67A", "DE", side="soviet", turn=20, first="6", depots=depots("1011")
    )
    assert refused(won, "advance LPMA")
    assert allowed(won, "advance 23A")


@rule("BD 8.34b")
def test_66_a_retreat_is_the_end_of_the_militia() -> None:
    spots = {"1011": "LPMA 23A", "1111": "50C 1C 2C 4C 5C", "1110": "28C 6C 7C 8C 9C"}
    game = fought(spots, "1011", "50C 1C 2C 4C 5C 28C 6C 7C 8C 9C", "DR", turn=20)
    until(game, "advance", "assault")
    assert not on_map(game, "LPMA")
