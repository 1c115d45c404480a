"""What is in deploy/: it names commands, options, files and settings that there are. The soak runs the real Caddy."""

from __future__ import annotations

import re
import shlex
import shutil
import ssl
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from kept.facts import ostfront
from network.real_site import RealPerson, RealSite, free_port
from ostfront.network.launch import FAREWELL
from ostfront.network.settings_file import BY_VARIABLE, read_settings
from ostfront.network.site_door import cookie_name
from ostfront.server.local_client import actions_of
from server.postgres import Postgres

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORTS = ("127.0.0.1:8001", "127.0.0.1:8002")


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda file: file.stem)
def test_units_start_commands_that_there_are(unit: Path) -> None:
    text = unit.read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.M)
    program, command, *words = shlex.split(line)
    assert program == "/opt/ostfront/bin/ostfront"
    told = ostfront(command, "--help")
    for option in (word for word in words if word.startswith("--")):
        assert option in told.out, option
    assert re.search(r"^User=ostfront$", text, re.M) and "NoNewPrivileges=yes" in text
    (patience,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.M)
    assert int(patience) > FAREWELL + 10


def test_the_units_have_one_sandbox() -> None:
    server, worker = (
        {line for line in (DEPLOY / f"ostfront-{name}.service").read_text("utf-8").splitlines() if "=" in line}
        for name in ("serve@", "worker")
    )
    about = r"(Description|ExecStart|State\w+|LimitNOFILE|Nice)="
    assert {line for line in server ^ worker if not re.match(about, line)} == set()


def test_the_container_is_made_of_what_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
    assert "--requirement requirements/server.txt" in text and (ROOT / "requirements/server.txt").is_file()
    left_out = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "frontend/node_modules" in left_out, "those of the machine that builds do not belong into the image"
    assert not {source for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M) for source in line.split()} & {
        *left_out
    }
    stages = re.split(r"^FROM ", text, flags=re.M)[1:]
    assert len(stages) == 2 and re.search(r"^USER ostfront$", stages[1], re.M)
    assert "ENTRYPOINT" in stages[1].partition("USER ostfront")[2]
    for name in re.findall(r"\b(OSTFRONT_\w+)=", text):
        assert name in BY_VARIABLE, name
    for words in re.findall(r"^CMD (\[.*\])$", text, re.M):
        command, *given = tomllib.loads(f"x = {words}")["x"]
        told = ostfront(command, "--help").out
        assert all(word in told for word in given if word.startswith("--"))


