"""Conceding: at any time, by any seat, in the history like everything else that was done."""

from __future__ import annotations

import pytest

import ostfront
from drill.layout import active, fighting
from ostfront import BadFile, Game, NotYourTurn, games
from ostfront.core.files import record
from ostfront.core.play.conceding import NO_SEAT, Consent, how_ended, takebacks
from ostfront.core.play.sequence import Act, Mark
from ostfront.core.play.state import Result

UNITS = "L-Foot 0103, L-Tank 0201, R-Foot 0107, D-Foot1 0504"


@pytest.mark.parametrize(("seat", "winner"), [("Left", "Red"), ("Right", "Red"), ("red", "Blue")])
def test_the_other_side_wins_whoever_is_asked(seat: str, winner: str) -> None:
    game = active("Left", UNITS)
    game.concede(seat)
    assert game.result == Result(winner, f"The {seat.title()} player concedes.")
    assert game.pending == ()
    assert (game.entries or [])[-1] == Mark("concede", seat.title())
    for name in ("Left", "Right", "Red"):
        view = game.view(name)
        assert view.result == game.result
        assert view.log()[-1] == game.result.reason
        assert view.entries()[-1] == Mark("concede", seat.title())


def test_the_rule_is_that_of_the_game_if_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = active("Left", UNITS)
    monkeypatch.setattr(type(game.rules), "concede_rule", "4.14")
    game.concede("Red")
    assert game.result is not None
    assert game.result.rule == "4.14"


def test_it_is_over_then() -> None:
    game = active("Left", UNITS)
    game.concede("Left")
    before = list(game.entries or ())
    for seat in ("Left", "Red"):
        with pytest.raises(NotYourTurn, match="The game is over"):
            game.concede(seat)
    with pytest.raises(NotYourTurn, match="The game is over"):
        game.play("done")
    assert game.entries == before
    assert game.result is not None
    assert game.result.winner == "Red"


def test_there_must_be_such_a_seat() -> None:
    game = active("Left", UNITS)
    with pytest.raises(NotYourTurn, match="There is no seat 'Green'"):
        game.concede("Green")
    assert game.result is None


def test_a_game_without_history_can_be_conceded() -> None:
    game = active("Left", UNITS).clone(history=False)
    game.concede("Red")
    assert game.result is not None
    assert game.result.winner == "Blue"


# ---- taking back ----------------------------------------------------------------------------------------


def test_it_ends_drafts() -> None:
    game = active("Left", UNITS)
    game.play("move L-Foot; go 0104", "Left")
    assert game.draft("Left")
    game.concede("Left")
    for seat in ("Left", "Red"):
        assert game.draft(seat) == []
        with pytest.raises(NotYourTurn, match="Nothing can be taken back"):
            game.undo(seat)
    assert game.result is not None


def test_the_owner_of_the_game_takes_it_back_alone() -> None:
    """Not together with the action before it, and without new dice."""
    game = fighting("Left", "L-Tank 0603, D-Foot2 0604", "0604", "L-Tank", dice=(4, 4))
    game.play("resolve")
    state, entries, events = game.state.clone(), list(game.entries or ()), list(game.events or ())
    game.concede("Red")
    game.undo()
    assert game.state == state
    assert game.entries == entries
    assert game.events == events


def test_a_copy_is_over_too_and_can_be_taken_back() -> None:
    game = fighting("Left", "L-Tank 0603, D-Foot2 0604", "0604", "L-Tank", dice=(4, 4))
    game.play("resolve")
    state = game.state.clone()
    game.concede("Red")
    copy = game.clone()
    assert copy.state == game.state
    copy.undo()
    assert copy.state == state
    assert game.result is not None


# ---- records --------------------------------------------------------------------------------------------


def started(actions: int = 3) -> Game:
    game = ostfront.new("drill", seed=1941)
    for _ in range(actions):
        game.push(next(iter(game.legal)))
    return game


@pytest.mark.parametrize("actions", [0, 3, 30])
@pytest.mark.parametrize("full", [True, False])
def test_a_record_comes_back_and_verifies(actions: int, full: bool) -> None:
    game = started(actions)
    game.concede("Left")
    text = record.write(game, full=full)
    assert "\nconcede Left\n---\nsecret: " in text
    read = record.read(text)
    for again in (record.load(read, games.rules), record.replay(read, games.rules)):
        assert again.state == game.state
        assert again.entries == game.entries
        assert again.events == game.events
        assert record.write(again, full=full) == text
        assert record.verify(read, again) == []


