"""How the kept files were made: `PYTHONPATH=src:tests python -m kept.make FOLDER`.

The files beside this one were written once, by rules 1.0 of the Victory games and 1.2 of Kiev '41, and are never
written again: they represent what people have on their disks. However the program changes, it must read them,
find in them what `expected.json` says, and continue them. No test runs this script. When a new kind of file is
to be kept, add files beside the old ones.

    GAME/NAME.game   saves, in the middle of all kinds of phases, by all kinds of ways
    GAME/NAME.toml   the positions at the same moments
    numbers/GAME     changed numbers that override ours
    weights/         other weights for the computer players of A Victory Denied
    lab/             runs of the laboratory, and what they showed (see make_lab.py)
    table/           the database of a table (see make_table.py)
    releases/        the database of each release (see make_release.py)
    expected.json    what is true of each of them
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import ostfront
from kept import make_lab, make_table
from kept.facts import game_facts, moment_facts
from kept.facts import ostfront as command
from ostfront import Game, games
from ostfront.core.files import position, record
from ostfront.core.play.sequence import Act, Outcome

Fits = Callable[[Game], bool]


# ---- moments ------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A save at the first moment of random play at which somebody is asked `kind`."""

    name: str
    game: str
    kind: str
    scenario: str | None = None
    options: Mapping[str, Any] = {}
    least: int = 0  # actions before it
    after: str = ""  # what the last action was, as its verb
    data: str = ""  # the folder of numbers that override ours


D, A, K = "victory-denied", "victory-awaits", "kiev-41"
EVERY = {"placement": "free", "bidding": True, "reserve": True, "hq-transfer": True, "soviet-supply": True}
EVERY |= {"armor-limit": True, "panzergruppe-supply": True}
MOMENTS = (
    Moment("select", D, "select", least=2, after="select"),
    Moment("in-hand", D, "march", least=60, after="go"),
    Moment("commit", D, "commit", least=60, after="with"),
    Moment("stuka", D, "stuka"),
    Moment("guderian", D, "guderian"),
    Moment("loss", D, "loss"),
    Moment("retreat", D, "retreat", least=60),
    Moment("advance", D, "advance", least=60),
    Moment("reinforcements", D, "place"),
    Moment("supply", D, "starve"),
    Moment("numbers", D, "attack", least=90, data="numbers"),
    Moment("other-weights", D, "move", least=30, data="weights"),
    Moment("bidding", A, "bid", "leningrad", {"bidding": True}, after="bid"),
    Moment("set-up", A, "station", "leningrad", {"placement": "free"}, least=30),
    Moment("select", A, "select", "smolensk-short", least=70),
    Moment("in-hand", A, "march", "kiev", least=60, after="go"),
    Moment("commit", A, "commit", "smolensk-short", least=60, after="with"),
    Moment("interrupt", A, "interrupt", "smolensk-short"),
    Moment("loss", A, "loss", "smolensk-short", least=60),
    Moment("retreat", A, "retreat", "smolensk", least=40),
    Moment("reinforcements", A, "arrive", "leningrad"),
    Moment("every-option", A, "march", "leningrad", EVERY, least=100, after="go"),
    Moment("campaign", A, "commit", "campaign", least=150, after="with"),
    Moment("teams-assign", A, "assign", "campaign", {"teams": "3-3"}, least=9),
    Moment("teams-march", A, "march", "campaign", {"teams": "2-3", "reserve": True}, least=90, after="go"),
    Moment("eight-players", A, "march", "campaign", {"players": "8"}, least=90, after="go"),
    Moment("numbers", A, "resolve", "leningrad", least=30, data="numbers"),
    Moment("command", K, "command", least=20, after="stop"),
    Moment("in-hand", K, "march", "the-pocket", least=60, after="go"),
    Moment("battle", K, "battle", "the-pocket", least=60),
    Moment("loss", K, "loss"),
    Moment("support", K, "support", "the-river", least=30),
    Moment("privilege", K, "privilege"),
    Moment("reinforcements", K, "place", "the-snow"),
    Moment("headquarters", K, "approach", least=60),
    Moment("logistics", K, "replace", least=60),
    Moment("historical", K, "march", "les-preludes", {"placement": "historical"}, after="go"),
    Moment("optional", K, "command", "southern-struggle", {"optional": "14.7"}, least=60),
    Moment("numbers", K, "command", "the-river", least=40, data="numbers"),
)


def actions(game: Game) -> int:
    return sum(isinstance(entry, Act) for entry in game.entries or ())


def step(game: Game, random: Random) -> None:
    decision = random.choice(game.state.pending)
    game.push(game.options(decision).choose(random.random), decision)


