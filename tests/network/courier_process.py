"""A courier in a process of its own, to be killed: `python courier_process.py DATABASE FOLDER MAIL-PORT`."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from ostfront.network.courier import Courier
from ostfront.network.settings import MailSettings, Settings
from ostfront.network.site import Site
from ostfront.server import database_server
from ostfront.server.game_library import GameLibrary

LEASE = 4.0  # seconds: what the killed have claimed is soon taken over


def settings(mail_port: int) -> Settings:
    mail = MailSettings(server="127.0.0.1", port=mail_port, security="none", sender="site@play.example")
    return Settings(
        public_url="https://play.example", mail=mail, webhooks_local=True, push_contact="mailto:site@play.example"
    )


def main(database: str, folder: str, mail_port: str) -> None:
    site = Site(settings(int(mail_port)), GameLibrary(Path(folder), database_server.connect(database)))
    Courier(site.settings, site.library, site.webhooks, site.push, lease=LEASE).start()
    print("ready", flush=True)
    Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
