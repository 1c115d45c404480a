"""HQs (12): overrun, left alone, retreating, advancing, removed, relocated."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.stage import FACTS, place_of, stage

# the fields around 2541: clear ground without rivers; 2540, 2542, 2441, 2442, 2641 and 2642 lie around it
REAR = {"24A": "3750", "66C": "3750"}


def distance(a: str, b: str) -> int:
    return FACTS.grid.distance(FACTS.board.index(a), FACTS.board.index(b))


def new_hexes(game: Game) -> set[str]:
    """Where the HQ in question may go."""
    assert game.pending[0].kind == "relocate"
    return {text.split()[2] for text in game.legal.texts}


# ---- overruns (12.1) ------------------------------------------------------------------------------


@rule("AVD 12.1")
def test_a_moving_unit_overruns_a_lone_hq_and_goes_on() -> None:
    game = stage("movement", REAR | {"7Pz": "2540", "16A": "2541"})
    game.play("pick 7Pz")
    game.play("go 2541")
    assert asked(game) == [("Soviet", "relocate")]
    game.play("relocate 16A 2545")
    assert place_of(game, "16A") == "2545"
    assert asked(game) == [("German", "march")]
    assert "go 2542" in game.legal


@rule("AVD 12.1")
def test_a_lone_hq_is_not_attacked() -> None:
    game = stage("combat", REAR | {"7Pz": "2540", "16A": "2541", "61C": "2640"})
    assert verdict(game, "attack 2541") == ["AVD 12.1"]
    assert verdict(game, "attack 2640") == []


def test_an_hq_overruns_nobody() -> None:
    game = stage("movement", REAR | {"VI-HQ": "2540", "16A": "2541", "26Inf": "2540"})
    game.play("pick VI-HQ")
    assert verdict(game, "go 2541") == ["AVD 5.2"]


def test_one_move_overruns_two_hqs() -> None:
    """7Pz, named only its goal, stops where something happens: at the first HQ, then at the second."""
    game = stage("movement", REAR | {"7Pz": "2539", "16A": "2540", "13A": "2542"})
    game.play("pick 7Pz")
    game.play("go 2540")
    game.play("relocate 16A 2544", "Soviet")
    game.play("go 2542")
    assert asked(game) == [("Soviet", "relocate")]
    assert "relocate 13A 2544" not in game.legal  # an HQ is there now
    game.play("relocate 13A 2546", "Soviet")
    assert asked(game) == [("German", "march")]


@rule("AVD 12.1")
def test_a_retreating_unit_overruns_an_hq() -> None:
    """29Mot finds only 2642 free of zones of control, and 16A alone in it."""
    units = {"29Mot": "2541", "61C": "2540", "64ID": "2540", "63C": "2442", "16A": "2642"}
    game = stage("combat", REAR | units, side="soviet", rolls=["roll 6"])
    game.play("attack 2541 with 61C 64ID 63C")
    assert place_of(game, "29Mot") == "2642"
    assert asked(game) == [("Soviet", "relocate")]


@rule("AVD 12.1")
def test_an_advancing_unit_overruns_an_hq() -> None:
    units = {"SSReich": "2540", "10Pz": "2540", "61C": "2541", "16A": "2442"}
    game = stage("combat", REAR | units, turn=1, rolls=["roll 1"])
    game.play("attack 2541 with SSReich 10Pz")
    game.play("retreat 61C 2542")
    game.play("advance SSReich 2541 2442")
    assert place_of(game, "SSReich") == "2442"
    assert asked(game) == [("Soviet", "relocate")]


# ---- losses, retreat, advance (12.2 to 12.4) ------------------------------------------------------


@rule("AVD 12.2")
def test_hqs_take_no_losses() -> None:
    units = {"SSReich": "2540", "10Pz": "2540", "61C": "2541", "64ID": "2541", "16A": "2541"}
    game = stage("combat", REAR | units, turn=1, rolls=["roll 6"])
    game.play("attack 2541 with SSReich 10Pz")  # 17 to 6: 2-1, two columns on turn 1: 1DR2
    assert asked(game) == [("Soviet", "loss")]
    assert verdict(game, "lose 16A") == ["AVD 12.2"]


@rule("AVD 12.2")
def test_an_hq_whose_stack_dies_relocates() -> None:
    """Then the hex is empty, and the attackers may advance."""
    units = {"SSReich": "2540", "10Pz": "2540", "61C": "2541", "16A": "2541"}
    game = stage("combat", REAR | units, turn=1, reduced=["61C"], rolls=["roll 6"])
    game.play("attack 2541 with SSReich 10Pz")
    assert asked(game) == [("Soviet", "relocate")]
    game.play("relocate 16A 2545")
    assert asked(game) == [("German", "advance")]


@rule("AVD 12.2")
def test_the_attackers_hqs_relocate_too() -> None:
    """A2 takes both attackers, in two hexes, each with an HQ: two relocations."""
    units = {"29Mot": "2541", "61C": "2540", "16A": "2540", "63C": "2542", "13A": "2542"}
    game = stage("combat", REAR | units, side="soviet", reduced=["29Mot", "61C", "63C"], rolls=["roll 1"])
    game.play("attack 2541 with 61C 63C")
    assert asked(game) == [("Soviet", "relocate")]
    first = game.state.top.local.hq
    game.play(game.legal.texts[0])
    assert asked(game) == [("Soviet", "relocate")]
    assert game.state.top.local.hq != first


def test_an_hq_stays_with_a_unit_that_did_not_attack() -> None:
    units = {"29Mot": "2541", "61C": "2540", "64ID": "2540", "16A": "2540", "63C": "2542"}
    game = stage("combat", REAR | units, side="soviet", reduced=["29Mot", "61C", "63C"], rolls=["roll 1"])
    game.play("attack 2541 with 61C 63C resolve")
    assert place_of(game, "61C") == "soviet-reserve"
    assert place_of(game, "16A") == "2540"


@rule("AVD 12.3")
def test_an_hq_retreats_with_its_stack() -> None:
    """61C and 64ID part; the HQ goes with one of them."""
    units = {"SSReich": "2540", "10Pz": "2540", "61C": "2541", "64ID": "2541", "16A": "2541"}
    game = stage("combat", REAR | units, turn=1, rolls=["roll 3"])
    game.play("attack 2541 with SSReich 10Pz")
    game.play("retreat 61C 2542")
    game.play("retreat 64ID 2642")
    assert asked(game) == [("Soviet", "follow")]
    assert verdict(game, "follow 66C") == ["AVD 12.3"]
    game.play("follow 64ID")
    assert place_of(game, "16A") == "2642"


def test_an_hq_that_finds_another_relocates() -> None:
    """61C can only go where 13A is: 16A can neither stay nor share the hex."""
    units = {"SSReich": "2540", "10Pz": "2540", "7Pz": "2442", "61C": "2541", "16A": "2541", "13A": "2642"}
    game = stage("combat", REAR | units, turn=1, rolls=["roll 1"])
    game.play("attack 2541 with SSReich 10Pz resolve")
    assert place_of(game, "61C") == "2642"
    assert asked(game) == [("Soviet", "relocate")]
    assert place_of(game, "13A") == "2642"


def test_an_hq_stays_with_a_pvo_that_stands() -> None:
    units = {"SSReich": "2540", "PVO-6": "2541", "16A": "2541"}
    game = stage("combat", REAR | units, rolls=["roll 2"])
    game.play("attack 2541 with SSReich")  # 8 to 2: DR on the 4-1 column is a step for the PVO
    assert place_of(game, "PVO-6") == place_of(game, "16A") == "2541"


@rule("AVD 12.4")
def test_an_hq_advances_with_its_stack_two_hexes_with_motorized_units() -> None:
    units = {"SSReich": "2540", "VI-HQ": "2540", "10Pz": "2440", "61C": "2541"}
    game = stage("combat", REAR | units, turn=1, rolls=["roll 3"])
    game.play("attack 2541 with SSReich resolve")
    game.play("retreat 61C 2542")
    assert verdict(game, "advance VI-HQ 2541") == ["AVD 12.4"]  # nobody of its stack went
    game.play("advance SSReich 2541 2442")
    assert verdict(game, "advance VI-HQ 2541") == ["AVD 12.4"]
    game.play("advance VI-HQ 2442")
    assert place_of(game, "VI-HQ") == "2442"


# ---- removal (12.5) -------------------------------------------------------------------------------


@rule("AVD 12.5")
@pytest.mark.parametrize(
    ("unit", "place", "stays"),
    [("61C", "2545", True), ("61C", "2546", False), ("PVO-6", "2541", True), ("7Pz", "2542", False)],
)
def test_an_hq_needs_a_friendly_combat_unit_in_range(unit: str, place: str, stays: bool) -> None:
    """16A at 2541 commands four hexes; another HQ beside it is no help, nor is an enemy."""
    game = stage("end of turn", REAR | {"16A": "2541", "13A": "2540", unit: place, "12Pz": "3919"})
    assert (place_of(game, "16A") == "2541") == stays
    assert place_of(game, "24A") == "3750"


def test_motorized_units_keep_a_german_hq() -> None:
    game = stage("end of turn", REAR | {"VI-HQ": "2541", "7Pz": "2545"})
    assert place_of(game, "VI-HQ") == "2541"


# ---- relocation (12.6) ----------------------------------------------------------------------------


def overrun_16a(**others: str) -> Game:
    game = stage("movement", REAR | {"7Pz": "2540", "16A": "2541"} | others)
    game.play("pick 7Pz")
    game.play("go 2541")
    return game


@rule("AVD 12.6a")
def test_four_hexes_toward_a_source() -> None:
    game = overrun_16a()
    assert verdict(game, "relocate 16A 2545") == []
    assert verdict(game, "relocate 16A 2544") == ["AVD 12.6a"]  # three hexes
    assert verdict(game, "relocate 16A 2546") == ["AVD 12.6a"]  # five, and four would do
    assert verdict(game, "relocate 24A 2545") == ["AVD 12.6a"]  # not the one
    assert verdict(game, "relocate 7Pz 2545") == ["AVD 12.6a"]  # no HQ
    assert {distance("2541", there) for there in new_hexes(game)} == {4}


@rule("AVD 12.6a")
def test_not_away_from_every_source() -> None:
    """2823 lies further west, and every Soviet source lies north, east or south-east of 2827."""
    game = stage("movement", REAR | {"7Pz": "2826", "16A": "2827"})
    game.play("pick 7Pz")
    game.play("go 2827")
    assert verdict(game, "relocate 16A 2823") == ["AVD 12.6a"]


@rule("AVD 12.6b")
def test_not_into_a_zone_of_control_and_not_without_a_line() -> None:
    """SSReich looks into 2545; 2143 is out of sight, but all around it is not: no line leads in."""
    game = overrun_16a(**{"SSReich": "2546", "17Pz": "2343", "18Pz": "2045", "10Pz": "2042"})
    assert verdict(game, "relocate 16A 2545") == ["AVD 12.6b"]
    assert verdict(game, "relocate 16A 2143") == ["AVD 12.6b"]
    assert verdict(overrun_16a(**{"17Pz": "2343", "18Pz": "2045"}), "relocate 16A 2143") == []


def test_further_than_four_when_nothing_else_is_fit() -> None:
    """Around 2541 every hex at four that is closer to a source is taken or under German eyes: it goes on."""
    ring = {
        "17Pz": "2737", "18Pz": "3038", "3Pz": "3040", "4Pz": "3042", "10Pz": "2944", "29Mot": "2746",
        "10Mot": "2546", "SSReich": "2346", "12Pz": "2144", "20Pz": "2042", "19Pz": "2040", "20Mot": "2238",
        "18Mot": "2437",
    }  # fmt: skip
    assert {distance("2541", there) for there in new_hexes(overrun_16a(**ring))} == {6}


@rule("AVD 12.6c")
def test_an_hq_that_cannot_relocate_is_eliminated() -> None:
    """Every Soviet source is in German hands: there is nowhere to go, and nobody is asked."""
    sources = ["3755", "3655", "3656", "4256", "5244", "5237", "3056", "2156", "1537", "1545", "1549"]
    germans = ["17Pz", "18Pz", "3Pz", "4Pz", "10Pz", "29Mot", "10Mot", "SSReich", "12Pz", "20Pz", "19Pz"]
    units = {"7Pz": "2540", "16A": "2541"} | dict(zip(germans, sources, strict=True))
    game = stage("movement", units, turn=5)
    game.play("pick 7Pz")
    game.play("go 2541")
    assert asked(game) == [("German", "march")]
    assert place_of(game, "16A") == "removed"
    assert "16A cannot relocate and is lost." in game.view(0).log()


def test_a_soviet_hq_that_relocates_into_a_lost_victory_hex_retakes_it() -> None:
    """Kaluga (2647) lies four hexes behind 2643."""
    game = stage("movement", REAR | {"7Pz": "2642", "16A": "2643"}, captured=["2647"])
    game.play("pick 7Pz")
    game.play("go 2643")
    kaluga = FACTS.board.index("2647")
    game.play("relocate 16A 2647")
    assert game.state.with_chit >> kaluga & 1
    assert game.state.face_up >> kaluga & 1


def test_a_german_hq_takes_a_chit_on_its_way_back() -> None:
    """Orsha (3219) is Soviet and empty, four hexes behind 3223 on the road to Minsk."""
    game = stage("movement", REAR | {"61C": "3224", "VI-HQ": "3223"}, side="soviet")
    game.play("pick 61C")
    game.play("go 3223")
    game.play("relocate VI-HQ 3219")
    assert not game.state.with_chit >> FACTS.board.index("3219") & 1


def test_no_german_hq_relocates_into_the_pocket() -> None:
    """3205 is a source four hexes behind 3209, but Germans never enter the Pocket."""
    game = stage("movement", {"61C": "3210", "VI-HQ": "3209", "24A": "3750"}, side="soviet")
    game.play("pick 61C")
    game.play("go 3209")
    assert verdict(game, "relocate VI-HQ 3205") == ["AVD 14.0h"]
