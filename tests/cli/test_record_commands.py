"""replay, position, and files that are not what they should be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ostfront
from cli.calling import finished_game, game_under_way, new_game, run


def test_replay_verifies_a_finished_game(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    answer = run("replay", path, "--verify")
    assert answer.code == 0
    assert "Verified" in answer.out
    data = run("replay", path, "--verify", "--json").json
    assert data["verified"] is True
    assert data["result"]["winner"] in ("Blue", "Red", "")
    assert data["actions"] + data["outcomes"] <= data["entries"]


def _rewritten(path: Path, head: str, lines: list[str], tail: str) -> Path:
    other = path.with_name("other.game")
    secret = "".join(line + "\n" for line in tail.splitlines() if line.startswith("secret"))
    other.write_text("---\n".join([head, "".join(line + "\n" for line in lines), secret]))
    return other


def test_replay_finds_a_die_the_secret_does_not_give(tmp_path: Path) -> None:
    path = finished_game(tmp_path)
    head, body, tail = path.read_text().split("---\n")
    lines = body.splitlines()
    at = max(i for i, line in enumerate(lines) if line.startswith("roll "))
    wrong = []
    for face in range(1, 7):
        changed = [*lines[:at], f"roll {face}"]
        wrong.append(run("replay", _rewritten(path, head, changed, tail), "--verify"))
    assert sorted(answer.code for answer in wrong) == [0, 1, 1, 1, 1, 1]
    assert any("is not the outcome the secret produces" in answer.out for answer in wrong)


def test_replay_finds_another_secret(tmp_path: Path) -> None:
    path = game_under_way(tmp_path)
    head, body, _ = path.read_text().split("---\n")
    answer = run("replay", _rewritten(path, head, body.splitlines(), f"secret: {'00' * 32}"), "--verify")
    assert answer.code == 1
    assert "does not match the commitment" in answer.out


def test_replay_names_the_line_of_an_illegal_action(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    head, body, tail = path.read_text().split("---\n")
    lines = [*body.splitlines(), "Red: go 0101"]
    sentence = run("replay", _rewritten(path, head, lines, tail)).sentence
    number = head.count("\n") + 1 + len(lines)
    assert f"other.game:{number}: " in sentence
    assert "DRILL" in sentence


def test_position_at_every_entry(tmp_path: Path) -> None:
    path = game_under_way(tmp_path)
    count = run("position", path, "--json").json["entries"]
    seen = set()
    for at in range(0, count + 1, 5):
        data = run("position", path, "--at", str(at), "--json").json
        assert at <= data["at"] <= count
        seen.add(data["text"])
        file = tmp_path / "position.toml"
        file.write_text(data["text"])
        assert ostfront.position(file).pending
    assert len(seen) > 5
    assert "there is no entry" in run("position", path, "--at", str(count + 1)).sentence


def test_position_at_the_end_is_the_present_one(tmp_path: Path) -> None:
    path, file = game_under_way(tmp_path), tmp_path / "now.toml"
    assert run("position", path, "-o", file).code == 0
    assert ostfront.position(file).state == ostfront.load(path).state


NOT_GAMES = {
    "empty": "",
    "prose": "Dear diary, today we reached the river.\n",
    "only the head": "ostfront record 1\ngame: drill\n",
    "unknown game": 'format = "ostfront position 1"\ngame = "drull"\nscenario = "skirmish"\n',
    "bad toml": 'format = "ostfront position 1"\ngame = [[[\n',
    "unknown unit": 'format = "ostfront position 1"\ngame = "drill"\nscenario = "skirmish"\n[units]\n7Pz = "0101"\n',
    "bad hex": 'format = "ostfront position 1"\ngame = "drill"\nscenario = "skirmish"\n[units]\nL-Foot = "9999"\n',
    "nested": 'format = "ostfront position 1"\ngame = ' + "[" * 5000 + "]" * 5000 + "\n",
}


@pytest.mark.parametrize("name", NOT_GAMES)
@pytest.mark.parametrize("command", ["show", "legal", "check", "act"])
def test_a_file_that_is_no_game_is_one_sentence(tmp_path: Path, name: str, command: str) -> None:
    path = tmp_path / "file"
    path.write_text(NOT_GAMES[name])
    words = ["pass"] if command in ("check", "act") else []
    assert str(path) in run(command, path, *words).sentence
    assert path.read_text() == NOT_GAMES[name]


def test_binary_files_and_folders_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)))
    assert "not UTF-8" in run("show", path).sentence
    assert "cannot be read" in run("replay", tmp_path).sentence
    assert "neither a record nor a position" in run("replay", __file__).sentence


@pytest.mark.parametrize("seed", range(12))
def test_mangled_saves_are_one_sentence_or_still_good(tmp_path: Path, seed: int) -> None:
    """Lines dropped, doubled, swapped, cut: never a traceback."""
    path = game_under_way(tmp_path)
    lines = path.read_text().splitlines()
    random = Random(seed)
    at = random.randrange(len(lines))
    line = lines[at]
    cut = line[: random.randrange(len(line) + 1)]
    lines[at : at + 1] = random.choice([[], [line, line], [cut], [line.replace("0", "9")], ["\0"]])
    path.write_text("\n".join(lines))
    for command in ("show", "replay"):
        answer = run(command, path)
        assert answer.code == 0 or answer.sentence
