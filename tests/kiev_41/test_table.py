"""The table of Kiev '41 as the page gets it: a golden file, and what must hold at every moment."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import ostfront
from harness.battles import last_card
from kiev_41.stage import act
from ostfront.core.errors import BadAction
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.table import Look, table_of
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.table.log import SENTENCES

GOLDEN = Path(__file__).parent.parent / "golden" / "kiev-41-table.json"


def played(steps: int, scenario: str = "the-river", seed: int = 1941) -> Game:
    game = ostfront.new("kiev-41", scenario, seed=seed)
    random = Random(seed)
    for _ in range(steps):
        if not game.pending:
            break
        decision = game.state.pending[0]
        every = list(game.options(decision))
        going_on = [action for action in every if action.verb not in ("pass", "done", "stop")]
        game.push(random.choice(going_on or every), decision)
    return game


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def drawn(game: Game) -> dict[str, Any]:
    """All of the contract that a game fills in, for one position; of areas and blocks only some."""
    game_table = table_of(game.rules)
    table = plain(game_table.table(game.rules))
    places = ("4", "FS", "S1", "tula-5", "axis-pool", "black-sea")
    table["places"] = [{**p, "outline": (p["outline"] or [])[:3]} for p in table["places"] if p["id"] in places]
    pieces = ("3Pz", "Kleist", "FK4", "Stalin", "9A", "M", "He1", "BB")
    table["pieces"] = [p for p in table["pieces"] if p["id"] in pieces]
    view = game.view(game.state.pending[0].seat)
    look = game_table.look(view)
    return {
        "table": table,
        "look": plain(look),
        "asked": plain(questions.asked(view, look)),
        "log": plain(log_lines(view)[-5:]),
        "reach": plain(game_table.overlay(view, "reach", "3Pz")),
    }


def test_golden() -> None:
    """Delete the file and run this test to rewrite it; then read the difference."""
    found = msgspec.json.format(msgspec.json.encode(drawn(played(30))), indent=1) + b"\n"
    if not GOLDEN.exists():
        GOLDEN.write_bytes(found)
    assert found.decode() == GOLDEN.read_text(encoding="utf-8")


def texts(group: questions.Group) -> list[str]:
    """The actions of a group as the page writes them."""
    if group.text:
        return [group.text]
    return [f"{group.verb} {target}" for target in group.targets] + [" ".join([group.verb, *p]) for p in group.paths]


def check_look(game: Game, seat: int, look: Look, ids: set[str], places: set[str]) -> None:
    """Every block is somewhere, face up or as a back; a seat sees all of its own."""
    known: Any = game.view(seat).known
    for piece in look.pieces:
        assert piece.at in places and (piece.id in ids) != piece.hidden
        assert not piece.hidden or (piece.back and piece.note and piece.id in known["tokens"])
    gone = {unit for one in look.gone for unit in one.units}
    shown = {piece.id for piece in look.pieces if not piece.hidden}
    assert shown | gone == {unit for unit, (at, *_) in known["units"].items() if at}
    hidden = {token for token in known["tokens"] if not token.startswith("out.")}
    assert {piece.id for piece in look.pieces if piece.hidden} == hidden


@pytest.mark.parametrize("scenario", ["southern-struggle", "the-pocket", "the-snow"])
def test_every_moment_of_a_game_can_be_drawn_for_both_seats(scenario: str) -> None:
    game = ostfront.new("kiev-41", scenario, seed=8)
    game_table = table_of(game.rules)
    table = game_table.table(game.rules)
    ids, places = {p.id for p in table.pieces}, {p.id for p in table.places}
    boxes = {track.id: {box.id for box in track.boxes} | {""} for track in table.tracks}
    random = Random(8)
    count = 0
    while game.pending and count < 700:
        decision = game.state.pending[0]
        if count % 9 == 0:
            for seat in (0, 1):
                view = game.view(seat)
                look = game_table.look(view)
                check_look(game, seat, look, ids, places)
                assert all(track.at in boxes[track.id] for track in look.tracks)
                for question in questions.asked(view, look):
                    assert question.count == sum(len(texts(group)) for group in question.groups)
                    told = sorted(text for group in question.groups for text in texts(group))
                    assert told == sorted(view.legal.texts)
                for one in table.overlays:
                    game_table.overlay(view, one.id, "Kleist" if one.needs else "")
        every = list(game.options(decision))
        going_on = [action for action in every if action.verb not in ("pass", "done", "stop")]
        game.push(random.choice(going_on if going_on and random.random() < 0.8 else every), decision)
        count += 1
    assert count > 200


def test_a_face_shows_strength_and_fire() -> None:
    """Three red dots of four, two stars; a heart has none."""
    rules = ostfront.new("kiev-41", seed=1).rules
    pieces = {piece.id: piece for piece in table_of(rules).table(rules).pieces}
    tank, hq, army = pieces["3Pz"], pieces["Kleist"], pieces["9A"]
    assert [len([pip for pip in face.pips if pip]) for face in tank.faces] == [4, 3, 2, 1]
    assert len(set(tank.faces[1].pips[:3])) == 1 and tank.faces[1].pips[3] == "" and tank.faces[1].reduced
    assert tank.faces[0].pips[0] != army.faces[0].pips[0]
    assert [len([pip for pip in face.pips if pip]) for face in hq.faces] == [4, 3, 2, 0] and hq.faces[0].pip == "star"
    assert "triple fire" in tank.faces[0].label and "exhausted" in hq.faces[3].label
    assert {pieces["He1"].shape, pieces["BB"].shape, tank.shape} == {"disc", "plate", "block"}


def test_what_is_remembered_is_on_the_back() -> None:
    """Blocks drawn at random are one of several; one that was named in the set-up is known by its name."""
    game = ostfront.new("kiev-41", "the-river", seed=5)
    look = table_of(game.rules).look(game.view("Axis"))
    backs = {piece.id: piece for piece in look.pieces if piece.hidden}
    known = [piece for piece in backs.values() if piece.hint]
    assert known and all(piece.note.startswith(_name(game, piece.hint)) for piece in known)
    assert any(piece.note.startswith("one of ") for piece in backs.values())
    assert {piece.back for piece in backs.values()} == {"red"}
    theirs = table_of(game.rules).look(game.view("Soviet"))
    assert {piece.back for piece in theirs.pieces if piece.hidden} == {"black", "blue", "green", "brown", "tan"}


def _name(game: Game, unit: str) -> str:
    rules: Any = game.rules
    name: str = rules.facts.roster.pieces[rules.facts.roster.index[unit]].name
    return name


def test_reach_offers_whole_moves_also_in_two_steps() -> None:
    game = played(0)
    act(game, "tactical", "pick Kleist", "reveal", "done")
    view = game.view("Axis")
    game_table = table_of(game.rules)
    for unit in [text.split()[1] for text in view.legal.texts if text.startswith("pick")]:
        overlay = game_table.overlay(view, "reach", unit)
        assert overlay.actions and set(overlay.labels) <= set(overlay.actions)
        assert {place for area in overlay.areas for place in area.places} == set(overlay.actions)
        for action in list(overlay.actions.values())[:: max(1, len(overlay.actions) // 8)]:
            assert questions.why(view, action).legal, action


def fighting() -> Game:
    """Kleist's tanks have gone into an area with Soviet blocks; the odds are asked before the segment ends."""
    game = played(0, "les-preludes")
    act(game, "tactical", "pick Kleist", "reveal", "done")
    view = game.view("Axis")
    game_table = table_of(game.rules)
    for unit in ("3Pz", "14Pz", "48Pz"):
        overlay = game_table.overlay(view, "reach", unit)
        goals = [place for area in overlay.areas if area.tone == "bad" for place in area.places]
        if goals and f"pick {unit}" in view.legal:
            act(game, overlay.actions[goals[0]])
            view = game.view("Axis")
    return game


