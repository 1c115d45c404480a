"""Standing orders: how a seat answers a window without being asked."""

from __future__ import annotations

import pytest

from drill.layout import Rigged, lay_out
from ostfront import Game, games
from ostfront.core.errors import BadAction, NotYourTurn
from ostfront.core.files import record
from ostfront.core.page.table import table_of
from ostfront.core.play.orders import check_order


def drawing(*chits: str) -> Game:
    """A cup with these chits, drawn in this order; each activates its command, which is done at once."""
    game = lay_out(
        "L-Foot 0103, R-Foot 0107, D-Foot1 0504",
        'procedure = "turn"\nstep = "orders"',
        state="turn = 3",
    )
    game.source = Rigged(*[1] * 20)
    return game


def begin(game: Game) -> None:
    game.play("select Dig-in", "Red")
    game.play("select Left-again", "Left")


def asked(game: Game) -> tuple[str, str]:
    return game.pending[0].seat, game.pending[0].kind


def test_without_an_order_the_window_waits() -> None:
    game = drawing()
    begin(game)
    assert asked(game) == ("Red", "reserve")


def test_always() -> None:
    game = drawing()
    game.order("Red", "reserve", "pass")
    begin(game)
    assert asked(game) == ("Left", "move")
    game.play("done")
    assert asked(game) == ("Right", "move")


def test_when_a_fact_holds() -> None:
    game = drawing()
    game.order("Red", "reserve", "interrupt", when="Right")
    begin(game)
    assert asked(game) == ("Red", "reserve")  # Left was drawn: the order does not fit, the window waits
    game.play("pass")
    game.play("done")
    assert asked(game) == ("Red", "move")  # Right was drawn: interrupted


def test_for_this_phase_only() -> None:
    game = drawing()
    begin(game)
    game.order("Red", "reserve", "pass", this_phase=True)
    assert asked(game) == ("Left", "move")  # an order also answers the window that is open
    game.play("done")
    assert asked(game) == ("Red", "reserve")
    assert not game.orders


def test_revoked() -> None:
    game = drawing()
    game.order("Red", "reserve", "pass")
    game.revoke("Red", "reserve")
    begin(game)
    assert asked(game) == ("Red", "reserve")


def test_orders_answer_windows_only_and_with_their_verbs() -> None:
    game = drawing()
    with pytest.raises(BadAction, match="is not a window; a standing order can answer reserve"):
        game.order("Left", "orders", "select Left-again")
    with pytest.raises(BadAction, match="does not answer reserve"):
        game.order("Red", "reserve", "stop")
    with pytest.raises(BadAction, match="cannot wait for 'Rigt'"):
        game.order("Red", "reserve", "pass", when="Rigt")
    with pytest.raises(NotYourTurn):
        game.order("Nobody", "reserve", "pass")
    assert not game.orders


def test_orders_are_secret() -> None:
    game, other = drawing(), drawing()
    game.order("Red", "reserve", "interrupt", when="Right")
    for seat in ("Left", "Right"):
        view, without = game.view(seat), other.view(seat)
        assert (view.known, view.pending, view.awaited, view.log()) == (
            without.known, without.pending, without.awaited, without.log(),
        )  # fmt: skip
    assert "interrupt" not in record.write(game, 0)
    assert not game.view("Left").imagine(1).orders


def test_orders_are_saved_with_the_game() -> None:
    game = drawing()
    game.order("Red", "reserve", "interrupt", when="Right")
    again = record.load(record.read(record.write(game, full=True)), games.rules)
    assert again.orders == game.orders


def test_a_record_cannot_bring_an_order_that_waits_for_nothing() -> None:
    game = drawing()
    game.order("Red", "reserve", "interrupt", when="Right")
    text = record.write(game, full=True)
    assert record.load(record.read(text), games.rules).orders == game.orders
    assert record.load(record.read(text.replace('"Right",""', '"sunday",""')), games.rules).orders == {}


def test_what_an_order_did_is_an_action_like_any_other() -> None:
    game = drawing()
    game.order("Red", "reserve", "pass")
    begin(game)
    assert "Red: pass" in record.write(game).splitlines()
    game.undo()
    assert asked(game) == ("Red", "reserve")  # taken back, it is not given again by itself


@pytest.mark.parametrize("name", games.MODULES)
def test_an_order_may_wait_for_what_the_page_offers(name: str) -> None:
    rules = games.rules(name)
    for window in table_of(rules).table(rules).windows:
        idle = "pass" if "pass" in window.answers else "lower"
        for fact in window.facts:
            check_order(rules, window.kind, idle, fact)
        with pytest.raises(BadAction, match="cannot wait for 'sunday'"):
            check_order(rules, window.kind, idle, "sunday")
