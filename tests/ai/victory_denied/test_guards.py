"""What the officers of A Victory Denied think of Moscow, the Minsk Pocket, and of headquarters on the way."""

from __future__ import annotations

from ostfront.ai.victory_denied.activation import Activation
from ostfront.ai.victory_denied.goals import Goals
from ostfront.ai.victory_denied.guards import blocking_hexes, breach, exposure, raiders, risk, unguarded_gates
from ostfront.ai.victory_denied.knowledge import knowledge_of
from ostfront.ai.victory_denied.officer_adviser import OfficerAdviser
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.movement import NOT_BEGUN, allowance, legs
from ostfront.games.victory_denied.state import March
from victory_denied.stage import RULES, stage

KNOWLEDGE = knowledge_of(RULES)
FACTS = KNOWLEDGE.facts
MOSCOW = [FACTS.board.name(place) for place in bits(FACTS.moscow)]
GARRISON = {"63C": MOSCOW[0], "44C": MOSCOW[1], "34C": MOSCOW[2], "3A": MOSCOW[0]}


def tallied(game: Game) -> Tally:
    return Tally(KNOWLEDGE, game.state, 0)


def times(units: dict[str, str], side: int) -> dict[str, float]:
    """How soon raiders could enter a guarded place, by hex."""
    tally = tallied(stage("movement", units))
    return {FACTS.board.name(place): time for place, time in breach(tally, side, raiders(tally, side)).times.items()}


def test_every_hex_of_moscow_wants_a_unit() -> None:
    empty = tallied(stage("movement", {"7Pz": "3919", "63C": "2430"}))
    held = tallied(stage("movement", {"7Pz": "3919", **GARRISON}))
    assert unguarded_gates(empty, SOVIET) == FACTS.moscow and not unguarded_gates(held, SOVIET)
    assert exposure(held, SOVIET) == 0 < exposure(empty, SOVIET)


def test_the_nearer_a_panzer_the_barer_moscow_and_who_stands_in_the_way_helps() -> None:
    far, near = ({"7Pz": place, "63C": "2430"} for place in ("3645", "3652"))
    barred = {**near, "63C": "3653", "44C": "3554", "34C": "3754"}
    exposures = [exposure(tallied(stage("movement", units)), SOVIET) for units in (far, near, barred)]
    assert exposures[1] > exposures[0] > exposures[2]
    tally = tallied(stage("movement", near))
    ways = blocking_hexes(breach(tally, SOVIET, raiders(tally, SOVIET)), tally)
    assert ways >> FACTS.board.index("3652") & 1 and ways >> FACTS.board.index("3653") & 1
    assert not ways >> FACTS.board.index("3651") & 1, "behind him"


def test_one_activation_is_what_the_rules_of_movement_say() -> None:
    """Wherever a panzer stands, and whoever is in its way."""
    guards = {"63C": "3652", "44C": "3354", "34C": MOSCOW[0]}
    taken = {FACTS.board.index(place) for place in guards.values()}
    unit = FACTS.roster.index["7Pz"]
    found = {True: 0, False: 0}
    for place in bits(FACTS.grid.within(FACTS.moscow, 11) & ~FACTS.moscow):
        if place in taken:
            continue
        name = FACTS.board.name(place)
        state = stage("movement", {**guards, "7Pz": name}).state
        reach, _ = legs(FACTS, state, March(unit, 2 * allowance(FACTS, state, unit), NOT_BEGUN))
        assert reach is not None
        there = bool(reach.reach & FACTS.moscow)
        assert (times({**guards, "7Pz": name}, SOVIET).get(name, 9.0) <= 1) == there, name
        found[there] += 1
    assert min(found.values()) > 30


def test_a_held_city_cannot_be_walked_into() -> None:
    assert times({"7Pz": "3652", **GARRISON}, SOVIET) == {}


def test_a_corps_comes_along_a_road_that_nobody_watches() -> None:
    """Half a point a hex, unless somebody stands beside the road."""
    corps = {"20C": "2811", "13A": "2812"}
    assert times(corps, GERMAN)["2811"] <= 1
    assert times({**corps, "31Inf": "2908"}, GERMAN).get("2811", 9.0) > 1


def test_whom_nobody_leads_is_feared_less() -> None:
    assert times({"20C": "2907", "13A": "2911"}, GERMAN)["2907"] < 1 < times({"20C": "2907"}, GERMAN)["2907"]
    assert risk(0.5) > risk(1.5) > risk(2.5) > risk(3) == 0


def test_a_guard_is_not_drawn_away() -> None:
    """From Moscow with a panzer before it, for an attack elsewhere; nobody minds while there is none."""
    unit, spot = FACTS.roster.index["63C"], FACTS.board.index("3653")
    prices = []
    for enemy in ({"7Pz": "3651"}, {"31Inf": "3106"}):
        game = stage("movement", {**GARRISON, **enemy}, side="soviet", active=("63C",))
        activation = Activation(KNOWLEDGE, game.state, SOVIET, {unit: 1 << game.state.place[unit] | 1 << spot})
        prices.append(activation.price(unit, spot))
    assert prices[0] > 10 > prices[1]


def test_those_who_can_stop_a_raider_are_woken_first() -> None:
    units = {"20C": "2907", "13A": "2911", "31Inf": "2704", "VII-HQ": "2704", "5Inf": "4518", "V-HQ": "4518"}
    adviser = OfficerAdviser(RULES, stage("draw", units).state, GERMAN)
    near, far = (1 << FACTS.roster.index[unit] for unit in ("31Inf", "5Inf"))
    assert adviser.relief(near) > 10 > adviser.relief(far)


def test_a_gate_of_the_pocket_is_watched_from_beside_it() -> None:
    gates = KNOWLEDGE.gates[GERMAN]
    (first, *_) = bits(gates)
    watched = tallied(stage("movement", {"31Inf": FACTS.board.name(first), "63C": "2430"}))
    assert gates >> first & 1 and not unguarded_gates(watched, GERMAN) >> first & 1
    assert unguarded_gates(watched, GERMAN), "the others are not"


def test_a_headquarters_is_no_moscow() -> None:
    """Who chases one gains what the weights say, and not the game."""
    game = stage("movement", {"7Pz": "3622", "19A": "3626", "63C": "2430"}, active=("7Pz",))
    unit, there = FACTS.roster.index["7Pz"], FACTS.board.index("3626")
    activation = Activation(KNOWLEDGE, game.state, GERMAN, {unit: 1 << game.state.place[unit] | 1 << there})
    pull = activation.pull(unit)
    beside = FACTS.board.index("3625")
    assert 0 < pull(there) - pull(beside) < 5


def test_a_bare_moscow_calls_more_than_one_that_is_held() -> None:
    def value(units: dict[str, str]) -> float:
        tally = tallied(stage("movement", {"7Pz": "3645", **units}))
        return Goals(tally, GERMAN, [FACTS.roster.index["7Pz"]]).values[tally.knowledge.moscow]

    held = value(GARRISON)
    assert value({"63C": MOSCOW[0], "44C": MOSCOW[1], "34C": "3754"}) == value({"63C": "2430"}) > held
