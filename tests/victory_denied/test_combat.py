"""9.0 to 9.2: who may attack what, together with whom, and in which order."""

from __future__ import annotations

from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Outcome
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, column, fight, result
from victory_denied.stage import coming, place_of, stage

# a plain without rivers: 2541 and the hexes around it
TARGET = "2541"
WEST, NORTHWEST, NORTHEAST, EAST, SOUTHEAST, SOUTHWEST = "2540", "2641", "2642", "2542", "2442", "2441"


# ---- 9.0 ----------------------------------------------------------------------------------------------


@rule("AVD 9.0")
def test_only_enemies_next_to_an_attacker_are_attacked() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET, "7MC": "2543", "29Mot": "2539"})
    assert verdict(game, f"attack {TARGET}") == []
    assert verdict(game, f"attack {NORTHWEST}") == ["AVD 9.0"], "nobody is there"
    assert verdict(game, "attack 2539") == ["AVD 9.0"], "a German is there"
    assert verdict(game, "attack 2543") == ["AVD 9.0"], "three hexes away"


@rule("AVD 9.0")
def test_an_attacker_stands_next_to_the_target() -> None:
    game = stage("combat", {"3Pz": WEST, "29Mot": "2539", "5MC": TARGET})
    game.play(f"attack {TARGET}")
    assert verdict(game, "with 29Mot") == ["AVD 9.0"]
    assert verdict(game, "with 3Pz") == []


@rule("AVD 9.0", "AVD 12.1")
def test_a_lone_hq_is_not_attacked() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": WEST, "13A": NORTHWEST, "20A": TARGET, "5MC": TARGET})
    assert "AVD 12.1" in verdict(game, f"attack {NORTHWEST}")
    assert verdict(game, f"attack {TARGET}") == [], "with a corps it can be"
    assert verdict(game, "attack 2640") == ["AVD 9.0"]


def test_units_in_boxes_and_the_edge_of_the_map_do_no_harm() -> None:
    game = stage("combat", {"3Pz": "1517", "5MC": "1518", "67C": "timoshenko"}, active=["3Pz", "67C"])
    assert asked(game) == [("German", "attack")]
    assert game.legal.texts == ["done", "attack 1518"]


def test_hqs_do_not_fight() -> None:
    game = stage("combat", {"VI-HQ": WEST, "8Inf": WEST, "PVO-1": TARGET})
    game.play(f"attack {TARGET}")
    assert verdict(game, "with VI-HQ") == ["AVD 2.3.1"]


# ---- 9.1 ----------------------------------------------------------------------------------------------


@rule("AVD 9.1.1")
def test_only_activated_units_attack() -> None:
    units = {"3Pz": WEST, "29Mot": NORTHWEST, "5MC": TARGET, "7MC": "2740"}
    game = stage("combat", units, active=["3Pz"])
    assert verdict(game, "attack 2740") == ["AVD 9.1.1"], "29Mot is not activated"
    game.play(f"attack {TARGET}")
    assert verdict(game, "with 29Mot") == ["AVD 9.1.1"]


@rule("AVD 9.1.3")
def test_a_unit_attacks_once() -> None:
    units = {"3Pz": WEST, "4Pz": NORTHWEST, "5MC": TARGET, "7MC": "2640"}
    game = stage("combat", units)
    fight(game, TARGET, "3Pz", rolls=["roll 1"])
    assert asks(game) == "attack"
    game.play("attack 2640")
    assert verdict(game, "with 3Pz") == ["AVD 9.1.3"]
    game = fight(stage("combat", units, active=["3Pz"]), TARGET, "3Pz", rolls=["roll 1"])
    assert asks(game) != "attack", "nobody is left to attack the other corps"


@rule("AVD 9.1.2")
def test_nobody_has_to_attack() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET})
    assert verdict(game, "done") == []
    game.play("done")
    assert asks(game) not in ("attack", "commit")


def test_nobody_is_asked_when_there_is_nothing_to_attack() -> None:
    assert asks(stage("combat", {"3Pz": WEST, "13A": TARGET})) != "attack"


@rule("AVD 9.1.3")
def test_a_stack_may_attack_two_hexes() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": WEST, "5MC": TARGET, "7MC": "2640"})
    fight(game, TARGET, "3Pz", rolls=["roll 1"])
    game.play("attack 2640")
    assert verdict(game, "with 3Pz") == ["AVD 9.1.3"]
    assert verdict(game, "with 4Pz") == []


@rule("AVD 9.1.4")
def test_a_hex_is_attacked_once() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": EAST, "5MC": TARGET, "7MC": "2443"})
    fight(game, TARGET, "3Pz", rolls=["roll 1"])
    assert verdict(game, f"attack {TARGET}") == ["AVD 9.1.4"]


