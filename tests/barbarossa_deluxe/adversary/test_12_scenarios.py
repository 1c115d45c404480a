"""Positions of the other scenarios (12 to 15), and of the options and gambles of section 4."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    attack,
    factor,
    goes,
    odds,
    plan,
    points,
    refused,
    ring,
    take,
    until,
    winner,
)  # fmt: skip
from barbarossa_deluxe.battle import declare, kind, on_map, results, settle
from barbarossa_deluxe.logistics import germans
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, units
from ostfront import games
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import losses
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE, UNDER_WAY
from rule import rule

GAME = "barbarossa-deluxe"


def begun_with(scenario: str) -> int:
    """The cities that are German when a scenario begins."""
    facts = games.rules(GAME, scenario).facts
    found: int = facts.scenario.german & facts.cities
    return found


# ---- 105 to 107: The Road Back -------------------------------------------------------------------------

URANUS: Spots = {
    "2402": "24A 65A 66A", "2502": "3R", "2601": "51A 57A", "2602": "4R", "2501": "14Pz 4C 8C 11C 51C", "2401": "62A",
    "2500": "64A", "1508": "5A 20A", "1509": "41Pz",
}  # fmt: skip
FORTRESS: dict[str, Any] = {"scenario": "road-back", "side": "soviet", "turn": 13, "fortress": hexes("2501")}


@rule("BD 12.2b", "BD 12.8a", "BD 11.33a")
def test_105_odds_of_the_first_turn() -> None:
    assert odds(URANUS, "2502", "24A 65A 66A", **FORTRESS) == "3:1"
    assert odds(URANUS, "2602", "51A 57A", **FORTRESS) == "3:1"
    assert odds(URANUS, "2501", "24A 65A 66A 62A 64A 51A 57A", **FORTRESS) == "1:4"
    found = plan(URANUS, "2502", "24A 65A 66A", **FORTRESS)
    assert battle.odds(found, partisans=True) == "4:1"


@rule("BD 12.2a", "BD 12.2c", "BD 12.8a")
def test_105_one_assault_phase_in_the_south() -> None:
    game = at("start", URANUS, **FORTRESS)
    until(game, "assault", "move", "depot")
    assert asked(game) == [("Soviet", "assault")]  # no depots, no RVGK phase
    assert refused(game, "attack 1509")
    assert refused(game, "at 2402")
    act(game, "done")
    assert asked(game) != [("Soviet", "move")]


POCKET: Spots = {
    "2501": "51C 8C", "2502": "21A", "2402": "24A", "2602": "51A", "2601": "57A", "2401": "62A", "2500": "64A",
    "2603": "48Pz",
}  # fmt: skip
BACK: dict[str, Any] = {"scenario": "road-back", "fortress": hexes("2501")}


@rule("BD 12.7a", "BD 12.7b")
def test_106_fortress_stalingrad() -> None:
    assert at("begin", POCKET, turn=14, vp=30, **BACK).state.stalingrad_bound
    game = at("movement", POCKET, "move-fight", turn=14, stalingrad_bound=units("51C", "8C"), **BACK)
    assert refused(game, "pick 51C")
    game = at("assault", POCKET, "move-fight", turn=14, stalingrad_bound=units("51C", "8C"), **BACK)
    assert allowed(game, "attack 2602")
    assert refused(game, "attack 2601")  # only the bound corps are next to it
    assert refused(game, "attack 2401")
    open_ = {"2501": "51C 8C", "2603": "48Pz"}
    assert not at("begin", open_, turn=15, vp=30, **BACK).state.stalingrad_bound
    assert allowed(at("movement", open_, turn=15, **BACK), "pick 51C")


@rule("BD 12.7c")
@pytest.mark.parametrize(("turn", "change"), [(14, 0), (15, 2), (16, 2)])
def test_106_two_points_a_turn(turn: int, change: int) -> None:
    assert points(at("victory check", POCKET, turn=turn, vp=30, **BACK), "12.7") == change


@rule("BD 12.13a", "BD 12.13b")
def test_107_the_siege_of_leningrad() -> None:
    spots = {"1011": "23A", "1111": "50C", "1009": "2Sh"}
    more: dict[str, Any] = {"scenario": "road-back", "turn": 15, "siege": True, "vp": 30}
    game = at("movement", spots, "move-fight", **more)
    assert goes(game, "50C", "1212")
    assert points(game) == -1
    game = at("movement", {**spots, "1110": "28C"}, "move-fight", **more)
    assert goes(game, "50C", "1212")
    assert points(game) == 0
    game = at("movement", {"1011": "23A", "1009": "2Sh", "1111": "", "1211": "28C"}, **{**more, "siege": False})
    assert goes(game, "28C", "1110")
    assert points(game, "12.13") == 1


# ---- 108 to 110: Blue and Kremlin ----------------------------------------------------------------------

BLUE: Spots = {"2407": "40Pz 17C", "2406": "38A"}


def announced(spots: Spots, target: str, unit: str, turn: int = 9) -> bool:
    """Whether the Soviet may retreat before the die of a prepared assault."""
    game = at("assault", spots, scenario="blue-kremlin", turn=turn, zone=1)
    declare(game, target, unit)
    settle(game, stop_at="yield")
    return allowed(game, "yield", "Soviet")


@rule("BD 13.9a", "BD 13.9b")
def test_108_retreat_at_will() -> None:
    assert announced(BLUE, "2406", "40Pz")
    assert not announced(BLUE, "2406", "40Pz", 10)
    assert not announced({"1610": "56Pz", "1609": "5A 20A"}, "1609", "56Pz")
    assert not announced({"2206": "24Pz", "2205": "40A"}, "2205", "24Pz")
    shut = {**BLUE, "2306": "8C", "2305": "29C", "2405": "3Pz", "2506": "11C", "2505": "14Pz"}
    assert not announced(shut, "2406", "40Pz")


@rule("BD 13.9a")
def test_108_from_a_mobile_assault_too() -> None:
    game = take(at("movement", BLUE, scenario="blue-kremlin", turn=9, zone=1), "40Pz")
    act(game, "assault 2406")
    settle(game, stop_at="yield")
    assert allowed(game, "yield", "Soviet")


def blue(spots: Spots, *german: str, **more: Any) -> str | None:
    start = begun_with("blue-kremlin")
    game = at(
        "victory check", spots, scenario="blue-kremlin", turn=13, german=["3108", *german],
        start_cities=start | hexes("3108"), **more,
    )  # fmt: skip
    return winner(game)


@rule("BD 13.4a", "BD 13.4b", "BD 13.4c")
def test_109_the_end_of_blue() -> None:
    assert blue({"1606": "9C", "2501": "51C", "3108": "30C"}) == "german"
    assert blue({"1606": "9C", "2501": "51C", "3108": "30C", "2908": "51A"}) == "soviet"
    box = {"caucasus": "52C 40Pz 57Pz"}
    assert blue({"1606": "9C", "3108": "30C", **box}, expedition=UNDER_WAY) == "german"
    assert blue({"1606": "9C", "3108": "30C"}) == "soviet"


@rule("BD 13.8", "BD 5.6b")
@pytest.mark.parametrize(
    ("scenario", "turn", "zone", "expected"),
    [
        ("blue-kremlin", 11, 1, "3:1"),
        ("blue-kremlin", 12, 1, "2:1"),
        ("blue-kremlin", 11, 0, "2:1"),
        ("grand-campaign", 12, 1, "3:1"),
    ],
)
def test_110_the_length_of_the_bonus(scenario: str, turn: int, zone: int, expected: str) -> None:
    spots = {"2407": "40Pz 48Pz", "2406": "38A"}
    assert odds(spots, "2406", "40Pz 48Pz", scenario=scenario, turn=turn, zone=zone) == expected


# ---- 111 to 113: Citadel and the Gambit ----------------------------------------------------------------


def citadel(spots: Spots, lost: int, turn: int = 22) -> str | None:
    """So many cities of the start are Soviet at the end of a turn; the Germans have nobody on the Dnepr."""
    facts = games.rules(GAME, "citadel").facts
    start = begun_with("citadel")
    east = [facts.place_names[i] for i in range(facts.grid.size) if (start & facts.ussr) >> i & 1][:lost]
    more: dict[str, Any] = {"scenario": "citadel", "start_cities": start}
    return winner(at("victory check", spots, turn=turn, soviet=[*east, "3105"], **more))


@rule("BD 14.4a", "BD 14.4b", "BD 14.4c", "BD 14.4d")
def test_111_seven_cities() -> None:
    behind = {"2817": "17C"}
    assert citadel(behind, 5) == "soviet"
    assert citadel({**behind, "1111": "50C"}, 5) == "german"
    assert citadel({**behind, "3105": "5C"}, 5) == "german"
    assert citadel(behind, 5, 21) is None


@rule("BD 14.4a")
def test_111_seven_real_cities_win_before_the_last_turn() -> None:
    """Not in the adversary's list: by the ruling on 14.4 the conditions are tested at the end of each turn."""
    assert citadel({"2817": "17C"}, 7, 21) == "soviet"
    assert citadel({"2817": "17C"}, 6, 21) is None


