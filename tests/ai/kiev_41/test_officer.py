"""The officer in Kiev '41: with an eye for supply."""

from __future__ import annotations

from typing import cast

import pytest
from pytest import MonkeyPatch

from harness.cases import scaled
from kiev_41.stage import stage
from ostfront.ai.kiev_41 import city_assaults, hq_plans, supply_risk
from ostfront.ai.kiev_41.context import Context
from ostfront.ai.kiev_41.destinations import Destinations
from ostfront.ai.kiev_41.gains import battle_gain
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.kiev_41.officer_adviser import OfficerAdviser
from ostfront.ai.kiev_41.plans import make_plan, thoughts
from ostfront.ai.kiev_41.prospects import prospect
from ostfront.ai.kiev_41.tally import Tally
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import SNOW
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.supply import supplied
from ostfront.games.kiev_41.state import K41State
from ostfront.lab.simulate import Simulation, play_one

GAME = "kiev-41"


def snow(axis: str, soviet: str, games: int) -> list[str]:
    plan = Simulation(GAME, (axis, soviet), seed="strength", scenario="the-snow")
    return [play_one(plan, number).winner for number in range(1, games + 1)]


def test_beats_random_as_axis() -> None:
    assert set(snow("officer", "random", scaled(2))) == {"axis"}


@pytest.mark.soak
def test_beats_random_as_soviet() -> None:
    """The hardest of all: an Axis that moves at random need only stay in Kharkov, and one game in six it does."""
    winners = snow("random", "officer", scaled(6))
    assert winners.count("soviet") > len(winners) / 2


def fear(units: dict[str, str], axis: tuple[str, ...], turn: int = 2) -> float:
    """What the Soviets fear for their supply."""
    game = stage("impulse", units, axis=axis, yellow=False, turn=turn)
    tally = Tally(knowledge_of(game.rules), game.state, Context())
    return supply_risk.supply(
        tally, SOVIET, supply_risk.reach(tally, SOVIET), supply_risk.reach(tally, AXIS), "thread"
    )


def test_a_pocket_counts_more_than_a_line_that_friends_can_open() -> None:
    """The 5th Army in Kiev: in supply, cut off by a road that friends can walk along, and shut in by blocks."""
    around = ("3", "5", "18", "19", "20")
    free = fear({"5A": "4", "R4": "14"}, ())
    loose = fear({"5A": "4", "12A": "6", "R4": "14"}, around)
    ring = {"44AK": "3", "55AK": "18", "17AK": "19", "3Pz": "5", "14Pz": "20"}
    shut = fear({"5A": "4", "12A": "6", "R4": "14", **ring}, around)
    assert free < loose < shut


def nearness(units: dict[str, str]) -> float:
    """How near the Axis is to taking Odessa by assault."""
    game = stage("impulse", units, axis=("99", "100", "101", "105"))
    tally = Tally(knowledge_of(game.rules), game.state, Context())
    return city_assaults.nearness(tally, AXIS, at(game, "108"))


def test_guns_beside_a_victory_area_and_strong_blocks_bring_an_assault_nearer() -> None:
    """Odessa, held by the Coastal Army: no blocks, two Rumanian corps, two German ones, and the 11th Army's guns."""
    nobody = nearness({"Co": "108"})
    weak = nearness({"Co": "108", "R3": "100", "R5": "100"})
    strong = nearness({"Co": "108", "30AK": "100", "54AK": "100"})
    guns = nearness({"Co": "108", "30AK": "100", "54AK": "100", "HQ11": "101"})
    assert nobody == 0.0 < weak < strong < guns


def test_the_loss_of_the_last_victory_area_is_the_end() -> None:
    """Tarnopol held, and lost: nothing else counts then."""
    kept, lost = (
        axis(game).worth(game.state)
        for game in (
            stage("impulse", {"4Mtn": "15", "5A": "94"}, axis=("14",)),
            stage("impulse", {"4Mtn": "15", "5A": "94"}, soviet=("14",)),
        )
    )
    assert lost == -1000.0 < -500.0 < kept


def test_destroyed_soviets_come_back_and_axis_blocks_do_not() -> None:
    """What a step is worth in battle to the Axis of a campaign: in August, and in December when all is decided."""
    early, late = (
        Tally(knowledge_of(game.rules, AXIS), game.state, Context()).stake
        for game in (stage("impulse", {"44AK": "15", "5A": "31"}, turn=turn) for turn in (2, 6))
    )
    assert early[AXIS] > late[AXIS] == 1.0
    assert early[SOVIET] < late[SOVIET]


