"""Advice in sentences, in every game: names instead of ids, odds where dice are rolled, all that belongs together."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from harness.cases import Case, every_game
from harness.positions import moments
from ostfront.ai.officer import Officer
from ostfront.core.errors import listed
from ostfront.core.page.hints import chance, hint, names, whole_line
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo


def first(game: str, scenario: str, kind: str) -> tuple[Game, int]:
    """The first decision of a kind in random play, with something to choose."""
    for at in moments(Case(game, scenario, ()), "hints"):
        for decision in at.state.pending:
            if decision.kind == kind and len(at.options(decision)) > 1:
                return at, decision.seat
    raise AssertionError(f"no {kind}")


@every_game
def test_every_kind_of_decision_has_a_sentence(info: GameInfo) -> None:
    if info.table is None:
        return
    random, seen = Random(1941), Counter[str]()
    for number, game in enumerate(moments(Case(info.name, next(iter(info.scenarios)), ()), "sentences")):
        decision = random.choice(game.state.pending)
        if seen[decision.kind] < 2:
            seen[decision.kind] += 1
            view = game.view(decision.seat)
            action = game.options(decision).choose(random.random)
            found, text = hint(view, [action]), game.text(action)
            assert found.line == (text,)
            assert found.says[0].isupper() and found.says.endswith((".", "!")), found.says
            verb = game.rules.vocabulary.verbs[action.verb]
            if verb.takes and verb.takes[0] == "unit":
                unit = text.split()[1]
                name = names(game.rules).pieces.get(unit, "")
                assert not name or name in found.says, found.says
                assert unit in found.units
        if number > 600:
            break
    assert len(seen) > 3


@every_game
def test_no_prompt_speaks_of_a_unit_or_a_chit_by_its_id(info: GameInfo) -> None:
    """Ids are for actions; whoever is asked reads names."""
    if info.table is None:
        return
    random, asked = Random(1941), 0
    for number, game in enumerate(moments(Case(info.name, next(iter(info.scenarios)), ()), "prompts")):
        known = names(game.rules)
        named = {word for found in (*known.pieces.values(), *known.chits.values()) for word in words_of(found)}
        question = random.choice(game.pending)
        told = words_of(question.prompt) - named - set(game.rules.vocabulary.nouns["place"].names)
        assert not told & {*known.pieces, *known.chits}, question.prompt
        asked += 1
        if number > 600:
            break
    assert asked


def words_of(text: str) -> set[str]:
    """The words of a sentence, without plain numbers."""
    return {word for found in text.split() if not (word := found.strip(".,:;?!()")).isdigit()}


def test_an_attack_is_told_with_its_units_and_its_chance() -> None:
    game, seat = first("victory-denied", "smolensk", "attack")
    view = game.view(seat)
    planner = table_of(game.rules).look(view).planner
    assert planner is not None
    field = planner.targets[0]
    line = [game.parse(text) for text in (f"attack {field.place}", *(f"with {unit}" for unit in field.units))]
    found = hint(view, line)
    units = listed([names(game.rules).pieces[unit] for unit in field.units])
    odds = game.odds(f"attack {field.place}", seat)
    assert odds is not None
    assert found.says.startswith(f"Attack {names(game.rules).places[field.place] or field.place} with {units}: ")
    assert f"{odds.column}, " in found.says and found.says.endswith(" to take it.")
    assert set(found.units) == set(field.units) and found.places == (field.place,)


def test_a_strike_on_the_fleet_promises_no_place() -> None:
    game, seat = first("barbarossa-1941", "historical", "attack")
    strike = next(action for action in game.view(seat).legal if action.verb == "strike")
    assert hint(game.view(seat), [strike]).says == "Send an air corps against the Baltic Fleet: I Fliegerkorps."


@pytest.mark.parametrize(
    ("game", "scenario", "kind", "verbs"),
    [
        ("victory-denied", "smolensk", "move", ("pick", "go")),
        ("barbarossa-1941", "historical", "rail", ("entrain", "ride")),
    ],
)
def test_what_a_choice_leads_to_belongs_to_it(game: str, scenario: str, kind: str, verbs: tuple[str, str]) -> None:
    found, seat = first(game, scenario, kind)
    view, player = found.view(seat), Officer()
    action = next(one for one in view.legal if one.verb == verbs[0])
    before = found.state.clone()
    line = whole_line(view, action, lambda there: player.choose(there, there.legal, there.imagine))
    assert tuple(one.verb for one in line[:2]) == verbs
    told = hint(view, line)
    assert names(found.rules).pieces[told.units[0]] in told.says and " to " in told.says
    assert found.state == before, "nothing is played"


def test_chances_are_said_as_people_say_them() -> None:
    told = [chance(share) for share in (0.0, 0.08, 0.5, 0.667, 0.83, 1.0)]
    assert told == ["no chance", "an 8 % chance", "a 50 % chance", "a 67 % chance", "an 83 % chance", "certain"]
    assert listed(["A", "B", "C"]) == "A, B and C"


@every_game
def test_what_a_button_says_is_no_word_of_the_notation(info: GameInfo) -> None:
    """Nobody should read drive-back, fight-move or 7thCorps."""
    rules = Case(info.name, next(iter(info.scenarios)), ()).new("buttons").rules
    for verb in rules.vocabulary.verbs.values():
        assert verb.button[0].isupper() and "-" not in verb.button and "_" not in verb.button, verb.name
