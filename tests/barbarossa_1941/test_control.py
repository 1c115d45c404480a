"""What follows from entering and leaving hexes; militia, partisans, ships and drops."""

from __future__ import annotations

import pytest

from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, verdict
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules.naval import crossable_kerch, superiority
from rule import rule

ALL = (1, 1, 1, 1, 1)  # every trigger was reached


# ---- cities, bases, forts -----------------------------------------------------------------------------------


@rule("B41 8.2h")
def test_a_city_belongs_to_the_last_in_it() -> None:
    game = stage("movement", {"DE-I": "0914", "SU-19A": "1117"})
    minsk = FACTS.city("Minsk")
    assert not game.state.held >> minsk & 1
    game.play("move DE-I 0915")
    assert game.state.held >> minsk & 1
    back = stage("movement", {"SU-19A": "0914", "DE-I": "0116"}, side="soviet", held=["Minsk"])
    back.play("move SU-19A 0915")
    assert not back.state.held >> minsk & 1


@rule("B41 11.1c")
def test_air_corps_lose_their_base() -> None:
    game = stage("movement", {"DE-I": "0914", "SU-AIR1": "0915"}, turn=4)
    game.play("move DE-I 0915")
    assert place_of(game, "SU-AIR1") == "waiting"
    assert game.state.due[FACTS.roster.index["SU-AIR1"]] == 6


@rule("B41 12.4d")
def test_forts_go_when_the_enemy_enters_or_all_have_left() -> None:
    game = stage("movement", {"DE-I": "0914", "SU-19A": "1117"}, forts_soviet=hexes("0913"))
    game.play("move DE-I 0913")
    assert game.state.forts_soviet == 0
    manned = stage("movement", {"SU-19A": "0914", "SU-20A": "0914"}, side="soviet", forts_soviet=hexes("0914"))
    manned.play("move SU-19A 0913")
    assert manned.state.forts_soviet == hexes("0914")
    manned.play("move SU-20A 0913")
    assert manned.state.forts_soviet == 0


@rule("B41 12.4d")
def test_an_empty_fort_waits_for_its_first_unit() -> None:
    game = stage("movement", {"SU-19A": "0914"}, side="soviet", forts_soviet=hexes("0913"))
    game.play("pick SU-19A")
    game.play("stop")
    assert game.state.forts_soviet == hexes("0913")


@rule("B41 12.5d")
def test_a_lone_airborne_corps_is_scattered() -> None:
    game = stage("movement", {"DE-I": "0914", "SU-4ABN": "0913"})
    game.play("move DE-I 0913")
    assert place_of(game, "SU-4ABN") == "removed"
    weak = stage("movement", {"DE-BEF101": "0914", "SU-4ABN": "0913"})
    weak.play("pick DE-BEF101")
    assert "go 0913" not in weak.legal.texts


# ---- militia ------------------------------------------------------------------------------------------------


