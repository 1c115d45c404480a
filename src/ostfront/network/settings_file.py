"""Reading the settings of a site: a file, over it variables of the environment, over them the command's options.

Everything that is wrong is found at once, and each fault is a sentence that names its place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo, fields

from ostfront.core.errors import OstfrontError
from ostfront.network.settings import Settings
from ostfront.network.settings_checks import faults_of, password_in

PREFIX = "OSTFRONT_"
SECTIONS = {
    field.name: type(field.default) for field in fields(Settings) if isinstance(field.default, msgspec.Struct)
}
LONGEST_SECRET = 1000


class BadSettings(OstfrontError):
    """Settings that a site cannot start with."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Given(NamedTuple):
    """A setting as it was given, and where."""

    value: Any
    place: str
    text: bool = False  # as a variable or an option, where numbers are text


class Known(NamedTuple):
    """A setting that there is."""

    field: FieldInfo
    section: str


def _known() -> dict[str, Known]:
    found: dict[str, Known] = {}
    for field in fields(Settings):
        if field.name not in SECTIONS:
            found[field.name] = Known(field, "")
    for section, struct in SECTIONS.items():
        found |= {f"{section}.{field.name}": Known(field, section) for field in fields(struct)}
    return found


KNOWN = _known()


def read_settings(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    serves: bool = True,
) -> Settings:
    """The settings of a site, complete and checked, with the secrets that are in files of their own.

    `options` are those of the command, by the names of the settings; one that is None was not given. What does not
    serve pages needs no address for people.
    """
    faults: list[str] = []
    given: dict[str, Given] = {}
    if file is not None:
        given |= _from_file(file, faults)
    given |= _from_environment(environment or {}, faults)
    for key, value in (options or {}).items():
        if value is not None:
            given[key] = Given(value, f"--{key.replace('_', '-')}", text=True)
    values = _converted(given, faults)
    if "public_url" not in given and serves:
        faults.append("public_url is missing: the address that people type, such as https://play.example.org.")
    values.setdefault("public_url", "")
    settings = _made(values)
    faults += faults_of(settings, lambda key: _place(key, given))
    settings, wrong = _with_secrets(settings, given)
    if faults or wrong:
        raise BadSettings([*faults, *wrong])
    return settings


def _place(key: str, given: Mapping[str, Given]) -> str:
    """Where a setting was given, or another one of its section."""
    section = KNOWN[key].section
    near = [key, *(other for other in given if section and KNOWN[other].section == section)]
    return next((given[other].place for other in near if other in given), key)


# ---- where settings come from ----------------------------------------------------------------------------


def _from_file(file: Path, faults: list[str]) -> dict[str, Given]:
    try:
        text = file.read_text("utf-8")
        told = tomllib.loads(text)
    except OSError as wrong:
        faults.append(f"{file} cannot be read: {wrong.strerror or wrong}.")
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        faults.append(f"{file} is not TOML: {wrong}.")
        return {}
    lines = _lines(text)
    found: dict[str, Given] = {}
    for key, value in _flat(told):
        place = f"{file.name}, line {lines[key]}" if key in lines else file.name
        if key in KNOWN:
            found[key] = Given(value, place)
        elif key in SECTIONS:
            faults.append(f"{place}: {key} is a section: write [{key}], and its settings below.")
        else:
            faults.append(f"{place}: there is no setting {key}.{_meant(key, list(KNOWN))}")
    return found


