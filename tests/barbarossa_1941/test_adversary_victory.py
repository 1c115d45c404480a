"""Positions from the rulebook alone: points, triggers, the end, scenarios, options, the sequence (2, 13 to 15)."""

from __future__ import annotations

from typing import Any

import pytest

import ostfront
from barbarossa_1941.adversary import no, settle, yes
from barbarossa_1941.stage import act, asked, hexes, place_of, stage
from ostfront.core.play.game import Game

# Twelve minor cities of one point each; they need no garrison (13c).
MINOR = (
    "Velikie Luki", "Smolensk", "Volkhov", "Rzhev", "Vyazma", "Bryansk", "Kalinin", "Kaluga", "Orel", "Kursk", "Tula",
    "Stalino",
)  # fmt: skip
MAJOR = {
    "Moscow": "2112", "Leningrad": "1304", "Rostov": "2427", "Kharkov": "1922", "Kiev": "1221", "Odessa": "1228",
    "Lvov": "0321", "Riga": "0609", "Minsk": "0915",
}  # 6, 4, 3, 3, 2, 2, 1, 1, 1  # fmt: skip
CORPS = ("DE-II", "DE-X", "DE-V", "DE-VI", "DE-VII", "DE-VIII", "DE-IX", "DE-XIII", "DE-XX")
NORTH = {"SU-7A": "1501"}  # keeps the Finnish zone from counting (13m)


def holding(*majors: str) -> dict[str, str]:
    """A corps in each of these cities."""
    return {unit: MAJOR[city] for unit, city in zip(CORPS, majors, strict=False)}


# ---- sudden death -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "over"), [(5, True), (6, True), (7, False)])
def test_twenty_points_before_the_end_of_turn_six(turn: int, over: bool) -> None:
    """13j, 13a. 12 + Moscow 6 + Lvov 1 = 19; DE-I walks into Minsk for the twentieth: the game ends at once."""
    units = {**NORTH, **holding("Moscow", "Lvov"), "DE-I": "0914"}
    game = stage("movement", units, turn=turn, held=MINOR)
    act(game, "pick DE-I")
    assert game.result is None
    act(game, "go 0915")
    assert (game.result is not None) == over
    if game.result is not None:
        assert game.result.winner.lower() == "axis"


def test_an_empty_major_city_does_not_count_a_minor_one_does() -> None:
    """13b, 13c. Moscow held but empty: 12 + 1 + 1 = 14 after Minsk."""
    game = stage("movement", {**NORTH, **holding("Lvov"), "DE-I": "0914"}, turn=5, held=[*MINOR, "Moscow"])
    act(game, "pick DE-I", "go 0915")
    assert game.result is None


def test_a_city_freed_by_partisans_never_counts_again() -> None:
    """12.7g. 12 + 6 + 1 = 19, and Kiev would be two more."""
    units = {**NORTH, **holding("Moscow", "Lvov"), "DE-I": "1121"}
    game = stage("movement", units, turn=5, held=MINOR, liberated=hexes("Kiev"))
    act(game, "pick DE-I", "go 1221")
    assert game.result is None
    game = stage("movement", units, turn=5, held=MINOR)
    act(game, "pick DE-I", "go 1221")
    assert game.result is not None


def test_the_finnish_point_comes_with_the_last_soviet_unit_out_of_the_zone() -> None:
    """13m, 13a. 19 points; SU-10MC, the only Soviet unit in the zone, dies in Vyborg 1203.

    4 to 2 is 2:1 (5), 4 - 2: +2, forest and city -1, die 6: 12: 0/2."""
    units = {**holding("Moscow", "Lvov"), "FI-II": "1102", "FI-IV": "1102", "SU-10MC": "1203", "SU-8A": "2306"}
    game = stage("combat", units, turn=5, held=MINOR, rolls=["roll 6"])
    act(game, "attack 1203", "with FI-II", "with FI-IV")
    settle(game)
    assert game.result is not None
    assert game.result.winner.lower() == "axis"


def test_a_hex_of_the_line_is_not_in_the_zone() -> None:
    """13m. A Soviet army in 1204, which carries the line, does not keep the point from the Axis: 14 + 1."""
    units = {**holding("Kiev"), "SU-8A": "1204"}
    assert grade(stage("victory", units, turn=10, held=MINOR)) == "minor Soviet victory"
    units = {**holding("Kiev"), "SU-8A": "1203"}
    assert grade(stage("victory", units, turn=10, held=MINOR)) == "major Soviet victory"


# ---- the end ------------------------------------------------------------------------------------------


def grade(game: Game) -> str:
    assert game.result is not None
    text = f"{game.result.reason} {getattr(game.result, 'grade', '')}"
    levels = ("major Soviet victory", "minor Soviet victory", "draw", "minor Axis victory", "total Axis victory")
    found = [level for level in levels if level.lower() in text.lower()]
    winner = game.result.winner.lower()
    assert found or not winner, text
    return found[0] if found else "draw"