def test_who_is_stronger_presses_harder() -> None:
    """One German corps against two Soviet armies, and three against one."""
    weak, strong = (
        city_assaults.urge(Tally(knowledge_of(game.rules, AXIS), game.state, Context()), AXIS)
        for game in (
            stage("impulse", {"44AK": "15", "5A": "31", "6A": "31"}),
            stage("impulse", {"44AK": "15", "55AK": "15", "17AK": "15", "5A": "31"}),
        )
    )
    assert weak < 1.0 < strong


def test_blocks_with_cubes_are_left_to_starve() -> None:
    """An attack on the 5th Army gains less when it is isolated anyway."""
    fed, starving = (
        prospect(
            Tally(knowledge_of(game.rules, AXIS), game.state, Context()), AXIS, at(game, "31"), 4.0, 8.0, 8.0, False
        )
        for game in (
            stage("impulse", {"44AK": "15", "55AK": "15", "5A": "31"}),
            stage("impulse", {"44AK": "15", "55AK": "15", "5A": "31"}, isolated=("5A",)),
        )
    )
    assert starving < fed


def test_a_battle_that_gives_friends_their_supply_back_is_worth_more() -> None:
    """Two corps draw supply through 15, where the 36th Corps has broken in; or they stand in Tarnopol."""
    cut, fed = (
        battle_gain(Tally(knowledge_of(game.rules, AXIS), game.state, Context()), AXIS, at(game, "15"))
        for game in (
            stage("impulse", {"34AK": "15", "36C": "15", "44AK": first, "55AK": second, "5A": "4"}, axis=around)
            for first, second, around in (("16", "17", ("15", "16", "17")), ("14", "14", ("15",)))
        )
    )
    assert cut > 0.5 > 0.0 > fed


def test_a_victory_area_that_decides_the_game_is_feared_for_more() -> None:
    """What the Soviets would gain by an attack on Kharkov in November: one of four areas, and one of six."""
    one_of_four, one_of_six = (
        prospect(
            Tally(knowledge_of(game.rules, AXIS), game.state, Context()), SOVIET, at(game, "25"), 6.0, 9.0, 8.0, True
        )
        for game in (
            stage("impulse", {"44AK": "25", "5A": "26"}, axis=("14", "4", "55", "25", *more), turn=5)
            for more in ((), ("94", "148"))
        )
    )
    assert one_of_four > one_of_six + 1.0


FRONT = {"44AK": "15", "55AK": "15", "17AK": "15", "HQ6": "14", "5A": "4", "6A": "18", "12A": "5", "9A": "94"}


def test_an_army_that_grows_stronger_is_never_worth_less() -> None:
    """The 6th Army gets a star back in August; that it presses harder then does not count against it."""
    behind = dict.fromkeys(("4AK", "52AK", "34AK", "42AK", "51AK", "29AK", "3Pz", "14Pz"), "Axis")
    armies = (26, 18, 16, 19, 21, 37, 38, 40, 44, 46, 47, 51, 56, 57)
    before = {f"{army}A": str(area) for area, army in enumerate(armies, start=32)}
    game = stage("impulse", {**FRONT, **behind, **before}, strength={"HQ6": 2})
    assert city_assaults.LEAST < axis(game).context.aims[AXIS].urge < city_assaults.MOST
    better: K41State = game.state.clone()
    better.steps[unit(game, "HQ6")] += 1
    adviser = axis(game)
    assert adviser.worth(better) > adviser.worth(game.state)


def test_a_victory_area_taken_is_worth_having_though_the_next_one_is_farther() -> None:
    """Kiev is empty, and a corps walks in: without a line from area 3, and with one from 18."""
    for here, line in (("3", ()), ("18", ("16", "17", "18"))):
        game = stage("impulse", {**FRONT, "5A": "6", "6A": "19" if line else "18", "4AK": here}, axis=line)
        there: K41State = game.state.clone()
        there.put(unit(game, "4AK"), at(game, "4"))
        there.axis |= 1 << at(game, "4")
        adviser = axis(game)
        assert adviser.worth(there) > adviser.worth(game.state) + 3.0


