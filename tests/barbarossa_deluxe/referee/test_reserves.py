"""Strategic movement (8.7), the RVGK (8.8 to 8.11), replacements (8.12), the Bulgarians (8.26)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, stage, units
from ostfront.core.play.game import Game
from rule import rule
from staging.asking import rules_broken, verdict

BERLIN, BRESLAU, WARSAW = "2023", "2320", "2117"


# ---- strategic movement -----------------------------------------------------------------------------


def shipping(places: dict[str, str], turn: int = 10, **more: Any) -> Game:
    return stage("special phase", {"4A": "1502", **places}, turn=turn, zone=1, **more)


@rule("BD 8.7b", "BD 2.9b")
def test_who_moves_strategically() -> None:
    game = shipping({"1C": BERLIN, "2C": "2217", "FCSE": "3220", "5C": "1710", **around("1710", *ARMIES)})
    assert verdict(game, "transfer 1C") == []
    assert verdict(game, "transfer 2C") == ["BD 8.7b"]  # in no city
    assert verdict(game, "transfer 5C") == ["BD 8.7b"]  # cut off
    assert verdict(game, "transfer 4A") == ["BD 8.7b"]
    assert "FCSE" not in " ".join(game.legal.texts)
    game.state.top = game.state.top._replace(local=game.state.top.local._replace(ready=units("FCSE", "1C")))
    assert rules_broken(game, "transfer FCSE") == ["BD 2.9b"]


@rule("BD 8.7e")
@pytest.mark.parametrize(
    ("unit", "shipped", "broken"),
    [("1C", 7, []), ("3Pz", 6, []), ("3Pz", 7, ["BD 8.7e"]), ("2H", 4, []), ("2H", 5, ["BD 8.7e"])],
)
def test_eight_points(unit: str, shipped: int, broken: list[str]) -> None:
    game = shipping({unit: BRESLAU, "2C": BRESLAU})
    game.state.shipped = shipped
    assert verdict(game, f"transfer {unit}") == broken


@rule("BD 8.7e")
@pytest.mark.parametrize(("turn", "broken"), [(8, ["BD 8.7e"]), (9, []), (29, []), (30, ["BD 8.7e"])])
def test_the_turns_of_strategic_movement(turn: int, broken: list[str]) -> None:
    game = shipping({"1C": BERLIN, "2C": BRESLAU})
    game.state.turn = turn
    assert rules_broken(game, "transfer 1C") == broken


@rule("BD 8.7b", "BD 8.7c", "BD 8.7d")
def test_where_a_unit_goes() -> None:
    game = shipping({"1C": WARSAW, **dict.fromkeys(CORPS[:5], BERLIN), "5A": "2010", "6A": "1910"})
    act(game, "transfer 1C")
    assert verdict(game, "at 2420") == []
    assert verdict(game, "at 2011") == []  # next to enemies at the end
    assert verdict(game, f"at {WARSAW}") == ["BD 8.7b"]  # it is there
    assert verdict(game, "at rvgk") == ["BD 8.7b"]
    assert verdict(game, f"at {BERLIN}") == ["BD 8.7d"]  # full
    assert verdict(game, "at 2010") == ["BD 8.7d"]  # enemies
    assert verdict(game, "at 3107") == []  # by land round the Sea of Azov's north shore
    ring = shipping({"1C": WARSAW, **around("2402", *ARMIES)})
    act(ring, "transfer 1C")
    assert verdict(ring, "at 2402") == ["BD 8.7c"]


@rule("BD 8.7d")
def test_nobody_leaves_a_hex_that_is_shut_in() -> None:
    game = shipping({"1C": BERLIN, "43C": BRESLAU, **_full_around_berlin()})
    assert verdict(game, "transfer 43C") == []
    assert verdict(game, "transfer 1C") == ["BD 8.7d"]


def _full_around_berlin() -> dict[str, str]:
    """Five corps in each hex around Berlin."""
    german = [c for c in FACTS.roster.counters if c.nationality == "German" and c.entry in ("start", "normal", "kg")]
    corps = [c.id for c in german if c.mobility in ("mech", "foot") and c.id not in ("1C", "43C")]
    beside = [hex for hex in FACTS.grid.hexes if FACTS.near[FACTS.board.index(BERLIN)] >> hex & 1]
    return {unit: FACTS.place_names[hex] for n, hex in enumerate(beside) for unit in corps[5 * n : 5 * n + 5]}


@rule("BD 8.31b")
def test_a_tiger_battalion_changes_corps() -> None:
    alone = shipping({"1C": BERLIN, "2C": BERLIN}, turn=15, with_={"502TB": "1C"})
    assert verdict(alone, "transfer 502TB") == []  # to the other corps of the stack
    game = shipping({"1C": BERLIN, "2C": BRESLAU, "6C": WARSAW}, turn=15, with_={"502TB": "1C"})
    act(game, "transfer 502TB")
    assert verdict(game, "attach 1C") == ["BD 8.31b"]  # it is with it
    assert verdict(game, "attach 2C") == []
    none = shipping({"1C": BERLIN, "3R": BRESLAU}, turn=15, with_={"502TB": "1C"})
    assert verdict(none, "transfer 502TB") == ["BD 8.31b"]


@rule("BD 12.7a")
def test_the_garrison_of_stalingrad_stands_fast() -> None:
    """The city has supply again when strategic movement begins."""
    game = shipping(
        {"1C": "2501", "2C": BERLIN}, turn=14, scenario="road-back", german=("2607",), stalingrad_bound=units("1C")
    )
    assert verdict(game, "transfer 2C") == []
    game.state.top = game.state.top._replace(local=game.state.top.local._replace(ready=units("1C", "2C")))
    assert rules_broken(game, "transfer 1C") == ["BD 12.7a"]


# ---- the RVGK ---------------------------------------------------------------------------------------


def reserving(places: dict[str, str], turn: int = 14, **more: Any) -> Game:
    return stage("special phase", {"1C": "2217", "4A": "1502", **places}, side="soviet", turn=turn, **more)


@rule("BD 8.9b", "BD 8.10a", "BD 8.30b", "BD 4.13g")
def test_who_goes_into_the_box() -> None:
    game = reserving(
        {"5A": "1812", "LPMA": "1011", "BCG": "1502", "6A": "rvgk", "9A": "caucasus", **around("1812", *CORPS)}
    )
    assert verdict(game, "reserve 4A") == []
    assert verdict(game, "reserve 5A") == ["BD 8.10a"]  # cut off
    assert verdict(game, "reserve 6A") == ["BD 8.10a"]  # not on the map
    assert verdict(game, "reserve LPMA") == ["BD 8.9b"]
    assert verdict(game, "reserve BCG") == ["BD 8.30b"]
    assert verdict(game, "reserve 1C") == ["BD 8.9b"]
    assert verdict(game, "reserve 9A") == ["BD 4.13g"]
    act(game, "reserve 4A")
    assert verdict(game, "deploy 4A") == ["BD 8.9b"]  # not both ways


@rule("BD 8.9b")
def test_five_go_in_and_out() -> None:
    game = reserving({"5A": "1606", "6A": "rvgk"}, turn=26, with_={"CMB": "5A"})
    game.state.reserved = 4
    assert verdict(game, "reserve 4A") == []
    assert verdict(game, "reserve 5A") == ["BD 8.9b"]  # its group makes two
    game.state.reserved = 5
    assert rules_broken(game, "deploy 6A") == ["BD 8.9b"]


@rule("BD 8.8", "BD 8.10b", "BD 8.20a", "BD 8.32b")
def test_who_comes_out() -> None:
    game = reserving({"6A": "rvgk", "4G": "rvgk", "1Rom": "rvgk", "CMB": "rvgk", "4A": "1503"}, turn=26,
                     due={"4G": 16, "1Rom": 25})  # fmt: skip
    assert verdict(game, "deploy 6A") == []
    assert verdict(game, "deploy 4A") == ["BD 8.8"]
    assert verdict(game, "deploy 4G") == ["BD 8.20a"]
    assert verdict(game, "deploy 1Rom") == ["BD 8.10b"]  # Bucharest is German
    assert verdict(game, "deploy CMB") == ["BD 8.10b"]  # no army where units come out
    at_gates = reserving({"5A": "1606", "6A": "1603", "CMB": "rvgk", "20A": "1405"}, turn=26)
    act(at_gates, "deploy CMB")
    assert verdict(at_gates, "attach 5A") == []
    assert verdict(at_gates, "attach 6A") == ["BD 8.32b"]


@rule("BD 8.25b")
def test_romanians_who_have_waited_come_out_in_bucharest() -> None:
    """A unit with one hex goes there unasked: the question is put to the referee."""
    game = reserving({"1Rom": "rvgk", "6A": "rvgk", "5A": "3114"}, turn=26, due={"1Rom": 25})
    assert verdict(game, "deploy 1Rom") == []
    act(game, "deploy 6A")
    local = game.state.top.local._replace(unit=FACTS.roster.index["1Rom"])
    game.state.top = game.state.top._replace(local=local)
    assert rules_broken(game, "at 1606") == ["BD 8.25b"]
    assert rules_broken(game, "at 3114") == []


@rule("BD 6.3", "BD 8.1d", "BD 8.10b", "BD 10.4")
def test_where_a_unit_comes_out() -> None:
    game = reserving({"6A": "rvgk", **dict.fromkeys(ARMIES[:5], "1606"), "2C": "1405"}, german=("1000",))
    act(game, "deploy 6A")
    assert verdict(game, "at 1502") == []
    assert verdict(game, "at 1000") == []  # the edge need not be Soviet
    assert verdict(game, "at 3100") == ["BD 8.10b"]  # too far south
    assert verdict(game, "at 1503") == ["BD 8.10b"]
    assert verdict(game, "at 1606") == ["BD 6.3"]
    assert "BD 10.4" in verdict(game, "at 1405")
    assert verdict(game, "at rvgk") == ["BD 8.10b"]
    for unit in ARMIES[:5]:
        game.state.entry[FACTS.roster.index[unit]] = FACTS.board.index("1502")
    assert rules_broken(game, "at 1502") == ["BD 8.1d"]


def emergency(places: dict[str, str], turn: int = 10, **more: Any) -> Game:
    """The German movement phase, and the Soviet has raised his hand."""
    return stage("movement", {"1C": "2217", "4A": "1502", **places}, turn=turn, hands=2, zone=1, **more)


@rule("BD 8.11a", "BD 8.20a")
def test_the_emergency_deployment() -> None:
    game = emergency({"6A": "rvgk", "4G": "rvgk"}, due={"4G": 9})
    assert asked(game) == [("Soviet", "interrupt")]
    assert verdict(game, "deploy 6A") == []
    assert verdict(game, "deploy 4A") == ["BD 8.11a"]  # not in the box
    assert verdict(game, "deploy 4G") == ["BD 8.20a"]
    game.state.deployed = True
    assert rules_broken(game, "deploy 6A") == ["BD 8.11a"]
    game.state.deployed, game.state.turn = False, 2
    assert rules_broken(game, "deploy 6A") == ["BD 8.11a"]
    game.state.turn = 10
    act(game, "deploy 6A")
    assert verdict(game, "at 1606") == []
    assert verdict(game, "at 1000") == ["BD 8.11a"]  # the edge is no city


# ---- replacements -----------------------------------------------------------------------------------


@rule("BD 8.12a", "BD 8.12b", "BD 8.12d", "BD 8.13")
def test_what_the_germans_rebuild() -> None:
    dead = dict.fromkeys(("3Pz", "14Pz", "2C", "5C", "Ho", "502TB"), "dead-german")
    game = stage("German administration", {"1C": "2217", "4A": "1502", **dead}, turn=17)
    assert verdict(game, "rebuild 3Pz") == []
    assert verdict(game, "rebuild 1C") == ["BD 8.12a"]
    assert verdict(game, "rebuild 4A") == ["BD 8.12a"]
    assert "BD 8.12d" in verdict(game, "rebuild Ho")
    act(game, "rebuild 3Pz")
    assert verdict(game, "at rvgk") == ["BD 8.8"]
    assert verdict(game, "at caucasus") == ["BD 8.13"]
    act(game, f"at {BERLIN}")
    assert verdict(game, "rebuild 14Pz") == ["BD 8.12b"]
    assert verdict(game, "rebuild 2C") == []


@rule("BD 8.31e", "BD 8.32e", "BD 8.12c")
def test_support_units_are_not_rebuilt() -> None:
    game = stage("German administration", {"1C": "2217", "2C": "dead-german", "505TB": "dead-german"}, turn=17)
    assert "BD 8.31e" in verdict(game, "rebuild 505TB")
    dead = {"CMB": "dead-soviet", "3T": "dead-soviet", "5A": "dead-soviet"}
    soviet = stage("Soviet administration", {"4A": "1502", **dead}, side="soviet", turn=4)
    assert "BD 8.32e" in verdict(soviet, "rebuild CMB")
    assert verdict(soviet, "rebuild 3T") == ["BD 8.12c"]  # five steps, none for mechanized units
    assert verdict(soviet, "rebuild 5A") == []
    act(soviet, "rebuild 5A")
    assert verdict(soviet, "at rvgk") == []


@rule("BD 8.13")
def test_nobody_is_rebuilt_without_a_place() -> None:
    game = stage("German administration", {"1C": "2217", "6SS": "dead-german", "2C": "dead-german"}, turn=23)
    assert verdict(game, "rebuild 6SS") == ["BD 8.13"]  # Riga is Soviet


# ---- the Bulgarians ---------------------------------------------------------------------------------


@rule("BD 8.26b")
def test_the_bulgarians_come_through_their_country() -> None:
    boxed = dict.fromkeys(("5A", "1B", "2B", "4B"), "bulgaria")
    game = stage(
        "movement", {"1C": "3216", "4A": "1502", **boxed}, side="soviet", turn=20, bulgarian_exit=19, neutral=0
    )
    assert asked(game) == [("Soviet", "return")]
    assert verdict(game, "at 3215") == []
    assert verdict(game, "at 3216") == ["BD 8.26b"]
    assert verdict(game, "at 1606") == ["BD 8.26b"]
    assert verdict(game, "at rvgk") == ["BD 8.26b"]
