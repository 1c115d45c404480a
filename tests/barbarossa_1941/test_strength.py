"""Odds of a combat (6, 8.1, 11.2, 12.3 to 12.13): columns, shifts, die modifiers, automatic losses."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.stage import AXIS, FACTS, SOVIET, hex_of, hexes, stage, units
from ostfront.core.map.hexes import bits, lowest
from ostfront.games.barbarossa_1941.rules import strength as s
from ostfront.games.barbarossa_1941.state import B41State, Battle
from rule import rule

CLEAR_HEX = next(
    i
    for i in bits(FACTS.ussr & FACTS.board.terrain["clear"] & ~FACTS.cities)
    if not FACTS.across_river[i] and len(bits(FACTS.near[False, False][i])) == 6
)
RIVER_HEX = next(
    i
    for i in bits(FACTS.ussr & FACTS.board.terrain["clear"] & ~FACTS.cities)
    if 0 < FACTS.across_river[i].bit_count() < 4 and len(bits(FACTS.near[False, False][i])) == 6
)


def name(place: int) -> str:
    return FACTS.board.place_name(place)


def beside(place: int, river: bool = False) -> str:
    """A neighbour of a hex, across a river or not."""
    near = FACTS.near[False, False][place]
    across = FACTS.across_river[place]
    return name(lowest(near & across if river else near & ~across))


def battle(
    attackers: dict[str, str], defenders: dict[str, str], target: int, side: int = AXIS, turn: int = 2, **more: Any
) -> tuple[B41State, Battle]:
    """A position and the battle in it."""
    fields = {key: more.pop(key) for key in ("isolated", "reduced", "forts_soviet", "forts_axis") if key in more}
    game = stage("combat", attackers | defenders, side="axis" if side == AXIS else "soviet", turn=turn, **fields)
    local = Battle(side, target, units(*attackers), defenders=units(*defenders))
    return game.state, local._replace(**more)


def attack(target: int = CLEAR_HEX, turn: int = 2, **more: Any) -> tuple[B41State, Battle]:
    """A panzer corps (6) against a Soviet army (3)."""
    return battle({"DE-XXIV": beside(target)}, {"SU-32A": name(target)}, target, turn=turn, **more)


def at(local: Battle, lead_attack: str, lead_defence: str) -> Battle:
    index = FACTS.roster.index
    return local._replace(lead_attack=index[lead_attack], lead_defence=index[lead_defence])


# ---- columns ----------------------------------------------------------------------------------------


@rule("B41 6j")
@pytest.mark.parametrize(
    ("attacking", "defending", "column"),
    [(6, 3, "2:1"), (5, 3, "3:2"), (4, 3, "1:1"), (3, 3, "1:1"), (2, 3, "1:2"), (3, 4, "1:2"), (1, 3, "1:3"),
     (11, 4, "2:1"), (12, 4, "3:1"), (40, 4, "8:1")],
)  # fmt: skip
def test_fractions_favour_the_defender(attacking: int, defending: int, column: str) -> None:
    assert FACTS.crt.columns[s.ratio_column(FACTS, attacking, defending)] == column


@rule("B41 6l")
def test_below_the_first_column_and_beyond_the_last() -> None:
    assert s.ratio_column(FACTS, 1, 9) == 0
    assert s.shifted(FACTS, 1, -3) == 0
    assert s.shifted(FACTS, FACTS.crt.last - 1, 4) == FACTS.crt.last
    assert s.shifted(FACTS, 3, 1 - 2) == 2


@rule("B41 6j")
def test_values_of_all_units_by_their_steps() -> None:
    target = CLEAR_HEX
    state, local = battle({"DE-XXIV": beside(target), "DE-VII": beside(target)}, {"SU-32A": name(target)}, target)
    assert s.attack_strength(FACTS, state, local.attackers) == 6 + 4
    state, local = attack(reduced=["DE-XXIV"])
    assert s.attack_strength(FACTS, state, local.attackers) == 3


@rule("B41 12.5d")
def test_an_airborne_corps_alone_has_no_defence() -> None:
    moscow = hex_of(FACTS, "Moscow")  # which would shift two columns
    state, local = battle(
        {"DE-BEF101": name(lowest(FACTS.near[False, False][moscow]))}, {"SU-4ABN": name(moscow)}, moscow
    )
    assert s.defence_strength(FACTS, state, local.defenders) == 0
    assert s.final_column(FACTS, state, local) == FACTS.crt.last


@rule("B41 12.4a", "B41 12.4b")
def test_the_fortress_adds_its_value_and_may_lead() -> None:
    target = hex_of(FACTS, "Sevastopol")
    state, local = battle(
        {"DE-XI": beside(target)},
        {"SU-32A": name(target), "SU-FORT-SEV": name(target)},
        target,
    )
    assert s.defence_strength(FACTS, state, local.defenders) == 3 + 4
    assert s.leads_defence(FACTS, local.defenders) == units("SU-32A", "SU-FORT-SEV")
    assert s.defence_strength(FACTS, state, units("SU-FORT-SEV")) == 4


# ---- shifts -----------------------------------------------------------------------------------------


@rule("B41 6i")
def test_the_difference_of_qualities_shifts() -> None:
    state, local = attack()
    assert s.quality_shift(FACTS, state, local) == 0  # nobody leads yet
    assert s.quality_shift(FACTS, state, at(local, "DE-XXIV", "SU-32A")) == 5 - 1
    assert s.quality_shift(FACTS, state, at(local, "DE-BEF101", "SU-FORT-SEV")) == 2 - 3
    assert s.quality_shift(FACTS, state, at(local, "DE-XXIV", "SU-4ABN")) == 4  # five, but four at most


@rule("B41 6k", "B41 12.10f")
def test_ground_and_cities() -> None:
    chart = FACTS.charts["terrain"]
    for kind in ("clear", "forest", "marsh", "mountain", "arctic"):
        for target in bits(FACTS.board.terrain[kind] & ~FACTS.cities)[:1]:
            state, local = attack()
            assert s.ground_shift(FACTS, state, local._replace(target=target)) == chart[kind]["shift"]
    state, local = attack()
    moscow = local._replace(target=hex_of(FACTS, "Moscow"))
    assert s.ground_shift(FACTS, state, moscow) == -1
    minor = lowest(FACTS.minors & FACTS.board.terrain["clear"])
    assert s.ground_shift(FACTS, state, local._replace(target=minor)) == -1


@rule("B41 6k")
def test_a_river_counts_if_every_attacker_is_across_one() -> None:
    across, dry = beside(RIVER_HEX, river=True), beside(RIVER_HEX)
    army = {"SU-32A": name(RIVER_HEX)}
    state, local = battle({"DE-XXIV": across, "DE-VII": across}, army, RIVER_HEX)
    assert s.river_shift(FACTS, state, local) == -1
    state, local = battle({"DE-XXIV": across, "DE-VII": dry}, army, RIVER_HEX)
    assert s.river_shift(FACTS, state, local) == 0
    state, local = battle({"DE-XXIV": across}, army, RIVER_HEX, turn=8)  # icy
    assert s.river_shift(FACTS, state, local) == 0


@rule("B41 12.6a")
def test_a_coup_de_main_takes_the_river_away() -> None:
    state, local = battle({"DE-XXIV": beside(RIVER_HEX, river=True)}, {"SU-32A": name(RIVER_HEX)}, RIVER_HEX, turn=1)
    assert s.river_shift(FACTS, state, local._replace(coup=s.COUP_FAILED)) == -1
    assert s.river_shift(FACTS, state, local._replace(coup=s.COUP_SUCCEEDED)) == 0


@rule("B41 11.2a", "B41 12.3h")
def test_air_corps_are_set_against_each_other() -> None:
    state, local = attack(air_attack=FACTS.roster.index["DE-LW1"])
    assert s.air_shift(FACTS, state, local) == 2
    assert s.air_shift(FACTS, state, local._replace(air_defence=FACTS.roster.index["SU-AIR1"])) == 1
    for turn in (8, 10):  # icy, deep freeze
        state.turn = turn
        assert s.air_shift(FACTS, state, local) == 1


@rule("B41 6i", "B41 6k")
def test_all_shifts_are_added_before_the_table_ends() -> None:
    target = RIVER_HEX
    state, local = battle({"DE-XXIV": beside(target, river=True)}, {"SU-32A": name(target)}, target)
    local = at(local, "DE-XXIV", "SU-32A")
    # 6 to 3 is 2:1; quality +4, river -1
    assert FACTS.crt.columns[s.final_column(FACTS, state, local)] == "5:1"


# ---- the die ----------------------------------------------------------------------------------------


def die(state: B41State, local: Battle) -> dict[str, int]:
    return {item.rule: item.value for item in s.die_modifiers(FACTS, state, local)}


@rule("B41 12.8d")
def test_surprise_needs_a_german_lead_on_turn_1() -> None:
    state, local = attack(turn=1)
    assert die(state, at(local, "DE-XXIV", "SU-32A")) == {"12.8d": 1}
    assert die(state, at(local, "RO-CAV", "SU-32A")) == {}
    state, local = attack(turn=2)
    assert die(state, at(local, "DE-XXIV", "SU-32A")) == {}


@rule("B41 8.1b", "B41 8.1c")
def test_isolated_units() -> None:
    state, local = attack(isolated=["DE-XXIV"])
    assert die(state, local) == {"8.1b": -2}
    state, local = attack(isolated=["SU-32A"])
    assert die(state, local) == {"8.1c": 1}


@rule("B41 12.4c")
def test_a_fort_helps_its_own_side_only() -> None:
    state, local = attack(forts_soviet=hexes(name(CLEAR_HEX)))
    assert die(state, local) == {"12.4c": -1}
    assert die(state, local._replace(side=SOVIET)) == {}


@rule("B41 12.5b", "B41 12.9a", "B41 12.13b")
def test_airborne_corps_fleet_and_joukov() -> None:
    corps = FACTS.roster.index["SU-4ABN"]
    state, local = battle({"SU-32A": beside(CLEAR_HEX)}, {"DE-VII": name(CLEAR_HEX)}, CLEAR_HEX, side=SOVIET)
    assert die(state, local._replace(para_attack=corps)) == {"12.5b": 1}
    assert die(state, local._replace(fleet=True)) == {"12.9a": 1}
    assert die(state, local._replace(joukov=True)) == {"12.13b": 1}
    state, local = attack()
    assert die(state, local._replace(para_defence=corps)) == {"12.5b": -1}
    assert die(state, local._replace(fleet=True)) == {"12.9a": -1}
    assert die(state, local._replace(joukov=True)) == {}


@rule("B41 12.3k")
def test_deep_freeze_spares_winter_troops() -> None:
    north = next(
        i for i in bits(FACTS.north & FACTS.ussr & FACTS.board.terrain["clear"]) if FACTS.near[False, False][i]
    )
    here = name(lowest(FACTS.near[False, False][north]))
    state, local = battle({"DE-VII": here}, {"SU-32A": name(north)}, north, turn=9)
    assert die(state, local) == {"12.3k": -1}
    mountain = local._replace(attackers=units("DE-XXXXIX"))
    assert die(state, mountain) == {}
    guards = FACTS.roster.index["SU-GABN1"]
    assert "12.3k" not in die(state, local._replace(para_defence=guards))
    state.turn = 8
    assert die(state, local) == {}


# ---- losses and dice --------------------------------------------------------------------------------


@rule("B41 12.12c", "B41 12.13b", "B41 12.13c", "B41 6m")
def test_automatic_losses() -> None:
    _, local = attack()
    assert s.added_losses(FACTS, local) == (0, 0)
    assert s.added_losses(FACTS, local._replace(guns_attack=True)) == (0, 1)
    assert s.added_losses(FACTS, local._replace(guns_attack=True, guns_defence=True)) == (1, 1)
    assert s.added_losses(FACTS, local._replace(joukov=True)) == (1, 1)  # in defence
    assert s.added_losses(FACTS, local._replace(joukov=True, side=SOVIET)) == (1, 0)


@rule("B41 12.13b", "B41 12.12c", "B41 12.5b")
def test_joukov_with_guns_and_airborne_corps() -> None:
    """The example of 12.13: a loss for each side, and +2."""
    corps = FACTS.roster.index["SU-4ABN"]
    state, local = battle({"SU-32A": beside(CLEAR_HEX)}, {"DE-VII": name(CLEAR_HEX)}, CLEAR_HEX, side=SOVIET)
    local = local._replace(joukov=True, guns_attack=True, para_attack=corps)
    assert s.added_losses(FACTS, local) == (1, 1)
    assert sum(item.value for item in s.die_modifiers(FACTS, state, local)) == 2


@rule("B41 6f")
def test_seven_steps_on_one_side_take_two_dice() -> None:
    target = CLEAR_HEX
    near = [name(i) for i in bits(FACTS.near[False, False][target])]
    corps = {"DE-XXIV": near[0], "DE-VII": near[0], "DE-IX": near[0], "DE-XIII": near[1]}
    state, local = battle(corps, {"SU-32A": name(target)}, target)
    three = units("DE-XXIV", "DE-VII", "DE-IX")
    assert s.dice_count(FACTS, state, three, local.defenders) == 1
    assert s.dice_count(FACTS, state, local.attackers, local.defenders) == 2
    assert s.dice_count(FACTS, state, units("SU-32A"), local.attackers) == 2  # the defender may be the larger one


@rule("B41 6h")
def test_a_motorised_unit_leads_the_attack() -> None:
    target = CLEAR_HEX
    state, local = battle({"DE-XXIV": beside(target), "DE-VII": beside(target)}, {"SU-32A": name(target)}, target)
    assert s.leads_attack(FACTS, state, local.attackers) == units("DE-XXIV")
    assert s.leads_attack(FACTS, state, units("DE-VII")) == units("DE-VII")


def test_the_reckoning_names_a_clause_for_everything() -> None:
    state, local = attack(isolated=["SU-32A"], guns_attack=True, air_attack=FACTS.roster.index["DE-LW1"])
    found = s.reckoning(FACTS, state, at(local, "DE-XXIV", "SU-32A"))
    assert [(item.channel, item.rule, item.value) for item in found] == [
        ("column", "6i", 4),
        ("column", "11.2a", 2),
        ("die", "8.1c", 1),
        ("defender", "12.12c", 1),
    ]
