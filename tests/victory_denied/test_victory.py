"""Victory (16): immediate wins, the VP chits, and the three reckonings."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.play.game import Game
from ostfront.games.victory_denied.rules.victory import moscow_winner
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW
from rule import rule
from victory_denied.asking import asked
from victory_denied.stage import FACTS, RULES, coming, stage

HOME = {"24A": "2541", "61C": "2541", "12Pz": "3618"}
KALUGA, VITEBSK = (FACTS.board.index(text) for text in ("2647", "3919"))
PANZERS = ("17Pz", "18Pz", "3Pz", "4Pz", "10Pz", "7Pz", "20Pz", "19Pz", "29Mot", "10Mot", "SSReich")


def winner(game: Game) -> str | None:
    return game.result.winner if game.result else None


# ---- immediate victory (16.1) ---------------------------------------------------------------------


@rule("AVD 16.1a")
@pytest.mark.parametrize("moscow", ["3755", "3655", "3656"])
def test_a_german_combat_unit_in_moscow_wins(moscow: str) -> None:
    start = {"3755": "3754", "3655": "3654", "3656": "3555"}[moscow]
    game = stage("movement", HOME | {"7Pz": start})
    game.play("pick 7Pz")
    game.play(f"go {moscow}")
    assert winner(game) == "german"


def test_an_hq_does_not_win() -> None:
    game = stage("movement", HOME | {"VI-HQ": "3654", "26Inf": "3653"})
    game.play("pick VI-HQ")
    game.play("go 3655")
    assert winner(game) is None


@rule("AVD 16.1a")
def test_advancing_into_moscow_wins() -> None:
    units = HOME | {"SSReich": "3654", "10Pz": "3654", "66C": "3655"}
    game = stage("combat", units, reduced=["66C"], rolls=["roll 6"])
    game.play("attack 3655 with SSReich 10Pz")
    game.play("advance SSReich 3655")
    assert winner(game) == "german"


@rule("AVD 16.1b")
def test_a_chit_to_draw_and_none_left_is_a_soviet_victory() -> None:
    """The chits of Vitebsk and Bobruysk were stolen: 63C walks into Vitebsk and the box is empty."""
    game = stage("movement", HOME | {"63C": "3920"}, side="soviet", box=0)
    game.play("pick 63C")
    game.play("go 3919")
    assert winner(game) == "soviet"
    assert game.result is not None
    assert game.result.rule == "16.2"


# ---- VP chits (16.2) ------------------------------------------------------------------------------


@rule("AVD 16.2a")
@pytest.mark.parametrize("unit", ["7Pz", "VI-HQ"])
def test_germans_take_the_chit_of_a_victory_hex_unseen(unit: str) -> None:
    game = stage("movement", HOME | {unit: "2646", "26Inf": "2645"})
    chit = game.state.vp[FACTS.victory_hexes.index(KALUGA)]
    game.play(f"pick {unit}")
    game.play("go 2647")
    assert not game.state.with_chit >> KALUGA & 1
    assert game.state.box >> chit & 1
    assert not game.state.shown >> chit & 1
    assert "The Germans take the VP chit of 2647." in game.view(0).log()


def test_a_chit_is_taken_in_passing() -> None:
    """The leg stops in Kaluga, where something happens, and can continue."""
    game = stage("movement", HOME | {"7Pz": "2646"})
    game.play("pick 7Pz")
    game.play("go 2647")
    assert asked(game) == [("German", "march")]
    assert "go 2648" in game.legal


@rule("AVD 16.2b")
@pytest.mark.parametrize("unit", ["63C", "13A"])
def test_soviets_draw_a_chit_and_lay_it_face_up(unit: str) -> None:
    game = stage("movement", HOME | {unit: "3920"}, side="soviet", rolls=["draw blue8"])
    game.play(f"pick {unit}")
    game.play("go 3919")
    assert game.state.face_up >> VITEBSK & 1
    assert game.state.box.bit_count() == 1
    known: Any = game.view("German").known
    assert known["victory_hexes"]["3919"] == "blue8 (3)"


@rule("AVD 16.2c")
def test_the_colour_of_the_star_does_not_matter() -> None:
    """Vitebsk has a blue star; the box holds Kaluga's gold chit as well, and it may come."""
    game = stage("movement", HOME | {"63C": "3920"}, side="soviet", captured=["3919", "2647"])
    in_box = [name for i, (name, _) in enumerate(FACTS.vp_chits) if game.state.box >> i & 1]
    gold = next(name for name in in_box if name.startswith("gold"))
    coming(game, f"draw {gold}")
    game.play("pick 63C")
    game.play("go 3919")
    assert FACTS.vp_chits[game.state.vp[FACTS.victory_hexes.index(VITEBSK)]][0] == gold


def test_retaken_by_the_germans_it_goes_face_down_into_the_box() -> None:
    game = stage("movement", HOME | {"63C": "3920"}, side="soviet", rolls=["draw blue8"])
    game.play("pick 63C")
    game.play("go 3919")
    chit = game.state.vp[FACTS.victory_hexes.index(VITEBSK)]
    fields = {name: getattr(game.state, name) for name in ("vp", "box", "shown", "face_up", "with_chit")}
    again = stage("movement", HOME | {"7Pz": "3918"}, **fields)
    again.play("pick 7Pz")
    again.play("go 3919")
    assert again.state.box >> chit & 1
    assert not again.state.face_up
    assert again.state.shown >> chit & 1  # its value is still known to be in there


def test_soviets_in_a_victory_hex_that_has_its_chit_draw_none() -> None:
    game = stage("movement", HOME | {"63C": "2646"}, side="soviet")
    game.play("pick 63C")
    game.play("go 2647")
    assert game.state.box.bit_count() == 2


