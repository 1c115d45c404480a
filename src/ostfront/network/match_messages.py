"""What the page and a site send each other about finding a game: challenges, one's games, people and ratings.

Times are seconds since 1970; 0 means never.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ostfront.core.page.table import PageStruct
from ostfront.network.terms import Terms

Invited = Literal["link", "member", "open"]
Choosing = Literal["seat", "random", "other"]

# ---- what the page sends ---------------------------------------------------------------------------------


class ChallengeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An offer to play. `to` is who may accept it; `name` is that of a member.

    `choosing` says which seat is mine: this `seat`, any at random, or whichever the others leave. `computers` gives
    the level of each seat that a computer plays; people take the rest.
    """

    terms: Terms
    to: Invited
    name: str = ""
    choosing: Choosing = "seat"
    seat: str = ""
    computers: dict[str, str] = {}


class SoloRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game against computers: I play this seat, they play the others, each at its level. It starts at once."""

    terms: Terms
    seat: str
    computers: dict[str, str]


class LookRequest(msgspec.Struct, forbid_unknown_fields=True):
    """`key` is what the link of a challenge holds; it stays out of addresses, which are logged."""

    key: str = ""


class AcceptRequest(msgspec.Struct, forbid_unknown_fields=True):
    """`name` is for somebody without an account, who comes by a link."""

    key: str = ""
    seat: str = ""
    name: str = ""


class LessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The guided game of this game."""

    game: str


class BoardRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A private board from the text of a record or a position."""

    text: str


# ---- challenges ------------------------------------------------------------------------------------------


class ChallengePlace(PageStruct, frozen=True):
    """A seat of a challenge: a computer's, somebody's, or open to whoever accepts."""

    seat: str
    level: str
    name: str
    open: bool


class ChallengeInfo(PageStruct, frozen=True):
    """A challenge as somebody sees it. `options` are those that are not as usual, in words."""

    id: str
    by: str
    rating: int | None  # of whoever made it, in this game
    invited: Invited
    to: str
    state: str  # open, accepted, declined, withdrawn, expired
    terms: Terms
    title: str
    scenario: str
    options: tuple[str, ...]
    choosing: Choosing
    places: tuple[ChallengePlace, ...]
    created: float
    expires: float
    match: str  # the game that came of it, for those who play it
    mine: bool  # made by whoever asks
    joined: bool  # whoever asks has a seat


class ChallengeMade(PageStruct, frozen=True):
    """A challenge that was just made, with the link to it if there is one, and its QR code."""

    challenge: ChallengeInfo
    link: str
    code: list[str]


class ChallengePage(PageStruct, frozen=True):
    """Open challenges; `next` is where the next page begins, empty if there is none."""

    challenges: tuple[ChallengeInfo, ...]
    next: str


class Begun(PageStruct, frozen=True):
    """A challenge was accepted: `match` is empty while other seats are open."""

    match: str


class Rematch(PageStruct, frozen=True):
    """What came of asking for a rematch: a game that has begun, or a challenge to the other player."""

    match: str
    challenge: str


# ---- games -----------------------------------------------------------------------------------------------


class MatchSeat(PageStruct, frozen=True):
    seat: str
    name: str
    level: str
    mine: bool
    awaited: bool


class MatchCard(PageStruct, frozen=True):
    """A game as a list shows it. `since`, `left` and `deadline` are those of whoever is awaited first."""

    id: str
    game: str
    title: str
    scenario: str
    kind: str  # match, whatif, lesson
    turn: int
    changed: float
    seats: tuple[MatchSeat, ...]
    since: float
    left: float
    deadline: float
    rated: bool
    clock: str
    watch: str
    ended: float
    end: str  # how: played, conceded, time, agreed, called off; empty while it is played
    winner: str
    reason: str
    outcome: str  # for whoever asks: won, lost, drew, off; empty if they did not play, or it is not over
    parent: str  # of a what-if board


class MatchPage(PageStruct, frozen=True):
    games: tuple[MatchCard, ...]
    next: str


class HomeResponse(PageStruct, frozen=True):
    """My games by whose turn it is, and the challenges to me and by me."""

    mine: tuple[MatchCard, ...]
    waiting: MatchPage
    over: MatchPage
    boards: tuple[MatchCard, ...]
    received: tuple[ChallengeInfo, ...]
    sent: tuple[ChallengeInfo, ...]


# ---- people ----------------------------------------------------------------------------------------------


class RatingInfo(PageStruct, frozen=True):
    """A rating in a game, or of all games if `game` is empty; provisional until it rests on a few games."""

    game: str
    title: str
    shown: int
    games: int
    provisional: bool


class RatingPoint(PageStruct, frozen=True):
    at: float
    shown: int


class RecordRow(PageStruct, frozen=True):
    """How somebody did with a side of a scenario, and how lucky."""

    game: str
    title: str
    scenario: str
    side: str
    won: int
    lost: int
    drew: int
    luck: float
    rolls: int


class PlayedSeat(PageStruct, frozen=True):
    """Who played a seat of a game that is over; nobody's name if the account is gone."""

    seat: str
    side: str
    name: str
    level: str
    outcome: str


class PlayedGame(PageStruct, frozen=True):
    """A game that is over. `change` is that of the rating; `open`: whoever asks may look at it.

    `outcome` is won, lost, drew, or off if it was called off. `luck` is that of the side over so many `rolls` of
    battles.
    """

    id: str
    game: str
    title: str
    scenario: str
    seats: tuple[PlayedSeat, ...]
    outcome: str
    end: str
    ended: float
    rated: bool
    change: int | None
    luck: float
    rolls: int
    open: bool


class PlayedPage(PageStruct, frozen=True):
    games: tuple[PlayedGame, ...]
    next: str


class ProfileResponse(PageStruct, frozen=True):
    """Somebody at this site. `histories` are the ratings after each rated game, by game."""

    name: str
    kind: str
    since: float
    me: bool
    away: float  # on vacation until then
    ratings: tuple[RatingInfo, ...]
    histories: dict[str, tuple[RatingPoint, ...]]
    record: tuple[RecordRow, ...]
    games: PlayedPage


class PeopleResponse(PageStruct, frozen=True):
    names: tuple[str, ...]


class Ranked(PageStruct, frozen=True):
    rank: int
    name: str
    shown: int
    games: int


class RankingResponse(PageStruct, frozen=True):
    """The leader board of a game, or of all games, from the highest rating down."""

    game: str
    title: str
    ranked: tuple[Ranked, ...]
    next: str


class SideStatistics(PageStruct, frozen=True):
    """How a side of a scenario did in the games that were played to an end at this site."""

    game: str
    title: str
    scenario: str
    scenario_title: str
    side: str
    people: bool  # only people played
    games: int
    won: int
    lost: int
    drew: int
    conceded: int  # of these games, whoever conceded
    on_time: int  # ended by the clock
    moves: float  # of this side's first seat, on average
    luck: float  # in all of these games together
    rolls: int


class StatisticsResponse(PageStruct, frozen=True):
    sides: tuple[SideStatistics, ...]
