"""What is true of a game at a table, as the page would hear it. `Ask` is a GET that answers with its body."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from kept.facts import digest

Ask = Callable[[str, str], bytes]  # path, token of a seat
PIECE = ("id", "at", "side", "face", "steps", "hidden")


def legal_of(view: Mapping[str, Any]) -> list[str]:
    """Every legal action of a view, written as the page writes them."""
    found: list[str] = []
    for question in view["asked"]:
        for group in question["groups"]:
            if group["text"]:
                found.append(group["text"])
            found += [f"{group['verb']} {target}" for target in group["targets"]]
            found += [" ".join([group["verb"], *path]) for path in group["paths"]]
    return sorted(found)


def listed_facts(game: Mapping[str, Any]) -> dict[str, Any]:
    """A game in the list."""
    found = {key: game[key] for key in ("kind", "game", "scenario", "turn", "moment", "awaited", "commitment")}
    seats = [[seat[key] for key in ("seat", "player", "level", "name", "token")] for seat in game["seats"]]
    return {**found, "seats": seats}


def seat_facts(ask: Ask, id: str, token: str) -> dict[str, Any]:
    """What one seat sees: its view without its sentences, and its record."""
    view = json.loads(ask(f"/api/games/{id}/view", token))
    record = ask(f"/api/games/{id}/record", token).decode()
    result = view["result"]
    return {
        "asked": [[question["seat"], question["kind"]] for question in view["asked"]],
        "draft": view["draft"],
        "legal": legal_of(view),
        "moment": view["moment"],
        "orders": view["orders"],
        "pieces": digest(sorted([[piece[key] for key in PIECE] for piece in view["pieces"]])),
        "record": digest(record.split("\n---\n")[1].splitlines()),
        "result": None if result is None else {"winner": result["winner"], "score": result["score"]},
        "turn": view["turn"],
    }


def table_facts(ask: Ask, game: Mapping[str, Any]) -> dict[str, Any]:
    """All that a game in the database is held to; `game` is its place in the list."""
    seats = {s["seat"]: seat_facts(ask, game["id"], s["token"]) for s in game["seats"] if s["token"]}
    return {**listed_facts(game), "views": seats}
