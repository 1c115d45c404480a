"""What a position is worth: each term on a small stage where only it should change."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.ai.victory_awaits.assault import assaults
from ostfront.ai.victory_awaits.evaluate import TERMS, evaluate, explain, prospect, tally_of
from ostfront.ai.victory_awaits.gains import attack_gain, withdrawal_cost
from ostfront.ai.victory_awaits.hex_worth import HexWorth
from ostfront.ai.victory_awaits.knowledge import knowledge_of
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.play.state import Result
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.state import VaState
from victory_awaits.stage import rules_of, stage

RULES = rules_of("leningrad")
KNOWLEDGE = knowledge_of(RULES)
FACTS = KNOWLEDGE.facts
# panzers before Riga (L1420), rifles in it, an HQ behind each
FRONT = {"8Pz": "L1221", "36M": "L1122", "4PzG": "L1022", "S-179": "L1420", "S-27A": "L1616"}


def position(units: dict[str, str], **marks: Any) -> VaState:
    """Before anything happens in it."""
    return stage("selection", units, scenario="leningrad", active=(), **marks).state  # type: ignore[no-any-return]


def terms(units: dict[str, str], side: str = "axis", **marks: Any) -> dict[str, float]:
    return explain(KNOWLEDGE, position(units, **marks), side)


def at(name: str, facts: Facts = FACTS) -> int:
    return facts.board.index(name)


def unit(name: str) -> int:
    return FACTS.roster.index[name]


def lifted(state: VaState, name: str) -> HexWorth:
    """A unit to be tried elsewhere."""
    return HexWorth(Tally(KNOWLEDGE, state, lifted=unit(name)), unit(name))


# ---- the whole ----------------------------------------------------------------------------------------


def test_what_one_side_gains_the_other_loses() -> None:
    axis, soviet = terms(FRONT), terms(FRONT, "soviet")
    assert set(axis) == {term.__name__ for term in TERMS}
    assert all(soviet[name] == pytest.approx(-value) for name, value in axis.items())
    assert evaluate(KNOWLEDGE, position(FRONT), "axis") == pytest.approx(sum(axis.values()))


def test_a_result_is_all_that_counts() -> None:
    state = position(FRONT)
    state.result = Result("soviet", "for the test", "", (40, 54))
    assert list(explain(KNOWLEDGE, state, "axis")) == ["result"]
    lost = evaluate(KNOWLEDGE, state, "axis")
    state.result = Result("soviet", "for the test", "", (50, 54))
    assert lost < evaluate(KNOWLEDGE, state, "axis") < -500 < 500 < evaluate(KNOWLEDGE, state, "soviet")


def test_after_a_bid_the_seats_keep_their_names() -> None:
    """The second seat won the bidding: it is the Axis."""
    knowledge = knowledge_of(rules_of("leningrad", bidding=True))
    state = stage("selection", FRONT, scenario="leningrad", options={"bidding": True}, active=()).state
    first = evaluate(knowledge, state, "first")
    state.swapped = True
    assert evaluate(knowledge, state, "second") == pytest.approx(first)
    assert evaluate(knowledge, state, "first") == pytest.approx(-first)


# ---- terms --------------------------------------------------------------------------------------------


def test_points_are_those_of_the_rules() -> None:
    """Riga connected, two whole mechanized divisions, less the 54 that are needed."""
    units = {"8Pz": "L1420", "36M": "L1319"}
    assert terms(units, held=["L1420"])["points"] == 10 + 2 - 54
    assert terms(units, held=["L1420"], reduced=("8Pz",))["points"] == 10 + 1 - 54
    assert terms({**units, "S-28T": "eliminated"}, held=["L1420"])["points"] == 10 + 2 + 1 - 54


def test_strength_knows_steps_and_the_available_box() -> None:
    full = terms(FRONT)["strength"]
    assert terms(FRONT, reduced=("8Pz",))["strength"] < full < terms(FRONT, reduced=("S-179",))["strength"]
    gone = {name: place for name, place in FRONT.items() if name != "S-179"}
    assert full < terms({**gone, "S-179": "soviet-available"})["strength"] < terms(gone)["strength"]


def test_goals_draw_attackers_and_defenders() -> None:
    near = terms(FRONT)["contest"]
    assert terms({**FRONT, "8Pz": "L0928", "36M": "L0928"})["contest"] < near
    assert terms({**FRONT, "S-188": "L1420"})["contest"] < near


def test_the_last_of_several_sources_is_worth_nothing_more() -> None:
    """16.3: one Soviet source gives the points, a second gives none."""
    knowledge = knowledge_of(RULES)
    first, second = (at(name) for name in ("L5504", "L5509"))
    none = knowledge.values(0, 0)
    one = knowledge.values(1 << first, 0)
    assert none[knowledge.goal_at[first]] == none[knowledge.goal_at[second]] == one[knowledge.goal_at[first]] == 10
    assert one[knowledge.goal_at[second]] == 0
    leningrad = knowledge.goal_at[at("L3602")]
    assert (knowledge.values(0, 1 << at("L3602"))[leningrad], none[leningrad]) == (15, 10)


def test_way_left_to_the_next_goal() -> None:
    far, near = {"21": "L0928", "S-179": "L1805"}, {"21": "L1226", "S-179": "L1805"}
    assert terms(near)["progress"] > terms(far)["progress"]
    taken = terms(near, held=["L1420"])["progress"]
    assert taken < terms(near)["progress"]  # the next one is farther


def test_good_odds_are_worth_something() -> None:
    alone = terms({"21": "L1522", "S-179": "L1523"})["battle"]
    assert terms({"21": "L1522", "8Pz": "L1522", "36M": "L1422", "S-179": "L1523"})["battle"] > alone


def test_a_defender_without_a_way_out_is_worth_more() -> None:
    """The same strength against the same unit; a ring closes the retreat."""
    state = position({"8Pz": "L1522", "S-179": "L1523"})
    tally = tally_of(KNOWLEDGE, state)
    target = at("L1523")
    there = tally.stack(target)
    free = prospect(tally, AXIS, target, there, 8)
    shut = prospect(tally, AXIS, target, there, 8, FACTS.valid)
    assert 0 < free < shut
    assert prospect(tally, AXIS, target, there, 1) == 0  # below 1:1
    assert prospect(tally, AXIS, target, there, 2) < free


def test_fortress_turns_retreats_into_losses() -> None:
    """14.2: a lone marker of one step falls to any retreat; with rifles beside it it takes more."""
    state = position({"8Pz": "L1221", "Fort-L1": "L1420"})
    tally = tally_of(KNOWLEDGE, state)
    place = at("L1420")
    alone = prospect(tally, AXIS, place, tally.stack(place), 16)
    assert tally.stack(place).fort and tally.stack(place).steps == 1
    state = position({"8Pz": "L1221", "Fort-L1": "L1420", "S-179": "L1420", "S-188": "L1420"})
    more = tally_of(KNOWLEDGE, state)
    assert prospect(more, AXIS, place, more.stack(place), 16) < alone


def test_units_cut_off_will_lose_steps() -> None:
    ring = ("8Pz", "36M", "1Pz", "6Pz", "3M", "Tot")
    around = [FACTS.board.place_name(h) for h in FACTS.grid.adjacent(at("L2018"))]
    free = terms({"S-179": "L2018"})["supply"]
    cut = terms({"S-179": "L2018", **dict(zip(ring, around, strict=True))}, turn=2)["supply"]
    assert cut > free == 0


def test_axis_lines_matter_from_turn_four() -> None:
    """15.1: a division in a ring of rifles loses nothing before; the turn before, it is feared."""
    ring = ("S-179", "S-188", "S-23", "S-5", "S-33", "S-126")
    around = [FACTS.board.place_name(h) for h in FACTS.grid.adjacent(at("L2018"))]
    units = {"21": "L2018", **dict(zip(ring, around, strict=True))}
    early, soon, late = (terms(units, turn=turn)["supply"] for turn in (2, 3, 4))
    assert early == 0 > soon > late


def test_headquarters_lead_and_stay_out_of_the_line() -> None:
    units = {"21": "L2018", "217": "L2019", "11": "L2118", "S-179": "L2315"}
    led = terms({**units, "18A": "L1919"})["command"]
    assert led > terms({**units, "18A": "L0928"})["command"]
    assert led > terms({**units, "18A": "L2216"})["command"]


# ---- one unit in several hexes ------------------------------------------------------------------------


def test_a_city_for_the_taking() -> None:
    there = lifted(position({"8Pz": "L1221", "4PzG": "L1022", "S-179": "L2914"}), "8Pz")
    assert there.worth(at("L1420")) > there.worth(at("L1319")) + 5


def test_units_keep_to_their_headquarters() -> None:
    there = lifted(position({"21": "L1221", "16A": "L1221", "S-179": "L2914"}), "21")
    assert there.led(at("L1420")) > there.led(at("L2018")) == 0


def test_a_guard_stays_where_the_enemy_could_walk_in() -> None:
    units = {"S-179": "L1420", "8Pz": "L1221", "1Pz": "L1221", "6Pz": "L1617", "36M": "L1617"}
    there = lifted(position(units), "S-179")
    assert there.danger(at("L1420")) < 0 < there.danger(at("L1419"))


def test_danger_is_less_in_cover() -> None:
    """Two tank divisions can come up: the woods shift their attack, the plain does not."""
    there = lifted(position({"S-179": "L2914", "8Pz": "L1917", "1Pz": "L1917"}), "S-179")
    assert FACTS.shift_at[at("L1919")] > FACTS.shift_at[at("L1918")] == 0
    assert there.danger(at("L1919")) < there.danger(at("L1918"))


def test_an_enemy_cut_off_by_a_move() -> None:
    """36M and 3M stand on two sides of the rifles; a third division, on the third side, closes the ring."""
    ring = FACTS.grid.adjacent(at("L2018"))
    sides = [FACTS.board.place_name(h) for h in ring]
    units = {"S-179": "L2018", "36M": sides[0], "3M": sides[2], "8Pz": "L0928"}
    there = lifted(position(units, turn=4), "8Pz")
    assert there.pocket(at("L0928")) == 0
    assert there.pocket(ring[4]) > 0


# ---- plans --------------------------------------------------------------------------------------------


def planned(units: dict[str, str], **marks: Any) -> dict[str, str]:
    """Where the units go before an attack."""
    game = stage("movement", units, scenario="leningrad", **marks)
    own = game.state.active
    tally = Tally(KNOWLEDGE, game.state, AXIS, own, own)
    return {FACTS.roster.ids[u]: FACTS.board.place_name(h) for u, h in assaults(tally).items()}


def test_an_assault_avoids_the_river() -> None:
    """Riga has a river to the west: the division goes round to the side where it attacks whole."""
    units = {"8Pz": "L1319", "6Pz": "L1617", "1Pz": "L1617", "S-179": "L1420"}
    posts = planned(units)
    river = FACTS.across_river[at("L1420")]
    assert {"6Pz", "1Pz"} <= posts.keys()
    assert not any(river >> at(posts[name]) & 1 for name in ("6Pz", "1Pz"))


def test_an_empty_city_is_taken_by_the_weakest() -> None:
    posts = planned({"8Pz": "L1221", "21": "L1319", "S-179": "L2914"})
    assert posts.get("21") == "L1420"
    assert "8Pz" not in posts


def test_no_assault_at_bad_odds() -> None:
    assert planned({"21": "L1617", "S-179": "L1420", "S-188": "L1420"}) == {}


def test_the_attacker_loses_what_costs_him_least() -> None:
    """With an infantry division along, a lost step is not a panzer's."""
    state = position({"8Pz": "L1522", "21": "L1522", "S-179": "L1523", "S-188": "L1523"})
    tally = tally_of(KNOWLEDGE, state)
    both = attack_gain(tally, AXIS, at("L1523"), 1 << unit("8Pz") | 1 << unit("21"))
    assert both > attack_gain(tally, AXIS, at("L1523"), 1 << unit("8Pz"))


def test_reduced_divisions_are_withdrawn_first() -> None:
    rules = rules_of("smolensk")
    units = {"17Pz": "S2517", "18Pz": "S2517"}
    state = stage("selection", units, scenario="smolensk", active=(), reduced=("18Pz",)).state
    tally = tally_of(knowledge_of(rules), state)
    whole, reduced = (withdrawal_cost(tally, rules.facts.roster.index[name], 18) for name in ("17Pz", "18Pz"))
    assert reduced < whole


def test_soviets_want_what_is_in_danger() -> None:
    knowledge = knowledge_of(RULES)
    tally = tally_of(KNOWLEDGE, position(FRONT))
    wanted = {knowledge.goals[i] for i in range(len(knowledge.goals)) if tally.wanted(SOVIET) >> i & 1}
    assert at("L1420") in wanted
    assert at("L3602") not in wanted
