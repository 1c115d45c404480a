"""The officer of A Victory Awaits: his plans and what he watches."""

from __future__ import annotations

from typing import cast

import pytest

from ai.match import chosen, seated
from harness.cases import Case, scaled
from ostfront import games
from ostfront.ai.officer import Officer
from ostfront.ai.victory_awaits import plans
from ostfront.ai.victory_awaits.activation import Front
from ostfront.ai.victory_awaits.goals import aims, arrival, cities, openings
from ostfront.ai.victory_awaits.hex_worth import Standing
from ostfront.ai.victory_awaits.knowledge import officers_outlook, outlook
from ostfront.ai.victory_awaits.officer_hex_worth import Watch
from ostfront.ai.victory_awaits.plans import IDLE, Adviser
from ostfront.ai.victory_awaits.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules import VictoryAwaits
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


def first_plan(seed: str) -> tuple[Game, Front]:
    """A game at the first activation of the Axis with movement."""
    game = Case(GAME, "leningrad", ()).new(seed)
    player = Officer()
    while True:
        decision = game.state.pending[0]
        if decision.kind == "move" and side_of_seat(game.facts, game.state, decision.seat) == AXIS:
            field = plans.field(game, decision)
            assert field is not None
            return game, field
        game.push(game.parse(chosen(game, decision, player)), decision)


def test_an_army_in_range_of_its_hq_is_worth_more() -> None:
    _, front = first_plan("command")
    hq = front.hqs[0]
    unit = next(u for u in front.movers if u not in front.hqs and front.chits[hq])
    grid = front.rules.grid
    near = front.start[hq]
    far = next(h for h in grid.hexes if grid.distance(near, h) > 30)
    posts = {u: front.start[u] for u in front.movers}
    assert front.command({**posts, unit: near}) > front.command({**posts, unit: far})


def test_fears_for_a_line_that_can_be_cut() -> None:
    """A hex keeps its line for sure only if it has one now; without enemies it does."""
    _, front = first_plan("lines")
    held = front.m.occupied[AXIS]
    sure, fed = front.sure(held, front.foes), front.fed(held)
    assert not sure & ~fed
    assert front.sure(held, 0) & fed == fed
    rail = front.rules.rail_hexes & front.sure(held, 0) & ~fed
    assert rail, "enemies keep the Axis from its railroads"


def test_goes_for_cities_before_enemies_on_the_way() -> None:
    """More units make for major cities when these seem nearer than they are."""
    _, front = first_plan("cities")
    look, rules = front.look, front.rules
    heading = {city: making_for_cities(front, city) for city in (1.0, look.weights["officer"]["city"])}
    near, far = heading[look.weights["officer"]["city"]], heading[1.0]
    assert near > far
    assert near < (look.units[AXIS] & front.state.on_map & ~rules.roster.hqs).bit_count(), "some meet the enemy"


def making_for_cities(front: Front, city: float) -> int:
    """How many units do, when cities seem so far."""
    weights = front.look.weights["officer"]
    before = weights["city"]
    weights["city"] = city
    try:
        found = aims(front.m, AXIS)
    finally:
        weights["city"] = before
    return sum(front.rules.major_cities >> aim.place & 1 for aim in found.values())


def test_soviets_press_toward_the_goals_more_than_the_recruit() -> None:
    _, front = first_plan("press")
    for side, factor in ((SOVIET, front.weights["press"]), (AXIS, 1.0)):
        unit = bits(front.look.units[side] & front.state.on_map & ~front.rules.roster.mechs)[0]
        m = Muster(front.look, front.state, lifted=unit)
        assert Watch(m, unit).rate == pytest.approx(factor * Standing(m, unit).rate)
    assert front.weights["press"] > 1


def soviet_units(front: Front) -> list[int]:
    return bits(front.look.units[SOVIET] & front.state.on_map)


def test_the_recruit_keeps_his_weights() -> None:
    _, front = first_plan("weights")
    rules = front.rules
    own = officers_outlook(rules, SOVIET).weights
    assert own["battle"]["ring"] == rules.data.toml("weights.toml")["soviet_officer"]["battle"]["ring"]
    assert own["battle"]["ring"] != outlook(rules).weights["battle"]["ring"]
    assert officers_outlook(rules, AXIS).weights["battle"] == outlook(rules).weights["battle"]


def test_soviets_bar_railroads_to_the_axis() -> None:
    """A unit beside a railroad that leads the Axis to a goal is worth more there; away from it there is nothing."""
    game = Case(GAME, "kiev", ()).new("railroads")
    rules: Facts = game.facts
    state: VaState = game.state
    unit, *others = bits(rules.roster.of_side[SOVIET] & state.on_map)
    for other in others:
        state.put(other, rules.boxes["soviet-available"])
    watch = Watch(Muster(officers_outlook(rules, SOVIET), state, lifted=unit), unit)
    net = watch.m.railway(AXIS)
    goals = [place for place in watch.m.look.goals if net >> place & 1 and not watch.m.holds(AXIS, place)]
    assert goals, "nobody keeps the Axis from them"
    best = max(rules.grid.hexes, key=watch.bar)
    shut = watch.m.railway(AXIS, best)
    assert not shut & ~net
    assert sum(shut >> place & 1 for place in goals) < len(goals)
    away = next(h for h in rules.grid.hexes if not rules.grid.within(net, 1) >> h & 1)
    assert watch.bar(best) > watch.bar(away) == 0


