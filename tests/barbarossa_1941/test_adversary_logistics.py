"""Positions from the rulebook alone: replacements and arrivals (9)."""

from __future__ import annotations

from typing import Any

from barbarossa_1941.adversary import no, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of, verdict
from ostfront.core.play.game import Game
from rule import rule

HOME = {"DE-V": "0116", "SU-10A": "2112"}  # one unit a side, out of the way
TO_LENINGRAD = (
    *("0413", "0512", "0613", "0713", "0712", "0812", "0811", "0910", "1010", "1109", "1108", "1208", "1207"),
    *("1306", "1305", "1304", "1405"),
)


def axis_rail(*more: str) -> int:
    return int(stage("movement", {}).state.axis_rail) | hexes(*more)


def replacing(units: dict[str, str], side: str = "axis", turn: int = 3, **more: Any) -> Game:
    return stage("replacements", {**HOME, **units}, side=side, turn=turn, **more)


def texts(game: Game, verb: str) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


# ---- replacements -------------------------------------------------------------------------------------


def test_the_marker_on_seven_goes_to_two() -> None:
    """9.2k, the example. Turn 1: no city points (12.8e). Kiev is on the railway."""
    game = replacing({"SU-8A": "1221", "SU-11A": "1121"}, "soviet", 1, reduced=["SU-8A", "SU-11A"], lost_soviet=7)
    act(game, "refit SU-8A")
    assert steps_of(game, "SU-8A") == 2
    assert game.state.lost_soviet == 2
    assert "refit SU-11A" not in game.legal


@rule("B41 12.8e")
def test_turn_one_gives_two_at_most() -> None:
    """12.8e, 9.2d. Ten losses are two steps."""
    armies = ("SU-8A", "SU-11A", "SU-27A")
    game = replacing(dict.fromkeys(armies, "1221"), "soviet", 1, reduced=armies, lost_soviet=10)
    act(game, "refit SU-8A", "refit SU-11A")
    assert "refit SU-27A" not in game.legal
    assert game.state.lost_soviet == 0


def test_city_points_come_first_and_lapse_last_the_pool() -> None:
    """9.2f, 9.2k. Twelve cities: three steps a turn from turn 2; the track is touched by the fourth."""
    armies = ("SU-8A", "SU-11A", "SU-27A", "SU-3A")
    places = {"SU-8A": "1221", "SU-11A": "1221", "SU-27A": "1121", "SU-3A": "1121"}
    game = replacing(places, "soviet", 2, reduced=armies, lost_soviet=5)
    act(game, *(f"refit {army}" for army in armies[:3]))
    assert game.state.lost_soviet == 5
    act(game, "refit SU-3A")
    assert game.state.lost_soviet == 0


def test_german_tracks_and_pools() -> None:
    """9.2d, 9.2h, 9.2k. Four infantry losses are one step; then the pool; motorised losses pay no infantry."""
    corps = {"DE-I": "0217", "DE-II": "0217", "DE-XXXXI": "0217"}
    game = replacing(corps, reduced=corps, lost_infantry=4, lost_motorised=3)
    act(game, "refit DE-I")
    assert (game.state.lost_infantry, game.state.pool_infantry) == (0, 5)
    act(game, "refit DE-II")
    assert game.state.pool_infantry == 4
    act(game, "refit DE-XXXXI")
    assert (game.state.lost_motorised, game.state.pool_motorised) == (3, 2)


def test_one_step_a_unit_and_turn() -> None:
    """9.2a. A shock army with one step of three."""
    game = replacing({"SU-1SH": "1221"}, "soviet", 8, steps={"SU-1SH": 1})
    act(game, "refit SU-1SH")
    assert steps_of(game, "SU-1SH") == 2
    assert "refit SU-1SH" not in game.legal


def test_in_an_enemy_zoc_yes_isolated_no_off_the_railway_no() -> None:
    """9.2a, 9.2b."""
    game = replacing({"DE-I": "0317", "SU-8A": "0418"}, reduced=["DE-I"])
    assert yes(game, "refit DE-I")
    game = replacing({"DE-I": "0317", "DE-II": "0217"}, reduced=["DE-I", "DE-II"], isolated=["DE-I"])
    assert no(game, "refit DE-I") in ("9.2a", "8.1a")
    game = replacing({"DE-I": "0518", "DE-II": "0217"}, reduced=["DE-I", "DE-II"])
    assert no(game, "refit DE-I") == "9.2b"


