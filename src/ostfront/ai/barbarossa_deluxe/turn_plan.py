"""Which phase comes first: the assaults at hand are weighed against those for which units could be gathered.

Each order is declared in an imagined world, play goes on there to the first phase, and that phase is planned.
"""

from __future__ import annotations

from ostfront.ai.barbarossa_deluxe import plans
from ostfront.ai.barbarossa_deluxe.knowledge import knowledge_of
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.barbarossa_deluxe.operations import Operations
from ostfront.ai.planner import Allowance
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision

AHEAD = 40  # answers within which the first phase begins
SETTLED = ("done", "lower", "pass", "decline")


def first_phase(world: Game, decision: Decision, order: Action) -> Game | None:
    """A world in which the order is declared and its first phase has begun, with nothing done in between."""
    trial = world.clone("order", history=False)
    trial.push(order, decision)
    for _ in range(AHEAD):
        if trial.state.result is not None or not trial.state.pending:
            return None
        asked = trial.state.pending[0]
        if asked.seat == decision.seat and asked.kind in ("move", "assault"):
            return trial
        options = list(trial.options(asked))
        trial.push(next((a for a in options if a.verb in SETTLED), options[0]), asked)
    return None


def prospect(world: Game, decision: Decision, order: Action) -> float:
    """What the assaults of the first phase gain, or those that movement prepares."""
    trial = first_phase(world, decision, order)
    if trial is None:
        return 0.0
    field = OfficerField(knowledge_of(world.rules), trial.state, decision.seat)
    budget = Allowance(plans.thoughts(world.rules))
    w = field.weights["declarations"]
    if trial.state.pending[0].kind == "assault":
        found = sum([assault.gain for assault in plans.assaults(field, budget)])
        return float(found * w["twice"] - w["march"] if order.verb == "fight-fight" else found)
    operations = Operations(field, budget)
    operations.plan()
    return float(w["gathered"] * operations.gathered_gain)