@pytest.mark.parametrize(
    ("majors", "level"),
    [
        (("Kiev",), "major Soviet victory"),  # 14
        (("Kiev", "Lvov"), "minor Soviet victory"),  # 15
        (("Moscow", "Lvov"), "minor Soviet victory"),  # 19
        (("Moscow", "Kiev"), "draw"),  # 20
        (("Moscow", "Kiev", "Rostov", "Odessa"), "draw"),  # 25
        (("Moscow", "Kiev", "Rostov", "Kharkov"), "minor Axis victory"),  # 26
        (("Moscow", "Leningrad", "Rostov", "Kharkov", "Kiev"), "minor Axis victory"),  # 30
        (("Moscow", "Leningrad", "Rostov", "Kharkov", "Kiev", "Minsk"), "total Axis victory"),  # 31
    ],
)
def test_the_levels_of_turn_ten(majors: tuple[str, ...], level: str) -> None:
    """13k."""
    game = stage("victory", {**NORTH, **holding(*majors)}, turn=10, held=MINOR)
    assert grade(game) == level


def test_turn_nine_ends_nothing() -> None:
    """2r."""
    assert stage("victory", {**NORTH, **holding("Moscow", "Kiev")}, turn=9, held=MINOR).result is None


# ---- triggers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "majors", "trigger"),
    [
        (2, (), 0),  # 3: Hungary
        (4, (), 1),  # 5: militia
        (7, (), 2),  # 8: mobilisation
        (9, (), 3),  # 10: Joukov
        (9, ("Moscow", "Kiev"), 4),  # 18: partisans
    ],
)
def test_triggers_work_at_once_and_stay(held: int, majors: tuple[str, ...], trigger: int) -> None:
    """13d to 13i. One point short; DE-I enters Minsk in the midst of its move, then leaves it again."""
    units = {**NORTH, **holding(*majors), "DE-I": "0914", "HU-GYOR": "waiting", "HU-VIII": "waiting"}
    game = stage("movement", units, turn=3, held=MINOR[:held])
    act(game, "pick DE-I")
    before = game.state.triggers[trigger]
    act(game, "go 0915")
    assert (before, game.state.triggers[trigger]) == (0, 3)
    act(game, "go 0914")
    assert game.state.triggers[trigger] == 3


def test_hungary_comes_one_and_two_turns_later() -> None:
    """13d, 9.1b, 12.2d. Third point on turn 3: the fast corps on turn 4 at 0124, the security corps on turn 5."""
    units = {**NORTH, "DE-V": "0116", "HU-GYOR": "waiting", "HU-VIII": "waiting", "DE-IV": "0121", "DE-I": "0914"}
    game = stage("movement", units, turn=3, held=MINOR[:2])
    act(game, "pick DE-I", "go 0915")
    run_to(game, 4, "Axis", "move")
    assert place_of(game, "HU-GYOR") == "0124"
    assert place_of(game, "HU-VIII") == "waiting"
    act(game, "pick DE-IV")
    assert yes(game, "go 0122")
    act(game, "stop" if "stop" in game.legal else "go 0120")
    run_to(game, 5, "Axis", "move")
    assert place_of(game, "HU-VIII") == "0124"


def run_to(game: Game, turn: int, seat: str, kind: str) -> None:
    """Do as little as can be done until a question of that turn."""
    for _ in range(200):
        if game.state.turn == turn and asked(game)[0] == (seat, kind):
            return
        texts = game.legal.texts
        act(game, next((text for text in ("done", "pass", "stop") if text in texts), texts[0]))
    raise AssertionError(asked(game))


# ---- options (14.3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hexes_to_attack"), [(1, 0), (2, 1), (5, 2), (6, 3)])
def test_compulsory_attacks(die: int, hexes_to_attack: int) -> None:
    """14.3a: half a die, rounded down."""
    units = {"SU-8A": "2112", "DE-V": "0116"}
    game = stage("phase", units, side="soviet", turn=2, options={"compulsory-attacks": True}, rolls=[f"roll {die}"])
    assert game.state.required == hexes_to_attack


def test_a_missed_attack_is_a_point_for_that_turn_only() -> None:
    """14.3b, 13j. 19 points and one more end the game; on turn 4 nothing is demanded."""
    units = {**NORTH, **holding("Moscow", "Lvov")}
    game = stage("combat", units, side="soviet", turn=3, held=MINOR, options={"compulsory-attacks": True}, required=1)
    run_until_over(game)
    assert game.result is not None
    game = stage("combat", units, side="soviet", turn=3, held=MINOR, options={"compulsory-attacks": True}, required=0)
    run_until_over(game)
    assert game.result is None


