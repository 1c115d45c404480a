"""What each side may know: everything. All of this game lies open on the table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.fields import Plain, encode
from ostfront.core.files.position import frames_of
from ostfront.core.play.sequence import Procedure
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.state import B41State
from ostfront.kit.secrets import open_scalars, units_seen


def seen(facts: Facts, procedures: Mapping[str, Procedure], state: B41State, _seat: int) -> Plain:
    """The table as everybody sees it."""
    names = facts.vocabulary
    known = open_scalars(state, names, {"drawn"})
    known["units"] = units_seen(state, names, facts.roster.ids, ("steps", "isolated", "due"))
    known["stack"] = [
        [f.procedure, f.step, encode(f.local, procedures[f.procedure].local, names)] for f in frames_of(state)
    ]
    return known


def imagine(_facts: Facts, state: B41State, _seat: int, _random: Random) -> B41State:
    """There is no other world."""
    return state.clone()
