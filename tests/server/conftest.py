"""The same dice in every run: a test that plays a whole game must not depend on luck."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from ostfront.core.play import chance


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games opened within the process get secrets from the test's name; tokens and keys stay as they are."""
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_bytes=Random(request.node.nodeid).randbytes))
