"""7.0 Combat."""

from __future__ import annotations

from fractions import Fraction

from drill.layout import active, fighting, refused
from rule import rule

NO_REROLL = "rerolled = [true, true]"
DUEL = "L-Tank 0603, D-Foot2 0604"  # four against two in the open


@rule("DRILL 7.1")
def test_hexes_with_enemies_are_attacked() -> None:
    game = active("Left", DUEL)
    game.play("done")
    assert refused(game, "attack 0605") == ["7.1"]
    assert refused(game, "attack 0604") == []


@rule("DRILL 7.2")
def test_a_hex_is_attacked_once_in_an_activation() -> None:
    units = "L-Tank 0603, L-Foot 0704, L-Gun 0704, D-Foot1 0604, D-Foot2 0703"
    game = fighting("Left", units, "0604", "L-Tank", state=NO_REROLL, dice=(4,))
    game.play("resolve")
    assert refused(game, "attack 0604") == ["7.2"]
    assert refused(game, "attack 0703") == []


@rule("DRILL 7.3")
def test_an_attack_needs_a_strength_of_three() -> None:
    game = active("Left", "L-Foot 0603, L-Gun 0704, D-Foot1 0604, D-Foot2 0602")
    game.play("done")
    assert refused(game, "attack 0602") == ["7.3"]  # L-Foot alone
    game.play("attack 0604")
    game.play("with L-Foot")
    assert refused(game, "resolve") == ["7.3"]
    game.play("with L-Gun")
    assert refused(game, "resolve") == []


@rule("DRILL 7.4")
def test_units_next_to_the_hex_attack_once() -> None:
    units = "L-Tank 0603, L-Foot 0101, R-Tank 0704, D-Foot1 0604"
    game = fighting("Left", units, "0604")
    assert refused(game, "with L-Foot") == ["7.4"]  # too far
    assert refused(game, "with R-Tank") == ["7.4"]  # another command
    game.play("with L-Tank")
    assert refused(game, "with L-Tank") == ["7.4"]  # already in
    tired = active("Left", "L-Tank 0603, L-Gun 0704, D-Foot1 0604", marks={"L-Tank": "fought = 1"})
    tired.play("done; attack 0604")
    assert refused(tired, "with L-Tank") == ["7.4"]


@rule("DRILL 7.5")
def test_half_strength_when_reduced_and_across_a_river() -> None:
    game = fighting("Left", "L-Tank 0405, L-Gun 0404, D-Foot1 0505", "0505", "L-Tank", "L-Gun")
    assert "Strength 3 so far" in game.pending[0].prompt  # 4 / 2 + 3 / 2
    reduced = fighting(
        "Left", "L-Tank 0603, L-Gun 0704, D-Foot1 0604", "0604", "L-Tank", marks={"L-Tank": "steps = 1"}
    )
    assert "Strength 2 so far" in reduced.pending[0].prompt


@rule("DRILL 7.5")
def test_full_strength_over_the_bridge() -> None:
    game = fighting("Left", "L-Tank 0404, D-Foot1 0504", "0504", "L-Tank")
    assert "Strength 4 so far" in game.pending[0].prompt


@rule("DRILL 7.6")
def test_cover_adds_one_to_the_defence() -> None:
    """Four against two and one for the wood: a lead of one, and a 3 costs both a step."""
    game = fighting("Left", "L-Tank 0604, D-Foot2 0605", "0605", "L-Tank", state=NO_REROLL, dice=(3,))
    game.play("resolve")
    assert "Left rolls 3: both lose a step." in game.view("Left").log()


@rule("DRILL 7.7")
def test_the_die_and_the_lead_give_the_result() -> None:
    game = fighting("Left", DUEL, "0604", "L-Tank", state=NO_REROLL, dice=(6,))
    game.play("resolve")
    assert game.view("Left").known["units"]["D-Foot2"]["steps"] == 1


@rule("DRILL 7.7")
def test_odds_are_exact() -> None:
    game = fighting("Left", DUEL, "0604", "L-Tank")
    odds = game.odds("resolve")
    assert odds is not None
    assert sum(p for p, _ in odds.rows) == 1
    assert (Fraction(1, 3), "the defender retreats") in odds.rows
    game.play("resolve")
    assert any(outcome == game.view("Left").log()[-1][14:-1] for _, outcome in odds.rows)


@rule("DRILL 7.8")
def test_one_re_roll_a_turn() -> None:
    units = "L-Tank 0603, L-Gun 0702, L-Foot 0702, D-Foot1 0604, D-Foot2 0703"
    game = fighting("Left", units, "0604", "L-Tank", dice=(1, 4, 4))
    game.play("resolve")
    assert game.pending[0].kind == "re-roll"
    game.play("reroll")
    assert game.state.rerolled == (True, False)
    game.play("attack 0703; with L-Gun; resolve")
    assert game.pending[0].kind != "re-roll"


@rule("DRILL 7.8")
def test_a_roll_that_stands_keeps_the_re_roll() -> None:
    game = fighting("Left", DUEL, "0604", "L-Tank", dice=(4,))
    game.play("resolve")
    game.play("accept")
    assert game.state.rerolled == (False, False)


@rule("DRILL 7.9")
def test_the_owner_chooses_who_loses_a_step() -> None:
    units = "L-Tank 0603, L-Foot 0704, D-Foot1 0604, D-Foot2 0604"
    game = fighting("Left", units, "0604", "L-Tank", "L-Foot", state=NO_REROLL, dice=(5,))
    game.play("resolve")  # lead 6 - 5: on a 5 the defender retreats
    assert game.pending[0].kind == "retreat"
    game = fighting("Left", units, "0604", "L-Tank", "L-Foot", state=NO_REROLL, dice=(1,))
    game.play("resolve")
    assert [(q.seat, q.kind) for q in game.pending] == [("Left", "loss")]
    assert refused(game, "lose D-Foot1") == ["7.9"]
    game.play("lose L-Foot")
    assert game.view("Left").known["units"]["L-Foot"]["steps"] == 1
