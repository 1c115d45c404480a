"""A friend at a phone in the same network: invited by the page, seated by the link, playing the other side."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from web.player import Player, Tabletop


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Tabletop]:
    """A table of its own, shared at a second address of this machine."""
    command = [sys.executable, "-m", "ostfront.cli", "play", "--port", "0", "--no-browser", "--share"]
    command += ["--address", "127.0.0.2", "--data-folder", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        assert process.stdout is not None
        found = re.search(r"(http://127\.0\.0\.1:\d+)/open\?key=(\S+)", process.stdout.readline())
        assert found
        with httpx.Client(base_url=found[1], headers={"Authorization": f"Bearer {found[2]}"}, timeout=60) as client:
            yield Tabletop(found[1], found[2], client)
    finally:
        process.terminate()
        process.wait(20)


def test_a_friend_takes_a_seat_with_a_phone(shared: Tabletop, browser: Browser) -> None:
    game = shared.new_game(soviet="guest")
    taught = "localStorage.setItem('ostfront.settings', JSON.stringify({taught: true}));"
    desk = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    pocket = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    for context in (desk, pocket):
        context.add_init_script(taught)
    own = desk.new_page()
    own.goto(f"{shared.address}/open?key={shared.key}")
    own.goto(f"{shared.address}/#/game/{game['id']}")
    own.click("nav >> text=Invite")
    dialog = own.get_by_role("dialog", name="Invite a friend")
    expect(dialog).to_contain_text("not encrypted")
    link = dialog.get_by_label("Link", exact=True).input_value()
    assert link.startswith("http://127.0.0.2:") and dialog.locator("svg path").get_attribute("d")

    phone = pocket.new_page()
    phone.goto(link)
    phone.get_by_label("Your name, for the others").fill("Boris")
    phone.get_by_role("button", name="Sit down").click()
    phone.wait_for_selector(".piece")
    assert link.split("/")[-1] not in phone.url
    expect(dialog).to_contain_text("Boris has taken this seat")

    # the phone selects the Soviet chits; the other screen gets its turn without anybody touching it
    summary = phone.evaluate("id => fetch(`/api/games/${id}`).then((answer) => answer.json())", game["id"])
    tokens = {one["seat"]: one["token"] for one in summary["seats"]}
    assert tokens["German"] == "" and tokens["Soviet"]
    friend = Player(phone, shared, summary, "Soviet")
    for _ in range(2):
        choice = friend.asked()["asked"][0]["groups"][0]
        friend.do(f"{choice['verb']} {choice['targets'][0]}")
    own.keyboard.press("Escape")
    host = Player(own, shared, game, "German")
    assert host.asked()["asked"]
    for context in (desk, pocket):
        context.close()