def at_moment(moment: Moment, fits: Fits, folder: Path, most: int = 700) -> Game:
    """Random play to the moment; with other dice when it does not come."""
    data = [folder / moment.data] if moment.data else []
    for seed in range(1000):
        game = ostfront.new(moment.game, moment.scenario, f"kept {moment.name} {seed}", moment.options, data)
        random = Random(f"{moment} {seed}")
        while game.result is None and len(game.entries or ()) < most:
            if fits(game):
                return game
            step(game, random)
    raise AssertionError(f"{moment} never comes")


def fitting(moment: Moment) -> Fits:
    def fits(game: Game) -> bool:
        entries = game.entries or []
        if actions(game) < moment.least or all(d.kind != moment.kind for d in game.state.pending):
            return False
        last = entries[-1] if entries else None
        return not moment.after or (isinstance(last, Act) and last.action.verb == moment.after)

    return fits


# ---- saves --------------------------------------------------------------------------------------------


class Shelf:
    """The folder that is filled, and what is true of its files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expected: dict[str, Any] = {}

    def put(self, game: Game, name: str, *, with_position: bool = True, secret: bool = True) -> Path:
        """Save a game, with the position beside it."""
        info = game.rules.info.name
        path = self.folder / info / f"{name}.game"
        path.parent.mkdir(exist_ok=True)
        game.save(path)
        if not secret:  # as a record of a game on a real table: nothing but what was done
            path.write_text(record.write(game, full=True).partition("\n---\nsecret")[0] + "\n---\n", "utf-8")
            lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("commitment")]
            path.write_text("\n".join(lines) + "\n", "utf-8")
        self.note(game, path)
        if with_position and not game.rules.data.overlay:
            path.with_suffix(".toml").write_text(position.write(game), "utf-8")
        return path

    def note(self, game: Game, path: Path) -> None:
        settings = game.rules.settings
        seats = [seat.name for seat in game.rules.seats]
        self.expected[path.relative_to(self.folder).as_posix()] = {
            "game": settings.game,
            "scenario": settings.scenario,
            "options": dict(settings.options),
            "seats": seats,
            "verify": command("replay", path, "--verify").code,
            **game_facts(game, seats, position.write(game)),
        }


def finished(shelf: Shelf, name: str, scenario: str, options: Mapping[str, Any], seeds: int) -> None:
    """Of some random games the one that asks most, as a save and as the record everybody may see."""
    found: dict[int, tuple[Game, dict[str, int]]] = {}
    for seed in range(seeds):
        game = ostfront.new(name, scenario, f"kept finished {seed}", options)
        random = Random(f"finished {seed}")
        kinds: dict[str, int] = {}
        while game.result is None:
            for decision in game.state.pending:
                kinds.setdefault(decision.kind, len(game.entries or ()))
            step(game, random)
        found.setdefault(len(kinds), (game, kinds))
    game, kinds = found[max(found)]
    path = shelf.put(game, "finished")
    seats = [seat.name for seat in game.rules.seats]
    expected = shelf.expected[path.relative_to(shelf.folder).as_posix()]
    expected["moments"] = [moment_facts(game, at, seats) for at in sorted(set(kinds.values()))]
    public = path.with_name("finished-public.game")
    public.write_text(record.write(game), "utf-8")
    shelf.note(game, public)


def with_orders(shelf: Shelf) -> None:
    """Standing orders that have been followed and stand yet: always, when a fact holds, for a phase."""
    game = ostfront.new(D, seed="kept orders")
    game.order("German", "stuka", "pass")
    game.order("German", "guderian", "trump", when="Supply")
    random = Random("orders")
    for _ in range(120):
        step(game, random)
    shelf.put(game, "orders")
    game = ostfront.new(A, "smolensk-short", "kept orders")
    random = Random("orders")
    for _ in range(90):
        step(game, random)
    game.order("Axis", "interrupt", "pass", this_phase=True)
    game.order("Soviet", "zhukov", "pass", when="Supply")
    shelf.put(game, "orders")


def taken_back(shelf: Shelf, name: str, scenario: str | None = None) -> None:
    """Dice taken back twice, and rolled again."""
    game = ostfront.new(name, scenario, "kept takeback")
    random = Random("takeback")
    for _ in range(2):
        for _ in range(40):
            step(game, random)
        while not isinstance((game.entries or [])[-1], Outcome):
            step(game, random)
        game.undo()
    step(game, random)
    shelf.put(game, "takeback")


def typed(shelf: Shelf, name: str, scenario: str | None, decisions: int) -> None:
    """A game on a real table, written down by its players: no secret, no state, dice as they fell."""
    game = ostfront.new(name, scenario, "kept typed")
    random = Random("typed")
    for _ in range(decisions):
        step(game, random)
    path = shelf.put(game, "typed", secret=False)
    text = path.read_text("utf-8").replace("ostfront record 1\n", "ostfront record 1\n# typed in by hand\n", 1)
    path.write_text(re.sub(r"\n(roll \d+)\n", r"\n\1   # as it fell\n", text, count=3), "utf-8")


def from_position(shelf: Shelf, name: str, start: str) -> None:
    """A game that began at a position, one of whose sides is unknown."""
    begins = shelf.folder / name / f"{start}-begins.toml"
    text = (shelf.folder / name / f"{start}.toml").read_text("utf-8")
    soviet = next(seat for seat in ostfront.position(shelf.folder / name / f"{start}.toml").rules.seats[::-1])
    begins.write_text(text.replace("\n[state]\n", f'unknown = ["{soviet.name}"]\n\n[state]\n', 1), "utf-8")
    game = ostfront.position(begins, seed="kept position")
    random = Random("position")
    for _ in range(40):
        step(game, random)
    shelf.put(game, "from-position")


def rules_changed(shelf: Shelf, name: str, save: str) -> None:
    """A game that continued under new rules: its lines do not lead to its state, and a `version` line says so."""
    lines = (shelf.folder / name / f"{save}.game").read_text("utf-8").splitlines()
    lines = ["rules: 0.9" if line.startswith("rules:") else line for line in lines]
    first = next(i for i, line in enumerate(lines) if ": attack" in line)
    old = shelf.folder / name / "old-rules.game"
    old.write_text("\n".join(lines[:first] + lines[first + 1 :]) + "\n", "utf-8")
    game = ostfront.load(old)
    assert "\nversion " in record.write(game, full=True)
    shelf.note(game, old)
    random = Random("version")
    for _ in range(20):
        step(game, random)
    shelf.put(game, "rules-changed")


# ---- numbers ------------------------------------------------------------------------------------------

OURS = "my own copy of the game"
NUMBERS = {
    f"numbers/{D}/charts.toml": f'[zoc]\nenter = 3\nsource = "{OURS}"\n',
    f"numbers/{K}/charts.toml": f'[fire.white]\nhits_from = 4\nsource = "{OURS}"\n',
    f"numbers/{A}/charts.toml": f'[terrain.marsh]\nmech = 2\nsource = "{OURS}"\n',
    f"weights/{D}/weights.toml": f'source = "{OURS}"\n\n[contest]\nshare = 0.8\n\n[strength]\ngerman_step = 2.5\n',
}
ROWS = {D: ("7Pz", ",9,2,10,", ",8,3,9,"), A: ("8Pz", ",8,4,10,", ",7,5,9,"), K: ("Wiking", ",2 1,", ",3 2,")}


def write_numbers(folder: Path) -> None:
    """A folder with a folder for each game, and one with a game's files themselves."""
    for name, text in NUMBERS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name, (unit, old, new) in ROWS.items():
        ours = (Path(games.info(name).data) / "units.csv").read_text("utf-8").splitlines()
        head = next(line for line in ours if not line.startswith("#"))
        row = next(line for line in ours if line.startswith(f"{unit},")).replace(old, new, 1)
        lines = [f"# source: {OURS}", head, row]
        (folder / "numbers" / name / "units.csv").write_text("\n".join(lines) + "\n", "utf-8")
    weights = (folder / "weights" / D / "weights.toml").read_text("utf-8")
    (folder / "weights-only").mkdir()
    (folder / "weights-only" / "weights.toml").write_text(weights, "utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shelf = Shelf(folder)
    write_numbers(folder)
    for moment in MOMENTS:
        shelf.put(at_moment(moment, fitting(moment), folder), moment.name)
    finished(shelf, D, "smolensk", {}, 12)
    finished(shelf, A, "leningrad", {"bidding": True, "placement": "free", "reserve": True}, 12)
    finished(shelf, K, "southern-struggle", {"optional": "14.3"}, 40)
    with_orders(shelf)
    for name, scenario in ((D, None), (A, "smolensk-short"), (K, "southern-struggle")):
        taken_back(shelf, name, scenario)
    for name, scenario, decisions in ((D, None, 60), (A, "leningrad", 60), (K, "southern-struggle", 60)):
        typed(shelf, name, scenario, decisions)
    for name, start in ((D, "guderian"), (A, "loss"), (K, "battle")):
        from_position(shelf, name, start)
    rules_changed(shelf, D, "retreat")
    shelf.expected |= make_lab.make(folder)
    shelf.expected |= make_table.make(folder)
    (folder / "expected.json").write_text(as_json(shelf.expected), "utf-8")


def as_json(expected: Mapping[str, Mapping[str, Any]]) -> str:
    """A line for each fact."""
    blocks = []
    for name, facts in sorted(expected.items()):
        lines = [f"    {json.dumps(key)}: {json.dumps(fact, sort_keys=True)}" for key, fact in sorted(facts.items())]
        blocks.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
