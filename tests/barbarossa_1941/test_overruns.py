"""Overruns, and stacks that move together (7)."""

from __future__ import annotations

from barbarossa_1941.stage import FACTS, stage, units
from barbarossa_1941.walking import ICY_TURN, at, index, lay, names
from ostfront.core.map.hexes import lowest
from ostfront.games.barbarossa_1941.rules import movement, overrun
from ostfront.games.barbarossa_1941.state import B41State
from rule import rule


def overruns(state: B41State, *ids: str) -> set[str]:
    chosen = units(*ids)
    local = movement.muster(FACTS, state, FACTS.roster.side[lowest(chosen)], chosen, False)
    return names(overrun.targets(FACTS, state, local))


@rule("B41 7a", "B41 7b", "B41 8.1a")
def test_overruns_are_for_supplied_wheels_that_begin_free() -> None:
    beside = {"SU-7A": "2018"}
    one = ["SU-7A"]  # a single step exerts no ZOC
    assert overruns(lay({"DE-XXXXI": "2017", **beside}, reduced=one), "DE-XXXXI") == {"2018"}
    assert not overruns(lay({"DE-I": "2017", **beside}, reduced=one), "DE-I")
    assert not overruns(lay({"DE-XXXXI": "2017", **beside}, reduced=one, isolated=["DE-XXXXI"]), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2017", **beside}), "DE-XXXXI")
    assert overruns(lay({"DE-XXXXI": "2017", **beside}, 1), "DE-XXXXI") == {"2018"}


@rule("B41 7.1")
def test_no_overrun_on_bad_ground_or_over_a_river() -> None:
    one = ["SU-7A"]
    assert overruns(lay({"DE-XXXXI": "2011", "SU-7A": "2111"}, reduced=one), "DE-XXXXI") == {"2111"}
    assert not overruns(lay({"DE-XXXXI": "2111", "SU-7A": "2112"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "1511", "SU-7A": "1512"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2214", "SU-7A": "2213"}, reduced=one), "DE-XXXXI")
    assert not overruns(lay({"DE-XXXXI": "2214", "SU-7A": "2213"}, ICY_TURN, reduced=one), "DE-XXXXI")


@rule("B41 7c")
def test_an_overrun_needs_all_its_points() -> None:
    game = stage("movement", {"DE-XXXXI": "2014", "SU-7A": "2018"})
    game.play("pick DE-XXXXI")
    game.play("go 2017")
    assert {"overrun 2018", "stop"} == set(game.legal.texts)
    game = stage("movement", {"DE-XXXXI": "2013", "SU-7A": "2018"})
    game.play("pick DE-XXXXI")
    game.play("go 2017")
    assert "march" not in [question.kind for question in game.pending]


@rule("B41 7.2b")
def test_an_overrun_fought_and_followed() -> None:
    where = {"DE-XXXXI": "2017", "DE-LVI": "2017", "SU-7A": "2018", "SU-8A": "2019"}
    game = stage("movement", where, turn=2, reduced=["SU-7A", "SU-8A"], rolls=["roll 6"] * 6)
    for action in ("pick DE-XXXXI", "with DE-LVI", "overrun 2018"):
        game.play(action)
    while game.pending[0].kind not in ("follow", "march", "move"):
        texts = game.legal.texts
        game.play("pass" if "pass" in texts else texts[0])
    assert game.pending[0].kind == "follow"
    game.play("enter")
    local = game.state.top.local
    assert (local.used, local.strategic, local.stopped) == (2, False, False)
    assert {game.state.place[index(unit)] for unit in ("DE-XXXXI", "DE-LVI")} == {at("2018")}
    assert "overrun 2019" in game.legal.texts
    assert "go 2017" in game.legal.texts
    game.play("stop")
    assert game.state.moved == units("DE-XXXXI", "DE-LVI")


STACK = {"DE-XXXXI": "2014", "DE-LVI": "2014", "DE-I": "2014", "HU-GYOR": "2014"}


def test_a_motorised_stack() -> None:
    game = stage("movement", STACK, turn=4, reduced=["DE-LVI", "DE-I"])
    game.play("pick DE-XXXXI")
    assert {text for text in game.legal.texts if text.startswith("with")} == {"with DE-LVI", "with HU-GYOR"}
    game.play("with HU-GYOR")
    assert game.state.top.local.allowance == 4
    game.play("go 2017")
    assert not [text for text in game.legal.texts if text.startswith("with")]
    game.play("stop")
    assert game.state.moved == units("DE-XXXXI", "HU-GYOR")
    game.play("pick DE-I")
    assert not [text for text in game.legal.texts if text.startswith("with")]
