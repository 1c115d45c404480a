"""What is committed to a declared battle: the Luftwaffe (11.23), Soviet support (8.36 to 8.41), aerial supply (7.7),
and the announced retreat of 1942 (13.9).

Events: `luftwaffe` (target, side it helps), `guns` (army), `wings` (army), `interceptors`, `partisans`, `airborne`
(target), `yield` (target).
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.crt import ratio
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import aerial, fog, retreat, strength
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, ODER, Battle, BDPlay, BDState

ODER_TURN, ODER_COUNTERS = 30, 2  # 4.18
INTERCEPTOR_TURNS = (6, 7)  # 8.37
INTERCEPTOR_RANGE = 5
PARTISANS_FROM = 6  # 8.39
AIRBORNE_YEARS = (1942, 1943)  # 8.40
YIELD_SCENARIO = "blue-kremlin"  # 13.9


def battle_of(play: BDPlay) -> Battle:
    local: Battle = play.state.top.local
    return local


def standing(play: BDPlay, seat: int) -> str:
    """How a battle stands, as far as a seat may know: the German sees no odds before they are worked out (11.7)."""
    facts, local = play.facts, battle_of(play)
    doing = "Mobile assault on" if local.mobile else "Assault on"
    where = f"{doing} {facts.where(local.target)}"
    if not (local.looked or seat == SOVIET):
        return f"{where}."
    local = local if local.defenders else strength.drawn_up(facts, play.state, local)
    if not local.attackers:
        return f"{where}."
    attack = strength.attack_strength(facts, play.state, local)
    defence = strength.defence_strength(facts, play.state, local)
    return f"{where}: {attack} to {defence}, {ratio(strength.final_step(facts, play.state, local))}."


def asking(question: str) -> Callable[[BDPlay, Decision], str]:
    def prompt(play: BDPlay, decision: Decision) -> str:
        return f"{standing(play, decision.seat)} {question}"

    return prompt


def roles(play: BDPlay, decision: Decision) -> list[str]:
    """What a standing order may wait for."""
    local = battle_of(play)
    role = "attack" if decision.seat == local.side else "defence"
    return [role, *(["mobile assault"] if local.mobile else [])]


def all_roles(_facts: Facts) -> tuple[str, ...]:
    return ("attack", "defence", "mobile assault")


# ---- the Luftwaffe (11.23) --------------------------------------------------------------------------


@implements("BD 11.23a", "BD 15.7a")
def luftwaffe_left(facts: Facts, state: BDState) -> int:
    """Counters that have not been used in this game turn."""
    return facts.scenario.luftwaffe(facts.box(state.turn)) + oder_counters(state) - state.luftwaffe


@implements("BD 4.18d")
def oder_counters(state: BDState) -> int:
    """Watch on the Oder brings two more."""
    return ODER_COUNTERS if state.turn == ODER_TURN and state.operation == ODER else 0


def offer_luftwaffe(play: BDPlay, _local: Battle) -> None:
    if luftwaffe_left(play.facts, play.state) > 0:
        play.ask("luftwaffe", GERMAN)


def luftwaffe_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["pass"], play.facts.single["luftwaffe"]))


def answer_luftwaffe(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "luftwaffe":
        play.state.luftwaffe += 1
        play.change(luftwaffe=True)
        play.note("luftwaffe", battle_of(play).target, GERMAN)


LUFTWAFFE = Kind(
    "luftwaffe",
    "11.23",
    verbs=(Verb("luftwaffe", (), "commit a Luftwaffe counter to this battle"), "pass"),
    prompt=asking("Commit a Luftwaffe counter?"),
    options=luftwaffe_options,
    answer=answer_luftwaffe,
    window=True,
    conditions=roles,
    words=all_roles,
)


# ---- Soviet support (8.36 to 8.41) ------------------------------------------------------------------


def massed(facts: Facts, state: BDState) -> bool:
    """A phase in which artillery corps and air armies are at hand: fight/move, or the first of fight/fight."""
    return bombarding(facts, state) or (state.order == FIGHT_FIGHT and state.nth == 1)


def bombarding(facts: Facts, state: BDState) -> bool:
    """A fight/move turn; the first turn of The Road Back counts as one (12.2)."""
    return state.order == FIGHT_MOVE or facts.scenario.only_assault(state.turn)


@implements("BD 8.36a")
def guns_left(facts: Facts, state: BDState) -> int:
    """Artillery corps that have not been used in this phase."""
    return facts.track.arrived("artillery-corps", state.turn) - state.guns if massed(facts, state) else 0


@implements("BD 8.36b")
def gun_armies(facts: Facts, local: Battle) -> int:
    """Attacking armies that an artillery corps may support: overland supplied, no shock army, one corps each."""
    roster = facts.roster
    return local.attackers & roster.army_sized & ~roster.shock & local.supplied & ~local.guns


@implements("BD 8.38a")
def wings_left(facts: Facts, state: BDState) -> int:
    """Air armies that have not been used in this phase."""
    return facts.track.arrived("air-army", state.turn) - state.wings if massed(facts, state) else 0


def wing_armies(facts: Facts, local: Battle) -> int:
    """Attacking armies that an air army may support, whatever their supply; one each."""
    return 0 if skies_contested(local) else local.attackers & facts.roster.army_sized & ~local.wings


@implements("BD 8.38c")
def skies_contested(local: Battle) -> bool:
    """No air army flies into a battle with the Luftwaffe."""
    return local.luftwaffe


@implements("BD 8.37b")
def can_intercept(facts: Facts, state: BDState, local: Battle) -> bool:
    return (
        interceptors_there(state)
        and not state.interceptors
        and bombarding(facts, state)
        and near_moscow(facts, local)
    )


@implements("BD 8.37a")
def interceptors_there(state: BDState) -> bool:
    first, last = INTERCEPTOR_TURNS
    return first <= state.turn <= last


@implements("BD 8.37c")
def near_moscow(facts: Facts, local: Battle) -> bool:
    """The hex attacked and all hexes the attack comes from."""
    return not (local.hexes | 1 << local.target) & ~facts.grid.disk(facts.moscow, INTERCEPTOR_RANGE)


@implements("BD 8.39a")
def can_rise(facts: Facts, state: BDState, local: Battle) -> bool:
    """Partisans."""
    return state.turn >= PARTISANS_FROM and not state.partisans and partisan_ground(facts, local)


@implements("BD 8.39b")
def partisan_ground(facts: Facts, local: Battle) -> bool:
    """No city, inside the USSR, and the defenders have overland supply."""
    open_country = facts.ussr & ~facts.cities
    return bool(open_country >> local.target & 1) and not local.defenders & ~local.supplied


@implements("BD 8.40a")
def can_drop(facts: Facts, state: BDState, local: Battle) -> bool:
    """Airborne Assault."""
    year = facts.box(state.turn).year
    if year not in AIRBORNE_YEARS or year in state.airborne_years or not bombarding(facts, state):
        return False
    return airborne_ground(facts, local) and not (local.luftwaffe and barred_by_luftwaffe(facts))


@implements("BD 8.40b")
def airborne_ground(facts: Facts, local: Battle) -> bool:
    """No city, inside the USSR."""
    return bool((facts.ussr & ~facts.cities) >> local.target & 1)


@implements("BD 15.8e")
def barred_by_luftwaffe(facts: Facts) -> bool:
    """In the What If the drop does not meet the Luftwaffe."""
    return facts.scenario.name == "what-if"


@implements("BD 8.36c", "BD 8.37d", "BD 8.38d", "BD 8.39c", "BD 8.40c")
def attacking(local: Battle) -> bool:
    """Soviet support has no part in a defence."""
    return local.side == SOVIET


def supports(facts: Facts, state: BDState, local: Battle) -> tuple[list[str], int, int]:
    """What may still be committed: markers by name, armies for artillery corps, armies for air armies."""
    if local.mobile or not attacking(local):
        return [], 0, 0
    markers = [
        name
        for name, used, ready in (
            ("interceptors", local.interceptors, can_intercept),
            ("partisans", local.partisans, can_rise),
            ("airborne", local.airborne, can_drop),
        )
        if not used and ready(facts, state, local)
    ]
    guns = gun_armies(facts, local) if guns_left(facts, state) > 0 else 0
    wings = wing_armies(facts, local) if wings_left(facts, state) > 0 else 0
    return markers, guns, wings


@implements("BD 8.41")
def offer_support(play: BDPlay, local: Battle) -> None:
    """Ask for one marker after another, of any kind."""
    if any(supports(play.facts, play.state, local)):
        play.ask("support", SOVIET)


def support_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    markers, guns, wings = supports(facts, play.state, battle_of(play))
    table, single = facts.vocabulary.table, facts.single
    return Options(
        (single["pass"], *(single[name] for name in markers)), ((table("guns"), guns), (table("wings"), wings))
    )


def answer_support(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    state, local, arg = play.state, battle_of(play), action.arg
    if isinstance(arg, int):
        fog.tell(play, action.verb, arg)
        if action.verb == "guns":
            state.guns += 1
            play.again("support", local._replace(guns=local.guns | 1 << arg))
        else:
            state.wings += 1
            play.again("support", local._replace(wings=local.wings | 1 << arg))
        return
    play.note(action.verb, local.target)
    if action.verb == "interceptors":
        state.interceptors = True
        play.again("support", local._replace(interceptors=True))
    elif action.verb == "partisans":
        state.partisans = True
        play.again("support", local._replace(partisans=True))
    else:
        state.airborne_years += (play.facts.box(state.turn).year,)
        play.again("support", local._replace(airborne=True))


SUPPORT = Kind(
    "support",
    "8.36",
    verbs=(
        Verb("guns", (UNIT,), "support this army with an artillery corps", label="Artillery corps"),
        Verb("wings", (UNIT,), "support this army with an air army", label="Air army"),
        Verb("interceptors", (), "commit the VI Interceptor Corps"),
        Verb("partisans", (), "commit the partisans"),
        Verb("airborne", (), "commit the Airborne Assault", label="Airborne Assault"),
        "pass",
    ),
    prompt=asking("Commit support, or go on."),
    options=support_options,
    answer=answer_support,
    secrecy="secret",
    secret_of=(SOVIET,),
)


# ---- aerial supply (7.7) ----------------------------------------------------------------------------


@implements("BD 7.7e")
def offer_aerial(play: BDPlay, local: Battle) -> None:
    """Germans who would defend at half may be supplied by air, even now."""
    facts, state = play.facts, play.state
    if local.side == SOVIET and aerial.targets(facts, state) >> local.target & 1 and hungry(facts, state, local):
        play.ask("aerial", GERMAN)


def hungry(facts: Facts, state: BDState, local: Battle) -> bool:
    """Whether a defender is halved for lack of supply."""
    return any(strength.defence_divisor(facts, state, local, unit) > 1 for unit in bits(local.defenders))


def aerial_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options((facts.single["pass"],), ((facts.vocabulary.table("airlift"), 1 << battle_of(play).target),))


def answer_aerial(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "airlift":
        aerial.commit(play, battle_of(play).target)


AERIAL = Kind(
    "aerial",
    "7.7",
    verbs=("airlift", "pass"),
    prompt=asking("Supply the defenders by air?"),
    options=aerial_options,
    answer=answer_aerial,
    window=True,
)


# ---- the announced retreat (13.9) -------------------------------------------------------------------


def offer_yield(play: BDPlay, local: Battle) -> None:
    facts, state = play.facts, play.state
    if may_yield(facts, state, local) and retreat.whole_force_can(facts, state, local):
        play.ask("yield", SOVIET)


@implements("BD 13.9a")
def may_yield(facts: Facts, state: BDState, local: Battle) -> bool:
    """A German assault of the first turn of Blue and Kremlin, in the south and not on a city."""
    if facts.scenario.name != YIELD_SCENARIO or state.turn != facts.scenario.first_turn or local.side != GERMAN:
        return False
    return bool((facts.south & ~facts.cities) >> local.target & 1)


def yield_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["pass"], play.facts.single["yield"]))


def answer_yield(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "yield":
        play.note("yield", battle_of(play).target)
        play.change(result="DR")


YIELD = Kind(
    "yield",
    "13.9",
    verbs=(Verb("yield", (), "retreat before the die is rolled", label="Fall back"), "pass"),
    prompt=asking("Retreat before the die is rolled?"),
    options=yield_options,
    answer=answer_yield,
    window=True,
)

__all__ = ["AERIAL", "LUFTWAFFE", "SUPPORT", "YIELD", "battle_of", "standing"]
