"""What the page and a site send each other about accounts: logging in, settings, keeping order."""

from __future__ import annotations

import msgspec

from ostfront.core.page.table import PageStruct

# ---- what the page sends ---------------------------------------------------------------------------------


class RegisterRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    email: str
    password: str


class LoginRequest(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str


class VerifyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link; another name if the one that was chosen is taken by now."""

    token: str
    name: str = ""


class ForgotRequest(msgspec.Struct, forbid_unknown_fields=True):
    email: str


class ResetRequest(msgspec.Struct, forbid_unknown_fields=True):
    token: str
    password: str


class MemberRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest becomes a member."""

    email: str
    password: str


class PasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    old: str
    new: str


class AddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    email: str
    password: str


class RenameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class LeaveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The name confirms that it is meant; guests have no password."""

    name: str
    password: str = ""


class BlockRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class ReportRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    text: str
    game: str = ""


# ---- what it receives ------------------------------------------------------------------------------------


class SiteInfo(PageStruct, frozen=True):
    """What everybody may know of the site."""

    name: str
    version: str
    registration: str  # open, closed
    mail: bool  # whether it can send letters
    passkeys: bool  # whether one can log in with them


class Me(PageStruct, frozen=True):
    """Whoever is logged in; a guest came by a link and gave no address."""

    name: str
    kind: str  # member, guest
    email: str
    verified: bool


class Announcement(PageStruct, frozen=True):
    """What whoever runs the site tells everybody."""

    id: int
    text: str
    created: float


class MeResponse(PageStruct, frozen=True):
    """Nobody is logged in if `me` is missing."""

    site: SiteInfo
    me: Me | None
    announcements: list[Announcement]


class EnterResponse(PageStruct, frozen=True):
    """Either a letter is on its way, or this is who is logged in now."""

    letter: bool
    me: Me | None


class SessionInfo(PageStruct, frozen=True):
    """A browser that is logged in."""

    id: str
    browser: str
    begun: float
    seen: float
    here: bool  # this browser


class SessionsResponse(PageStruct, frozen=True):
    sessions: list[SessionInfo]


class BlocksResponse(PageStruct, frozen=True):
    """The names of those whom one has blocked."""

    names: list[str]
