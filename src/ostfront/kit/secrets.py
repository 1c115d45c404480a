"""What every seat may see of a state: the open scalars, and units with their places and columns."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from ostfront.core.files.fields import encode
from ostfront.core.files.position import scalars_of
from ostfront.core.play.actions import Vocabulary
from ostfront.core.play.state import State


def open_scalars(state: State, names: Vocabulary, hidden: Container[str]) -> dict[str, Any]:
    """The scalars of a state by name, except those that are hidden or only partly shown."""
    return {
        name: encode(getattr(state, name), hint, names)
        for name, hint in scalars_of(type(state)).items()
        if name not in hidden
    }


def units_seen(state: Any, names: Vocabulary, ids: Sequence[str], columns: Sequence[str]) -> dict[str, list[Any]]:
    """Each unit with the name of its place and its values in these columns."""
    places = names.nouns["place"].names
    return {
        unit: [places[state.place[i]] if state.place[i] >= 0 else "", *(getattr(state, name)[i] for name in columns)]
        for i, unit in enumerate(ids)
    }