def test_partisans_stretch_the_railway_for_german_replacements() -> None:
    """9.2c, 12.7d. Volkhov 1504 touches 1405, the 17th rail hex from 0413 on; two partisan hexes add six."""
    units = {"DE-I": "1504", "DE-II": "0217"}
    more: dict[str, Any] = {
        "axis_rail": axis_rail(*TO_LENINGRAD),
        "held": ["Leningrad", "Pskov"],
        "reduced": ["DE-I", "DE-II"],
    }
    assert yes(replacing(units, turn=5, **more), "refit DE-I")
    game = replacing({**units, "SU-PART1": "0712", "SU-PART2": "1010"}, turn=5, **more)
    assert no(game, "refit DE-I") == "9.2c"
    assert yes(game, "refit DE-II")


def test_twenty_rail_points_are_counted_one_way() -> None:
    """9.2c. 1405 touches 1305, the 15th rail hex: with two partisans 21 points, or 20 if the first hex were free."""
    units = {"DE-I": "1405", "DE-II": "0217", "SU-PART1": "0712", "SU-PART2": "1010"}
    more: dict[str, Any] = {
        "axis_rail": axis_rail(*TO_LENINGRAD),
        "held": ["Leningrad", "Pskov"],
        "reduced": ["DE-I", "DE-II"],
    }
    verdict(replacing(units, turn=5, **more), "refit DE-I")  # what is offered is allowed, and the reverse


def test_a_partisan_in_the_frontier_hex_slows_replacements_too() -> None:
    """9.2c, 12.7d. 2412 touches 2311, the 20th rail hex from Brest 0417; a partisan in Brest makes it 23."""
    line = "0417 0516 0617 0716 0816 0915 1015 1114 1214 1314 1414 1513 1613 1713 1813 1912 2013 2112 2212 2311 2412"
    units = {"DE-I": "2412", "DE-II": "0217", "SU-10A": "2306"}
    more: dict[str, Any] = {
        "axis_rail": axis_rail(*line.split()),
        "held": ["Moscow", "Minsk"],
        "reduced": ["DE-I", "DE-II"],
    }
    assert yes(stage("replacements", units, turn=5, **more), "refit DE-I")
    game = stage("replacements", {**units, "SU-PART1": "0417"}, turn=5, **more)
    assert no(game, "refit DE-I") == "9.2c"


def test_mechanised_corps_never_cavalry_for_a_motorised_point() -> None:
    """9.2p, 12.11e, 9.2g. From turn 3 with Leningrad and Kharkov; the group then has two steps and is motorised."""
    units = {"SU-1MC": "1221", "SU-6CC": "1221"}
    game = replacing(units, "soviet", 3, steps={"SU-1MC": 1, "SU-6CC": 1})
    assert no(game, "refit SU-1MC") == "9.2p"
    act(game, "refit SU-6CC")
    assert steps_of(game, "SU-6CC") == 2
    for more in ({"turn": 2}, {"turn": 3, "held": ["Kharkov"]}):
        assert "refit SU-6CC" not in replacing(units, "soviet", steps={"SU-1MC": 1, "SU-6CC": 1}, **more).legal


def test_a_destroyed_army_returns_with_one_step_in_any_town() -> None:
    """9.2n. Not a mechanised corps, cavalry or the Luga group."""
    dead = dict.fromkeys(("SU-8A", "SU-1MC", "SU-6CC", "SU-LUGA"), "eliminated")
    game = replacing(dead, "soviet", 3)
    assert texts(game, "rebuild") == {"SU-8A"}
    act(game, "rebuild SU-8A")
    assert yes(game, "at 1407")  # Novgorod
    assert no(game, "at 1406")  # no town
    act(game, "at 1407")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("1407", 1)


def test_an_ersatz_corps_for_a_dead_one_only() -> None:
    """9.2o. One step, in Warsaw or Konigsberg; the dead corps itself never returns."""
    game = replacing({"DE-I": "eliminated", "DE-ERS1": "off-map", "DE-ERS2": "off-map"})
    act(game, "rebuild DE-I")
    assert texts(game, "at") == {"0116", "0112"}
    act(game, "at 0112")
    new = [unit for unit in ("DE-ERS1", "DE-ERS2") if place_of(game, unit) == "0112"]
    assert [steps_of(game, unit) for unit in new] == [1]
    assert place_of(game, "DE-I") in ("eliminated", "removed")
    assert game.state.pool_infantry == 4
    assert not texts(game, "rebuild") if asked(game)[0][1] == "replace" else True  # one dead, one in its place


