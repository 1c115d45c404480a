"""Who gets how far: every route of a site with what is expected of it. A route without an entry here fails a test.

`everybody`: whoever comes is answered; `member`: whoever has a session, guests too; `player`: of those, who takes
part in that game or challenge; `seat`: who plays the seat, whoever else has its token. `body` is one that the route
can read.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Whom = Literal["everybody", "member", "player", "seat"]


class Expected(NamedTuple):
    """What is expected of a route."""

    whom: Whom
    body: Any = None


EVERYBODY, MEMBER, SEAT = Expected("everybody"), Expected("member"), Expected("seat")
ACTIONS = {"actions": ["pass"]}
WISHES = {
    "mail": "once", "webhook": "once", "push": "once", "digest_at": 0, "reminders": True, "chat": True,
}  # fmt: skip
SIGNED = {"id": "x", "client_data": "", "authenticator_data": "", "signature": "", "handle": ""}
GAME, OWN, NOTICES = "/api/games/{game:str}", "/api/account", "/api/notices"

EXPECTED = {
    "GET /api/vacation": MEMBER,
    "PUT /api/vacation": Expected("member", {"days": 1}),
    "DELETE /api/vacation": MEMBER,
    # what can be played, and the pictures of it
    "GET /api/catalogue": EVERYBODY,
    "POST /api/seats": Expected("everybody", {"game": "victory-denied"}),
    "GET /api/catalogue/{file:str}": EVERYBODY,
    "GET /api/catalogue/{game:str}/{file:str}": EVERYBODY,
    # a game: which it is, and its rules; the rest is for the seat
    f"GET {GAME}": EVERYBODY,
    f"GET {GAME}/table": EVERYBODY,
    f"GET {GAME}/reference": EVERYBODY,
    f"GET {GAME}/boards/{{file:str}}": EVERYBODY,
    f"GET {GAME}/lesson": EVERYBODY,
    f"GET {GAME}/thumbnail.svg": EVERYBODY,
    f"GET {GAME}/notes": SEAT,
    f"POST {GAME}/notes": Expected("seat", {"kind": "game", "text": "x"}),
    f"PUT {GAME}/notes/{{n:str}}": Expected("seat", {"text": "x", "shared": False}),
    f"DELETE {GAME}/notes/{{n:str}}": SEAT,
    f"GET {GAME}/view": SEAT,
    f"GET {GAME}/changes": SEAT,
    f"GET {GAME}/log": SEAT,
    f"GET {GAME}/battles/{{entry:str}}": SEAT,
    f"GET {GAME}/history": SEAT,
    f"GET {GAME}/charts": SEAT,
    f"GET {GAME}/review": SEAT,
    f"GET {GAME}/company": SEAT,
    f"POST {GAME}/proposals": Expected("seat", {"kind": "draw"}),
    f"POST {GAME}/proposals/{{n:str}}": Expected("seat", {"agree": False}),
    f"DELETE {GAME}/proposals/{{n:str}}": SEAT,
    f"POST {GAME}/call-off": Expected("seat", {}),
    f"GET {GAME}/chat": SEAT,
    f"POST {GAME}/chat": Expected("seat", {"text": "Hello"}),
    f"PUT {GAME}/chat/read": Expected("seat", {"n": 1}),
    f"PUT {GAME}/draft": Expected("seat", {"after": 0, "actions": []}),
    f"POST {GAME}/undo": Expected("seat", {"moment": 0}),
    f"POST {GAME}/concede": Expected("seat", {}),
    f"PUT {GAME}/orders/{{window:str}}": Expected("seat", {"answer": "pass"}),
    f"DELETE {GAME}/orders/{{window:str}}": SEAT,
    f"POST {GAME}/why": Expected("seat", {"action": "pass"}),
    f"POST {GAME}/hint": Expected("seat", {}),
    f"POST {GAME}/odds": Expected("seat", ACTIONS),
    f"POST {GAME}/attacks": Expected("seat", ACTIONS),
    f"GET {GAME}/overlays/{{overlay:str}}": SEAT,
    f"GET {GAME}/record": SEAT,
    f"GET {GAME}/position": SEAT,
    f"GET {GAME}/report": SEAT,
    f"GET {GAME}/verify": SEAT,
    f"GET {GAME}/luck": SEAT,
    # accounts
    "GET /api/me": EVERYBODY,
    "POST /api/register": Expected("everybody", {"name": "X", "email": "x", "password": ""}),
    "POST /api/login": Expected("everybody", {"email": "", "password": ""}),
    "POST /api/logout": Expected("everybody", {}),
    "POST /api/verify": Expected("everybody", {"token": "x"}),
    "POST /api/forgot": Expected("everybody", {"email": "x"}),
    "POST /api/reset": Expected("everybody", {"token": "x", "password": ""}),
    f"POST {OWN}/join": Expected("member", {"email": "x", "password": ""}),
    f"GET {OWN}/passkeys": MEMBER,
    f"POST {OWN}/passkeys/begin": Expected("member", {"password": ""}),
    f"POST {OWN}/passkeys": Expected("member", {"name": "", "id": "x", "client_data": "", "attestation": ""}),
    f"DELETE {OWN}/passkeys/{{id:str}}": Expected("player"),
    "POST /api/login/passkey/begin": Expected("everybody", {}),
    "POST /api/login/passkey": Expected("everybody", SIGNED),
    f"PUT {OWN}/name": Expected("member", {"name": ""}),
    f"PUT {OWN}/password": Expected("member", {"old": "", "new": ""}),
    f"PUT {OWN}/address": Expected("member", {"email": "x", "password": ""}),
    f"GET {OWN}/sessions": MEMBER,
    f"DELETE {OWN}/sessions/{{id:str}}": Expected("player"),
    f"DELETE {OWN}/sessions": MEMBER,
    f"GET {OWN}/export": MEMBER,
    f"POST {OWN}/leave": Expected("member", {"name": "?"}),
    f"GET {OWN}/blocks": MEMBER,
    f"POST {OWN}/blocks": Expected("member", {"name": "Boris"}),
    f"DELETE {OWN}/blocks/{{name:str}}": MEMBER,
    "POST /api/reports": Expected("member", {"name": "Boris", "text": "x"}),
    # finding a game
    "GET /api/home": MEMBER,
    "GET /api/home/{shelf:str}": MEMBER,
    "GET /api/watch": EVERYBODY,
    "GET /api/matches/{game:str}/record": EVERYBODY,
    "POST /api/matches/{game:str}/rematch": Expected("player", {}),
    f"POST {GAME}/whatif": Expected("player", {"moment": 0}),
    "POST /api/lessons": Expected("member", {"game": "victory-denied"}),
    "POST /api/boards": Expected("member", {"text": "x"}),
    "DELETE /api/boards/{game:str}": Expected("player"),
    "POST /api/challenges": Expected("member", {"terms": {"game": "?"}, "to": "all"}),
    "POST /api/solo": Expected("member", {"terms": {"game": "?"}, "seat": "", "computers": {}}),
    "GET /api/challenges": EVERYBODY,
    "POST /api/challenges/{challenge:str}/look": Expected("everybody", {}),
    "POST /api/challenges/{challenge:str}/accept": Expected("everybody", {}),
    "POST /api/challenges/{challenge:str}/decline": Expected("player", {}),
    "POST /api/challenges/{challenge:str}/withdraw": Expected("player", {}),
    "POST /api/challenges/{challenge:str}/leave": Expected("player", {}),
    "POST /api/challenges/{challenge:str}/link": Expected("player", {}),
    "GET /api/people": MEMBER,
    "GET /api/people/{name:str}": EVERYBODY,
    "GET /api/people/{name:str}/games": EVERYBODY,
    "GET /api/ratings/{game:str}": EVERYBODY,
    "GET /api/statistics": EVERYBODY,
    "GET /api/statistics/{file:str}": EVERYBODY,
    # notices
    "GET /api/waiting": EVERYBODY,
    f"GET {GAME}/since": SEAT,
    f"GET {NOTICES}/settings": MEMBER,
    f"PUT {NOTICES}/settings": Expected("member", WISHES),
    f"POST {NOTICES}/webhooks": Expected("member", {"kind": "json", "url": "x"}),
    f"DELETE {NOTICES}/webhooks/{{id:str}}": MEMBER,
    f"POST {NOTICES}/webhooks/{{id:str}}/test": Expected("player", {}),
    f"POST {NOTICES}/push": Expected("member", {"endpoint": "x", "p256dh": "x", "auth": "x"}),
    f"POST {NOTICES}/push/end": Expected("member", {"endpoint": "x"}),
    f"POST {NOTICES}/push/test": Expected("member", {}),
    "GET /unsubscribe/{token:str}": EVERYBODY,
    "POST /unsubscribe/{token:str}": EVERYBODY,
}
# mail programs unsubscribe at one click (RFC 8058): they name no origin, and their form has no body that is read
AT_ONE_CLICK = "POST /unsubscribe/{token:str}"