def gambled(kills: int, turn: int = 20, soviet: tuple[str, ...] = ()) -> str | None:
    start = begun_with("gambit")
    spots = {} if "2407" in soviet else {"2407": "48Pz"}
    more: dict[str, Any] = {"scenario": "gambit", "start_cities": start, "killed_unsupplied": kills}
    return winner(at("victory check", {**spots, "1502": "4A"}, turn=turn, soviet=soviet, **more))


@rule("BD 14.10a", "BD 14.10b", "BD 14.10c", "BD 14.10d")
def test_112_kills_for_a_city() -> None:
    assert gambled(5) == "german"
    assert gambled(4) == "soviet"
    assert gambled(5, soviet=("2407",)) == "soviet"
    game = at("movement", {"1111": "50C"}, scenario="gambit", turn=18)
    assert goes(game, "50C", "1011")
    assert winner(game) == "german"


DROP: Spots = {"2407": "48Pz", "2406": "4G", "track": "2Para"}


def dropping(turn: int = 18, die: str = "6") -> Game:
    due = {"2Para": turn}
    return at("assault", DROP, "move-fight", scenario="gambit", turn=turn, due=due, rolls=[die])


@rule("BD 4.17d", "BD 4.17e", "BD 4.17f")
def test_113_the_drop() -> None:
    game = dropping()
    act(game, "attack 2406")
    assert allowed(game, "with 2Para")
    act(game, "with 2Para")
    settle(game)
    assert battle.told(game, "odds")[0][2] == 1  # 10:4 is 2:1
    assert results(game) == ["AS"]
    assert not on_map(game, "2Para")
    landed = dropping(die="1")
    act(landed, "attack 2406", "with 2Para")
    settle(landed)
    while kind(landed) == "retreat":
        act(landed, next(iter(landed.legal.texts)))
    assert results(landed) == ["DR"]
    assert place_of(landed, "2Para") == "2406"
    late = dropping(19)
    act(late, "attack 2406")
    assert kind(late) != "commit" or refused(late, "with 2Para")
    assert refused(at("assault", {"2406": "4G", "track": "2Para", "1513": "9C", "1512": "16A"}, "move-fight",
                      scenario="gambit", turn=18, due={"2Para": 18}), "attack 2406")  # fmt: skip


