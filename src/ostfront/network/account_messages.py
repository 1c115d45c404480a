"""What the page and a site send each other about accounts: logging in, settings."""

from __future__ import annotations

from ostfront.core.page.table import PageStruct


class SiteInfo(PageStruct, frozen=True):
    """What everybody may know of the site."""

    name: str
    version: str
    registration: str  # open, closed
    mail: bool  # whether it can send letters


class Me(PageStruct, frozen=True):
    """Whoever is logged in; a guest came by a link and gave no address."""

    name: str
    kind: str  # member, guest
    email: str
    verified: bool


class MeResponse(PageStruct, frozen=True):
    """Nobody is logged in if `me` is missing."""

    site: SiteInfo
    me: Me | None
