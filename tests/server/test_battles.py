"""Cards of battles: well formed in every game, and no more in them than the seat may know."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from harness.battles import card_of
from harness.cases import CASES, Case
from ostfront import games
from ostfront.core.page.battle_script import told_battle, told_battles
from ostfront.core.page.battles import BattleCard, at_the_dice, forces
from ostfront.core.page.log import log
from ostfront.core.play.game import Game
from ostfront.server.local_client import LocalClient
from server.seated import Seated
from server.test_worlds import other_world

TABLES = [case for case in CASES if games.info(case.game).table is not None]
FIRST = list({case.game: case for case in reversed(TABLES) if not case.options}.values())[::-1]
BATTLES = 12  # looked at in each game


def played(case: Case, decisions: int) -> Game:
    random = Random(f"battles {case.name}")
    game = case.new("battles")
    for _ in range(decisions):
        if game.result is not None:
            break
        decision = random.choice(game.state.pending)
        game.push(game.options(decision).choose(random.random), decision)
    return game


def made(game: Game, seat: int, entry: int) -> BattleCard:
    told = told_battle(game.view(seat), entry)
    assert told is not None
    return card_of(game, seat, told)


@pytest.mark.parametrize("case", FIRST, ids=[case.game for case in FIRST])
def test_every_battle_has_a_card_with_its_dice_and_its_result(case: Case) -> None:
    game = played(case, 700)
    for seat in range(len(game.rules.seats)):
        view = game.view(seat)
        lines = [line for line in log(view) if line.battle]
        battles = list(told_battles(view))
        assert len(battles) >= 4 and list(dict.fromkeys(line.battle for line in lines)) == [t.entry for t in battles]
        for told in battles:
            found = made(game, seat, told.entry)
            assert found.title and found.side
            assert [told.entry, told.over] == [found.entry, found.over]
            fights = bool(found.forces.attackers) or found.forces.unknown or not told.opening.attackers
            assert fights, "somebody attacks, or guns do"
            told_of = [line for stage in found.stages for line in stage.lines]
            assert all(found.entry <= line.entry <= found.end and line.spans for line in told_of)
            if found.over:
                assert found.result and found.entry <= found.settled <= found.end
        rolled = [made(game, seat, told.entry) for told in battles if told.rolled >= 0][:BATTLES]
        assert any(line.dice for found in rolled for stage in found.stages for line in stage.lines)
        assert any(found.forces.defenders for found in rolled) and any(found.forces.shifts for found in rolled)


@pytest.mark.parametrize("case", TABLES, ids=[case.name for case in TABLES])
def test_a_card_is_the_same_in_every_world_the_seat_could_be_in(case: Case) -> None:
    """Now, and at the moment when the dice were rolled: who fights and the odds come from what the seat saw then."""
    game = played(case, 500)
    compared = 0
    for seat in range(len(game.rules.seats)):
        world = other_world(game, seat, f"battle {seat}")
        for told in list(told_battles(game.view(seat)))[-4:]:
            assert msgspec.json.encode(made(game, seat, told.entry)) == msgspec.json.encode(
                made(world, seat, told.entry)
            )
            then = at_the_dice(game.twin(), told)
            imagined = then.view(seat).imagine(f"at the dice {told.entry}")
            assert forces(then, seat, told) == forces(imagined, seat, told)
            compared += 1
    assert compared


def test_a_card_stops_before_the_dice_that_the_rules_ask_for(tmp_path: Path) -> None:
    """By the routes of a seat: the battle under way, the one that was fought, and none at all."""
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        game.until(Random(2), "attack")
        battles = _battles(game)
        assert game.ask("GET", "battles/99999", 0).status == 404
        for line in battles:
            found = game.ask("GET", f"battles/{line['entry']}", 0).json
            assert found["entry"] == line["entry"] and found["forces"]["odds"]
            assert {piece["id"] for piece in found["forces"]["attackers"]} <= {
                span["id"] for span in line["spans"] if span["noun"] == "unit"
            }


def _battles(game: Seated) -> list[dict[str, Any]]:
    for _ in game.play(Random(4), 200):
        found = [line for line in game.ask("GET", "log?from=0", 0).json["lines"] if line["battle"] == line["entry"]]
        if len(found) > 2:
            return found
    raise AssertionError("no battle was fought")
