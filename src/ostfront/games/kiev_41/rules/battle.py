"""Combat (10.12, 10.13, 10.16): the battles of an impulse, and the order of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, Facts
from ostfront.games.kiev_41.facts.calendar import SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS, BLOCKS, SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import contested, holder, send_home
from ostfront.games.kiev_41.rules.fire import (
    LINE,
    Dice,
    attack_strength,
    defense_strength,
    hits_from,
    stream,
    volley,
)
from ostfront.games.kiev_41.rules.losses import absorption, blocks_at, suffer
from ostfront.games.kiev_41.rules.support import possible_battles
from ostfront.games.kiev_41.state import Battle, Combat, Flak, K41Play, K41State, NavalAir, Side

# ---- which battles (10.12) --------------------------------------------------------------------------


def begin_combat(play: K41Play, local: Side) -> None:
    play.begin("combat", Combat(local.side))


def count_battles(play: K41Play, local: Combat) -> None:
    state = play.state
    state.to_fight = possible_battles(play.facts, state, local.side)
    if local.blitz:
        state.to_fight &= ~state.contested_before


def still_to_fight(facts: Facts, state: K41State, side: int) -> int:
    return state.to_fight & possible_battles(facts, state, side) if state.to_fight else 0


@implements("K41 10.12b")
def mandatory(state: K41State, areas: int) -> int:
    """Battles in newly contested areas must be fought."""
    return areas & ~state.contested_before


def next_battle(play: K41Play, local: Combat) -> None:
    """The attacker chooses the order; a single remaining mandatory battle is fought without asking."""
    state = play.state
    areas = still_to_fight(play.facts, state, local.side)
    state.to_fight = areas
    if not areas:
        return
    if areas & (areas - 1) or not mandatory(state, areas):
        play.ask("battle", local.side)
    else:
        fight(play, areas.bit_length() - 1)


def battle_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    areas = in_any_order(still_to_fight(facts, state, decision.seat))
    done = () if mandatory(state, areas) else (facts.single["done"],)
    return Options(done, ((facts.vocabulary.table("fight"), areas),))


@implements("K41 10.12e")
def in_any_order(areas: int) -> int:
    """The attacker chooses the order."""
    return areas


def answer_battle(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.state.to_fight = 0
        return
    assert isinstance(action.arg, int)
    fight(play, action.arg)


BATTLE = Kind(
    "battle",
    "10.12e",
    verbs=(Verb("fight", (PLACE,), "resolve the battle there"), "done"),
    prompt="Choose the next battle.",
    options=battle_options,
    answer=answer_battle,
)


def fight(play: K41Play, area: int) -> None:
    state = play.state
    local: Combat = state.top.local
    play.goto("next battle")
    state.to_fight &= ~(1 << area)
    state.battle += 1
    play.begin("battle", Battle(area, local.side, not state.contested_before >> area & 1))


# ---- the order of a battle (10.13) ------------------------------------------------------------------


@implements("K41 10.13.1")
def showdown(play: K41Play, local: Battle) -> None:
    """Both sides show their blocks; the defender counts what he may absorb."""
    state, facts = play.state, play.facts
    defender = 1 - local.side
    play.note("battle", local.area, local.side)
    here = state.stacks[local.area]
    fog.show(play, here & facts.roster.blocks)
    line = bool(state.lines(defender) >> local.area & 1)
    play.change(absorb=absorption(facts, state, local.area, defender), line=line)
    if not state.guns and not here & (facts.roster.fleets | facts.roster.bombers):
        play.goto("ground")  # neither side has support


def undecided(state: K41State, local: Battle) -> bool:
    """Attacking blocks and defending units are left."""
    here = 1 << local.area
    return bool(state.occupied[BLOCKS[local.side]] & here and state.units_of(1 - local.side) & here)


def fleets(play: K41Play, local: Battle) -> None:
    """10.13.2: bombers must meet the fleets; without bombers these fire at the ground."""
    state, facts = play.state, play.facts
    here = state.stacks[local.area]
    if not here & facts.roster.fleets:
        return
    if here & facts.roster.bombers:
        play.begin("naval air", NavalAir(local.area))
    else:
        gunfire(play, local, here & facts.roster.fleets)


@implements("K41 10.2.1a")
def fleet_dice(facts: Facts, state: K41State, fleet: int) -> Dice:
    """10.2.1: by side and damage; weather does not matter."""
    steps = state.steps[fleet]
    return Dice(facts.roster.hits_from[fleet][steps], fleet, facts.roster.strength[fleet][steps])


@implements("K41 10.13.2b")
def gunfire(play: K41Play, _local: Battle, firing: int) -> None:
    state = play.state
    hits = volley(play, [fleet_dice(play.facts, state, f) for f in bits(firing)], stream(state, "gunfire"))
    play.note("fire at", "fleets", hits)
    send_home(play, firing)
    suffer(play, AXIS, hits)


@implements("K41 10.13.3")
def artillery(play: K41Play, local: Battle) -> None:
    state, facts = play.state, play.facts
    guns = [unit for unit, area in state.guns if area == local.area]
    if not guns or not undecided(state, local):
        return
    hits = volley(play, artillery_dice(facts, state, guns), stream(state, "artillery"))
    play.note("fire at", "artillery", hits)
    suffer(play, 1 - local.side, hits)


def artillery_dice(facts: Facts, state: K41State, guns: list[int]) -> list[Dice]:
    hit_on = facts.roster.hits_from
    return [Dice(hit_on[u][state.steps[u]], u, attack_strength(facts, state, u)) for u in guns]


def bombers_over(facts: Facts, state: K41State, area: int) -> int:
    return state.stacks[area] & facts.roster.bombers


@implements("K41 10.13.4a")
def anti_air(play: K41Play, local: Battle) -> None:
    """Each Soviet block and the line roll a die at the bombers."""
    state, facts = play.state, play.facts
    bombers = bombers_over(facts, state, local.area)
    if not bombers or not undecided(state, local):
        return
    hits = volley(play, flak_dice(facts, state, local), stream(state, "anti-air"))
    play.note("fire at", "anti-air", hits)
    if hits:
        play.begin("flak", Flak(local.area, hits, -1, bombers))


def flak_dice(facts: Facts, state: K41State, local: Battle) -> list[Dice]:
    hit_on = {u: facts.roster.hits_from[u][state.steps[u]] for u in bits(blocks_at(state, local.area, SOVIET))}
    found = [Dice(needed, unit, 1) for unit, needed in hit_on.items() if needed < 7]
    return [*found, line_dice(facts)] if local.line else found


def line_dice(facts: Facts) -> Dice:
    """4.1: a Defensive Line rolls one die."""
    lines = facts.charts["lines"]
    return Dice(facts.charts["fire"][lines["fire"]]["hits_from"], LINE, lines["dice"])


@implements("K41 10.13.5", "K41 10.11.1")
def airstrike(play: K41Play, local: Battle) -> None:
    """The bombers that are left, each with its HQ's stars."""
    state, facts = play.state, play.facts
    bombers = bombers_over(facts, state, local.area)
    if not bombers:
        return
    home = facts.boxes["bombers-available"]
    dice = [bomber_dice(facts, state, bomber) for bomber in bits(bombers)]
    for bomber in bits(bombers):
        state.put(bomber, home)
    if undecided(state, local):
        hits = volley(play, dice, stream(state, "airstrike"))
        play.note("fire at", "bombers", hits)
        suffer(play, 1 - local.side, hits)


