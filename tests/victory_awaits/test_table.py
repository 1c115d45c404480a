"""The table of A Victory Awaits as the page gets it: a golden file, and what must hold at every moment."""

from __future__ import annotations

from collections.abc import Mapping
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
from victory_awaits.stage import stage

GOLDEN = Path(__file__).parent.parent / "golden" / "victory-awaits-table.json"
SYMBOLS = (Path(__file__).parents[2] / "frontend/src/lib/symbols.ts").read_text(encoding="utf-8")


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def texts(group: questions.Group) -> list[str]:
    """The actions of a group as the page writes them."""
    if group.text:
        return [group.text]
    return [f"{group.verb} {target}" for target in group.targets] + [" ".join([group.verb, *p]) for p in group.paths]


def step(game: Game, random: Random) -> None:
    """Something at random, seldom what ends a segment."""
    decision = random.choice(game.state.pending)
    every = list(game.options(decision))
    going_on = [action for action in every if action.verb not in ("pass", "done", "stop")]
    game.push(random.choice(going_on if going_on and random.random() < 0.6 else every), decision)


def drawn(game: Game) -> dict[str, Any]:
    """All of the contract that a game fills in, for one position; of hexes and counters only some."""
    game_table = table_of(game.rules)
    table = plain(game_table.table(game.rules))
    places = ("L0531", "L3602", "axis-available", "turn-7")
    table["places"] = [place for place in table["places"] if place["id"] in places]
    pieces = ("8Pz", "4PzG", "207Sec", "S-1Mar", "S-2T", "S-F1")
    table["pieces"] = [piece for piece in table["pieces"] if piece["id"] in pieces]
    view = game.view(game.state.pending[0].seat)
    look = game_table.look(view)
    return {
        "table": table,
        "look": {**plain(look), "pieces": plain(look.pieces)[:12]},
        "asked": plain(questions.asked(view, look)),
        "log": plain(log_lines(view)[-5:]),
        "reach": plain(game_table.overlay(view, "reach", "8Pz")),
    }


def test_golden() -> None:
    """Delete the file and run this test to rewrite it; then read the difference."""
    game = ostfront.new("victory-awaits", "leningrad", seed=1941)
    random = Random(1941)
    for _ in range(40):
        step(game, random)
    found = msgspec.json.format(msgspec.json.encode(drawn(game)), indent=1) + b"\n"
    if not GOLDEN.exists():
        GOLDEN.write_bytes(found)
    assert found.decode() == GOLDEN.read_text(encoding="utf-8")


def check(game: Game, look: Look, ids: set[str], places: set[str]) -> None:
    """Every counter is somewhere, with the face of the steps it has left; tokens and panels name what there is."""
    state: Any = game.state
    facts = game.facts
    nowhere = (-1, facts.boxes["fortresses"])
    there = {unit for u, unit in enumerate(facts.roster.ids) if state.place[u] not in nowhere}
    assert {piece.id for piece in look.pieces} == there <= ids
    counters = {piece.id: piece for piece in look.pieces}
    for unit, piece in counters.items():
        assert piece.at in places and not piece.hidden
        assert piece.face == facts.roster.steps[facts.roster.index[unit]] - piece.steps >= 0
    assert {token.at for token in look.tokens} <= places
    assert len({token.id for token in look.tokens}) == len(look.tokens)
    chits = {chit.id for chit in facts.chits}
    assert {chit for panel in look.panels for chit in panel.chits} <= chits