def test_the_planner_shows_a_battle_before_the_dice() -> None:
    game = fighting()
    view = game.view("Axis")
    (question,) = questions.asked(view, table_of(game.rules).look(view))
    planner = question.planner
    assert question.kind == "command" and planner is not None
    assert planner.open == "" and planner.roll == "fight {place}", "nothing can be rolled yet"
    field = planner.targets[0]
    assert field.units and all(unit.split(".")[0] == field.place for unit in field.defenders)
    found = questions.odds(view, [planner.roll.replace("{place}", field.place)])
    assert found is not None and abs(sum(row.chance for row in found.rows) - 1) < 1e-9
    assert {row.ends for row in found.rows} <= {"cleared", "contested", "repulsed"}
    assert all(row.meaning != row.outcome for row in found.rows)
    assert questions.odds(view, ["fight 111"]) is None, "there is no battle"


def test_the_card_of_a_battle_tells_the_steps_and_the_dice() -> None:
    game = fighting()
    while not any(event.kind == "ground" for event in game.events or ()):
        decision = game.state.pending[0]
        words = [game.text(action) for action in game.options(decision)]
        game.play("done" if "done" in words else words[0], decision.seat)
    for seat in (0, 1):
        card = last_card(game, seat)
        assert card is not None and card.place in game.rules.vocabulary.nouns["place"].names
        assert {stage.title for stage in card.stages} >= {"Fleets", "Artillery", "Anti-air", "Airstrike"}
        told = next(event for event in game.events or () if event.kind == "ground")
        first = next(stage for stage in card.stages if stage.title.endswith("fire"))
        assert len(first.lines[0].dice) == told.args[1]
        assert f"{told.args[2]} hit" in "".join(span.text for span in first.lines[0].spans)
        assert card.forces.defenders and not any(piece.hidden for piece in card.forces.defenders), "blocks are shown"
        assert all(stage.rule.startswith("K41 10.1") for stage in card.stages)


