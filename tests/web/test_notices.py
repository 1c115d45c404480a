"""The page says what of it other people wrote, and under which licence."""

from __future__ import annotations

from locked import of_page

from web.player import Tabletop


def test_the_licences_of_the_parts(table: Tabletop) -> None:
    answer = table.client.get("/third-party-notices.txt")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    versions = {one.name: one.version for one in of_page()}
    for name in ("svelte", "milsymbol"):
        assert f"{name} {versions[name]} (MIT)\n" in answer.text
    assert answer.text.count("Permission is hereby granted") == answer.text.count("(MIT)\n")
