"""In every game players may end it or take it back at any time; what is left can be shown, saved and verified."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from harness.cases import Case, every_case
from harness.positions import moments
from ostfront import games
from ostfront.core.files import position, record
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.table import table_of
from ostfront.core.play.conceding import Consent, End, how_ended, takebacks
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act


def end(game: Game, how: End, seat: int) -> None:
    if how == "conceded":
        game.concede(seat)
    elif how == "time":
        game.run_out_of_time(seat)
    else:
        game.agree_on_draw()


@pytest.mark.parametrize("how", ["conceded", "time", "agreed"])
@every_case
def test_a_game_is_ended_by_its_players_at_any_time(case: Case, how: End) -> None:
    random = Random(case.name)
    for game in islice(moments(case, "concede"), 0, 120, 40):
        seats = game.rules.seats
        before, length = game.state.clone(), len(game.entries or ())
        mine = random.randrange(len(seats))
        end(game, how, mine)
        assert game.result is not None
        winners = {""} if how == "agreed" else {seat.side for seat in seats} - {seats[mine].side}
        assert game.result.winner in winners
        assert how_ended(game.entries or ()) == how
        told = record.read(record.write(game, full=True))
        again = record.load(told, games.rules)
        assert record.verify(told, record.replay(told, games.rules)) == []
        assert again.state == game.state
        assert again.entries == game.entries
        assert position.read(position.write(game), games.rules).state == game.state
        for seat in range(len(seats)):
            view = game.view(seat)
            assert log_lines(view)[-1].spans[-1].text == game.result.reason
            if game.rules.info.table is not None:
                assert questions.asked(view, table_of(game.rules).look(view)) == ()
        game.undo()
        assert game.state == before
        assert len(game.entries or ()) == length


@every_case
def test_what_is_taken_back_by_consent_stays_in_the_record(case: Case) -> None:
    """Twice, the second time to before the first: the dice are new, and both are in the record and in the log."""
    seats = case.rules.seats
    consent = Consent(seats[0].name, tuple(seat.name for seat in seats[1:]))
    for game in islice(moments(case, "consent"), 60, 61):
        random = Random(case.name)
        for back in (20, 30):
            choices = [at for at, entry in enumerate(game.entries or ()) if isinstance(entry, Act)]
            game.rewind(choices[-back], consent)
            for _ in range(25):
                if game.result is None:
                    decision = random.choice(game.state.pending)
                    game.push(game.options(decision).choose(random.random), decision)
        assert takebacks(game.entries or ()) == 2
        told = record.read(record.write(game, full=True))
        again = record.load(told, games.rules)
        assert (again.state, again.entries, again.events) == (game.state, game.entries, game.events)
        assert record.verify(told, record.replay(told, games.rules)) == []
        for seat in range(len(seats)):
            lines = [line.spans[-1].text for line in log_lines(game.view(seat)) if line.kind == "takeback"]
            assert len(lines) == 2
            assert all(f"The {seats[0].name} player takes back" in line for line in lines)
