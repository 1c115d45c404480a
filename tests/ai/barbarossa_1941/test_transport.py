"""The officer of Barbarossa 1941 by sea and by air."""

from __future__ import annotations

import pytest

from ai.barbarossa_1941.test_recruit import FAR, answer, moved
from barbarossa_1941.stage import FACTS, place_of, stage, units

MOVES = ("move", "march", "sail", "drop")
PANZERS = {"DE-XXIV": "1822", "DE-XXXXVII": "1822"}  # next to Kharkov
RING = {"DE-XXIV": "0508", "DE-XXXXVII": "0508", "DE-XII": "0509", "DE-XXXXI": "0610", "DE-LVI": "0610"}


def test_a_garrison_that_is_lost_in_riga_sails_to_leningrad() -> None:
    game = stage("movement", {"SU-27A": "0609", "SU-8A": "2112"} | RING, side="soviet")
    assert place_of(moved(game, "officer", MOVES), "SU-27A") == "1304"


def test_the_garrison_of_odessa_stays_while_it_can_hold_it() -> None:
    around = {"DE-VII": "1127", "DE-XII": "1128"}
    game = stage("movement", {"SU-27A": "1228", "SU-8A": "2112"} | around, side="soviet", turn=4)
    assert "sail SU-27A" in game.legal.texts
    assert place_of(moved(game, "officer", MOVES), "SU-27A") == "1228"


def test_the_division_drops_where_it_helps_to_take_kharkov() -> None:
    field = {"DE-7FJ": "off-map", "SU-23A": "1922"} | PANZERS | FAR
    game = stage("movement", field, turn=4, held=["Poltava"], moved=units(*PANZERS), rolls=["1"])
    assert answer(game, "recruit") == "done"
    landed = moved(game, "officer", MOVES).state.place[FACTS.roster.index["DE-7FJ"]]
    assert FACTS.grid.distance(landed, FACTS.city("Kharkov")) == 1


def test_it_is_kept_when_the_attack_is_sure_anyway() -> None:
    more = PANZERS | {"DE-XXXXI": "1823", "DE-LVI": "1823", "DE-XII": "1921"}
    field = {"DE-7FJ": "off-map", "SU-23A": "1922"} | more | FAR
    game = stage("movement", field, turn=4, held=["Poltava"], moved=units(*more))
    assert answer(game, "officer") == "done"


@pytest.mark.parametrize(
    ("level", "turn", "kept"), [("officer", 6, True), ("officer", 7, False), ("recruit", 3, False)]
)
def test_until_it_becomes_a_replacement_point(level: str, turn: int, kept: bool) -> None:
    game = stage("replacements", {"DE-7FJ": "off-map", "DE-I": "0116"} | FAR, turn=turn)
    assert answer(game, level) == ("done" if kept else "point")
