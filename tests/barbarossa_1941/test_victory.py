"""Victory (13): points, triggers, sudden death, the levels; and the optional point of 14.3."""

from __future__ import annotations

import pytest

from barbarossa_1941.stage import FACTS, RULES, hexes, stage
from ostfront.games.barbarossa_1941.rules.victory import points
from rule import rule

FAR = {"SU-7A": "2405"}  # a Soviet unit, for there must be two sides
KARELIA = {"SU-7A": "1501"}  # keeps the Finnish point from the Axis
NO_TRIGGER_LEFT = (1, 1, 1, 1, 1)


@rule("B41 13l")
def test_all_objectives_are_worth_42_points() -> None:
    assert sum(FACTS.victory_points.values()) == 42
    worth = {
        name: FACTS.victory_points[FACTS.city(name)] for name in ("Moscow", "Leningrad", "Rostov", "Kiev", "Orel")
    }
    assert worth == {"Moscow": 6, "Leningrad": 4, "Rostov": 3, "Kiev": 2, "Orel": 1}
    assert points(FACTS, RULES.start()) == 0


@rule("B41 13l")
@pytest.mark.parametrize(
    ("worth", "cities"),
    [
        (6, "Moscow"),
        (4, "Leningrad"),
        (3, "Rostov, Kharkov, Sevastopol"),
        (2, "Kiev, Odessa, Dnepropetrovsk, Voronezh"),
        (1, "Lvov, Minsk, Riga, Volkhov, Rzhev, Kalinin, Vyazma, Kaluga, Tula, Kursk"),
        (1, "Smolensk, Velikie Luki, Bryansk, Stalino, Orel"),
    ],
)
def test_what_each_place_is_worth(worth: int, cities: str) -> None:
    for city in cities.split(", "):
        place = FACTS.board.name(FACTS.city(city))
        assert points(FACTS, stage("movement", {"DE-I": place} | KARELIA, turn=7).state) == worth, city


@rule("B41 13l", "B41 13m")
def test_everything_is_worth_43_points() -> None:
    corps = [unit for unit in FACTS.roster.ids if unit.startswith("DE-") and unit != "DE-7FJ"]
    corps = [unit for unit in corps if FACTS.roster.is_combat[FACTS.roster.index[unit]]]
    places = [FACTS.board.name(place) for place in FACTS.victory_points]
    game = stage("movement", dict(zip(corps, places, strict=False)) | FAR, turn=7, triggers=NO_TRIGGER_LEFT)
    assert len(corps) >= len(places)
    assert points(FACTS, game.state) == 43
    assert FACTS.charts["victory"]["total"] == 43


@rule("B41 13a", "B41 13b", "B41 13c", "B41 12.2f")
def test_major_cities_need_a_garrison_and_minor_ones_do_not() -> None:
    game = stage("movement", {"DE-I": "1221"} | KARELIA, held=["Smolensk", "Kiev"])
    assert points(FACTS, game.state) == 3
    game.play("move DE-I 1220")
    assert points(FACTS, game.state) == 1  # Kiev is empty


@rule("B41 13m")
def test_the_finnish_point() -> None:
    game = stage("movement", {"FI-VI": "1301"} | FAR)
    assert points(FACTS, game.state) == 1
    for place in ("1501", "1301", "1202"):
        assert points(FACTS, stage("movement", {"SU-7A": place}).state) == 0, place
    for line in ("1204", "1803"):  # the hexes that carry the line
        assert points(FACTS, stage("movement", {"SU-7A": line}).state) == 1, line


@rule("B41 13d", "B41 13i")
def test_hungary_joins_at_three_points() -> None:
    units = {"DE-I": "0914", "HU-GYOR": "waiting", "HU-VIII": "waiting"} | KARELIA
    game = stage("movement", units, held=["Smolensk", "Orel"], turn=2)
    assert game.state.triggers == (0, 0, 0, 0, 0)
    game.play("move DE-I 0915")
    assert game.state.triggers == (2, 0, 0, 0, 0)
    index = FACTS.roster.index
    assert [game.state.due[index[unit]] for unit in ("HU-GYOR", "HU-VIII")] == [3, 4]


