"""Stacking, and who may stand where (3, 12.2, 12.5)."""

from __future__ import annotations

from barbarossa_1941.stage import FACTS, hexes, units
from barbarossa_1941.walking import index, lay, march, names
from ostfront.core.map.hexes import lowest
from ostfront.games.barbarossa_1941.rules import stacking
from rule import rule


@rule("B41 3a")
def test_six_points() -> None:
    state = lay({"DE-I": "2018", "DE-II": "2018", "DE-X": "2018", "DE-V": "2017"}, reduced=["DE-X"])
    assert not stacking.room(FACTS, state, units("DE-V"), hexes("2018"))
    state.set_steps(index("DE-V"), 1)
    assert stacking.room(FACTS, state, units("DE-V"), hexes("2018"))
    corps = FACTS.roster.ids[lowest(FACTS.roster.initial_airborne)]
    full = lay({"SU-7A": "2018", "SU-8A": "2018", "SU-11A": "2018", corps: "2017"})
    assert stacking.room(FACTS, full, units(corps), hexes("2018"))


def test_a_stack_needs_room_for_all_of_it() -> None:
    state = lay({"DE-I": "2018", "DE-XXXXI": "2017", "DE-LVI": "2017", "DE-XXXIX": "2017"})
    assert stacking.room(FACTS, state, units("DE-XXXXI", "DE-LVI"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("DE-XXXXI", "DE-LVI", "DE-XXXIX"), hexes("2018"))


@rule("B41 12.2a")
def test_nations() -> None:
    state = lay({"HU-GYOR": "2018", "RO-IV": "2017", "IT-CSIR": "2117", "DE-I": "2019"})
    assert not stacking.room(FACTS, state, units("RO-IV"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("HU-GYOR"), hexes("2017"))
    assert stacking.room(FACTS, state, units("DE-I"), hexes("2018"))
    assert not stacking.room(FACTS, state, units("IT-CSIR"), hexes("1728"))
    assert stacking.room(FACTS, state, units("DE-I"), hexes("1728"))


@rule("B41 12.2e")
def test_italians_keep_away_from_the_coast() -> None:
    state = lay({"IT-CSIR": "1727"})
    _, go = march(state, "IT-CSIR")
    assert go
    assert not go & names(FACTS.coast["black"] | FACTS.coast["azov"])


@rule("B41 12.5d")
def test_lone_airborne_corps() -> None:
    corps = FACTS.roster.ids[lowest(FACTS.roster.initial_airborne)]
    state = lay({corps: "2018", "DE-I": "2017", "DE-BEF101": "2016"})
    assert "2018" in march(state, "DE-I")[1]
    assert "2018" not in march(state, "DE-BEF101")[1]
