"""Requests to addresses that members gave: only to the public internet, so that none reaches the server's network.

The name is resolved once, every address it has is checked, and the connection is made to one that was checked.
Redirects are not followed, the body of the answer is not read, and all of it has to be over in time.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from ostfront.network.delivery import NotSent, Unsure

SECONDS = 15.0  # for all of it
LONGEST_URL = 1000
LONGEST_PAUSE = 3600.0  # that the other side may ask for
# IPv6 addresses that stand for IPv4 ones, which could be private
TRANSLATED = [ip_network(given) for given in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")]


class Target(NamedTuple):
    """Where a request goes."""

    secure: bool
    host: str
    port: int
    path: str


class Answered(NamedTuple):
    """The status of an answer, and for how long it asks to be left alone."""

    status: int
    after: float


def target_of(url: str, local: bool = False) -> Target:
    """The parts of an address; `local` allows plain HTTP too."""
    try:
        found = urlsplit(url)
        port, host = found.port, (found.hostname or "").rstrip(".")
    except ValueError:
        raise NotSent("This is not an address.", final=True) from None
    if any(ord(c) <= 32 or ord(c) > 126 for c in url) or len(url) > LONGEST_URL or not host:
        raise NotSent("This is not an address.", final=True)
    if found.scheme != "https" and not (local and found.scheme == "http"):
        raise NotSent("The address must begin with https://.", final=True)
    if found.username is not None or found.password is not None:
        raise NotSent("The address must not contain a name or a password.", final=True)
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    secure = found.scheme == "https"
    return Target(secure, host, port or (443 if secure else 80), path)


def check_url(url: str, local: bool = False) -> None:
    """Refuse an address that must not be asked."""
    resolved(target_of(url, local), local)


def resolved(target: Target, local: bool) -> str:
    """An address of the target's host; refused if any of them is not a public one."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent(f"There is no host {target.host}.") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses:
        raise NotSent(f"There is no host {target.host}.")
    if not local and not all(is_public(address) for address in addresses):
        raise NotSent("The address leads into a network that is not public.", final=True)
    return addresses[0]


def is_public(address: str) -> bool:
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in network for network in TRANSLATED) or found.is_site_local:
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool = False) -> Answered:
    """Send a request; what it was answered."""
    target = target_of(url, local)
    address = resolved(target, local)
    connection = HTTPConnection(target.host, target.port, timeout=SECONDS)
    connection.default_port = 443 if target.secure else 80
    given_up = Timer(SECONDS, _hang_up, (connection,))  # also on one who answers a byte now and then
    given_up.daemon = True
    sent = False
    with closing(connection):
        given_up.start()
        try:
            connection.sock = _connected(target, address)
            connection.putrequest("POST", target.path, skip_accept_encoding=True)
            for name, value in {**headers, "content-length": str(len(body)), "connection": "close"}.items():
                connection.putheader(name, value)
            sent = True
            connection.endheaders(body)
            answer = connection.getresponse()
            return Answered(answer.status, _pause(answer.getheader("retry-after", "")))
        except (OSError, HTTPException, ValueError) as wrong:
            if sent:
                raise Unsure(f"{target.host} did not answer ({type(wrong).__name__}).") from None
            raise NotSent(f"{target.host} cannot be reached ({type(wrong).__name__}).") from None
        finally:
            given_up.cancel()


def _connected(target: Target, address: str) -> socket.socket:
    plain = socket.create_connection((address, target.port), SECONDS)
    if not target.secure:
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
    except BaseException:
        plain.close()
        raise


def _hang_up(connection: HTTPConnection) -> None:
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


def _pause(text: str) -> float:
    return min(float(text), LONGEST_PAUSE) if text.isdecimal() and len(text) < 9 else 0.0


def judged(answered: Answered, host: str) -> None:
    """Raise what an answer means, if it is not a success."""
    status = answered.status
    if 200 <= status < 300:
        return
    final = 300 <= status < 500 and status not in (408, 425, 429)
    raise NotSent(f"{host} answers {status}.", final=final, after=answered.after)
