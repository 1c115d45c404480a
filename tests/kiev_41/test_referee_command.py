"""What the referee says to impulses, HQs, commands, Defensive Lines, logistics and reinforcements."""

from __future__ import annotations

from kiev_41.test_referee_stage import Stage
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.state import Arrival, Build, Command, Fleets, Impulse, Logistics, March, Side
from rule import rule

TACTICAL = Command(AXIS, "tactical", 0)
PASS = Command(AXIS, "pass", 1)


def with_active(units: dict[str, str], *active: str, **more: object) -> Stage:
    stage = Stage(units, **more)  # type: ignore[arg-type]
    stage.state.active = stage.state.acted = stage.units(*active)
    return stage


@rule("K41 3.2.1b")
def test_the_disc() -> None:
    stage = Stage({"Kleist": "20"})
    for text in ("strategic", "reinforce"):
        assert stage.broken("impulse", text, Impulse(AXIS)) == []
        assert stage.broken("impulse", text, Impulse(SOVIET), side=SOVIET) == ["3.2.1b"]
    assert stage.broken("impulse", "pass", Impulse(SOVIET), side=SOVIET) == []


@rule("K41 SC.1a", "K41 SC.2a", "K41 SC.3a", "K41 SC.4a")
def test_the_disc_is_spent_once_in_a_scenario() -> None:
    names = {"les-preludes": "SC.1a", "the-river": "SC.2a", "the-pocket": "SC.3a", "the-snow": "SC.4a"}
    for scenario, number in names.items():
        stage = Stage({"Kleist": "20"}, scenario=scenario, spent=(True, False))
        assert stage.broken("impulse", "strategic", Impulse(AXIS)) == [number]
        assert stage.broken("exploit", "exploit", Impulse(AXIS)) == [number]
    stage = Stage({"Kleist": "20"}, spent=(True, False))
    assert stage.broken("impulse", "strategic", Impulse(AXIS)) == []


@rule("K41 10.19c")
def test_exploitation_and_weather() -> None:
    for weather, axis, soviet in (("sunny", True, True), ("rain", False, False), ("snow", False, True)):
        for side, allowed in ((AXIS, axis), (SOVIET, soviet)):
            stage = Stage({}, weather=weather, initiative=side)
            said = stage.broken("exploit", "exploit", Impulse(side), side=side)
            assert said == ([] if allowed else ["10.19c"])


@rule("K41 10.1a", "K41 9.1b")
def test_a_tactical_impulse_needs_an_hq() -> None:
    stage = Stage({"Kleist": "20", "FK4": "20"})
    assert stage.broken("impulse", "tactical", Impulse(AXIS)) == []
    stage.state.steps[stage.unit("Kleist")] = 1
    assert stage.broken("impulse", "tactical", Impulse(AXIS)) == ["10.1a"]
    stage.state.steps[stage.unit("Kleist")] = 4
    stage.state.isolated = stage.units("Kleist")
    assert stage.broken("impulse", "tactical", Impulse(AXIS)) == ["10.1a"]
    assert stage.broken("headquarters", "pick Kleist", Side(AXIS)) == ["9.1b"]
    assert Stage({"Guderian": "tula-2"}).broken("impulse", "tactical", Impulse(AXIS)) == []


@rule("K41 10.0", "K41 10.1a", "K41 10.1b", "K41 10.5b")
def test_which_hqs_are_activated() -> None:
    stage = Stage({"Kleist": "20", "FK4": "20", "HQ6": "21", "3Pz": "20", "Guderian": "tula-1"})
    stage.state.steps[stage.unit("HQ6")] = 1
    local = Side(AXIS)
    assert stage.broken("headquarters", "pick 3Pz", local) == ["10.1a"]
    assert stage.broken("headquarters", "pick SW", local) == ["10.1a"]
    assert stage.broken("headquarters", "pick FK4", local) == ["10.0"]
    assert stage.broken("headquarters", "pick HQ6", local) == ["10.1a"]
    assert stage.broken("headquarters", "done", local) == ["10.1a"]
    assert stage.broken("headquarters", "pick Guderian", local) == []
    assert stage.broken("headquarters", "pick Kleist", local) == []
    stage.state.active = stage.units("Kleist")
    assert stage.broken("headquarters", "pick Kleist", local) == ["10.1b"]
    assert stage.broken("headquarters", "pick FK4", local) == []
    assert stage.broken("headquarters", "pick HQ6", local) == []
    assert stage.broken("headquarters", "done", local) == []
    stage.state.steps[stage.unit("FK4")] = stage.state.steps[stage.unit("Guderian")] = 1
    assert stage.broken("headquarters", "pick FK4", local) == ["10.5b"]
    assert stage.broken("headquarters", "pick Guderian", local) == ["10.5b"]


