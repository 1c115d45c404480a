"""The bench of the page: every game in a real browser, against a computer that has nothing to do.

It measures how long a table takes from opening to an interactive board, how long a click takes until its answer is on
the screen, at several zooms, and how long the frames of a pan are. The server runs in a process of its own, the
browser is chromium, driven by Playwright. Times are of this machine and of this moment: nothing is asserted.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ostfront import games
from ostfront.bench.page_scripts import (
    ANSWERED,
    BUSY,
    COUNTER,
    EMPTY,
    FRAMES,
    ON_BOARD,
    SCALE,
    STOP_FRAMES,
    WATCH,
    WHERE,
)
from ostfront.bench.report import Line, at_most
from ostfront.core.errors import OstfrontError

MOST_OPENING_MS = 2500
MOST_MEDIAN_MS = 150
MOST_P95_MS = 600
MOST_FRAME_MS = 60
ZOOMS = {"whole board": 0.0, "default": 1.0, "closest": 3.0}
LARGEST = {"victory-awaits": "campaign"}  # scenarios on more map than the first one of their game
CLICKS = 8
ENOUGH = 2  # units to click at; where most are stacked, there may be no more
SIZE = (1440, 900)
WAIT_MS = 60_000
DRAWING_MS = 600_000
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
SETTINGS = "localStorage.setItem('ostfront.settings', JSON.stringify({taught: true, confirm: false}));"


class Case(NamedTuple):
    """A game and one of its scenarios; empty for the first."""

    game: str
    scenario: str = ""


def cases() -> list[Case]:
    """Every game, and the scenarios with the largest boards."""
    return [*(Case(name) for name in games.names()), *(Case(*one) for one in LARGEST.items())]


def measure(
    wanted: Sequence[Case] = (),
    clicks: int = 0,
    zooms: Mapping[str, float] | None = None,
    started: Callable[[str], None] = lambda _name: None,
) -> list[Line]:
    """The lines of the table, game by game."""
    lines: list[Line] = []
    with _browser() as browser, _table() as (address, key):
        for case in wanted or cases():
            name = " ".join(filter(None, case))
            started(name)
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
            context.add_init_script(SETTINGS + WATCH)
            context.set_default_timeout(WAIT_MS)
            try:
                lines += _Bench(context, address, key, case).lines(name, clicks or CLICKS, zooms or ZOOMS)
            finally:
                context.close()
    return lines


@contextmanager
def _table() -> Iterator[tuple[str, str]]:
    """`ostfront play` on a free port: its address and its key."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ostfront.cli", "play", "--port", "0", "--no-browser"]
        process = subprocess.Popen([*command, "--data-folder", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"(http://127\.0\.0\.1:\d+)/open\?key=(\S+)", process.stdout.readline())
            if found is None:
                raise OstfrontError("The table did not open; try `ostfront play`.")
            yield found[1], found[2]
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def _browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise OstfrontError("The bench of the page needs Playwright: pip install playwright.") from None
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        except Error:
            raise OstfrontError(
                "The bench of the page needs chromium: install it, or run `playwright install chromium`."
            ) from None
        yield started
        started.close()


class _Bench:
    """One game at one page."""

    def __init__(self, context: Any, address: str, key: str, case: Case) -> None:
        self.page = context.new_page()
        self.address = address
        self.headers = {"Authorization": f"Bearer {key}"}
        self.page.goto(f"{address}/open?key={key}")
        self.game = self._new_game(case)
        self.headers["Seat-Token"] = next(seat["token"] for seat in self.game["seats"] if seat["token"])
        table = self._ask("GET", "/table")
        self.places = {place["id"]: place for place in table["places"]}
        for board in table["boards"]:  # a map that was never seen is drawn first, and kept
            self.page.request.get(address + board["image"], headers=self.headers, timeout=DRAWING_MS)

    def _request(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.page.request.fetch(self.address + path, method=method, headers=self.headers, data=data)
        if not answer.ok:
            raise OstfrontError(f"The table refused {method} {path}: {answer.text()[:200]}.")
        return answer.json()

    def _ask(self, method: str, path: str, data: Any = None) -> Any:
        return self._request(method, f"/api/games/{self.game['id']}{path}", data)

    def _new_game(self, case: Case) -> Any:
        """The first seat is a person's, the others are the recruit's."""
        choice = {"game": case.game, "scenario": case.scenario}
        seats = [
            {"seat": seat["id"], "player": "computer" if i else "human", "level": "recruit" if i else ""}
            for i, seat in enumerate(self._request("POST", "/api/seats", choice)["seats"])
        ]
        return self._request("POST", "/api/games", {**choice, "seats": seats})

    def lines(self, name: str, clicks: int, zooms: Mapping[str, float]) -> list[Line]:
        self._until_something_is_on_the_board()
        opening = self._open()
        if clicks > 1:  # the rest of the map is drawn between other things, and should not be measured with them
            self.page.wait_for_selector("[data-map=whole]", state="attached")
        found = [at_most(name, "opening to interactive board", opening, "ms", MOST_OPENING_MS)]
        for zoom, scale in zooms.items():
            times = self._clicks(scale, clicks)
            if len(times) < 2:
                continue
            middle, slowest = median(times), quantiles(times, n=20, method="inclusive")[18]
            found.append(at_most(name, f"click, {zoom}, median", middle, "ms", MOST_MEDIAN_MS))
            found.append(at_most(name, f"click, {zoom}, p95", slowest, "ms", MOST_P95_MS))
            found.append(at_most(name, f"pan frame, {zoom}, p95", self._pan(), "ms", MOST_FRAME_MS))
        return found

    def _view(self) -> Any:
        """The view once the computer has nothing to do."""
        for _ in range(600):
            view = self._ask("GET", "/view")
            if view["asked"] or view["result"]:
                return view
            self.page.wait_for_timeout(100)
        raise OstfrontError("The computer did not finish its move within a minute.")

    def _targets(self, view: Any) -> list[tuple[str, str]]:
        """Units that can be taken up and lie alone on the board, and where."""
        where = {piece["id"]: piece["at"] for piece in view["pieces"]}
        found: list[str] = []
        places = list(where.values())
        for asked in view["asked"]:
            movers = set(asked["leads_to"])
            for group in asked["groups"]:
                if group["verb"] in movers and group["takes"][:1] == ["unit"]:
                    found += [unit for unit in group["targets"] if unit in where]
        lonely = [(unit, where[unit]) for unit in found if places.count(where[unit]) == 1]
        return [(unit, place) for unit, place in lonely if self.places.get(place, {}).get("board")]

    def _until_something_is_on_the_board(self) -> None:
        """Answers quickly until a unit of the board can be taken up."""
        for _ in range(400):
            view = self._view()
            if view["result"] or len(self._targets(view)) >= ENOUGH:
                return
            groups = view["asked"][0]["groups"]
            ending = next((group for group in groups if group["verb"] in ("done", "pass", "stop")), groups[0])
            words = ending["targets"][:1] or (ending["paths"][0] if ending["paths"] else [])
            draft = [*view["draft"]["actions"], " ".join([ending["verb"], *words])]
            self._ask("PUT", "/draft", {"after": view["draft"]["after"], "actions": draft})

    def _open(self) -> float:
        """Milliseconds until the board can be clicked and the map in sight is drawn."""
        self.page.goto(f"{self.address}/#/game/{self.game['id']}")
        self.page.reload()
        self.page.wait_for_selector(".piece")
        self.page.wait_for_selector("[data-map=seen], [data-map=whole]", state="attached")
        return float(self.page.evaluate("performance.now()"))

    def _clicks(self, scale: float, clicks: int) -> list[float]:
        """Milliseconds from a click on a unit until the answer is drawn, and of taking it back.

        The units are spread over the board; where there are few, they are clicked again.
        """
        times: list[float] = []
        view = self._view()
        drafted, targets = view["draft"]["actions"], self._targets(view)
        step = max(1, len(targets) // clicks)
        for unit, place in islice(cycle(targets[::step]), clicks if targets else 0):
            x, y = self._go_to(unit, place, scale)
            if not self.page.evaluate(ON_BOARD, [x, y]):
                continue
            self.page.evaluate("window.__bench.begin()")
            self.page.mouse.click(x, y)
            found: list[float] = []
            # it could mean several things: the page asked which, and there is nothing to take back
            if not self._answered(found) or len(self._view()["draft"]["actions"]) <= len(drafted):
                self.page.keyboard.press("Escape")
                continue
            self.page.evaluate("window.__bench.begin()")
            self.page.keyboard.press("z")
            self._answered(found)
            times += found
        return times

    def _answered(self, times: list[float]) -> bool:
        """Waits for the answer, long enough for the frame after it; False if nothing was asked of the server."""
        for _ in range(100):
            self.page.wait_for_timeout(200)
            found = self.page.evaluate(ANSWERED)
            if found is not None:
                times.append(float(found))
                return True
            if not self.page.evaluate(BUSY):
                return False
        return False

    def _go_to(self, unit: str, place: str, scale: float) -> tuple[float, float]:
        """Zoom in where the place is, from the whole board."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("0")
        spot = self.places[place]
        x, y = self.page.evaluate(WHERE, [spot["x"], spot["y"]])
        self.page.mouse.move(x, y)
        for _ in range(40):
            if self.page.evaluate(SCALE) >= scale - 0.01:
                break
            self.page.mouse.wheel(0, -120)
            self.page.wait_for_timeout(16)
        # a board narrower than the window stays in its middle: the rest of the way by the keys
        for _ in range(60):
            x, y = self.page.evaluate(WHERE, [spot["x"], spot["y"]])
            key = "a" if x < 300 else "d" if x > 700 else "w" if y < 250 else "s" if y > 550 else ""
            if not key:
                break
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(900)
        x, y = self.page.evaluate(COUNTER, unit) or self.page.evaluate(WHERE, [spot["x"], spot["y"]])
        return x, y

    def _pan(self) -> float:
        """The 95th percentile of the frames of a pan, in milliseconds."""
        x, y = self.page.evaluate(EMPTY)
        self.page.evaluate(FRAMES)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for step in range(40):
            self.page.mouse.move(x + (step % 20) * 14, y - (step % 20) * 9)
            self.page.wait_for_timeout(16)
        self.page.mouse.up()
        frames: list[float] = self.page.evaluate(STOP_FRAMES)
        return quantiles(frames, n=20, method="inclusive")[18] if len(frames) > 1 else 0.0
