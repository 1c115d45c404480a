"""Supply lines and supply states (7.1 to 7.4, 7.6 to 7.9, 7.13 to 7.20, 7.22). By sea: test_sea_supply.py."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.logistics import (
    FULL,
    HALF,
    around,
    attack,
    defence,
    edge,
    factors,
    germans,
    slowed,
    soviets,
    state_of,
)
from barbarossa_deluxe.stage import FACTS, GERMAN, SOVIET, act, hexes, offered, stage, units
from ostfront.games.barbarossa_deluxe.rules import supply, supply_lines
from ostfront.games.barbarossa_deluxe.rules.supply import AERIAL, ALWAYS, GARRISON, OUT, OVERLAND
from ostfront.games.barbarossa_deluxe.rules.supply_lines import CRIMEA_LINES
from rule import rule

# ---- overland supply of the German side (7.2, 7.3) --------------------------------------------------


@rule("BD 7.2", "BD 7.3a", "BD 7.3b")
def test_a_german_unit_traces_to_the_western_edge() -> None:
    game = stage("movement", {"3Pz": "1710", **soviets("1606")})
    assert state_of(game, "3Pz") == OVERLAND
    assert factors(game, "3Pz") == FULL


@rule("BD 7.3a", "BD 7.14a", "BD 7.16b", "BD 7.2")
def test_a_german_unit_that_is_surrounded_is_out_of_supply() -> None:
    game = stage("movement", {"3Pz": "1710", **soviets(*around("1710"))})
    assert state_of(game, "3Pz") == OUT
    assert factors(game, "3Pz") == HALF


@rule("BD 7.14a")
def test_control_of_a_hex_does_not_stop_a_line() -> None:
    game = stage("movement", {"3Pz": "1710", **soviets(*around("1710")[1:])}, soviet=around("1710"))
    assert state_of(game, "3Pz") == OVERLAND


@rule("BD 7.3c")
def test_a_german_source_gives_nothing_while_an_enemy_stands_in_it() -> None:
    every = edge(GERMAN)
    game = stage("movement", {"3Pz": "2023", **soviets(*every)})
    assert state_of(game, "3Pz") == OUT
    game = stage("movement", {"3Pz": "2023", **soviets(*(place for place in every if place != "1924"))}, soviet=every)
    assert state_of(game, "3Pz") == OVERLAND


@rule("BD 7.9a", "BD 7.9b")
def test_a_soviet_source_gives_nothing_while_an_enemy_stands_in_it() -> None:
    every = edge(SOVIET)
    game = stage("movement", {"5T": "2105", "6T": "2302", **germans(*every)})
    assert state_of(game, "5T") == state_of(game, "6T") == OUT
    game = stage("movement", {"5T": "2105", "6T": "2302", **germans(*every[:-1])})
    assert every[-1] == "3200"
    assert (state_of(game, "5T"), state_of(game, "6T")) == (OUT, OVERLAND)


@rule("BD 7.9a")
def test_desert_steppe_is_no_source() -> None:
    assert {"2600", "3100", "1000", "3200"} <= set(edge(SOVIET))
    assert not {"2700", "2800", "2900", "3000"} & set(edge(SOVIET))
    assert supply_lines.soviet_sources(FACTS) == FACTS.sources[SOVIET]


@rule("BD 7.19")
def test_a_captured_source_serves_nobody() -> None:
    ring = [place for place in around("1400") if place not in edge(SOVIET)]
    flank = [place for place in around("1400") if place in edge(SOVIET)]
    game = stage("movement", {"3Pz": "1400", **soviets(*ring, *flank)})
    assert state_of(game, "3Pz") == OUT
    game = stage("movement", {"5T": "2023", **germans(*around("2023"))})
    assert state_of(game, "5T") == OUT


# ---- Dnepropetrovsk and Rostov (7.4) ----------------------------------------------------------------

FAR = {"3Pz": "2200", "14Pz": "2806", "24Pz": "3100", "39Pz": "3004"}
SOUTH = ("2607", "2804")


@rule("BD 7.4a")
def test_the_south_east_is_fed_through_dnepropetrovsk() -> None:
    game = stage("movement", FAR, german=SOUTH)
    assert [state_of(game, unit) for unit in FAR] == [OVERLAND] * 4
    game = stage("movement", FAR, german=("2804",), soviet=("2607",))
    lines = supply.overland(game.facts, game.state, GERMAN)
    assert not lines & hexes("2200", "2806", "3100", "3004")
    assert lines & hexes("2608") and lines & hexes("2406")


@rule("BD 7.4a")
def test_dnepropetrovsk_must_lie_on_the_line() -> None:
    game = stage("movement", {"3Pz": "2405", "46Pz": "2607", **soviets(*around("2607"))}, german=SOUTH)
    assert state_of(game, "3Pz") == OUT


@rule("BD 7.4b")
def test_beyond_rostov_both_junctions_are_needed() -> None:
    game = stage("movement", FAR, german=("2607",), soviet=("2804",))
    assert [state_of(game, unit) for unit in FAR] == [OVERLAND, OVERLAND, OUT, OUT]
    game = stage("movement", {**FAR, "46Pz": "2804", **soviets(*around("2804"))}, german=SOUTH)
    assert (state_of(game, "3Pz"), state_of(game, "24Pz")) == (OVERLAND, OUT)


# ---- garrison and aerial supply (7.6, 7.7, 7.13) ----------------------------------------------------


@rule("BD 7.6a", "BD 7.6b", "BD 9.5", "BD 10.26a")
@pytest.mark.parametrize("city", ["2023", "1918", "2820"])
def test_a_fortress_city_at_home_gives_garrison_supply(city: str) -> None:
    game = stage("movement", {"3Pz": city, **soviets(*around(city))}, turn=28, fortress=hexes(city))
    assert state_of(game, "3Pz") == GARRISON
    assert factors(game, "3Pz") == FULL


@rule("BD 7.6c", "BD 9.5")
@pytest.mark.parametrize("city", ["2311", "1813"])
def test_a_fortress_city_elsewhere_does_not(city: str) -> None:
    game = stage("movement", {"3Pz": city, **soviets(*around(city))}, turn=28, fortress=hexes(city))
    assert state_of(game, "3Pz") == OUT


@rule("BD 7.7b", "BD 7.7a")
def test_aerial_supply_is_for_the_defence_only() -> None:
    game = stage("movement", {"3Pz": "1710", **soviets(*around("1710"))}, turn=6, airlift_from=6)
    act(game, "airlift 1710")
    assert state_of(game, "3Pz") == AERIAL
    assert factors(game, "3Pz") == (2, 1, True, False)
    assert not offered(game, "airlift 1710")


@rule("BD 7.8", "BD 7.13a", "BD 7.13b", "BD 9.4")
def test_a_hero_city_gives_garrison_supply() -> None:
    ring = germans(*around("1606"))
    game = stage("movement", {"5T": "1606", **ring}, side="soviet", turn=6, hero=hexes("1606"))
    assert state_of(game, "5T") == GARRISON
    assert factors(game, "5T") == FULL
    game = stage("movement", {"5T": "1606", **ring}, side="soviet", turn=6)
    assert state_of(game, "5T") == OUT
    assert factors(game, "5T") == HALF


@rule("BD 8.30c", "BD 10.34c")
def test_cavalry_groups_and_the_coastal_army_are_always_in_supply() -> None:
    ring = germans(*around("1710"), *around("2911"))
    game = stage("movement", {"DVCG": "1710", "ICA": "2911", **ring}, side="soviet", turn=8)
    assert state_of(game, "DVCG") == state_of(game, "ICA") == ALWAYS
    assert factors(game, "DVCG")[:3] == (1, 1, False)


@rule("BD 8.35c")
def test_the_counter_fire_corps_does_not_mind_its_supply() -> None:
    game = stage("movement", {"LCFC": "1011", "42A": "1011", **germans(*around("1011"), "1009")}, turn=20)
    assert (attack(game, "LCFC"), defence(game, "LCFC")) == (1, 1)


# ---- lines (7.14, 7.15, 7.20) -----------------------------------------------------------------------


def crosses(user: int, here: str, there: str) -> bool:
    """Whether lines of a user pass between two hexes when nobody is near."""
    both = hexes(here, there)
    return supply_lines.lines_of(FACTS, user).fill(hexes(here), both, both) == both


@rule("BD 7.14b", "BD 7.14c")
def test_lakes_are_open_to_the_lines_of_their_country() -> None:
    ussr = [
        ("1112", "1213"),
        ("1211", "1310"),
        ("1407", "1506"),
        ("2802", "2901"),
        ("1011", "1010"),
        ("1010", "1009"),
    ]
    home = [("1717", "1817"), ("2821", "2921")]
    assert all(crosses(SOVIET, *pair) for pair in ussr)
    assert not any(crosses(SOVIET, *pair) for pair in home)
    assert all(crosses(GERMAN, *pair) for pair in home)
    assert not any(crosses(GERMAN, *pair) for pair in ussr)


@rule("BD 7.14b")
def test_leningrad_lives_by_its_lake() -> None:
    game = stage("movement", {"42A": "1011", **germans(*around("1011"))})
    assert "1009" not in around("1011")
    assert state_of(game, "42A") == OVERLAND


@rule("BD 7.14d")
def test_no_line_crosses_the_sea() -> None:
    assert not any(crosses(user, "1215", "1314") for user in (GERMAN, SOVIET))


@rule("BD 7.14e", "BD 7.14f")
def test_straits() -> None:
    assert crosses(SOVIET, "3105", "3106") and crosses(SOVIET, "2907", "3008")
    assert not crosses(GERMAN, "3105", "3106") and not crosses(GERMAN, "2907", "3008")
    assert crosses(CRIMEA_LINES, "3105", "3106") and not crosses(CRIMEA_LINES, "2907", "3008")


@rule("BD 7.15")
def test_lines_stay_in_their_logistics_area() -> None:
    assert not any(crosses(user, "2112", "2212") for user in (GERMAN, SOVIET))
    assert crosses(GERMAN, "2112", "2111") and crosses(SOVIET, "2212", "2211")
    south = [place for place in edge(GERMAN) if place >= "2200"]
    game = stage("movement", {"3Pz": "2311", "14Pz": "1813", **soviets(*south)})
    assert (state_of(game, "3Pz"), state_of(game, "14Pz")) == (OUT, OVERLAND)


@rule("BD 7.20a")
def test_german_lines_do_not_enter_soviet_works() -> None:
    ring = around("1511")
    assert "1412" in ring and FACTS.lines[SOVIET] & hexes("1412")
    others = [place for place in ring if place != "1412"]
    game = stage("movement", {"3Pz": "1511", **soviets(*others)})
    assert state_of(game, "3Pz") == OUT
    game = stage("movement", {"3Pz": "1511", **soviets(*others)}, german=("1412",))
    assert state_of(game, "3Pz") == OVERLAND


@rule("BD 7.20b")
def test_german_lines_do_not_enter_the_fortified_area() -> None:
    others = [place for place in around("2207") if place != "2208"]
    area = FACTS.board.index("2209")
    position: dict[str, Any] = {"units": {"3Pz": "2207", **soviets(*others)}, "turn": 17, "area": area}
    game = stage("movement", **position, soviet=("2208", "2209"))
    assert state_of(game, "3Pz") == OUT
    game = stage("movement", **position, german=("2208", *around("2208")), soviet=("2209",))
    assert state_of(game, "3Pz") == OVERLAND


@rule("BD 7.20c")
def test_soviet_lines_do_not_enter_intact_german_works() -> None:
    ring = around("1716")
    assert FACTS.lines[GERMAN] & hexes("1817") and "1817" in ring
    others = [place for place in ring if place != "1817"]
    held: dict[str, Any] = {"units": {"5T": "1716", **germans(*others)}, "turn": 26, "side": "soviet"}
    assert state_of(stage("movement", **held), "5T") == OUT
    assert state_of(stage("movement", **held, broken=hexes("1817")), "5T") == OVERLAND
    others = [place for place in around("1710") if place != "1709"]
    held = {"units": {"5T": "1710", **germans(*others)}, "turn": 20, "side": "soviet"}
    assert state_of(stage("movement", **held, wall=hexes("1709")), "5T") == OUT
    assert state_of(stage("movement", **held), "5T") == OVERLAND


@rule("BD 7.20c")
def test_a_soviet_unit_in_a_german_line_traces_out_of_it() -> None:
    game = stage("movement", {"5T": "1817"}, turn=3, side="soviet")
    assert state_of(game, "5T") == OVERLAND


@rule("BD 7.14a")
def test_neutral_bulgaria_carries_no_lines() -> None:
    game = stage("movement", {"3Pz": "2023"})
    assert not supply.overland(game.facts, game.state, GERMAN) & FACTS.bulgaria
    game = stage("movement", {"3Pz": "2023"}, neutral=0)
    assert supply.overland(game.facts, game.state, GERMAN) & FACTS.bulgaria == FACTS.bulgaria


# ---- when and how much (7.9, 7.16 to 7.18, 7.22) ----------------------------------------------------


@rule("BD 7.16a")
def test_nobody_starves() -> None:
    game = stage("end of turn", {"3Pz": "1710", **soviets(*around("1710"))}, turn=2)
    assert game.state.turn == 3
    assert state_of(game, "3Pz") == OUT
    assert game.state.on_map & units("3Pz")


@rule("BD 7.18")
def test_a_unit_may_move_out_of_supply() -> None:
    game = stage("movement", {"3Pz": "2406", "13A": "1606"}, soviet=("2607",))
    assert state_of(game, "3Pz") == OVERLAND
    act(game, "pick 3Pz", "go 2405")
    assert state_of(game, "3Pz") == OUT


@rule("BD 7.17b", "BD 10.26b")
def test_a_mobile_assault_does_not_cut_the_defenders_off() -> None:
    ring = around("1710")
    attackers = {"3Pz": ring[0], **germans(*ring[1:])}
    game = stage("movement", {"13A": "1710", **attackers})
    index = FACTS.roster.index["13A"]
    assert supply.defence_divisor(game.facts, game.state, index, 0) == 2
    assert supply.defence_divisor(game.facts, game.state, index, units("3Pz")) == 1


@rule("BD 7.17b")
def test_units_that_stay_in_the_launch_hex_still_cut_lines() -> None:
    ring = around("1710")
    game = stage("movement", {"13A": "1710", "3Pz": ring[0], **germans(*ring)})
    assert supply.defence_divisor(game.facts, game.state, FACTS.roster.index["13A"], units("3Pz")) == 2


@rule("BD 7.9c", "BD 7.22b", "BD 7.22c", "BD 7.22d", "BD 7.10b", "BD 7.17b")
@pytest.mark.parametrize(
    ("turn", "overland", "garrison", "nothing"),
    [(6, 1, 1, 2), (7, 2, 2, 4)],
)
def test_soviet_attacks_need_offensive_supply_from_turn_7(
    turn: int, overland: int, garrison: int, nothing: int
) -> None:
    ring = germans(*around("1606"), *around("2407"))
    position = {"1T": "1808", "2T": "1606", "3T": "2407", **ring}
    game = stage("movement", position, side="soviet", turn=turn, hero=hexes("1606"))
    assert [attack(game, unit) for unit in ("1T", "2T", "3T")] == [overland, garrison, nothing]
    assert [defence(game, unit) for unit in ("1T", "2T", "3T")] == [1, 1, 2]
    assert [slowed(game, unit) for unit in ("1T", "2T", "3T")] == [False, False, True]


@rule("BD 15.8h")
def test_what_if_knows_no_offensive_supply() -> None:
    position = {"1T": "1808", "3T": "2407", **germans(*around("2407"))}
    game = stage("movement", position, side="soviet", turn=9, scenario="what-if")
    assert [attack(game, unit) for unit in ("1T", "3T")] == [1, 2]
