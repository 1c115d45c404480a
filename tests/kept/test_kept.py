"""Old saves and positions: each is read, is unchanged, verifies, and is continued.

Only the public interface is used, so that these tests survive every move of a module. make.py says how the files
were made; they are never made again.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ostfront
from kept.facts import HERE, digest, game_facts, moment_facts, play_on, position_facts, seen_facts
from kept.facts import ostfront as command
from ostfront import Game, OstfrontError, ai, games
from ostfront.core.play.sequence import Mark

EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text("utf-8"))
SAVES = [name for name in EXPECTED if name.endswith(".game")]
POSITIONS = [name for name in SAVES if (HERE / name).with_suffix(".toml").exists()]
FINISHED = [name for name in SAVES if "moments" in EXPECTED[name]]
GAMES = ("victory-denied", "victory-awaits", "kiev-41")
DECISIONS = 50


def facts_of(game: Game, folder: Path, like: dict[str, Any]) -> dict[str, Any]:
    """What is true of a game, in the words of what is expected of it; it is saved and read again on the way."""
    path = folder / "again.game"
    game.save(path)
    again = ostfront.load(path)
    assert again.state == game.state and again.orders == game.orders
    text = command("position", path).out
    table = tomllib.loads(text)
    found = game_facts(game, like["seats"], text)
    options = {name: table.get("options", {}).get(name) for name in like["options"]}
    return {**found, "game": table["game"], "scenario": table["scenario"], "options": options}


def wanted(name: str) -> dict[str, Any]:
    """What is expected of a save, except what is not given for every game."""
    return {key: value for key, value in EXPECTED[name].items() if key not in ("seats", "verify", "moments")}


def stale(name: str) -> bool:
    """Whether a save was made under another version of its game's rules."""
    text = (HERE / name).read_text("utf-8")
    return f"\nrules: {games.info(EXPECTED[name]['game']).version}\n" not in text


def stateless(name: str) -> bool:
    """Whether nothing but its lines says how the game stands."""
    return "\nstate: " not in (HERE / name).read_text("utf-8")


def comparable(name: str, facts: dict[str, Any]) -> dict[str, Any]:
    """What a later version of the rules may not change: it may offer more or less, and adds a version line."""
    return {key: value for key, value in facts.items() if not stale(name) or key not in ("legal", "entries")}


def refused(name: str) -> bool:
    """Whether a record without a state is refused, since later rules do not lead through its lines."""
    if not (stale(name) and stateless(name)):
        return False
    try:
        ostfront.load(HERE / name)
    except OstfrontError as wrong:
        assert ".game:" in str(wrong), "it names the line"
        return True
    return False


def goes_on(game: Game, folder: Path, name: str, decisions: int = DECISIONS) -> None:
    """Played on at random, refereed, saved, and read again."""
    before = len(game.entries or ())
    over = game.result is not None
    done = play_on(game, decisions, name)
    assert (done == decisions or game.result is not None) and (over or done > 0)
    assert len(game.entries or ()) >= before + done
    game.save(folder / "on.game")
    again = ostfront.load(folder / "on.game")
    assert again.state == game.state
    assert len(again.entries or ()) == len(game.entries or ())


def test_there_are_saves_of_every_game() -> None:
    for game in GAMES:
        assert sum(name.startswith(game) for name in SAVES) >= 12
        assert f"{game}/finished.game" in FINISHED
    assert all((HERE / name).exists() for name in SAVES)


@pytest.mark.parametrize("name", SAVES)
def test_a_save_is_read_and_goes_on(name: str, tmp_path: Path) -> None:
    if refused(name):
        return
    game = ostfront.load(HERE / name)
    if game.result is not None:  # replayed lines describe a result in today's words
        kept, expected = ostfront.load(HERE / name.replace("-public", "")).result, wanted(name)
        found = facts_of(game, tmp_path, EXPECTED[name])
        game.state.result = kept
        found["known"], found["position"] = seen_facts(game, EXPECTED[name]["seats"])["known"], expected["position"]
        assert comparable(name, found) == comparable(name, expected)
        return
    assert comparable(name, facts_of(game, tmp_path, EXPECTED[name])) == comparable(name, wanted(name))
    goes_on(game, tmp_path, name)


@pytest.mark.parametrize("name", SAVES)
def test_a_record_verifies(name: str) -> None:
    """0: verified; 1: it has no secret to verify by; 2: its lines do not lead to its state, by old rules."""
    code = command("replay", HERE / name, "--verify").code
    assert code == EXPECTED[name]["verify"] or (stale(name) and code == 2)
    if code == 1:
        assert command("replay", HERE / name).code == 0


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_is_the_moment_of_its_save(name: str, tmp_path: Path) -> None:
    path = (HERE / name).with_suffix(".toml")
    assert digest(position_facts(path.read_text("utf-8"))) == EXPECTED[name]["position"]
    game = ostfront.position(path, seed=name)
    if not refused(name):
        assert game.state == ostfront.load(HERE / name).state
    expected = {**wanted(name), "entries": 0, "orders": []}
    assert comparable(name, facts_of(game, tmp_path, EXPECTED[name])) == comparable(name, expected)
    goes_on(game, tmp_path, name, decisions=20)