def _flat(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in told.items():
        if isinstance(value, dict) and value:
            yield from ((f"{key}.{inner}", given) for inner, given in value.items())
        elif not isinstance(value, dict):
            yield key, value
        elif key not in SECTIONS:
            yield key, value  # an empty section that there is not


def _lines(text: str) -> dict[str, int]:
    """In which line each setting is."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            section = f"{header[1]}."
            found.setdefault(header[1], number)
        elif key := re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line):
            found.setdefault(f"{section}{key[1]}", number)
    return found


def variable(key: str) -> str:
    """The variable of the environment for a setting."""
    return PREFIX + key.replace(".", "_").upper()


BY_VARIABLE = {variable(key): key for key in KNOWN}


def _from_environment(environment: Mapping[str, str], faults: list[str]) -> dict[str, Given]:
    found: dict[str, Given] = {}
    for name, value in sorted(environment.items()):
        if name in BY_VARIABLE:
            found[BY_VARIABLE[name]] = Given(value, name, text=True)
        elif name.startswith(PREFIX) and (meant := _meant(name, list(BY_VARIABLE))):  # others are of other commands
            faults.append(f"{name}: there is no such variable.{meant}")
    return found


def _meant(word: str, words: list[str]) -> str:
    bare = {name.removeprefix(PREFIX): name for name in words}
    close = get_close_matches(word.removeprefix(PREFIX), bare, n=1, cutoff=0.7)
    return f" Did you mean {bare[close[0]]}?" if close else ""


# ---- what they say ---------------------------------------------------------------------------------------


def _converted(given: Mapping[str, Given], faults: list[str]) -> dict[str, Any]:
    """The values in their types; one that does not fit is a fault."""
    found: dict[str, Any] = {}
    for key, (value, place, text) in given.items():
        wanted = KNOWN[key].field.type
        if text and isinstance(value, str) and _is_list(wanted):
            value = [part.strip() for part in value.split(",") if part.strip()]
        try:
            found[key] = msgspec.convert(value, wanted, strict=not text)
        except msgspec.ValidationError as wrong:
            faults.append(f"{place}: {key}: {_in_words(str(wrong))}")
    return found


def _is_list(wanted: Any) -> bool:
    return msgspec.json.schema(wanted).get("type") == "array"


def _in_words(wrong: str) -> str:
    """The sentence of a value that does not fit."""
    for pattern, words in (
        (r"Expected `(\w+)`, got `(\w+)`.*", r"this should be \1, not \2."),
        (r"Expected `(\w+)` (>=|<=) (\d+).*", r"this should be \2 \3."),
        (r"Expected `str` of length (>=|<=) (\d+).*", r"the length should be \1 \2."),
        (r"Invalid enum value '?([^']*)'?.*", r"'\1' is not one of the choices."),
    ):
        if re.match(pattern, wrong):
            return re.sub(pattern, words, wrong).replace("int", "a whole number").replace("bool", "true or false")
    return f"{wrong}."


def _made(values: Mapping[str, Any]) -> Settings:
    top: dict[str, Any] = {}
    inner: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        section = KNOWN[key].section
        if section:
            inner.setdefault(section, {})[KNOWN[key].field.name] = value
        else:
            top[key] = value
    top |= {section: SECTIONS[section](**given) for section, given in inner.items()}
    return Settings(**top)


# ---- secrets ---------------------------------------------------------------------------------------------


def _with_secrets(settings: Settings, given: Mapping[str, Given]) -> tuple[Settings, list[str]]:
    """The settings with the secrets that are in files of their own, and what is wrong with those."""
    faults: list[str] = []
    if settings.mail.password_file:
        place = given["mail.password_file"].place
        if settings.mail.password:
            faults.append(f"{place}: the password of the mail is given twice.")
        found = _secret(Path(settings.mail.password_file), place, faults)
        mail = msgspec.structs.replace(settings.mail, password=found)
        settings = msgspec.structs.replace(settings, mail=mail)
    if settings.database_password_file:
        place = given["database_password_file"].place
        found = _secret(Path(settings.database_password_file), place, faults)
        settings = msgspec.structs.replace(settings, database=password_in(settings.database, found))
    return settings, faults


def _secret(file: Path, place: str, faults: list[str]) -> str:
    try:
        found = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as wrong:
        said = wrong.strerror if isinstance(wrong, OSError) else "it is not text"
        faults.append(f"{place}: {file} cannot be read: {said}.")
        return ""
    if not found or len(found) > LONGEST_SECRET or "\n" in found:
        faults.append(f"{place}: {file} should contain one line, the password.")
        return ""
    return found


# ---- an example ------------------------------------------------------------------------------------------


def example() -> str:
    """A settings file with every setting, explained, at its default."""
    lines = [
        "# The settings of a site. Each may also be a variable of the environment, such as",
        f"# {variable('public_url')} or {variable('mail.password_file')}.",
        "",
    ]
    section = ""
    for known in KNOWN.values():
        if known.section != section:
            section = known.section
            lines += [f"[{section}]", ""]
        name, value = known.field.name, known.field.default
        lines.append(f"# {_description(known.field)}")
        if value is msgspec.NODEFAULT:
            lines.append('public_url = "https://play.example.org"')
        else:
            shown = msgspec.json.encode(value).decode()
            lines.append(f"# {name} = {shown}")
        lines.append("")
    return "\n".join(lines)


def _description(field: FieldInfo) -> str:
    return str(msgspec.json.schema(field.type).get("description", ""))
