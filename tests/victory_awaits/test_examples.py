"""The worked examples of the rulebook: activation, ratio, attack, retreat, advance, fortress, Controller."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.rules.strength import attack_strength, column_of, defense_strength, ratio
from rule import rule
from victory_awaits.stage import active, asked, facts_of, place_of, stage, steps_of

# 1 stands beside the two hexes further east, which on our map would have the shorter line
THREE = {"36M": "L1522", "21": "L1423", "217": "L1424", "1": "L1824", "S-179": "L1523"}
ATTACKERS = ("36M", "21", "217")


def combat(**fields: object) -> Game:
    return stage("combat", THREE, scenario="leningrad", active=ATTACKERS, **fields)  # type: ignore[arg-type]


@rule("AVA 8.1d")
def test_activation_by_27th_army() -> None:
    """Units of any formation within four hexes are activated, the other HQ and units beyond are not."""
    units = {
        "S-27A": "L2210", "S-11": "L2310", "S-16": "L2412", "S-188": "L2209", "S-23": "L2510",
        "S-11A": "L2211", "S-179": "L2709", "S-84M": "L2205",
    }  # fmt: skip
    cup = 1 << facts_of("leningrad").chit_index["S-27A"]
    game = stage("draw", units, scenario="leningrad", side="soviet", cup=cup)
    assert active(game) == {"S-27A", "S-11", "S-16", "S-188", "S-23"}


@rule("AVA 10.3.1b")
@rule("AVA 1.2")
def test_ratio_of_three_divisions() -> None:
    """5 + 1.5 + 1.5 against 2 is 4:1; with the HQ of 4PzG in 1522 it is 5:1; in heavy woods 2:1."""
    game = combat()
    facts, state = facts_of("leningrad"), game.state
    target = facts.board.index("L1523")
    units = state.active
    assert attack_strength(facts, state, units, target) == 8
    assert defense_strength(facts, state, target) == 2
    assert facts.crt.columns[column_of(facts, state, units, target)] == "4"
    more = stage("combat", {**THREE, "4PzG": "L1522"}, scenario="leningrad", active=[*ATTACKERS, "4PzG"]).state
    assert attack_strength(facts, more, more.active, target) == 10
    assert facts.crt.columns[column_of(facts, more, more.active, target)] == "5"
    woods = facts.board.index("L1624")
    assert facts.crt.columns[facts.crt.column(8, 2) - facts.shift_at[woods]] == "2"


@rule("AVA 10.6.1")
@rule("AVA 10.6.6a")
@rule("AVA 10.6.6b")
def test_attack_and_retreat() -> None:
    """A 4 on 4:1 is RR: by 1624 to 1625, the only way without a step lost and with the shortest line."""
    game = combat(rolls=["roll 4"])
    game.play("attack L1523 with 36M 21 217")
    assert place_of(game, "S-179") == "L1625"
    assert steps_of(game, "S-179") == facts_of("leningrad").roster.steps[facts_of("leningrad").roster.index["S-179"]]


@rule("AVA 10.7c")
def test_advance() -> None:
    """36M goes through the open hex into the woods, the infantry into the hex that was attacked."""
    game = combat(rolls=["roll 4"])
    game.play("attack L1523 with 36M 21 217")
    assert asked(game) == [("Axis", "advance")]
    for action in ("advance 36M L1523 L1624", "advance 21 L1523", "advance 217 L1523"):
        game.play(action)
    assert [place_of(game, unit) for unit in ("36M", "21", "217")] == ["L1624", "L1523", "L1523"]


@rule("AVA 10.3.2")
@pytest.mark.parametrize(
    ("attack", "defense", "column"), [(15, 5, "3"), (26, 9, "2"), (12, 7, "1.5"), (18, 13, "1"), (25, 2, "10")]
)
def test_ratios(attack: int, defense: int, column: str) -> None:
    facts = facts_of("leningrad")
    assert facts.crt.columns[ratio(facts, attack, defense)] == column


@rule("AVA 10.3.3b")
@pytest.mark.parametrize(("attack", "column"), [(3, "1.5"), (12, "8")])
def test_two_shifts(attack: int, column: str) -> None:
    """A city in light woods: 3:1 becomes 1.5:1, and 12:1 first 10:1, then 8:1."""
    facts = facts_of("leningrad")
    assert facts.crt.columns[ratio(facts, attack, 1) - 2] == column


@rule("AVA 14.2e")
def test_one_rr_on_a_fortress() -> None:
    """1RR becomes three steps lost and nobody retreats."""
    units = {"1Pz": "L3604", "6Pz": "L3604", "8Pz": "L3503", "36M": "L3503", "Tot": "L3703", "S-179": "L3603"}
    units["Fort-L1"] = "L3603"
    facts = facts_of("leningrad")
    game = stage("combat", units, scenario="leningrad", rolls=["roll 6"])
    state, target = game.state, facts.board.index("L3603")
    column = column_of(facts, state, state.active, target)
    dice = [die for die in range(1, 7) if facts.crt.result(die, column).code == "1RR"]
    game = stage("combat", units, scenario="leningrad", rolls=[f"roll {dice[0]}"])
    game.play("attack L3603 with 1Pz 6Pz 8Pz 36M Tot")
    assert place_of(game, "Fort-L1") == "eliminated"
    assert place_of(game, "S-179") == "soviet-available"


# ---- the Controller (19.4) ----------------------------------------------------------------------------


def controlled(*draws: str, units: dict[str, str]) -> Game:
    facts = facts_of("campaign", players="4")
    cup = 0
    for name in draws:
        cup |= 1 << facts.chit_index[name]
    return stage(
        "draw", units, options={"players": "4"}, cup=cup, rolls=[f"draw {name}" for name in draws], active=()
    )


def queue(game: Game) -> list[tuple[str, bool]]:
    """The chits that wait, and whether they lie face up."""
    facts = facts_of("campaign", players="4")
    return [(facts.chits[chit].id, bool(game.state.revealed >> chit & 1)) for chit in game.state.queue]


@rule("AVA 19.4.4")
@rule("AVA 19.4.5")
@rule("AVA 19.4.6")
def test_first_controller_example() -> None:
    """4PzG is carried out, 9A shown, 18A face down for it has the same player, 17A shown; then 18A is turned up."""
    units = {"4PzG": "L2010", "18A": "L1910", "9A": "S2010", "17A": "K2010", "S-179": "L4703"}
    game = controlled("4PzG", "9A", "18A", "17A", units=units)
    assert asked(game) == [("North", "move")]
    assert queue(game) == [("9A", True), ("18A", False), ("17A", True)]
    game.play("done")
    assert asked(game) == [("Center", "move")]
    assert queue(game) == [("18A", True), ("17A", True)]
    game.play("done")
    assert asked(game) == [("North", "move")]
    game.play("done")
    assert asked(game) == [("South", "move")]


@rule("AVA 19.4.5")
def test_second_controller_example() -> None:
    """1PzG and the Soviet 4A run together; 10A and 26A wait face down behind 4A, 16A is shown at once."""
    units = {"1PzG": "K2010", "S-4A": "S3010", "S-10A": "S3110", "S-26A": "K4010", "16A": "L1910"}
    game = controlled("1PzG-1", "S-4A", "S-10A", "S-26A", "16A", units=units)
    assert asked(game) == [("South", "move")]
    assert queue(game) == [("S-4A", True), ("S-10A", False), ("S-26A", False), ("16A", True)]
    game.play("done")
    assert asked(game) == [("Soviet LSK", "move")]
    game.play("done")
    assert queue(game) == [("S-26A", False), ("16A", True)]
    game.play("done")
    assert queue(game) == [("16A", True)]
