"""The officer of A Victory Awaits: his plans and what he watches."""

from __future__ import annotations

from typing import cast

import pytest

from ai.match import chosen, seated
from harness.cases import Case, scaled
from ostfront import games
from ostfront.ai.officer import Officer
from ostfront.ai.victory_awaits import plans
from ostfront.ai.victory_awaits.activation import Activation
from ostfront.ai.victory_awaits.goals import aims, arrival, cities, openings
from ostfront.ai.victory_awaits.hex_worth import HexWorth
from ostfront.ai.victory_awaits.knowledge import knowledge_of, officers_knowledge
from ostfront.ai.victory_awaits.officer_adviser import IDLE, OfficerAdviser
from ostfront.ai.victory_awaits.officer_hex_worth import OfficerHexWorth
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.ai.weights import weights
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.seats import side_of_seat
from ostfront.games.victory_awaits.state import VaState
from ostfront.lab.ladder import play_pair
from ostfront.lab.simulate import Simulation

GAME = "victory-awaits"


@pytest.mark.parametrize("option", [("players", "4"), ("players", "8"), ("teams", "2-3")], ids=str)
def test_shares_a_side_with_others(option: tuple[str, str]) -> None:
    game = Case(GAME, "campaign", (option,)).new("officers")
    players = seated(game, "officer")
    for _ in range(scaled(25)):
        decision = game.state.pending[0]
        game.push(game.parse(chosen(game, decision, players[decision.seat])), decision)


def test_beats_random_from_both_sides() -> None:
    pair = play_pair(Simulation(GAME, ("random",), "strength", "leningrad"), "officer", "random", 1)
    assert pair.scores == (1.0, 1.0)


def first_plan(seed: str) -> tuple[Game, Activation]:
    """A game at the first activation of the Axis with movement."""
    game = Case(GAME, "leningrad", ()).new(seed)
    player = Officer()
    while True:
        decision = game.state.pending[0]
        if decision.kind == "move" and side_of_seat(game.facts, game.state, decision.seat) == AXIS:
            activation = plans.activation(game, decision)
            assert activation is not None
            return game, activation
        game.push(game.parse(chosen(game, decision, player)), decision)


def test_an_army_in_range_of_its_hq_is_worth_more() -> None:
    _, activation = first_plan("command")
    hq = activation.hqs[0]
    unit = next(u for u in activation.movers if u not in activation.hqs and activation.chits[hq])
    grid = activation.facts.grid
    near = activation.start[hq]
    far = next(h for h in grid.hexes if grid.distance(near, h) > 30)
    posts = {u: activation.start[u] for u in activation.movers}
    assert activation.command({**posts, unit: near}) > activation.command({**posts, unit: far})


def test_fears_for_a_line_that_can_be_cut() -> None:
    """A hex keeps its line for sure only if it has one now; without enemies it does."""
    _, activation = first_plan("lines")
    held = activation.tally.occupied[AXIS]
    safely_supplied, supplied = activation.safely_supplied(held, activation.foes), activation.supplied(held)
    assert not safely_supplied & ~supplied
    assert activation.safely_supplied(held, 0) & supplied == supplied
    rail = activation.facts.rail_hexes & activation.safely_supplied(held, 0) & ~supplied
    assert rail, "enemies keep the Axis from its railroads"


def test_goes_for_cities_before_enemies_on_the_way() -> None:
    """More units make for major cities when these seem nearer than they are."""
    _, activation = first_plan("cities")
    knowledge, facts = activation.knowledge, activation.facts
    heading = {city: making_for_cities(activation, city) for city in (1.0, knowledge.weights["officer"]["city"])}
    near, far = heading[knowledge.weights["officer"]["city"]], heading[1.0]
    assert near > far
    assert near < (knowledge.units[AXIS] & activation.state.on_map & ~facts.roster.hqs).bit_count(), (
        "some meet the enemy"
    )


def making_for_cities(activation: Activation, city: float) -> int:
    """How many units do, when cities seem so far."""
    weights = activation.knowledge.weights["officer"]
    before = weights["city"]
    weights["city"] = city
    try:
        found = aims(activation.tally, AXIS)
    finally:
        weights["city"] = before
    return sum(activation.facts.major_cities >> aim.place & 1 for aim in found.values())


