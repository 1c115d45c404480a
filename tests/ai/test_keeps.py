"""What the officers of A Victory Denied think of Moscow, the Minsk Pocket, and of headquarters on the way."""

from __future__ import annotations

from ostfront.core.game import Game
from ostfront.core.hexes import bits
from ostfront.games.victory_denied.front import Front
from ostfront.games.victory_denied.keeps import bars, exposed, unwatched
from ostfront.games.victory_denied.muster import Muster
from ostfront.games.victory_denied.outlook import outlook
from ostfront.games.victory_denied.roster import GERMAN, SOVIET
from victory_denied.stage import RULES, stage

MOSCOW = [RULES.board.name(place) for place in bits(RULES.moscow)]


def mustered(game: Game) -> Muster:
    return Muster(outlook(RULES), game.state, 0)


def test_every_hex_of_moscow_wants_a_unit() -> None:
    empty = mustered(stage("movement", {"7Pz": "3919", "63C": "2430"}))
    held = mustered(stage("movement", {"7Pz": "3919", "63C": MOSCOW[0], "44C": MOSCOW[1], "34C": MOSCOW[2]}))
    assert unwatched(empty, SOVIET) == RULES.moscow and not unwatched(held, SOVIET)
    assert exposed(held, SOVIET) == 0 < exposed(empty, SOVIET)


def test_the_nearer_a_panzer_the_barer_moscow_and_who_stands_in_the_way_helps() -> None:
    far, near = ({"7Pz": place, "63C": "2430"} for place in ("3645", "3652"))
    barred = {**near, "63C": "3653", "44C": "3554", "34C": "3754"}
    exposures = [exposed(mustered(stage("movement", units)), SOVIET) for units in (far, near, barred)]
    assert exposures[1] > exposures[0] > exposures[2]
    ways = bars(mustered(stage("movement", near)), SOVIET)
    assert ways >> RULES.board.index("3652") & 1 and ways >> RULES.board.index("3653") & 1
    assert not ways >> RULES.board.index("3651") & 1, "behind him"


def test_a_gate_of_the_pocket_is_watched_from_beside_it() -> None:
    gates = outlook(RULES).gates[GERMAN]
    (first, *_) = bits(gates)
    watched = mustered(stage("movement", {"31Inf": RULES.board.name(first), "63C": "2430"}))
    assert gates >> first & 1 and not unwatched(watched, GERMAN) >> first & 1
    assert unwatched(watched, GERMAN), "the others are not"


def test_a_headquarters_is_no_moscow() -> None:
    """Who chases one gains what the weights say, and not the game."""
    game = stage("movement", {"7Pz": "3622", "19A": "3626", "63C": "2430"}, active=("7Pz",))
    unit, there = RULES.roster.index["7Pz"], RULES.board.index("3626")
    front = Front(RULES, game.state, GERMAN, {unit: 1 << game.state.place[unit] | 1 << there})
    pull = front.pull(unit)
    beside = RULES.board.index("3625")
    assert 0 < pull(there) - pull(beside) < 5
