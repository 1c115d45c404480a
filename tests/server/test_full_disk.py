"""A full disk: nothing is changed and the page hears why; when there is room again, the game goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ostfront.server.database_file import backup
from ostfront.server.jobs import ATTEMPTS, JobRunner
from ostfront.server.local_client import ClientResponse, LocalClient, actions_of
from server.disks import FullDatabase, fill, small_disk
from server.faults import Faults, dump, seen
from server.seated import Seated

FULL = "The disk is full. Nothing was changed."
GAMES = ("victory-denied", "victory-awaits", "kiev-41", "barbarossa-1941")


def play_until_full(table: Seated, random: Random) -> tuple[int, dict[str, Any], ClientResponse]:
    """The request that was refused, and the answer."""
    for _ in range(2000):
        seat, view = table.asked()
        assert seat >= 0, "the game ended before the disk was full"
        data = {
            "after": view["draft"]["after"],
            "actions": [*view["draft"]["actions"], random.choice(actions_of(view))],
        }
        folder, tokens = table.client.library.folder, table.tokens
        on_disk, shown = dump(folder), seen(table.client, table.id, tokens)
        answer = table.ask("PUT", "draft", seat, data)
        if answer.status != 200:
            assert dump(folder) == on_disk
            assert seen(table.client, table.id, tokens) == shown
            return seat, data, answer
    raise AssertionError("the disk is never full")


def refused(answer: ClientResponse) -> None:
    assert answer.status == 507 and answer.json["error"]["message"] == FULL, answer.body


@pytest.mark.parametrize("pages", [1, 2])
def test_a_database_that_may_not_grow(tmp_path: Path, pages: int) -> None:
    with LocalClient(tmp_path) as client:
        table = Seated(client)
        limit = FullDatabase(client.library.engine)
        limit.allow(pages)
        seat, data, answer = play_until_full(table, Random(pages))
        refused(answer)
        on_disk = dump(tmp_path)
        assert table.ask("GET", "record", seat).status == 200
        assert client.ask("GET", "/api/games").status == 200
        assert dump(tmp_path) == on_disk
        limit.allow(0)
        assert table.ask("PUT", "draft", seat, data).status == 200
        shown = seen(client, table.id, table.tokens)
    with LocalClient(tmp_path) as client:
        assert seen(client, table.id, table.tokens) == shown


def on_a_small_disk(disk: Path, game: str, free: int, seed: int) -> None:
    with LocalClient(disk) as client:
        table = Seated(client, game=game)
        filler = fill(disk, free)
        random = Random(seed)
        seat, data, answer = play_until_full(table, random)
        refused(answer)
        refused(table.ask("PUT", "draft", seat, data))
        filler.unlink()
        assert table.ask("PUT", "draft", seat, data).status == 200
        shown = seen(client, table.id, table.tokens)
    with LocalClient(disk) as client:
        assert seen(client, table.id, table.tokens) == shown


@pytest.mark.parametrize("free", [40, 260])
def test_a_small_disk(tmp_path: Path, free: int) -> None:
    with small_disk(tmp_path / "disk", 4096) as disk:
        on_a_small_disk(disk, "victory-denied", free, free)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_small_disks_of_many_sizes(tmp_path: Path, game: str) -> None:
    for free in range(0, 600, 12):
        with small_disk(tmp_path / f"disk-{free}", 16384) as disk:
            on_a_small_disk(disk, game, free, free)


def test_the_computer_waits_for_room(tmp_path: Path) -> None:
    """Its job is neither lost nor given up, however often it fails; its move is made when there is room again."""
    with LocalClient(tmp_path) as client:
        table = Seated(client, ("", "random"))
        before, faults = table.view(0), Faults(client.library.engine)
        runner = JobRunner(client.library)
        try:
            for nth in range(2 * ATTEMPTS):
                faults.arm(4 + nth % 2, late=False)  # after the job was claimed: its move is not saved
                with pytest.raises(OperationalError, match="full"):
                    runner.work_once()
                faults.disarm()
                assert table.view(0) == before
            assert runner.work_once()
            assert table.view(0)["asked"]
        finally:
            runner.players.close()


def test_a_backup_on_a_full_disk(tmp_path: Path) -> None:
    """No half of a file is left."""
    LocalClient(tmp_path / "games").close()
    with small_disk(tmp_path / "disk", 64) as disk:
        fill(disk, 8)
        with pytest.raises(Exception, match=r"The disk is full"):
            backup(tmp_path / "games", disk / "copy.sqlite")
        assert [file.name for file in disk.iterdir()] == ["filler"]
