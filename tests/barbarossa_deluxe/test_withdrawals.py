"""Withdrawals (8.17, 8.21, 8.28) and what they cost (4.9, 4.10)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import conversions, losses
from rule import rule


def called(turn: int, others: dict[str, str], side: str = "german", **more: Any) -> Game:
    """A side's administration as far as its withdrawals."""
    moment = "German administration" if side == "german" else "Soviet administration"
    more = {"scenario": "road-back", "vp": 20, **more}
    game = stage(moment, others, side=side, turn=turn, **more)
    while asked(game)[0][1] in ("wall", "replace", "arrive"):
        act(game, "done" if offered(game, "done") else game.legal.texts[0])
    return game


def due(game: Game, unit: str) -> int:
    return int(game.state.due[FACTS.roster.index[unit]])


# ---- 2nd SS Panzer Corps (8.17, 4.10) ---------------------------------------------------------------


@rule("BD 8.17a", "BD 8.17c")
@pytest.mark.parametrize(("turn", "back"), [(19, 24), (25, 31)])
def test_2nd_ss_is_withdrawn_and_comes_back(turn: int, back: int) -> None:
    game = called(turn, {"2SSPz": "2023"})
    assert game.legal.texts == ["decline", "withdraw 2SSPz"]
    act(game, "withdraw 2SSPz")
    assert (place_of(game, "2SSPz"), due(game, "2SSPz"), game.state.vp) == ("track", back, 20)


@rule("BD 8.17a")
@pytest.mark.parametrize("turn", [18, 20, 24, 26])
def test_on_no_other_turn(turn: int) -> None:
    assert not offered(called(turn, {"2SSPz": "2023"}), "withdraw 2SSPz")


@rule("BD 4.10a", "BD 4.10b")
@pytest.mark.parametrize("turn", [19, 25])
def test_to_keep_it_costs_a_point(turn: int) -> None:
    game = called(turn, {"2SSPz": "2023"})
    act(game, "decline")
    assert (place_of(game, "2SSPz"), game.state.vp) == ("2023", 19)
    assert game.state.withdrawals_due == 0


@rule("BD 8.17a")
def test_it_leaves_from_the_dead_pile_before_it_can_be_reclaimed() -> None:
    game = stage(
        "German administration", {"2SSPz": "dead-german", "3Pz": "dead-german"}, turn=25, scenario="road-back", vp=20
    )
    assert game.legal.texts == ["done", "rebuild 3Pz"]
    act(game, "done")
    assert (place_of(game, "2SSPz"), due(game, "2SSPz"), game.state.vp) == ("track", 31, 20)


@rule("BD 8.17b", "BD 4.10a", "BD 4.10b")
@pytest.mark.parametrize(("turn", "back"), [(19, 24), (25, 31)])
def test_a_corps_that_is_cut_off_costs_the_point_and_leaves_later(turn: int, back: int) -> None:
    game = called(turn, {"2SSPz": "1613", **around("1613", *ARMIES)})
    assert not offered(game, "withdraw 2SSPz")
    assert (place_of(game, "2SSPz"), game.state.vp) == ("1613", 19)
    conversions.settle(game)
    assert place_of(game, "2SSPz") == "1613"
    for army in ARMIES:
        game.state.put(FACTS.roster.index[army], FACTS.gone)
    conversions.settle(game)
    assert (place_of(game, "2SSPz"), due(game, "2SSPz"), game.state.vp) == ("track", back, 19)


@rule("BD 8.17b")
def test_or_when_it_is_dead() -> None:
    game = called(19, {"2SSPz": "1613", **around("1613", *ARMIES)})
    losses.eliminate(game, units("2SSPz"))
    conversions.settle(game)
    assert (place_of(game, "2SSPz"), due(game, "2SSPz")) == ("track", 24)


@rule("BD 8.17c")
def test_a_withdrawal_put_off_until_the_return_lapses() -> None:
    game = called(19, {"2SSPz": "1613", **around("1613", *ARMIES)})
    game.state.turn = 24
    for army in ARMIES:
        game.state.put(FACTS.roster.index[army], FACTS.gone)
    conversions.settle(game)
    assert place_of(game, "2SSPz") == "1613"
    assert game.state.withdrawals_due == 0


@rule("BD 4.10a")
def test_a_corps_that_was_lost_for_good_costs_the_point() -> None:
    assert called(19, {"2SSPz": "gone"}).state.vp == 19
    assert called(19, {"2SSPz": "caucasus"}).state.vp == 19


