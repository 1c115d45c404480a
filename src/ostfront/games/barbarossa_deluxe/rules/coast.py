"""The use of coastal supply in the Black Sea and the Sea of Azov (7.4, 7.5), which closes Crimea supply for the turn.

Only a defence uses it: movement and attack are halved with and without it. The German may decline it for a battle if
Crimea supply could still be of use to him.

Kind `coast`. Events: `coastal`, `coast declined`.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.rules import crimea, supply
from ostfront.games.barbarossa_deluxe.state import COASTAL, DECLINED, UNUSED, BDPlay, BDState


def use(play: BDPlay, defenders: int, ignored: int = 0) -> None:
    """At the start of a battle: units of the German side may defend with southern coastal supply."""
    state, facts = play.state, play.facts
    if state.sea_supply == DECLINED:
        state.sea_supply = UNUSED  # that was another battle
    if state.sea_supply != UNUSED or not drawing(facts, state, defenders, ignored):
        return
    if crimea.could_switch(facts, state):
        play.ask("coast", GERMAN)
    else:
        draw(play)


def drawing(facts: Facts, state: BDState, defenders: int, ignored: int) -> bool:
    """Whether one of the defenders has nothing better than the southern coast."""
    hexes = supply.southern_coast(facts, state) & ~facts.coast["Baltic"]
    place = state.place
    return any(
        hexes >> place[unit] & 1 and supply.status_at(facts, state, unit, place[unit], ignored) == supply.COASTAL
        for unit in bits(defenders & facts.roster.ground[GERMAN])
    )


@implements("BD 7.4d")
def draw(play: BDPlay) -> None:
    play.state.sea_supply = COASTAL
    play.note("coastal")


def coast_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["coast"], play.facts.single["decline"]))


def answer_coast(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "coast":
        draw(play)
    else:
        play.state.sea_supply = DECLINED
        play.note("coast declined")


COAST = Kind(
    "coast",
    "7.5",
    verbs=(
        Verb("coast", (), "defend with coastal supply: no Crimea supply this turn", label="Coastal supply"),
        "decline",
    ),
    prompt="Defend with coastal supply? It closes Crimea supply for this turn.",
    options=coast_options,
    answer=answer_coast,
    window=True,
)
