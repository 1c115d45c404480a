"""Routes of one's own account: name, password, address, sessions, data; and of keeping away from others."""

from __future__ import annotations

import re
from time import time

from litestar import Response

from ostfront.network import account_changes, leaving
from ostfront.network.account_export import export
from ostfront.network.account_messages import (
    AddressRequest,
    BlockRequest,
    BlocksResponse,
    EnterResponse,
    LeaveRequest,
    PasswordRequest,
    RenameRequest,
    ReportRequest,
    SessionInfo,
    SessionsResponse,
)
from ostfront.network.account_names import name_key
from ostfront.network.account_routes import SMALL, account_of, shown
from ostfront.network.moderation import report
from ostfront.network.site import site_of
from ostfront.network.site_door import session_cookie
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of

ACCOUNT = "/api/account"
BROWSERS = ("Edg", "OPR", "Firefox", "Chromium", "Chrome", "Safari")  # Chrome says that it is Safari too, and so on
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip
CALLED = {"Edg": "Edge", "OPR": "Opera"}


@route("PUT", ACCOUNT + "/name", takes=RenameRequest, limit=SMALL, to="member")
def change_name(request: HttpRequest, data: RenameRequest) -> HttpResponse:
    account, visitor = account_of(request), visitor_of(request)
    return json_response(shown(account_changes.change_name(site_of(request), account, data.name, visitor, time())))


@route("PUT", ACCOUNT + "/password", takes=PasswordRequest, limit=SMALL, pool="passwords", to="member")
def change_password(request: HttpRequest, data: PasswordRequest) -> HttpResponse:
    account, visitor = account_of(request), visitor_of(request)
    account_changes.change_password(site_of(request), account, data.old, data.new, visitor, time())
    return json_response(shown(account))


@route("PUT", ACCOUNT + "/address", takes=AddressRequest, limit=SMALL, pool="passwords", to="member")
def change_address(request: HttpRequest, data: AddressRequest) -> HttpResponse:
    account, visitor = account_of(request), visitor_of(request)
    site = site_of(request)
    changed = account_changes.change_address(site, account, data.email, data.password, visitor, time())
    return json_response(EnterResponse(changed is None, None if changed is None else shown(changed)))


# ---- sessions ------------------------------------------------------------------------------------------------


@route("GET", ACCOUNT + "/sessions", to="member")
def sessions(request: HttpRequest) -> HttpResponse:
    """Where one is logged in."""
    visitor = visitor_of(request)
    found = site_of(request).sessions.of(visitor.account, time())
    return json_response(
        SessionsResponse(
            [SessionInfo(s.id, browser_of(s.browser), s.created, s.seen, s.id == visitor.session) for s in found]
        )
    )


@route("DELETE", ACCOUNT + "/sessions/{id:str}", to="member")
def end_session(request: HttpRequest) -> HttpResponse:
    if not site_of(request).sessions.end(request.path_params["id"], visitor_of(request).account):
        raise Refused(404, "missing", "This session has ended already.")
    return json_response({})


@route("DELETE", ACCOUNT + "/sessions", to="member")
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    visitor = visitor_of(request)
    site_of(request).sessions.end_all(visitor.account, but=visitor.session)
    return json_response({})


def browser_of(agent: str) -> str:
    """What a browser calls itself, for people."""
    found = next((word for word in BROWSERS if re.search(rf"\b{word}\w*/", agent)), "")
    system = next((name for word, name in SYSTEMS.items() if word in agent), "")
    name = CALLED.get(found, found) or "A browser"
    return f"{name} on {system}" if system else name


# ---- data ----------------------------------------------------------------------------------------------------


@route("GET", ACCOUNT + "/export", pool="imports", to="member")
def export_account(request: HttpRequest) -> HttpResponse:
    site = site_of(request)
    site.limits.check("export", visitor_of(request), time())
    headers = {"content-disposition": 'attachment; filename="ostfront-account.zip"'}
    return Response(export(site, account_of(request)), media_type="application/zip", headers=headers)


@route("POST", ACCOUNT + "/leave", takes=LeaveRequest, limit=SMALL, pool="passwords", to="member")
def leave(request: HttpRequest, data: LeaveRequest) -> HttpResponse:
    """Delete the account. Members give their password, and everybody the name."""
    site, account = site_of(request), account_of(request)
    if name_key(data.name) != name_key(account.name):
        raise Refused(400, "name", "This is not the name of your account.")
    if not account.guest:
        account_changes.prove_again(site, account, data.password, visitor_of(request), time())
    leaving.leave(site, account, time())
    return json_response({}, headers={"set-cookie": session_cookie(site.settings, "")})


# ---- others --------------------------------------------------------------------------------------------------


@route("GET", ACCOUNT + "/blocks", to="member")
def blocks(request: HttpRequest) -> HttpResponse:
    return json_response(BlocksResponse(site_of(request).blocks.of(visitor_of(request).account)))


@route("POST", ACCOUNT + "/blocks", takes=BlockRequest, limit=SMALL, to="member")
def block(request: HttpRequest, data: BlockRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    site.blocks.add(visitor.account, site.accounts.named(data.name))
    return json_response(BlocksResponse(site.blocks.of(visitor.account)))


@route("DELETE", ACCOUNT + "/blocks/{name:str}", to="member")
def unblock(request: HttpRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    site.blocks.remove(visitor.account, site.accounts.named(request.path_params["name"]))
    return json_response(BlocksResponse(site.blocks.of(visitor.account)))


@route("POST", "/api/reports", takes=ReportRequest, limit=SMALL, to="member")
def report_person(request: HttpRequest, data: ReportRequest) -> HttpResponse:
    """Tell whoever runs the site about somebody."""
    site = site_of(request)
    report(site, visitor_of(request), site.accounts.named(data.name), data.game, data.text, time())
    return json_response({})


ROUTES = [
    change_name, change_password, change_address, sessions, end_session, end_other_sessions, export_account, leave,
    blocks, block, unblock, report_person,
]  # fmt: skip
