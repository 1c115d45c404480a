"""What each side may know (11.7): the Soviets see everything, the Germans the top of each Soviet stack."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.fields import Plain, encode
from ostfront.core.files.position import frames_of
from ostfront.core.play.sequence import Procedure
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.state import BDState
from ostfront.kit.secrets import open_scalars, units_seen


def seen(facts: Facts, procedures: Mapping[str, Procedure], state: BDState, _seat: int) -> Plain:
    names = facts.vocabulary
    known = open_scalars(state, names, {"drawn"})
    known["units"] = units_seen(state, names, facts.roster.ids, ("due", "used", "slowed"))
    known["stack"] = [
        [f.procedure, f.step, encode(f.local, procedures[f.procedure].local, names)] for f in frames_of(state)
    ]
    return known


def imagine(_facts: Facts, state: BDState, _seat: int, _random: Random) -> BDState:
    return state.clone()
