"""A worker that knows the database only: what follows from a move of the computer follows from it all the same."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Thread
from time import monotonic, sleep, time

import pytest
from sqlalchemy import Engine, select

from network.playing import against_computer
from network.site_client import SiteClient
from ostfront.network import logs
from ostfront.network.facts import note_letters
from ostfront.network.launch import run_worker
from ostfront.network.settings import MailSettings, Settings
from ostfront.network.tables import notices, turns
from ostfront.server import database_server
from server.postgres import Postgres


def test_whoever_is_awaited_after_the_computer_is_told(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock runs, and there is a letter, though the worker knows no mail server: the servers of the site do."""
    monkeypatch.setattr(logs, "set_up", lambda form: None)  # of this process
    address = postgres.database()
    mail = MailSettings(server="127.0.0.1", sender="site@play.example")
    with SiteClient(tmp_path, database_server.connect(address), mail=mail) as client:
        note_letters(client.site.store, client.site.settings)
        anna = client.member("Anna")
        game = against_computer(client, anna, clock="move", seconds=3600).game
        engine = client.library.engine
        assert awaited(engine, game) == 0, "the computer begins"

        def watch() -> None:
            end = monotonic() + 60
            while not awaited(engine, game) and monotonic() < end:
                sleep(0.05)
            os.kill(os.getpid(), signal.SIGTERM)

        run_worker(Settings(public_url="", database=address), say=lambda _: Thread(target=watch).start())
        assert 0 < awaited(engine, game) - 3600 <= time()
        with engine.connect() as base:
            told = base.execute(select(notices.c.account, notices.c.way, notices.c.kind, notices.c.state)).all()
    assert [tuple(row) for row in told] == [(anna.account.id, "mail", "turn", "waiting")]


def awaited(engine: Engine, game: str) -> float:
    """Until when the person in a game is awaited."""
    with engine.connect() as base:
        return float(base.execute(select(turns.c.deadline).where(turns.c.game == game)).scalar_one())
