"""Lines of communications (3.3), the Supply Check (11), fortresses (14), reinforcements (12, 15.4), Stand Fast."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.referee.lines import lengths
from ostfront.games.victory_awaits.referee.position import look
from ostfront.games.victory_awaits.rules.fortress import fortress_sites
from ostfront.games.victory_awaits.rules.ground import zoc
from ostfront.games.victory_awaits.rules.strength import defense_strength
from ostfront.games.victory_awaits.rules.supply_lines import lines, supplied
from ostfront.games.victory_awaits.state import VaState
from rule import rule
from victory_awaits.stage import asked, facts_of, place_of, rules_broken, rules_of, stage, steps_of, verdict

KIEV = facts_of("kiev")
# two hexes from K3527 on every side: their zones of control close it off
CORNERS = ("K3525", "K3529", "K3326", "K3328", "K3726", "K3728")
RING = dict(zip(("44", "57", "75", "111", "298", "299"), CORNERS, strict=True))


def state_of(units: dict[str, str], scenario: str = "kiev") -> VaState:
    state: VaState = stage("movement", units, scenario=scenario, active=()).state
    return state


def fed(state: VaState, side: int, place: str, facts: Facts = KIEV) -> bool:
    return bool(supplied(facts, state, side) >> facts.board.index(place) & 1)


def names(hexes: int, facts: Facts = KIEV) -> set[str]:
    return {facts.board.name(i) for i in bits(hexes)}


def done(game: Game, *kinds: str) -> None:
    """Answer `done` to these kinds of decision while they are asked."""
    while asked(game) and asked(game)[0][1] in kinds:
        game.play("done")


# ---- lines (3.3) ----------------------------------------------------------------------------------------


@rule("AVA 3.3a")
@rule("AVA 2.1c")
@rule("AVA 3.3d")
def test_soviet_lines_come_from_red_sources_over_any_distance() -> None:
    state = state_of({"S-45": "K3527"})
    assert fed(state, SOVIET, "K3527")
    for source in bits(KIEV.sources[SOVIET]):
        state.put(next(u for u in bits(KIEV.roster.of_side[AXIS]) if state.place[u] < 0), source)
    assert not fed(state, SOVIET, "K3527")


@rule("AVA 3.3b")
def test_lines_stop_at_enemies_and_their_zones() -> None:
    """A ring of zones of control cuts K3527 off; friends in its hexes open it; a line may end in one."""
    assert not fed(state_of({"S-45": "K3527", **RING}), SOVIET, "K3527")
    friends = {"S-62": "K3627", "S-87": "K3727", "S-124": "K3827"}
    assert fed(state_of({"S-45": "K3527", **RING, **friends}), SOVIET, "K3527")
    assert fed(state_of({"44": "K3527"}), SOVIET, "K3528")
    assert not fed(state_of({"44": "K3527"}), SOVIET, "K3527")


@rule("AVA 3.3c")
def test_lines_cross_mountains_by_road_only() -> None:
    state = state_of({})
    reached = supplied(KIEV, state, SOVIET)
    deep = [i for i in bits(KIEV.mountains) if not KIEV.grid.neighbours(1 << i) & ~KIEV.mountains & KIEV.land]
    roadless = [i for i in deep if not KIEV.grid.closed(1 << i) & KIEV.road_hexes]
    assert roadless
    assert not any(reached >> i & 1 for i in roadless)
    assert not reached & ~KIEV.land


@rule("AVA 3.3e")
def test_axis_lines_follow_the_railroad_and_six_hexes_more() -> None:
    state = state_of({})
    reached = supplied(KIEV, state, AXIS)
    rail = KIEV.grid.flood(KIEV.sources[AXIS], KIEV.rail_hexes | KIEV.sources[AXIS], -1, KIEV.rail_lines[AXIS])
    assert not reached & ~KIEV.grid.within(rail, 6)
    flat = KIEV.land & ~KIEV.mountains
    assert reached & KIEV.grid.within(rail, 6) & ~KIEV.grid.within(rail, 5) & flat


@rule("AVA 3.3e")
def test_a_cut_railroad_ends_axis_lines() -> None:
    state = state_of({})
    before = supplied(KIEV, state, AXIS).bit_count()
    line = KIEV.grid.rings(KIEV.sources[AXIS], KIEV.land, KIEV.land, KIEV.rail_lines[AXIS])
    block = {unit: KIEV.board.name(i) for unit, i in zip(SOVIETS, bits(line[2]), strict=False)}
    assert supplied(KIEV, state_of(block), AXIS).bit_count() < before


@rule("AVA 17.4")
def test_limited_soviet_lines() -> None:
    tight = facts_of("kiev", soviet_supply=True)
    state = stage("movement", {}, scenario="kiev", options={"soviet-supply": True}, active=()).state
    reached = supplied(tight, state, SOVIET)
    net = tight.road_hexes | tight.rail_hexes
    assert not reached & ~tight.grid.within(net, 12)
    assert reached.bit_count() <= supplied(KIEV, state_of({}), SOVIET).bit_count()
    sole = tight.grid.flood(tight.sources[SOVIET], tight.road_hexes, -1, tight.road_lines) & tight.road_hexes
    sole |= tight.grid.flood(tight.sources[SOVIET], tight.rail_hexes, -1, tight.rail_lines[SOVIET]) & tight.rail_hexes
    assert not reached & ~tight.grid.within(sole, 12)
    # with every road and railroad cut two hexes from the sources, a line ends twelve hexes on
    near = tight.grid.within(tight.sources[SOVIET], 2)
    cut = tight.land & ~(net & near & ~tight.grid.within(tight.sources[SOVIET], 1))
    assert lines(tight, SOVIET, cut, cut) & ~near
    assert not lines(tight, SOVIET, cut, cut) & ~tight.grid.within(tight.sources[SOVIET], 13)
    assert lines(KIEV, SOVIET, cut, cut) & ~tight.grid.within(tight.sources[SOVIET], 20)


# ---- the check (11) -------------------------------------------------------------------------------------

SOVIETS = ("S-45", "S-62", "S-87", "S-124", "S-135", "S-193")
LOST = {"44": "K3527", **dict(zip(SOVIETS, CORNERS, strict=True))}


@rule("AVA 11.1.1")
@rule("AVA 11.0")
@rule("AVA 7.2c")
def test_units_without_a_line_lose_a_step() -> None:
    game = stage("draw", {"S-45": "K3527", "S-3C": "K3527", **RING}, scenario="kiev", turn=2,
                 cup=KIEV.supply_chit, rolls=["draw Supply"])  # fmt: skip
    done(game, "recall", "fortify", "abandon")
    assert steps_of(game, "S-45") == 1
    assert place_of(game, "S-3C") == "eliminated"


@rule("AVA 11.1.2")
def test_soviets_check_first() -> None:
    """The lone cavalry that cuts an Axis line is itself cut off and gone before the Axis checks."""
    line = KIEV.grid.rings(KIEV.sources[AXIS], KIEV.land, KIEV.land, KIEV.rail_lines[AXIS])
    deep = KIEV.board.name(bits(line[9])[0])
    cutter = KIEV.board.name(bits(line[5])[0])
    around = [KIEV.board.name(n) for n in KIEV.grid.adjacent(KIEV.board.index(cutter)) if KIEV.land >> n & 1]
    guards = dict(zip(("44", "57", "75", "111", "298", "299"), around, strict=False))
    game = stage("supply", {"S-3C": cutter, "9": deep, **guards}, scenario="kiev", turn=5)
    done(game, "recall", "fortify", "abandon")
    assert place_of(game, "S-3C") == "eliminated"
    assert steps_of(game, "9") == 2


@rule("AVA 15.1d")
def test_the_axis_needs_no_supply_before_turn_four() -> None:
    for turn, steps in ((3, 2), (4, 1)):
        game = stage("supply", LOST, scenario="kiev", turn=turn)
        done(game, "recall", "fortify", "abandon")
        assert steps_of(game, "44") == steps


@rule("AVA 14.2d")
def test_fortresses_need_no_supply() -> None:
    game = stage("supply", {"Fort-K1": "K3527", **RING}, scenario="kiev", turn=5)
    done(game, "recall", "fortify", "abandon")
    assert (place_of(game, "Fort-K1"), steps_of(game, "Fort-K1")) == ("K3527", 1)


# ---- recall (11.2) --------------------------------------------------------------------------------------


@rule("AVA 11.2a")
@rule("AVA 11.2b")
def test_axis_units_with_a_line_may_go_to_the_box_and_come_back() -> None:
    home = KIEV.board.name(bits(KIEV.sources[AXIS])[0])
    game = stage("recall", {**LOST, "57": home}, scenario="kiev", turn=5, reduced=["57"])
    assert not verdict(game, "recall 57")
    assert verdict(game, "recall 44")
    game.play("recall 57")
    assert (place_of(game, "57"), steps_of(game, "57")) == ("axis-available", 1)
    game = stage("reinforcements", {"57": "axis-available"}, scenario="kiev", turn=5)
    assert not verdict(game, "call 57")


# ---- a railroad into a lake -----------------------------------------------------------------------------

LAKE = "K0803"  # road and railroad lead through it on our map
DROWNED = {"map/kiev/hexes.csv": f"# source: a map with one more lake\nhex,terrain,feature,held\n{LAKE},lake,,axis\n"}


def test_no_line_leads_through_a_lake() -> None:
    """Matters to owners' maps: rails, roads and supply stop there, for generator and referee."""
    rules = rules_of("kiev", overlay=DROWNED)
    facts, board = rules.facts, rules.facts.board
    game = stage("reinforcements", {"57": "axis-available"}, scenario="kiev", turn=5, overlay=DROWNED)
    game.play("call 57")
    place = {name for name in map(board.name, bits(board.on_line["rail"])) if not verdict(game, f"place {name}")}
    ours = stage("reinforcements", {"57": "axis-available"}, scenario="kiev", turn=5)
    ours.play("call 57")
    assert not verdict(ours, f"place {LAKE}")
    assert place and LAKE not in place
    beside = next(board.name(i) for i in facts.grid.adjacent(board.index(LAKE)) if facts.road_hexes >> i & 1)
    march = stage("movement", {"57": beside}, scenario="kiev", turn=5, overlay=DROWNED)
    march.play("pick 57")
    by_road = {name for name in map(board.name, bits(board.on_line["road"])) if not verdict(march, f"road {name}")}
    assert by_road and LAKE not in by_road
    seen = look(facts, march.state)
    for side in (AXIS, SOVIET):
        assert supplied(facts, march.state, side) == mask(lengths(seen, side))
        assert not supplied(facts, march.state, side) >> board.index(LAKE) & 1


