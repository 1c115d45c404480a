"""More positions from the rulebook alone, where two clauses meet: weather, turn 1, reactions, overruns, retreats."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import attacking, fight, gone, no, seen_kinds, settle, yes
from barbarossa_1941.stage import FACTS, act, asked, hexes, stage, steps_of
from barbarossa_1941.walking import at
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.rules.zoc import zoc

# 1:1 (3), quality 4 against 2: +2


def retreats(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat")}


def take_losses(game: Game, way: str = "stand") -> None:
    while asked(game) and asked(game)[0][1] in ("loss", "second loss"):
        act(game, way if way in game.legal else game.legal.texts[0])


# ---- turn 1 (12.8) ------------------------------------------------------------------------------------


def test_germans_retreat_on_turn_one() -> None:
    """12.8a bars Soviet retreats only. 8 to 3: 2:1 (5), 2 against 4: -2, die 6: 9; by 12 to 3, 4:1 (7): 11: 0/2."""
    units = {"SU-8A": "0315", "SU-11A": "0315", "SU-10A": "0315", "DE-X": "0216"}
    game = fight(units, "0216", "SU-8A", "SU-11A", "SU-10A", turn=1, side="soviet", rolls=["roll 6"])
    assert asked(game) == [("Axis", "second loss")]


def test_no_surprise_under_a_romanian() -> None:
    """12.8d. 2 + 4 to 4 in the open is 3:2 (4); led by quality 4 or 3 against 2."""
    units = {"RO-MTN": "2619", "DE-I": "2619", "SU-8A": "2519"}
    for lead, left in (("DE-I", 0), ("RO-MTN", 1)):
        game = attacking(units, "2519", "RO-MTN", "DE-I", turn=1, rolls=["roll 4"])
        settle(game, f"lead {lead}")  # DE-I: 4 + 2 + 5 = 11: 0/2; RO-MTN: 4 + 1 + 4 = 9: 1/1
        assert steps_of(game, "SU-8A") == left or (left == 0 and gone(game, "SU-8A")), lead


def test_zocs_stop_a_german_reaction_on_turn_one() -> None:
    """5l, 12.8c: ZOCs are ignored in the movement and exploitation phases only.

    SU-10A in 0616 has a ZOC in 0516, and SU-4A in 0416 one in 0515."""
    units = {"SU-10A": "0616", "SU-4A": "0416", "DE-X": "0415", "DE-XXXXI": "0515"}
    game = attacking(units, "0415", "SU-4A", turn=1, side="soviet", rolls=["1"])
    assert asked(game) == [("Axis", "reaction")]
    act(game, "react DE-XXXXI")
    assert asked(game) == [("Axis", "reaction move")]
    ways = {text for text in game.legal.texts if text.startswith("go")}
    assert "go 0516" in ways  # 5 against 3: faster than SU-10A and SU-4A
    act(game, "go 0516")
    assert ("Axis", "reaction move") not in asked(game)


# ---- weather (12.3) -----------------------------------------------------------------------------------


def test_turn_nine_across_the_line_of_the_zones() -> None:
    """12.3b, 12.3h, 12.3k. Row 19 is icy, row 18 in deep freeze: 2519 attacked from 2518 and the reverse.

    Icy: 3 + 2 + 6 = 11: 0/2. Deep freeze: 10: 1/2."""
    game = fight({"DE-I": "2518", "SU-8A": "2519"}, "2519", turn=9, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 2
    game = fight({"DE-I": "2519", "SU-8A": "2518"}, "2518", turn=9, rolls=["roll 6"])
    assert steps_of(game, "DE-I") == 1


def test_wheels_in_mud_attack_a_marsh_but_do_not_advance_into_it() -> None:
    """6b, 6.1e, 12.3d. The marsh 0517: the infantry takes it, the panzers stay; in clear weather both may go."""
    units = {"DE-XXXXI": "0516", "DE-I": "0516", "SU-13MC": "0517"}
    for turn in (3, 7):
        game = fight(units, "0517", "DE-XXXXI", "DE-I", turn=turn, rolls=["roll 6"])
        assert asked(game) == [("Axis", "advance")]
        assert ("advance DE-XXXXI" in game.legal) == (turn == 3), game.legal.texts
        assert yes(game, "advance DE-I")


def test_frozen_lake_hexsides_open_attack_and_overrun() -> None:
    """12.10c. 1407 and 1408 have Ilmen between them: closed in icy weather, nothing in deep freeze."""
    units = {"DE-XXXXI": "1407", "SU-13A": "1408"}
    game = stage("combat", {**units, "SU-8A": "1506", "DE-I": "1505"}, turn=8)
    assert no(game, "attack 1408")
    assert yes(stage("combat", units, turn=10), "attack 1408")


def test_rivers_of_ice_bar_overruns_and_help_no_defender() -> None:
    """6k, 7.1. Deep freeze in 2522 behind the Don: 3:2 (4), +3, die 6 - 1 = 5: 12: 0/2."""
    game = fight({"DE-XXXXI": "2521", "SU-8A": "2522"}, "2522", turn=10, rolls=["roll 6"])
    assert steps_of(game, "DE-XXXXI") == 2
    game = stage("movement", {"DE-XXXXI": "2521", "SU-10MC": "2522"}, turn=10)
    act(game, "pick DE-XXXXI")
    assert no(game, "overrun 2522") == "7.1"


# ---- zones of control ---------------------------------------------------------------------------------


def test_italians_have_no_zoc_where_they_may_not_go() -> None:
    """4b, 12.2e: a ZOC reaches where the unit could move. 1427 is inland, Kherson 1428 on the sea."""
    game = stage("movement", {"IT-CSIR": "1427", "SU-8A": "2112"}, turn=4)
    covered = zoc(FACTS, game.state, AXIS)
    assert not covered >> at("1428") & 1
    assert covered >> at("1426") & 1
    game = stage("movement", {"DE-I": "1427", "SU-8A": "2112"}, turn=4)
    assert zoc(FACTS, game.state, AXIS) >> at("1428") & 1


def test_the_italian_half_of_a_stack_does_not_count_towards_the_coast() -> None:
    """4b, 12.2e. One German step and two Italian ones make a ZOC inland; two German steps do on the coast."""
    for reduced, covered in (((), True), (("DE-I",), False)):
        units = {"IT-CSIR": "1427", "DE-I": "1427", "SU-8A": "2112"}
        found = zoc(FACTS, stage("movement", units, turn=4, reduced=reduced).state, AXIS)
        assert bool(found >> at("1428") & 1) == covered
        assert found >> at("1426") & 1
        army = stage("movement", {**units, "SU-8A": "1528"}, side="soviet", turn=4, reduced=reduced)
        act(army, "pick SU-8A", "go 1428")
        assert ("go 1429" in army.legal) or covered
        assert [yes(army, f"go {place}") for place in ("1528",)] == [not covered]


# ---- reactions (5) ------------------------------------------------------------------------------------


def test_the_isolated_react_and_so_does_who_stands_in_a_city() -> None:
    """5h, 5j, 8.1: isolation forbids exploitation only; no ZOC reaches into Voronezh 2319."""
    units = {"DE-I": "2519", "SU-8A": "2419", "SU-1MC": "2319", "DE-II": "2320"}
    game = attacking(units, "2419", "DE-I", turn=3, isolated=["SU-1MC"])
    assert seen_kinds(game) == ["Soviet reaction"]


def test_a_reaction_into_an_air_base() -> None:
    """5l, 11.1c: an enemy unit enters the base. Michurinsk 2417 is empty but for an air corps."""
    units = {"DE-I": "2618", "SU-8A": "2517", "SU-1MC": "2416", "DE-LW1": "2417"}
    game = attacking(units, "2517", "DE-I", turn=3, held=["2417"], rolls=["1"])
    while asked(game)[0][1] != "reaction":
        act(game, "pass")
    act(game, "react SU-1MC", "go 2417")
    assert gone(game, "DE-LW1")


def test_a_retreat_into_an_air_base() -> None:
    """6.1, 11.1c. SU-8A leaves 2517 for Michurinsk 2417."""
    units = {"DE-I": "2618", "SU-8A": "2517", "DE-LW1": "2417"}
    game = fight(units, "2517", "DE-I", turn=3, held=["2417"], rolls=["roll 6"])
    act(game, "retreat 2417")
    assert gone(game, "DE-LW1")


# ---- overruns (7) -------------------------------------------------------------------------------------


def overrunning(units: dict[str, str], mover: str, target: str, *go: str, **more: Any) -> Game:
    game = stage("movement", units, **more)
    act(game, f"pick {mover}", *(f"go {place}" for place in go), f"overrun {target}")
    return game


def test_both_air_forces_fly_in_an_overrun() -> None:
    """7.2a."""
    units = {"DE-XXXXI": "2617", "SU-8A": "2519", "DE-LW1": "2417", "SU-AIR1": "2319"}
    game = overrunning(units, "DE-XXXXI", "2519", "2618", "2619", turn=5, held=["2417"], fired_soviet=0)
    assert seen_kinds(game)[:2] == ["Axis air support", "Soviet air support"]


@pytest.mark.parametrize(
    ("more", "die", "left"),
    [
        ({"turn": 3}, 4, 2),  # 6 to 4: 3:2 (4), +3: 11: 0/2
        ({"turn": 3}, 3, 1),  # 10: 1/2
        ({"turn": 3, "forts_soviet": hexes("2519")}, 4, 1),  # -1
        ({"turn": 3, "isolated": ["SU-8A"]}, 3, 2),  # +1
        ({"turn": 1}, 3, 2),  # +1, the surprise
        ({"turn": 10}, 4, 1),  # -1, deep freeze
    ],
)
def test_dice_of_an_overrun(more: dict[str, Any], die: int, left: int) -> None:
    """7, 8.1c, 12.3k, 12.4c, 12.8d: fought like any attack."""
    units = {"DE-XXXXI": "2618", "SU-8A": "2519", "SU-11A": "2112"}
    game = stage("movement", units, rolls=[f"roll {die}"], **more)
    act(game, "pick DE-XXXXI")
    if "overrun 2519" not in game.legal:
        act(game, "go 2619")
    act(game, "overrun 2519")
    settle(game)
    assert steps_of(game, "DE-XXXXI") == left


# ---- options ------------------------------------------------------------------------------------------


def test_a_coup_de_main_serves_the_whole_attack() -> None:
    """12.6: a German among the attackers, all of them across the Don: 4 + 2 to 4, 3:2 (4), +2 (or -2 for the river).

    Coup on 4; die 5: 11: 0/2, both attackers whole."""
    units = {"DE-I": "2521", "RO-MTN": "2521", "SU-8A": "2522"}
    game = attacking(units, "2522", "DE-I", "RO-MTN", turn=2, rolls=["4", "5"])
    settle(game, "coup" if "coup" in game.legal else "lead DE-I")
    assert (steps_of(game, "DE-I"), steps_of(game, "RO-MTN")) == (2, 2)


def test_guns_kill_the_lead_first() -> None:
    """6g, 6m, 12.12c: the automatic loss is one of the results, and the first loss is the lead's."""
    units = {"DE-I": "2619", "DE-X": "2619", "SU-8A": "2519"}
    game = attacking(units, "2519", "DE-I", "DE-X", turn=8, rolls=["roll 6"])
    settle(game, "guns", "lead DE-X")  # 7 to 4: 3:2 (4), +2, 6: 12: 0/2 and one by the guns
    assert (steps_of(game, "DE-X"), steps_of(game, "DE-I")) == (1, 2)
