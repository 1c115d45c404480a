"""A write-ahead log that ends anywhere, as after a power cut: the games are as after one of the changes, whole."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from ostfront.server.database import FILE
from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated

LOG = FILE + "-wal"
HEADER, FRAME = 32, 24 + 4096


class Cut(NamedTuple):
    """A folder in the middle of play, its log, the moments that were acknowledged, and the game."""

    folder: Path
    log: bytes
    moments: list[int]
    game: Seated


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cut]:
    folder = tmp_path_factory.mktemp("log")
    with LocalClient(folder / "played") as client:
        game = Seated(client)
        client.library.engine.dispose()  # which empties the log
        moments = [game.view(0)["moment"]]
        moments += [view["moment"] for _, view in game.play(Random(12), 60)]
        shutil.copytree(folder / "played", folder / "cut")
    yield Cut(folder / "cut", (folder / "cut" / LOG).read_bytes(), moments, game)


def moment_after(cut: Cut, target: Path, log: bytes, open_it: bool) -> int:
    """Where the game is when the log is this; it must be whole."""
    shutil.copytree(cut.folder, target)
    (target / LOG).write_bytes(log)
    (target / (FILE + "-shm")).unlink(missing_ok=True)
    if open_it:
        with LocalClient(target) as client:
            cut.game.client = client
            seat, view = cut.game.asked()
            cut.game.act(seat, view, actions_of(view)[0])
            moment: int = view["moment"]
    else:
        base = sqlite3.connect(target / FILE)
        assert base.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        ((moment,),) = base.execute("SELECT moment FROM games").fetchall()
        assert base.execute("SELECT count(*), max(n) + 1 FROM entries").fetchone() == (moment, moment)
        base.close()
    shutil.rmtree(target)
    return moment


def torn(log: bytes, every: int) -> Iterator[bytes]:
    """Cut at the ends of frames and within them."""
    frames = (len(log) - HEADER) // FRAME
    assert frames > 60
    yield from (b"", log[:7], log[:HEADER])
    for number in range(0, frames + 1, every):
        end = HEADER + number * FRAME
        yield log[:end]
        yield log[: end + 24 + 1000]
        yield log[:end] + bytes(min(len(log) - end, FRAME))


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_a_log_that_ends_anywhere(cut: Cut, tmp_path: Path, every: int) -> None:
    last, seen = -1, set()
    for number, log in enumerate(torn(cut.log, every)):
        moment = moment_after(cut, tmp_path / "torn", log, open_it=number % 16 == 0 or every == 1)
        assert moment in cut.moments
        if number > 2:
            assert moment >= last, "more of the log is never less of the game"
        last = moment
        seen.add(moment)
    assert moment_after(cut, tmp_path / "whole", cut.log, open_it=True) == cut.moments[-1]
    assert len(seen) > 5


@pytest.mark.parametrize("times", [15, pytest.param(400, marks=pytest.mark.soak)])
def test_a_log_with_other_bytes(cut: Cut, tmp_path: Path, times: int) -> None:
    """Whatever comes after a damaged frame is not there; nothing else is lost."""
    random = Random(times)
    for number in range(times):
        at = random.randrange(HEADER, len(cut.log))
        log = bytearray(cut.log)
        log[at] ^= 1 << random.randrange(8)
        moment = moment_after(cut, tmp_path / "damaged", bytes(log), open_it=number % 8 == 0)
        assert moment in cut.moments
        whole = HEADER + (at - HEADER) // FRAME * FRAME
        assert moment == moment_after(cut, tmp_path / "shorter", cut.log[:whole], open_it=False)