def test_soviet_tanks_fear_more_than_foot() -> None:
    _, front = first_plan("tanks")
    w, mechs = front.weights, front.rules.roster.mechs
    seen = set()
    for unit in soviet_units(front):
        m = Muster(front.look, front.state, lifted=unit)
        place = front.state.place[unit]
        before = Standing(m, unit).danger(place)
        if before > 0 and place not in front.look.goal_at:
            mech = bool(mechs >> unit & 1)
            assert Watch(m, unit).danger(place) == pytest.approx(before * (w["tank"] if mech else 1.0))
            seen.add(mech)
    assert seen == {True, False}


def test_brings_no_more_hqs_than_chits_can_wake() -> None:
    game, front = first_plan("staffs")
    rules, state, roster = front.rules, game.state, front.rules.roster
    hqs = bits(roster.hqs & roster.of_side[SOVIET])
    state.turn = 5
    seat = next(i for i, seat in enumerate(rules.seats) if seat.side == "soviet")
    words = rules.vocabulary.table("call")
    adviser = Adviser(cast(VictoryAwaits, game.rules), state, seat)
    assert adviser._bring(words[hqs[0]], hqs[0]) > IDLE
    state.choices_soviet = sum(1 << i for i, chit in enumerate(rules.chits) if chit.hq in hqs)
    for hq in hqs:
        if not state.on_map >> hq & 1:
            state.put(hq, state.place[soviet_units(front)[0]])
    assert adviser._bring(words[hqs[0]], hqs[0]) == IDLE


def soviet_adviser(scenario: str, seed: str) -> Adviser:
    game = Case(GAME, scenario, ()).new(seed)
    seat = next(i for i, seat in enumerate(game.rules.seats) if seat.side == "soviet")
    return Adviser(cast(VictoryAwaits, game.rules), game.state, seat)


def test_soviets_bring_tanks_after_foot() -> None:
    adviser = soviet_adviser("smolensk", "tanks wait")
    rules, roster = adviser.rules, adviser.rules.roster
    words = rules.vocabulary.table("call")
    foot, tank = (bits(adviser.look.units[SOVIET] & units)[0] for units in (~roster.mechs, roster.mechs))
    assert adviser._bring(words[tank], tank) < adviser._bring(words[foot], foot)


def test_soviets_beyond_what_a_goal_needs_make_for_another() -> None:
    """All stand in the gates of Moscow, which hardly anybody threatens: most go for what is lost."""
    adviser = soviet_adviser("smolensk", "surplus")
    rules, state, look = adviser.rules, adviser.state, adviser.look
    gate, *_ = bits(rules.moscow_gates)
    lost = look.goals[0]
    assert rules.major_cities >> lost & 1
    state.axis_held |= 1 << lost
    units = bits(look.units[SOVIET] & state.on_map)
    for unit in units:
        state.put(unit, gate)
    near = bits(look.units[AXIS] & state.on_map)[0]
    state.put(near, next(h for h in bits(rules.grid.disk(gate, 4) & rules.land) if h != gate))
    goals = [adviser.aims.get(unit) for unit in units]
    assert look.goal_at[gate] in goals
    assert 0 in goals
    away = units[goals.index(0)]
    standing = adviser.standing(away)
    assert standing.way[lost] == 0 < standing.way[gate]


def test_a_soviet_hq_leaves_a_city_to_its_guards() -> None:
    adviser = soviet_adviser("smolensk", "staff in a city")
    rules, state = adviser.rules, adviser.state
    hqs = bits(rules.roster.hqs & rules.roster.of_side[SOVIET] & state.on_map)
    hq = next(u for u in hqs if rules.major_cities >> state.place[u] & 1)
    place = state.place[hq]
    m = Muster(adviser.look, state, lifted=hq)
    assert Watch(m, hq).danger(place) > Standing(m, hq).danger(place)
    assert min(bits(rules.roster.of_side[SOVIET] & state.on_map), key=adviser._order) in hqs


def test_who_cannot_move_any_more_attacks_at_no_price() -> None:
    _, front = first_plan("spent")
    unit = next(u for u in front.movers if u not in front.hqs and front.where[u] != 1 << front.start[u])
    here = front.start[unit]
    front.ranges, front.meant = [], {}  # out of range of all HQs
    assert front.price(unit, here) > 0
    front.where[unit] = 1 << here
    assert front.price(unit, here) == 0


