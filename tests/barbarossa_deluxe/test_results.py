"""Combat results (11.25, 11.26): the die, the table, conversions, bloodbaths.

The table at 1:1: 1 DR, 2 BB, 3 BB, 4 AS, 5 AS, 6 AE; at 1:2: 1 BB, 2 BB, 3 AS, 4 AS, 5 AS, 6 AE; at 2:1: 1 DR, 2 DR,
3 BB, 4 BB, 5 AS, 6 AS; at 3:1: 1 DE, 2 DR, 3 DR, 4 BB, 5 BB, 6 AS.
"""

from __future__ import annotations

import pytest

from barbarossa_deluxe.battle import assault, declare, kind, on_map, results, settle, told
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, names, offered, place_of, stage
from ostfront.core.play.sequence import Mark
from rule import rule

DUEL = {"3Pz": "2309", "6A": "2308"}  # 4 to 3, 1:1
SOVIETS = {"6A": "2307", "16A": "2307", "4C": "2308"}  # 6 to 4, 1:1

# ---- the die (11.10, 11.25) ---------------------------------------------------------------------------


@rule("BD 11.25a")
def test_one_die_on_the_final_column() -> None:
    assert [results(assault(DUEL, "2308", turn=17, rolls=[str(die)]))[0] for die in (1, 4, 6)] == ["DR", "AS", "AE"]


@rule("BD 11.10b")
def test_beyond_the_table_no_die_is_rolled() -> None:
    """8:1 is DE, below 1:6 is AE."""
    positions = {"3Pz": "2309", "14Pz": "2309", "24Pz": "2309", "9RC": "2308"}
    game = assault(positions, "2308", "3Pz", "14Pz", "24Pz", turn=17)
    assert told(game, "result")[0][0] == 0 and results(game) == ["DE"]
    masses = {"GM": "2309", "5x": "2308", "6x": "2308"}
    game = assault(masses, "2308", turn=17)
    assert told(game, "result")[0][0] == 0 and results(game) == ["AE"]


@rule("BD 11.7b")
def test_once_a_stack_is_looked_into_there_is_no_way_back() -> None:
    game = stage("assault", {**DUEL, "16A": "2308"}, turn=17, rolls=["4"])
    declare(game, "2308")
    assert [act_.action.verb for act_ in game.draft("German")] == ["attack"]
    act(game, "pass")
    assert Mark("reveal") in (game.entries or ())


# ---- AE, AS, DE (11.26) -------------------------------------------------------------------------------


@rule("BD 11.26a")
def test_attackers_are_eliminated() -> None:
    game = assault({**DUEL, "14Pz": "2309"}, "2308", "3Pz", turn=17, rolls=["6"])
    assert place_of(game, "3Pz") == "dead-german"
    assert on_map(game, "6A") and on_map(game, "14Pz")


@rule("BD 11.26b")
def test_a_stalled_attack_changes_nothing() -> None:
    game = assault(DUEL, "2308", turn=17, rolls=["5"])
    assert (place_of(game, "3Pz"), place_of(game, "6A")) == ("2309", "2308")


@rule("BD 11.26c")
def test_defenders_are_eliminated() -> None:
    positions = {"3Pz": "2309", "14Pz": "2309", "4C": "2309", "6A": "2308"}
    game = assault(positions, "2308", "3Pz", "14Pz", "4C", turn=17, rolls=["1"])
    assert results(game) == ["DE"] and place_of(game, "6A") == "dead-soviet"


# ---- bloodbaths (11.26) -------------------------------------------------------------------------------


@rule("BD 11.26d")
def test_a_bloodbath_costs_the_attacker_as_much_as_the_defender() -> None:
    """6 to 3 is 2:1, die 4: three factors must go; one panzer corps is enough, an infantry corps is not."""
    positions = {"3Pz": "2309", "4C": "2309", "6A": "2308"}
    game = assault(positions, "2308", "3Pz", "4C", turn=17, rolls=["4"])
    assert results(game) == ["BB"] and asked(game) == [("German", "exchange")]
    act(game, "lose 4C")
    assert not on_map(game, "6A") and not on_map(game, "3Pz") and not on_map(game, "4C")
    game = assault(positions, "2308", "3Pz", "4C", turn=17, rolls=["4"])
    act(game, "lose 3Pz")
    assert not on_map(game, "6A") and on_map(game, "4C") and not on_map(game, "3Pz")


@rule("BD 11.26d")
def test_an_attacker_who_has_less_loses_all() -> None:
    """3 to 4 is 1:2, die 1."""
    game = assault({"6A": "2307", "4C": "2308"}, "2308", side="soviet", turn=6, rolls=["1"])
    assert results(game) == ["BB"] and not on_map(game, "6A") and not on_map(game, "4C")