def test_it_is_typed_in_any_case() -> None:
    text = _with(record.write(started(), full=True), "concede RED   # enough")
    again = record.replay(record.read(text), games.rules)
    assert again.result == Result("Blue", "The Red player concedes.")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("concede Rde", "there is no seat 'Rde'. Did you mean Red?"),
        ("concede", "there is no seat ''."),
        ("concede Red\nconcede Left", "The game is over."),
        ("concede Red\nroll 4", "the game is over before this line."),
        ("concede Red\nRed: done", "the game is over before this line."),
        ("time Rde", "there is no seat 'Rde'. Did you mean Red?"),
        ("time Red\nroll 4", "the game is over before this line."),
        ("agreed draw\ntime Red", "The game is over."),
        ("agreed Red", "'agreed Red' is neither"),
        ("call-off Rde", "there is no seat 'Rde'. Did you mean Red?"),
        ("call-off Red\nroll 4", "the game is over before this line."),
        ("call-off Red\nconcede Left", "The game is over."),
        ("takeback 2 by Left", "write a takeback as"),
        ("takeback 2 by Green, agreed by Red", "write a takeback as"),
        ("takeback 2 by Left, agreed by administrator", "write a takeback as"),
        ("takeback x by Left, agreed by Red", "'x' is not a number"),
    ],
)
def test_what_cannot_be_conceded_is_refused_with_its_line(lines: str, message: str) -> None:
    text = _with(record.write(started(), full=True), lines)
    wrong_line = text.splitlines().index(lines.splitlines()[-1]) + 1
    with pytest.raises(BadFile, match=message) as wrong:
        record.replay(record.read(text, "my.game"), games.rules, file="my.game")
    assert str(wrong.value).startswith(f"my.game:{wrong_line}: ")


def test_an_agreed_draw_has_no_winner_and_time_loses_for_the_side() -> None:
    game = started()
    game.agree_on_draw()
    assert game.result == Result("", "The players agree on a draw.")
    again = record.replay(record.read(_with(record.write(started(), full=True), "time red")), games.rules)
    assert again.result == Result("Blue", "The Red player's time has run out.")
    assert how_ended(again.entries or ()) == "time"
    assert how_ended(started().entries or ()) == "played"


@pytest.mark.parametrize("actions", [0, 3, 30])
@pytest.mark.parametrize("full", [True, False])
def test_a_game_that_is_called_off_has_no_winner_and_its_record_says_so(actions: int, full: bool) -> None:
    game = started(actions)
    game.call_off("left")
    assert game.result == Result("", "The Left player calls the game off; it counts for nothing.")
    assert game.pending == () and how_ended(game.entries or ()) == "called off"
    assert repr(game) == "<Game drill, over: called off>"
    assert game.view("Red").log()[-1] == game.result.reason
    with pytest.raises(NotYourTurn, match="The game is over"):
        game.call_off("Red")
    text = record.write(game, full=full)
    assert "\ncall-off Left\n---\nsecret: " in text
    read = record.read(text)
    for again in (record.load(read, games.rules), record.replay(read, games.rules)):
        assert (again.state, again.entries, again.events) == (game.state, game.entries, game.events)
        assert record.write(again, full=full) == text
        assert record.verify(read, again) == []


def test_calling_off_is_taken_back_by_the_owner_of_the_game() -> None:
    game = started(3)
    state, entries = game.state.clone(), list(game.entries or ())
    game.call_off("Red")
    game.undo()
    assert (game.state, game.entries) == (state, entries)


def test_a_takeback_by_consent_is_salted_though_no_dice_were_rolled() -> None:
    game = started(3)
    at = [n for n, entry in enumerate(game.entries or ()) if isinstance(entry, Act)][-2]
    for salt, who in ((1, Consent("Left", ("Right", "Red"))), (2, Consent(NO_SEAT, ("Left", "Right", "Red")))):
        game.rewind(at, who)
        assert (game.entries or [])[-1] == Mark("takeback", f"{salt} {who.written()}")
        assert game.source.salt == salt  # type: ignore[attr-defined]
        assert takebacks(game.entries or ()) == salt
    assert (
        "The administrator takes back what was played, as agreed by Left and Right and Red." in game.view(0).log()[-1]
    )
    again = record.replay(record.read(record.write(game, full=True)), games.rules)
    assert (again.entries, again.events) == (game.entries, game.events)


def _with(text: str, lines: str) -> str:
    """A record with lines added to its body, and without its state."""
    head, body, tail = text.split("\n---\n")
    return "\n---\n".join([head, f"{body}\n{lines}", tail.partition("state:")[0]])


def test_a_conceded_game_stays_so_under_other_rules() -> None:
    game = started(30)
    game.concede("Left")
    read = record.read(record.write(game, full=True))
    again = record.continued(read, games.rules)
    assert again.state == game.state
    assert Mark("concede", "Left") in (again.entries or [])
    once_more = record.load(record.read(record.write(again, full=True)), games.rules)
    assert once_more.state == game.state
    assert once_more.entries == again.entries