# ---- fortresses (14) ------------------------------------------------------------------------------------


@rule("AVA 14.1.1")
@rule("AVA 11.3")
def test_fortresses_are_built_in_soviet_major_cities_with_a_line() -> None:
    game = stage("fortresses", {"S-45": "K3607"}, scenario="kiev", turn=5)
    held = names(KIEV.major_cities & ~KIEV.axis_start)
    assert {text.split()[1] for text in game.legal.texts if text.startswith("fortify")} == held
    assert verdict(game, "fortify K3527")
    game = stage("fortresses", {}, scenario="kiev", turn=5, held=["K3507"])
    assert verdict(game, "fortify K3507")


@rule("AVA 14.1.2")
def test_none_next_to_an_enemy() -> None:
    near = KIEV.board.name(KIEV.grid.adjacent(KIEV.board.index("K3507"))[0])
    game = stage("fortresses", {"44": near}, scenario="kiev", turn=5)
    assert verdict(game, "fortify K3507")


@rule("AVA 14.1.3")
@rule("AVA 14.1.4")
@rule("AVA 14.1.5")
@rule("AVA 14.1.6")
@rule("AVA 18.3d")
def test_steps_per_check() -> None:
    """Two in the campaign, one on the Kiev map: +1, then +2, then no more."""
    game = stage("fortresses", {}, turn=5)
    game.play("fortify K3507")
    assert (place_of(game, "Fort-K1"), steps_of(game, "Fort-K1")) == ("K3507", 1)
    game.play("fortify K3507")
    assert steps_of(game, "Fort-K1") == 2
    assert "fortify" not in [kind for _, kind in asked(game)]
    game = stage("fortresses", {"Fort-K1": "K3507"}, scenario="kiev", turn=5)
    game.play("fortify K3507")
    assert steps_of(game, "Fort-K1") == 2
    assert "fortify" not in [kind for _, kind in asked(game)]
    full = stage("fortresses", {"Fort-K1": "K3507"}, scenario="kiev", turn=5)
    full.state.steps[KIEV.roster.index["Fort-K1"]] = 2
    assert not fortress_sites(KIEV, full.state) >> KIEV.board.index("K3507") & 1