# ---- 114, 115: What If ---------------------------------------------------------------------------------

BUG: Spots = {"2115": "4A 5A", "2116": "12C"}
WHAT_IF: dict[str, Any] = {"scenario": "what-if"}


@rule("BD 15.3b", "BD 15.8h", "BD 11.16")
def test_114_dates_and_supply() -> None:
    assert odds(BUG, "2116", "4A 5A", side="soviet", turn=9, **WHAT_IF) == "1:2"
    assert allowed(at("order", BUG, side="soviet", turn=9, **WHAT_IF), "fight-fight")
    assert refused(at("order", BUG, side="soviet", turn=12, soviet_fight_fight=True, **WHAT_IF), "fight-fight")
    assert allowed(at("order", BUG, turn=13, zone=1, **WHAT_IF), "fight-fight")
    assert refused(at("movement", BUG, side="soviet", turn=9, **WHAT_IF), "hero 1813")
    pocket = {place: corps for corps, place in germans(*ring("1909")).items()}
    assert attack({**pocket, "1909": "4A"}, "1910", "4A", side="soviet", turn=9, **WHAT_IF) == 1


@rule("BD 15.6a")
def test_114_replacements() -> None:
    dead = "6A 8A 9A 10A 12A 13A 16A 18A"
    first = at("Soviet administration", {**BUG, "dead-soviet": dead}, side="soviet", turn=9, **WHAT_IF)
    assert refused(first, "rebuild 6A")
    game = at("Soviet administration", {**BUG, "dead-soviet": dead}, side="soviet", turn=10, **WHAT_IF)
    for army in dead.split()[:7]:
        assert allowed(game, f"rebuild {army}")
        act(game, f"rebuild {army}", "at rvgk")
    assert refused(game, "rebuild 18A")


