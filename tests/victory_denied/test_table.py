"""The table of A Victory Denied as the page gets it: a golden file, and what must hold at every moment."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import ostfront
from ostfront.core.errors import BadAction
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.table import Look, table_of
from ostfront.core.play.game import Game
from rule import rule

GOLDEN = Path(__file__).parent.parent / "golden" / "victory-denied-table.json"


def played(steps: int, seed: int = 1941) -> Game:
    game = ostfront.new("victory-denied", seed=seed)
    random = Random(seed).random
    for _ in range(steps):
        if not game.pending:
            break
        game.push(game.legal.options.choose(random), game.state.pending[0])
    return game


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def drawn(game: Game) -> dict[str, Any]:
    """All of the contract that a game fills in, for one position; of the hexes only some."""
    game_table = table_of(game.rules)
    table = plain(game_table.table(game.rules))
    table["places"] = [p for p in table["places"] if p["kind"] != "hex" or p["name"] in ("Smolensk", "Moscow")]
    table["pieces"] = [p for p in table["pieces"] if p["id"] in ("17Pz", "VII-HQ", "51C", "PVO-1", "KV-1")]
    seat = game.state.pending[0].seat
    view = game.view(seat)
    look = game_table.look(view)
    return {
        "table": table,
        "look": plain(look),
        "asked": plain(questions.asked(view, look)),
        "log": plain(log_lines(view)[-5:]),
        "reach": plain(game_table.overlay(view, "reach", "14Mot-39")),
    }


def test_golden() -> None:
    """Delete the file and run this test to rewrite it; then read the difference."""
    found = msgspec.json.format(msgspec.json.encode(drawn(played(60))), indent=1) + b"\n"
    if not GOLDEN.exists():
        GOLDEN.write_bytes(found)
    assert found.decode() == GOLDEN.read_text(encoding="utf-8")


def check_look(game: Game, look: Look, ids: set[str], places: set[str]) -> None:
    for piece in look.pieces:
        assert piece.id in ids and piece.at in places
    shown = {piece.id for piece in look.pieces} | {unit for gone in look.gone for unit in gone.units}
    known: Any = game.view(0).known
    assert shown == {unit for unit, (at, _, _) in known["units"].items() if at}


def test_every_moment_of_a_game_can_be_drawn_for_both_seats() -> None:
    game = ostfront.new("victory-denied", seed=8)
    game_table = table_of(game.rules)
    table = game_table.table(game.rules)
    ids, places = {p.id for p in table.pieces}, {p.id for p in table.places}
    overlays = [(o.id, "7Pz" if o.needs else "") for o in table.overlays]
    random = Random(8)
    count = 0
    while game.pending:
        decision = game.state.pending[0]
        if count % 7 == 0:
            for seat in (0, 1):
                view = game.view(seat)
                look = game_table.look(view)
                check_look(game, look, ids, places)
                for question in questions.asked(view, look):
                    assert question.count == sum(len(texts(group)) for group in question.groups)
            if count % 49 == 0:
                for name, about in overlays:
                    game_table.overlay(game.view(0), name, about)
        game.push(game.options(decision).choose(random.random), decision)
        count += 1
    over = game_table.look(game.view(0))
    assert over.reckoning or not game.result or not game.result.score
    assert game_table.figures(game.view(1))


def texts(group: questions.Group) -> list[str]:
    """The actions of a group as the page writes them."""
    if group.text:
        return [group.text]
    return [f"{group.verb} {target}" for target in group.targets] + [" ".join([group.verb, *p]) for p in group.paths]


@pytest.mark.parametrize("steps", [0, 5, 60, 200, 300, 700])
def test_groups_say_exactly_what_is_legal(steps: int) -> None:
    game = played(steps)
    view = game.view(game.state.pending[0].seat)
    (question,) = questions.asked(view, table_of(game.rules).look(view))
    assert sorted(text for group in question.groups for text in texts(group)) == sorted(view.legal.texts)
    assert question.only == (view.legal.texts[0] if len(view.legal) == 1 else "")


def test_reach_offers_whole_moves() -> None:
    game = played(0)
    while game.pending[0].kind != "move":
        game.push(game.legal.options.choose(Random(3).random), game.state.pending[0])
    view = game.view(game.state.pending[0].seat)
    unit = next(text.split()[1] for text in view.legal.texts if text.startswith("pick"))
    overlay = table_of(game.rules).overlay(view, "reach", unit)
    assert overlay.actions and set(overlay.labels) <= set(overlay.actions)
    for action in list(overlay.actions.values())[:10]:
        assert questions.why(view, action).legal, action


def test_planner_odds_are_those_of_the_battle() -> None:
    game = ostfront.new("victory-denied", seed=1941)
    while game.pending[0].kind != "attack":
        game.push(game.legal.options.choose(Random(3).random), game.state.pending[0])
    view = game.view(game.state.pending[0].seat)
    (question,) = questions.asked(view, table_of(game.rules).look(view))
    assert question.planner is not None
    for field in question.planner.targets:
        steps = [f"attack {field.place}", *(f"with {unit}" for unit in field.units)]
        found = questions.odds(view, steps)
        everyone = questions.odds(view, steps[:1])
        assert found is not None and everyone is not None
        assert found.rows == everyone.rows
        assert abs(sum(row.chance for row in found.rows) - 1) < 1e-9
        assert all(row.meaning for row in found.rows)


def test_overlays_that_do_not_exist() -> None:
    view = played(10).view(0)
    with pytest.raises(BadAction, match="There is no overlay"):
        table_of(view.rules).overlay(view, "weather", "")
    with pytest.raises(BadAction, match="no unit"):
        table_of(view.rules).overlay(view, "reach", "nobody")


@rule("AVD 2.2.2b")
@pytest.mark.parametrize(
    ("unit", "printed"), [("5MC", "3-2-6"), ("KV-1", "3-4-6"), ("3Pz", "9-2-10"), ("62C", "3-4")]
)
def test_motorized_counters_show_their_defense(unit: str, printed: str) -> None:
    rules = ostfront.new("victory-denied", seed=1).rules
    pieces = {piece.id: piece for piece in table_of(rules).table(rules).pieces}
    assert pieces[unit].faces[0].values == printed
