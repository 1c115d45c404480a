"""Attacks compared in one request: the same odds as each by itself, for the seat that decides alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from harness.cases import Case
from harness.positions import moments
from ostfront.core.page import questions
from ostfront.core.page.table import Planner, table_of
from ostfront.core.play.game import Game
from ostfront.server.local_client import LocalClient
from server.seated import Seated

GAMES = {
    "victory-denied": "smolensk", "victory-awaits": "leningrad", "kiev-41": "southern-struggle",
    "barbarossa-1941": "historical", "barbarossa-deluxe": "grand-campaign",
}  # fmt: skip


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as found:
        yield found


def first_planner(name: str) -> tuple[Game, int, Planner]:
    """Random play up to the first decision in which an attack may be chosen."""
    for number in range(20):
        for game in moments(Case(name, GAMES[name], ()), f"attacks {number}"):
            for decision in game.state.pending:
                planner = table_of(game.rules).look(game.view(decision.seat)).planner
                if planner is not None and not planner.target and planner.open and planner.targets:
                    return game, decision.seat, planner
    raise AssertionError(f"nobody could attack in {name}")


@pytest.mark.parametrize("name", GAMES)
def test_each_attack_has_the_odds_of_everyone_who_can(name: str) -> None:
    game, seat, planner = first_planner(name)
    view = game.view(seat)
    actions = [planner.open.replace("{place}", field.place) for field in planner.targets]
    found = questions.compared(view.imagine("odds"), seat, actions)
    assert [one.action for one in found] == actions
    for one in found:
        whole = questions.odds(view, [one.action])
        assert whole is not None and (one.column, one.strengths) == (whole.column, whole.strengths)
        assert one.taken == pytest.approx(sum(row.chance for row in whole.rows if row.takes))
        assert sum(end.chance for end in one.ends) == pytest.approx(1)


@pytest.mark.parametrize("name", ["barbarossa-1941", "barbarossa-deluxe"])
def test_who_fights_at_this_moment_does_not_look_spent(name: str) -> None:
    """Also once the attack is complete, while others still choose what to commit to it."""
    fighting = 0
    for number in range(20):
        for game in moments(Case(name, GAMES[name], ()), f"spent {number}"):
            for decision in game.state.pending:
                look = table_of(game.rules).look(game.view(decision.seat))
                if look.planner is None or not look.planner.joined or look.planner.add:
                    continue
                flags = {piece.id: piece.flags for piece in look.pieces}
                assert not any("spent" in flags.get(unit, ()) for unit in look.planner.joined)
                fighting += 1
            if fighting > 3:
                return
    raise AssertionError(f"no attack was supported in {name}")


def test_the_list_at_the_table(client: LocalClient) -> None:
    game = Seated(client)
    seat, view = game.until(Random(5), "attack")
    actions = [f"attack {one['place']}" for one in view["asked"][0]["planner"]["targets"]]
    answer = game.ask("POST", "attacks", seat, {"actions": actions})
    assert answer.status == 200 and answer.json["moment"] == view["moment"]
    assert [one["action"] for one in answer.json["attacks"]] == actions
    assert game.ask("POST", "attacks", 1 - seat, {"actions": actions}).status == 409, "it has nothing to decide"
    for wrong in ([], ["pass"] * 101, ["storm 0101"]):
        assert game.ask("POST", "attacks", seat, {"actions": wrong}).status == 400
    assert game.view(seat) == view, "asking changes nothing"


def test_a_declined_stuka_and_the_die_are_one_click(client: LocalClient) -> None:
    """What the button that rolls sends: units, the end of the declaration, no Stuka; then the die has fallen."""
    game = Seated(client)
    seat, view = game.until(Random(5), "attack")
    assert seat == 0, "the German"
    planner = view["asked"][0]["planner"]
    assert planner["closes"] == ["pass"] and planner["commits"][0]["action"] == "stuka"
    field = planner["targets"][0]
    actions = [f"attack {field['place']}", *(f"with {unit}" for unit in field["units"]), *planner["closes"]]
    answer = game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], *actions])
    assert answer.status == 200
    lines = game.ask("GET", "log", seat).json["lines"]
    assert any(line["kind"] == "result" and line["entry"] > view["moment"] for line in lines)


def test_the_last_question_before_the_die_stays_on_the_card(client: LocalClient) -> None:
    game = Seated(client)
    seat, view = game.until(Random(5), "stuka")
    planner = view["asked"][0]["planner"]
    assert planner["target"] and planner["joined"] and not planner["add"]
    assert [one["action"] for one in planner["commits"]] == ["stuka"] and planner["commits"][0]["left"] >= 1
    (with_it,) = game.ask("POST", "attacks", seat, {"actions": ["stuka"]}).json["attacks"]
    without = game.ask("POST", "odds", seat, {"actions": [planner["roll"]]}).json
    assert with_it["column"] != without["column"]
    (declared,) = view["declared"]
    assert declared["target"] == planner["target"] and set(declared["units"]) == set(planner["joined"])