def test_soviets_press_toward_the_goals_more_than_the_recruit() -> None:
    _, activation = first_plan("press")
    for side, factor in ((SOVIET, activation.weights["press"]), (AXIS, 1.0)):
        unit = bits(activation.knowledge.units[side] & activation.state.on_map & ~activation.facts.roster.mechs)[0]
        tally = Tally(activation.knowledge, activation.state, lifted=unit)
        assert OfficerHexWorth(tally, unit).rate == pytest.approx(factor * HexWorth(tally, unit).rate)
    assert activation.weights["press"] > 1


def soviet_units(activation: Activation) -> list[int]:
    return bits(activation.knowledge.units[SOVIET] & activation.state.on_map)


def test_the_recruit_keeps_his_weights() -> None:
    rules = games.rules(GAME, "leningrad")
    own = officers_knowledge(rules, SOVIET).weights
    assert own["battle"]["ring"] == weights(rules)["soviet_officer"]["battle"]["ring"]
    assert own["battle"]["ring"] != knowledge_of(rules).weights["battle"]["ring"]
    assert officers_knowledge(rules, AXIS).weights["battle"] == knowledge_of(rules).weights["battle"]


def test_soviets_bar_railroads_to_the_axis() -> None:
    """A unit beside a railroad that leads the Axis to a goal is worth more there; away from it there is nothing."""
    game = Case(GAME, "kiev", ()).new("railroads")
    facts: Facts = game.facts
    state: VaState = game.state
    unit, *others = bits(facts.roster.of_side[SOVIET] & state.on_map)
    for other in others:
        state.put(other, facts.boxes["soviet-available"])
    hex_worth = OfficerHexWorth(Tally(officers_knowledge(game.rules, SOVIET), state, lifted=unit), unit)
    net = hex_worth.tally.railway(AXIS)
    goals = [
        place
        for place in hex_worth.tally.knowledge.goals
        if net >> place & 1 and not hex_worth.tally.holds(AXIS, place)
    ]
    assert goals, "nobody keeps the Axis from them"
    best = max(facts.grid.hexes, key=hex_worth.bar)
    shut = hex_worth.tally.railway(AXIS, best)
    assert not shut & ~net
    assert sum(shut >> place & 1 for place in goals) < len(goals)
    away = next(h for h in facts.grid.hexes if not facts.grid.within(net, 1) >> h & 1)
    assert hex_worth.bar(best) > hex_worth.bar(away) == 0


def test_soviet_tanks_fear_more_than_foot() -> None:
    _, activation = first_plan("tanks")
    w, mechs = activation.weights, activation.facts.roster.mechs
    seen = set()
    for unit in soviet_units(activation):
        tally = Tally(activation.knowledge, activation.state, lifted=unit)
        place = activation.state.place[unit]
        before = HexWorth(tally, unit).danger(place)
        if before > 0 and place not in activation.knowledge.goal_at:
            mech = bool(mechs >> unit & 1)
            assert OfficerHexWorth(tally, unit).danger(place) == pytest.approx(before * (w["tank"] if mech else 1.0))
            seen.add(mech)
    assert seen == {True, False}


def test_brings_no_more_hqs_than_chits_can_wake() -> None:
    game, activation = first_plan("staffs")
    facts, state, roster = activation.facts, game.state, activation.facts.roster
    hqs = bits(roster.hqs & roster.of_side[SOVIET])
    state.turn = 5
    seat = next(i for i, seat in enumerate(game.rules.seats) if seat.side == "soviet")
    words = game.rules.vocabulary.table("call")
    adviser = OfficerAdviser(game.rules, state, seat)
    assert adviser._bring(words[hqs[0]], hqs[0]) > IDLE
    state.choices_soviet = sum(1 << i for i, chit in enumerate(facts.chits) if chit.hq in hqs)
    for hq in hqs:
        if not state.on_map >> hq & 1:
            state.put(hq, state.place[soviet_units(activation)[0]])
    assert adviser._bring(words[hqs[0]], hqs[0]) == IDLE


def soviet_adviser(scenario: str, seed: str) -> OfficerAdviser:
    game = Case(GAME, scenario, ()).new(seed)
    seat = next(i for i, seat in enumerate(game.rules.seats) if seat.side == "soviet")
    return OfficerAdviser(game.rules, game.state, seat)


