"""A player who uses the page: reads the decision and answers with mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import httpx
from playwright.sync_api import Page

Json = dict[str, Any]
GAME = "victory-denied"

# where a place of the board is on the screen
WHERE = """([x, y]) => {
  const world = document.querySelector('.world');
  const m = new DOMMatrix(getComputedStyle(world).transform);
  const box = world.parentElement.getBoundingClientRect();
  return [box.left + m.e + x * m.a, box.top + m.f + y * m.a, box.width, box.height, box.left, box.top];
}"""
# the board moves to what is asked in the frame after
STANDS_STILL = """async () => {
  const world = document.querySelector('.world');
  const frame = () => new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 1000); });
  for (let before = '', same = 0, n = 0; same < 2 && n < 60; n++) {
    await frame();
    const now = getComputedStyle(world).transform;
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
SHOWS = "text => document.querySelector('.ask')?.textContent.includes(text)"


def choose(page: Page, scenario: str) -> None:
    """A scenario of the game that is chosen in the lobby."""
    page.click(f"label:has(input[name=scenario][value={scenario}])")


class Tabletop:
    """The server, asked directly: what the tests compare the page with."""

    def __init__(self, address: str, key: str, client: httpx.Client) -> None:
        self.address = address
        self.key = key
        self.client = client

    def ask(self, path: str, token: str = "") -> Any:
        answer = self.client.get(path, headers={"Seat-Token": token} if token else {})
        assert answer.status_code == 200, answer.text[:300]
        return answer.json()

    def new_game(
        self,
        first: str = "human",
        soviet: str = "computer",
        game: str = GAME,
        scenario: str = "",
        level: str = "recruit",
    ) -> Json:
        def seat(name: str, player: str) -> Json:
            return {"seat": name, "player": player, "level": level if player == "computer" else "", "name": ""}

        listed = next(one for one in self.ask("/api/catalogue")["games"] if one["id"] == game)
        names = [one["id"] for one in listed["seats"]]
        seats = [seat(name, player) for name, player in zip(names, (first, soviet), strict=True)]
        order = {"game": game, "scenario": scenario, "options": {}, "seats": seats}
        made = self.client.post("/api/games", json=order)
        assert made.status_code == 201, made.text[:300]
        return made.json()  # type: ignore[no-any-return]


class Player:
    """One seat of a game, at its page."""

    def __init__(self, page: Page, table: Tabletop, game: Json, seat: str = "German") -> None:
        self.page = page
        self.table = table
        self.id = game["id"]
        self.token = next(one["token"] for one in game["seats"] if one["seat"] == seat)
        found = table.ask(f"/api/games/{self.id}/table", self.token)
        self.places = {place["id"]: place for place in found["places"]}
        self.verbs = found["verbs"]

    def sit_down(self) -> None:
        self.page.goto(f"{self.table.address}/#/game/{self.id}")
        self.page.wait_for_selector(".piece")

    # ---- what the table says ---------------------------------------------------------------------------

    def view(self) -> Json:
        return self.table.ask(f"/api/games/{self.id}/view", self.token)  # type: ignore[no-any-return]

    def asked(self, patience: float = 60) -> Json:
        """The view, once this seat has a decision (or the game is over) and the page shows it."""
        start = monotonic()
        while monotonic() - start < patience:
            view = self.view()
            if view["asked"]:
                prompt = view["asked"][0]["prompt"]
                self.page.wait_for_function(SHOWS, arg=prompt)
                return view
            if view["result"]:
                return view
            sleep(0.1)
        raise AssertionError("nothing was asked")

    def play_until(self, ready: Callable[[Json], bool], answer: Callable[[Json], str], patience: float = 60) -> None:
        """Answers at the server, without the page, until the view is as wanted."""
        start = monotonic()
        while monotonic() - start < patience:
            view = self.view()
            if not view["asked"]:
                sleep(0.05)
                continue
            if ready(view):
                return
            draft = {
                "after": view["draft"]["after"],
                "actions": [*view["draft"]["actions"], answer(view["asked"][0])],
            }
            self.table.client.put(f"/api/games/{self.id}/draft", json=draft, headers={"Seat-Token": self.token})
        raise AssertionError("it never came to that")

    def changed(self, view: Json, patience: float = 20) -> Json:
        start = monotonic()
        while monotonic() - start < patience:
            now = self.view()
            if now["etag"] != view["etag"]:
                return now
            sleep(0.05)
        raise AssertionError(f"nothing changed after {view['phase']}: {view['asked'][:1]}")

    # ---- hands -----------------------------------------------------------------------------------------

    def xy(self, place: str) -> tuple[float, float]:
        """Where it is; the board is moved by its keys until it is well in sight."""
        spot = self.places[place]
        assert spot["board"], f"{place} is not on the board"
        self.page.evaluate(STANDS_STILL)
        for _ in range(60):
            x, y, width, height, left, top = self.page.evaluate(WHERE, [spot["x"], spot["y"]])
            low, high = left + width * 0.15, left + width * 0.55
            above, below = top + height * 0.2, top + height * 0.6
            key = "a" if x < low else "d" if x > high else "w" if y < above else "s" if y > below else ""
            if not key:
                break
            self.page.keyboard.press(key)
        return x, y

    def click(self, place: str) -> None:
        x, y = self.xy(place)
        self.page.mouse.click(x, y)

    def do(self, text: str) -> Json:
        """Any action that is offered, by clicking as a player would. The view after it."""
        view = self.asked()
        decision = view["asked"][0]
        verb, _, rest = text.partition(" ")
        words = rest.split()
        group = next(one for one in decision["groups"] if one["verb"] == verb)
        where = {piece["id"]: piece["at"] for piece in view["pieces"]}
        takes = group["takes"][:1]
        if not takes:
            self.page.click(f'.verbs button:has-text("{group["label"]}")')
        elif group["paths"]:
            self.path(group, words, where)
        elif takes == ["unit"] and self.places[where[words[0]]]["board"]:
            self.click(where[words[0]])
            self.menu(view, words[0])
        elif takes == ["place"] and self.places[words[0]]["board"]:
            self.click(words[0])
            self.menu(view, "")
        else:
            self.page.locator(".verbs button[data-key]").nth(self.number(decision, view, text)).click()
        return self.changed(view)

    def menu(self, view: Json, unit: str) -> None:
        """When a click could mean several things, the stack fans out and asks."""
        self.page.wait_for_timeout(150)
        if self.view()["etag"] == view["etag"] and self.page.locator(".fan .choices button").count():
            labels = self.page.locator(".fan .choices button").all_inner_texts()
            pieces = self.table.ask(f"/api/games/{self.id}/table", self.token)["pieces"]
            wanted = next((one["name"] for one in pieces if one["id"] == unit), "")
            index = next((i for i, label in enumerate(labels) if wanted in label), 0)
            self.page.locator(".fan .choices button").nth(index).click()

    def path(self, group: Json, words: list[str], where: dict[str, str]) -> None:
        self.click(words[-1] if self.places[words[-1]]["board"] else where[words[0]])
        self.page.wait_for_timeout(150)
        if self.page.locator(".fan .choices button").count():
            self.page.locator(".fan .choices button").first.click()

    def number(self, decision: Json, view: Json, text: str) -> int:
        """Which of the prompt's buttons says this."""
        where = {piece["id"]: piece["at"] for piece in view["pieces"]}
        at = 0
        # what ends something comes last
        for group in sorted(decision["groups"], key=lambda one: bool(self.verbs[one["verb"]]["ends"])):
            if not group["takes"]:
                at += 1
                continue
            on_board = [target for target in group["targets"] if self.drawn(group, target, where)]
            at += bool(on_board or group["paths"])
            for target in group["targets"]:
                if target not in on_board:
                    if f"{group['verb']} {target}" == text:
                        return at
                    at += 1
        raise AssertionError(f"no button for {text}")

    def drawn(self, group: Json, target: str, where: dict[str, str]) -> bool:
        place = where.get(target, "") if group["takes"][0] == "unit" else target
        return group["takes"][0] in ("unit", "place") and bool(self.places.get(place, {}).get("board"))
