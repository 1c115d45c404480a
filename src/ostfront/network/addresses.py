"""Addresses of the network: whose request it is, and how much of that is written down."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface, ip_network

from ostfront.network.settings import Network

Address = IPv4Address | IPv6Address
PROXIES = 10  # in a row that are believed


def address_of(client: str, forwarded: str, trusted: Collection[Network]) -> str:
    """Where a request comes from: what the proxies say that we trust, from the nearest on, else the connection."""
    found = read_address(client)
    if found is None:
        return ""
    for said in forwarded.split(",")[::-1][:PROXIES]:
        told = read_address(said)
        if told is None or not any(found in network for network in trusted):
            break
        found = told
    return str(found)


def read_address(text: str) -> Address | None:
    """An address as proxies write it, with a port or without; an IPv4 address within IPv6 is one of IPv4."""
    text = text.strip()[:64]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def for_logs(address: str) -> str:
    """Enough to see where trouble comes from, too little to say who it was."""
    try:
        found = ip_interface(address)
    except ValueError:
        return ""
    return str(ip_network((found.ip, 24 if found.version == 4 else 48), strict=False))