def test_soviets_bring_tanks_after_foot() -> None:
    adviser = soviet_adviser("smolensk", "tanks wait")
    roster = adviser.facts.roster
    words = adviser.facts.vocabulary.table("call")
    foot, tank = (bits(adviser.knowledge.units[SOVIET] & units)[0] for units in (~roster.mechs, roster.mechs))
    assert adviser._bring(words[tank], tank) < adviser._bring(words[foot], foot)


def test_soviets_beyond_what_a_goal_needs_make_for_another() -> None:
    """All stand in the gates of Moscow, which hardly anybody threatens: most go for what is lost."""
    adviser = soviet_adviser("smolensk", "surplus")
    facts, state, knowledge = adviser.facts, adviser.state, adviser.knowledge
    gate, *_ = bits(facts.moscow_gates)
    lost = knowledge.goals[0]
    assert facts.major_cities >> lost & 1
    state.axis_held |= 1 << lost
    units = bits(knowledge.units[SOVIET] & state.on_map)
    for unit in units:
        state.put(unit, gate)
    near = bits(knowledge.units[AXIS] & state.on_map)[0]
    state.put(near, next(h for h in bits(facts.grid.disk(gate, 4) & facts.land) if h != gate))
    goals = [adviser.aims.get(unit) for unit in units]
    assert knowledge.goal_at[gate] in goals
    assert 0 in goals
    away = units[goals.index(0)]
    hex_worth = adviser.hex_worth(away)
    assert hex_worth.way[lost] == 0 < hex_worth.way[gate]


def test_a_soviet_hq_leaves_a_city_to_its_guards() -> None:
    adviser = soviet_adviser("smolensk", "staff in a city")
    facts, state = adviser.facts, adviser.state
    hqs = bits(facts.roster.hqs & facts.roster.of_side[SOVIET] & state.on_map)
    hq = next(u for u in hqs if facts.major_cities >> state.place[u] & 1)
    place = state.place[hq]
    tally = Tally(adviser.knowledge, state, lifted=hq)
    assert OfficerHexWorth(tally, hq).danger(place) > HexWorth(tally, hq).danger(place)
    assert min(bits(facts.roster.of_side[SOVIET] & state.on_map), key=adviser._order) in hqs


def test_who_cannot_move_any_more_attacks_at_no_price() -> None:
    _, activation = first_plan("spent")
    unit = next(
        u for u in activation.movers if u not in activation.hqs and activation.where[u] != 1 << activation.start[u]
    )
    here = activation.start[unit]
    activation.ranges, activation.meant = [], {}  # out of range of all HQs
    assert activation.price(unit, here) > 0
    activation.where[unit] = 1 << here
    assert activation.price(unit, here) == 0


def test_soviet_reinforcements_go_where_strength_is_missing() -> None:
    adviser = soviet_adviser("smolensk", "arrivals")
    knowledge, tally = adviser.knowledge, adviser.tally
    city, other, *_ = (p for p in knowledge.goals if adviser.facts.major_cities >> p & 1 and tally.holds(SOVIET, p))
    assert arrival(tally, {city: 9.0, other: 1.0}) == knowledge.goal_at[city]
    assert arrival(tally, {city: 1.0, other: 90.0}) == knowledge.goal_at[other]
    adviser.state.axis_held |= 1 << city
    assert arrival(tally, {city: 90.0, other: 1.0}) == knowledge.goal_at[other], "what is held comes first"
    waiting = adviser.state.at(adviser.facts.boxes["soviet-available"])[0]
    assert adviser.aims.get(waiting) is None
    adviser._arrival = knowledge.goal_at[other]
    assert adviser.hex_worth(waiting).way[other] == 0


def test_units_think_of_escorting_an_hq_in_danger() -> None:
    _, activation = first_plan("escort")
    (hq,) = activation.hqs
    unit = next(u for u in activation.movers if u != hq and activation.where[u] != 1 << activation.start[u])
    place = next(
        h
        for h in bits(activation.where[unit])
        if h not in activation.places(unit) and activation.tally.threat(SOVIET, h)
    )
    activation.meant[hq] = place
    assert place in activation.places(unit)


