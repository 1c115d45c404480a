"""Preparing for play (4.0), scenarios on their own maps (2.1, 18), markers at the start."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.setup import Zone
from rule import rule
from victory_awaits.stage import asked, facts_of, place_of, rules_of, verdict

SCENARIOS = ("leningrad", "smolensk-short", "smolensk", "kiev", "campaign")


def begun(scenario: str, **options: Any) -> Game:
    return Game.started(rules_of(scenario, **options), Seeded.of("set-up"))


def free(scenario: str = "leningrad") -> Game:
    return begun(scenario, placement="free")


def names(facts: Facts, hexes: int) -> set[str]:
    return {facts.board.name(i) for i in bits(hexes)}


def places(game: Game) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith("place")}


def foot_of(facts: Facts, zone: Zone) -> list[str]:
    """The units of a zone that have no symbol of their own."""
    return [facts.roster.ids[unit] for unit in zone.members if unit not in zone.hq_hexes]


def station(game: Game, unit: str, place: str) -> None:
    game.play(f"pick {unit}")
    game.play(f"place {place}")


# ---- one map or all (2.1, 18) ---------------------------------------------------------------------------


@rule("AVA 2.1e")
@rule("AVA 18.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_its_own_sheets_only(scenario: str) -> None:
    facts = facts_of(scenario)
    assert {name[0] for name in names(facts, facts.valid)} == set(facts.maps)
    assert {counter.map for counter in facts.roster.counters} == set(facts.maps)


@rule("AVA 18.2i")
@pytest.mark.parametrize(
    ("north", "south"),
    [("S2730", "K2701"), ("S2730", "K2801"), ("S2830", "K2801"), ("S2930", "K2801"), ("S2930", "K2901")],
)
def test_the_border_between_smolensk_and_kiev(north: str, south: str) -> None:
    """Neighbours in the campaign; in the scenarios each is the edge of its map."""
    campaign = facts_of("campaign").board
    assert campaign.grid.distance(campaign.index(north), campaign.index(south)) == 1
    for scenario, inside, outside in (("smolensk", north, south), ("kiev", south, north)):
        board = facts_of(scenario).board
        assert len(board.grid.adjacent(board.index(inside))) < 6
        with pytest.raises(ValueError, match=outside):
            board.index(outside)


# ---- who sets up what, and when (4.0.2) -----------------------------------------------------------------


@rule("AVA 4.0.2f")
def test_the_soviets_set_up_first() -> None:
    game = free()
    assert asked(game) == [("Soviet", "deploy")]
    while asked(game)[0][0] == "Soviet":
        game.push(next(iter(game.legal)))
    assert asked(game) == [("Axis", "deploy")]
    assert not game.state.on_map & game.facts.roster.of_side[0]


@rule("AVA 4.0.2a")
def test_units_set_up_in_the_zone_of_their_colour_two_to_a_hex() -> None:
    game, facts = free(), facts_of("leningrad")
    zone = facts.zones["S-11A-rear"]
    first, second, third = foot_of(facts, zone)[:3]
    assert verdict(game, "pick 1Pz")
    game.play(f"pick {first}")
    assert places(game) == names(facts, zone.hexes)
    assert "AVA 4.0.2a" in verdict(game, "place L3603")
    game.play("place L1131")
    station(game, second, "L1131")
    game.play(f"pick {third}")
    assert "AVA 3.1a" in verdict(game, "place L1131")


@rule("AVA 4.0.2b")
def test_every_hex_of_an_area_gets_a_unit() -> None:
    """Two may stand together while enough are left for the empty hexes; then each goes to an empty one."""
    game, facts = free(), facts_of("leningrad")
    zone = facts.zones["S-8A"]
    units = foot_of(facts, zone)
    hexes = sorted(names(facts, zone.must))
    spare = len(units) - len(hexes)
    assert spare > 0
    for i in range(spare):
        station(game, units[2 * i], hexes[i])
        station(game, units[2 * i + 1], hexes[i])
    game.play(f"pick {units[2 * spare]}")
    assert "AVA 4.0.2b" in verdict(game, f"place {hexes[0]}") or spare > 1
    assert places(game) == set(hexes[spare:])


@rule("AVA 4.0.2c")
def test_in_a_range_units_stand_where_they_like() -> None:
    """All of them two by two, though most hexes stay empty."""
    game, facts = free(), facts_of("leningrad")
    zone = facts.zones["S-11A-rear"]
    units, hexes = foot_of(facts, zone), sorted(names(facts, zone.hexes))
    for i, unit in enumerate(units):
        station(game, unit, hexes[i // 2])
    assert place_of(game, units[-1]) == hexes[(len(units) - 1) // 2]


@rule("AVA 4.0.2d")
def test_a_deployment_hex() -> None:
    game, facts = free(), facts_of("leningrad")
    units = foot_of(facts, facts.zones["S-27A-Tallinn"])
    assert 1 <= len(units) <= 2
    game.play(f"pick {units[0]}")
    assert places(game) == {"L1805"}


@rule("AVA 4.0.2e")
@rule("AVA 4.0.4")
def test_hqs_stand_on_their_symbol() -> None:
    game, facts = free(), facts_of("leningrad")
    game.play("pick S-11A")
    assert places(game) == {"L1232"}
    assert "AVA 4.0.2e" in verdict(game, "place L1131")
    placed = begun("leningrad")
    for zone in facts.zones.values():
        for hq, spot in zone.hq_hexes.items():
            assert place_of(placed, facts.roster.ids[hq]) == facts.board.name(spot)


@rule("AVA 4.0.2e")
def test_room_is_kept_for_an_hq_and_guderian_has_company() -> None:
    game, facts = free("smolensk"), facts_of("smolensk")
    while asked(game)[0][0] == "Soviet":
        game.push(next(iter(game.legal)))
    zone = facts.zones["2PzG"]
    spot = facts.board.name(zone.hq_hexes[facts.roster.index["2PzG"]])
    first, second = foot_of(facts, zone)[:2]
    station(game, first, spot)
    game.play(f"pick {second}")
    assert "AVA 4.0.2e" in verdict(game, f"place {spot}")
    assert zone.must >> facts.board.index(spot) & 1


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_any_order_of_placing_works_out(scenario: str, seed: int) -> None:
    """Units picked and placed at random: nobody is left over, and every hex that needs a unit has one."""
    game, facts, random = free(scenario), facts_of(scenario), Random(seed)
    while asked(game)[0][1] in ("deploy", "station"):
        game.push(random.choice(list(game.legal)))
    assert facts.boxes["setup"] not in game.state.place
    assert game.rules.check(game.state) == []
    for zone in facts.zones.values():
        held = {game.state.place[unit] for unit in zone.members}
        assert not any(zone.must >> place & 1 and place not in held for place in bits(zone.hexes))
        assert all(
            zone.hexes >> game.state.place[unit] & 1 or game.state.place[unit] == zone.hq_hexes.get(unit)
            for unit in zone.members
        )


# ---- boxes, strength and markers (4.0.3 to 4.0.10) ------------------------------------------------------


@rule("AVA 4.0.3")
@rule("AVA 4.0.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_others_wait_in_the_boxes(scenario: str) -> None:
    game, facts = begun(scenario), facts_of(scenario)
    waiting = [c for c in facts.roster.counters if c.start == "available"]
    assert waiting
    assert {place_of(game, c.id) for c in waiting if c.side == "axis"} <= {"axis-available"}
    assert {place_of(game, c.id) for c in waiting if c.side == "soviet"} == {"soviet-available"}
    hqs = [c.id for c in waiting if c.type == "hq"]
    assert all(place_of(game, hq).endswith("-available") for hq in hqs)
    assert any(c.type == "hq" for c in waiting)


@rule("AVA 2.2e")
@rule("AVA 4.0.5")
def test_all_units_start_at_full_strength() -> None:
    game, facts = begun("campaign"), facts_of("campaign")
    fronts = [unit for unit in range(facts.roster.count) if not facts.roster.is_fort[unit]]
    assert all(game.state.steps[unit] == facts.roster.steps[unit] for unit in fronts)
    assert {game.state.steps[unit] for unit in fronts} == {1, 2}


@rule("AVA 4.0.7")
@pytest.mark.parametrize("scenario", ["smolensk", "smolensk-short", "campaign"])
def test_brest_is_a_fortress(scenario: str) -> None:
    game, facts = begun(scenario), facts_of(scenario)
    forts = [u for u in game.state.each_at(facts.board.index("S0927")) if facts.roster.is_fort[u]]
    assert [game.state.steps[fort] for fort in forts] == [1]


@rule("AVA 4.0.8")
@rule("AVA 16.2b")
def test_twelve_stand_fast_markers() -> None:
    twelve = {
        "L3602", "L3603", "L3702", "S3510", "S4112", "S3726", "S5003", "S5009", "S5120", "K3507", "K3607", "K3608",
    }  # fmt: skip
    for scenario in SCENARIOS:
        facts = facts_of(scenario)
        assert names(facts, begun(scenario).state.stand_fast) == {name for name in twelve if name[0] in facts.maps}


@rule("AVA 4.0.10")
def test_the_game_starts_on_turn_one() -> None:
    assert [begun(scenario).state.turn for scenario in SCENARIOS] == [1] * 5


@rule("AVA 19.1b")
def test_the_campaign_leaves_three_counters_and_two_sets_of_common_chits_out() -> None:
    facts, north = facts_of("campaign"), facts_of("leningrad")
    three = {"12Pz-L", "18M-L", "20M-L"}
    assert not three & set(facts.roster.ids)
    assert three <= set(north.roster.ids)
    kinds = [chit.kind for chit in facts_of("campaign", reserve=True).chits]
    assert [kinds.count(kind) for kind in ("supply", "reserve", "okh", "reinforcements")] == [1, 1, 1, 2]
