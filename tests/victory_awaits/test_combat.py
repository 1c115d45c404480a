"""Combat (10.0 to 10.4): who attacks what, strengths, ratio, declaring, resolving. On the open steppe of K3527."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.rules.strength import ratio
from ostfront.games.victory_awaits.rules.supply_lines import cut_off
from rule import rule
from victory_awaits.stage import asked, facts_of, place_of, points, stage, steps_of, verdict

TARGET = "K3527"
RING = ("K3526", "K3427", "K3428", "K3528", "K3628", "K3627")  # around it, clockwise from the north-west side


def fight(units: dict[str, str], **more: Any) -> Game:
    return stage("combat", units, scenario="kiev", **more)


def odds_of(game: Game, action: str) -> str:
    found = game.odds(action)
    assert found is not None
    return found.title.rpartition(", ")[2]


def dice(column: str, code: str) -> int:
    """A die that gives this result in a column."""
    crt = facts_of("kiev").crt
    at = crt.columns.index(column)
    return next(die for die in range(1, 7) if crt.result(die, at).code == code)


def test_odds_name_what_halves_and_what_adds_nothing() -> None:
    index = facts_of("kiev").roster.index
    game = fight({"9Pz": "K3526", "11Pz": "K3526", "S-45": TARGET, "S-62": TARGET})
    game.state.out_of_command = 1 << index["9Pz"]
    game.state.retreated = 1 << index["S-62"]
    found = game.odds(f"attack {TARGET}")
    assert found is not None
    assert {"AVA 17.2d", "AVA 10.3.1c"} <= {shift.rule for shift in found.shifts}
    game.state.out_of_command = game.state.retreated = 0
    plain = game.odds(f"attack {TARGET}")
    assert plain is not None
    assert not {"AVA 17.2d", "AVA 10.3.1c"} & {shift.rule for shift in plain.shifts}


def test_why_not_attack_after_a_segment_that_was_passed_over() -> None:
    """The answer is about the segment that had no possible attack, not about the question that is open now."""
    game = fight({"44": "K3526", "S-45": TARGET, "S-62": TARGET, "S-99": "K3530"})
    assert "attack" not in [kind for _, kind in asked(game)]
    assert verdict(game, f"attack {TARGET}") == ["AVA 10.3.4"]
    assert verdict(game, "attack K3530") == ["AVA 10.0"]


# ---- who may attack (10.0, 10.1) ------------------------------------------------------------------------


@rule("AVA 10.0")
def test_only_hexes_with_enemies_beside_active_units() -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET, "S-62": "K3530"})
    assert [text for text in game.legal.texts if text.startswith("attack")] == [f"attack {TARGET}"]
    assert verdict(game, "attack K3525")
    assert verdict(game, "attack K3530")


@rule("AVA 10.1a")
def test_combat_is_voluntary() -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET})
    assert not verdict(game, "done")
    game.play("done")
    assert place_of(game, "S-45") == TARGET


@rule("AVA 10.1b")
@rule("AVA 10.1c")
def test_a_unit_attacks_once_and_stack_mates_may_part() -> None:
    game = fight({"9Pz": "K3526", "11Pz": "K3526", "S-45": TARGET, "S-62": "K3427"})
    game.play(f"attack {TARGET} with 9Pz ready")
    assert not verdict(game, "attack K3427")
    game.play("attack K3427")
    assert [text for text in game.legal.texts if text.startswith("with")] == ["with 11Pz"]
    assert verdict(game, "with 9Pz")


@rule("AVA 10.1d")
def test_sleeping_units_do_not_attack() -> None:
    game = fight({"9Pz": "K3526", "11Pz": "K3528", "S-45": TARGET}, active=["9Pz"])
    game.play(f"attack {TARGET}")
    assert "with 11Pz" not in game.legal.texts
    game = fight({"9Pz": "K3526", "11Pz": "K3530", "S-45": "K3529"}, active=["9Pz"])
    assert "attack" not in [kind for _, kind in asked(game)]


@rule("AVA 10.1e")
def test_a_hex_is_attacked_once() -> None:
    game = fight({"9Pz": "K3526", "11Pz": "K3528", "S-45": TARGET, "S-62": "K3427"})
    game.play(f"attack {TARGET} with 9Pz ready")
    assert verdict(game, f"attack {TARGET}")


@rule("AVA 10.1f")
@rule("AVA 10.3.1a")
def test_units_of_several_hexes_join() -> None:
    game = fight({"44": "K3526", "57": "K3528", "1PzG": "K3427", "S-45": TARGET})
    game.play(f"attack {TARGET}")
    assert odds_of(game, "with 44") == "1.5:1"
    game.play("with 44")
    assert odds_of(game, "with 57") == "3:1"
    game.play("with 57")
    assert odds_of(game, "with 1PzG") == "4:1"


@rule("AVA 10.1g")
def test_stacked_defenders_defend_together() -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET, "S-62": TARGET})
    game.play(f"attack {TARGET}")
    assert odds_of(game, "with 9Pz") == "2:1"


@rule("AVA 10.1h")
@rule("AVA 2.1f")
def test_no_attack_over_the_start_line_nor_into_roadless_mountains() -> None:
    facts = facts_of("kiev")
    line = next(side for side in facts.board.hexside_rows if side.kind == "start-line" and _dry(side.a, side.b))
    a, b = facts.board.name(line.a), facts.board.name(line.b)
    game = fight({"44": a, "S-45": b, "S-62": b}, side="soviet")
    assert "attack" not in [kind for _, kind in asked(game)]
    game = fight({"9Pz": a, "11Pz": a, "S-45": b})
    assert asked(game) == [("Axis", "attack")]
    high = next(
        (i, n)
        for i in facts.grid.hexes
        for n in facts.grid.adjacent(i)
        if facts.mountains >> n & 1 and not facts.mountains >> i & 1 and not facts.steps[0][0][i] >> n & 1
        and facts.land >> i & 1 and facts.steps[0][1][i] >> n & 1
    )  # fmt: skip
    foot, top = (facts.board.name(i) for i in high)
    assert "attack" not in [kind for _, kind in asked(fight({"9Pz": foot, "44": foot, "S-3C": top}))]
    assert asked(fight({"1MT": foot, "4MT": foot, "S-3C": top})) == [("Axis", "attack")]


def _dry(a: int, b: int) -> bool:
    facts = facts_of("kiev")
    flat = all(facts.board.terrain_at[i] == "plains" and not facts.cities >> i & 1 for i in (a, b))
    return flat and not facts.across_river[a] >> b & 1


# ---- strengths (1.2, 10.3) ------------------------------------------------------------------------------


@rule("AVA 1.2")
def test_halves_are_dropped_once_from_the_total() -> None:
    """Two 3s across a river make 3, not 2; one alone makes 1."""
    facts = facts_of("kiev")
    place, behind = next(
        (i, n) for i in facts.grid.hexes for n in facts.grid.adjacent(i)
        if facts.across_river[i] >> n & 1 and facts.shift_at[i] == 0 and facts.steps[0][0][n] >> i & 1
    )  # fmt: skip
    target, bank = facts.board.name(place), facts.board.name(behind)
    game = fight({"44": bank, "57": bank, "S-3C": target})
    game.play(f"attack {target}")
    assert odds_of(game, "with 44") == "1:1"
    game.play("with 44")
    assert odds_of(game, "with 57") == "3:1"


def no_way_home() -> dict[str, str]:
    """Soviets in every Axis source."""
    facts = facts_of("kiev")
    return dict(zip(("S-62", "S-87", "S-124", "S-135"), map(facts.board.name, bits(facts.sources[0])), strict=True))


@rule("AVA 10.3.1d")
@rule("AVA 11.1.3")
def test_supply_does_not_change_strength() -> None:
    """A panzer division whose sources are all in enemy hands still has 8."""
    game = fight({"9Pz": "K3526", "S-45": TARGET, **no_way_home()}, turn=6)
    assert cut_off(facts_of("kiev"), game.state, facts_of("kiev").roster.index["9Pz"])
    game.play(f"attack {TARGET}")
    assert odds_of(game, "with 9Pz") == "4:1"


@rule("AVA 11.1.3")
def test_supply_does_not_change_movement() -> None:
    game = stage("movement", {"9Pz": "K3526", **no_way_home()}, scenario="kiev", turn=6)
    game.play("pick 9Pz")
    assert points(game) == 10


@rule("AVA 2.2c")
def test_mechanized_units_have_two_strengths() -> None:
    game = fight({"S-45": "K3526", "S-62": "K3526", "S-87": "K3427", "9Pz": TARGET}, side="soviet")
    game.play(f"attack {TARGET}")
    game.play("with S-45")
    game.play("with S-62")
    assert odds_of(game, "with S-87") == "1.5:1"


@rule("AVA 10.3.2")
def test_ratios_round_down_and_end_at_ten() -> None:
    facts = facts_of("kiev")
    last = facts.crt.last
    assert [ratio(facts, a, d) for a, d in ((1, 2), (2, 2), (99, 1), (0, 0))] == [-1, 0, last, last]


@rule("AVA 10.3.3a")
def test_terrain_shifts() -> None:
    """Kiev is a major city: two columns."""
    facts = facts_of("kiev")
    assert facts.shift_at[facts.board.index("K3507")] == 2
    city = facts.board.index("K3507")
    spot = next(n for n in facts.grid.adjacent(city) if facts.land >> n & 1 and not facts.across_river[n] >> city & 1)
    game = fight({"9Pz": facts.board.name(spot), "S-45": "K3507"})
    game.play("attack K3507")
    assert odds_of(game, "with 9Pz") == "2:1"


@rule("AVA 10.3.4")
def test_an_attack_below_one_to_one_is_refused() -> None:
    game = fight({"44": "K3526", "S-45": TARGET, "S-62": TARGET})
    assert "attack" not in [kind for _, kind in asked(game)]
    game = fight({"44": "K3526", "57": "K3528", "S-45": TARGET, "S-62": TARGET})
    game.play(f"attack {TARGET}")
    assert "AVA 10.3.4" in verdict(game, "ready") or "ready" not in game.legal.texts
    game.play("with 44")
    assert "ready" not in game.legal.texts


# ---- declaring and resolving (10.2) ---------------------------------------------------------------------

TWO = {"9Pz": "K3526", "11Pz": "K3427", "S-45": TARGET, "S-62": "K3326"}


@rule("AVA 10.2.1a")
@rule("AVA 10.2.1b")
def test_all_are_declared_before_the_first_die_and_resolved_in_any_order() -> None:
    game = fight(TWO, rolls=["roll 4", "roll 4"])
    game.play(f"attack {TARGET} with 9Pz ready")
    assert asked(game) == [("Axis", "attack")]
    assert place_of(game, "S-45") == TARGET
    game.play("attack K3326 with 11Pz")
    assert asked(game) == [("Axis", "resolve")]
    assert sorted(game.legal.texts) == ["resolve K3326", f"resolve {TARGET}"]
    game.play("resolve K3326")
    assert place_of(game, "S-62") != "K3326"
    assert place_of(game, "S-45") == TARGET


@rule("AVA 10.2.2")
@rule("AVA 10.2.3")
@rule("AVA 10.4a")
def test_the_attacker_loses_steps() -> None:
    game = fight({"44": "K3526", "S-45": TARGET}, rolls=[f"roll {dice('1.5', 'A1')}"])
    game.play(f"attack {TARGET} with 44")
    assert steps_of(game, "44") == 1
    assert place_of(game, "S-45") == TARGET


@rule("AVA 10.4a")
def test_a_dash_is_nothing() -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET}, rolls=[f"roll {dice('4', '-')}"])
    game.play(f"attack {TARGET} with 9Pz")
    assert (steps_of(game, "9Pz"), steps_of(game, "S-45"), place_of(game, "S-45")) == (2, 2, TARGET)


@rule("AVA 10.4b")
@rule("AVA 10.6a")
@pytest.mark.parametrize(("code", "hexes"), [("R", 1), ("RR", 2)])
def test_retreats(code: str, hexes: int) -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET}, rolls=[f"roll {dice('4', code)}"])
    game.play(f"attack {TARGET} with 9Pz")
    if asked(game)[0][1] == "retreat":
        game.play(game.legal.texts[0])
    facts = facts_of("kiev")
    assert facts.grid.distance(facts.board.index(TARGET), facts.board.index(place_of(game, "S-45"))) == hexes
    assert steps_of(game, "S-45") == 2


@rule("AVA 10.4c")
def test_steps_then_retreat() -> None:
    game = fight({"9Pz": "K3526", "S-45": TARGET}, rolls=[f"roll {dice('4', '1RR')}"])
    game.play(f"attack {TARGET} with 9Pz")
    if asked(game)[0][1] == "retreat":
        game.play(game.legal.texts[0])
    assert steps_of(game, "S-45") == 1
    assert place_of(game, "S-45") != TARGET


@rule("AVA 10.3.1c")
def test_units_that_retreated_add_nothing_but_suffer() -> None:
    """S-45 falls back on S-62 in K3528, which is attacked next: it defends with 2, and both must go."""
    units = {
        "9Pz": "K3526", "S-45": TARGET, "S-62": "K3528", "11Pz": "K3529", "44": "K3428", "57": "K3628",
        "75": "K3427", "111": "K3627",
    }  # fmt: skip
    game = fight(units, rolls=[f"roll {dice('4', 'R')}", f"roll {dice('4', 'R')}"], active=["9Pz", "11Pz"])
    game.play(f"attack {TARGET} with 9Pz ready")
    if asked(game) == [("Axis", "attack")]:
        game.play("attack K3528 with 11Pz")
    game.play(f"resolve {TARGET}")
    while asked(game)[0][1] == "retreat":
        game.play(next(text for text in game.legal.texts if "K3528" in text))
    assert place_of(game, "S-45") == "K3528"
    while asked(game)[0][1] == "advance":
        game.play("done")
    # 8 against S-62's 2 alone is 4:1 and a retreat, which costs a step; with S-45 it would be 2:1 and nothing
    assert (place_of(game, "S-45"), steps_of(game, "S-62")) == ("soviet-available", 1)


@rule("AVA 10.3.4")
def test_an_attack_that_falls_below_is_cancelled() -> None:
    """Reinforced by nobody but weakened: the only attacker of the second hex lost its strength in between."""
    facts = facts_of("kiev")
    game = fight(TWO, rolls=["roll 4"])
    game.play(f"attack {TARGET} with 9Pz ready")
    game.play("attack K3326 with 11Pz")
    for unit in ("S-87", "S-124"):  # two more defenders have come into the second hex
        game.state.put(facts.roster.index[unit], facts.board.index("K3326"))
    game.state.steps[facts.roster.index["11Pz"]] = 1
    game.play("resolve K3326")
    assert place_of(game, "S-62") == "K3326"
    assert steps_of(game, "11Pz") == 1
