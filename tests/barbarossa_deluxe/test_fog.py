"""Fog of war (11.7): what the German sees of Soviet stacks, learns, remembers and is told."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import declare
from barbarossa_deluxe.stage import FACTS, act, offered, stage, units
from harness.cases import Case
from harness.positions import moments
from ostfront.core.play import history
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.core.play.view import HIDDEN
from ostfront.games.barbarossa_deluxe.rules import fog, losses
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE, UNCHOSEN
from ostfront.games.barbarossa_deluxe.table.look import look
from ostfront.kit import fog as kit
from rule import rule

# events by kind: which of their arguments names units
NAMING = {
    "go": 0, "halt": 0, "mobile assault": 0, "attack": 1, "guns": 0, "wings": 0, "reserve": 0, "deploy": 0,
    "emergency": 0, "attached": 1, "arranged": 0,
}  # fmt: skip
STACK = {"1C": "2217", "5A": "1803", "6A": "1803", "16A": "1803", "18A": "1605"}


def known(game: Game, seat: str = "German") -> Any:
    return game.view(seat).known


def backs(game: Game, place: str) -> list[list[str]]:
    """The units that each concealed one in a place may be."""
    seen = known(game)
    return [seen["groups"][group] for token, group in seen["tokens"].items() if token.startswith(f"{place}.")]


def told(game: Game, seat: str = "German") -> str:
    return " ".join(game.view(seat).log())


def mix_up(game: Game, *names: str) -> None:
    """The German can no longer tell these units apart."""
    kit.mingle(game.state.group, [FACTS.roster.index[name] for name in names])


def soviet(**more: Any) -> Game:
    return stage("movement", {**STACK, **more.pop("also", {})}, side="soviet", turn=20, **more)


# ---- seeing -----------------------------------------------------------------------------------------


@rule("BD 11.7a")
def test_the_german_sees_the_top_and_the_height_of_a_stack() -> None:
    game = soviet()
    seen = known(game)
    assert "5A" in seen["units"] and "18A" in seen["units"]
    assert "6A" not in seen["units"] and "16A" not in seen["units"]
    assert [token for token in seen["tokens"] if token.startswith("1803.")] == ["1803.1", "1803.2"]
    assert "6A" in known(game, "Soviet")["units"]


@rule("BD 11.7c")
def test_the_soviet_player_sees_german_stacks() -> None:
    game = stage("movement", {"1C": "2217", "2C": "2217", "4A": "1803"}, turn=20)
    assert {"1C", "2C"} <= set(known(game, "Soviet")["units"])


@rule("BD 11.7d")
def test_the_german_sees_how_many_units_are_in_the_rvgk_box() -> None:
    game = soviet(also={"1T": "rvgk", "2T": "rvgk"})
    assert not {"1T", "2T"} & set(known(game)["units"])
    assert [token for token in known(game)["tokens"] if token.startswith("rvgk.")] == ["rvgk.1", "rvgk.2"]


def test_concealed_units_lie_face_down_under_the_top() -> None:
    here = [piece for piece in look(soviet().view("German")).pieces if piece.at == "1803"]
    assert [piece.hidden for piece in here] == [True, True, False]
    assert here[-1].id == "5A" and {piece.hint for piece in here} == {"6A", "16A", ""}


@rule("BD 4.18a")
def test_the_choice_of_turn_28_is_secret() -> None:
    game = stage("movement", {"1C": "2217", "4A": "1803"}, turn=29, operation=ODER)
    assert known(game)["operation"] == ODER
    assert known(game, "Soviet")["operation"] == UNCHOSEN
    worlds = {game.view("Soviet").imagine(seed).state.operation for seed in range(20)}
    assert worlds == {RHINE, ODER}


# ---- moving -----------------------------------------------------------------------------------------


def test_a_unit_that_enters_a_hex_lies_under_the_top_of_its_stack() -> None:
    game = soviet(also={"4A": "1703"})
    act(game, "pick 4A", "go 1803", "stop")
    assert "4A" not in known(game)["units"] and "5A" in known(game)["units"]
    assert sorted(backs(game, "1803")[0]) == ["16A", "4A", "6A"]


def test_the_next_unit_is_uncovered_when_the_top_leaves() -> None:
    game = soviet()
    act(game, "pick 5A", "go 1703", "stop")
    assert {"5A", "6A"} <= set(known(game)["units"]) and backs(game, "1803") == [["16A"]]


def test_who_leaves_from_under_the_top_cannot_be_told_from_who_stays() -> None:
    game = soviet(also={"4A": "1703"})
    act(game, "pick 16A", "go 1703", "stop")
    assert backs(game, "1803") == backs(game, "1703") == [["6A", "16A"]]
    assert "A unit moves from 1803 to 1703" in told(game) and "16A" not in told(game)
    assert "16A moves from 1803 to 1703" in told(game, "Soviet")


def test_a_stack_that_is_passed_is_not_mixed_up_with_those_who_pass() -> None:
    game = soviet(also={"4A": "1703", "9A": "1703", "40A": "1603"})
    act(game, "pick 16A", "go 1603", "stop")
    assert backs(game, "1703") == [["9A"]]


def test_answers_that_name_concealed_units_are_hidden() -> None:
    game = soviet()
    act(game, "pick 16A", "go 1703", "stop")
    acts = [at for at, entry in enumerate(game.entries or ()) if isinstance(entry, Act)]
    shown = game.view("German").entries()
    assert [shown[at] for at in acts] == [HIDDEN] * 3
    assert HIDDEN not in game.view("Soviet").entries()


def test_german_answers_are_open() -> None:
    game = stage("movement", {"1C": "2217", "4A": "1502"}, turn=20)
    act(game, "pick 1C")
    assert HIDDEN not in game.view("Soviet").entries()


def test_an_open_answer_of_the_enemy_ends_a_draft_although_the_kind_is_secret_for_the_other_seat() -> None:
    game = soviet()
    done = game.parse("done")
    game.entries = [Act(0, "move", done)]
    assert history.draft(game, "Soviet") == (1, 1)
    game.entries = [Act(1, "move", done)]
    assert history.draft(game, "Soviet") == (0, 1)


# ---- arranging --------------------------------------------------------------------------------------


@rule("BD 11.7a")
def test_the_soviet_player_lays_another_unit_on_top() -> None:
    game = soviet()
    act(game, "show 16A")
    assert "16A" in known(game)["units"] and "5A" not in known(game)["units"]
    assert sorted(backs(game, "1803")[0]) == ["5A", "6A"]


def test_each_unit_once_in_a_phase() -> None:
    game = soviet()
    act(game, "show 16A", "show 6A")
    assert not offered(game, "show 16A") and not offered(game, "show 6A") and offered(game, "show 5A")
    assert [o.text for o in game.why_not("show 16A")] == ["16A has been laid on top in this phase."]


@rule("BD 11.7a", "BD 11.7c")
@pytest.mark.parametrize(
    ("side", "unit"), [("soviet", "5A"), ("soviet", "18A"), ("soviet", "1C"), ("soviet", "8A"), ("german", "1C")]
)
def test_nobody_else_is_laid_on_top(side: str, unit: str) -> None:
    game = stage("movement", STACK, side=side, turn=20)
    assert not offered(game, f"show {unit}")
    found = {objection.rule for objection in game.why_not(f"show {unit}")}
    assert found == {"BD 11.7c" if side == "german" else "BD 11.7a"}


# ---- battles ----------------------------------------------------------------------------------------


def test_the_odds_show_a_stack_and_the_german_remembers_it() -> None:
    positions = {"3Pz": "2309", "6A": "2308", "16A": "2308", "1T": "rvgk"}
    game = stage("assault", positions, turn=17, rolls=["5"])
    mix_up(game, "16A", "1T")
    assert backs(game, "2308") == [["16A", "1T"]]
    declare(game, "2308")
    act(game, "pass")
    assert backs(game, "2308") == [["16A"]] and backs(game, "rvgk") == [["1T"]]


def test_the_dead_are_known() -> None:
    game = soviet()
    mix_up(game, "16A", "18A")
    losses.eliminate(game, units("16A"))
    assert "16A" in known(game)["units"] and game.state.group[FACTS.roster.index["18A"]] == FACTS.roster.index["18A"]


# ---- other worlds -----------------------------------------------------------------------------------


def test_units_that_cannot_be_told_apart_change_places_in_other_worlds() -> None:
    game = soviet(also={"4A": "1703"})
    act(game, "pick 16A", "go 1703", "stop")
    sixth = FACTS.roster.index["6A"]
    places = {FACTS.place_names[game.view("German").imagine(seed).state.place[sixth]] for seed in range(20)}
    assert places == {"1803", "1703"}
    assert game.view("Soviet").imagine(1).state == game.state


def test_support_units_stay_with_an_army() -> None:
    game = soviet(also={"4A": "1703"}, with_={"CMB": "16A"})
    act(game, "pick 6A", "go 1703", "stop")
    for seed in range(20):
        world = game.view("German").imagine(seed)
        assert not game.rules.check(world.state)


@pytest.mark.parametrize("scenario", ["road-back", "citadel"])
def test_no_event_names_a_unit_that_is_concealed_when_it_is_told(scenario: str) -> None:
    """Where the German is told a name, he sees it now or saw it before the move."""
    case = Case("barbarossa-deluxe", scenario, ())
    ids = case.rules.facts.roster.ids
    stood_in = 0
    before: set[str] = set()
    for game in moments(case, "names"):
        events = game.events or []
        for event in events:
            if event.to is None and event.kind in NAMING:
                named = event.args[NAMING[event.kind]]
                assert not {ids[unit] for unit in (named if isinstance(named, tuple) else (named,))} & before, event
            stood_in += event.kind == fog.UNSEEN
        events.clear()
        hidden = fog.concealed(case.rules.facts, game.state)
        before = {unit for i, unit in enumerate(ids) if hidden >> i & 1}
    assert stood_in > 20