@pytest.mark.parametrize("name", FINISHED)
def test_every_kind_of_decision_of_a_finished_game(name: str) -> None:
    """Taken back to the first moment of each kind, the game asks and logs what it did then."""
    game = ostfront.load(HERE / name)
    moments = EXPECTED[name]["moments"]
    assert len(moments) >= 12
    if any(isinstance(entry, Mark) and entry.word == "version" for entry in game.entries or ()):
        with pytest.raises(OstfrontError, match="another version of the rules"):
            game.rewind(moments[0]["at"])
        return
    for moment in moments:
        assert moment_facts(game, moment["at"], EXPECTED[name]["seats"]) == moment


@pytest.mark.parametrize("game", GAMES)
def test_a_position_that_does_not_know_everything(game: str) -> None:
    """A game began from it: it says so in its save, and can be gone back to its first moment."""
    path = next((HERE / game).glob("*-begins.toml"))
    seat = tomllib.loads(path.read_text("utf-8"))["unknown"][0]
    known = path.with_name(path.name.replace("-begins", ""))
    assert ostfront.position(path, seed=7).view(seat).known == ostfront.position(known).view(seat).known
    begun = ostfront.load(HERE / game / "from-position.game")
    if any(isinstance(entry, Mark) and entry.word == "version" for entry in begun.entries or ()):
        return  # what was played under other rules is not gone back through
    begun.rewind(0)
    assert begun.view(seat).known == ostfront.position(known).view(seat).known


@pytest.mark.parametrize("name", ["victory-denied/guderian.game", "victory-denied/guderian.toml"])
def test_commands_in_a_process_of_their_own(name: str) -> None:
    words = [sys.executable, "-m", "ostfront.cli", "legal", str(HERE / name), "--json"]
    answer = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    asked = json.loads(answer.stdout)["decisions"]
    assert [[d["seat"], d["kind"]] for d in asked] == EXPECTED["victory-denied/guderian.game"]["asked"]


# ---- numbers ------------------------------------------------------------------------------------------


def head_data(text: str) -> list[str]:
    """The changed numbers in the head of a record, with their digest."""
    head = text.partition("\n---\n")[0].splitlines()
    return [line for line in head if line.startswith(("digest:", "data ", "| "))]


@pytest.mark.parametrize(
    ("save", "folder"),
    [*((f"{game}/numbers.game", "numbers") for game in GAMES), ("victory-denied/other-weights.game", "weights")],
)
def test_numbers_reach_the_record(save: str, folder: str) -> None:
    game = EXPECTED[save]["game"]
    words = ("new", game, "--scenario", EXPECTED[save]["scenario"], "--seed", "7")
    kept = head_data((HERE / save).read_text("utf-8"))
    assert len(kept) > 3
    assert head_data(command(*words, "--data", HERE / folder).out) == kept
    assert head_data(command(*words).out) == []
    assert command("provenance", game, "--data", HERE / folder).code == 0


def test_a_folder_of_one_game_is_the_same_as_one_of_all() -> None:
    words = ("new", "victory-denied", "--seed", "7", "--data")
    assert command(*words, HERE / "weights-only").out == command(*words, HERE / "weights").out


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_a_computer_plays_with_kept_weights(level: str) -> None:
    game = ostfront.load(HERE / "victory-denied" / "other-weights.game")
    player = ai.player(level, 7)
    for _ in range(3):
        view = game.view(game.pending[0].seat)
        game.play(player.choose(view, view.legal, view.imagine), view.seat)


# ---- the net catches ----------------------------------------------------------------------------------


def test_a_changed_position_is_another() -> None:
    name = "victory-denied/in-hand.game"
    text = (HERE / name).with_suffix(".toml").read_text("utf-8")
    changed = text.replace("[units]\n", '[units]\n"nobody" = "1501"\n', 1)
    assert digest(position_facts(changed)) != EXPECTED[name]["position"]


def test_a_changed_die_does_not_verify(tmp_path: Path) -> None:
    path = tmp_path / "changed.game"
    text = (HERE / "victory-denied" / "finished.game").read_text("utf-8")
    die = "\nroll 3\n" if "\nroll 3\n" in text else "\nroll 4\n"
    path.write_text(text.replace(die, "\nroll 5\n", 1), "utf-8")
    assert command("replay", path, "--verify").code in (1, 2)


def test_a_changed_state_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "changed.game"
    text = (HERE / "victory-denied" / "stuka.game").read_text("utf-8")
    path.write_text(text.replace('state: {"turn":1,', 'state: {"turn":2,', 1), "utf-8")
    if stale("victory-denied/stuka.game"):
        path.write_text(text.replace('state: {"turn":1,', 'state: {"turn":"x",', 1), "utf-8")
    with pytest.raises(OstfrontError):
        ostfront.load(path)


def test_a_game_that_goes_on_is_no_longer_the_same(tmp_path: Path) -> None:
    name = "kiev-41/command.game"
    game = ostfront.load(HERE / name)
    play_on(game, 1, name)
    assert facts_of(game, tmp_path, EXPECTED[name]) != wanted(name)
