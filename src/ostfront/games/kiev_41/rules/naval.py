"""Bombers, fleets and flak (10.2.1, 10.13.2, 10.13.4)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import UNIT, Facts
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules.battle import bomber_dice, bombers_over, fleet_dice
from ostfront.games.kiev_41.rules.battle import gunfire as fire_at_ground
from ostfront.games.kiev_41.rules.control import send_home
from ostfront.games.kiev_41.rules.fire import stream, volley
from ostfront.games.kiev_41.state import Battle, Flak, K41Play, K41State, NavalAir

# ---- who meets whom (10.13.2) -----------------------------------------------------------------------


def fleets_at(facts: Facts, state: K41State, area: int) -> list[int]:
    """The battleship first."""
    return bits(state.stacks[area] & facts.roster.fleets)


def matches(facts: Facts, state: K41State, local: NavalAir) -> list[Action]:
    """Bombers that may still be sent against a fleet, so that each fleet gets one while there are bombers."""
    sent = mask(bomber for bomber, _ in local.pairs)
    free = bits(bombers_over(facts, state, local.area) & ~sent)
    ships = fleets_at(facts, state, local.area)
    met = {ship for _, ship in local.pairs}
    waiting = [ship for ship in ships if ship not in met]
    spare = len(free) > len(waiting)
    return [facts.pair("engage", b, ship) for b in free for ship in ships if ship not in met or spare]


def all_met(facts: Facts, state: K41State, local: NavalAir) -> bool:
    met = {ship for _, ship in local.pairs}
    return all(ship in met for ship in fleets_at(facts, state, local.area))


@implements("K41 10.13.2a")
def engage(play: K41Play, local: NavalAir) -> None:
    facts, state = play.facts, play.state
    found = matches(facts, state, local)
    if not found:
        return
    if len(found) == 1 and not all_met(facts, state, local):
        _send(play, found[0])
    else:
        play.ask("engage", AXIS, prepared=found)


def engage_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: NavalAir = state.top.local
    found = play.prepared or matches(facts, state, local)
    return Options((facts.single["done"], *found) if all_met(facts, state, local) else found)


def answer_engage(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb != "done":
        _send(play, action)


ENGAGE = Kind(
    "engage",
    "10.13.2a",
    verbs=(Verb("engage", (UNIT, UNIT), "send this bomber against that fleet"), "done"),
    prompt="Send bombers against the fleets.",
    options=engage_options,
    answer=answer_engage,
)


def _send(play: K41Play, action: Action) -> None:
    assert isinstance(action.arg, tuple)
    bomber, fleet = action.arg
    play.change(pairs=(*play.state.top.local.pairs, (bomber, fleet)))
    play.note("engage", bomber, fleet)
    play.goto("engage")


# ---- fire and strike --------------------------------------------------------------------------------


def next_fleet(play: K41Play, local: NavalAir) -> None:
    """The fleets that were engaged, one after another; the others fire at the ground at the end."""
    state, facts = play.state, play.facts
    met = {fleet for _, fleet in local.pairs}
    for fleet in fleets_at(facts, state, local.area):
        if fleet in met:
            break
    else:
        play.goto("gunfire")
        return
    play.change(fleet=fleet)
    hits = volley(play, [fleet_dice(facts, state, fleet)], stream(state, f"fleet {facts.roster.ids[fleet]}"))
    play.note("fire at", "fleet flak", hits)
    if hits:
        bombers = mask(b for b, f in local.pairs if f == fleet)
        play.begin("flak", Flak(local.area, hits, fleet, bombers))


@implements("K41 10.2.1b", "K41 10.13.2c")
def strike(play: K41Play, local: NavalAir) -> None:
    """Bombers that got through attack the fleet: two hits are a step. Then all of them go home."""
    state, facts = play.state, play.facts
    fleet = local.fleet
    bombers = [b for b, f in local.pairs if f == fleet and state.place[b] == local.area]
    dice = [bomber_dice(facts, state, b) for b in bombers]
    hits = volley(play, dice, stream(state, f"strike {facts.roster.ids[fleet]}")) if bombers else 0
    play.note("strike", fleet, hits)
    for bomber in bombers:
        state.put(bomber, facts.boxes["bombers-available"])
    steps = min(state.steps[fleet], hits // facts.charts["fleets"]["hits_per_side"])
    if steps == state.steps[fleet]:
        state.put(fleet, facts.boxes["soviet-lost"])
        play.note("sunk", fleet)
    else:
        state.steps[fleet] -= steps
        send_home(play, 1 << fleet)
    play.goto("fire")


def gunfire(play: K41Play, local: NavalAir) -> None:
    """Fleets that no bomber engaged."""
    ships = mask(fleets_at(play.facts, play.state, local.area))
    play.leave()
    below: Battle = play.state.top.local
    if ships:
        fire_at_ground(play, below, ships)


# ---- hits on bombers (10.13.4) ----------------------------------------------------------------------


def in_the_air(state: K41State, local: Flak) -> list[int]:
    return [b for b in bits(local.bombers) if state.place[b] == local.area]


@implements("K41 10.13.4b")
def take_hits(play: K41Play, local: Flak) -> None:
    """Asked when there is a choice: of HQs, or between two aborts and one loss."""
    facts, state = play.facts, play.state
    flying = in_the_air(state, local)
    if not local.hits or not flying:
        return
    alike = len({facts.roster.hq_of[b] for b in flying}) == 1
    if alike and (local.hits == 1 or len(flying) == 1):
        _take(play, "abort" if local.hits == 1 else "down", flying[0])
    else:
        play.ask("flak", AXIS)


def flak_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Flak = state.top.local
    flying = mask(in_the_air(state, local))
    table = facts.vocabulary.table
    lone = local.hits > 1 and not flying & (flying - 1)
    return Options((), ((table("abort"), 0 if lone else flying), (table("down"), flying if local.hits > 1 else 0)))


def answer_flak(play: K41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    _take(play, action.verb, action.arg)


def ask_flak(play: K41Play, _decision: Decision) -> str:
    hits = play.state.top.local.hits
    return f"{hits} hit{'' if hits == 1 else 's'} on your bombers: one turns a bomber back, two destroy one."


FLAK = Kind(
    "flak",
    "10.13.4b",
    verbs=(Verb("abort", (UNIT,), "this bomber turns back"), Verb("down", (UNIT,), "this bomber is destroyed")),
    prompt=ask_flak,
    options=flak_options,
    answer=answer_flak,
)


def _take(play: K41Play, verb: str, bomber: int) -> None:
    state, boxes = play.state, play.facts.boxes
    state.put(bomber, boxes["bombers-aborted" if verb == "abort" else "bombers-destroyed"])
    play.note(verb, bomber)
    play.change(hits=state.top.local.hits - (1 if verb == "abort" else 2))
    play.goto("take hits")


NAVAL_AIR_STEPS = Procedure(
    "naval air",
    (
        Step("engage", engage, "10.13.2a"),
        Step("fire", next_fleet, "10.13.2a"),
        Step("strike", strike, "10.2.1b"),
        Step("gunfire", gunfire, "10.13.2b"),
    ),
    NavalAir,
)

FLAK_STEPS = Procedure("flak", (Step("take hits", take_hits, "10.13.4b"),), Flak)