def test_the_last_block_does_not_leave_a_victory_area_to_whoever_comes() -> None:
    """Kiev in Axis hands, the 5th Army near: a corps in it, and the same corps in the next area."""
    kept, left = (stage("impulse", {**FRONT, "5A": "6", "4AK": area}, axis=("4",)) for area in ("4", "18"))
    assert axis(kept).worth(kept.state) > axis(kept).worth(left.state) + 5.0
    assert supply_risk.bare(axis(left).tally, AXIS, supply_risk.reach(axis(left).tally, SOVIET)) > 0.0


def test_a_victory_area_is_not_left_empty_though_nobody_can_come_yet() -> None:
    """Kiev in Axis hands in August, the 9th Army far away at Rostov: empty, behind a Defensive Line, with a corps."""
    empty, line, corps = (
        axis(stage("impulse", {"4Mtn": "14", "9A": "94", "44AK": where}, axis=("4",), lines=lines))
        for where, lines in (("16", {}), ("16", {"4": "axis"}), ("4", {}))
    )
    risks = [supply_risk.bare(one.tally, AXIS, supply_risk.reach(one.tally, SOVIET)) for one in (empty, line, corps)]
    assert risks[0] > 5.0 > risks[1] == risks[2] == 0.0


def test_in_december_an_empty_victory_area_wants_a_block_near_though_the_enemy_is_far() -> None:
    """Kharkov in Axis hands, an HQ two impulses away: guarded, with a corps on its way, and with one far off."""
    held, near, far = (
        axis(game)
        for game in (
            stage("impulse", {"T": "27", "11AK": area}, axis=("4", "25", "55"), turn=6) for area in ("25", "24", "15")
        )
    )
    risks = [supply_risk.bare(one.tally, AXIS, supply_risk.reach(one.tally, SOVIET)) for one in (held, near, far)]
    assert risks[0] < risks[1] < risks[2]


def raided(units: dict[str, str], disc: bool = True) -> tuple[int | None, float]:
    """Rumanian cavalry near an empty Dnepropetrovsk: MP that it lacks to take it, and what the Soviets fear."""
    held = {"RCav": "100", "26A": "4", "Co": "108"}
    spent = (not disc, False)
    game = stage("impulse", {**held, **units}, scenario="les-preludes", turn=1, axis=("100",), spent=spent)
    tally = Tally(knowledge_of(game.rules), game.state, Context())
    goal = at(game, "55")
    return supply_risk.raids(tally, SOVIET, 1 << goal).get(goal), supply_risk.bare(
        tally, SOVIET, supply_risk.reach(tally, AXIS)
    )


def test_cavalry_that_can_exploit_is_feared_where_nobody_stands_in_its_way() -> None:
    """Two moves away and with the disc; without it; behind a screen; and with a garrison in the town."""
    raid, feared = raided({"9A": "94"})
    later, less = raided({"9A": "94"}, disc=False)
    assert (raid, later) == (0, 2)
    assert feared > less > 0.0
    around = {"5A": "82", "6A": "83", "12A": "101", "18A": "107"}
    assert raided({"9A": "94", **around, "14C": "99"}) == (None, 0.0)
    by_the_north, little = raided({"9A": "94", **around})
    assert by_the_north is not None
    assert by_the_north > 0
    assert 0.0 < little < feared
    assert raided({"9A": "55"})[1] == 0.0


def test_who_has_no_stars_left_will_not_open_a_line() -> None:
    """The 5th Army in Kiev, cut off by a road that friends can walk along: in December, with HQs and without."""
    around = ("3", "5", "18", "19", "20")
    units = {"5A": "4", "12A": "6", "R4": "14"}
    led, left_alone = (
        fear({**units, **hqs}, around, turn=6)
        for hqs in ({"S": "60", "K": "60"}, {"S": "soviet-pool", "K": "soviet-pool"})
    )
    assert led < left_alone


def test_the_last_stars_of_the_last_month_are_dear() -> None:
    """The star of the 6th Army in December: with the other HQs fresh, and with two of them spent; in August alike."""
    hqs = {"HQ6": "14", "HQ17": "14", "Kleist": "Axis"}
    spent = {"HQ17": 0, "Kleist": 0}
    prices = [
        hq_plans.star(axis(game), unit(game, "HQ6"))
        for turn in (6, 2)
        for game in (stage("impulse", {**hqs, "5A": "31"}, strength=left, turn=turn) for left in ({}, spent))
    ]
    assert prices[0] * 2 < prices[1]
    assert prices[2] == prices[3]