def test_soviet_reinforcements_go_where_strength_is_missing() -> None:
    adviser = soviet_adviser("smolensk", "arrivals")
    look, m = adviser.look, adviser.muster
    city, other, *_ = (p for p in look.goals if adviser.rules.major_cities >> p & 1 and m.holds(SOVIET, p))
    assert arrival(m, {city: 9.0, other: 1.0}) == look.goal_at[city]
    assert arrival(m, {city: 1.0, other: 90.0}) == look.goal_at[other]
    adviser.state.axis_held |= 1 << city
    assert arrival(m, {city: 90.0, other: 1.0}) == look.goal_at[other], "what is held comes first"
    waiting = adviser.state.at(adviser.rules.boxes["soviet-available"])[0]
    assert adviser.aims.get(waiting) is None
    adviser._arrival = look.goal_at[other]
    assert adviser.standing(waiting).way[other] == 0


def test_units_think_of_escorting_an_hq_in_danger() -> None:
    _, front = first_plan("escort")
    (hq,) = front.hqs
    unit = next(u for u in front.movers if u != hq and front.where[u] != 1 << front.start[u])
    place = next(h for h in bits(front.where[unit]) if h not in front.places(unit) and front.m.threat(SOVIET, h))
    front.meant[hq] = place
    assert place in front.places(unit)


def test_officers_value_hqs_more_than_the_recruit() -> None:
    _, front = first_plan("staff")
    rules = front.rules
    for hq in bits(rules.roster.hqs & rules.roster.of_side[AXIS]):
        for side in (AXIS, SOVIET):
            assert officers_outlook(rules, side).stake[hq][1] > outlook(rules).stake[hq][1]


def test_a_river_before_an_enemy_in_a_city_is_still_to_be_crossed() -> None:
    _, front = first_plan("banks")
    rules, look = front.rules, front.look
    goal, bank = next(
        (goal, here)
        for goal in (aim for aim in cities(front.m, AXIS) if front.foes >> aim.place & 1)
        for here in bits(rules.across_river[goal.place] & rules.land)
    )
    ways = look.ways[False][look.goal_at[goal.place]]
    assert goal.ways[False](bank) == ways[bank] + front.weights["bank"]
    assert all(
        aim.ways[False](here) == look.ways[False][look.goal_at[aim.place]][here]
        for aim in cities(front.m, SOVIET)
        for here in rules.grid.hexes
    ), "nobody attacks a city of his own"


def test_officers_think_otherwise_in_one_scenario() -> None:
    """HQs in Leningrad and in Kiev."""
    found = [
        officers_outlook(rules.facts, side).weights["strength"]["army_hq"]
        for rules in (games.rules("victory-awaits", "leningrad"), games.rules("victory-awaits", "kiev"))
        for side in (AXIS, SOVIET)
    ]
    assert found == [20.0, 10.0, 4.0, 4.0]


def test_a_new_hq_comes_to_an_army_and_takes_no_goal() -> None:
    """2nd Army arrived by rail in a Soviet source, far from everybody, for the points of the breakthrough."""
    game = Case(GAME, "smolensk", ()).new("staffs")
    rules, state = cast(Facts, game.facts), cast(VaState, game.state)
    hq, army = (rules.roster.index[name] for name in ("2A", "4A"))
    gate = bits(rules.sources[SOVIET])[0]
    m = Muster(officers_outlook(rules, AXIS), state, lifted=hq)
    for kind, wise in ((Standing, False), (Watch, True)):
        there = kind(m, hq)
        assert (there.worth(state.place[army]) > there.worth(gate)) == wise
    division = bits(m.look.units[AXIS] & state.on_map)[0]
    assert Watch(m, division).taken(gate) > 0, "others do"


def test_army_groups_keep_to_their_own_maps() -> None:
    """Between Daugavpils and Minsk half of Army Group North went for Smolensk."""
    rules = cast(Facts, games.rules(GAME, "campaign").facts)
    state = cast(VaState, Case(GAME, "campaign", ()).new("groups").state)
    look = officers_outlook(rules, AXIS)
    m, weights, strays = Muster(look, state), look.weights["officer"], []
    before = weights["abroad"]
    for weights["abroad"] in (1.0, before):
        found = aims(m, AXIS)
        strays.append(sum(look.sheet[aim.place] != rules.roster.map[unit] for unit, aim in found.items()))
    assert strays[1] < strays[0]


def test_the_axis_guards_railroads_in_the_campaign() -> None:
    """Soviet reinforcements came behind its front by rail and cut the lines of all its HQs at once."""
    rules = cast(Facts, games.rules(GAME, "campaign").facts)
    state = cast(VaState, Case(GAME, "campaign", ()).new("guards").state)
    m = Muster(officers_outlook(rules, AXIS), state)
    assert not openings(m, 0), "before they can come"
    state.turn = 4
    here, *_ = places = [aim.place for aim in openings(m, 0)]
    assert here not in [aim.place for aim in openings(m, 1 << here)], "somebody stands there"
    assert {aim.place for aim in aims(m, AXIS).values()} & {*places}
    kiev = cast(VaState, Case(GAME, "kiev", ()).new("guards").state)
    kiev.turn = 4
    assert not openings(Muster(officers_outlook(games.rules(GAME, "kiev").facts, AXIS), kiev), 0)
