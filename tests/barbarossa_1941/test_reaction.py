"""Reaction moves (5): who may try, how often, the die, how far, and what for."""

from __future__ import annotations

import pytest

from barbarossa_1941.adversary import attacking, no, settle, yes
from barbarossa_1941.stage import act, asked, place_of, steps_of
from rule import rule

# DE-I attacks SU-8A in 2519 from 2620; SU-1MC (quality 2) in 2418 is two hexes from 2519, outside the ZOC of 2620.
REACT = {"DE-I": "2620", "SU-8A": "2519", "SU-1MC": "2418"}


@rule("B41 5h")
def test_a_unit_reacts_once_a_phase() -> None:
    """2517 is two hexes from both hexes under attack, and so is 2417."""
    units = {"DE-I": "2620", "SU-8A": "2519", "DE-II": "2616", "SU-11A": "2515", "SU-1MC": "2517"}
    game = attacking(units, "2519", "DE-I", turn=3, rolls=["roll 2", "roll 1", "roll 1"])
    act(game, "react SU-1MC", "go 2417", "stop")
    settle(game)  # 3 + 2 + 1 = 6: 1/1
    assert asked(game) == [("Axis", "attack")]
    act(game, "attack 2515")
    assert ("Soviet", "reaction") not in asked(game)


@rule("B41 5h")
def test_another_unit_may_react_in_the_next_combat() -> None:
    units = {"DE-I": "2620", "SU-8A": "2519", "DE-II": "2616", "SU-11A": "2515", "SU-1MC": "2517", "SU-3MC": "2517"}
    game = attacking(units, "2519", "DE-I", turn=3, rolls=["roll 2", "roll 1"])
    act(game, "react SU-1MC", "go 2417", "stop")
    settle(game)
    act(game, "attack 2515")
    assert set(game.legal.texts) == {"pass", "react SU-3MC"}
    assert no(game, "react SU-1MC") == "5h"


@rule("B41 5i")
@pytest.mark.parametrize(
    ("unit", "place", "may"),
    [("SU-1MC", "2418", True), ("SU-6CC", "2418", True), ("SU-11A", "2418", False), ("SU-1MC", "2417", False)],
)
def test_motorised_units_and_cavalry_within_two_hexes(unit: str, place: str, may: bool) -> None:
    """2418 is two hexes from 2519, 2417 three."""
    game = attacking({"DE-I": "2620", "SU-8A": "2519", unit: place}, "2519", turn=3)
    assert (("Soviet", "reaction") in asked(game)) == may


@rule("B41 5j")
@pytest.mark.parametrize(("place", "may"), [("2419", True), ("2520", False), ("2519", False)])
def test_not_from_the_hex_attacked_nor_for_soviets_from_a_zoc(place: str, may: bool) -> None:
    """2520 is in the ZOC of 2620."""
    game = attacking({"DE-I": "2620", "SU-8A": "2519", "SU-1MC": place}, "2519", turn=3)
    assert (("Soviet", "reaction") in asked(game)) == may


@rule("B41 5k")
@pytest.mark.parametrize(("die", "reacts"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_die_not_above_its_quality(die: int, reacts: bool) -> None:
    game = attacking(REACT, "2519", turn=3, rolls=[f"roll {die}", "roll 1"])
    act(game, "react SU-1MC")
    assert (asked(game)[0] == ("Soviet", "reaction move")) == reacts


@rule("B41 5l")
def test_half_the_allowance_fractions_up() -> None:
    """A mechanised corps has four points and reacts with two; a panzer corps has five and reacts with three."""
    game = attacking(REACT, "2519", turn=3, rolls=["roll 1"])
    act(game, "react SU-1MC")
    assert yes(game, "go 2519")
    assert yes(game, "go 2416")
    assert "go 2415" not in game.legal
    game = attacking({"SU-8A": "2620", "DE-I": "2519", "DE-XXXXI": "2418"}, "2519", turn=3, side="soviet",
                     rolls=["roll 1"])  # fmt: skip
    act(game, "react DE-XXXXI")
    assert yes(game, "go 2415")
    assert "go 2414" not in game.legal


@rule("B41 5l")
def test_a_reacting_unit_stops_in_a_zoc() -> None:
    """2520 is in the ZOC of 2620: the first of three points, and the last, though two would do to leave it."""
    units = {"SU-8A": "2620", "DE-I": "2519", "DE-XXXXI": "2420"}
    game = attacking(units, "2519", turn=3, side="soviet", rolls=["roll 1", "roll 1"])
    act(game, "react DE-XXXXI", "go 2520")
    assert asked(game)[0][1] != "reaction move"
    game = attacking(units, "2519", turn=3, side="soviet", rolls=["roll 1", "roll 1"])
    act(game, "react DE-XXXXI", "go 2419")
    assert asked(game)[0][1] == "reaction move"


@rule("B41 12.3b", "B41 12.3g")
def test_half_of_what_the_weather_leaves() -> None:
    """Icy: a panzer corps has three points and reacts with two."""
    units = {"SU-8A": "2620", "DE-I": "2519", "DE-XXXXI": "2418"}
    game = attacking(units, "2519", turn=8, side="soviet", fired_soviet=1, rolls=["roll 1"])
    act(game, "react DE-XXXXI")
    assert yes(game, "go 2416")
    assert "go 2415" not in game.legal


@rule("B41 5m")
def test_it_defends_and_may_lead() -> None:
    """4 to 8 is 1:2 (2), 4 - 2: + 2, die 1: 5: 1/0; without it 6: 1/1."""
    game = attacking(REACT, "2519", turn=3, rolls=["roll 2", "roll 1"])
    act(game, "react SU-1MC", "go 2519")
    assert yes(game, "lead SU-1MC")
    act(game, "lead SU-1MC")
    assert (steps_of(game, "DE-I"), steps_of(game, "SU-8A"), steps_of(game, "SU-1MC")) == (1, 2, 2)


@rule("B41 6e")
def test_reaction_comes_after_the_options() -> None:
    """Air support of both sides, then the reaction move, then the lead units."""
    units = {**REACT, "SU-1MC": "2419", "SU-AIR1": "2319", "DE-LW1": "2417"}
    game = attacking(units, "2519", turn=3, held=["2417"], rolls=["roll 1"])
    kinds = []
    while asked(game) and asked(game)[0][1] in ("air support", "guns", "reaction"):
        kinds.append(" ".join(asked(game)[0]))
        act(game, "pass")
    assert kinds[-1] == "Soviet reaction"
    assert kinds[0] == "Axis air support"


@rule("B41 4c", "B41 6.1c")
def test_a_reaction_cancels_the_zoc_on_the_way_back() -> None:
    """The note of 5: DE-X and DE-VI cover all that is behind 2519; without SU-1MC in 2419 a step more is lost."""
    around = {"DE-I": "2620", "DE-X": "2418", "DE-VI": "2421", "SU-8A": "2519", "SU-1MC": "2319"}
    for comes, left in ((True, 1), (False, 0)):
        game = attacking(around, "2519", "DE-I", turn=3, rolls=["roll 2", "roll 6"] if comes else ["roll 6"])
        if comes:
            act(game, "react SU-1MC", "go 2419")
            if asked(game)[0][1] == "reaction move":
                act(game, "stop")
        settle(game)
        act(game, "retreat 2419")
        assert (place_of(game, "SU-8A") == "2419") == bool(left)