@rule("AVA 14.0")
@rule("AVA 18.3d")
def test_no_fortress_before_turn_four_and_three_hexes_at_most() -> None:
    game = stage("fortresses", {}, scenario="kiev", turn=3)
    assert "fortify" not in [kind for _, kind in asked(game)]
    game = stage("fortresses", {"Fort-K1": "K3507", "Fort-K2": "K3607", "Fort-K3": "K3608"}, scenario="kiev", turn=5)
    assert verdict(game, "fortify K3631")
    assert not verdict(game, "fortify K3608")


@rule("AVA 14.1.7")
def test_a_reduced_fortress_is_built_up_again() -> None:
    game = stage("fortresses", {"Fort-K1": "K3507"}, scenario="kiev", turn=5, reduced=["Fort-K1"])
    game.play("fortify K3507")
    assert steps_of(game, "Fort-K1") == 2


@rule("AVA 18.1c")
def test_fortresses_before_leningrad() -> None:
    """One step a check from turn 4, three hexes at most."""
    facts = facts_of("leningrad")
    assert [facts.track.fortress_steps[turn] for turn in (3, 4, 9)] == [0, 1, 1]
    game = stage("fortresses", {}, scenario="leningrad", turn=4)
    game.play("fortify L3603")
    assert "fortify" not in [kind for _, kind in asked(game)]
    others = [facts.board.name(i) for i in bits(facts.major_cities) if facts.board.name(i) != "L3702"][:3]
    full = stage("fortresses", dict(zip(("Fort-L1", "Fort-L2", "Fort-L3"), others, strict=True)),
                 scenario="leningrad", turn=4)  # fmt: skip
    assert verdict(full, "fortify L3702")
    assert not verdict(full, f"fortify {others[0]}")


