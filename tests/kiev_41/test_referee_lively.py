"""Generator and referee in lively play: players who attack, send bombers and fleets, and blitz.

Uniformly random play seldom comes to a Blitz Segment, to bombers over fleets or to a choice of flak.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

from harness.alphabet import letters
from harness.cases import Case, scaled
from harness.positions import moments
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts import Facts

WANTED = {
    "impulse": ("tactical",), "headquarters": ("pick",), "approach": ("reveal",), "command": ("pick",),
    "support": ("bomb", "fire"), "fleets": ("send",), "blitz": ("blitz",), "engage": ("engage",),
    "exploit": ("exploit",),
}  # fmt: skip
CASES = (
    Case(INFO.name, "southern-struggle", ()),
    Case(INFO.name, "southern-struggle", (("optional", "14.9"),)),
    Case(INFO.name, "the-river", ()),  # fleets at Odessa, all bombers
)


def lively(game: Game, decision: Decision, random: Random) -> Action:
    """Usually what brings a fight."""
    offered = list(game.options(decision))
    wanted = [action for action in offered if action.verb in WANTED.get(decision.kind, ())]
    if decision.kind == "march":
        enemies = game.state.units_of(1 - decision.seat)
        wanted = [a for a in offered if isinstance(a.arg, int) and enemies >> a.arg & 1]
    if decision.kind == "fleets":
        contested = game.state.units_of(0) & game.state.units_of(1) & cast(Facts, game.facts).black_coast
        wanted = [a for a in wanted if isinstance(a.arg, tuple) and contested >> a.arg[1] & 1]
    return random.choice(wanted if wanted and random.random() < 0.85 else offered)


def test_generator_and_referee_agree_in_lively_play() -> None:
    random = Random("lively")
    looked_at: Counter[str] = Counter()
    for number in range(scaled(12)):
        case = CASES[number % len(CASES)]
        for game in moments(case, f"lively {number}", lively):
            for decision in game.state.pending:
                seen = looked_at[decision.kind]  # the first of a kind is always looked at: some are rare
                if seen >= scaled(12) or (seen and random.random() < 0.5):
                    continue
                looked_at[decision.kind] += 1
                offered = set(game.options(decision))
                for action in letters(game, decision, random):
                    objections = game.objections(decision, action)
                    assert (action in offered) == (not objections), f"{game.text(action)}: {objections}; {game!r}"
    assert set(CASES[0].rules.kinds) - set(looked_at) <= {"siege", "salvage"}, looked_at
