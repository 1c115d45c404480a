"""Declarations and administration: replacements, arrivals, reserves, works, and who is asked in the enemy's time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ostfront.ai.barbarossa_deluxe import battles
from ostfront.ai.barbarossa_deluxe.field import Field
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.facts import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import offensive_supply
from ostfront.games.barbarossa_deluxe.rules.attackers import attackable, eligible
from ostfront.games.barbarossa_deluxe.state import Battle

PLACES = 24  # of the hexes offered, those considered
REAR = 4  # hexes from the enemy at which a unit is in the rear
BOX = 8  # hexes from the front that the RVGK box counts for

Price = Callable[[Field, Game, Action], float]


def target_of(action: Action) -> int:
    assert isinstance(action.arg, int)
    return action.arg


# ---- declarations -----------------------------------------------------------------------------------


def as_it_is(_field: Field, _play: Game, action: Action) -> float:
    return 1.0 if action.arg is None else 0.0


def pause(field: Field, _play: Game, action: Action) -> float:
    wanted = bool(field.weights["declarations"]["pause"])
    return 1.0 if (action.verb == "pause") == wanted else 0.0


def zone(field: Field, _play: Game, action: Action) -> float:
    """Where the cities to take are nearest to the stronger part of the army; the south of equals."""
    facts = field.facts
    hexes = facts.north if action.verb == "north" else facts.south
    found = 0.0
    for place, strength in field.attack.items():
        if hexes >> place & 1:
            found += strength / (2 + field.to_goals[place])
    return found


def at_hand(field: Field) -> float:
    """What the attacks that could be made at once would gain, the best three."""
    facts, state, seat = field.facts, field.state, field.seat
    gains = []
    for target in bits(attackable(facts, state, seat)):
        units = eligible(facts, state, Battle(seat, target))
        if units:
            gains.append(battles.gain(field, Battle(seat, target, units)))
    return sum([g for g in sorted(gains, reverse=True)[:3] if g > 0])


def order(field: Field, _play: Game, action: Action) -> float:
    """Fight first if there is something to fight for; the Soviets lose columns and guns if they move first."""
    if action.verb == "fight-move":
        least: float = field.weights["declarations"]["fight"]
        return at_hand(field) - (least if field.seat == GERMAN else 0.3 * least)
    if action.verb == "fight-fight":
        return at_hand(field) if field.state.turn >= field.facts.scenario.last_turn else -1.0
    return 0.0


def offensive(field: Field, _play: Game, action: Action) -> float:
    """Only where a city is within reach; on the last turn it costs nothing."""
    if action.verb == "gambit":
        return -1.0
    if action.verb == "decline":
        return 0.0
    facts, state = field.facts, field.state
    close = False
    for city in bits(facts.cities & ~state.german & field.foes):
        around = sum([field.attack[spot] for spot in bits(facts.near[city] & field.own)])
        close |= around >= 3 * field.foe_defence[city]
    return 1.0 if close or state.turn >= 19 else -1.0


def operation(field: Field, _play: Game, action: Action) -> float:
    staked = field.state.vp < field.weights["declarations"]["oder"]
    return 1.0 if (action.verb == "oder") == staked else 0.0


def yes(_field: Field, _play: Game, action: Action) -> float:
    return 0.0 if action.verb in ("decline", "keep", "pass", "refuse") else 1.0


def never(_field: Field, _play: Game, action: Action) -> float:
    return 1.0 if action.arg is None and action.verb in ("done", "lower", "decline") else 0.0


# ---- units that come and go ---------------------------------------------------------------------------


def strongest(field: Field, _play: Game, action: Action) -> float:
    return field.knowledge.worth[action.arg] if isinstance(action.arg, int) else -1.0


def bring(field: Field, _play: Game, action: Action) -> float:
    """Everybody, the strongest first."""
    return 1.0 + field.knowledge.worth[action.arg] if isinstance(action.arg, int) else 0.0


def landing(field: Field, _play: Game, action: Action) -> float:
    """Where a unit that comes from elsewhere is worth most."""
    place = target_of(action)
    unit: int = field.state.top.local.unit
    if place >= field.facts.grid.size:
        return float(-field.weights["goals"]["front"] * BOX)
    return field.post(unit, place) - field.open(field.own | 1 << place)


def forward(field: Field, _play: Game, action: Action) -> float:
    return -float(field.to_foes[target_of(action)])


def near_the_front(field: Field, _play: Game, options: Sequence[Action]) -> Sequence[Action]:
    """Of many hexes, those nearest to the enemy, and empty cities."""
    boxes = [a for a in options if target_of(a) >= field.facts.grid.size]
    hexes = [a for a in options if target_of(a) < field.facts.grid.size]
    if len(hexes) > PLACES:
        hexes.sort(key=lambda a: (abs(field.to_foes[target_of(a)] - 2), field.to_goals[target_of(a)], a.arg))
        cities = field.facts.victory_hexes & ~field.own
        hexes = hexes[:PLACES] + [a for a in hexes[PLACES:] if cities >> target_of(a) & 1]
    return [*hexes, *boxes]


def attach(field: Field, _play: Game, action: Action) -> float:
    """With the strongest unit that is near the enemy."""
    unit = target_of(action)
    place = field.state.place[unit]
    if not 0 <= place < field.facts.grid.size:
        return 0.0
    return field.knowledge.attack[unit] / (1 + field.to_foes[place]) + 0.1 * field.attack.get(place, 0.0)


def convert(field: Field, _play: Game, action: Action) -> float:
    if not isinstance(action.arg, int):
        return -1.0
    place = field.state.place[action.arg]
    return 1.0 / (1 + field.to_foes[place]) if 0 <= place < field.facts.grid.size else 0.2


def withdraw(field: Field, _play: Game, action: Action) -> float:
    """A point is worth more than a unit; the one that is least missed."""
    if not isinstance(action.arg, int):
        return float(-field.weights["points"]["capture"])
    place = field.state.place[action.arg]
    far = field.to_foes[place] if 0 <= place < field.facts.grid.size else 0
    return -field.knowledge.worth[action.arg] + 0.01 * far


def spare(field: Field, _play: Game, action: Action) -> float:
    """Units asked for, the cheapest first; to refuse loses the game."""
    return -field.knowledge.worth[action.arg] if isinstance(action.arg, int) else -1000.0


# ---- works and markers ----------------------------------------------------------------------------------


def work(field: Field, _play: Game, action: Action) -> float:
    """Where the enemy is about to attack somebody."""
    place = target_of(action)
    found = 0.0
    for near in bits(field.facts.grid.disk(place, 1) if action.verb == "fortify" else 1 << place):
        stake = field.stake.get(near, 0.0)
        if stake > 0:
            found += field.loss(near, field.defence[near], stake)
    return found - 0.001 * field.to_foes[place]


def depot(field: Field, _play: Game, action: Action) -> float:
    """The attack factors in contact that the marker reaches and no other does."""
    if not isinstance(action.arg, int):
        return 0.0
    facts, state = field.facts, field.state
    reach = offensive_supply.ranges(facts)[state.top.local.left]
    hexes = facts.grid.disk(action.arg, reach) & ~offensive_supply.covered(facts, state)
    found = 0.0
    for place in bits(hexes & field.own & field.beside):
        weight = 1.0
        for target in bits(facts.near[place] & field.foes):
            weight = max(weight, 1 + field.knowledge.value(state, SOVIET, target))
        found += field.attack[place] * weight
    return found


def depots(field: Field, _play: Game, options: Sequence[Action]) -> Sequence[Action]:
    """Among our units in contact, and not to place it."""
    hexes = [a for a in options if isinstance(a.arg, int) and (field.own & field.beside) >> a.arg & 1]
    return [*hexes, *(a for a in options if a.arg is None)]


def declared(field: Field, action: Action) -> float:
    """What a hero or fortress city saves: three columns against a point more that can be lost."""
    place, state, seat = target_of(action), field.state, field.seat
    stake = field.stake.get(place, 0.0)
    if stake <= 0 or not field.threat(place)[0]:
        return -1.0
    before = field.loss(place, field.defence[place], stake)
    bit = 1 << place
    if seat == SOVIET:
        state.hero |= bit
        after = field.loss(place, field.defence[place], stake)
        state.hero &= ~bit
    else:
        state.fortress |= bit
        after = field.loss(place, field.defence[place], stake)
        state.fortress &= ~bit
    return before - after - 0.15


def interrupt(field: Field, _play: Game, action: Action) -> float:
    """A city or a reserve if it helps; a window with nothing to do is the last of the turn."""
    if action.verb in ("hero", "fortress"):
        return declared(field, action)
    return {"lower": 0.0, "pass": -0.1}.get(action.verb, -1.0)


# ---- strategic movement, reserves -----------------------------------------------------------------------


def transfer(field: Field, _play: Game, action: Action) -> float:
    """Those in the rear, the strongest first."""
    unit = action.arg
    if not isinstance(unit, int):
        return 0.0
    place = field.state.place[unit]
    if field.facts.roster.attached >> unit & 1 or not 0 <= place < field.facts.grid.size:
        return -1.0
    far = field.to_foes[place]
    guards = field.count.get(place, 0) == 1 and field.facts.victory_hexes >> place & 1 and far < 2 * REAR
    return -1.0 if far <= REAR or guards else 0.01 * far + field.knowledge.worth[unit]


def reserve(field: Field, _play: Game, action: Action) -> float:
    """Everybody out of the box, nobody into it."""
    if action.verb == "deploy":
        return 1.0 + field.knowledge.worth[target_of(action)]
    return 0.0 if action.arg is None else -1.0


PRICES: dict[str, Price] = {
    "arrange": as_it_is,
    "arrange-at": as_it_is,
    "pause": pause,
    "zone": zone,
    "order": order,
    "offensive": offensive,
    "operation": operation,
    "replace": strongest,
    "rebuild-at": landing,
    "comb-out": yes,
    "arrive": bring,
    "arrive-at": landing,
    "attach": attach,
    "wall": work,
    "area": work,
    "convert": convert,
    "withdraw": withdraw,
    "depot": depot,
    "transfer": transfer,
    "transfer-at": landing,
    "reserve": reserve,
    "deploy-at": landing,
    "hand": never,
    "interrupt": interrupt,
    "feed": strongest,
    "sail-at": landing,
    "expedition": never,
    "response": spare,
    "return": forward,
    "recall-at": landing,
    "coast": yes,
    "aerial": yes,
    "excess": strongest,
}

NARROWING: dict[str, Callable[[Field, Game, Sequence[Action]], Sequence[Action]]] = {
    "rebuild-at": near_the_front,
    "arrive-at": near_the_front,
    "transfer-at": near_the_front,
    "deploy-at": near_the_front,
    "sail-at": near_the_front,
    "depot": depots,
}
