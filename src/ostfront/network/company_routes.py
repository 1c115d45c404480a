"""Routes of the company in a game: chat, clocks, proposals, watching."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler

ROUTES: list[HTTPRouteHandler] = []
