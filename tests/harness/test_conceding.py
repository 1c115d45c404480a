"""In every game a player may concede at any time, and what is left can be shown, saved and taken back."""

from __future__ import annotations

from itertools import islice
from random import Random

from harness.cases import Case, every_case
from harness.positions import moments
from ostfront import games
from ostfront.core.files import position, record
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.table import table_of


@every_case
def test_a_game_is_conceded_at_any_time(case: Case) -> None:
    random = Random(case.name)
    for game in islice(moments(case, "concede"), 0, 120, 40):
        seats = game.rules.seats
        before, length = game.state.clone(), len(game.entries or ())
        mine = random.randrange(len(seats))
        game.concede(mine)
        assert game.result is not None
        assert game.result.winner in {seat.side for seat in seats} - {seats[mine].side}
        again = record.load(record.read(record.write(game, full=True)), games.rules)
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
