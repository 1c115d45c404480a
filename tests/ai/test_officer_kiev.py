"""The officer in Kiev '41: with an eye for supply."""

from __future__ import annotations

from typing import cast

from kiev_41.stage import stage
from ostfront.core.game import Game
from ostfront.games.kiev_41 import storms, threads
from ostfront.games.kiev_41.moment import Moment
from ostfront.games.kiev_41.muster import Muster
from ostfront.games.kiev_41.outlook import outlook
from ostfront.games.kiev_41.prospects import prospect
from ostfront.games.kiev_41.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.staff import assess
from ostfront.lab.simulate import Plan, play_one

GAME = "kiev-41"


def test_beats_random_as_axis_and_as_soviet() -> None:
    """The Snow, which either side can win."""
    first, second = (
        play_one(Plan(GAME, players, seed="strength", scenario="the-snow"), 1).winner
        for players in (("officer", "random"), ("random", "officer"))
    )
    assert (first, second) == ("axis", "soviet")


def fear(units: dict[str, str], axis: tuple[str, ...]) -> float:
    """What the Soviets fear for their supply."""
    game = stage("impulse", units, axis=axis, yellow=False)
    m = Muster(outlook(game.rules), game.state, Moment())
    return threads.supply(m, SOVIET, threads.reach(m, SOVIET), threads.reach(m, AXIS), "thread")


def test_a_pocket_counts_more_than_a_line_that_friends_can_open() -> None:
    """The 5th Army in Kiev: in supply, cut off by a road that friends can walk along, and shut in by blocks."""
    around = ("3", "5", "18", "19", "20")
    free = fear({"5A": "4", "R4": "14"}, ())
    loose = fear({"5A": "4", "12A": "6", "R4": "14"}, around)
    ring = {"44AK": "3", "55AK": "18", "17AK": "19", "3Pz": "5", "14Pz": "20"}
    shut = fear({"5A": "4", "12A": "6", "R4": "14", **ring}, around)
    assert free < loose < shut


def nearness(units: dict[str, str]) -> float:
    """How near the Axis is to taking Odessa by storm."""
    game = stage("impulse", units, axis=("99", "100", "101", "105"))
    m = Muster(outlook(game.rules), game.state, Moment())
    return storms.nearness(m, AXIS, at(game, "108"))


def test_guns_beside_a_victory_area_and_strong_blocks_bring_a_storm_nearer() -> None:
    """Odessa, held by the Coastal Army: no blocks, two Rumanian corps, two German ones, and the 11th Army's guns."""
    nobody = nearness({"Co": "108"})
    weak = nearness({"Co": "108", "R3": "100", "R5": "100"})
    strong = nearness({"Co": "108", "30AK": "100", "54AK": "100"})
    guns = nearness({"Co": "108", "30AK": "100", "54AK": "100", "HQ11": "101"})
    assert nobody == 0.0 < weak < strong < guns


def test_the_loss_of_the_last_victory_area_is_the_end() -> None:
    """Tarnopol held, and lost: nothing else counts then."""
    kept, lost = (
        assess(Muster(outlook(game.rules, AXIS), game.state, Moment()), AXIS)
        for game in (
            stage("impulse", {"4Mtn": "15", "5A": "31"}, axis=("14",)),
            stage("impulse", {"4Mtn": "15", "5A": "31"}, soviet=("14",)),
        )
    )
    assert lost == -1000.0 < -500.0 < kept


def test_destroyed_soviets_come_back_and_axis_blocks_do_not() -> None:
    """What a step is worth in battle to the Axis of a campaign: in August, and in December when all is decided."""
    early, late = (
        Muster(outlook(game.rules, AXIS), game.state, Moment()).stake
        for game in (stage("impulse", {"44AK": "15", "5A": "31"}, turn=turn) for turn in (2, 6))
    )
    assert early[AXIS] > late[AXIS] == 1.0
    assert early[SOVIET] < late[SOVIET]


def test_who_is_stronger_presses_harder() -> None:
    """One German corps against two Soviet armies, and three against one."""
    weak, strong = (
        storms.urge(Muster(outlook(game.rules, AXIS), game.state, Moment()), AXIS)
        for game in (
            stage("impulse", {"44AK": "15", "5A": "31", "6A": "31"}),
            stage("impulse", {"44AK": "15", "55AK": "15", "17AK": "15", "5A": "31"}),
        )
    )
    assert weak < 1.0 < strong


def test_blocks_with_cubes_are_left_to_starve() -> None:
    """An attack on the 5th Army gains less when it is isolated anyway."""
    fed, starving = (
        prospect(Muster(outlook(game.rules, AXIS), game.state, Moment()), AXIS, at(game, "31"), 4.0, 8.0, 8.0, False)
        for game in (
            stage("impulse", {"44AK": "15", "55AK": "15", "5A": "31"}),
            stage("impulse", {"44AK": "15", "55AK": "15", "5A": "31"}, isolated=("5A",)),
        )
    )
    assert starving < fed


def at(game: Game, area: str) -> int:
    return cast(Kiev41, game.rules).named((area,)).bit_length() - 1