@rule("AVA 14.3c")
@rule("AVA 14.1.7")
def test_markers_are_limited() -> None:
    gone = {"Fort-K1": "eliminated", "Fort-K2": "eliminated", "Fort-K3": "fortresses"}
    game = stage("fortresses", gone, scenario="kiev", turn=5)
    assert not verdict(game, "fortify K3507")
    game.play("fortify K3507")
    assert place_of(game, "Fort-K3") == "K3507"
    game = stage("fortresses", {**gone, "Fort-K3": "eliminated"}, scenario="kiev", turn=5)
    assert "fortify" not in [kind for _, kind in asked(game)]


@rule("AVA 18.2d")
def test_no_fortresses_on_the_smolensk_map() -> None:
    game = stage("fortresses", {}, scenario="smolensk", turn=5)
    assert "fortify" not in [kind for _, kind in asked(game)]


@rule("AVA 14.2c")
def test_a_fortress_takes_no_room() -> None:
    game = stage("movement", {"Fort-K1": "K3507", "S-45": "K3507", "S-62": "K3508"}, scenario="kiev", side="soviet")
    game.play("pick S-62")
    assert not verdict(game, "go K3507")


@rule("AVA 14.3b")
def test_a_fortress_is_not_taken_off_the_map() -> None:
    game = stage("recall", {"Fort-K1": "K3507", "44": KIEV.board.name(bits(KIEV.sources[AXIS])[0])}, scenario="kiev")
    assert verdict(game, "recall Fort-K1")
    assert not verdict(game, "recall 44")
    game = stage("fortresses", {"Fort-K1": "K3507"}, scenario="kiev", turn=5)
    assert {text.split()[0] for text in game.legal.texts} == {"fortify", "done"}