def test_officers_value_hqs_more_than_the_recruit() -> None:
    rules = games.rules(GAME, "leningrad")
    roster = knowledge_of(rules).facts.roster
    for hq in bits(roster.hqs & roster.of_side[AXIS]):
        for side in (AXIS, SOVIET):
            assert officers_knowledge(rules, side).stake[hq][1] > knowledge_of(rules).stake[hq][1]


def test_a_river_before_an_enemy_in_a_city_is_still_to_be_crossed() -> None:
    _, activation = first_plan("banks")
    facts, knowledge = activation.facts, activation.knowledge
    goal, bank = next(
        (goal, here)
        for goal in (aim for aim in cities(activation.tally, AXIS) if activation.foes >> aim.place & 1)
        for here in bits(facts.across_river[goal.place] & facts.land)
    )
    ways = knowledge.ways[False][knowledge.goal_at[goal.place]]
    assert goal.ways[False](bank) == ways[bank] + activation.weights["bank"]
    assert all(
        aim.ways[False](here) == knowledge.ways[False][knowledge.goal_at[aim.place]][here]
        for aim in cities(activation.tally, SOVIET)
        for here in facts.grid.hexes
    ), "nobody attacks a city of his own"


def test_officers_think_otherwise_in_one_scenario() -> None:
    """HQs in Leningrad and in Kiev."""
    found = [
        officers_knowledge(rules, side).weights["strength"]["army_hq"]
        for rules in (games.rules("victory-awaits", "leningrad"), games.rules("victory-awaits", "kiev"))
        for side in (AXIS, SOVIET)
    ]
    assert found == [20.0, 10.0, 4.0, 4.0]


def test_a_new_hq_comes_to_an_army_and_takes_no_goal() -> None:
    """2nd Army arrived by rail in a Soviet source, far from everybody, for the points of the breakthrough."""
    game = Case(GAME, "smolensk", ()).new("staffs")
    facts, state = cast(Facts, game.facts), cast(VaState, game.state)
    hq, army = (facts.roster.index[name] for name in ("2A", "4A"))
    gate = bits(facts.sources[SOVIET])[0]
    tally = Tally(officers_knowledge(game.rules, AXIS), state, lifted=hq)
    for kind, wise in ((HexWorth, False), (OfficerHexWorth, True)):
        there = kind(tally, hq)
        assert (there.worth(state.place[army]) > there.worth(gate)) == wise
    division = bits(tally.knowledge.units[AXIS] & state.on_map)[0]
    assert OfficerHexWorth(tally, division).taken(gate) > 0, "others do"


def test_army_groups_keep_to_their_own_maps() -> None:
    """Between Daugavpils and Minsk half of Army Group North went for Smolensk."""
    rules = games.rules(GAME, "campaign")
    state = cast(VaState, Case(GAME, "campaign", ()).new("groups").state)
    knowledge = officers_knowledge(rules, AXIS)
    tally, weights, strays = Tally(knowledge, state), knowledge.weights["officer"], []
    before = weights["abroad"]
    for weights["abroad"] in (1.0, before):
        found = aims(tally, AXIS)
        strays.append(
            sum(knowledge.sheet[aim.place] != knowledge.facts.roster.map[unit] for unit, aim in found.items())
        )
    assert strays[1] < strays[0]


def test_the_axis_guards_railroads_in_the_campaign() -> None:
    """Soviet reinforcements came behind its front by rail and cut the lines of all its HQs at once."""
    rules = games.rules(GAME, "campaign")
    state = cast(VaState, Case(GAME, "campaign", ()).new("guards").state)
    tally = Tally(officers_knowledge(rules, AXIS), state)
    assert not openings(tally, 0), "before they can come"
    state.turn = 4
    here, *_ = places = [aim.place for aim in openings(tally, 0)]
    assert here not in [aim.place for aim in openings(tally, 1 << here)], "somebody stands there"
    assert {aim.place for aim in aims(tally, AXIS).values()} & {*places}
    kiev = cast(VaState, Case(GAME, "kiev", ()).new("guards").state)
    kiev.turn = 4
    assert not openings(Tally(officers_knowledge(games.rules(GAME, "kiev"), AXIS), kiev), 0)