def test_an_ersatz_for_a_panzer_corps_costs_a_motorised_point() -> None:
    """9.2o: the same kind of point as the unit it replaces."""
    units = {"DE-XXXXI": "eliminated", "DE-ERS1": "off-map"}
    game = replacing(units)
    act(game, "rebuild DE-XXXXI", "at 0116")
    assert (game.state.pool_infantry, game.state.pool_motorised) == (5, 2)
    assert place_of(game, "DE-ERS1") == "0116"
    assert "rebuild DE-XXXXI" not in replacing(units, pool_motorised=0).legal


def test_a_shock_army_takes_the_place_of_a_full_army() -> None:
    """12.11h, 12.11i. From turn 7, one a turn; not in a full hex, where it would be the seventh step."""
    shock = dict.fromkeys(("SU-1SH", "SU-2SH", "SU-3SH", "SU-4SH"), "off-map")
    units = {**shock, "SU-8A": "1221", "SU-11A": "1121", "SU-27A": "1022"}
    assert not texts(replacing(units, "soviet", 6), "shock")
    game = replacing(units, "soviet", 7, reduced=["SU-27A"])
    assert {"SU-8A", "SU-11A"} <= texts(game, "shock")
    assert "shock SU-27A" not in game.legal
    act(game, "shock SU-8A")
    new = [unit for unit in shock if place_of(game, unit) == "1221"]
    assert [steps_of(game, unit) for unit in new] == [3]
    assert place_of(game, "SU-8A") != "1221"
    assert not texts(game, "shock")
    full = replacing({**shock, "SU-8A": "1221", "SU-11A": "1221", "SU-27A": "1221"}, "soviet", 7)
    assert not texts(full, "shock") & {"SU-8A", "SU-11A", "SU-27A"}


def test_finns_have_one_point_for_the_campaign() -> None:
    """9.2e."""
    finns = {"FI-II": "1102", "FI-IV": "1102"}
    game = replacing(finns, reduced=finns)
    act(game, "refit FI-II")
    assert game.state.pool_finnish == 0
    assert "refit FI-IV" not in game.legal


# ---- arrivals -----------------------------------------------------------------------------------------


def test_one_german_arrival_a_city() -> None:
    """9.1a. Three are due: two come, one waits."""
    due = {"DE-L": 2, "DE-LI": 2, "DE-XXXV": 3}
    game = stage("reinforcements", {**HOME, **dict.fromkeys(due, "waiting")}, turn=3, due=due)
    act(game, "bring DE-L", "at 0116", "bring DE-LI")
    if asked(game)[0][1] == "bring at":
        assert texts(game, "at") == {"0112"}
        act(game, "at 0112")
    assert place_of(game, "DE-LI") == "0112"
    assert place_of(game, "DE-XXXV") == "waiting"


def test_an_arrival_whose_city_is_lost_goes_to_the_nearest_town() -> None:
    """9.1c. SU-19A is due at Kiev; Chernigov 1319 is two hexes off, Zhitomir 0921 three."""
    game = stage("reinforcements", {"DE-I": "1221", "SU-10A": "2112", "SU-19A": "waiting"}, turn=1, side="soviet",
                 due={"SU-19A": 1})  # fmt: skip
    assert place_of(game, "SU-19A") == "1319"


def test_guards_cavalry_comes_on_its_reduced_side() -> None:
    """12.11j. In any Soviet city, minor ones too."""
    game = stage("reinforcements", {**HOME, "SU-BELOV": "waiting"}, turn=8, side="soviet", due={"SU-BELOV": 8})
    act(game, *(["bring SU-BELOV"] if asked(game)[0][1] == "bring" else []))
    act(game, "at 2115")
    assert (place_of(game, "SU-BELOV"), steps_of(game, "SU-BELOV")) == ("2115", 1)


def test_the_guards_airborne_corps_joins_a_stack_or_waits() -> None:
    """12.5f, 12.5g."""
    units = {**HOME, "SU-8A": "2519", "SU-11A": "2619", "SU-GABN1": "waiting"}
    game = stage("reinforcements", units, turn=7, side="soviet", due={"SU-GABN1": 7}, isolated=["SU-11A"])
    act(game, *(["bring SU-GABN1"] if asked(game)[0][1] == "bring" else []))
    assert {"at 2519", "at 2112", "keep"} <= set(game.legal.texts)
    assert "at 2619" not in game.legal  # isolated
    act(game, "keep")
    assert place_of(game, "SU-GABN1") == "off-map"