@rule("AVA 14.3a")
def test_a_fortress_stays_where_it_is() -> None:
    game = stage("movement", {"Fort-K1": "K3507", "S-5A": "K3507"}, scenario="kiev", side="soviet", active=["S-5A"])
    assert verdict(game, "pick Fort-K1")
    cup = 1 << KIEV.chit_index["S-5A"]
    game = stage("draw", {"Fort-K1": "K3507", "S-5A": "K3507"}, scenario="kiev", cup=cup, rolls=["draw S-5A"])
    assert not game.state.active >> KIEV.roster.index["Fort-K1"] & 1


@rule("AVA 14.2a")
@rule("AVA 14.2f")
def test_each_step_defends_with_one_and_the_marker_has_a_zone() -> None:
    state = state_of({"Fort-K1": "K3507"})
    place = KIEV.board.index("K3507")
    assert defense_strength(KIEV, state, place) == 1
    assert zoc(KIEV, state, SOVIET) & KIEV.grid.neighbours(1 << place)
    state.steps[KIEV.roster.index["Fort-K1"]] = 2
    assert defense_strength(KIEV, state, place) == 2


# ---- reinforcements (12) --------------------------------------------------------------------------------


@rule("AVA 12.0")
@rule("AVA 12.2a")
@rule("AVA 7.2b")
def test_numbers_of_the_track() -> None:
    units = {f"S-{n}": "soviet-available" for n in ("45", "62", "87", "124", "135", "193", "195", "200")}
    game = stage("draw", units, scenario="kiev", turn=4, cup=1 << KIEV.chit_index["SovietReinf"],
                 rolls=["draw SovietReinf"])  # fmt: skip
    count = KIEV.track.reinforcements_su[4]
    for i, unit in enumerate(list(units)[:count]):
        assert asked(game) == [("Soviet", "call")], i
        game.play(f"call {unit}")
        game.play(game.legal.texts[0])
    assert "call" not in [kind for _, kind in asked(game)]


@rule("AVA 12.2a")
def test_nations_are_counted_apart() -> None:
    game = stage("reinforcements", {"44": "axis-available", "R-5C": "axis-available"}, scenario="kiev", turn=4)
    assert {"call 44", "call R-5C"} <= set(game.legal.texts)
    game.play("call R-5C")
    game.play(game.legal.texts[0])
    assert "call 44" in game.legal.texts


@rule("AVA 12.2b")
def test_what_the_box_lacks_is_lost() -> None:
    game = stage("reinforcements", {"44": "axis-available", "57": "eliminated"}, scenario="kiev", turn=4)
    game.play("call 44")
    game.play(game.legal.texts[0])
    assert "call" not in [kind for _, kind in asked(game)]


