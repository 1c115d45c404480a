"""Timoshenko's force (11.2): out of its box, once, with an activation of its own."""

from __future__ import annotations

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import active, asked, chit, chits, points, verdict
from victory_denied.stage import coming, place_of, rules_broken, stage

BOX = dict.fromkeys(("Tmshnko", "67C", "47C", "25MC"), "timoshenko")
ARMY = {"24A": "2541", "61C": "2541", "28C": "soviet-reserve"}
GATES = [str(number) for number in range(1526, 1538)]  # the hexes the box opens on
GERMANS = ["17Pz", "18Pz", "3Pz", "4Pz", "10Pz", "29Mot", "10Mot", "SSReich", "12Pz", "20Pz", "19Pz", "20Mot"]


def entering(**units: str) -> Game:
    """Turn 1, the Reinforcement chit was drawn."""
    return stage("reinforcements", BOX | ARMY | units, turn=1)


def bring(game: Game, unit: str, place: str, verb: str = "go") -> None:
    game.play(f"pick {unit}")
    game.play(f"{verb} {place}")
    if game.pending[0].kind == "march":
        game.play("stop")


def bring_all(game: Game) -> None:
    for unit, place in (("Tmshnko", "1531"), ("67C", "1530"), ("47C", "1532"), ("25MC", "1533")):
        bring(game, unit, place)


@rule("AVD 11.2.1")
def test_they_enter_before_the_soviet_player_buys() -> None:
    """Only the box is activated; afterwards reinforcements may be placed at the new HQ."""
    game = entering()
    assert asked(game) == [("Soviet", "move")]
    assert active(game) == set(BOX)
    bring_all(game)
    assert asked(game) == [("Soviet", "reserve")]
    game.play("call 28C")
    assert verdict(game, "place 1631") == []


@rule("AVD 11.2.2a")
def test_the_first_hex_is_one_beside_the_box_at_normal_cost() -> None:
    game = entering(**{"17Pz": "1634"})
    game.play("pick 67C")
    assert verdict(game, "go 1630") == ["AVD 11.2.2a"]
    assert verdict(game, "stop") == ["AVD 11.2.2a"]
    assert verdict(game, "go 1534") == []  # 17Pz looks into it
    game.play("go 1530")
    assert points(game) == 3
    assert verdict(game, "go 1630") == []


def test_woods_and_a_zone_of_control_cost_their_points() -> None:
    """25MC has 6: woods 2, entering the zone of control of 17Pz 2 more."""
    game = entering(**{"17Pz": "1627"})
    game.play("pick 25MC")
    game.play("go 1527")
    assert points(game) == 2


@rule("AVD 11.2.2a")
def test_all_must_enter_that_can() -> None:
    game = entering()
    bring(game, "67C", "1530")
    assert verdict(game, "done") == ["AVD 11.2.2a"]


def test_they_fight_after_they_have_entered_without_the_shift() -> None:
    """6 to 2 is 3-1: the shift of 7.5 belongs to the chit, which was not drawn."""
    game = entering(**{"17Pz": "1631"})
    for unit, place in (("67C", "1530"), ("47C", "1531"), ("Tmshnko", "1533"), ("25MC", "1532")):
        bring(game, unit, place)
    assert asked(game) == [("Soviet", "attack")]
    assert verdict(game, "attack 1631") == []
    coming(game, "roll 1")
    game.play("attack 1631 with 67C 47C resolve")
    assert "A 1 on the 3-1 column: A1, the attacker loses 1 step." in game.view(0).log()


@rule("AVD 11.2.2b")
def test_strategic_movement_from_a_road_hex() -> None:
    """1528 has a road to Mglin; 1530 has none."""
    game = entering()
    game.play("pick 67C")
    assert verdict(game, "road 1528") == []
    assert verdict(game, "road 1530") == ["AVD 8.3.1b"]
    game.play("road 1528")
    assert points(game) == 3.5
    assert verdict(game, "road 1629") == []
    assert "go 1629" not in game.legal  # the whole move follows the road


