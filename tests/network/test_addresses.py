"""Where a request comes from: proxies are believed one by one, from the nearest on, and only if they are ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from network.site_client import ADDRESS, SiteClient
from ostfront.network.addresses import address_of, for_logs
from ostfront.network.settings import Settings
from ostfront.server.guard import knock_of
from ostfront.server.visitors import Visitor

TRUSTED = Settings(public_url=ADDRESS, proxies=("127.0.0.1", "10.0.0.0/8", "fd00::/8")).trusted


@pytest.mark.parametrize(
    ("client", "forwarded", "found"),
    [
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),  # not a proxy of ours: what it says is not believed
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),  # the first was sent along by the visitor
        ("127.0.0.1", "1.2.3.4, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"),
        ("127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("fd00::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"),
        ("::ffff:127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", ", ,", "127.0.0.1"),
        ("127.0.0.1", ", ".join(["10.0.0.1"] * 12), "10.0.0.1"),
        ("", "198.51.100.1", ""),
    ],
)
def test_proxies(client: str, forwarded: str, found: str) -> None:
    assert address_of(client, forwarded, TRUSTED) == found


@pytest.mark.parametrize(
    ("address", "shown"),
    [("198.51.100.77", "198.51.100.0/24"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("", ""), ("somewhere", "")],
)
def test_the_log_has_the_beginning_of_an_address(address: str, shown: str) -> None:
    assert for_logs(address) == shown


def test_a_header_in_several_lines_is_one(tmp_path: Path) -> None:
    """Else whoever adds a line of their own would decide what the proxy says."""
    with SiteClient(tmp_path, proxies=("127.0.0.1",)) as client:
        lines = [(b"host", b"play.example"), (b"x-forwarded-for", b"1.2.3.4"), (b"x-forwarded-for", b"198.51.100.1")]
        scope = {
            "type": "http", "method": "GET", "path": "/api/me", "query_string": b"", "headers": lines,
            "client": ("127.0.0.1", 5), "scheme": "http",
        }  # fmt: skip
        visitor = client.run(client.app.door.admit(knock_of(scope)))
        assert isinstance(visitor, Visitor) and visitor.address == "198.51.100.1"