@pytest.mark.parametrize(
    ("scenario", "options", "steps"),
    [
        ("leningrad", {"placement": "free", "hq-transfer": True}, 900),
        ("smolensk-short", {"reserve": True}, 500),
        ("smolensk", {"bidding": True}, 250),
        ("kiev", {"soviet-supply": True}, 400),
        ("campaign", {"players": "5"}, 300),
        ("campaign", {"teams": "2-3"}, 300),
    ],
)
def test_every_moment_of_a_game_can_be_drawn_for_every_seat(
    scenario: str, options: Mapping[str, Any], steps: int
) -> None:
    game = ostfront.new("victory-awaits", scenario, seed=8, options=options)
    rules = game.rules
    game_table = table_of(rules)
    table = game_table.table(rules)
    ids, places = {p.id for p in table.pieces}, {p.id for p in table.places}
    hq = next(piece.id for piece in table.pieces if piece.kind == "hq")
    random = Random(8)
    count = 0
    while game.pending and count < steps:
        if count % 25 == 0:
            for seat in range(len(rules.seats)):
                view = game.view(seat)
                look = game_table.look(view)
                check(game, look, ids, places)
                assert look.tracks[0].at in {box.id for box in table.tracks[0].boxes}
                for question in questions.asked(view, look):
                    told = sorted(text for group in question.groups for text in texts(group))
                    assert told == sorted(view.legal.texts) and question.count == len(told)
                for one in table.overlays:
                    assert game_table.overlay(view, one.id, hq if one.needs else "").id == one.id
                assert game_table.figures(view)
        step(game, random)
        count += 1
    assert count == steps or game.result is not None


def test_faces_have_symbols_that_the_page_knows() -> None:
    for scenario in ("leningrad", "smolensk", "kiev"):
        rules = ostfront.new("victory-awaits", scenario, seed=1).rules
        table = table_of(rules).table(rules)
        symbols = {face.symbol for piece in table.pieces for face in piece.faces}
        assert all(f"  {name}: [" in SYMBOLS or f"  '{name}': [" in SYMBOLS for name in symbols), symbols
        echelons = {face.echelon for piece in table.pieces for face in piece.faces if face.echelon}
        assert all(f"  {name}: [" in SYMBOLS for name in echelons), echelons
        assert all(face.label.startswith(piece.name) for piece in table.pieces for face in piece.faces)


def test_a_counter_shows_what_it_can_do() -> None:
    rules = ostfront.new("victory-awaits", "leningrad", seed=1).rules
    pieces = {piece.id: piece for piece in table_of(rules).table(rules).pieces}
    tank, foot, hq = pieces["8Pz"], pieces["291"], pieces["4PzG"]
    assert tank.faces[0].values.count("-") == 2, "attack, defense and movement of a mechanized unit"
    assert foot.faces[0].values.count("-") == 1, "one strength and movement of one on foot"
    assert [face.reduced for face in tank.faces] == [False, True]
    assert tank.faces[0].stripe == hq.faces[0].stripe != "", "a Panzergruppe has its colour"
    assert "range" in hq.faces[0].label and hq.faces[0].symbol == "headquarters"
    fort = next(piece for piece in pieces.values() if piece.kind == "static")
    assert fort.faces[0].symbol == "fortress" and fort.faces[0].values.startswith("+")


def test_a_fortress_lies_under_everything() -> None:
    facts = ostfront.new("victory-awaits", "leningrad", seed=1).facts
    fort = facts.roster.ids[next(u for u in range(facts.roster.count) if facts.roster.is_fort[u])]
    game = stage("movement", {"8Pz": "L0531", "S-10": "L3602", "S-8A": "L3602", fort: "L3602"}, scenario="leningrad")
    look = table_of(game.rules).look(game.view("Soviet"))
    assert [piece.id for piece in look.pieces if piece.at == "L3602"] == [fort, "S-8A", "S-10"]
    (token,) = [token for token in look.tokens if token.id == "fort-L3602"]
    assert token.text.startswith("+") and "Fortress" in token.label, "a stack on it does not hide it"


def test_flags_and_stars_lie_where_they_count() -> None:
    game = stage("movement", {"8Pz": "L1420"}, scenario="leningrad", held=["L1420"])
    look = table_of(game.rules).look(game.view("Axis"))
    tokens = {token.id: token for token in look.tokens}
    assert tokens["control-L1420"].tone == "axis" and "Riga" in tokens["control-L1420"].label
    assert "control-L3602" not in tokens and tokens["fast-L3602"].kind == "star"