@rule("K41 10.1c")
def test_an_hq_leaves_its_battle_to_be_revealed() -> None:
    stage = Stage({"Kleist": "35", "5A": "35"}, axis=("20",))
    assert stage.broken("headquarters", "pick Kleist", Side(AXIS)) == []
    march = March(stage.unit("Kleist"), 5, stage.area("35"))
    assert stage.broken("approach", "reveal", march) == ["10.1c"]
    assert stage.broken("approach", "go 20", march) == []
    alone = Stage({"Kleist": "35", "5A": "35"})
    assert alone.broken("headquarters", "pick Kleist", Side(AXIS)) == ["10.1c"]
    kiev = Stage({"B": "4", "44AK": "4"}, soviet=("4",))
    assert kiev.broken("headquarters", "pick B", Side(SOVIET), side=SOVIET) == ["10.1c"]
    held = Stage({"B": "4", "5A": "4", "44AK": "4"}, soviet=("4",))
    assert held.broken("headquarters", "pick B", Side(SOVIET), side=SOVIET) == []


@rule("K41 10.2a", "K41 10.2b", "K41 10.3a")
def test_the_range_of_kleist() -> None:
    units = {
        "Kleist": "20",
        "29AK": "34",
        "44AK": "34",
        "97J": "34",
        "HQ6": "20",
        "HQ17": "34",
        "3Pz": "16",
        "44A": "5",
    }
    stage = with_active(units, "Kleist", axis=("19", "35", "21", "33", "18", "17"))
    stage.state.steps[stage.unit("Kleist")] = 3

    def said(unit: str) -> list[str]:
        return stage.broken("command", f"pick {unit}", TACTICAL)

    assert said("29AK") == []
    assert said("97J") == []  # white
    assert said("44AK") == ["10.2a"]
    assert said("HQ6") == []  # in the same area
    assert said("HQ17") == ["10.2b"]
    assert said("3Pz") == ["10.3a"]
    assert said("Kleist") == ["10.8"]
    assert said("44A") == ["10.8"]


@rule("K41 10.3b", "K41 10.3c")
def test_short_ranges() -> None:
    units = {"Kleist": "20", "29AK": "34", "3Pz": "35"}
    stage = with_active(units, "Kleist", axis=("19", "35"), weather="rain")
    assert stage.broken("command", "pick 3Pz", TACTICAL) == []
    assert stage.broken("command", "pick 29AK", TACTICAL) == ["10.3c"]
    stage = with_active(units, "Kleist", axis=("19", "35"))
    stage.state.steps[stage.unit("Kleist")] = 1
    assert stage.broken("command", "pick 3Pz", TACTICAL) == ["10.3b"]


@rule("K41 10.11a")
def test_luftwaffe_hqs_command_nobody() -> None:
    stage = with_active({"FK4": "20", "3Pz": "20", "Kleist": "14", "HQ6": "15"}, "FK4", "HQ6")
    assert stage.broken("command", "pick 3Pz", TACTICAL) == ["10.2a", "10.11a"]


def test_budyonny_commands_everybody() -> None:
    stage = with_active({"B": "20", "9A": "35", "S": "35", "C": "20"}, "B")
    command = Command(SOVIET, "tactical", 0)
    for unit in ("9A", "S", "C"):
        assert stage.broken("command", f"pick {unit}", command, side=SOVIET) == []


