"""What the referee says to moves of blocks: costs, engaging, disengaging, stacking, rail and landings."""

from __future__ import annotations

from typing import Any

from kiev_41.test_referee_stage import Stage
from ostfront.games.kiev_41.state import Command, March
from rule import rule


def go(
    stage: Stage, unit: str, text: str, mode: str = "strategic", mp: int | None = None, legs: int = 0
) -> list[str]:
    """A leg of a block that is in hand in a Command Segment."""
    index = stage.unit(unit)
    side = stage.facts.roster.side[index]
    march = March(index, stage.facts.roster.move[index] if mp is None else mp, stage.state.place[index], legs)
    return stage.broken("march", text, march, side=side, below=Command(side, mode, 3))


@rule("K41 2.4.2", "K41 2.4.3", "K41 2.4.4", "K41 10.9.1")
def test_areas_cost_by_colour() -> None:
    stage = Stage({"3Pz": "20", "29AK": "20"}, axis=("21", "36", "35", "37", "19", "18", "4", "3", "2"))
    assert go(stage, "29AK", "go 19") == []  # yellow, 2 MP
    assert go(stage, "29AK", "go 19", mp=1) == ["2.4.2"]
    assert go(stage, "3Pz", "go 4", mp=5) == []
    stage = Stage({"29AK": "18"}, axis=("4",))
    assert go(stage, "29AK", "go 4", mp=1) == ["2.4.4"]
    stage = Stage({"29AK": "3"}, axis=("2",))
    assert go(stage, "29AK", "go 2", mp=2) == ["2.4.3"]
    stage = Stage({"29AK": "33"}, axis=("34",))
    assert go(stage, "29AK", "go 34", mp=0) == ["10.9.1"]


@rule("K41 8.0a", "K41 8.0b")
def test_bad_weather_costs_more() -> None:
    for weather, number, enough in (("rain", "8.0a", 3), ("snow", "8.0b", 2)):
        stage = Stage({"3Pz": "33"}, axis=("34",), weather=weather)
        assert go(stage, "3Pz", "go 34", mp=enough) == []
        assert go(stage, "3Pz", "go 34", mp=enough - 1) == [number]


@rule("K41 2.5a")
def test_a_leg_over_friendly_areas() -> None:
    stage = Stage({"3Pz": "33", "5A": "51"}, axis=("34",))
    assert go(stage, "3Pz", "go 34") == []
    assert go(stage, "3Pz", "go 50") == []  # an empty enemy area beside it
    assert go(stage, "3Pz", "go 52") == ["2.5a"]  # behind enemy areas: leg by leg
    assert go(stage, "3Pz", "go 51") == []  # engages


@rule("K41 10.9b")
def test_engaging_ends_a_move() -> None:
    stage = Stage({"3Pz": "33", "5A": "51", "6A": "50"}, axis=("49",))
    assert go(stage, "3Pz", "go 49") == ["10.9b"]  # friendly, behind the enemy


@rule("K41 10.9c")
def test_disengaging() -> None:
    stage = Stage({"3Pz": "33", "5A": "33"}, axis=("34",))
    assert go(stage, "3Pz", "go 34", mp=2) == []
    assert go(stage, "3Pz", "go 34", mp=1) == ["10.9c"]
    assert go(stage, "3Pz", "go 50") == ["10.9c"]  # not friendly
    assert go(Stage({"3Pz": "33", "5A": "33", "6A": "34"}), "3Pz", "go 34") == ["10.9c"]


@rule("K41 12.0", "K41 10.12d", "K41 10.19b", "K41 10.1c")
def test_no_engaging() -> None:
    stage = Stage({"3Pz": "33", "5A": "51", "Kleist": "33"})
    assert go(stage, "3Pz", "go 51", "pass") == ["10.12d", "12.0"]
    assert go(stage, "3Pz", "go 51", "exploitation") == ["10.12d", "10.19b"]
    assert go(stage, "3Pz", "go 51", "tactical") == []
    kleist = March(stage.unit("Kleist"), 5, stage.area("33"))
    assert stage.broken("approach", "go 51", kleist) == ["10.1c"]
    assert stage.broken("approach", "go 50", kleist) == []
    assert stage.broken("approach", "reveal", kleist) == []


@rule("K41 2.9a", "K41 1.4a")
def test_room_where_the_move_ends() -> None:
    stage = Stage({"3Pz": "18", "44AK": "19", "55AK": "19", "Fast": "18", "R3": "17"})
    assert go(stage, "3Pz", "go 19", mp=2) == ["2.9a"]
    assert go(stage, "Fast", "go 17", mp=1) == ["1.4a"]
    assert go(stage, "3Pz", "go 17", mp=1) == []
    assert go(stage, "R3", "go 18", mp=1) == ["1.4a"]


@rule("K41 2.4.5a", "K41 2.4.5b", "K41 2.2a", "K41 10.2c")
def test_closed_places() -> None:
    stage = Stage({"3Pz": "13", "5A": "15", "44AK": "Axis"})
    assert go(stage, "3Pz", "go S1", mp=5) in (["2.4.5b"], [])
    neighbour = stage.facts.areas.name(stage.facts.areas.adjacent(stage.area("S1"))[0])
    assert go(Stage({"3Pz": neighbour}), "3Pz", "go S1") == ["2.4.5b"]
    beside = stage.facts.areas.name(stage.facts.areas.adjacent(stage.area("Axis"))[0])
    assert go(Stage({"5A": beside}), "5A", "go Axis") == ["2.4.5a"]
    assert go(stage, "3Pz", "go moscow") == ["2.2a"]
    assert go(stage, "3Pz", "go tula-3") == ["10.2c"]
    assert go(stage, "3Pz", "go axis-pool") == ["10.8"]
    assert go(stage, "3Pz", "go 13") == ["10.9a"]