def bomber_dice(facts: Facts, state: K41State, bomber: int) -> Dice:
    needed = facts.charts["fire"][facts.charts["bombers"]["fire"]]["hits_from"]
    return Dice(needed, bomber, attack_strength(facts, state, facts.roster.hq_of[bomber]))


# ---- ground combat (10.13.6) ------------------------------------------------------------------------


@implements("K41 10.13.6")
def ground(play: K41Play, local: Battle) -> None:
    """The defender rolls first, unless tanks surprise him; his hits count before the other rolls."""
    state, facts = play.state, play.facts
    if undecided(state, local):
        first = local.side if tank_attack(facts, state, local) else 1 - local.side
        play.change(first=first)
        _ground_fire(play, state.top.local, first)
    else:
        play.change(done=True)


def second_fire(play: K41Play, local: Battle) -> None:
    if not local.done and undecided(play.state, local):
        _ground_fire(play, local, 1 - local.first)


def _ground_fire(play: K41Play, local: Battle, side: int) -> None:
    state = play.state
    dice = list(ground_dice(play.facts, state, local, side))
    hits = volley(play, dice, stream(state, f"ground {('axis', 'soviet')[side]}"))
    if play.events is not None:
        play.note("ground", side, sum(d.number for d in dice), hits)
    suffer(play, 1 - side, hits)


