"""Names, colours and symbols."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from ostfront.core.files.data import DataFolder


class Styled(Protocol):
    """Facts that know where their data is."""

    def __hash__(self) -> int: ...
    @property
    def data(self) -> DataFolder: ...


@lru_cache(maxsize=64)
def style(facts: Styled) -> Mapping[str, Any]:
    """A game's `table.toml`."""
    return facts.data.toml("table.toml")
