"""The dead pile (8.12 to 8.15, 8.22, 8.31, 8.32); the boxes of The Road Back and What If (12.10 to 12.12, 15.8)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, around
from barbarossa_deluxe.stage import FACTS, act, coming, offered, place_of, stage, units
from ostfront import games
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control, losses
from rule import rule


def killed(unit: str, others: dict[str, str] | None = None, place: str = "1613", **more: Any) -> Game:
    """A unit is eliminated where it stands, in the German movement phase."""
    more = {"turn": 20, "scenario": "road-back", **more}
    rolls = more.pop("die", "")
    game = stage("movement", {unit: place, **(others or {})}, **more)
    coming(game, *([rolls] if rolls else []))
    losses.eliminate(game, units(unit))
    return game


def due(game: Game, unit: str) -> int:
    return int(game.state.due[FACTS.roster.index[unit]])


@rule("BD 8.12d")
@pytest.mark.parametrize(
    ("unit", "side", "grave"),
    [
        ("26C", "german", "dead-german"),
        ("Ho", "german", "gone"),
        ("20A", "soviet", "dead-soviet"),
        ("MGP", "soviet", "gone"),
    ],
)
def test_dotted_units_never_return(unit: str, side: str, grave: str) -> None:
    assert place_of(killed(unit, side=side), unit) == grave


@rule("BD 8.14")
@pytest.mark.parametrize(
    ("turn", "supplied", "grave"), [(27, False, "dead-german"), (28, True, "dead-german"), (28, False, "gone")]
)
def test_from_turn_28_on_pockets_are_lost_for_good(turn: int, supplied: bool, grave: str) -> None:
    ring = {} if supplied else around("1613", *ARMIES)
    assert place_of(killed("26C", ring, turn=turn), "26C") == grave


@rule("BD 8.14")
def test_this_concerns_the_germans_alone() -> None:
    ring = around("1613", "26C", "27C", "28C", "29C", "30C", "34C")
    assert place_of(killed("20A", ring, turn=30, side="soviet"), "20A") == "dead-soviet"


@rule("BD 8.15a")
def test_a_romanian_army_returns_once_by_a_die() -> None:
    game = killed("3R", place="2508", die="4")
    assert (place_of(game, "3R"), due(game, "3R")) == ("track", 24)
    game = killed("3R", place="2508", returned=units("3R"))
    assert place_of(game, "3R") == "gone"


@rule("BD 8.15a")
def test_no_other_satellite_returns() -> None:
    assert place_of(killed("2H", place="2508"), "2H") == "gone"


@rule("BD 8.15b")
def test_nor_one_that_was_cut_off_or_has_changed_sides() -> None:
    assert place_of(killed("3R", around("2508", *ARMIES), place="2508"), "3R") == "gone"
    assert place_of(killed("3R", place="2508", defected=True), "3R") == "gone"


@rule("BD 8.15c")
def test_the_return_costs_no_step() -> None:
    """It comes from the track, not from the dead pile: the one step of turn 21 is for somebody else."""
    game = killed("3R", {"1C": "dead-german", "2C": "dead-german"}, "2508", die="1")
    assert place_of(game, "3R") == "track"
    units = {"3R": "track", "1C": "dead-german", "2C": "dead-german"}
    game = stage("German administration", units, turn=21, due={"3R": due(game, "3R")}, scenario="road-back")
    act(game, "rebuild 1C", "at 2023", "bring 3R", "at 3114")
    assert place_of(game, "3R") == "3114"


@rule("BD 8.22b")
@pytest.mark.parametrize("turn", [1, 2, 3, 6])
def test_the_counterpart_of_an_oversized_army_goes_to_the_dead_pile(turn: int) -> None:
    game = killed("6x", {"6A": "aside"}, "2314", turn=turn, side="soviet", scenario="grand-campaign")
    assert (place_of(game, "6x"), place_of(game, "6A")) == ("gone", "dead-soviet")


@rule("BD 8.31e")
@pytest.mark.parametrize(("tiger", "returns"), [("505TB", True), ("509TB", True), ("503TB", False), ("501TB", False)])
def test_two_tiger_battalions_return_by_a_die(tiger: str, returns: bool) -> None:
    game = killed("26C", with_={tiger: "26C"}, die="3")
    assert (place_of(game, tiger), due(game, tiger)) == (("track", 23) if returns else ("gone", 0))


@rule("BD 8.32e")
def test_every_cavalry_mechanized_group_returns_if_there_is_time() -> None:
    game = killed("20A", with_={"CMB": "20A"}, side="soviet", turn=26, die="6")
    assert (place_of(game, "CMB"), due(game, "CMB")) == ("track", 32)
    game = killed("20A", with_={"CMB": "20A"}, side="soviet", turn=27, die="6")
    assert place_of(game, "CMB") == "gone"


@rule("BD 8.18f")
def test_the_area_dies_with_the_hex_of_its_marker() -> None:
    game = stage(
        "movement", {"26C": "1609"}, turn=20, scenario="road-back", area=FACTS.board.index("1608"), area_since=16
    )
    control.enter(game, units("26C"), FACTS.board.index("1607"), "move")
    assert game.state.area == FACTS.board.index("1608")
    control.enter(game, units("26C"), FACTS.board.index("1608"), "move")
    assert game.state.area == -1


# ---- the boxes of the scenarios (12.10 to 12.12, 15.8) ----------------------------------------------


def start_of(scenario: str) -> tuple[Any, dict[str, list[str]]]:
    """The beginning of a scenario, and who is in which box."""
    rules: Any = games.rules("barbarossa-deluxe", scenario)
    state = rules.start()
    ids = rules.facts.roster.ids
    return state, {name: [ids[u] for u in bits(state.units_at(box))] for name, box in rules.facts.boxes.items()}


@rule("BD 12.10a")
def test_the_dead_of_the_road_back() -> None:
    _, boxes = start_of("road-back")
    assert sorted(boxes["dead-soviet"]) == ["12A", "2T", "4T", "63A"]
    assert boxes["dead-german"] == []


@rule("BD 12.10b")
def test_dotted_units_of_the_first_years_are_out_of_play() -> None:
    state, boxes = start_of("road-back")
    assert {"6x", "6MC", "21RC", "1Abn", "BCG", "ICA"} <= set(boxes["gone"])
    assert {"MGP", "LCFC"} <= set(boxes["track"])
    assert state.place[FACTS.roster.index["LPMA"]] == FACTS.leningrad


@rule("BD 12.11")
def test_three_armies_of_the_road_back_return_on_turn_27() -> None:
    state, boxes = start_of("road-back")
    assert {"19A", "26A", "32A"} <= set(boxes["track"])
    assert [state.due[FACTS.roster.index[army]] for army in ("19A", "26A", "32A")] == [27, 27, 27]


@rule("BD 12.12")
def test_the_reserve_of_the_road_back_is_free_to_leave() -> None:
    state, boxes = start_of("road-back")
    assert sorted(boxes["rvgk"]) == ["2G", "5Sh"]
    reserve = {"2G": "rvgk", "5Sh": "rvgk"}
    game = stage("special phase", reserve, turn=14, side="soviet", scenario="road-back")
    assert offered(game, "deploy 2G")
    assert offered(game, "deploy 5Sh")
    assert [state.due[FACTS.roster.index[army]] for army in reserve] == [0, 0]


@rule("BD 15.8a", "BD 15.8c")
def test_germans_of_what_if() -> None:
    state, boxes = start_of("what-if")
    here = {FACTS.roster.ids[unit] for unit in bits(state.on_map)}
    assert {"40Pz", "27C", "59C", "FCSE", "26C"} <= here
    assert {"Ho", "FP", "GM", "GS", "XX", "8It"} <= set(boxes["gone"])
    german = [unit for unit in boxes["track"] if FACTS.roster.side[FACTS.roster.index[unit]] == 0]
    assert {unit: state.due[FACTS.roster.index[unit]] for unit in german} == {"2SSPz": 14, "502TB": 14, "503TB": 14}


@rule("BD 15.8b")
def test_satellites_of_what_if() -> None:
    state, _ = start_of("what-if")
    assert {"1H", "2H", "3H", "3R", "4R"} <= {FACTS.roster.ids[unit] for unit in bits(state.on_map)}


@rule("BD 15.8d")
def test_dotted_soviets_of_what_if() -> None:
    state, _ = start_of("what-if")
    in_play = state.on_map | state.units_at(FACTS.rvgk) | state.units_at(FACTS.track_box)
    dotted = in_play & FACTS.roster.dotted & FACTS.roster.of_side[1]
    assert [FACTS.roster.ids[unit] for unit in bits(dotted)] == ["ICA"]


@rule("BD 15.8f", "BD 15.8g")
def test_soviets_of_what_if() -> None:
    state, boxes = start_of("what-if")
    here = {FACTS.roster.ids[unit] for unit in bits(state.on_map | state.units_at(FACTS.rvgk))}
    assert {"1T", "2T", "3T", "4T", "1Sh", "2Sh", "3Sh", "4Sh", "5Sh", "19A", "26A", "32A"} <= here
    assert boxes["dead-soviet"] == []
    arriving = {unit: state.due[FACTS.roster.index[unit]] for unit in boxes["track"] if unit[-1] in "AG"}
    assert arriving == {"39A": 11, "58A": 14, "65A": 13, "67A": 14, "1G": 11, "2G": 13, "3G": 14}
