"""More positions from the rulebook alone, where two clauses meet: replacements, arrivals, trains, ships, forts."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import no, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage, steps_of
from ostfront.core.play.game import Game

HOME = {"DE-V": "0116", "SU-10A": "2112"}  # one unit a side, out of the way


def replacing(units: dict[str, str], side: str = "axis", turn: int = 3, **more: Any) -> Game:
    return stage("replacements", {**HOME, **units}, side=side, turn=turn, **more)


# ---- replacements and stacking (3, 9.2) ---------------------------------------------------------------

FIVE = {"SU-8A": "1917", "SU-11A": "1917", "SU-13MC": "1917"}  # 2 + 2 + 1 at Orel


def texts(game: Game, *verbs: str) -> set[str]:
    """What is offered with these verbs."""
    return {text for text in game.legal.texts if text.split()[0] in verbs}


def test_no_step_is_made_good_in_a_full_hex() -> None:
    """3a, 9.2a. 1 + 2 + 2 = 5: a step fits; with a one-step corps more it is the seventh."""
    crowd = {"SU-8A": "1917", "SU-11A": "1917", "SU-27A": "1917", "SU-30A": "2112"}
    weak = ["SU-8A", "SU-30A"]
    assert yes(replacing(crowd, "soviet", reduced=weak), "refit SU-8A")
    assert no(replacing({**crowd, "SU-13MC": "1917"}, "soviet", reduced=weak), "refit SU-8A") == "3a"


def test_a_mobile_group_has_two_points() -> None:
    """3a, 12.11e. Five points and a cavalry corps are six: it stays on its horses."""
    weak = ["SU-6CC", "SU-30A"]
    game = replacing({**FIVE, "SU-6CC": "1917", "SU-30A": "2112"}, "soviet", reduced=weak)
    assert no(game, "refit SU-6CC") == "3a"
    units = {"SU-8A": "1917", "SU-11A": "1917", "SU-6CC": "1917", "SU-30A": "2112"}
    assert yes(replacing(units, "soviet", reduced=weak), "refit SU-6CC")


@pytest.mark.parametrize(("corps", "pool", "place"), [("RO-IV", "Romanian", "0431"), ("FI-VI", "Finnish", "0804")])
def test_only_german_corps_are_out_for_good(corps: str, pool: str, place: str) -> None:
    """9.2e, 9.2n. The one point of Romania or Finland rebuilds a destroyed corps, placed like a reinforcement."""
    game = replacing({corps: "eliminated"})
    act(game, f"rebuild {corps}")
    assert (place_of(game, corps), steps_of(game, corps)) == (place, 1), pool


def test_a_rebuilt_army_stands_in_any_town_be_it_besieged() -> None:
    """9.2n. An enemy next door is no hindrance, a full hex is. It gets no second step."""
    full = dict.fromkeys(("SU-11A", "SU-27A", "SU-30A"), "1917")
    game = replacing({"SU-8A": "eliminated", "DE-I": "1816", **full}, "soviet")
    act(game, "rebuild SU-8A")
    assert yes(game, "at 1716")
    assert no(game, "at 1917") == "3a"
    assert no(game, "at 1816")
    act(game, "at 1716")
    assert steps_of(game, "SU-8A") == 1
    assert not texts(game, "refit", "rebuild")


def test_operational_groups_are_refitted_but_not_recreated() -> None:
    """12.11a: once destroyed they are gone; a step lost is made good."""
    assert yes(replacing({"SU-LUGA": "1917"}, "soviet", reduced=["SU-LUGA"]), "refit SU-LUGA")
    game = replacing({"SU-LUGA": "eliminated", "SU-8A": "1917"}, "soviet", reduced=["SU-8A"])
    assert texts(game, "refit", "rebuild") == {"refit SU-8A"}


def test_turn_one_has_no_motorised_point_turn_two_neither() -> None:
    """9.2g, 12.8e."""
    for turn, has in ((1, False), (2, False), (3, True)):
        game = replacing({"SU-6CC": "1917"}, "soviet", turn, reduced=["SU-6CC"])
        assert bool(texts(game, "refit")) == has, turn


# ---- trains (10) --------------------------------------------------------------------------------------


def railing(units: dict[str, str], side: str = "soviet", turn: int = 3, **more: Any) -> Game:
    return stage("rail", units, side=side, turn=turn, **more)


def test_an_airborne_corps_rides_for_nothing() -> None:
    """10.1a, 12.5a: a point a step, and it has none; four points are gone on two armies."""
    game = railing({"SU-8A": "2112", "SU-11A": "2112", "SU-2ABN": "1922"})
    act(game, "entrain SU-8A", "ride 1917", "entrain SU-11A", "ride 1917")
    assert yes(game, "entrain SU-2ABN")
    act(game, "entrain SU-2ABN")
    assert yes(game, "ride 2112")


def test_static_units_take_no_train_and_no_ship() -> None:
    """6, 12.11b: militia and garrisons cannot move."""
    game = railing({"SU-OPOL1": "2112", "SU-GAR-KIE": "1221", "SU-8A": "1917"})
    assert not any(unit in text for text in game.legal.texts for unit in ("SU-OPOL1", "SU-GAR-KIE"))
    game = stage("movement", {"SU-OPOL1": "1304", "SU-GAR-TAL": "0805", "SU-8A": "1304"}, side="soviet", turn=3)
    sailing = {text for text in game.legal.texts if text.startswith("sail")}
    assert sailing == {"sail SU-8A"}


def test_an_arrival_takes_the_train_at_once() -> None:
    """9.1b: used normally on the turn it arrives."""
    game = stage("reinforcements", HOME | {"SU-57A": "waiting"}, side="soviet", turn=7, due={"SU-57A": 7})
    while asked(game) and asked(game)[0][1] != "rail":
        wanted = [text for text in game.legal.texts if "1917" in text or "1922" in text or "SU-57A" in text]
        act(game, wanted[0] if wanted else ("done" if "done" in game.legal else game.legal.texts[0]))
    assert yes(game, "entrain SU-57A")


def test_a_train_to_the_gates_calls_the_militia() -> None:
    """10, 12.11b: by rail too an Axis unit has moved next to the city for the first time. 1121 is next to Kiev."""
    line = hexes("0422", "0522", "0622", "0722", "0823", "0923", "0922", "1022", "1121", "0321", "0221")
    rail = int(stage("movement", {}).state.axis_rail) | line
    game = railing(
        {"DE-I": "0120", "SU-8A": "1922", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map", "DE-V": "0321"},
        "axis",
        axis_rail=rail,
        triggers=(1, 1, 0, 0, 0),
    )
    act(game, "entrain DE-I", "ride 1121")
    assert asked(game) == [("Soviet", "militia")]


# ---- ships (12.1) -------------------------------------------------------------------------------------


def sailing(units: dict[str, str], side: str = "soviet", turn: int = 3, **more: Any) -> Game:
    return stage("movement", units, side=side, turn=turn, **more)


def test_ships_carry_on_turn_one_and_carry_the_isolated() -> None:
    """12.1, 12.8b: only naval support of combat is barred on turn 1; supply is no condition at sea."""
    assert yes(sailing({"SU-9A": "1228", "DE-V": "0116"}, turn=1), "sail SU-9A")
    assert yes(sailing({"SU-9A": "1228", "DE-V": "0116"}, isolated=["SU-9A"]), "sail SU-9A")


def test_a_shock_army_of_two_steps_goes_aboard() -> None:
    """12.1a: two steps at most, those it has now."""
    assert yes(sailing({"SU-1SH": "1228", "DE-V": "0116"}, turn=8, steps={"SU-1SH": 2}), "sail SU-1SH")
    assert no(sailing({"SU-1SH": "1228", "DE-V": "0116"}, turn=8), "sail SU-1SH") == "12.1a"


def test_a_romanian_does_not_land_on_hungarians() -> None:
    """12.1, 12.2a. Odessa and Sevastopol are the Axis ports: from one the other is the only goal."""
    held = ["Odessa", "Sevastopol"]
    game = sailing({"RO-IV": "1228", "DE-I": "1531", "SU-8A": "2112"}, "axis", 5, held=held)
    assert yes(game, "sail RO-IV")
    game = sailing(
        {"RO-IV": "1228", "HU-VIII": "1531", "SU-8A": "2112"}, "axis", 5, held=held, triggers=(1, 0, 0, 0, 0)
    )
    assert no(game, "sail RO-IV")


def test_after_a_voyage_no_march_no_exploitation_but_a_battle() -> None:
    """12.1c: all movement points, not the attack."""
    units = {"SU-9MC": "2131", "DE-I": "1530", "SU-8A": "1531"}
    game = sailing(units)
    act(game, "sail SU-9MC")
    if asked(game)[0][1] == "sail":
        act(game, "at 1531")
    assert place_of(game, "SU-9MC") == "1531"
    assert "pick SU-9MC" not in game.legal
    while asked(game)[0][1] != "attack":
        act(game, "done")
    act(game, "attack 1530")
    assert yes(game, "with SU-9MC")


# ---- forts (12.4) -------------------------------------------------------------------------------------


def digging(units: dict[str, str], side: str = "soviet", turn: int = 5, **more: Any) -> Game:
    return stage("forts", units, side=side, turn=turn, **more)


def test_a_fort_may_face_a_city_of_the_enemy() -> None:
    """12.4h: next to a city, whoever holds it. 1816 is next to Bryansk and to Orel."""
    assert yes(digging(HOME, held=["Bryansk", "Orel"]), "fortify 1816")


def test_no_fort_in_a_zoc_even_with_a_friend_there() -> None:
    """4c, 12.4h: a friend cancels a ZOC for supply, rail and retreat only."""
    assert no(digging({**HOME, "SU-8A": "1817", "DE-I": "1816"}), "fortify 1817") == "12.4h"


def test_a_fort_in_a_major_city_next_to_the_enemy() -> None:
    """4e, 12.4h: no ZOC reaches into it."""
    assert yes(digging({**HOME, "DE-I": "2111"}), "fortify 2112")
