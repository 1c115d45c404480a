"""Random play comes to an end; what is not offered is refused, with a rule, and changes nothing."""

from __future__ import annotations

import re
from random import Random

import pytest

from harness.alphabet import letters
from harness.cases import Case, every_case, scaled
from harness.positions import at_random, greedily, moments, mutated, sample
from ostfront.core.errors import IllegalAction
from ostfront.core.files.position import pack


@every_case
def test_random_play_ends(case: Case) -> None:
    for seed in range(scaled(4)):
        for game in moments(case, seed):
            for decision in game.state.pending:
                assert game.options(decision), f"a dead end: {game!r}"
            assert not game.rules.check(game.state)
        assert game.result is not None
        assert game.result.winner in {"", *(seat.side for seat in game.rules.seats)}


@every_case
def test_what_is_not_offered_is_refused(case: Case) -> None:
    random = Random(case.name)
    number = re.compile(rf"{case.rules.info.mark} ([A-Z]+\.)?\d")
    for game in sample(case, 12, "refused"):
        decision = random.choice(game.state.pending)
        options = game.options(decision)
        others = [action for action in letters(game, decision, random) if action not in options]
        before = pack(game.state, game.rules), len(game.entries or ())
        for action in random.sample(others, min(12, len(others))):
            with pytest.raises(IllegalAction) as refused:
                game.play(action, decision.seat)
            assert refused.value.objections
            for objection in refused.value.objections:
                assert number.match(objection.rule), objection
                assert objection.text.endswith(".") and "\n" not in objection.text
        assert before == (pack(game.state, game.rules), len(game.entries or ()))


@every_case
def test_who_is_not_asked_is_told_so(case: Case) -> None:
    for game in sample(case, 4, "not asked"):
        asked = {decision.seat for decision in game.state.pending}
        action = next(iter(game.legal))
        for seat in set(range(len(case.rules.seats))) - asked:
            objections = game.why_not(action, seat)
            assert [o.rule for o in objections] == [case.rules.rule(case.rules.sequence_rule)]
            assert not game.view(seat).legal and not game.view(seat).pending


@every_case
def test_every_offered_action_can_be_played(case: Case) -> None:
    """No offered action leads to a dead end at once."""
    random = Random(case.name)
    for game in sample(case, 10, "offered"):
        decision = random.choice(game.state.pending)
        offered = list(game.options(decision))
        for action in random.sample(offered, min(10, len(offered))):
            tried = game.clone(seed=1)
            tried.push(action, decision)
            assert tried.result is not None or all(tried.options(d) for d in tried.state.pending)
            assert not game.rules.check(tried.state)


@pytest.mark.soak
@every_case
def test_changed_positions_have_no_dead_ends(case: Case) -> None:
    """A piece that is picked or activated may be gone before it acts: whoever is asked has an answer all the same."""
    random = Random(f"dead ends {case.name}")
    for choose in (at_random, greedily):
        for start in mutated(case, 2, f"dead ends {choose.__name__}"):
            for decision in start.state.pending:
                offered = list(start.options(decision))
                for action in random.sample(offered, min(4, len(offered))):
                    game = start.clone(seed=1, history=False)
                    game.push(action, decision)
                    for _ in range(25):
                        if game.result is not None:
                            break
                        assert all(game.options(asked) for asked in game.state.pending), f"a dead end: {game!r}"
                        asked = random.choice(game.state.pending)
                        game.push(choose(game, asked, random), asked)