def test_reach_offers_whole_moves() -> None:
    game = stage("movement", {"8Pz": "L0531", "S-10": "L0629"}, scenario="leningrad")
    view = game.view("Axis")
    overlay = table_of(game.rules).overlay(view, "reach", "8Pz")
    assert overlay.actions and set(overlay.labels) <= set(overlay.actions)
    for action in list(overlay.actions.values())[:: max(1, len(overlay.actions) // 12)]:
        assert questions.why(view, action).legal, action
    shown = {place for area in overlay.areas for place in area.places}
    assert shown == set(overlay.actions) and "L0531" not in shown


def test_several_attacks_are_declared_and_then_resolved() -> None:
    units = {"8Pz": "L1025", "36M": "L1025", "291": "L1420", "61": "L1420", "S-10": "L1026", "S-90": "L1421"}
    game = stage("combat", units, scenario="leningrad")
    game_table = table_of(game.rules)
    view = game.view("Axis")
    (question,) = questions.asked(view, game_table.look(view))
    planner = question.planner
    assert planner is not None and planner.says and planner.target == ""
    fields = {field.place: field for field in planner.targets}
    target, first = "L1026", "8Pz"
    assert set(fields) == {"L1026", "L1421"} and fields[target].defenders == ("S-10",)
    assert set(fields[target].units) == {"8Pz", "36M"}
    found = questions.odds(view, [f"attack {target}", f"with {first}"])
    assert found is not None and abs(sum(row.chance for row in found.rows) - 1) < 1e-9
    assert all(row.meaning for row in found.rows)
    for action in (f"attack {target}", f"with {first}"):
        game.play(action)
    view = game.view("Axis")
    open_one = questions.asked(view, game_table.look(view))[0].planner
    assert open_one is not None and open_one.target == target and open_one.joined == (first,)
    game.play("ready")
    view = game.view("Axis")
    look = game_table.look(view)
    left = questions.asked(view, look)[0].planner
    (declared,) = look.declared
    assert (declared.target, declared.units) == ("L1026", ("8Pz",)) and target in look.focus.places
    assert declared.odds == found.column
    assert left is not None and all(first not in field.units for field in left.targets), "a unit attacks once"
    for action in ("attack L1421", "with 291", "with 61"):  # all who can: it is complete, and so is the segment
        game.play(action)
    view = game.view("Axis")
    (question,) = questions.asked(view, game_table.look(view))
    planner = question.planner
    assert question.kind == "resolve" and planner is not None
    assert planner.open == "resolve {place}" and planner.add == "" and planner.says == ""
    assert {field.place: field.units for field in planner.targets} == {target: (first,), "L1421": ("291", "61")}
    assert questions.odds(view, [f"resolve {target}"]) is not None


def test_an_overlay_that_is_not_there() -> None:
    game = stage("movement", {"8Pz": "L0531"}, scenario="leningrad")
    with pytest.raises(BadAction, match="no overlay"):
        table_of(game.rules).overlay(game.view("Axis"), "weather", "")


@pytest.mark.parametrize(("options", "panel"), [({"players": "5"}, "queue"), ({"teams": "2-2"}, "cup-0")])
def test_several_players_see_their_queue_and_cups(options: Mapping[str, Any], panel: str) -> None:
    game = ostfront.new("victory-awaits", "campaign", seed=3, options=options)
    random = Random(3)
    game_table = table_of(game.rules)
    for _ in range(1500):
        if any(one.id == panel for one in game_table.look(game.view(0)).panels):
            break
        decision = game.state.pending[0]
        every = list(game.options(decision))
        ending = [action for action in every if action.verb in ("pass", "done", "stop")]
        game.push(random.choice(ending or every), decision)
    (found,) = [one for one in game_table.look(game.view(0)).panels if one.id == panel]
    assert len(found.chits) + found.unknown > 0