def test_overlays_tell_what_everybody_sees() -> None:
    game = played(0, "the-pocket")
    game_table = table_of(game.rules)
    axis = game.view("Axis")
    assert game_table.overlay(axis, "control", "") == game_table.overlay(game.view("Soviet"), "control", "")
    (area,) = game_table.overlay(axis, "control", "").areas
    assert area.line and "7" in area.places and "4" not in area.places
    cut = game_table.overlay(axis, "supply-soviet", "").units[0].units
    assert set(cut) >= {"4.red.1", "4.red.2", "5.red.1", "20.red.1"}, "the pocket, as backs"
    own = game_table.overlay(game.view("Soviet"), "supply-soviet", "").units[0].units
    assert "5Cav" in own and len(own) == len(cut)
    assert game_table.overlay(axis, "reach", "4.red.1").areas == ()
    assert game_table.overlay(axis, "command", "SW").areas == (), "concealed"
    assert game_table.overlay(game.view("Soviet"), "command", "SW").areas


def test_overlays_that_do_not_exist() -> None:
    view = played(3).view(0)
    with pytest.raises(BadAction, match="There is no overlay"):
        table_of(view.rules).overlay(view, "zoc", "")
    with pytest.raises(BadAction, match="no unit"):
        table_of(view.rules).overlay(view, "reach", "nobody")


def test_lines_discs_and_control_lie_on_the_map() -> None:
    game = played(0, "the-pocket")
    tokens = {token.id: token for token in table_of(game.rules).look(game.view(0)).tokens}
    assert len([token for token in tokens.values() if token.kind == "beam"]) == 19
    assert "cut off" in tokens["line-4"].label and "cut off" not in tokens["line-108"].label
    assert tokens["disc-yellow"].hidden and not tokens["disc-orange"].hidden
    assert tokens["disc-blue"].at == "black-sea"
    assert not [token for token in tokens.values() if token.kind == "cube"], "nothing has changed hands"


def test_log_lines_agree_in_number() -> None:
    assert SENTENCES["ground"](0, 1, 1) == ("The Axis rolls 1 die: 1 hit.",)
    assert SENTENCES["ground"](0, 2, 0) == ("The Axis rolls 2 dice: 0 hits.",)
    assert SENTENCES["victory"](1, 1, 6) == ("The Soviets win, 1 victory area to 6.",)
