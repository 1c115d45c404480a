"""Reinforcements (8.1 to 8.4, 8.27, 8.30, 8.33 to 8.35): who comes when, and where."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, MORE_ARMIES, around
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage
from ostfront.core.play.game import Game
from rule import rule


def arriving(units: dict[str, int], others: dict[str, str] | None = None, side: str = "german", **more: Any) -> Game:
    """The arrivals of a side, with units that wait on the track, by the turn on which they are due."""
    moment = "German administration" if side == "german" else "Soviet administration"
    turn = more.pop("turn", max(units.values()))
    waiting = dict.fromkeys(units, "track")
    return stage(moment, {**waiting, **(others or {})}, side=side, turn=turn, due=units, **more)


def sites(game: Game, unit: str) -> set[str]:
    """Where a unit may be placed; a unit with one hex goes there without a question."""
    act(game, f"bring {unit}")
    if place_of(game, unit) != "track":
        return {place_of(game, unit)}
    return {text.split()[1] for text in game.legal.texts if text.startswith("at ")}


# ---- the general rule (8.1) -------------------------------------------------------------------------


@rule("BD 8.1a")
def test_nobody_comes_before_his_turn() -> None:
    game = arriving({"40Pz": 2, "27C": 3}, turn=2)
    assert game.legal.texts == ["done", "bring 40Pz"]


@rule("BD 8.1b")
def test_what_the_germans_do_not_place_is_forfeit() -> None:
    game = arriving({"40Pz": 2, "34C": 2})
    act(game, "bring 40Pz", "at 2023", "done")
    assert place_of(game, "40Pz") == "2023"
    assert place_of(game, "34C") == "gone"


@rule("BD 8.1c")
def test_what_the_soviets_do_not_place_waits_in_the_rvgk_box() -> None:
    game = arriving({"16A": 2, "19A": 2}, side="soviet")
    act(game, "bring 19A", "at 1606", "done")
    assert place_of(game, "16A") == "rvgk"


@rule("BD 8.1d")
def test_a_hex_receives_one_full_stack_in_a_turn() -> None:
    """Five have come to Moscow and gone on: no more may come there this turn."""
    game = arriving({"16A": 2, "19A": 2}, side="soviet")
    for unit in ("20A", "21A", "22A", "24A"):
        game.state.entry[FACTS.roster.index[unit]] = FACTS.moscow
    act(game, "bring 16A", "at 1606")
    act(game, "bring 19A")
    assert not offered(game, "at 1606")
    assert offered(game, "at 1806")


@rule("BD 8.1d")
def test_units_that_do_not_count_for_stacking_do_not_fill_a_hex() -> None:
    game = arriving({"16A": 2}, side="soviet")
    for unit in ("20A", "21A", "22A", "24A", "LPMA", "BCG"):
        game.state.entry[FACTS.roster.index[unit]] = FACTS.moscow
    act(game, "bring 16A")
    assert offered(game, "at 1606")


@rule("BD 8.1e")
def test_edge_sources_and_supplied_cities_of_ones_own() -> None:
    game = arriving({"16A": 2}, around("2911", *CORPS), side="soviet", german=["2311", "1200"])
    found = sites(game, "16A")
    assert {"1606", "1011", "1000", "2600", "3100", "3200"} <= found
    assert not found & {"2311", "1200"}  # in German hands
    assert "2911" not in found  # Odessa is cut off
    assert not found & {"2700", "3000", "1605", "3103"}  # desert-steppe, open country, an oil field


@rule("BD 8.1e")
def test_german_arrivals() -> None:
    found = sites(arriving({"40Pz": 2}, soviet=["1724"]), "40Pz")
    assert {"1824", "2924", "2023", "1717", "2117"} <= found
    assert not found & {"1724", "1606", "2419", "3015", "1624"}


@rule("BD 10.22a")
def test_satellites_arrive_in_the_south() -> None:
    found = sites(arriving({"2H": 9}), "2H")
    assert "2820" in found
    assert not found & {"2023", "1717", "2117", "1824"}


# ---- kampfgruppen and emergency units (8.2, 8.4) ----------------------------------------------------


@rule("BD 8.2a")
def test_a_kampfgruppe_joins_germans_anywhere_supplied_or_not() -> None:
    pocket = {"51C": "2501", **around("2501", *ARMIES)}
    game = arriving({"Ho": 14, "FP": 14}, pocket, scenario="road-back")
    assert "2501" in sites(game, "Ho")
    act(game, "at 2501")
    assert "2501" not in sites(game, "FP")  # one in a hex


@rule("BD 1.5", "BD 8.2a")
def test_a_kampfgruppe_does_not_join_satellites_alone() -> None:
    found = sites(arriving({"Ho": 14}, {"3R": "2508", "11C": "2509"}, scenario="road-back"), "Ho")
    assert "2509" in found
    assert "2508" not in found


@rule("BD 8.2b")
@pytest.mark.parametrize(("group", "turn", "north", "south"), [("GS", 14, 1, 0), ("Ho", 14, 0, 1), ("GU", 24, 1, 1)])
def test_a_kampfgruppe_keeps_to_its_area(group: str, turn: int, north: bool, south: bool) -> None:
    found = sites(arriving({group: turn}, {"26C": "1613", "17C": "2408"}, scenario="road-back"), group)
    assert ("1613" in found, "2408" in found) == (north, south)
    assert ("2023" in found, "2820" in found) == (north, south)  # by the general rule, too


@rule("BD 8.2c")
def test_a_kampfgruppe_with_a_hex_of_its_own() -> None:
    assert sites(arriving({"Sbn": 28}), "Sbn") == {"2817"}


@rule("BD 8.2c")
@pytest.mark.parametrize(
    "lost", [{"soviet": ["2817"]}, {"others": dict.fromkeys(["1C", "2C", "4C", "5C", "6C"], "2817")}]
)
def test_its_hex_is_lost_or_full(lost: dict[str, Any]) -> None:
    game = arriving({"Sbn": 28, "Kfl": 28}, **{"others": {"26C": "1613"}, **lost})
    assert not offered(game, "bring Sbn")
    act(game, "done")
    assert place_of(game, "Sbn") == "gone"


@rule("BD 8.4a")
def test_emergency_units_join_germans_or_come_to_any_city() -> None:
    game = arriving({"XX": 30, "LS": 30}, {"26C": "1613", **around("1613", *ARMIES), **around("2120", *MORE_ARMIES)})
    assert {"1613", "2120", "2023", "2820"} <= sites(game, "XX")
    act(game, "at 1613")
    found = sites(game, "LS")
    assert "1613" not in found
    assert "2120" in found  # Posen is cut off
    assert "2824" in found  # by the general rule


# ---- units with an entry of their own (8.3, 8.33) ---------------------------------------------------


@rule("BD 8.3a", "BD 8.3b")
def test_hungarians_come_to_budapest() -> None:
    assert sites(arriving({"1H": 24}), "1H") == {"2820"}


@rule("BD 8.3a")
def test_a_restricted_unit_without_its_hex_is_forfeit() -> None:
    game = arriving({"1H": 24, "9C": 24}, soviet=["2820"])
    assert game.legal.texts == ["done", "bring 9C"]
    act(game, "done")
    assert place_of(game, "1H") == "gone"


@rule("BD 8.3c")
def test_6th_ss_needs_riga_in_supply() -> None:
    assert sites(arriving({"6SS": 22}, scenario="road-back"), "6SS") == {"1415"}
    game = arriving({"6SS": 22, "9C": 22}, around("1415", *ARMIES), scenario="road-back")
    assert not offered(game, "bring 6SS")


@rule("BD 8.3d")
def test_12th_army_comes_over_the_west_edge() -> None:
    found = sites(arriving({"Wenck": 32}, soviet=["2924"]), "Wenck")
    assert found == {f"{row}24" for row in range(17, 29)}


@rule("BD 8.3e")
def test_kerch_command_comes_to_3106() -> None:
    assert sites(arriving({"KSC": 16}, scenario="road-back"), "KSC") == {"3106"}
    assert not offered(arriving({"KSC": 16, "9C": 16}, scenario="road-back", soviet=["3106"]), "bring KSC")


@rule("BD 8.3f")
def test_corps_from_the_balkans_come_through_yugoslavia() -> None:
    found = sites(arriving({"21Mtn": 29}, soviet=["3222"]), "21Mtn")
    assert found == {"3023", "3122", "3221", "3220", "3219"}


@rule("BD 8.33a")
def test_fortress_commands_need_their_hex_in_overland_supply() -> None:
    game = arriving({"FCDK": 30, "FCB": 30, "FCD": 30}, around("1921", *ARMIES), soviet=["1819"])
    assert game.legal.texts == ["done", "bring FCB"]  # Deutsch Krone is cut off, Danzig is lost
    assert sites(game, "FCB") == {"2320"}
    assert place_of(game, "FCDK") == "gone"


@rule("BD 8.33a")
def test_a_fortress_command_needs_no_room() -> None:
    five = dict.fromkeys(["1C", "2C", "4C", "5C", "6C"], "2320")
    assert sites(arriving({"FCB": 30}, five), "FCB") == {"2320"}


# ---- Soviet units with an entry of their own (8.27, 8.30, 8.34, 8.35) -------------------------------


@rule("BD 8.27")
def test_group_popov_joins_supplied_soviets() -> None:
    others = {"6A": "2204", "1Sh": "1613", "3G": "2501", **around("1613", *CORPS)}
    game = arriving({"MGP": 15}, others, side="soviet", scenario="road-back")
    found = sites(game, "MGP")
    assert found == {"2204", "2501"}  # 1613 is cut off
    act(game, "at 2204")
    assert place_of(game, "MGP") == "2204"


@rule("BD 8.27", "BD 8.1c")
def test_group_popov_may_wait_and_finds_no_room_in_a_full_hex() -> None:
    five = dict.fromkeys(["6A", "12A", "38A", "40A", "60A"], "2204")
    game = arriving({"MGP": 15}, {**five, "3A": "1808"}, side="soviet", scenario="road-back")
    assert sites(game, "MGP") == {"1808"}
    game = arriving({"MGP": 15}, {"6A": "2204"}, side="soviet", scenario="road-back")
    act(game, "done")
    assert place_of(game, "MGP") == "rvgk"


@rule("BD 8.30a")
def test_cavalry_groups_join_supplied_soviets_outside_cities_in_their_area() -> None:
    others = {"13A": "1811", "20A": "1710", "21A": "1911", "26A": "2408", "DVCG": "1911", "16A": "1915", "3A": "1809"}
    pocket = around("1915", *CORPS)
    game = arriving({"KCG": 3}, {**others, **pocket}, side="soviet")
    assert sites(game, "KCG") == {"1811", "1809"}  # no city, no other group, not the south, not cut off


@rule("BD 8.30a")
def test_a_cavalry_group_that_is_not_placed_is_lost() -> None:
    game = arriving({"KCG": 3, "37A": 3}, {"13A": "1811"}, side="soviet")
    act(game, "done")
    assert place_of(game, "KCG") == "gone"
    assert place_of(game, "37A") == "rvgk"


@rule("BD 8.34a", "BD 8.35a")
@pytest.mark.parametrize(("unit", "turn"), [("LPMA", 2), ("LCFC", 20)])
def test_units_of_leningrad(unit: str, turn: int) -> None:
    """Supply and stacking do not matter, control does."""
    siege = {"26C": "1111", "28C": "1110", **dict.fromkeys(["8A", "23A", "42A", "48A", "55A"], "1011")}
    assert sites(arriving({unit: turn}, siege, side="soviet"), unit) == {"1011"}


@rule("BD 8.34a", "BD 8.35a")
@pytest.mark.parametrize(("unit", "turn"), [("LPMA", 2), ("LCFC", 20)])
def test_units_of_leningrad_wait_for_the_city(unit: str, turn: int) -> None:
    game = arriving({unit: turn, "58A": turn}, side="soviet", german=["1011"])
    assert not offered(game, f"bring {unit}")
    act(game, "done")
    assert place_of(game, unit) == "track"
    assert place_of(game, "58A") == "rvgk"


# ---- the Gambit and the Oder (4.17, 4.18) -----------------------------------------------------------


def declared(turn: int, units: dict[str, str], due: dict[str, int]) -> Game:
    game = stage("offensive", units, turn=turn, due=due)
    act(game, "gambit")
    return game


@rule("BD 4.17b")
def test_the_gambit_brings_three_corps() -> None:
    game = declared(17, {"XIVPz": "aside", "76Pz": "aside", "2Para": "aside"}, {})
    assert game.legal.texts == ["done", "bring XIVPz", "bring 76Pz", "bring 2Para"]


@rule("BD 4.17c")
def test_the_gambit_calls_3rd_ss_and_2nd_ss_if_it_has_left() -> None:
    game = declared(
        18, {"3SSPz": "track", "2SSPz": "track", "4SSPz": "track"}, {"3SSPz": 22, "2SSPz": 24, "4SSPz": 26}
    )
    assert game.legal.texts == ["done", "bring 2SSPz", "bring 3SSPz"]
    game = declared(19, {"3SSPz": "track", "2SSPz": "2023"}, {"3SSPz": 22})
    act(game, "done")
    assert place_of(game, "2SSPz") == "2023"  # neither called nor withdrawn


@rule("BD 4.17d")
def test_2nd_para_enters_on_that_turn_or_never() -> None:
    game = declared(17, {"XIVPz": "aside", "2Para": "aside"}, {})
    act(game, "done")
    assert place_of(game, "XIVPz") == "gone"
    assert place_of(game, "2Para") == "track"  # it may still drop
    while game.state.turn == 17:
        act(game, next(text for text in ("done", "decline", "fight-move", "lower", "pass") if offered(game, text)))
    assert place_of(game, "2Para") == "gone"


@rule("BD 4.18d")
def test_the_oder_brings_2nd_ss_a_turn_early() -> None:
    game = stage(
        "operation", {"2SSPz": "track", "1SSPz": "track"}, turn=30, due={"2SSPz": 31, "1SSPz": 31}, operation=2
    )
    assert game.legal.texts == ["done", "bring 2SSPz"]


def test_the_question_says_what_becomes_of_the_rest() -> None:
    game = arriving({"40Pz": 2})
    assert asked(game) == [("German", "arrive")]
    assert "forfeit" in game.pending[0].prompt
    assert "RVGK" in arriving({"16A": 2}, side="soviet").pending[0].prompt
    assert hexes("2023") >> FACTS.named["Berlin"] & 1


# ---- the order of the phase (5.3) -------------------------------------------------------------------


def order_of(game: Game, last: str) -> list[tuple[str, str]]:
    """The questions of the Administrative Phase up to a kind, each finished or answered with the first option."""
    found: list[tuple[str, str]] = []
    while not found or found[-1][1] != last:
        found += asked(game)
        act(game, "done" if offered(game, "done") else game.legal.texts[-1])
    return found


@rule("BD 5.3a", "BD 5.3b")
def test_the_german_segment_comes_first_and_withdrawals_come_last() -> None:
    units = {"1C": "dead-german", "9C": "track", "2SSPz": "2023", "24A": "dead-soviet", "58A": "track", "20A": "1606"}
    due = {"9C": 25, "58A": 25, "9G": 25}
    game = stage("German administration", {**units, "9G": "track"}, turn=25, due=due, scenario="road-back")
    german = [("German", kind) for kind in ("replace", "arrive", "withdraw")]
    soviet = [("Soviet", kind) for kind in ("replace", "arrive", "convert")]
    assert order_of(game, "convert") == german + soviet


@rule("BD 5.3b")
def test_soviet_withdrawals_follow_conversions() -> None:
    units = {"20A": "1606", "22A": "1606", "2Sh": "track"}
    game = stage("Soviet administration", units, turn=6, due={"2Sh": 6}, side="soviet")
    assert order_of(game, "withdraw") == [("Soviet", "convert"), ("Soviet", "withdraw")]