def run_until_over(game: Game) -> None:
    """On to the next turn, unless the game ends before."""
    turn = game.state.turn
    for _ in range(50):
        if game.result is not None or game.state.turn > turn:
            return
        texts = game.legal.texts
        act(game, next((text for text in ("done", "pass", "stop") if text in texts), texts[0]))


def test_no_fallschirmjaeger() -> None:
    """14.3c."""
    game = ostfront.new("barbarossa-1941", options={"no-fallschirmjaeger": True})
    assert place_of(game, "DE-7FJ") == "removed"
    assert place_of(ostfront.new("barbarossa-1941"), "DE-7FJ") == "waiting"


@pytest.mark.parametrize(("die", "comes"), [(6, True), (5, False)])
def test_murmansk(die: int, comes: bool) -> None:
    """14.3d: on turn 5, in Helsinki at once."""
    units = {**NORTH, "DE-V": "0116", "DE-DIETL": "waiting"}
    game = stage("turn", units, turn=5, options={"murmansk": True}, rolls=[f"roll {die}"])
    run_to(game, 5, "Axis", "move")
    assert (place_of(game, "DE-DIETL") == "0804") == comes


def test_early_siberians() -> None:
    """14.3e."""
    early = ostfront.new("barbarossa-1941", options={"early-siberians": True})
    index = early.facts.roster.index
    assert [early.state.due[index[unit]] for unit in ("SU-58A", "SU-59A", "SU-60A")] == [6, 7, 8]


# ---- set-up -------------------------------------------------------------------------------------------


def test_set_up_choices_of_the_historical_scenario() -> None:
    """15.1a, 15.1b."""
    game = stage("set-up")
    assert asked(game) == [("Axis", "arrange")]
    act(game, "pick FI-VI")
    assert yes(game, "at 1301")
    assert no(game, "at 1102") == "15.1a"
    act(game, "at 1301", "pick DE-I")
    assert yes(game, "at 0213")
    assert no(game, "at 0112") == "15.1b"


def test_romanians_germans_and_finland_in_the_free_set_up() -> None:
    """14.2c, 14.2d. The Soviets go first; two German steps in Finland, the six of Romania are there."""
    game = stage("set-up", scenario="hypothetical")
    assert asked(game) == [("Soviet", "arrange")]
    act(game, "done")
    assert asked(game) == [("Axis", "arrange")]
    act(game, "pick RO-IV")
    assert no(game, "at 0118") == "14.2c"
    act(game, game.legal.texts[0], "pick DE-I")
    assert no(game, "at 0727") == "14.2d"  # the eighth step in Romania
    assert yes(game, "at 0902")
    act(game, "at 0902", "pick DE-II")
    assert no(game, "at 1003") == "14.2d"


def test_the_soviets_keep_their_frontier_and_their_cities() -> None:
    """14.2a, 14.2b. 27th Army alone holds Riga, 4th Army Brest with one step more, 7th Army the front in Karelia."""
    for unit, rule in (("SU-27A", "14.2b"), ("SU-4A", "14.2b"), ("SU-7A", "14.2a")):
        game = stage("set-up", scenario="hypothetical")
        if f"pick {unit}" in game.legal:  # somewhere it may go, but not so far
            act(game, f"pick {unit}")
            assert no(game, "at 2112") == rule
        else:
            assert no(game, f"pick {unit}") == "14.2e"  # no hex at all


# ---- the sequence -------------------------------------------------------------------------------------


def kinds(side: str, turn: int, **more: Any) -> list[str]:
    """The questions of an operations phase in which everybody is content."""
    units = {
        "DE-I": "0217",
        "DE-XXXXI": "0116",
        "DE-LW1": "0116",
        "SU-8A": "2112",
        "SU-AIR1": "2112",
        "SU-1MC": "1922",
    }
    game = stage("phase", units, side=side, turn=turn, reduced=["DE-I", "SU-8A"], **more)
    seen: list[str] = []
    while game.state.turn == turn and game.state.side == ("axis", "soviet").index(side) and asked(game):
        seen.append(asked(game)[0][1])
        act(game, "done")
    return seen


@pytest.mark.parametrize(
    ("side", "turn", "expected"),
    [
        ("axis", 1, ["move", "exploit", "railhead"]),
        ("axis", 2, ["replace", "rebase", "rebase", "rail", "move", "exploit", "railhead"]),
        ("axis", 4, ["replace", "rebase", "rebase", "rail", "fort", "move", "exploit", "railhead"]),
        ("axis", 7, ["replace", "rebase", "rebase", "rail", "fort", "move", "railhead"]),  # mud: no exploitation
        ("soviet", 1, ["rail", "move", "exploit"]),  # no losses, so no replacements
        ("soviet", 2, ["replace", "rail", "fort", "move", "exploit"]),
    ],
)
def test_the_phases_and_their_first_turns(side: str, turn: int, expected: list[str]) -> None:
    """2."""
    assert kinds(side, turn) == expected