@rule("B41 13i")
def test_triggers_stay_when_the_points_fall() -> None:
    units = {"DE-I": "1221", "DE-II": "0609"} | KARELIA
    game = stage("movement", units, turn=7)
    game.play("move DE-II 0610")
    assert game.state.triggers == (0, 0, 0, 0, 0)  # it began with three, but nothing had changed hands
    game = stage("movement", units, turn=7, held=["Orel"])
    game.play("move DE-II 0610")
    assert points(FACTS, game.state) == 3 and game.state.triggers == (7, 0, 0, 0, 0)
    game.play("move DE-I 1220")
    assert points(FACTS, game.state) == 1 and game.state.triggers == (7, 0, 0, 0, 0)


@rule("B41 13j")
@pytest.mark.parametrize(("turn", "over"), [(6, True), (7, False)])
def test_sudden_death_before_the_winter(turn: int, over: bool) -> None:
    """20 points on turn 6 end the game at that moment; on turn 7 they do not."""
    units = {"DE-I": "2111", "DE-II": "1304", "DE-X": "1922", "DE-V": "1531", "DE-VI": "1221"} | KARELIA
    game = stage("movement", units, turn=turn, held=["Smolensk"], triggers=NO_TRIGGER_LEFT)
    assert points(FACTS, game.state) == 13
    game.play("move DE-I 2112")
    assert points(FACTS, game.state) == 19 and game.result is None
    more = stage("movement", units | {"DE-IX": "2427"}, turn=turn, held=["Orel"], triggers=NO_TRIGGER_LEFT)
    more.play("move DE-I 2112")
    assert points(FACTS, more.state) == 22
    assert (more.result is not None) == over
    if more.result is not None:
        assert (more.result.winner, more.result.grade, more.result.score) == ("axis", "total", (22,))


@rule("B41 13k", "B41 2r")
@pytest.mark.parametrize(
    ("cities", "winner", "grade"),
    [
        (14, "soviet", "major"),
        (15, "soviet", "minor"),
        (19, "soviet", "minor"),
        (20, "", None),
        (25, "", None),
        (26, "axis", "minor"),
        (30, "axis", "minor"),
        (31, "axis", "total"),
    ],
)
def test_the_levels_of_turn_10(cities: int, winner: str, grade: str | None) -> None:
    game = stage("victory", KARELIA, turn=10, bonus=cities, triggers=NO_TRIGGER_LEFT)
    assert game.result is not None
    assert (game.result.winner, game.result.grade, game.result.score) == (winner, grade, (cities,))


@rule("B41 2r")
def test_turn_9_is_not_the_last() -> None:
    game = stage("victory", {"DE-I": "0116"} | KARELIA, turn=9)
    assert game.result is None and game.state.turn == 10


@rule("B41 12.7g")
def test_a_freed_city_never_counts_again() -> None:
    game = stage("movement", {"DE-I": "1221"} | KARELIA, liberated=hexes("Kiev"))
    assert points(FACTS, game.state) == 0


@rule("B41 14.3a")
@pytest.mark.parametrize(("die", "required"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_compulsory_attacks_are_half_a_die(die: int, required: int) -> None:
    game = stage(
        "phase", {"SU-7A": "2405"}, side="soviet", turn=3, options={"compulsory-attacks": True}, rolls=[str(die)]
    )
    assert game.state.required == required


@rule("B41 14.3a")
def test_no_compulsory_attacks_after_turn_3_or_without_the_option() -> None:
    assert stage("phase", FAR, side="soviet", turn=4, options={"compulsory-attacks": True}).state.drawn == {}
    assert stage("phase", FAR, side="soviet", turn=3).state.drawn == {}


@rule("B41 14.3b")
def test_missed_attacks_are_a_point_for_that_turn() -> None:
    game = stage("victory", KARELIA, turn=2, required=2, made=1)
    notes = [event.args for event in game.events or () if event.kind in ("points", "missed")]
    assert notes[:2] == [(1, 2), (1,)]
    assert game.state.bonus == 0  # turn 3 has begun
    met = stage("victory", KARELIA, turn=2, required=2, made=3)
    assert [event.args for event in met.events or () if event.kind == "points"] == [(0,)]
