"""Nations, weather, surprise and water (12.2, 12.3, 12.8, 12.10) where they meet combat, retreats and advances."""

from __future__ import annotations

import pytest

from barbarossa_1941.adversary import fight, marching, no, yes
from barbarossa_1941.stage import act, asked, place_of, stage
from ostfront.core.play.game import Game
from rule import rule

MUD, ICY, FROST = 7, 8, 10


def retreats(game: Game) -> set[str]:
    assert asked(game)[0][1] == "second loss"
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat")}


# ---- nations ------------------------------------------------------------------------------------------


@rule("B41 12.2a")
def test_romanians_do_not_retreat_to_hungarians() -> None:
    """8 to 2 is 4:1 (7), 2 - 2, die 4: 11: 0/2."""
    units = {"RO-IV": "1127", "HU-VIII": "1027", "SU-8A": "1227", "SU-9A": "1126"}
    game = fight(units, "1127", "SU-8A", "SU-9A", turn=4, side="soviet", triggers=(1, 0, 0, 0, 0), rolls=["roll 4"])
    assert "1027" not in retreats(game)
    assert no(game, "retreat 1027") == "12.2a"
    german = {**units, "DE-I": "1027"}
    del german["HU-VIII"]
    game = fight(german, "1127", "SU-8A", "SU-9A", turn=4, side="soviet", rolls=["roll 4"])
    assert "1027" in retreats(game)


@rule("B41 12.2b")
def test_finns_do_not_retreat_into_a_zoc_beyond_their_frontier() -> None:
    """SU-7A in 1303 covers Vyborg 1203, behind FI-II in 1204; 12 to 2 is 6:1 (9), 2 - 4, die 6: two losses."""
    armies = ("SU-8A", "SU-9A", "SU-11A")
    units = {"FI-II": "1204", "SU-7A": "1303", **dict.fromkeys(armies, "1304")}
    game = fight(units, "1204", *armies, turn=3, side="soviet", rolls=["roll 6"])
    assert place_of(game, "FI-II") != "1204" or no(game, "retreat 1203") == "12.2b"
    assert "retreat 1203" not in game.legal


@rule("B41 12.2d")
def test_nobody_retreats_into_hungary_before_it_joins() -> None:
    """DE-IV in 0121 next to 0122. 12 to 4 is 3:1 (6), 3 - 4, die 6: 11: 0/2."""
    units = {"DE-IV": "0121", "SU-1SH": "0120", "SU-2SH": "0120"}
    game = fight(units, "0121", "SU-1SH", "SU-2SH", turn=2, side="soviet", rolls=["roll 6"])
    assert "0122" not in retreats(game)
    assert no(game, "retreat 0122") == "12.2d"


# ---- weather ------------------------------------------------------------------------------------------


@rule("B41 12.3d")
@pytest.mark.parametrize(("turn", "advance"), [(MUD, False), (ICY, True)])
def test_in_mud_wheels_do_not_advance_into_marsh(turn: int, advance: bool) -> None:
    """10 to 2 is 5:1 (8), 5 - 2, marsh: with a 6 the corps in 0517 is gone. The infantry may go in."""
    units = {"DE-XXXXI": "0418", "DE-I": "0418", "SU-10MC": "0517"}
    game = fight(units, "0517", "DE-XXXXI", "DE-I", turn=turn, rolls=["roll 6"])
    assert asked(game) == [("Axis", "advance")]
    assert yes(game, "advance DE-I")
    assert ("advance DE-XXXXI" in game.legal) == advance


@rule("B41 12.3d")
@pytest.mark.parametrize(
    ("unit", "turn", "open_"), [("SU-1MC", MUD, False), ("SU-1MC", 3, True), ("SU-8A", MUD, True)]
)
def test_in_mud_wheels_do_not_retreat_into_marsh(unit: str, turn: int, open_: bool) -> None:
    """8 to 4 is 2:1 (5), 4 - 2, die 5: 12: 0/2. East of 0418 there is marsh."""
    units = {"DE-I": "0318", "DE-II": "0318", unit: "0418"}
    game = fight(units, "0418", "DE-I", "DE-II", turn=turn, rolls=["roll 5"])
    assert ("0518" in retreats(game)) == open_


@rule("B41 12.3e", "B41 12.3j")
@pytest.mark.parametrize(("turn", "exploits"), [(3, True), (MUD, False), (ICY, True), (FROST, False)])
def test_exploitation_by_weather(turn: int, exploits: bool) -> None:
    game = stage("exploitation", {"DE-XXXXI": "2615", "DE-I": "2619", "SU-8A": "2519"}, turn=turn)
    assert ("Axis", "exploit") in asked(game) if exploits else ("Axis", "exploit") not in asked(game)


