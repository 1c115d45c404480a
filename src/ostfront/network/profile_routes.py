"""Routes of people and how they did: profiles, leader boards, statistics."""

from __future__ import annotations

from time import time

import msgspec

from ostfront import games as register
from ostfront.network import profiles, ratings
from ostfront.network.accounts import Account
from ostfront.network.match_lists import PAGE
from ostfront.network.match_messages import (
    PeopleResponse,
    ProfileResponse,
    Ranked,
    RankingResponse,
    StatisticsResponse,
)
from ostfront.network.match_statistics import as_csv
from ostfront.network.pages import named, place_of
from ostfront.network.site import site_of
from ostfront.server.messages import Refused
from ostfront.server.routing import (
    HttpRequest,
    HttpResponse,
    file_response,
    json_response,
    query_int,
    route,
    visitor_of,
)

EVERY_GAME = "all"  # how the address of a leader board names that of all games


@route("GET", "/api/people", to="member")
def find_people(request: HttpRequest) -> HttpResponse:
    """Members by the beginning of their name."""
    with site_of(request).store.reader.begin() as base:
        return json_response(PeopleResponse(profiles.named_like(base, request.query_params.get("begins", "")[:80])))


def _person(request: HttpRequest) -> Account:
    found = site_of(request).accounts.named(request.path_params["name"][:80])
    if not profiles.may_see(found):
        raise Refused(404, "missing", "There is nobody of that name here.")
    return found


@route("GET", "/api/people/{name:str}", to="everybody")
def profile(request: HttpRequest) -> HttpResponse:
    found, me = _person(request), visitor_of(request).account
    with site_of(request).store.reader.begin() as base:
        return json_response(
            ProfileResponse(
                found.name, found.kind, found.created, found.id == me,
                found.vacation_until if found.vacation_until > time() else 0.0,
                profiles.ratings_of(base, found.id), profiles.histories(base, found.id),
                profiles.record(base, found.id), profiles.played(base, found.id, None, me),
            )
        )  # fmt: skip


@route("GET", "/api/people/{name:str}/games", to="everybody")
def games_of(request: HttpRequest) -> HttpResponse:
    found, after = _person(request), place_of(request.query_params.get("after", ""))
    with site_of(request).store.reader.begin() as base:
        return json_response(profiles.played(base, found.id, after, visitor_of(request).account))


@route("GET", "/api/ratings/{game:str}", to="everybody")
def ranking(request: HttpRequest) -> HttpResponse:
    """The leader board of a game, or of all games; `rank` counts on from the page before."""
    asked = request.path_params["game"]
    title = ratings.ALL_GAMES if asked == EVERY_GAME else asked
    if title and title not in register.names():
        raise Refused(404, "missing", "There is no such game.")
    place, before = place_of(request.query_params.get("after", "")), query_int(request, "rank") or 0
    below = (place[0], int(place[1])) if place and place[1].isdecimal() and len(place[1]) < 10 else None
    rows = ratings.standings(site_of(request).store, title, below, PAGE + 1)
    later = named((rows[PAGE - 1].shown, str(rows[PAGE - 1].account))) if len(rows) > PAGE else ""
    ranked = tuple(
        Ranked(before + n, row.name, round(row.shown), row.games) for n, row in enumerate(rows[:PAGE], start=1)
    )
    return json_response(RankingResponse(title, profiles.title_of(title), ranked, later))


@route("GET", "/api/statistics", to="everybody")
def statistics(request: HttpRequest) -> HttpResponse:
    return json_response(StatisticsResponse(site_of(request).statistics.sides()))


@route("GET", "/api/statistics/{file:str}", to="everybody")
def statistics_file(request: HttpRequest) -> HttpResponse:
    """All of it to be worked with: `results.csv` or `results.json`."""
    sides, file = site_of(request).statistics.sides(), request.path_params["file"]
    if file == "results.csv":
        return file_response(as_csv(sides), file)
    if file == "results.json":
        return file_response(msgspec.json.format(msgspec.json.encode(sides)).decode() + "\n", file)
    raise Refused(404, "missing", "There is no such file.")


ROUTES = [find_people, profile, games_of, ranking, statistics, statistics_file]
