"""What an officer thinks otherwise: of sides and scenarios there are, in words that the rest of the file knows."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront import games
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.weights import weights
from ostfront.games.kiev_41.facts.roster import SOVIET


def overlays(game: str) -> list[tuple[str, dict[str, Any]]]:
    tables = weights(games.rules(game))
    return [(name, table) for name, table in tables.items() if "_officer" in name]


@pytest.mark.parametrize(
    "game", ["barbarossa-1941", "barbarossa-deluxe", "kiev-41", "victory-awaits", "victory-denied"]
)
def test_what_he_thinks_otherwise_is_of_a_side_and_a_scenario_there_are(game: str) -> None:
    found = [name.partition("_officer") for name, _ in overlays(game)]
    assert {side for side, _, _ in found} <= {seat.side for seat in games.rules(game).seats}
    assert {name for _, _, name in found} <= {"", *(f"_{scenario}" for scenario in games.info(game).scenarios)}


@pytest.mark.parametrize("game", ["kiev-41", "victory-awaits"])
def test_what_he_thinks_otherwise_is_known(game: str) -> None:
    tables = weights(games.rules(game))
    unknown = [
        f"{name}.{table}.{weight}"
        for name, otherwise in overlays(game)
        for table, changed in otherwise.items()
        for weight in changed
        if weight not in tables.get(table, {})
    ]
    assert not unknown


def test_kharkov_is_besieged_in_the_snow_and_not_on_the_river() -> None:
    snow, river = (games.rules("kiev-41", scenario) for scenario in ("the-snow", "the-river"))
    siege = [knowledge_of(rules, SOVIET).weights["threads"]["siege"] for rules in (snow, river)]
    assert siege[0] > siege[1] == knowledge_of(snow).weights["threads"]["siege"]