@rule("BD 15.8e")
def test_114_no_airborne_assault_under_the_luftwaffe() -> None:
    game = at("assault", {"2115": "4A 5A", "2114": "12C"}, side="soviet", turn=9, **WHAT_IF)
    declare(game, "2114", "4A", "5A")
    act(game, "luftwaffe")
    assert refused(game, "airborne", "Soviet")


def settled(german: str = "", soviet: str = "") -> Any:
    spots = {"1813": "9C"} if "1813" in german else {"2117": "9C"}
    start = begun_with("what-if")
    game = at(
        "victory check", spots, turn=14, german=german.split(), soviet=soviet.split(), start_cities=start, **WHAT_IF
    )
    return game.result


@rule("BD 15.4a", "BD 15.4b", "BD 15.4c", "BD 15.5a", "BD 15.5b")
def test_115_how_it_ends() -> None:
    assert settled("1813").winner == "german"
    assert not settled().winner
    assert settled(soviet="2419").winner == "soviet"
    berlin = FACTS.place_names[FACTS.named["Berlin"]]
    beside = ring(berlin)[0]
    game = at("movement", {beside: "5A"}, side="soviet", turn=10, **WHAT_IF)
    assert goes(game, "5A", berlin)
    assert winner(game) == "soviet"
    game = at("movement", {"1607": "46Pz"}, turn=12, zone=0, **WHAT_IF)
    assert goes(game, "46Pz", "1606")
    assert winner(game) == "german"


# ---- 116 to 118: gambles of the campaign ---------------------------------------------------------------


def staked(german: str, turn: int = 20, soviet: str = "", vp: int = 30) -> str | None:
    spots = {"2311": "8C", "2501": "51C"} if "2501" in german else {"2311": "8C"}
    return winner(at("victory check", spots, turn=turn, gambit=18, offensive=18, soviet=soviet.split(), vp=vp))


@rule("BD 4.16b", "BD 4.16c")
def test_116_the_gambit_in_the_campaign() -> None:
    assert staked("2311 2501") == "german"
    assert staked("2311") == "soviet"
    assert staked("2311 2501", soviet="3015") == "soviet"
    assert staked("2311 2501", 18, vp=33) is None


def watched(taken: int, killed: int, lost: int = 0) -> str | None:
    """The end of the German player turn of the Oder."""
    base = begun_with("grand-campaign")
    gained = ["1813", "1714"][:taken]
    gone = ["2320"][:lost]
    game = at(
        "after second phase", {"2118": "GD 2SSPz", "2117": "8C", "1502": "4A"}, turn=30, operation=ODER, vp=20,
        killed=killed, german=gained, soviet=gone, owned=base,
    )  # fmt: skip
    return winner(game)


@rule("BD 4.19a", "BD 4.19b", "BD 4.19c", "BD 4.19e")
def test_117_watch_on_the_oder() -> None:
    assert watched(1, 10) == "german"
    assert watched(1, 9) == "soviet"
    assert watched(2, 0) == "german"
    assert watched(2, 0, 1) == "soviet"
    assert watched(0, 20) == "german"


@rule("BD 4.18e", "BD 4.18f", "BD 4.19d")
def test_117_fuel_and_orders() -> None:
    spots = {"2118": "GD 2SSPz", "2117": "8C"}
    assert factor(spots, "GD", turn=30, operation=ODER) == 6
    assert factor(spots, "GD", turn=30, operation=RHINE) == 5
    assert allowed(at("order", spots, turn=30, operation=ODER), "fight-fight")
    game = at("movement", {**spots, "2119": "8G 1G 2G 3G 5A", "2120": "6A"}, turn=30, operation=ODER)
    losses.eliminate(game, units("8G", "1G", "2G", "3G", "5A", "6A"))
    assert game.state.killed == 10  # guards count two each


@rule("BD 4.21a", "BD 4.21b")
def test_118_the_option_on_kiev() -> None:
    more: dict[str, Any] = {"options": {"kiev": True}, "paused": True}
    for turn, die, change in ((3, "1", 0), (3, "6", 5), (4, "6", 1)):
        game = at("movement", {"2312": "3Pz"}, turn=turn, rolls=[die], **more)
        assert goes(game, "3Pz", "2311")
        assert points(game) == change
    game = at("movement", {"2310": "38A"}, side="soviet", turn=3, german=["2311"], kiev_taken=True, **more)
    assert goes(game, "38A", "2311")
    assert points(game) == -1
