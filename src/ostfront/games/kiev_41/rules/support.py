"""Support (10.4, 10.11): artillery and bombers are committed to battles before the first is fought."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, UNIT, Facts
from ostfront.games.kiev_41.facts.calendar import BLIZZARD
from ostfront.games.kiev_41.facts.roster import BLOCKS
from ostfront.games.kiev_41.rules.control import contested
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.state import K41Play, K41State, Side, Support


def possible_battles(facts: Facts, state: K41State, side: int) -> int:
    """Contested areas where a side has a block that can attack (10.12)."""
    disputed = contested(state) & state.occupied[BLOCKS[side]]
    isolated = state.isolated & facts.roster.of_side[side]
    if not isolated:
        return disputed
    found = 0
    for area in bits(disputed):
        if state.stacks[area] & state.members[side] & ~isolated:
            found |= 1 << area
    return found


def begin_support(play: K41Play, local: Side) -> None:
    state = play.state
    state.to_fight = possible_battles(play.facts, state, local.side)
    if state.to_fight:
        play.begin("support", Support(local.side))


def next_support(play: K41Play, local: Support) -> None:
    """Asked while there is support left to commit."""
    found = list(offers(play.facts, play.state, local))
    if found:
        play.ask("support", local.side, prepared=found)


def offers(facts: Facts, state: K41State, local: Support) -> Iterator[Action]:
    battles = state.to_fight & possible_battles(facts, state, local.side)
    for hq in gunners(facts, state, local.blitz):
        for area in bits(targets(facts, state, hq, battles)):
            yield facts.pair("fire", hq, area)
    if not local.blitz and state.weather != BLIZZARD:
        for hq in bits(state.active & facts.roster.luftwaffe):
            yield from _raids(facts, state, hq, battles)


def gunners(facts: Facts, state: K41State, blitz: bool) -> list[int]:
    """Activated HQs that may still fire."""
    roster = facts.roster
    hqs = state.active & roster.commanders & (roster.blitz_hqs if blitz else -1)
    given = {unit for unit, _ in state.guns}
    return [hq for hq in bits(hqs) if hq not in given and state.steps[hq] > 1]


@implements("K41 10.4a")
def targets(facts: Facts, state: K41State, hq: int, battles: int) -> int:
    """The battles next to an HQ; a Rumanian one leaves the Hungarians alone (1.4)."""
    found = facts.links[state.place[hq]] & battles
    roster = facts.roster
    if roster.rumanians >> hq & 1 and unfriendly():
        where = state.place[roster.hungarian]
        if 0 <= where < facts.area_count:
            found &= ~(1 << where)
    return found


@implements("K41 1.4b")
def unfriendly() -> bool:
    return True


@implements("K41 10.11b")
def _raids(facts: Facts, state: K41State, hq: int, battles: int) -> Iterator[Action]:
    """As many bombers as the HQ has stars, as many areas far, over anything."""
    stars = attack_strength(facts, state, hq)
    bombers = facts.roster.bombers_of[hq]
    if (bombers & state.on_map).bit_count() >= stars:
        return
    ready = facts.boxes["bombers-available"]
    areas = bits(facts.disks[state.place[hq]][stars] & battles)
    for bomber in bits(bombers):
        if state.place[bomber] == ready:
            for area in areas:
                yield facts.pair("bomb", bomber, area)


def support_options(play: K41Play, _decision: Decision) -> Options:
    found = play.prepared or list(offers(play.facts, play.state, play.state.top.local))
    return Options((play.facts.single["done"], *found))


def answer_support(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, tuple)
    state = play.state
    unit, area = action.arg
    if action.verb == "fire":
        state.guns += ((unit, area),)
    else:
        state.put(unit, area)
    play.note(action.verb, unit, area)
    play.goto("commit")


SUPPORT = Kind(
    "support",
    "10.4a",
    verbs=(
        Verb("fire", (UNIT, PLACE), "this HQ's artillery supports the battle there"),
        Verb("bomb", (UNIT, PLACE), "this bomber supports the battle there"),
        "done",
    ),
    prompt="Commit artillery and bombers to battles, or finish.",
    options=support_options,
    answer=answer_support,
)

SUPPORT_STEPS = Procedure("support", (Step("commit", next_support, "10.4a"),), Support)