@rule("K41 4.2.1", "K41 10.2c", "K41 10.8", "K41 10.9a", "K41 10.10a")
def test_who_acts() -> None:
    stage = Stage(
        {"3Pz": "20", "Guderian": "tula-1", "Hitler": "rastenburg", "He1": "bombers-available", "44AK": "axis-pool"}
    )
    assert stage.broken("command", "pick 3Pz", PASS) == []
    assert stage.broken("command", "pick Hitler", PASS) == ["4.2.1"]
    assert stage.broken("command", "pick He1", PASS) == ["4.2.1"]
    assert stage.broken("command", "pick Guderian", PASS) == ["10.10a"]
    assert stage.broken("command", "pick Guderian", TACTICAL) == ["10.2c"]
    assert stage.broken("command", "pick 44AK", PASS) == ["10.8"]
    assert stage.broken("command", "pick 3Pz", Command(AXIS, "pass", 0)) == ["10.9a"]
    stage.state.acted = stage.units("3Pz")
    assert stage.broken("command", "pick 3Pz", PASS) == ["10.8"]


@rule("K41 10.19a", "K41 10.19b")
def test_who_exploits() -> None:
    stage = Stage({"3Pz": "20", "29AK": "20", "14Pz": "35", "5A": "35"})
    exploitation = Command(AXIS, "exploitation", 4)
    assert stage.broken("command", "pick 3Pz", exploitation) == []
    assert stage.broken("command", "pick 29AK", exploitation) == ["10.19a"]
    assert stage.broken("command", "pick 14Pz", exploitation) == ["10.19b"]
    assert stage.broken("command", "build 3Pz", exploitation) == ["10.19b"]
    assert stage.broken("command", "pick 3Pz", Command(AXIS, "exploitation", 0)) == ["10.19a"]


@rule("K41 4.1a", "K41 4.1b", "K41 2.9b", "K41 10.9e", "K41 4.1e")
def test_defensive_lines() -> None:
    stage = Stage({"3Pz": "20", "Kleist": "20", "29AK": "21", "14Pz": "35", "5A": "35"}, lines={"21": AXIS})
    assert stage.broken("command", "build 3Pz", PASS) == []
    assert stage.broken("command", "build Kleist", PASS) == ["4.1b"]
    assert stage.broken("command", "build 29AK", PASS) == ["2.9b"]
    assert stage.broken("command", "build 14Pz", PASS) == ["10.9e"]
    stage.state.steps[stage.unit("3Pz")] = 1
    assert stage.broken("command", "build 3Pz", PASS) == ["4.1b"]
    areas = [str(n) for n in range(40, 50)]
    full = Stage({"3Pz": "20"}, lines=dict.fromkeys(areas, AXIS))
    assert full.broken("command", "build 3Pz", PASS) == []
    build = Build(full.unit("3Pz"))
    assert full.broken("salvage", "disband 40", build) == []
    assert full.broken("salvage", "disband 20", build) == ["4.1a"]
    full.state.isolated_lines = full.facts.places(areas)
    assert full.broken("salvage", "disband 40", build) == ["4.1e"]
    assert full.broken("command", "build 3Pz", PASS) == ["4.1a"]


@rule("K41 7.1", "K41 7.2a", "K41 7.2.2a", "K41 7.2.2b", "K41 7.2.2c", "K41 4.2.3", "K41 7.2.1c")
def test_logistics() -> None:
    stage = Stage({"Kleist": "20", "3Pz": "20", "R3": "20", "HQ6": "axis-pool", "Hitler": "rastenburg"})
    some, none = Logistics(AXIS, 4, 2), Logistics(AXIS, 4, 0)
    for unit in ("Kleist", "3Pz", "R3"):
        stage.state.steps[stage.unit(unit)] = 2
    assert stage.broken("restore", "restore Kleist", some) == []
    assert stage.broken("restore", "restore Kleist", none) == ["7.2.1c"]
    assert stage.broken("restore", "restore 3Pz", some) == ["7.2.2a"]
    assert stage.broken("restore", "restore HQ6", some) == ["7.2a"]
    assert stage.broken("restore", "restore Hitler", some) == ["7.1"]
    assert stage.broken("restore", "restore BB", some) == ["7.2.2c"]
    assert stage.broken("replace", "replace R3", some) == []  # black: 1 point
    assert stage.broken("replace", "replace 3Pz", some) == ["7.2.2b"]  # red: 3 points
    assert stage.broken("replace", "replace Kleist", some) == ["7.2.2b"]
    stage.state.steps[stage.unit("R3")] = 3
    assert stage.broken("replace", "replace R3", some) == ["4.2.3"]
    stage.state.isolated = stage.units("Kleist")
    assert stage.broken("restore", "restore Kleist", some) == ["9.1b"]