@rule("BD 11.26e")
def test_losses_count_as_they_fought() -> None:
    """In a city a panzer corps counts 3, a shock army doubled 6."""
    city = {"3Pz": "2208", "14Pz": "2208", "4C": "2208", "6A": "2207"}
    game = assault(city, "2207", "3Pz", "14Pz", "4C", turn=17, rolls=["3"])  # 8 to 3 is 2:1, a city makes it 1:1
    assert results(game) == ["BB"]
    act(game, "lose 3Pz")
    assert on_map(game, "14Pz") and on_map(game, "4C")
    shock = {"1Sh": "2307", "6A": "2307", "4C": "2308"}
    game = assault(shock, "2308", "1Sh", "6A", side="soviet", turn=6, rolls=["3"])  # 9 to 4 is 2:1
    act(game, "lose 1Sh")
    assert on_map(game, "6A") and not on_map(game, "4C")


@rule("BD 11.26e")
def test_air_armies_do_not_pay() -> None:
    """3 + 1 to 2: the group with one factor is lost as well, though its air army had another."""
    positions = {"6A": "2307", "vRp": "2308"}
    game = assault(
        positions, "2308", side="soviet", turn=31, rolls=["4"], answers=["wings 6A"],
        depots=(FACTS.board.index("2306"), -1, -1),
    )  # fmt: skip
    assert results(game) == ["BB"] and not on_map(game, "6A")


@rule("BD 8.31d")
def test_a_tiger_counts_one_and_shares_the_fate_of_its_corps() -> None:
    """6 to 3 with Tigers is 3:1, die 5: 4C with its battalion is worth three."""
    positions = {"3Pz": "2309", "4C": "2309", "6A": "2308"}
    game = assault(positions, "2308", "3Pz", "4C", turn=17, rolls=["5"], with_={"502TB": "4C"})
    act(game, "lose 4C")
    assert on_map(game, "3Pz") and not on_map(game, "502TB")


@rule("BD 8.31d")
def test_a_defending_tiger_counts_one() -> None:
    """12 to 4 is 3:1, Tigers make it 2:1, die 3: five factors, so two armies must go."""
    positions = {"6A": "2307", "16A": "2307", "18A": "2208", "21A": "2208", "4C": "2308"}
    game = assault(
        positions, "2308", "6A", "16A", "18A", "21A", side="soviet", turn=17, rolls=["3"], with_={"502TB": "4C"},
        depots=(FACTS.board.index("2306"), -1, -1),
    )  # fmt: skip
    assert game.state.top.local.factors == 5 and not told(game, "eliminated")


@rule("BD 8.32d")
def test_a_group_counts_one_and_shares_the_fate_of_its_army() -> None:
    """6 to 4 with a group is 2:1, die 4: 6th Army with the group is worth four."""
    game = assault(
        SOVIETS, "2308", "6A", "16A", side="soviet", turn=25, rolls=["4", "3"], with_={"CMB": "6A"},
        depots=(FACTS.board.index("2306"), -1, -1),
    )  # fmt: skip
    assert results(game) == ["BB"]
    act(game, "lose 6A")
    assert on_map(game, "16A") and not on_map(game, "CMB")


@rule("BD 11.26f")
def test_dotted_units_go_first() -> None:
    """Group Mieth (1-3, dotted) must be given up before the panzer corps may be."""
    positions = {"3Pz": "2309", "14Pz": "2309", "GM": "2309", "6A": "2308"}
    game = assault(positions, "2308", "3Pz", "14Pz", "GM", turn=17, rolls=["5"])  # 9 to 3 is 3:1
    assert kind(game) == "exchange" and names(game.state.top.local.lost) == ["GM"]
    assert offered(game, "lose 3Pz")
    act(game, "lose 3Pz")
    assert not on_map(game, "GM") and on_map(game, "14Pz")


@rule("BD 8.4b")
def test_the_die_of_an_emergency_unit_stands_for_the_bloodbath() -> None:
    """6 and 1 to 3 are 2:1; on a 3 the unit with the 6 is enough."""
    positions = {"II": "2309", "III": "2309", "6A": "2308"}
    game = assault(positions, "2308", "II", "III", turn=31, rolls=["6", "1", "3"])
    act(game, "lose II")
    assert on_map(game, "III") and not on_map(game, "6A")


# ---- conversions that nobody chooses ------------------------------------------------------------------


