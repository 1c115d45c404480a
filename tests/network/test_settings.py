"""Settings from a file, from variables and from options; every fault is a sentence with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ostfront.network.settings import Settings
from ostfront.network.settings_file import KNOWN, BadSettings, example, read_settings, variable

FILE = """
public_url = "https://play.example.org"
port = 8001
proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]

[mail]
server = "mail.example.org"
sender = "games@example.org"
"""


def faults(folder: Path, text: str, environment: dict[str, str] | None = None, **options: object) -> list[str]:
    file = folder / "ostfront.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadSettings) as wrong:
        read_settings(file, environment, options)
    return wrong.value.faults


def test_options_are_over_variables_and_those_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ostfront.toml"
    file.write_text(FILE, "utf-8")
    environment = {"OSTFRONT_PORT": "8002", "OSTFRONT_MAIL_PORT": "25", "OSTFRONT_ACCESS_LOG": "false", "HOME": "/"}
    found = read_settings(file, environment, {"port": 8003, "address": None})
    assert (found.port, found.mail.port, found.access_log, found.address) == (8003, 25, False, "127.0.0.1")
    assert found.mail.server == "mail.example.org" and len(found.trusted) == 3
    assert read_settings(file, environment).port == 8002
    assert read_settings(file).port == 8001


def test_variables_alone_are_enough() -> None:
    found = read_settings(
        environment={"OSTFRONT_PUBLIC_URL": "https://a.example", "OSTFRONT_PROXIES": "::1, 10.0.0.1"}
    )
    assert (found.host, found.secure, found.proxies) == ("a.example", True, ("::1", "10.0.0.1"))


def test_all_faults_are_told_at_once_each_with_its_place(tmp_path: Path) -> None:
    text = """
public_ur = "https://play.example.org"
port = "80"
proxies = ["10.0.0.0/8", "router"]
registration = "maybe"
metrics = "here"
[mail]
servr = "mail.example.org"
user = "anna"
[post]
office = 1
"""
    told = faults(tmp_path, text, {"OSTFRONT_PROT": "1", "OSTFRONT_THINKING": "many"}, connections=0)
    assert len(told) == len(set(told)) == 12
    expected = (
        "ostfront.toml, line 2: there is no setting public_ur. Did you mean public_url?",
        "ostfront.toml, line 3: port: this should be a whole number, not str.",
        "ostfront.toml, line 4: 'router' is neither an address nor a network such as 10.0.0.0/8.",
        "ostfront.toml, line 5: registration: 'maybe' is not one of the choices.",
        "ostfront.toml, line 6: metrics is an address and a port, such as 127.0.0.1:9464.",
        "ostfront.toml, line 8: there is no setting mail.servr. Did you mean mail.server?",
        "ostfront.toml, line 9: mail has settings, but no server.",
        "ostfront.toml, line 11: there is no setting post.office.",
        "OSTFRONT_PROT: there is no such variable. Did you mean OSTFRONT_PORT?",
        "OSTFRONT_THINKING: thinking: this should be a whole number, not str.",
        "--connections: connections: this should be >= 1.",
        "public_url is missing: the address that people type, such as https://play.example.org.",
    )
    assert set(told) == set(expected)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('public_url = "play.example.org"', "whole address"),
        ('public_url = "https://play.example.org/games"', "in a folder"),
        ('public_url = "https://play.example.org:port"', "whole address"),
        ('address = "my machine"', "network interface"),
        ('database = "mysql://a@b/c"', "mysql is not supported"),
        ('database = "nonsense"', "is an address such as"),
        ('players = "workers"', "needs PostgreSQL"),
        ('push_contact = "anna"', "mailto:"),
        ('mail = "here"', "write [mail]"),
        ("port = 70000", "<= 65535"),
        ('name = ""', "length"),
        ("mail = 7", "write [mail]"),
        ("port = ", "is not TOML"),
    ],
)
def test_each_fault(tmp_path: Path, line: str, said: str) -> None:
    text = line if line.startswith("public_url") else f'public_url = "https://play.example.org"\n{line}\n'
    told = faults(tmp_path, text)
    assert any(said in fault for fault in told), told
    assert all(fault.endswith((".", "?")) and "\n" not in fault for fault in told)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"none\.toml cannot be read"):
        read_settings(tmp_path / "none.toml", {"OSTFRONT_PUBLIC_URL": "https://a.example"})


def test_variables_of_other_commands_are_left_alone() -> None:
    others = dict.fromkeys(("OSTFRONT_DATA", "OSTFRONT_SCALE", "OSTFRONT_EVERYWHERE", "OSTFRONT_CONFIG"), "1")
    assert read_settings(environment={"OSTFRONT_PUBLIC_URL": "https://a.example", **others}).host == "a.example"


def test_secrets_from_files_are_used_and_never_shown(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("hush hush\n", "utf-8")
    (tmp_path / "database").write_text("p@ss/word", "utf-8")
    file = tmp_path / "ostfront.toml"
    more = f'database_password_file = "{tmp_path}/database"\ndatabase = "postgresql://ostfront@localhost/games"\n'
    file.write_text(f'{more}{FILE}user = "anna"\npassword_file = "{tmp_path}/mail"\n', "utf-8")
    found = read_settings(file)
    assert found.mail.password == "hush hush"
    assert found.database == "postgresql://ostfront:p%40ss%2Fword@localhost/games"
    shown = f"{found!r} {found} {found.mail!r}"
    assert "hush" not in shown and "word" not in shown


def test_secrets_that_cannot_be_read_or_are_given_twice(tmp_path: Path) -> None:
    (tmp_path / "two").write_text("one\ntwo\n", "utf-8")
    text = f"""
public_url = "https://play.example.org"
database = "postgresql://a:b@localhost/games"
database_password_file = "{tmp_path}/none"
[mail]
server = "mail.example.org"
sender = "games@example.org"
user = "anna"
password = "hush"
password_file = "{tmp_path}/two"
"""
    told = faults(tmp_path, text)
    assert len(told) == 4 and not any("hush" in fault for fault in told)
    for said in (
        "none cannot be read",
        "two should contain one line",
        "mail is given twice",
        "database is given twice",
    ):
        assert any(said in fault for fault in told), (said, told)


def test_the_example_has_every_setting_at_its_default(tmp_path: Path) -> None:
    text = example()
    assert all(f"{key.rpartition('.')[2]} = " in text for key in KNOWN)
    whole = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines())
    file = tmp_path / "ostfront.toml"
    file.write_text(text, "utf-8")
    assert read_settings(file) == Settings(public_url="https://play.example.org")
    told = tomllib.loads("\n".join(line for line in whole.splitlines() if not line.startswith("#")))
    inner = [section for section in told.values() if isinstance(section, dict)]
    assert len(told) + sum(map(len, inner)) - len(inner) == len(KNOWN)


def test_every_variable_belongs_to_one_setting() -> None:
    assert len({variable(key) for key in KNOWN}) == len(KNOWN)