def test_it_is_in_the_source_distribution() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = told["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert "deploy" in included and "requirements/server.txt" in included


def test_caddy_asks_the_servers_of_the_units() -> None:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert all(text.count(port) == 1 for port in PORTS) and "health_uri /api/ready" in text
    (interval,) = re.findall(r"health_interval (\d+)s$", text, re.M)
    assert int(interval) + 1 < FAREWELL, "it finds out in time that a server is closing"


def test_a_server_behind_a_proxy_takes_its_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to stop, it is not ready any more, but still there: the proxy loses no request."""
    monkeypatch.setenv("OSTFRONT_PROXIES", "127.0.0.1")
    with RealSite(tmp_path) as site:
        process = site.process
        assert process is not None
        anna = site.member("Anna")
        with anna.client() as client:
            assert client.get("/api/ready").status_code == 200
        process.terminate()
        told = monotonic()
        while (ready := httpx.get(f"{site.address}/api/ready")).status_code == 200:
            assert monotonic() < told + FAREWELL
        assert ready.json()["why"] == "The server is closing."
        with anna.client() as client:
            assert client.get("/api/me").json()["me"]["name"] == "Anna"
        assert process.wait(60) == 0 and monotonic() > told + FAREWELL


def test_the_page_for_administrators_names_what_there_is(tmp_path: Path) -> None:
    text = (ROOT / "docs/server.md").read_text("utf-8")
    shell = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S))
    commands = re.findall(r"^(?:runuser -u \S+ -- )?ostfront (.*)$", shell, re.M)
    assert len(commands) >= 8
    for line in commands:
        words = [word for word in shlex.split(line.partition(">")[0]) if word != "--help"]
        command = words[:2] if words[0] == "site" and len(words) > 1 else words[:1]
        told = ostfront(*command, "--help")
        assert told.code == 0, line
        assert all(word in told.out for word in words if word.startswith("--")), line
    for file in re.findall(r"deploy/[\w.@-]+", text):
        assert (ROOT / file.rstrip(".")).exists(), file
    (settings,) = re.findall(r"^```toml\n(.*?)^```", text, re.M | re.S)
    file = tmp_path / "ostfront.toml"
    (tmp_path / "password").write_text("hush", "utf-8")
    file.write_text(settings.replace("/etc/ostfront/mail-password", str(tmp_path / "password")), "utf-8")
    assert read_settings(file).mail.password == "hush"


# ---- the real Caddy --------------------------------------------------------------------------------------


@contextmanager
def caddy(folder: Path, port: int, servers: tuple[str, str]) -> Iterator[ssl.SSLContext]:
    """Our Caddyfile with a name and certificates of this machine, and what a browser must trust for it."""
    program = shutil.which("caddy")
    assert program, "The soak needs caddy: apt-get install caddy"
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text = text.replace("play.example.org {", f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls internal", 1)
    for ours, here in zip(PORTS, servers, strict=True):
        text = text.replace(ours, here)
    options = f"admin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system {folder}/caddy"
    file = folder / "Caddyfile"
    # the options of the whole server come first; the comments of ours may stand before them
    file.write_text(f"{{\n\t{options}\n}}\n{text}", "utf-8")
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(folder)}
    command = [program, "run", "--config", str(file), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("w") as told:
        process = subprocess.Popen(command, stdout=told, stderr=told, env=environment)
    root = folder / "caddy/pki/authorities/local/root.crt"
    try:
        end = monotonic() + 60
        while not root.exists():
            assert monotonic() < end and process.poll() is None, (folder / "caddy.log").read_text()
            sleep(0.05)
        yield ssl.create_default_context(cafile=str(root))
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def named_server(name: str) -> Iterator[str]:
    """Something that answers everything with its name; where it is."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            self.wfile.write(name.encode())

        def log_message(self, format: str, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.soak
def test_what_concerns_a_game_goes_to_one_server(tmp_path: Path) -> None:
    port, games = free_port(), [f"{number:012x}" for number in range(0, 2000, 97)]
    with (
        named_server("one") as one,
        named_server("two") as two,
        caddy(tmp_path, port, (one, two)) as trusted,
        httpx.Client(base_url=f"https://localhost:{port}", verify=trusted) as client,
    ):
        until_ready(client, "/api/ready")
        asked = ("view", "changes?etag=1&wait=25", "company", "log?from=0")
        answered = {game: {client.get(f"/api/games/{game}/{what}").text for what in asked} for game in games}
        assert {len(servers) for servers in answered.values()} == {1}
        assert set.union(*answered.values()) == {"one", "two"}
        assert {client.get("/api/home").text for _ in range(40)} == {"one", "two"}, "the rest goes to both"


@pytest.mark.soak
def test_a_site_behind_the_real_caddy(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OSTFRONT_PROXIES", "127.0.0.1")
    port, database = free_port(), postgres.database()
    url = f"https://localhost:{port}"
    sites = [
        RealSite(tmp_path / name, "--players", "workers", database=database, public_url=url)
        for name in ("one", "two")
    ]
    with sites[0] as one, sites[1] as two, caddy(tmp_path, port, (one.place, two.place)) as trusted:
        people = one.member("Anna"), one.member("Boris")
        game = one.match(*people)
        cookie = cookie_name(one.settings)
        assert cookie.startswith("__Host-")
        with _browser(url, trusted, people[0]) as anna, _browser(url, trusted, people[1]) as boris:
            until_ready(anna)
            page = anna.get("/api/me")
            assert page.status_code == 200 and page.json()["me"]["name"] == "Anna"
            assert page.headers["strict-transport-security"].startswith("max-age=")
            assert "default-src 'none'" in page.headers["content-security-policy"]
            _told_of_a_move(game, anna, boris)
            with _asking_without_pause(game, anna, boris) as answers:
                for site in (one, two):
                    site.stop()
                    site.start()
                    with httpx.Client(base_url=f"http://{site.place}") as proxy:
                        until_ready(proxy, "/api/ready")
            assert len(answers) > 20 and set(answers) == {200}, "no request is lost"
            capfd.readouterr()
            anna.get("/api/watch", headers={"x-forwarded-for": "203.0.113.5"})
            (line,) = (line for line in capfd.readouterr().err.splitlines() if "route=/api/watch " in line)
            assert "address=127.0.0.0/24" in line, "what visitors say of themselves is not believed"
        for site in (one, two):
            foreign = httpx.get(f"http://{site.place}/api/me")
            assert foreign.status_code == 421, "only the proxy knows the name of the site"
        one.kill()
        with _browser(url, trusted, people[0]) as anna:
            for _ in range(10):
                assert anna.get("/api/me").status_code == 200, "the other server is there"


def _browser(url: str, trusted: ssl.SSLContext, person: RealPerson) -> httpx.Client:
    headers = {"origin": url, "cookie": f"{cookie_name(person.site.settings)}={person.session}"}
    return httpx.Client(base_url=url, verify=trusted, headers=headers, timeout=60)


def until_ready(client: httpx.Client, path: str = "/api/me") -> None:
    end = monotonic() + 60
    while client.get(path).status_code != 200:
        assert monotonic() < end
        sleep(0.1)


@contextmanager
def _asking_without_pause(game: str, *browsers: httpx.Client) -> Iterator[list[int]]:
    """Whoever is to move begins an action and takes it back, again and again; how each request was answered."""
    answers: list[int] = []
    ended = Event()
    address = f"/api/games/{game}"

    def ask(browser: httpx.Client) -> None:
        token = next(one["token"] for one in browser.get(address).json()["seats"] if one["token"])
        headers = {"seat-token": token}
        while not ended.is_set():
            answer = browser.get(f"{address}/view", headers=headers)
            answers.append(answer.status_code)
            view: Any = answer.json() if answer.status_code == 200 else None
            if view and view["asked"]:
                actions = [] if view["draft"]["actions"] else actions_of(view)[:1]
                draft = {"after": view["draft"]["after"], "actions": actions}
                answers.append(browser.put(f"{address}/draft", json=draft, headers=headers).status_code)

    asking = [Thread(target=ask, args=(browser,)) for browser in browsers]
    for thread in asking:
        thread.start()
    try:
        yield answers
    finally:
        ended.set()
        for thread in asking:
            thread.join(60)


def _told_of_a_move(game: str, *browsers: httpx.Client) -> None:
    """Somebody acts, and whoever waits for it is told through the proxy."""
    path = f"/api/games/{game}"
    tokens = [next(one["token"] for one in b.get(path).json()["seats"] if one["token"]) for b in browsers]
    views = [b.get(f"{path}/view", headers={"seat-token": t}).json() for b, t in zip(browsers, tokens, strict=True)]
    who = next(n for n, view in enumerate(views) if view["asked"])
    headers, view = {"seat-token": tokens[who]}, views[who]
    told: list[Any] = []

    def wait() -> None:
        told.append(browsers[who].get(f"{path}/changes?etag={view['etag']}&wait=30", headers=headers).json())

    waiting = Thread(target=wait)
    waiting.start()
    sleep(0.5)
    draft = {"after": view["draft"]["after"], "actions": [actions_of(view)[0]]}
    answer = browsers[who].put(f"{path}/draft", json=draft, headers=headers)
    assert answer.status_code == 200, answer.text
    waiting.join(60)
    assert told == [{"changed": True, "etag": answer.json()["etag"]}]