def ground_dice(facts: Facts, state: K41State, local: Battle, side: int) -> Iterator[Dice]:
    """What a side rolls in ground combat."""
    attacking = side == local.side
    for unit in state.each_at(local.area):
        if state.owner[unit] != side or (attacking and still(state, unit)):
            continue
        if not attacking:
            count = defense_strength(facts, state, unit)
        else:
            count = attack_strength(facts, state, unit)
            if count > 1 and local.new and landed_wet(state, unit):
                count = 1
        if count and facts.roster.hits_from[unit][state.steps[unit]] < 7:
            yield Dice(hits_from(facts, state, unit, local.area), unit, count)
    if not attacking and local.line:
        yield line_dice(facts)


@implements("K41 10.12c")
def still(state: K41State, unit: int) -> bool:
    """Isolated blocks do not attack."""
    return bool(state.isolated >> unit & 1)


@implements("K41 10.13.6.1")
def landed_wet(state: K41State, unit: int) -> bool:
    return bool(state.crossed >> unit & 1)


@implements("K41 10.13.6.2a")
def tank_attack(facts: Facts, state: K41State, local: Battle) -> bool:
    """Tanks against none, in good weather, on open ground."""
    area = local.area
    if state.weather != SUNNY or not facts.green >> area & 1 or local.line:
        return False
    defender = 1 - local.side
    if facts.cities >> area & 1 and holder(state, area) == defender:
        return False
    tanks = facts.roster.tanks
    if blocks_at(state, area, defender) & tanks:
        return False
    return bool(dry_tanks(state, local, blocks_at(state, area, local.side) & tanks & ~state.isolated))


@implements("K41 10.13.6.2b")
def dry_tanks(state: K41State, local: Battle, tanks: int) -> int:
    """Tanks that came over a river into a new battle surprise nobody."""
    return tanks & ~state.crossed if local.new else tanks


# ---- the end (10.16) --------------------------------------------------------------------------------


@implements("K41 10.16b", "K41 10.16c")
def end_battle(play: K41Play, local: Battle) -> None:
    """Support goes home; the holder conceals its blocks; invaders and blocks that may blitz stay visible."""
    state, facts = play.state, play.facts
    area = local.area
    for bomber in bits(bombers_over(facts, state, area)):
        state.put(bomber, facts.boxes["bombers-available"])
    send_home(play, state.stacks[area])
    side = holder(state, area)
    blocks = blocks_at(state, area, side)
    if side == local.side and not contested(state) >> area & 1:
        raiders = may_blitz(facts, state, local, blocks)
        state.blitzers |= raiders
        blocks &= ~raiders
    fog.conceal(play, blocks)


@implements("K41 10.17a", "K41 10.17c")
def may_blitz(facts: Facts, state: K41State, local: Battle, blocks: int) -> int:
    """Fast combat blocks that helped to clear a green area, if an activated HQ could send them further."""
    combat: Combat = state.top.below.local
    if combat.blitz or state.weather != SUNNY or not facts.green >> local.area & 1:
        return 0
    if not state.active & facts.roster.blitz_hqs:
        return 0
    return blocks & facts.roster.fast & facts.roster.combat & ~state.isolated


COMBAT_STEPS = Procedure(
    "combat",
    (
        Step("begin", count_battles, "10.12a"),
        Step("next battle", next_battle, "10.12e"),
    ),
    Combat,
)


@implements("K41 10.13")
def order_of_battle() -> tuple[Step, ...]:
    return (
        Step("showdown", showdown, "10.13.1"),
        Step("fleets", fleets, "10.13.2a"),
        Step("artillery", artillery, "10.13.3"),
        Step("anti-air", anti_air, "10.13.4a"),
        Step("airstrike", airstrike, "10.13.5"),
        Step("ground", ground, "10.13.6"),
        Step("second fire", second_fire, "10.13.6"),
        Step("end", end_battle, "10.16b"),
    )


BATTLE_STEPS = Procedure("battle", order_of_battle(), Battle)