def test_motorized_units_do_not_enter_by_road() -> None:
    game = entering()
    game.play("pick 25MC")
    assert verdict(game, "road 1528") == ["AVD 8.3.1a"]


@rule("AVD 11.2.2c")
def test_the_box_is_not_entered_again() -> None:
    game = entering()
    game.play("pick 67C")
    game.play("go 1530")
    assert verdict(game, "go timoshenko") == ["AVD 11.2.2c"]


@rule("AVD 11.2.3")
def test_then_the_chit_goes_into_the_cup() -> None:
    game = entering()
    assert chits(game.state.cup) == set()
    bring_all(game)
    assert asked(game) == [("Soviet", "reserve")]
    assert chits(game.state.cup) == chits(game.state.open_cup) == {"Tmshnko"}


# ---- full hexes (5.4) -----------------------------------------------------------------------------


@rule("AVD 5.4", "AVD 11.2.2a")
def test_a_full_hex_beside_the_box_may_be_passed() -> None:
    """Another tan corps is in 1530: 67C cannot stop there, and continues."""
    game = entering(**{"28C": "1530"})
    game.play("pick 67C")
    assert verdict(game, "go 1530") == []
    game.play("go 1530")
    assert verdict(game, "stop") == ["AVD 5.4"]
    game.play("go 1630")
    assert verdict(game, "stop") == []


@rule("AVD 5.4", "AVD 11.2.2b")
def test_a_full_road_hex_may_be_passed_by_road() -> None:
    game = entering(**{"28C": "1528"})
    game.play("pick 67C")
    assert verdict(game, "road 1528") == []
    game.play("road 1528")
    assert verdict(game, "stop") == ["AVD 5.4"]
    game.play("road 1629")
    assert place_of(game, "67C") == "1629"


def test_a_full_hex_without_a_way_on_is_closed() -> None:
    """17Pz stands before 1530 and watches its neighbours: 67C would need 3 points to leave."""
    game = entering(**{"28C": "1530", "17Pz": "1631", "18Pz": "1629"})
    game.play("pick 67C")
    assert verdict(game, "go 1530") == ["AVD 5.3"]


# ---- oddities -------------------------------------------------------------------------------------


def test_a_closed_box_waits_for_the_next_chit() -> None:
    """A German unit in every hex beside the box: nobody enters and no chit is added; on turn 2 they come."""
    shut = dict(zip(GERMANS, GATES, strict=True))
    game = stage("reinforcements", BOX | ARMY | shut, turn=1)
    assert asked(game) == [("Soviet", "reserve")]
    assert place_of(game, "Tmshnko") == "timoshenko"
    assert chits(game.state.cup) == set()
    game = stage("reinforcements", BOX | ARMY, turn=2)
    assert asked(game) == [("Soviet", "move")]


def test_latecomers_bring_no_second_chit() -> None:
    """The HQ came in on turn 1; its chit is a matter of selection now, and may lie in the cup unseen."""
    units = ARMY | {"Tmshnko": "1633", "67C": "timoshenko"}
    game = stage("reinforcements", units, turn=2, cup=chit("Tmshnko"))
    bring(game, "67C", "1530")
    assert asked(game) == [("Soviet", "reserve")]
    assert chits(game.state.open_cup) == set()
    assert "Tmshnko is added to the cup." not in game.view("German").log()


def test_entering_onto_a_lone_german_hq_overruns_it() -> None:
    game = entering(**{"VI-HQ": "1530"})
    game.play("pick Tmshnko")
    assert rules_broken(game, "go 1530") == ["AVD 5.2"]
    game.play("go 1532")
    game.play("stop")
    game.play("pick 67C")
    game.play("go 1530")
    assert place_of(game, "67C") == "1530"
    assert place_of(game, "VI-HQ") != "1530"