RAID = {"5A": "4", "HQ6": "Axis", "44AK": "18", "55AK": "3", "4Mtn": "14"}
BEHIND = ("1", "2", "15", "16", "17", "19")


def test_a_pass_is_worth_what_its_one_block_gains() -> None:
    """Kiev's supply runs by area 5: tanks beside it that can walk there, and none."""
    near = stage("pass", {**RAID, "3Pz": "20"}, axis=BEHIND, yellow=False)
    far = stage("pass", RAID, axis=(*BEHIND, "20"), yellow=False)
    assert axis(near).single() > axis(far).single() + 1.0
    plan = make_plan(near, near.state.pending[0], Allowance(thoughts(near.rules)))
    assert plan is not None
    assert list(plan.posts) == [unit(near, "3Pz")]


def test_a_month_goes_on_while_stars_would_be_lost_and_enemies_starve() -> None:
    """The 6th Army's HQ fresh and spent, then a Soviet army without supply: what a Pass that ends the month costs."""
    fresh, spent, hungry = (
        hq_plans.passing(
            axis(stage("impulse", {**RAID, "B": "60"}, axis=(*BEHIND, *more), passes=1, yellow=False, strength=stars))
        )
        for more, stars in (((), {"B": 2}), ((), {"HQ6": 2, "B": 2}), (("5", "20"), {"HQ6": 2, "B": 2}))
    )
    assert fresh < spent
    assert hungry < spent


def test_weak_blocks_make_room_for_strong_ones_in_a_last_victory_area() -> None:
    """Two divisions in Tarnopol, two corps behind it, Soviet tanks before it: corps go in, divisions out."""
    tanks = {"4MC": "15", "15MC": "15", "8MC": "30", "19MC": "16", "SW": "16"}
    behind = {"44AK": "Axis", "55AK": "Axis", "HQ6": "Axis", "22LL": "78"}
    game = stage("impulse", {"4Mtn": "14", "97J": "14", **behind, **tanks}, turn=1)
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    ends = {cast(Facts, game.facts).roster.ids[one]: way.areas[-1] for one, way in plan.routes.items()}
    last = at(game, "14")
    assert ends["44AK"] == ends["55AK"] == last
    assert last not in (ends["4Mtn"], ends["97J"])


def test_a_siege_gets_fresh_blocks_for_spent_ones() -> None:
    """Kiev under siege by two corps at half strength, as many as there is room for: two others go in."""
    units = {"44AK": "4", "55AK": "4", "17AK": "3", "4AK": "18", "HQ6": "3", "5A": "4", "4Mtn": "14", "6A": "25"}
    game = stage("impulse", units, strength={"44AK": 2, "55AK": 2}, soviet=("4",), axis=("1", "2", "15", "16", "17"))
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    ends = {cast(Facts, game.facts).roster.ids[one]: way.areas[-1] for one, way in plan.routes.items()}
    assert ends["17AK"] == ends["4AK"] == at(game, "4")
    assert {"44AK", "55AK"} <= ends.keys()


def test_a_last_victory_area_is_in_danger_from_afar() -> None:
    """Tarnopol with a division: nobody about, tanks four areas away, tanks and a wall of blocks before it."""
    alone = {"4Mtn": "14", "R4": "61"}
    none, far, wall = (
        supply_risk.last_stand(axis(stage("impulse", units)).tally, AXIS)
        for units in (
            {**alone, "5A": "94"},
            {**alone, "4MC": "17", "15MC": "17"},
            {**alone, "4MC": "17", "15MC": "17", "44AK": "15", "55AK": "16", "17AK": "30", "4AK": "1", "52AK": "29"},
        )
    )
    assert none == wall == 0.0 < far


def test_closing_round_a_victory_area_counts_and_most_when_its_garrison_starves() -> None:
    """Kharkov: nobody near, three of the areas round it in Axis hands, all of them, and all with blocks in them."""
    ways = [cast(Facts, stage("impulse", {}).facts).place_names[area] for area in round_about("25")]
    blocks = dict(zip(("44AK", "55AK", "17AK", "4AK", "52AK", "49Mtn", "34AK", "42AK"), ways, strict=False))
    garrison = {"25C": "25", "K": "25", "R4": "14"}
    far, half, all_of_it, firm = (
        supply_risk.ring(axis(stage("impulse", units, axis=areas)).tally, AXIS)
        for units, areas in (
            (garrison, ()),
            (garrison, ways[:3]),
            (garrison, ways),
            ({**garrison, **blocks}, ways),
        )
    )
    assert far == 0.0 < half < all_of_it < firm
    assert all_of_it > 3 * half


