"""7.4: panzer corps activation."""

from __future__ import annotations

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import active, asked, chit, verdict
from victory_denied.stage import stage

# the situation of the example: XXXIX Corps in one chain, LVII Corps in two
XXXIX = {"900Lehr": "4402", "14Mot-39": "4405", "19Pz": "4408", "18Mot": "4505"}
WEST = {"20Pz": "4010", "14Mot-57": "4012"}
EAST = {"12Pz": "4016", "20Mot": "4018", "7Pz": "3919"}


def drawn(units: dict[str, str], name: str = "3PzG-1") -> Game:
    return stage("draw", units, cup=chit(name), rolls=[f"draw {name}"])


def test_panzer_corps_activation_example() -> None:
    for lead, group in (("20Pz", WEST), ("14Mot-57", WEST), ("12Pz", EAST), ("20Mot", EAST), ("7Pz", EAST)):
        game = drawn({**XXXIX, **WEST, **EAST})
        assert asked(game) == [("German", "lead")], "XXXIX Corps is one chain: nothing to ask"
        assert "LVII" in game.pending[0].prompt
        game.play(f"lead {lead}")
        assert (asked(game), active(game)) == ([("German", "move")], {*XXXIX, *group})


@rule("AVD 7.4.2a")
def test_a_starting_unit_for_each_corps() -> None:
    units = {"17Pz": "3318", "18Pz": "2818", "3Pz": "2015", "4Pz": "2515", "10Pz": "3018", "31Inf": "3318"}
    game = drawn({**units, "SSReich": "removed", "7Pz": "3919"}, "2PzG")
    assert "XXXXVII" in game.pending[0].prompt
    assert verdict(game, "lead 3Pz") == ["AVD 7.4.2a"]
    assert verdict(game, "lead 31Inf") == ["AVD 7.4.1"]
    game.play("lead 18Pz")
    assert "XXIV" in game.pending[0].prompt
    game.play("lead 3Pz")
    assert active(game) == {"18Pz", "3Pz", "10Pz"}, "10Pz is all there is of XXXXVI Corps"


def test_a_unit_off_the_map_leads_nobody() -> None:
    game = drawn({"17Pz": "3318", "18Pz": "2818", "29Mot": "eliminated-motorized"}, "2PzG")
    assert verdict(game, "lead 29Mot") == ["AVD 7.4.2a"]


@rule("AVD 7.4.2b")
def test_three_hexes_are_near_enough_and_chains_go_on() -> None:
    game = drawn({"17Pz": "2540", "18Pz": "2543", "29Mot": "2546"}, "2PzG")
    assert (asked(game), active(game)) == ([("German", "move")], {"17Pz", "18Pz", "29Mot"})


def test_four_hexes_are_too_far() -> None:
    game = drawn({"17Pz": "2540", "18Pz": "2544", "29Mot": "2547"}, "2PzG")
    game.play("lead 29Mot")
    assert active(game) == {"18Pz", "29Mot"}


def test_units_of_another_corps_are_no_link() -> None:
    game = drawn({"17Pz": "2540", "3Pz": "2542", "18Pz": "2544"}, "2PzG")
    assert asked(game) == [("German", "lead")]


def test_the_chain_crosses_rivers_enemies_and_zones() -> None:
    game = drawn({"17Pz": "2810", "18Pz": "2813", "45C": "2812", "20C": "2811"}, "2PzG")
    assert active(game) == {"17Pz", "18Pz"}


def test_foot_units_and_hqs_of_the_group_sleep() -> None:
    game = drawn({"17Pz": "2540", "31Inf": "2540", "VII-HQ": "2540", "1Cav": "2541"}, "2PzG")
    assert active(game) == {"17Pz"}
    assert verdict(game, "pick 1Cav") == ["AVD 8.0"]


def test_guderian_wakes_second_panzer_group_in_chains_too() -> None:
    game = stage("draw", {"17Pz": "2540", "18Pz": "2544", "7Pz": "3919"}, cup=0, guderian=True)
    assert asked(game) == [("German", "lead")]
    game.play("lead 17Pz")
    assert active(game) == {"17Pz"}


def test_both_halves_of_14th_motorized_count_in_their_own_corps() -> None:
    game = drawn({"14Mot-57": "4010", "14Mot-39": "4010", "7Pz": "4013", "19Pz": "4007"})
    assert active(game) == {"14Mot-57", "14Mot-39", "7Pz", "19Pz"}
