"""Airborne corps in combat (12.5): stacked, dropped, and what a drop bars; test_control.py has the drops."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import names
from barbarossa_1941.stage import FACTS, act, asked, place_of, stage, units, verdict
from ostfront.core.play.game import Game
from rule import rule

DEFENCE = {"DE-I": "0419", "SU-8A": "0418"}


def results(game: Game) -> list[int]:
    """The modifiers of the combats so far."""
    return [int(event.args[1]) for event in game.events or () if event.kind == "result"]


def fighting(side: str, target: str, others: dict[str, str], **fields: Any) -> Game:
    fields = {"turn": 4, "guns_axis": 0, "guns_soviet": 0, "rolls": ["3", "3"], **fields}
    game = stage("combat", {**DEFENCE, **others}, side=side, **fields)
    act(game, f"attack {target}")
    return game


@rule("B41 12.5l")
def test_the_fallschirmjaeger_never_walk() -> None:
    game = stage("movement", {**DEFENCE, "DE-7FJ": "0419"}, turn=4)
    assert verdict(game, "pick DE-7FJ") == ["B41 12.5l"]
    assert verdict(game, "pick DE-I") == []


# ---- stacked (initial corps, and guards who joined a unit) ------------------------------------------


@rule("B41 12.5b", "B41 12.5c")
@pytest.mark.parametrize("corps", ["SU-4ABN", "SU-GABN1"])
def test_a_stacked_corps_helps_an_attack_once(corps: str) -> None:
    game = fighting("soviet", "0419", {corps: "0418"})
    assert asked(game) == [("Soviet", "paratroops")]
    act(game, f"para {corps}")
    assert results(game) == [1]
    assert place_of(game, corps) == "removed"


@rule("B41 12.5b", "B41 12.5c")
def test_a_stacked_corps_helps_a_defence() -> None:
    game = fighting("axis", "0418", {"SU-4ABN": "0418"})
    assert asked(game) == [("Soviet", "paratroops")]
    act(game, "para SU-4ABN")
    assert results(game) == [-1]
    assert place_of(game, "SU-4ABN") == "removed"


@rule("B41 12.5b")
def test_one_corps_a_side_and_combat() -> None:
    game = fighting("soviet", "0419", {"SU-4ABN": "0418", "SU-5ABN": "0418"})
    act(game, "para SU-5ABN")
    assert results(game) == [1]
    assert place_of(game, "SU-4ABN") == "0418"


@rule("B41 12.5b", "B41 12.5f")
@pytest.mark.parametrize("corps", ["SU-4ABN", "SU-GABN1"])
def test_a_corps_that_shares_no_hex_with_an_attacker_has_no_part(corps: str) -> None:
    game = fighting("soviet", "0419", {corps: "0420", "SU-11A": "0420", "SU-5ABN": "0418"})
    act(game, "with SU-8A", "resolve")
    assert verdict(game, f"para {corps}") == ["B41 12.5b"]
    assert verdict(game, "para SU-5ABN") == []
    game = fighting("soviet", "0419", {corps: "0420", "SU-11A": "0420"})
    act(game, "with SU-11A", "resolve")
    assert verdict(game, f"para {corps}") == []


@rule("B41 12.5c")
def test_a_corps_that_is_not_used_stays() -> None:
    game = fighting("soviet", "0419", {"SU-4ABN": "0418"})
    act(game, "pass")
    assert results(game) == [0]
    assert place_of(game, "SU-4ABN") == "0418"


@rule("B41 12.5a")
def test_an_initial_corps_marches_three_and_does_not_drop() -> None:
    game = stage("movement", {"SU-4ABN": "2112", "SU-7A": "2115", "DE-I": "0116"}, side="soviet", turn=2)
    assert "drop SU-4ABN" not in game.legal.texts
    act(game, "pick SU-4ABN")
    far = {FACTS.grid.distance(FACTS.city("Moscow"), FACTS.board.index(text[3:])) for text in game.legal.texts[1:]}
    assert max(far) == 4  # and the strategic point
    assert place_of(stage("set-up"), "SU-4ABN") == "0915"


# ---- dropped ----------------------------------------------------------------------------------------


@rule("B41 12.5g")
def test_guards_drop_from_supplied_cities_outside_zocs() -> None:
    """All that is Soviet is Kaluga and Vologda; a German corps next to Kaluga leaves Vologda."""
    held = [site.name for site in FACTS.board.sites if FACTS.ussr >> site.hex & 1 and site.kind in ("major", "minor")]
    held = [name for name in dict.fromkeys(held) if name not in ("Kaluga", "Vologda", "Moscow", "Leningrad")]
    others = {"SU-GABN1": "off-map", "SU-7A": "2112", "SU-8A": "1304"}

    def offered(more: dict[str, str], *lost: str) -> set[str]:
        game = stage("movement", {**others, **more}, side="soviet", turn=8, held=[*held, *lost])
        act(game, "drop SU-GABN1")
        return {text[3:] for text in game.legal.texts}

    free = offered({"DE-I": "0116"})
    kaluga, moscow = FACTS.city("Kaluga"), FACTS.city("Moscow")
    west = [
        name for name in names(FACTS.grid.disk(kaluga, 6) & ~FACTS.grid.disk(moscow, 6) & FACTS.land & ~FACTS.majors)
        if name in free
    ]  # fmt: skip
    assert west
    assert all(FACTS.grid.distance(kaluga, FACTS.board.index(name)) <= 6 for name in west)
    covered = offered({"DE-I": "1815"})
    assert not set(west) & covered
    assert "0915" not in free and "1116" not in free  # Minsk, Bobruisk


@rule("B41 12.5i")
def test_a_dropped_guards_corps_helps_one_attack_next_to_it() -> None:
    """It stands in 0420; both 0419 and 0421 are next to it, and only the first attack has it."""
    others = {"SU-GABN1": "0420", "DE-II": "0421", "SU-11A": "0422"}
    game = fighting("soviet", "0419", others, turn=8, dropped=units("SU-GABN1"))
    act(game, "para SU-GABN1")
    assert results(game) == [1]
    assert place_of(game, "SU-GABN1") == "removed"
    if asked(game)[0][1] == "advance":
        act(game, "done" if "done" in game.legal.texts else "pass")
    act(game, "attack 0421")
    assert results(game) == [1, 0]


@rule("B41 12.5i")
def test_a_corps_dropped_elsewhere_does_not_help() -> None:
    others = {"SU-GABN1": "0422", "SU-4ABN": "0418"}
    game = fighting("soviet", "0419", others, dropped=units("SU-GABN1"))
    assert game.legal.texts == ["pass", "para SU-4ABN"]
    unused = stage("end of combat", {"SU-GABN1": "0420", "SU-8A": "2112"}, side="soviet", dropped=units("SU-GABN1"))
    assert place_of(unused, "SU-GABN1") == "removed"


@rule("B41 12.5m")
def test_the_fallschirmjaeger_help_every_attack_next_to_them() -> None:
    others = {"DE-7FJ": "0518", "DE-II": "0516", "SU-11A": "0517"}
    game = fighting("axis", "0418", others, turn=3, dropped=units("DE-7FJ"))
    while asked(game) != [("Axis", "attack")]:
        act(game, "pass" if "pass" in game.legal.texts else game.legal.texts[0])
    act(game, "attack 0517")
    assert results(game) == [1, 1]
    away = fighting("axis", "0418", {"DE-7FJ": "0621"}, turn=3, dropped=units("DE-7FJ"))
    assert results(away) == [0]


# ---- what a drop bars (12.5j) -----------------------------------------------------------------------

RETREAT = {"DE-XXIV": "0419", "SU-8A": "0418"}


def driven_back(others: dict[str, str], roll: str, **fields: Any) -> Game:
    """Six to four and quality 5 to 2: 4:1, where a 4 costs two steps; the second may be a retreat."""
    game = stage("combat", {**RETREAT, **others}, turn=5, guns_axis=0, rolls=[roll], **fields)
    act(game, "attack 0418")
    return game


@rule("B41 12.5j")
def test_nobody_retreats_into_a_supporting_drop() -> None:
    free = driven_back({}, "4")
    ways = [text for text in free.legal.texts if text.startswith("retreat")]
    assert len(ways) > 1
    barred = ways[0].split()[1]
    game = driven_back({"DE-7FJ": barred}, "3", dropped=units("DE-7FJ"))
    assert verdict(game, ways[0]) == ["B41 12.5j"]
    assert verdict(game, ways[1]) == []


@rule("B41 12.5j")
def test_nobody_reacts_into_a_supporting_drop() -> None:
    def reacting(others: dict[str, str], **fields: Any) -> Game:
        field = {"DE-I": "0416", "SU-8A": "0515", "SU-4MC": "0715", **others}
        game = stage("combat", field, turn=5, guns_axis=0, rolls=["1", "3"], **fields)
        act(game, "attack 0515", "react SU-4MC")
        return game

    assert "go 0616" in reacting({}).legal.texts
    game = reacting({"DE-7FJ": "0616"}, dropped=units("DE-7FJ"))
    assert verdict(game, "go 0616") == ["B41 12.5j"]