@rule("BD 5.14a")
def test_on_turn_1_a_soviet_bloodbath_is_a_retreat() -> None:
    """6 to 4 is 1:1; on a 3 the corps is driven back."""
    game = assault(SOVIETS, "2308", "6A", "16A", side="soviet", turn=1, rolls=["3"])
    assert results(game) == ["BB", "DR"]
    game = assault(SOVIETS, "2308", "6A", "16A", side="soviet", turn=2, rolls=["3"])
    assert results(game) == ["BB"]


@rule("BD 9.6d")
def test_in_a_hero_city_a_retreat_is_a_bloodbath() -> None:
    """24 to 3 is 8:1, a hero city makes it 5:1, and a 4 is DR."""
    positions = {f"{n}SSPz": "2208" for n in (1, 2)} | {"4SSPz": "2208", "GD": "2208", "3SSPz": "2208", "6A": "2207"}
    positions |= {"3Pz": "2307", "14Pz": "2307"}
    units = [unit for unit in positions if unit != "6A"]
    game = assault(positions, "2207", *units, turn=31, rolls=["4"], hero=hexes("2207"))
    assert results(game) == ["DR", "BB"]


@rule("BD 9.6d")
def test_in_a_fortress_city_too() -> None:
    positions = {"1GT": "2206", "2GT": "2206", "3GT": "2206", "4GT": "2306", "5GT": "2306", "vRp": "2207"}
    units = [unit for unit in positions if unit != "vRp"]
    depots = (FACTS.board.index("2206"), -1, -1)
    game = assault(
        positions, "2207", *units, side="soviet", turn=31, rolls=["1"], fortress=hexes("2207"), depots=depots
    )
    assert results(game) in (["DE"], ["DR", "BB"])
    weak = {"1GT": "2206", "vRp": "2207", "2GT": "2306"}
    game = assault(
        weak, "2207", "1GT", "2GT", side="soviet", turn=31, rolls=["2"], fortress=hexes("2207"), depots=depots
    )  # 12 to 2 is 6:1, a fortress makes it 3:1
    assert results(game) == ["DR", "BB"]


@rule("BD 8.18d")
def test_in_the_fortified_area_a_retreat_is_a_bloodbath() -> None:
    """10 to 3 is 3:1, with two columns off 1:1: a 1 is DR. On the turn of placement it stays a retreat."""
    positions = {"3Pz": "2309", "14Pz": "2309", "4C": "2309", "6A": "2308"}
    area = {"area": FACTS.board.index("2308"), "turn": 17}
    game = assault(positions, "2308", "3Pz", "14Pz", "4C", rolls=["1"], area_since=16, **area)
    assert results(game) == ["DR", "BB"]
    game = assault(positions, "2308", "3Pz", "14Pz", "4C", rolls=["2"], area_since=17, **area)
    assert results(game) == ["DR"]


@rule("BD 11.20b")
def test_germans_in_a_plain_city_do_not_retreat() -> None:
    """12 to 4 is 3:1, a city makes it 2:1, and a 1 is DR."""
    positions = {"6A": "2206", "16A": "2206", "18A": "2206", "21A": "2206", "4C": "2207"}
    game = assault(positions, "2207", "6A", "16A", "18A", "21A", side="soviet", turn=6, rolls=["1"])
    assert results(game) == ["DR", "AS"] and on_map(game, "4C")
    own = {"3Pz": "2208", "14Pz": "2208", "4C": "2208", "6A": "2207"}
    game = assault(own, "2207", "3Pz", "14Pz", "4C", turn=17, rolls=["1"])
    assert results(game) == ["DR"]


@rule("BD 5.14a", "BD 11.20b")
def test_a_soviet_bloodbath_of_turn_1_stalls_before_a_plain_city() -> None:
    positions = {"6A": "2206", "16A": "2206", "18A": "2206", "21A": "2206", "4C": "2207"}
    game = assault(positions, "2207", "6A", "16A", "18A", "21A", side="soviet", turn=1, rolls=["3"])
    assert results(game) == ["BB", "AS"]  # told once, from the first to the last


# ---- the attacker's choice ----------------------------------------------------------------------------


@rule("BD 5.14b")
def test_on_turn_1_the_german_may_drive_back_in_place_of_a_bloodbath() -> None:
    """Into cities too: Lvov (2415)."""
    positions = {"3Pz": "2416", "14Pz": "2416", "6A": "2415"}  # 6 to 3, 2:1; city and fight/move even out
    game = assault(positions, "2415", "3Pz", "14Pz", turn=1, rolls=["4"])
    assert asked(game) == [("German", "conversion")]
    act(game, "drive-back")
    assert results(game) == ["BB", "DR"]