@rule("K41 14.3")
def test_armour_keeps_off_red_areas() -> None:
    for optional, said in (("none", []), ("14.3", ["14.3"])):
        stage = Stage({"3Pz": "3", "29AK": "3"}, axis=("2",), optional=optional)
        assert go(stage, "3Pz", "go 2") == said
        assert go(stage, "29AK", "go 2") == []


def test_agility() -> None:
    stage = Stage({"2Cav": "147"}, optional="14.2", weather="rain")
    red = Stage({"2Cav": "145", "13Mtn": "145", "5A": "144"}, optional="14.2")
    assert go(red, "2Cav", "go 146", mp=2) == []
    assert go(red, "13Mtn", "go 146", mp=2) == []
    assert go(red, "5A", "go 146", mp=2) != []
    assert go(stage, "2Cav", "go 146", mp=2) == []


@rule("K41 14.1")
def test_rail() -> None:
    units = {"29AK": "33", "3Pz": "35", "5A": "35"}
    stage = Stage(units, axis=("34",), optional="14.1")
    assert go(Stage(units, axis=("34",)), "29AK", "rail 34") == ["14.1"]
    assert go(stage, "29AK", "rail 34") == []
    assert go(stage, "29AK", "rail 34", "tactical") == ["14.1"]
    assert go(stage, "29AK", "rail 34", legs=1) == ["14.1"]
    assert go(stage, "29AK", "rail 35") == ["14.1"]
    assert go(stage, "3Pz", "rail 34") == ["14.1"]


@rule("K41 14.7", "K41 14.8")
def test_by_sea() -> None:
    units = {"5A": "108", "M": "108", "4MC": "108", "R3": "107"}
    stage = Stage(units, optional="14.8")
    assert go(Stage(units, optional="14.5"), "5A", "sail FS") == ["14.7"]
    assert go(stage, "5A", "sail FS") == []
    assert go(stage, "5A", "sail 102") == ["14.7"]
    assert go(stage, "4MC", "sail FS") == ["14.7"]
    assert go(stage, "5A", "land 107") == ["14.8"]
    assert go(stage, "M", "land 107") == []
    assert go(stage, "M", "land 107", "pass") == ["14.8"]
    assert go(stage, "M", "land 109") == ["14.8"]  # Soviet-controlled
    stage.state.steps[stage.unit("M")] = 2
    assert go(stage, "M", "land 107") == ["14.8"]
    lost: dict[str, Any] = {**units, "11AK": "145"}
    assert go(Stage(lost, optional="14.8"), "5A", "sail FS") == ["14.7"]  # the Black Sea is not controlled


@rule("K41 14.9")
def test_from_the_air() -> None:
    units = {"22LL": "33", "29AK": "33"}
    stage = Stage(units, optional="14.9")
    assert go(stage, "22LL", "drop 35") == []
    assert go(stage, "29AK", "drop 35") == ["14.9"]
    assert go(stage, "22LL", "drop 32") == ["14.9"]  # yellow
    assert go(stage, "22LL", "drop 60") == ["14.9"]  # too far
    assert go(stage, "22LL", "drop 35", "tactical") == ["14.9"]
    assert go(Stage({**units, "5A": "33"}, optional="14.9"), "22LL", "drop 35") == ["14.9"]


def test_sides_of_the_strait() -> None:
    stage = Stage({"5A": "129", "4MC": "129"}, optional="14.3")
    assert go(stage, "5A", "go 144") == []
    assert go(stage, "4MC", "go 144") == ["14.3"]
    assert go(stage, "5A", "rail 144") == []  # the long way round the sea of Azov
    around = Stage({"5A": "129"}, axis=("128",), optional="14.1")
    assert go(around, "5A", "rail 144") == ["14.1"]


@rule("K41 2.9a")
def test_through_a_full_area() -> None:
    full = {"44AK": "34", "55AK": "34", "17AK": "34", "4AK": "34"}
    stage = Stage({"3Pz": "33", **full}, axis=("51",))
    assert go(stage, "3Pz", "go 34") == []  # on to 35 or 52, which are the enemy's
    assert go(stage, "3Pz", "go 34", mp=1) == ["2.9a"]
    there = Stage({"3Pz": "34", **full})
    assert go(there, "3Pz", "stop", legs=1) == ["2.9a"]
    assert go(there, "3Pz", "go 35", legs=1) == []
    inland = Stage({"3Pz": "33", **full}, axis=("19", "35", "51", "52"))
    assert go(inland, "3Pz", "go 34") == ["2.9a"]
    assert go(inland, "3Pz", "go 35") == []


def test_back_into_the_battle_it_left() -> None:
    """Through a full area, when nothing else lies beyond: the block's own place is free again."""
    there = {"44AK": "33", "55AK": "33", "17AK": "33", "5A": "33"}
    full = {"4AK": "34", "52AK": "34", "11AK": "34", "30AK": "34"}
    stage = Stage({"3Pz": "33", **there, **full}, axis=("19", "35", "51", "52"))
    assert go(stage, "3Pz", "go 34", mp=3) == []
    assert go(stage, "3Pz", "go 34", mp=2) == ["2.9a"]
    assert go(stage, "3Pz", "go 34", "pass", mp=3) == ["2.9a"]


def test_armour_leaves_a_red_area_by_rail() -> None:
    stage = Stage({"3Pz": "2"}, axis=("3", "17"), optional="14.3")
    assert go(stage, "3Pz", "rail 17") == []
    assert go(stage, "3Pz", "rail 3") == []
