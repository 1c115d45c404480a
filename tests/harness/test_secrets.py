"""Nobody is shown more than their view: in every world a seat could imagine, it is shown the same."""

from __future__ import annotations

from random import Random
from typing import Any

from harness.alphabet import letters
from harness.cases import Case, differences, every_case
from harness.positions import of_every_kind, sample
from ostfront.core.files import record
from ostfront.core.files.position import pack
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act, Mark
from ostfront.core.play.view import HIDDEN, View

WORLDS = 3
SEEDS = (1, 2, "three")


def shown(view: View, questions: list[Action]) -> dict[str, Any]:
    """All that a seat is shown or can ask."""
    legal = view.legal
    return {
        "known": view.known,
        "pending": view.pending,
        "awaited": view.awaited,
        "legal": sorted(legal.texts),
        "why not": [(action, view.why_not(action)) for action in questions],
        "odds": [(action, view.odds(action)) for action in legal if view.decisions],
        "result": view.result,
        "log": view.log(),
    }


def asked(game: Game, seat: int, random: Random) -> list[Action]:
    """Some of what a seat could ask about: its own decision's alphabet, and other seats'."""
    decisions = game.state.pending
    own = [decision for decision in decisions if decision.seat == seat]
    found = letters(game, random.choice(own or decisions), random)
    return random.sample(found, min(25, len(found)))


def worlds(game: Game, seat: int, random: Random) -> list[Game]:
    """Games this seat could not distinguish from the real one, with the history it was shown."""
    found = []
    for _ in range(WORLDS):
        world = game.view(seat).imagine(random.random().hex())
        world.entries, world.events = list(game.entries or ()), list(game.events or ())
        found.append(world)
    return found


@every_case
def test_imagined_worlds_look_the_same(case: Case) -> None:
    random = Random(case.name)
    for game in of_every_kind(case, 3, "secrets"):
        for seat in range(len(case.rules.seats)):
            questions = asked(game, seat, random)
            truth = shown(game.view(seat), questions)
            for world in worlds(game, seat, random):
                found = shown(world.view(seat), questions)
                assert found == truth, differences(found, truth)
                assert not case.rules.check(world.state)


@every_case
def test_imagining_depends_on_the_view_and_the_seed_alone(case: Case) -> None:
    """From the real world and from an imagined one the same seed gives the same: no result can be turned back."""
    random = Random(case.name)
    for game in of_every_kind(case, 3, "view alone"):
        for seat in range(len(case.rules.seats)):
            view, other = game.view(seat), game.view(seat).imagine(random.random().hex()).view(seat)
            for seed in SEEDS:
                found, truth = (one.imagine(seed).state for one in (other, view))
                assert found == truth, differences(pack(found, case.rules), pack(truth, case.rules))


@every_case
def test_worlds_can_be_played_on(case: Case) -> None:
    """An imagined world has no dead ends, and its stacks and bitboards are right."""
    random = Random(case.name)
    for game in sample(case, 8, "worlds"):
        for world in worlds(game, random.randrange(len(case.rules.seats)), random):
            again = world.state.clone()
            again.derive()
            assert again == world.state
            world.entries = world.events = None
            for _ in range(12):
                if world.result is None:
                    decision = random.choice(world.state.pending)
                    world.push(world.options(decision).choose(random.random), decision)


@every_case
def test_the_same_action_tells_the_same(case: Case) -> None:
    """A seat acts in two worlds that look alike: without dice or a reveal they stay alike, log included."""
    random = Random(case.name)
    for game in of_every_kind(case, 3, "same action"):
        decision = random.choice(game.state.pending)
        action = game.options(decision).choose(random.random)
        seat = decision.seat
        pair = worlds(game, seat, random)[:2]
        for world in pair:
            world.snapshots = [(len(world.entries or ()), world.state.clone())]
            world.push(action, decision)
        new = [(world.entries or [])[len(game.entries or ()) :] for world in pair]
        if all(isinstance(entry, Act) for entries in new for entry in entries):
            questions = asked(pair[0], seat, random) if pair[0].state.pending else []
            first, second = (shown(world.view(seat), questions) for world in pair)
            assert first == second, differences(first, second)


@every_case
def test_imagining_changes_what_is_not_known(case: Case) -> None:
    """Else the tests above would prove nothing. A game without secrets imagines only the world as it is."""
    if all(kind.secrecy == "open" for kind in case.rules.kinds.values()):
        return
    seats = range(len(case.rules.seats))
    assert any(
        game.view(seat).imagine("another world").state != game.state
        for game in of_every_kind(case, 8, "imagining")
        for seat in seats
    )


@every_case
def test_records_for_a_seat_hide_what_its_view_hides(case: Case) -> None:
    for game in sample(case, 6, "records"):
        for seat in (None, *range(len(case.rules.seats))):
            text = record.write(game, seat)
            assert "secret:" not in text and "state:" not in text and "order:" not in text
            body = text.split("---\n")[1].splitlines()
            assert len(body) == sum(entry != Mark("reveal") for entry in game.entries or ())
            visible = [entry for entry in game.view(seat).entries() if entry == HIDDEN] if seat is not None else []
            assert seat is None or body.count("hidden") == len(visible)