@rule("BD 8.17a")
def test_its_tigers_go_and_come_with_it() -> None:
    game = called(19, {"2SSPz": "2023"}, with_={"503TB": "2SSPz"})
    act(game, "withdraw 2SSPz")
    assert (place_of(game, "503TB"), due(game, "503TB")) == ("track", 24)


@rule("BD 8.17a")
def test_citadel_withdraws_it_at_the_start_of_turn_20() -> None:
    game = called(20, {"2SSPz": "2023"}, scenario="citadel")
    assert place_of(game, "2SSPz") == "track"
    game = called(21, {"2SSPz": "2023"}, scenario="citadel")
    assert place_of(game, "2SSPz") == "2023"


@rule("BD 4.17c")
@pytest.mark.parametrize("gambit", [{"gambit": 18}, {"scenario": "gambit"}])
def test_the_gambit_keeps_it(gambit: dict[str, Any]) -> None:
    game = called(19, {"2SSPz": "2023"}, **gambit)
    assert (place_of(game, "2SSPz"), game.state.vp) == ("2023", 20)
    assert not offered(game, "withdraw 2SSPz")


@rule("BD 4.18d")
def test_the_oder_ends_a_withdrawal_put_off() -> None:
    pocket = {"2SSPz": "1613", **around("1613", *ARMIES)}
    game = stage("operation", pocket, turn=30, scenario="road-back", withdrawals_due=1, operation=2)
    assert game.state.withdrawals_due == 0


# ---- rifle armies (8.21, 4.9) -----------------------------------------------------------------------

FRONT = {"20A": "1607", "22A": "1608", "2Sh": "1009", "5A": "rvgk", "24A": "dead-soviet", "42A": "1613"}


def soviet_call(turn: int, others: dict[str, str] | None = None, **more: Any) -> Game:
    pocket = around("1613", *CORPS)
    others = {**FRONT, **pocket} if others is None else others
    return called(turn, others, "soviet", scenario="grand-campaign", **more)


@rule("BD 8.21a", "BD 8.21b")
@pytest.mark.parametrize("turn", [6, 7, 8])
def test_a_rifle_army_leaves_until_turn_27(turn: int) -> None:
    game = soviet_call(turn)
    assert game.legal.texts == ["decline", "withdraw 20A", "withdraw 22A"]
    act(game, "withdraw 20A")
    assert (place_of(game, "20A"), due(game, "20A"), game.state.vp) == ("track", 27, 20)


@rule("BD 8.21b")
def test_they_return_as_ordinary_reinforcements() -> None:
    game = stage("Soviet administration", {"20A": "track"}, side="soviet", turn=27, due={"20A": 27})
    act(game, "bring 20A", "at 1606")
    assert place_of(game, "20A") == "1606"


@rule("BD 8.21a")
@pytest.mark.parametrize("turn", [5, 9])
def test_no_army_leaves_on_other_turns(turn: int) -> None:
    assert not offered(soviet_call(turn), "withdraw 20A")


@rule("BD 4.9")
def test_three_refusals_give_three_points() -> None:
    for turn in (6, 7, 8):
        game = soviet_call(turn)
        act(game, "decline")
        assert (place_of(game, "20A"), game.state.vp) == ("1607", 21)


@rule("BD 4.9")
def test_to_have_no_army_is_to_decline() -> None:
    assert soviet_call(6, {"2Sh": "1009", "5A": "rvgk"}).state.vp == 21


@rule("BD 8.21c")
def test_on_turn_20_an_army_leaves_for_good() -> None:
    game = soviet_call(20)
    assert game.legal.texts == ["withdraw 20A", "withdraw 22A"]
    act(game, "withdraw 22A")
    assert (place_of(game, "22A"), game.state.vp) == ("gone", 20)


@rule("BD 8.21c")
def test_from_the_boxes_if_none_is_on_the_map() -> None:
    assert soviet_call(20, {"5A": "rvgk", "24A": "dead-soviet", "2Sh": "1009"}).legal.texts == ["withdraw 5A"]
    assert soviet_call(20, {"24A": "dead-soviet", "2Sh": "1009"}).legal.texts == ["withdraw 24A"]


# ---- Italians (8.28) --------------------------------------------------------------------------------


@rule("BD 8.28")
@pytest.mark.parametrize("place", ["2403", "track"])
def test_the_italians_leave_at_the_end_of_turn_16(place: str) -> None:
    for turn, left in ((15, False), (16, True)):
        game = stage(
            "end of turn", {"8It": place, "2H": "2303"}, turn=turn, side="soviet", scenario="road-back", vp=30
        )
        assert place_of(game, "8It") == ("gone" if left else place)
        assert place_of(game, "2H") == "2303"
