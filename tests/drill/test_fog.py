"""10.0 Fog."""

from __future__ import annotations

from random import Random

import ostfront
from drill.layout import active, fighting
from rule import rule

UNITS = "L-Tank 0603, L-Foot 0101, D-Foot1 0604, D-Gun1 0706"


@rule("DRILL 10.1")
def test_the_enemy_sees_blocks() -> None:
    game = active("Left", UNITS, fog=True)
    assert game.view("Red").known["blocks"] == {"0101": 1, "0603": 1}
    assert list(game.view("Red").known["units"]) == ["D-Foot1", "D-Gun1"]
    assert list(game.view("Right").known["units"]) == ["L-Tank", "L-Foot"]


@rule("DRILL 10.1")
def test_without_fog_all_is_seen() -> None:
    assert active("Left", UNITS, fog=False).view("Red").known["blocks"] == {}
    assert active("Left", UNITS, fog=True).view("Red").known["blocks"] != {}


@rule("DRILL 10.2")
def test_a_battle_turns_blocks_up() -> None:
    game = fighting("Left", UNITS, "0604", "L-Tank", fog=True)
    assert "D-Foot1" not in game.view("Left").known["units"]
    game.play("resolve")
    assert "D-Foot1" in game.view("Left").known["units"]
    assert game.view("Red").known["blocks"] == {"0101": 1}


def test_odds_against_a_hidden_block_weigh_all_it_may_be() -> None:
    game = fighting("Left", UNITS, "0604", "L-Tank", fog=True)
    known = fighting("Left", UNITS, "0604", "L-Tank", fog=True, marks={"D-Foot1": "known = 1"})
    odds, exact = game.odds("resolve"), known.odds("resolve")
    assert odds is not None and exact is not None
    assert odds.rows != exact.rows


def test_the_enemys_log_never_names_a_hidden_block() -> None:
    """Every log line a seat was shown, when it was shown."""
    random = Random("log")
    game = ostfront.new("drill", "siege", seed="log")
    names = game.rules.vocabulary.nouns["unit"].names
    told = dict.fromkeys(range(3), 0)
    checked = 0
    while game.result is None:
        decision = random.choice(game.state.pending)
        unknown = [name for unit, name in enumerate(names) if not game.state.known[unit]]
        hidden = {seat: [name for name in unknown if name.startswith("D") != (seat == 2)] for seat in range(3)}
        game.push(game.options(decision).choose(random.random), decision)
        for seat in range(3):
            new = game.view(seat).log()[told[seat] :]
            told[seat] += len(new)
            still = [n for n in hidden[seat] if not game.state.known[names.index(n)]]
            if game.result is None:
                checked += len(new)
                assert not [line for line in new for name in still if name in line]
    assert checked > 100