@rule("K41 5.0a", "K41 7.2.1c", "K41 2.6a")
def test_calling_reinforcements() -> None:
    stage = Stage({"44AK": "axis-pool", "55AK": "axis-pool", "FK5": "axis-pool", "Ju5": "axis-pool", "3Pz": "20"})
    assert stage.broken("call", "call 3", Arrival(AXIS, 9)) == []
    assert stage.broken("call", "call 4", Arrival(AXIS, 9)) == ["5.0a"]
    assert stage.broken("call", "call 3", Arrival(AXIS, 2)) == ["7.2.1c"]
    assert stage.broken("privilege", "choose FK5", Arrival(AXIS, 9, 1)) == []
    assert stage.broken("privilege", "choose 3Pz", Arrival(AXIS, 9, 1)) == ["2.6a"]
    assert stage.broken("privilege", "choose 5A", Arrival(AXIS, 9, 1)) == ["2.6a"]


@rule("K41 5.0c", "K41 9.2b", "K41 2.4.5a", "K41 2.1b", "K41 2.1c")
def test_placing_reinforcements() -> None:
    held = {"5A": "S1", "6A": "129", "44AK": "129", "12A": "108"}
    stage = Stage(held, axis=("100", "101", "106", "107", "109"))

    def said(area: str, used: int = 0) -> list[str]:
        return stage.broken("place", f"place {area}", Arrival(SOVIET, 4, 0, (stage.unit("9A"),), used), side=SOVIET)

    assert said("S2") == said("25") == said("145") == []
    assert said("Axis") == ["2.4.5a"]
    assert said("26") == ["5.0c"]  # no city
    assert said("119") == ["5.0c"]  # Constanta
    assert said("129") == ["5.0c"]  # contested
    assert said("14") == ["5.0c"]  # the Axis holds Tarnopol
    assert said("108") == ["9.2b"]
    assert said("25", stage.facts.places(["25"])) == ["5.0c"]
    assert said("S1", stage.facts.places(["S1"])) == []


@rule("K41 2.1b", "K41 2.1c")
def test_sources_that_guderian_took() -> None:
    for city, number, friendly in (("4", "2.1b", ("4", "5", "6")), ("25", "2.1c", ("9", "10", "25"))):
        everything = [str(n) for n in range(1, 149)]
        stage = Stage({}, axis=[n for n in everything if n not in friendly], yellow=False, orange=False)
        arrival = Arrival(SOVIET, 4, 0, (stage.unit("9A"),))
        assert stage.broken("place", f"place {city}", arrival, side=SOVIET) == [number]
        stage.state.yellow = stage.state.orange = True
        assert stage.broken("place", f"place {city}", arrival, side=SOVIET) == []


@rule("K41 2.7", "K41 10.2.1c", "K41 10.2.1d", "K41 10.2.1e", "K41 10.2.1b", "K41 14.5a")
def test_fleets() -> None:
    def said(stage: Stage, text: str, fleets: Fleets) -> list[str]:
        return stage.broken("fleets", text, fleets, side=SOVIET)

    stage = Stage({"BB": "fleet-staging", "CA": "108", "S": "25"})
    both, one = Fleets(2), Fleets(1)
    assert said(stage, "send BB 108", both) == []
    assert said(stage, "send BB 94", both) == ["10.2.1c"]  # Azov
    assert said(stage, "send S 108", both) == ["10.2.1c"]
    assert said(stage, "send BB 108", Fleets(2, stage.units("BB"))) == ["10.2.1c"]
    assert said(stage, "send BB 108", Fleets(1, stage.units("CA"))) == ["10.2.1c"]
    assert said(stage, "recall CA", both) == []
    assert said(stage, "recall BB", both) == ["10.2.1d"]
    assert said(stage, "done", one) == []
    assert said(stage, "done", Fleets(0)) == ["10.2.1d"]
    assert said(Stage({"BB": "fleet-staging", "11AK": "FS", "M": "FS"}), "send BB 108", both) == ["2.7"]
    assert said(Stage({"BB": "batumi", "11AK": "FS"}), "send BB 108", both) == ["10.2.1e"]
    assert said(Stage({"BB": "soviet-lost"}), "send BB 108", both) == ["10.2.1b"]
    blizzard = Stage({"BB": "fleet-staging"}, weather="blizzard", optional="14.5")
    assert said(blizzard, "send BB 108", both) == ["14.5a"]