@rule("BD 5.16a")
@pytest.mark.parametrize(
    ("turn", "may"), [(2, True), (6, True), (7, False), (9, True), (12, True), (13, False), (17, False)]
)
def test_when_the_german_may_drive_back(turn: int, may: bool) -> None:
    """A bloodbath at 1:1 on a 3, with the phase order that has no bonus."""
    game = assault(DUEL, "2308", turn=turn, rolls=["3"], order=2, nth=2, paused=True)
    assert results(game)[0] == "BB"
    assert (kind(game) == "conversion") == may


@rule("BD 5.16a")
def test_not_against_a_city_and_not_for_the_soviets() -> None:
    city = {"3Pz": "2208", "14Pz": "2208", "4C": "2208", "6A": "2207"}  # 8 to 3, less a column 1:1
    game = assault(city, "2207", "3Pz", "14Pz", "4C", turn=9, order=2, nth=2, rolls=["3"])
    assert results(game) == ["BB"] and kind(game) != "conversion"
    game = assault(SOVIETS, "2308", "6A", "16A", side="soviet", turn=3, rolls=["3"])
    assert results(game) == ["BB"] and kind(game) != "conversion"


@rule("BD 11.33b")
def test_the_soviets_may_drive_back_a_satellite_army() -> None:
    """6 to 3 is 2:1, alone in the USSR 3:1: a 4 is BB."""
    positions = {"6A": "2307", "16A": "2307", "3R": "2308"}
    game = assault(positions, "2308", "6A", "16A", side="soviet", turn=6, rolls=["4"])
    assert asked(game) == [("Soviet", "conversion")]
    act(game, "drive-back")
    assert results(game) == ["BB", "DR"] and on_map(game, "3R")


@rule("BD 11.33b")
def test_in_a_fortress_city_too_and_the_retreat_stands() -> None:
    """12 to 3 is 4:1; less three for the fortress, one more for the satellite: 2:1, a 1 is DR, then BB."""
    positions = {"6A": "2206", "16A": "2206", "18A": "2206", "21A": "2206", "3R": "2207"}
    game = assault(
        positions, "2207", "6A", "16A", "18A", "21A", side="soviet", turn=6, rolls=["1"], fortress=hexes("2207")
    )
    assert results(game) == ["DR", "BB"] and kind(game) == "conversion"
    act(game, "drive-back")
    assert results(game)[-1] == "DR"
    act(game, "retreat 2208")
    assert place_of(game, "3R") == "2208"


# ---- units that had retreated into the hex (11.29) ----------------------------------------------------

REFUGE = {"3Pz": "2309", "6A": "2308", "14Pz": "2408", "24Pz": "2408", "16A": "2307"}


@rule("BD 11.29a", "BD 11.29b")
def test_units_that_fled_into_a_stack_do_not_help_it_and_die_with_it() -> None:
    """6th Army falls back on the 16th in 2307; 8 to 3 is 2:1, a 2 drives the 16th away and the 6th is lost."""
    game = assault(REFUGE, "2308", "3Pz", turn=17, rolls=["1", "2"], answers=["retreat 2307", "done"])
    act(game, "attack 2307", "with 14Pz", "with 24Pz")
    settle(game)
    assert told(game, "odds")[1][:2] == (8, 3)
    assert results(game) == ["DR", "DR"]
    assert not on_map(game, "6A") and on_map(game, "16A")


@rule("BD 11.29b")
def test_they_are_spared_if_the_attack_stalls() -> None:
    game = assault(REFUGE, "2308", "3Pz", turn=17, rolls=["1", "5"], answers=["retreat 2307", "done"])
    act(game, "attack 2307", "with 14Pz", "with 24Pz")
    settle(game)
    assert results(game) == ["DR", "AS"] and on_map(game, "6A")


# ---- stacks after a battle (6.2) ----------------------------------------------------------------------


@rule("BD 6.2b")
def test_two_tiger_battalions_driven_together_are_cut_down() -> None:
    """Around 2308 only 2309 is open to 4C, and the Tigers of 5C stand there; the Soviet player removes one."""
    armies = {"6A": "2307", "16A": "2307", "18A": "2208", "21A": "2209", "22A": "2408", "24A": "2409"}
    positions = {**armies, "4C": "2308", "5C": "2309"}
    depots = (FACTS.board.index("2306"), -1, -1)
    tigers = {"502TB": "4C", "503TB": "5C"}
    game = assault(
        positions, "2308", "6A", "16A", "18A", side="soviet", turn=17, rolls=["1"], with_=tigers, depots=depots
    )  # 9 to 4 is 2:1, Tigers make it 1:1
    assert results(game) == ["DR"] and place_of(game, "4C") == "2309"
    act(game, "done")
    assert asked(game) == [("Soviet", "excess")]
    act(game, "remove 503TB")
    assert on_map(game, "502TB") and on_map(game, "5C") and not on_map(game, "503TB")