@rule("B41 12.3c", "B41 12.3g", "B41 12.3i")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("DE-I", (3, 2, 2, 2)), ("RO-CAV", (4, 3, 3, 3)), ("DE-XXXXI", (5, 2, 3, 3)), ("HU-GYOR", (4, 2, 3, 3))],
)
def test_a_march_by_weather(unit: str, points: tuple[int, ...]) -> None:
    """North along column 26 from 2620 in the open, with the strategic point."""
    for turn, most in zip((3, MUD, ICY, FROST), points, strict=True):
        game = marching({unit: "2620"}, unit, turn=turn, triggers=(1, 0, 0, 0, 0))
        far = f"26{20 - most - 1}"
        assert yes(game, f"go {far}"), (turn, far)
        assert f"go 26{20 - most - 2}" not in game.legal


# ---- surprise -----------------------------------------------------------------------------------------


@rule("B41 12.8c")
def test_german_wheels_ignore_zocs_in_exploitation_too() -> None:
    """Half of 5 is 3: 2618, 2619 and 2620 along SU-8A in 2519; on turn 2 the first ZOC ends it."""
    units = {"DE-XXXXI": "2617", "SU-8A": "2519"}
    game = marching(units, "DE-XXXXI", "2619", moment="exploitation", turn=1)
    assert yes(game, "go 2620")
    assert "go 2620" not in marching(units, "DE-XXXXI", "2619", moment="exploitation", turn=2).legal


@rule("B41 12.8c")
def test_soviet_wheels_and_german_foot_do_not() -> None:
    """SU-8A or DE-I in 2519 covers 2619 and 2620."""
    panzers = marching({"DE-XXXXI": "2618", "SU-8A": "2519"}, "DE-XXXXI", "2619", turn=1)
    assert yes(panzers, "go 2620")
    foot = marching({"DE-I": "2618", "SU-8A": "2519"}, "DE-I", "2619", turn=1)
    assert asked(foot) != [("Axis", "march")]
    wheels = marching({"SU-1MC": "2618", "DE-I": "2519"}, "SU-1MC", "2619", turn=1, side="soviet")
    assert "go 2620" not in wheels.legal


# ---- water --------------------------------------------------------------------------------------------


@rule("B41 12.10c")
@pytest.mark.parametrize(("turn", "stops"), [(ICY, False), (FROST, True)])
def test_a_zoc_crosses_a_frozen_lake_hexside(turn: int, stops: bool) -> None:
    """1407 | 1408 is a lake hexside; DE-I comes from 1406 to 1407 and would go on."""
    game = marching({"DE-I": "1406", "SU-8A": "1408"}, "DE-I", "1407", turn=turn)
    goes = asked(game) == [("Axis", "march")] and any(text.startswith("go ") for text in game.legal.texts)
    assert goes != stops


@rule("B41 12.10c")
def test_moves_over_a_lake_hexside() -> None:
    """1407 | 1408 once more; two corps of one step, without a ZOC, bar the ways round it."""
    units = {"DE-I": "1407", "SU-10MC": "1307", "SU-11MC": "1507"}
    assert no(marching(units, "DE-I", turn=ICY), "go 1408") == "12.10b"
    assert yes(marching(units, "DE-I", turn=FROST), "go 1408")


@rule("B41 12.10d")
def test_nobody_retreats_onto_the_ice() -> None:
    """1404 is a lake beside 1303: not in deep freeze either."""
    units = {"DE-I": "1203", "DE-II": "1203", "SU-8A": "1303"}
    game = fight(units, "1303", "DE-I", "DE-II", turn=FROST, rolls=["roll 6"])
    assert "1404" not in retreats(game)
    assert no(game, "retreat 1404") in ("12.10b", "12.10d")


@rule("B41 12.10e")
def test_attacks_over_kerch_are_for_the_side_that_can_cross() -> None:
    """The Axis needs Sevastopol: Odessa alone is one port of three."""
    units = {"DE-I": "1930", "SU-51A": "2031", "DE-II": "2619", "SU-11A": "2519"}
    assert "attack 2031" not in stage("combat", units, turn=5, held=["Odessa"]).legal
    assert yes(stage("combat", units, turn=5, held=["Odessa", "Sevastopol"]), "attack 2031")
    game = stage("combat", units, turn=5, side="soviet", held=["Odessa"])
    assert yes(game, "attack 1930")
    assert "attack 1930" not in stage("combat", units, turn=5, side="soviet", held=["Odessa", "Sevastopol"]).legal


@rule("B41 12.10a")
def test_a_river_costs_its_point_only_into_a_zoc() -> None:
    """2521 | 2522 is a river: DE-I in 2520 has 1 + 1 + 1 into the ZOC of 2523, and nothing is left."""
    game = marching({"DE-I": "2519", "SU-8A": "2523"}, "DE-I", "2521", turn=3)
    assert "go 2522" not in game.legal
    act(game, "stop")
    assert place_of(game, "DE-I") == "2521"