HELD = {"17AK": "25", "97J": "25", "SLK": "14", "1SS": "4", "R4": "55", "9C": "FS", "34C": "148"}
RING = ("9", "10", "23", "26")


def test_an_empty_victory_area_that_is_cut_off_is_there_to_be_taken() -> None:
    """Rostov without a garrison, all round it Soviet: walking in is worth the area at least."""
    units = {**HELD, "9A": "133", "S": "133", "18A": "77"}
    around = ("77", "93", "132", "133")
    game = stage(
        "impulse", units, side="soviet", scenario="the-snow", turn=6, weather=SNOW, axis=("94", "25"), soviet=around
    )
    destinations, rostov = soviet_destinations(game), at(game, "94")
    army = unit(game, "9A")
    taken = destinations.value(destinations.moved(destinations.state, army, destinations.ways(army)[rostov]))
    assert taken > destinations.worth + destinations.knowledge.weights["areas"]["victory"]


def test_kharkov_is_closed_round_by_a_block_that_walks_through_what_is_open() -> None:
    """Two of six areas round Kharkov are open, one behind the other: the cavalry takes both."""
    units = {**HELD, "Kh": "23", "9MC": "10", "K": "10", "2Abn": "9"}
    game = stage(
        "impulse", units, side="soviet", scenario="the-snow", turn=6, weather=SNOW,
        axis=("24", "40", "25"), soviet=RING,
    )  # fmt: skip
    destinations, kharkov = soviet_destinations(game), at(game, "25")
    before = destinations.worth
    assert supplied(destinations.facts, destinations.state, AXIS) >> kharkov & 1
    assert destinations.cordon([unit(game, name) for name in ("Kh", "9MC")], kharkov)
    assert list(destinations.routes) == [unit(game, "Kh")]
    assert destinations.routes[unit(game, "Kh")].areas == (at(game, "24"), at(game, "40"))
    assert not supplied(destinations.facts, destinations.state, AXIS) >> kharkov & 1
    assert destinations.worth > before
    assert not destinations.cordon([unit(game, "9MC")], kharkov)


def test_the_last_star_is_spent_before_a_game_is_lost_by_a_pass() -> None:
    """December, six Soviet HQs with one star between them, the Axis ahead: although it is expensive, it is spent."""
    hqs = {"K": "27", "SW": "27", "S": "133", "T": "77", "NC": "145", "C": "FS"}
    spent = dict.fromkeys(("SW", "S", "T", "NC", "C"), 0) | {"K": 2}
    game = stage(
        "impulse", {**HELD, **hqs, "25C": "26"}, side="soviet", scenario="the-snow", turn=6, weather=SNOW,
        axis=("25",), strength=spent,
    )  # fmt: skip
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    assert [lead.hq for lead in plan.leads] == [unit(game, "K")]


def test_guns_are_drawn_to_a_victory_area_that_may_be_stormed() -> None:
    """The 6th Army's HQ behind two corps before Kiev: beside the city it is worth more, farther back less."""
    units = {"44AK": "3", "55AK": "18", "HQ6": "17", "5A": "4", "4Mtn": "14"}
    game = stage("impulse", units, axis=("1", "2", "15", "16", "19"))
    camp, hq = axis(game).tally, unit(game, "HQ6")
    beside, here, back = (city_assaults.hq_gain_at(camp, hq, at(game, area)) for area in ("18", "17", "14"))
    assert back < here == 0.0 < beside


def test_guns_and_bombers_come_together_where_each_alone_would_be_absorbed(monkeypatch: MonkeyPatch) -> None:
    """Kiev under siege behind its line: the HQs that fire there, and without a thought for all of them together."""
    units = {"44AK": "4", "55AK": "4", "HQ6": "3", "HQ17": "18", "FK5": "17", "5A": "4", "4Mtn": "14"}
    bombers = dict.fromkeys(("Ju5", "Ju6", "Ju7", "He8"), "bombers-available")
    game = stage(
        "impulse", {**units, **bombers}, lines={"4": "soviet"}, soviet=("4",), axis=("1", "2", "15", "16", "19")
    )
    together = leads(game)
    monkeypatch.setattr(hq_plans, "_siege_support", lambda *_: [])
    assert {"HQ6", "HQ17", "FK5"} <= together
    assert leads(game) == set()