@rule("AVA 12.1a")
@rule("AVA 12.1b")
@rule("AVA 12.1d")
def test_placed_on_the_railroad() -> None:
    game = stage("reinforcements", {"S-45": "soviet-available"}, scenario="kiev", side="soviet", turn=5)
    game.play("call S-45")
    hexes = {text.split()[1] for text in game.legal.texts}
    linked = KIEV.grid.flood(KIEV.sources[SOVIET], KIEV.rail_hexes, -1, KIEV.rail_lines[SOVIET])
    assert hexes == names(linked & KIEV.rail_hexes)
    assert verdict(game, "place K3527")


@rule("AVA 12.1c")
def test_the_link_enters_no_zone_even_under_friends() -> None:
    line = KIEV.grid.rings(KIEV.sources[SOVIET], KIEV.rail_hexes, -1, KIEV.rail_lines[SOVIET])
    spot = bits(line[3])[0]
    enemy = next(n for n in KIEV.grid.adjacent(spot) if KIEV.land >> n & 1)
    units = {"S-45": "soviet-available", "44": KIEV.board.name(enemy), "S-62": KIEV.board.name(spot)}
    game = stage("reinforcements", units, scenario="kiev", side="soviet", turn=5)
    game.play("call S-45")
    assert verdict(game, f"place {KIEV.board.name(spot)}")


@rule("AVA 12.1e")
def test_an_hq_brings_no_chit() -> None:
    game = stage("reinforcements", {"S-5A": "soviet-available"}, scenario="kiev", side="soviet", turn=5)
    before = (game.state.cup, game.state.raised, game.state.hand)
    game.play("call S-5A")
    game.play(game.legal.texts[0])
    assert (game.state.cup, game.state.raised, game.state.hand) == before


# ---- the Strategic Reserve (15.4) -----------------------------------------------------------------------


@rule("AVA 15.4a")
@rule("AVA 15.4b")
def test_units_come_from_moscow_from_turn_six() -> None:
    facts = facts_of("smolensk")
    mine = bits(facts.roster.of_side[SOVIET] & ~facts.roster.forts)[:9]
    units = {facts.roster.ids[u]: "soviet-available" for u in mine}
    early = stage("strategic reserve", units, scenario="smolensk", side="soviet", turn=5)
    assert "reserve" not in [kind for _, kind in asked(early)]
    game = stage("strategic reserve", units, scenario="smolensk", side="soviet", turn=6)
    came = 0
    while asked(game) == [("Soviet", "reserve")]:
        unit = next(text for text in game.legal.texts if text.startswith("call"))
        game.play(unit)
        assert rules_broken(game, "stop") == ["AVA 15.4b"]
        game.play(next(text for text in game.legal.texts if text.startswith("go")))
        if asked(game) == [("Soviet", "march")]:
            game.play("stop")
        came += 1
    assert came == 6
    assert facts_of("campaign").track.reserve[6] == 12


@rule("AVA 15.4b")
def test_blocked_gates() -> None:
    facts = facts_of("smolensk")
    blocks = dict(zip(("7", "23", "258"), ("S5504", "S5507", "S5513"), strict=True))
    unit = facts.roster.ids[bits(facts.roster.of_side[SOVIET] & ~facts.roster.forts)[0]]
    units = {unit: "soviet-available", **blocks}
    game = stage("strategic reserve", units, scenario="smolensk", side="soviet", turn=6)
    assert "reserve" not in [kind for _, kind in asked(game)]


# ---- Stand Fast (16.2) ----------------------------------------------------------------------------------


@rule("AVA 16.2c")
def test_one_marker_per_map_from_turn_six() -> None:
    early = stage("stand fast", {}, scenario="kiev", turn=5)
    assert "abandon" not in [kind for _, kind in asked(early)]
    game = stage("stand fast", {}, scenario="kiev", turn=6)
    game.play("abandon K3507")
    assert "abandon" not in [kind for _, kind in asked(game)]
    assert not game.state.stand_fast >> KIEV.board.index("K3507") & 1
    taken = stage("stand fast", {}, scenario="kiev", turn=6, held=["K3507"])
    assert verdict(taken, "abandon K3507")
