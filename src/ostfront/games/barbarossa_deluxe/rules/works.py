"""Works that arrive as markers: the East Wall (8.5, 11.21) and the Soviet Fortified Area (8.18).

Kinds: `wall`, `area`. Procedures: "east wall", "fortified area".

Events: `wall` (hex), `area` (hex), `area forfeit` ().
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import PLACE, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, supply
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Placing

AROUND = 6  # 8.18: neighbours that must be Soviet and supplied


def begin_works(play: BDPlay, side: int) -> None:
    """The markers of this turn, in the Administrative Phase of their side."""
    track, turn = play.facts.track, play.state.turn
    if side == GERMAN:
        begin_wall(play, track.arriving("east-wall", turn))
    elif track.arriving("fortified-area", turn):
        play.begin("fortified area", Placing(SOVIET, 1))


# ---- the East Wall (8.5) ----------------------------------------------------------------------------


def begin_wall(play: BDPlay, markers: int) -> None:
    """So many markers are to be placed, one by one; those without a hex are lost."""
    if markers:
        play.begin("east wall", Placing(GERMAN, markers))


@implements("BD 8.5")
def wall_hexes(facts: Facts, state: BDState) -> int:
    """German, overland supplied hexes of the USSR and the Baltic states without a city and without a marker."""
    ground = (facts.ussr | facts.baltic) & facts.land & state.german & ~facts.cities & ~state.wall
    return ground & supply.overland(facts, state, GERMAN)


def next_wall(play: BDPlay, local: Placing) -> None:
    hexes = wall_hexes(play.facts, play.state)
    if hexes.bit_count() <= local.left:
        for place in bits(hexes):
            build(play, place)
    elif local.left:
        play.again("next", Placing(local.side, local.left - 1))
        play.ask("wall", local.side, prepared=hexes)


def build(play: BDPlay, place: int) -> None:
    play.state.wall |= 1 << place
    play.note("wall", place)


def ask_wall(play: BDPlay, _decision: Decision) -> str:
    left = play.state.top.local.left + 1
    return f"Place an East Wall marker: {left} {'is' if left == 1 else 'are'} left."


def wall_options(play: BDPlay, _decision: Decision) -> Options:
    hexes = play.prepared or wall_hexes(play.facts, play.state)
    return Options((), ((play.facts.vocabulary.table("wall"), hexes),))


def answer_wall(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    build(play, action.arg)


WALL = Kind(
    "wall",
    "8.5",
    verbs=(Verb("wall", (PLACE,), "place an East Wall marker", label="East Wall"),),
    prompt=ask_wall,
    options=wall_options,
    answer=answer_wall,
)


# ---- the Fortified Area (8.18) ----------------------------------------------------------------------


@implements("BD 14.9d")
def begin_area(play: BDPlay) -> None:
    """At set-up: the Soviet may put the marker elsewhere."""
    play.begin("fortified area", Placing(SOVIET, 1))


@implements("BD 14.9d")
def set_up_hexes(facts: Facts, state: BDState) -> int:
    """Where the marker is set up, whatever its neighbours (ruling on 14.9)."""
    zone = facts.scenario.zones[facts.scenario.markers["area_zone"]]
    return zone.hexes & control.controlled(facts, state, SOVIET)


@implements("BD 8.18a")
def area_hexes(facts: Facts, state: BDState) -> int:
    """Soviet hexes in overland supply whose six neighbours are such hexes, too."""
    if state.area >= 0:
        return set_up_hexes(facts, state)
    own = control.controlled(facts, state, SOVIET) & supply.overland(facts, state, SOVIET)
    return mask(place for place in bits(own) if (facts.grid.ring(place, 1) & own).bit_count() == AROUND)


@implements("BD 8.1c")
def place_area(play: BDPlay, local: Placing) -> None:
    """It is placed at once or lost: it cannot wait in the RVGK box."""
    hexes = area_hexes(play.facts, play.state)
    if hexes:
        play.ask("area", local.side, prepared=hexes)
    else:
        play.note("area forfeit")


def area_options(play: BDPlay, _decision: Decision) -> Options:
    hexes = play.prepared or area_hexes(play.facts, play.state)
    return Options((), ((play.facts.vocabulary.table("fortify"), hexes),))


def answer_area(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    fortify(play, action.arg)


@implements("BD 8.18b")
def fortify(play: BDPlay, place: int) -> None:
    """The marker has no value of its own and stays where it is."""
    if play.state.area < 0:  # at set-up it has been there for some time
        play.state.area_since = play.state.turn
    play.state.area = place
    play.note("area", place)


AREA = Kind(
    "area",
    "8.18",
    verbs=(Verb("fortify", (PLACE,), "place the Fortified Area"),),
    prompt="Place the Fortified Area marker: it protects its hex and the six around it.",
    options=area_options,
    answer=answer_area,
)

PROCEDURES = (
    Procedure("east wall", (Step("next", next_wall, "8.5"),), Placing),
    Procedure("fortified area", (Step("place", place_area, "8.18"),), Placing),
)