LEFT_BEHIND = {"11AK": "66", "30AK": "66", "54AK": "67", "72Gr": "67", "4Mtn": "14", "9A": "94"}
SOUTH = ("63", "64", "65", "79", "80", "81", "82", "83", "97", "98", "99", "100", "105")


def test_an_hq_that_was_left_behind_comes_up() -> None:
    """The 11th Army's corps have gone on; its HQ, whom none of them could hear, follows them."""
    game = stage("impulse", {**LEFT_BEHIND, "HQ11": "78"}, axis=SOUTH, strength={"HQ11": 2})
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    near = cast(Facts, game.facts).disks[plan.posts[unit(game, "HQ11")]][4]
    far = cast(Facts, game.facts).disks[at(game, "78")][4]
    corps = game.state.occupied[AXIS] & ~(1 << at(game, "78") | 1 << at(game, "14"))
    assert near & corps and not far & corps


def test_a_pass_may_bring_an_hq_to_its_blocks() -> None:
    """Nobody else is left to move: the corps have no supply."""
    corps = [name for name in LEFT_BEHIND if name.endswith(("AK", "Gr"))]
    game = stage("pass", {**LEFT_BEHIND, "HQ11": "97"}, axis=SOUTH, isolated=(*corps, "4Mtn"))
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    assert list(plan.posts) == [unit(game, "HQ11")]


def test_stars_are_given_to_those_who_lead_many_and_to_guderian() -> None:
    """The 11th Army's HQ among its corps and far from them; Guderian before and after he has been to Tula."""
    near, far = (
        axis(stage("impulse", {**LEFT_BEHIND, "HQ11": area}, strength={"HQ11": 2})) for area in ("66", "119")
    )
    hq = near.facts.roster.ids.index("HQ11")
    assert near.regeneration(hq) > 2 * far.regeneration(hq) > 0.0
    guderian = near.facts.roster.guderian
    done = axis(stage("impulse", LEFT_BEHIND, yellow=False, orange=False))
    assert near.regeneration(guderian) > done.regeneration(guderian) == 0.0


def test_hqs_that_are_moved_do_not_attack() -> None:
    """Kleist beside a weak Soviet corps, in a Strategic Impulse: he could engage it, and goes elsewhere."""
    game = stage("strategic", {"Kleist": "16", "6C": "17", "44AK": "16", "4Mtn": "14"}, axis=("15",), left=4)
    adviser = axis(game)
    destinations = Destinations(
        adviser.knowledge, adviser.state, AXIS, "strategic", adviser.context, adviser.pull, Allowance(50)
    )
    goal = at(game, "17")
    assert goal in destinations.ways(unit(game, "44AK"))
    assert goal not in destinations.ways(unit(game, "Kleist"))


def leads(game: Game) -> set[str]:
    """The HQs of the Axis plan."""
    plan = make_plan(game, game.state.pending[0], Allowance(thoughts(game.rules)))
    assert plan is not None
    return {cast(Facts, game.facts).roster.ids[lead.hq] for lead in plan.leads}


def round_about(area: str) -> list[int]:
    facts = cast(Facts, stage("impulse", {}).facts)
    return bits(facts.land_links[facts.named((area,)).bit_length() - 1])


def axis(game: Game) -> OfficerAdviser:
    return OfficerAdviser(game.rules, cast(K41State, game.state), AXIS)


def soviet_destinations(game: Game) -> Destinations:
    """Where the Soviets go in a Tactical Impulse."""
    adviser = OfficerAdviser(game.rules, cast(K41State, game.state), SOVIET)
    context = adviser.context._replace(fights=True)
    return Destinations(adviser.knowledge, adviser.state, SOVIET, "tactical", context, adviser.pull, Allowance(100))


def unit(game: Game, name: str) -> int:
    return cast(Facts, game.facts).roster.ids.index(name)


def at(game: Game, area: str) -> int:
    return cast(Facts, game.facts).named((area,)).bit_length() - 1