@rule("AVD 9.1.4")
def test_units_of_several_hexes_attack_together() -> None:
    game = stage("combat", {"29Mot": WEST, "10Mot": EAST, "62C": TARGET})
    assert column(fight(game, TARGET, "29Mot", "10Mot", rolls=["roll 1"])) == "3", "5 and 5 to 3"


@rule("AVD 9.1.5")
def test_all_defenders_are_attacked_together() -> None:
    game = stage("combat", {"29Mot": WEST, "10Mot": EAST, "62C": TARGET, "172ID": TARGET, "13A": TARGET})
    assert column(fight(game, TARGET, "29Mot", "10Mot", rolls=["roll 5"])) == "1.5", "10 to 3 and 3"


@rule("AVD 9.1.6")
def test_units_that_retreated_defend_in_full() -> None:
    units = {"3Pz": WEST, "1Cav": "2643", "29Mot": "2443", "5MC": TARGET, "172ID": EAST}
    game = stage("combat", units)
    fight(game, TARGET, "3Pz", rolls=["roll 3"])
    game.play(f"retreat 5MC {EAST}")
    game.play("done")
    fight(game, EAST, "29Mot", rolls=["roll 6"])
    assert column(game) == "1", "5 to 3 and the 1 that came, not 5 to 3"


@rule("AVD 9.1.7")
def test_a_pvo_unit_may_attack() -> None:
    game = stage("combat", {"PVO-1": WEST, "1Cav": TARGET}, side="soviet")
    assert verdict(game, f"attack {TARGET}") == []
    assert column(fight(game, TARGET, "PVO-1", rolls=["roll 5"])) == "1"


# ---- 9.2 ----------------------------------------------------------------------------------------------


@rule("AVD 9.2a")
def test_attacks_are_made_one_by_one_in_the_attackers_order() -> None:
    units = {"3Pz": WEST, "4Pz": "2539", "5MC": TARGET, "7MC": "2439"}
    for first, second in (({TARGET: "3Pz"}, {"2439": "4Pz"}), ({"2439": "4Pz"}, {TARGET: "3Pz"})):
        game = stage("combat", units)
        for attack in (first, second):
            for target, unit in attack.items():
                game.play(f"attack {target}")
                assert verdict(game, "resolve") == ["AVD 9.2a"], "somebody has to attack"
                coming(game, "roll 1")
                game.play(f"with {unit}")
                if asks(game) == "commit":
                    game.play("resolve")
                assert result(game)[0] == 1


@rule("AVD 9.2a")
def test_a_unit_is_named_once() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": WEST, "5MC": TARGET})
    game.play(f"attack {TARGET}")
    game.play("with 3Pz")
    assert verdict(game, "with 3Pz") == ["AVD 9.2a"]


def test_the_second_attack_sees_what_the_first_did() -> None:
    units = {"3Pz": WEST, "4Pz": "2640", "5MC": TARGET, "62C": NORTHWEST}
    game = stage("combat", units, reduced=["5MC"])
    assert verdict(game, f"attack {NORTHWEST}") == []
    fight(game, TARGET, "3Pz", rolls=["roll 6"])
    assert place_of(game, "5MC") == "soviet-reserve", "9 to 1 and a 6 leave nothing"
    game.play(f"advance 3Pz {TARGET} {EAST}")
    game.play(f"attack {NORTHWEST}")
    assert verdict(game, "with 3Pz") == ["AVD 9.1.3"]


@rule("AVD 9.2b")
def test_germans_roll_six_sides_and_soviets_ten() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}), TARGET, "3Pz", rolls=["roll 6"])
    assert dice(game) == [6]
    game = fight(stage("combat", {"KV-1": WEST, "1Cav": TARGET}, side="soviet"), TARGET, "KV-1", rolls=["roll 9"])
    assert dice(game) == [10]


def dice(game: Game) -> list[int]:
    return [entry.sides for entry in game.entries or [] if isinstance(entry, Outcome) and not entry.noun]


def test_the_segment_ends_when_all_have_fought() -> None:
    game = stage("combat", {"3Pz": WEST, "5MC": TARGET})
    coming(game, "roll 1")
    game.play(f"attack {TARGET} with 3Pz")
    assert asks(game) != "attack"
    assert game.state.active == 0


@rule("AVD 9.3.6a")
def test_a_segment_without_a_possible_attack_says_why() -> None:
    """3 to 7 is below 1-1: nobody is asked, and the log says why."""
    game = stage("combat", {"900Lehr": "2540", "62C": "2541", "KV-1": "2541"})
    assert asks(game) != "attack"
    assert any(line.startswith("No attack is possible: the odds against 2541 are below 1-1") for line in log_of(game))
    game = stage("combat", {"900Lehr": "2540", "62C": "2545"})
    assert not any("No attack" in line for line in log_of(game)), "nobody is next to an enemy"


def log_of(game: Game) -> list[str]:
    return game.view(0).log()
