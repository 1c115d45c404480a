"""Challenges as the page sends them."""

from __future__ import annotations

from typing import Any

from network.site_client import Person
from ostfront.network.terms import Terms


def offer(to: str = "open", *, choosing: str = "seat", seat: str = "German", **more: Any) -> dict[str, Any]:
    """A challenge in A Victory Denied, unless `game` says otherwise; terms and the rest by their names."""
    terms = {"game": "victory-denied", **{key: more.pop(key) for key in Terms.__struct_fields__ if key in more}}
    return {"terms": terms, "to": to, "choosing": choosing, "seat": seat, **more}


def made(person: Person, *args: Any, **more: Any) -> Any:
    """A challenge that this person makes, as the site answers."""
    return person.told("POST", "/api/challenges", offer(*args, **more))


def accepted(person: Person, challenge: str, **data: str) -> str:
    """The match that begins when this person accepts, empty if other seats are open."""
    return str(person.told("POST", f"/api/challenges/{challenge}/accept", data)["match"])


def players(person: Person, game: str) -> dict[str, str]:
    """Who plays which seat."""
    seats = person.told("GET", f"/api/games/{game}")["seats"]
    return {seat["seat"]: seat["name"] or seat["level"] for seat in seats}
