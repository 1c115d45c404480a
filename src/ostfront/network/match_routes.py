"""Routes of finding a game: challenges, one's games, people and ratings."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler

ROUTES: list[HTTPRouteHandler] = []
