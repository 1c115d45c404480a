"""Optional rules (17): bids, Reserve and OKH, HQ transfer, armor limit, Panzergruppe supply; Leningrad's Reserve."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.rules.selection import available
from ostfront.games.victory_awaits.rules.strength import attack_strength
from ostfront.games.victory_awaits.rules.trace import rail_line
from ostfront.games.victory_awaits.state import RailSide, VaState
from rule import rule
from victory_awaits.stage import active, asked, facts_of, legs, place_of, rules_of, stage, verdict
from victory_awaits.test_strategic import ROAD


def drawn(units: dict[str, str], *chits: str, scenario: str = "kiev", options: dict[str, Any], **more: Any) -> Game:
    """A turn in which these chits are drawn, first first; a die is written as a number."""
    facts = facts_of(scenario, **{name.replace("-", "_"): value for name, value in options.items()})
    cup = sum(1 << facts.chit_index[chit] for chit in chits if not chit.isdigit())
    rolls = [f"roll {chit}" if chit.isdigit() else f"draw {chit}" for chit in chits]
    return stage("draw", units, scenario=scenario, options=options, cup=cup, rolls=rolls, active=(), **more)


# ---- bids (17.1) ----------------------------------------------------------------------------------------


def auction(first: int, second: int) -> Game:
    game = Game.started(rules_of("kiev", bidding=True), Seeded.of("bids"))
    assert asked(game) == [("First", "bid"), ("Second", "bid")]
    game.play(f"bid {first}", "First")
    game.play(f"bid {second}", "Second")
    return game


@rule("AVA 17.1")
@pytest.mark.parametrize(("bids", "axis"), [((60, 50), "First"), ((50, 60), "Second"), ((0, 300), "Second")])
def test_the_higher_bid_plays_the_axis_and_must_score_it(bids: tuple[int, int], axis: str) -> None:
    game = auction(*bids)
    assert game.state.target == max(bids)
    assert asked(game) == [(axis, "attack")]  # the surprise attack
    game.play("done")
    assert asked(game) == [("Second" if axis == "First" else "First", "select")]


@rule("AVA 17.1")
def test_equal_bids_are_made_again_at_least_as_high() -> None:
    game = auction(55, 55)
    assert asked(game) == [("First", "bid"), ("Second", "bid")]
    assert "AVA 17.1" in verdict(game, "bid 54", "First")
    game.play("bid 55", "Second")
    game.play("bid 57", "First")
    assert (game.state.target, game.state.swapped) == (57, False)
    top = auction(300, 300)
    assert not verdict(top, "bid 299", "First")


@rule("AVA 17.1")
def test_a_bid_is_sealed_and_decides_the_game() -> None:
    game = Game.started(rules_of("kiev", bidding=True), Seeded.of("bids"))
    game.play("bid 61", "First")
    assert game.view("Second").known["bids"] == [-1, -1]
    assert game.view("First").known["bids"] == [61, -1]
    for target, winner in ((1000, "first"), (0, "second")):
        ending = stage("supply", {}, scenario="kiev", options={"bidding": True}, turn=9, target=target, swapped=True)
        while ending.result is None:
            ending.play("done")
        assert ending.result.winner == winner


# ---- Reserve and OKH (17.2) -----------------------------------------------------------------------------

RESERVE = {"reserve": True}


@rule("AVA 17.2a")
def test_both_can_be_selected_in_place_of_an_hq() -> None:
    facts = facts_of("smolensk", reserve=True)
    state = VaState(facts)
    state.turn = 1
    assert available(facts, state, AXIS) >> facts.chit_index["OKH"] & 1
    game = stage("selection", {}, scenario="smolensk", options=RESERVE, turn=1)
    assert asked(game) == [("Axis", "select"), ("Soviet", "select")]
    game.play("select Reserve", "Soviet")
    game.play("select S-3A", "Soviet")
    assert [kind for seat, kind in asked(game) if seat == "Soviet"] == []
    assert "OKH" not in {chit.id for chit in facts_of("smolensk").chits}


@rule("AVA 18.1d")
@rule("AVA 18.3e")
def test_no_okh_in_the_north_and_south() -> None:
    """The Soviet Reserve is there; OKH and the Strategic Reserve are not."""
    for scenario in ("leningrad", "kiev"):
        facts = facts_of(scenario, reserve=True)
        assert {chit.id for chit in facts.chits} & {"OKH", "Reserve"} == {"Reserve"}
        assert set(facts.track.reserve) == {0}


@rule("AVA 17.2b")
@pytest.mark.parametrize(("die", "count"), [(1, 3), (4, 3), (5, 4), (6, 5)])
def test_a_die_says_how_many(die: int, count: int) -> None:
    units = {f"S-{n}": "K3527" for n in ("45", "62")} | {f"S-{n}": "K3528" for n in ("87", "124")}
    units |= {"S-135": "K3529", "S-193": "K3529", "S-195": "K4010"}
    game = drawn(units, "Reserve", str(die), options=RESERVE)
    for unit in list(units)[:count]:
        assert asked(game) == [("Soviet", "wake")]
        game.play(f"activate {unit}")
    assert asked(game) == [("Soviet", "move")]
    assert active(game) == set(list(units)[:count])


@rule("AVA 17.2c")
def test_units_anywhere_hqs_too_which_wake_nobody() -> None:
    units = {"S-45": "K3527", "S-5A": "K3507", "S-62": "K3508", "Fort-K1": "K3607", "9Pz": "K3010"}
    game = drawn(units, "Reserve", "1", options=RESERVE)
    assert not verdict(game, "activate S-45")
    assert verdict(game, "activate Fort-K1")
    assert "AVA 17.2c" in verdict(game, "activate 9Pz")
    assert "AVA 17.2c" in verdict(game, "activate S-87")
    game.play("activate S-5A")
    game.play("done")
    assert active(game) == {"S-5A"}


@rule("AVA 17.2d")
def test_out_of_command_no_road_and_half_strength() -> None:
    facts = facts_of("kiev", reserve=True)
    target = facts.board.index("K3528")
    for hq, road, strength in ((ROAD[1], True, 4), ("soviet-available", False, 2)):
        game = drawn({"S-45": ROAD[0], "S-5A": hq}, "Reserve", "1", options=RESERVE)
        game.play("activate S-45")
        if asked(game) == [("Soviet", "wake")]:
            game.play("done")
        game.play("pick S-45")
        assert bool(legs(game, "road")) == road
        if not road:
            assert verdict(game, f"road {ROAD[1]}") == ["AVA 17.2d"]
        assert legs(game)
        for unit in ("S-45", "S-62"):
            game.state.put(facts.roster.index[unit], facts.board.index("K3527"))
        game.state.out_of_command |= game.state.out_of_command and 1 << facts.roster.index["S-62"]
        both = 1 << facts.roster.index["S-45"] | 1 << facts.roster.index["S-62"]
        assert attack_strength(facts, game.state, both, target) == strength


@rule("AVA 17.2e")
def test_okh_has_no_such_limits() -> None:
    facts = facts_of("smolensk", reserve=True)
    road = next(i for i in bits(facts.road_hexes) if facts.grid.step(1 << i, facts.roads))
    unit = facts.roster.ids[bits(facts.roster.of_side[AXIS] & facts.roster.mechs)[0]]
    game = drawn({unit: facts.board.name(road)}, "OKH", "1", scenario="smolensk", options=RESERVE)
    assert asked(game) == [("Axis", "wake")]
    game.play(f"activate {unit}")
    assert game.state.out_of_command == 0
    game.play(f"pick {unit}")
    assert legs(game, "road")


@rule("AVA 18.1i")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_reserve_of_leningrad_is_smaller(die: int, count: int) -> None:
    units = dict(zip(("S-10", "S-48", "S-90", "S-125"), ("L2707", "L2806", "L2807", "L2808"), strict=True))
    game = drawn(units, "Reserve", str(die), scenario="leningrad", options=RESERVE)
    for unit in list(units)[:count]:
        game.play(f"activate {unit}")
    assert asked(game) == [("Soviet", "move")]


@rule("AVA 18.1j")
def test_and_keeps_out_of_enemy_zones_and_does_not_attack() -> None:
    units = {"S-10": "L2707", "S-48": "L2511", "S-90": "L2512", "1Pz": "L2513"}
    game = drawn(units, "Reserve", "6", scenario="leningrad", options=RESERVE)
    for unit in ("S-10", "S-48", "S-90"):
        game.play(f"activate {unit}")
    assert "AVA 18.1j" in verdict(game, "pick S-90")
    game.play("pick S-48")
    near = facts_of("leningrad").grid.adjacent(facts_of("leningrad").board.index("L2513"))
    zone = {facts_of("leningrad").board.name(i) for i in near}
    assert not legs(game) & zone
    assert "AVA 18.1j" in verdict(game, "go L2512")
    game.play("stop")
    game.play("done")
    assert "attack" not in [kind for _, kind in asked(game)]
    assert not game.state.confined


# ---- HQ transfer (17.3) ---------------------------------------------------------------------------------

TRANSFER = {"hq-transfer": True}


def home(number: int = 0) -> str:
    facts = facts_of("kiev")
    return facts.board.name(bits(facts.sources[AXIS])[number])


def near_home(count: int) -> list[str]:
    facts = facts_of("kiev")
    ring = facts.grid.disk(facts.board.index(home()), 4) & facts.land & ~facts.mountains
    return [facts.board.name(i) for i in bits(ring)][:count]


@rule("AVA 17.3a")
def test_an_hq_in_range_with_a_line_may_go_to_the_track() -> None:
    a, b, _ = near_home(3)
    far = "K4510"
    units = {"6A": a, "17A": b, "11A": far, "44": a}
    game = drawn(units, "6A", options=TRANSFER, turn=5)
    assert asked(game) == [("Axis", "transfer")]
    assert "AVA 17.3a" in verdict(game, "transfer 6A")
    assert "AVA 17.3a" in verdict(game, "transfer 11A")
    assert "AVA 17.3a" in verdict(game, "transfer 44")
    game.play("transfer 17A")
    assert place_of(game, "17A") == "turn-6"
    assert asked(game) == [("Axis", "move")]
    blocks = dict(zip(("S-45", "S-62", "S-87", "S-124"), (home(i) for i in range(4)), strict=True))
    cut = {"6A": "K3527", "17A": "K3528", **blocks}
    assert asked(drawn(cut, "6A", options=TRANSFER, turn=5)) == [("Axis", "move")]


@rule("AVA 17.3a")
def test_not_on_the_last_turn_and_not_without_the_option() -> None:
    a, b, _ = near_home(3)
    assert asked(drawn({"6A": a, "17A": b}, "6A", options=TRANSFER, turn=9)) == [("Axis", "move")]
    assert asked(drawn({"6A": a, "17A": b}, "6A", options=TRANSFER, turn=8)) == [("Axis", "transfer")]
    assert asked(drawn({"6A": a, "17A": b}, "6A", options={}, turn=5)) == [("Axis", "move")]


@rule("AVA 17.3b")
def test_it_returns_over_and_above_the_number() -> None:
    facts = facts_of("kiev", hq_transfer=True)
    hq = 1 << facts.roster.index["17A"]
    box = dict.fromkeys(("44", "57", "75", "111", "298"), "axis-available")
    now: dict[str, Any] = {"scenario": "kiev", "options": TRANSFER, "turn": 6, "transferred": hq}
    game = stage("reinforcements", {"17A": "turn-6", **box}, **now)
    assert not verdict(game, "call 17A")
    count = facts.track.reinforcements_ger[6]
    for unit in ("17A", *list(box)[:count]):
        game.play(f"call {unit}")
        game.play(game.legal.texts[0])
    assert "call" not in [kind for _, kind in asked(game)]
    early = stage("reinforcements", {"17A": "turn-7", **box}, **now)
    assert verdict(early, "call 17A")
    late = stage("end of turn", {"17A": "turn-7"}, **now)
    assert place_of(late, "17A") == "turn-7"  # not freed by the End Phase


# ---- the armor limit (17.5) -----------------------------------------------------------------------------


@rule("AVA 17.5")
def test_a_german_hq_wakes_ten_mechanized_units() -> None:
    """Of eleven the player chooses ten; foot units are not counted."""
    facts, limit = facts_of("smolensk", armor_limit=True), {"armor-limit": True}
    armor = [facts.roster.ids[u] for u in bits(facts.roster.of_side[AXIS] & facts.roster.mechs)][:11]
    hexes = [facts.board.name(i) for i in facts.grid.adjacent(facts.board.index("S2518"))]
    units = {unit: hexes[i // 2] for i, unit in enumerate(armor)} | {"2PzG": "S2518", "255": "S2518"}
    game = drawn(units, "2PzG", scenario="smolensk", options=limit)
    assert asked(game) == [("Axis", "wake")]
    assert (game.pending[0].prompt, game.pending[0].rule) == (
        "2nd Panzergruppe activates up to 10 more mechanized units.", "AVA 17.5",
    )  # fmt: skip
    assert "AVA 17.5" in verdict(game, "activate 255")
    assert verdict(game, "activate S-45") == ["AVA 17.5"], "an enemy; Reserve and OKH have nothing to do with it"
    assert [o.rule for o in game.why_not("bid 3")] == ["AVA 17.5"]
    for unit in armor[:10]:
        game.play(f"activate {unit}")
    assert active(game) == {*armor[:10], "2PzG", "255"}
    few = drawn({u: p for u, p in units.items() if u != armor[0]}, "2PzG", scenario="smolensk", options=limit)
    assert asked(few) == [("Axis", "move")]
    assert asked(drawn(units, "2PzG", scenario="smolensk", options={})) == [("Axis", "move")]


# ---- Panzergruppe supply (17.6) -------------------------------------------------------------------------

PZG = {"panzergruppe-supply": True}


@rule("AVA 17.6a")
def test_the_second_activation_needs_a_line() -> None:
    blocks = dict(zip(("S-45", "S-62", "S-87", "S-124"), (home(i) for i in range(4)), strict=True))
    for more, kinds in (({}, ["move", "move"]), (blocks, ["move", "raise"])):
        spot = near_home(1)[0] if not more else "K3527"
        game = drawn({"1PzG": spot, **more}, "1PzG-1", "1PzG-2", options=PZG, turn=5)
        found = [asked(game)[0][1]]
        game.play("done")
        assert [*found, asked(game)[0][1]] == kinds


def only_railroad(blocks: dict[str, str]) -> str:
    """A hex far from home whose line uses up the railroad: along other hexsides there is none."""
    facts = facts_of("smolensk", panzergruppe_supply=True)
    state = stage("movement", blocks, scenario="smolensk", options=PZG, active=()).state
    for place in bits(facts.rail_hexes):
        state.rails_used = ()
        line = rail_line(facts, state, place)
        if line and len(line) > 7:
            state.rails_used = tuple(RailSide(a, b) for a, b in pairwise(line))
            if rail_line(facts, state, place) is None:
                return facts.board.name(place)
    raise AssertionError


@rule("AVA 17.6b")
def test_not_along_the_railroad_of_another_panzergruppe() -> None:
    """3PzG's line takes the only railroad, by its first activation already; its own second one may use it again.
    Guderian, in the same hex, is left without."""
    facts = facts_of("smolensk", panzergruppe_supply=True)
    hand = 1 << facts.chit_index["Guderian"]
    blocks = dict(zip(("S-27", "S-56"), map(facts.board.name, bits(facts.sources[AXIS])[:2]), strict=True))
    spot = only_railroad(blocks)
    units = {"3PzG": spot, "2PzG": spot, **blocks}
    for chits, moves in ((("3PzG-1", "3PzG-2", "2PzG"), 3), (("3PzG-1", "2PzG"), 2), (("2PzG",), 2)):
        game = drawn(units, *chits, scenario="smolensk", options=PZG, hand=hand, turn=2)
        made = 0
        while game.state.turn == 2:
            made += asked(game)[0][1] == "move"
            game.play("pass" if asked(game)[0][1] == "interrupt" else "done")
        assert made == moves
