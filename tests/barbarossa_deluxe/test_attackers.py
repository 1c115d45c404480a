"""Who may attack what (11.1 to 11.6, 11.12, 11.17 to 11.19), and who must (5.12)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.battle import assault, declare, kind, on_map, results, settle
from barbarossa_deluxe.stage import act, offered, stage
from rule import rule

DUEL = {"3Pz": "2309", "6A": "2308"}

# ---- one attack after the other -----------------------------------------------------------------------


@rule("BD 11.1a")
def test_nobody_has_to_attack() -> None:
    game = stage("assault", DUEL, turn=17)
    assert offered(game, "attack 2308")
    act(game, "done")
    assert kind(game) != "assault" and on_map(game, "6A")


@rule("BD 11.3")
def test_units_of_several_hexes_attack_one_hex() -> None:
    game = stage("assault", {**DUEL, "14Pz": "2408", "24Pz": "2407"}, turn=17)
    act(game, "attack 2308")
    assert offered(game, "with 3Pz") and offered(game, "with 14Pz")
    assert not offered(game, "with 24Pz")  # not next to it


@rule("BD 11.5")
def test_each_assault_is_resolved_before_the_next_is_declared() -> None:
    """The attack on 2308 stalls (die 6 at 1:1 is AE), then 14th Panzer Corps attacks 2206."""
    game = assault({**DUEL, "14Pz": "2207", "16A": "2206"}, "2308", turn=17, rolls=["5"])
    assert results(game) == ["AS"]
    assert kind(game) == "assault" and offered(game, "attack 2206")


@rule("BD 11.6")
def test_units_of_a_stack_attack_different_hexes() -> None:
    game = stage("assault", {**DUEL, "14Pz": "2309", "16A": "2209"}, turn=17, rolls=["5"])
    declare(game, "2308", "3Pz")
    settle(game)
    act(game, "attack 2209")
    settle(game, stop_at="luftwaffe")
    assert game.state.top.local.attackers == 1 << game.facts.roster.index["14Pz"]


@rule("BD 11.4a", "BD 11.4b")
def test_a_unit_attacks_once() -> None:
    game = assault({**DUEL, "16A": "2209"}, "2308", turn=17, rolls=["5"])
    assert kind(game) != "assault"  # 2209 could only be attacked by 3Pz


@rule("BD 11.4c")
def test_a_hex_is_attacked_once() -> None:
    """14th Panzer Corps has not attacked, but 2308 has been."""
    game = assault({**DUEL, "14Pz": "2408", "16A": "2507"}, "2308", "3Pz", turn=17, rolls=["5"])
    assert offered(game, "attack 2507") and not offered(game, "attack 2308")


@rule("BD 11.4c")
def test_units_that_retreated_into_an_empty_hex_are_left_alone() -> None:
    """6th Army goes from 2308 to 2307 (die 1 at 1:1), next to 14th Panzer Corps."""
    positions = {**DUEL, "14Pz": "2407", "16A": "2507"}
    game = assault(positions, "2308", "3Pz", turn=17, rolls=["1"], answers=["retreat 2307", "done"])
    assert game.state.place[game.facts.roster.index["6A"]] == game.facts.board.index("2307")
    assert offered(game, "attack 2507") and not offered(game, "attack 2307")


# ---- who cannot ---------------------------------------------------------------------------------------


@rule("BD 11.12c", "BD 8.33b")
def test_a_unit_without_an_attack_factor_takes_no_part() -> None:
    """Fortress Command Southeast in Belgrade; 3rd Panzer Corps attacks from its hex."""
    game = stage("assault", {"FCSE": "3220", "6A": "3219"}, turn=30)
    assert kind(game) != "assault"
    game = stage("assault", {"FCSE": "3220", "3Pz": "3220", "6A": "3219"}, turn=30, rolls=["5"])
    declare(game, "3219")
    settle(game, stop_at="luftwaffe")
    assert game.state.spent == 1 << game.facts.roster.index["3Pz"]


@rule("BD 10.34d")
def test_the_coastal_army_never_attacks() -> None:
    game = stage("assault", {"ICA": "2911", "4C": "2912"}, side="soviet", turn=6)
    assert kind(game) != "assault"


@rule("BD 5.11a", "BD 5.11b")
def test_on_turn_1_units_in_romania_do_not_attack() -> None:
    positions = {"3R": "2814", "9RC": "2813"}
    assert kind(stage("assault", positions, turn=1)) != "assault"
    assert kind(stage("assault", positions, turn=2)) == "assault"


@rule("BD 5.11c", "BD 5.11d")
def test_on_turn_1_soviets_do_not_attack_romania() -> None:
    positions = {"3R": "2814", "9A": "2813"}
    assert kind(stage("assault", positions, side="soviet", turn=1)) != "assault"
    assert kind(stage("assault", positions, side="soviet", turn=4)) == "assault"


@rule("BD 8.30f")
def test_cavalry_groups_do_not_attack_cities() -> None:
    """MCG next to Kursk and to a corps in the open, in the north so that it may go there."""
    positions = {"MCG": "1805", "4C": "1806"}
    assert kind(stage("assault", positions, side="soviet", turn=6, german=("1806",))) != "assault"
    field = {"MCG": "1808", "4C": "1809"}
    assert kind(stage("assault", field, side="soviet", turn=6)) == "assault"


@rule("BD 8.30b")
def test_cavalry_groups_do_not_attack_out_of_their_area() -> None:
    positions = {"MCG": "2107", "4C": "2208"}
    assert kind(stage("assault", positions, side="soviet", turn=6)) != "assault"


@rule("BD 10.22a")
def test_satellites_do_not_attack_into_the_north() -> None:
    positions = {"3R": "2208", "6A": "2108"}
    assert kind(stage("assault", positions, turn=10)) != "assault"


@rule("BD 10.22b")
def test_with_the_effort_in_the_north_they_do() -> None:
    positions = {"3R": "2208", "6A": "2108"}
    assert kind(stage("assault", positions, turn=10, zone=0)) == "assault"


@rule("BD 8.3c")
def test_6th_ss_attacks_in_the_baltic_states_only() -> None:
    positions = {"6SS": "1414", "6A": "1413", "16A": "1313"}
    game = stage("assault", positions, turn=25)
    baltic = game.facts.baltic
    for name in ("1413", "1313"):
        assert offered(game, f"attack {name}") == bool(baltic >> game.facts.board.index(name) & 1)


@rule("BD 8.3e")
def test_the_kerch_straits_command_attacks_in_its_area_only() -> None:
    """Over the strait into 3105; from 3008 not into 2908."""
    assert kind(stage("assault", {"KSC": "3106", "6A": "3105"}, turn=17)) == "assault"
    assert kind(stage("assault", {"KSC": "3008", "6A": "2908"}, turn=17)) != "assault"


@rule("BD 8.35d")
def test_the_counter_fire_corps_attacks_only_with_an_army() -> None:
    city = {"LCFC": "1011", "1C": "1111"}
    assert kind(stage("assault", city, side="soviet", turn=20)) != "assault"
    game = stage("assault", {**city, "23A": "1011"}, side="soviet", turn=20)
    act(game, "attack 1111", "with LCFC")
    assert not offered(game, "resolve")
    act(game, "with 23A")
    assert kind(game) != "commit"


@rule("BD 12.8a")
def test_the_road_back_begins_in_the_south() -> None:
    """2208 and 2107 could both be attacked."""
    positions = {"6A": "2207", "4C": "2208", "16A": "2106", "5C": "2107"}
    game = stage("assault", positions, side="soviet", turn=13, scenario="road-back")
    assert offered(game, "attack 2208")
    act(game, "attack 2208")
    assert not offered(game, "with 16A")
    game = stage("assault", {"16A": "2006", "5C": "2007"}, side="soviet", turn=13, scenario="road-back")
    assert kind(game) != "assault"


# ---- water --------------------------------------------------------------------------------------------


@rule("BD 11.17a")
@pytest.mark.parametrize(("side", "unit", "enemy"), [("german", "4C", "6A"), ("soviet", "6A", "4C")])
def test_foot_units_attack_over_kerch(side: str, unit: str, enemy: str) -> None:
    assert kind(stage("assault", {unit: "3106", enemy: "3105"}, side=side, turn=4)) == "assault"


@rule("BD 11.17b")
def test_mechanized_units_do_not_attack_over_kerch() -> None:
    assert kind(stage("assault", {"3Pz": "3106", "6A": "3105"}, turn=4)) != "assault"


@rule("BD 11.18a")
def test_soviet_foot_units_attack_over_the_sivash_from_turn_7() -> None:
    positions = {"6A": "2907", "4C": "3008"}
    assert kind(stage("assault", positions, side="soviet", turn=6)) != "assault"
    assert kind(stage("assault", positions, side="soviet", turn=7)) == "assault"


@rule("BD 11.18b")
def test_nobody_else_attacks_over_the_sivash() -> None:
    assert kind(stage("assault", {"5T": "2907", "4C": "3008"}, side="soviet", turn=9)) != "assault"
    assert kind(stage("assault", {"4C": "3008", "6A": "2907"}, turn=9)) != "assault"


@rule("BD 11.19")
def test_nobody_attacks_over_a_lake() -> None:
    """Lake Peipus lies between 1112 and 1213."""
    assert kind(stage("assault", {"4C": "1213", "6A": "1112"}, turn=4)) != "assault"


# ---- who must (5.12) ----------------------------------------------------------------------------------


@rule("BD 5.12a")
def test_until_turn_3_soviets_must_attack() -> None:
    positions = {"6A": "2307", "4C": "2308"}
    game = stage("assault", positions, side="soviet", turn=3)
    assert not offered(game, "done")
    assert offered(stage("assault", positions, side="soviet", turn=4), "done")
    assert offered(stage("assault", {"3Pz": "2309", "6A": "2308"}, turn=3), "done")


@rule("BD 5.12a", "BD 5.12d")
def test_a_unit_joins_the_last_attack_that_is_left_to_it() -> None:
    """Both armies are next to 2308 and to nothing else: neither may be left out."""
    game = stage("assault", {"6A": "2307", "16A": "2208", "4C": "2308"}, side="soviet", turn=3, rolls=["4"])
    act(game, "attack 2308", "with 6A")
    assert not offered(game, "resolve")
    act(game, "with 16A")
    settle(game)
    assert kind(game) != "assault"


@rule("BD 5.12b")
def test_units_in_cities_and_lines_are_excused() -> None:
    city = stage("assault", {"6A": "2207", "4C": "2208"}, side="soviet", turn=3)
    line = stage("assault", {"6A": "2313", "4C": "2314"}, side="soviet", turn=3)
    assert offered(city, "done") and offered(line, "done") and offered(line, "attack 2314")


@rule("BD 5.12c")
def test_nobody_must_attack_across_a_river() -> None:
    game = stage("assault", {"6A": "2402", "4C": "2403"}, side="soviet", turn=3)
    assert offered(game, "done") and offered(game, "attack 2403")


@rule("BD 5.12d")
def test_a_unit_without_an_attack_it_may_make_is_free() -> None:
    """A cavalry group next to a city; 6th Army next to 2308 could attack, but from a city it need not."""
    positions = {"MCG": "1805", "4C": "1806", "6A": "2207", "5C": "2208"}
    assert offered(stage("assault", positions, side="soviet", turn=3), "done")