def test_a_retreat_into_a_victory_hex_takes_its_chit() -> None:
    units = {"29Mot": "2646", "63C": "2645", "64ID": "2645", "66C": "2545"}
    game = stage("combat", HOME | units, side="soviet", rolls=["roll 6"])
    game.play("attack 2646 with 63C 64ID 66C")
    game.play("retreat 29Mot 2647")
    assert not game.state.with_chit >> KALUGA & 1
    assert game.state.box.bit_count() == 3


# ---- the reckoning (16.3) -------------------------------------------------------------------------

# chit values: gold 3 4 4 5 5 5 6 on the gold hexes in the map's order, blue 1 1 1 2 2 2 3 3 3 on the blue ones
ALL = [FACTS.board.name(place) for place in FACTS.victory_hexes]
GOLD = [FACTS.board.name(place) for place in FACTS.victory_hexes if FACTS.gold_hexes >> place & 1]


def counted(directive: int, captured: list[str], *, lost: int = 0, chosen: bool = False, **fields: Any) -> Game:
    """The end of the last turn, with these victory hexes German and this many panzer divisions lost."""
    units = HOME | dict.fromkeys(PANZERS[:lost], "eliminated-motorized")
    turn = 8 if directive == DISTRACTED else 10
    return stage("end of turn", units, turn=turn, directive=directive, chosen=chosen, captured=captured, **fields)


def points(game: Game) -> tuple[int, ...]:
    assert game.result is not None
    return tuple(game.result.score)


@rule("AVD 16.3")
def test_the_directive_decides_how_points_are_counted_and_all_is_shown() -> None:
    """The gold chits are worth 32, the blue ones 18; in the end everybody may look at all of them."""
    game = counted(DISTRACTED, GOLD)
    assert points(game) == (32, 18)
    assert points(counted(MOSCOW, GOLD)) == (32, 36)
    for seat in ("German", "Soviet"):
        known: Any = game.view(seat).known
        vp, box, stolen = known["values"]
        assert sorted([*box, *stolen, *(chit for chit in vp if chit >= 0)]) == list(range(16))


@rule("AVD 16.3.2")
@pytest.mark.parametrize(
    ("captured", "lost", "expected", "who"),
    [(GOLD, 0, (32, 18), "german"), (GOLD, 3, (32, 30), "german"), (GOLD, 4, (32, 34), "soviet"),
     ([], 0, (0, 50), "soviet"), (ALL, 11, (50, 44), "german")],
)  # fmt: skip
def test_distracted(captured: list[str], lost: int, expected: tuple[int, int], who: str) -> None:
    game = counted(DISTRACTED, captured, lost=lost)
    assert (points(game), winner(game)) == (expected, who)


@rule("AVD 16.3.2")
def test_distracted_a_tie_is_a_draw() -> None:
    """25 captured points of 50."""
    game = counted(DISTRACTED, tie_of(25))
    assert (points(game), winner(game)) == ((25, 25), "")


def tie_of(wanted: int) -> list[str]:
    """Victory hexes whose chits, as staged, add up to these points."""
    gold, blue = list(range(7)), list(range(7, 16))
    values = {}
    for place in FACTS.victory_hexes:
        chit = (gold if FACTS.gold_hexes >> place & 1 else blue).pop(0)
        values[FACTS.board.name(place)] = FACTS.vp_chits[chit][1]
    found: list[str] = []
    for name, value in sorted(values.items(), key=lambda item: -item[1]):
        if value <= wanted:
            found.append(name)
            wanted -= value
    assert not wanted
    return found


@rule("AVD 16.3.1a")
@pytest.mark.parametrize(
    ("captured", "lost", "expected", "who"),
    [(GOLD, 0, (32, 36), "soviet"), (ALL, 0, (50, 0), "german"), (ALL, 8, (50, 48), "german"),
     (ALL, 9, (50, 54), "soviet")],
)  # fmt: skip
def test_moscow(captured: list[str], lost: int, expected: tuple[int, int], who: str) -> None:
    """Uncaptured chits count double, a lost motorized unit 6."""
    game = counted(MOSCOW, captured, lost=lost)
    assert (points(game), winner(game)) == (expected, who)


@pytest.mark.parametrize(("chosen", "who"), [(False, "german"), (True, "")])
def test_moscow_a_tie_is_german_unless_it_was_his_choice(chosen: bool, who: str) -> None:
    """With these chits the points are never equal; with an owner's own chits they may be."""
    state = RULES.blank()
    state.directive, state.chosen = MOSCOW, chosen
    assert moscow_winner(state, 40, 40) == who


@rule("AVD 16.3.1b")
@pytest.mark.parametrize(("lost", "chosen", "who"), [(0, False, "german"), (0, True, ""), (9, True, "soviet")])
def test_moscow_by_choice_is_a_draw_at_best(lost: int, chosen: bool, who: str) -> None:
    assert winner(counted(MOSCOW, ALL, lost=lost, chosen=chosen)) == who


def test_distracted_by_choice_may_still_be_won() -> None:
    assert winner(counted(DISTRACTED, GOLD, chosen=True)) == "german"


@pytest.mark.parametrize(("directive", "expected"), [(DISTRACTED, (32, 18)), (MOSCOW, (32, 36))])
def test_a_stolen_chit_counts_like_an_uncaptured_one(directive: int, expected: tuple[int, int]) -> None:
    """The gold chits are German; of the blue ones eight lie on the map and one was stolen."""
    hex_of_blue1 = next(name for name in ALL if name not in GOLD)
    game = counted(directive, [*GOLD, hex_of_blue1], box=FACTS.gold_chits, stolen=(7,), stolen_from=(0,))
    assert points(game) == expected