@rule("B41 12.11b", "B41 13e")
def test_militia_is_raised_when_the_enemy_comes_near() -> None:
    units = {"DE-XXIV": "1814", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
    game = stage("movement", units, triggers=(2, 2, 0, 0, 0))
    game.play("pick DE-XXIV")
    game.play("go 2013")
    assert asked(game) == [("Soviet", "militia")]
    assert game.legal.texts == ["pass", "raise 2112"]
    game.play("raise 2112")
    assert place_of(game, "SU-OPOL1") == "2112"
    assert asked(game)[0][0] == "Axis"  # the move goes on
    early = stage("movement", units)
    early.play("move DE-XXIV 2013")
    assert asked(early)[0][0] == "Axis"  # not before five points
    assert early.state.approached == hexes("Moscow")


@rule("B41 12.11b")
def test_the_first_approach_alone_raises_militia() -> None:
    units = {"DE-XXIV": "1814", "SU-OPOL1": "off-map"}
    game = stage("movement", units, triggers=ALL, approached=hexes("Moscow"))
    game.play("move DE-XXIV 2013")
    assert asked(game)[0][0] == "Axis"


# ---- partisans ----------------------------------------------------------------------------------------------

PARTISANS = {"SU-PART1": "off-map", "SU-PART2": "off-map"}


@rule("B41 12.7a", "B41 13h")
def test_partisans_are_placed_deep_in_the_country() -> None:
    game = stage("partisans", PARTISANS | {"DE-I": "1212"}, triggers=ALL)
    offered = {text.split()[1] for text in game.legal.texts if text.startswith("infiltrate")}
    assert "1212" not in offered and "1213" not in offered  # an Axis unit and its ZOC
    assert "0415" not in offered  # at the frontier
    assert "1717" in offered
    assert asked(stage("partisans", PARTISANS | {"DE-I": "1212"})) != [("Soviet", "partisans")]


@rule("B41 12.7b")
def test_one_of_two_partisans_is_in_the_north() -> None:
    game = stage("partisans", PARTISANS, triggers=ALL)
    game.play("infiltrate 1717")
    rows = {int(text.split()[1][2:]) for text in game.legal.texts if text.startswith("infiltrate")}
    assert max(rows) == 15
    game = stage("partisans", PARTISANS, triggers=ALL)
    game.play("infiltrate 1710")
    assert "infiltrate 1717" in game.legal.texts


@rule("B41 12.7e")
def test_partisans_go_when_the_enemy_comes() -> None:
    game = stage("movement", {"DE-I": "1414", "SU-PART1": "1513"}, turn=5)
    game.play("move DE-I 1413")
    assert place_of(game, "SU-PART1") == "off-map"
    assert game.state.due[FACTS.roster.index["SU-PART1"]] == 6


@rule("B41 12.7c")
def test_removed_partisans_wait_for_the_next_turn() -> None:
    assert asked(stage("partisans", PARTISANS, triggers=ALL, turn=5, due={"SU-PART1": 6, "SU-PART2": 6})) != [
        ("Soviet", "partisans")
    ]


@rule("B41 12.7f", "B41 12.7g")
def test_an_empty_city_rises() -> None:
    game = stage("movement", {"DE-I": "0915"} | PARTISANS, held=["Riga"])
    game.play("move DE-I 0914")
    assert asked(game) == [("Soviet", "uprising")]
    assert game.legal.texts == ["pass", "rise 0915"]
    game.play("rise 0915")
    assert game.state.liberated == hexes("Minsk")
    assert place_of(game, "SU-PART1") == "0915"
    later = stage("partisans", PARTISANS, held=["Minsk", "Riga", "Lvov"])
    assert later.legal.texts == ["done", "rise 0915"]  # not Riga and Lvov


# ---- ships --------------------------------------------------------------------------------------------------


@rule("B41 8.2g", "B41 12.10e")
def test_superiority_at_sea() -> None:
    state = stage("movement", {"DE-I": "0116"}).state
    assert superiority(FACTS, state, SOVIET, "baltic") and not superiority(FACTS, state, AXIS, "baltic")
    state = stage("movement", {"DE-I": "0116"}, held=["Riga", "Odessa"]).state
    assert superiority(FACTS, state, AXIS, "baltic") and not superiority(FACTS, state, SOVIET, "baltic")
    assert crossable_kerch(FACTS, state, SOVIET) and not crossable_kerch(FACTS, state, AXIS)
    state = stage("movement", {"DE-I": "0116"}, held=["Sevastopol", "Odessa"]).state
    assert crossable_kerch(FACTS, state, AXIS)


@rule("B41 12.1a", "B41 12.1b", "B41 12.1c")
def test_sailing() -> None:
    game = stage("movement", {"DE-I": "0112", "DE-II": "0112", "DE-X": "0113"}, held=["Riga"])
    assert {text for text in game.legal.texts if text.startswith("sail")} == {"sail DE-I", "sail DE-II"}
    game.play("sail DE-I")
    assert game.legal.texts == ["at 0609", "at 0804"]
    game.play("at 0609")
    assert place_of(game, "DE-I") == "0609"
    assert game.legal.texts == ["done", "pick DE-II", "pick DE-X"]  # one unit a turn, and it has moved
    weak = stage("movement", {"DE-I": "0112"})
    assert "sail DE-I" not in weak.legal.texts  # two of five ports
    big = stage("movement", {"SU-1SH": "1228"}, side="soviet")
    assert "sail SU-1SH" not in big.legal.texts  # three steps


@rule("B41 12.1c")
def test_a_unit_that_sailed_does_not_exploit() -> None:
    units = {"DE-XXIV": "0112", "DE-LVI": "0112", "SU-7A": "2405"}
    game = stage("movement", units, held=["Riga"])
    act(game, "sail DE-XXIV", "at 0609", "done")
    assert asked(game) == [("Axis", "exploit")]
    assert game.legal.texts == ["done", "pick DE-LVI"]
    late = stage("movement", {"DE-I": "0113", "DE-II": "0112", "SU-7A": "2405"}, held=["Riga"])
    act(late, "move DE-I 0112")
    assert verdict(late, "sail DE-I") == ["B41 12.1c"]  # it did not start there


@rule("B41 12.9c")
def test_the_fleet_is_shut_in_after_the_turn() -> None:
    units = {"DE-I": "0116", "SU-7A": "1501"}
    assert stage("victory", units, held=["Riga", "Tallinn"]).state.mined
    assert not stage("victory", units, held=["Riga"]).state.mined


# ---- drops --------------------------------------------------------------------------------------------------


@rule("B41 12.5l", "B41 12.5n")
@pytest.mark.parametrize(
    ("place", "die", "survives"), [("0514", 5, True), ("0514", 6, False), ("0513", 4, True), ("0513", 5, False)]
)
def test_the_fallschirmjaeger_drop(place: str, die: int, survives: bool) -> None:
    units = {"DE-7FJ": "off-map", "DE-I": "0212", "SU-8A": "0513"}
    game = stage("movement", units, turn=3, rolls=[str(die)])
    game.play("drop DE-7FJ")
    offered = {text.split()[1] for text in game.legal.texts}
    assert "0321" not in offered and "0609" not in offered  # major cities
    assert "1717" not in offered  # too far
    game.play(f"at {place}")
    assert place_of(game, "DE-7FJ") == (place if survives else "removed")


@rule("B41 12.5g", "B41 12.5h")
@pytest.mark.parametrize(
    ("place", "die", "survives"), [("1714", 4, True), ("1714", 5, False), ("1713", 2, True), ("1713", 3, False)]
)
def test_a_guards_corps_drops(place: str, die: int, survives: bool) -> None:
    units = {"SU-GABN1": "off-map", "SU-19A": "2112", "DE-I": "1713"}
    game = stage("movement", units, side="soviet", turn=8, rolls=[str(die)])
    game.play("drop SU-GABN1")
    assert (
        "at 1414" not in game.legal.texts or FACTS.grid.distance(FACTS.board.index("1414"), FACTS.city("Kaluga")) <= 6
    )
    game.play(f"at {place}")
    assert place_of(game, "SU-GABN1") == (place if survives else "removed")


@rule("B41 12.5i", "B41 12.5m")
def test_a_dropped_corps_is_gone_after_combat() -> None:
    game = stage("end of combat", {"DE-7FJ": "0514", "DE-I": "0212"}, dropped=1 << FACTS.roster.index["DE-7FJ"])
    assert place_of(game, "DE-7FJ") == "removed"


@rule("B41 12.5e")
def test_the_initial_corps_leave_after_turn_5() -> None:
    units = {"SU-4ABN": "0915", "SU-13A": "0915", "SU-GABN1": "1221", "SU-7A": "1221", "DE-I": "0116"}
    assert place_of(stage("victory", units, turn=4), "SU-4ABN") == "0915"
    game = stage("victory", units, turn=5)
    assert place_of(game, "SU-4ABN") == "removed"
    assert place_of(game, "SU-GABN1") == "1221"


# ---- Murmansk -----------------------------------------------------------------------------------------------


@rule("B41 14.3d")
@pytest.mark.parametrize(("die", "place"), [(5, "waiting"), (6, "0804")])
def test_murmansk(die: int, place: str) -> None:
    units = {"DE-DIETL": "waiting", "DE-I": "0116"}
    game = stage("reinforcements", units, turn=5, options={"murmansk": True}, rolls=[str(die)])
    assert place_of(game, "DE-DIETL") == place
