"""Counters that turn into others (8.19, 8.20, 8.22, 8.23, 8.29)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, names, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import conversions, losses
from rule import rule


def converting(turn: int, new: list[str], others: dict[str, str], side: str = "soviet", **more: Any) -> Game:
    """The administration of a side with new counters on the track."""
    moment = "German administration" if side == "german" else "Soviet administration"
    more = {"scenario": "road-back", **more}
    return stage(
        moment, {**dict.fromkeys(new, "track"), **others}, side=side, turn=turn, due=dict.fromkeys(new, turn), **more
    )


# ---- guards tank armies (8.19) ----------------------------------------------------------------------


@rule("BD 8.19a")
@pytest.mark.parametrize("place", ["2204", "rvgk", "dead-soviet"])
def test_a_guards_tank_army_takes_the_place_of_its_namesake(place: str) -> None:
    game = converting(16, ["5GT"], {"5T": place, "1T": "2205"})
    while asked(game) in ([("Soviet", "area")], [("Soviet", "replace")]):
        act(game, "fortify 1604" if offered(game, "fortify 1604") else "done")
    assert (place_of(game, "5GT"), place_of(game, "5T"), place_of(game, "1T")) == (place, "gone", "2205")


@rule("BD 8.19b")
def test_a_tank_army_without_overland_supply_waits() -> None:
    game = converting(24, ["1GT"], {"1T": "1613", **around("1613", *CORPS)})
    assert (place_of(game, "1T"), place_of(game, "1GT")) == ("1613", "track")
    assert names(game.state.pending_change) == ["1T"]
    game.state.put(FACTS.roster.index["26C"], FACTS.gone)
    conversions.settle(game)
    assert (place_of(game, "1T"), place_of(game, "1GT")) == ("gone", "1613")


@rule("BD 8.19b")
def test_or_until_it_is_in_the_dead_pile() -> None:
    game = converting(24, ["1GT"], {"1T": "1613", **around("1613", *CORPS)})
    losses.eliminate(game, units("1T"))
    assert (place_of(game, "1T"), place_of(game, "1GT")) == ("gone", "dead-soviet")


@rule("BD 8.19a")
def test_the_group_that_supports_it_and_its_arrival_go_over() -> None:
    game = converting(28, ["6GT"], {"6T": "2204"}, with_={"CMB": "6T"})
    assert place_of(game, "CMB") == place_of(game, "6GT") == "2204"
    assert game.state.parent[FACTS.roster.index["CMB"]] == FACTS.roster.index["6GT"]


# ---- guards and shock armies (8.20) -----------------------------------------------------------------


@rule("BD 8.20a", "BD 8.20b")
def test_a_shock_army_takes_the_place_of_a_rifle_army() -> None:
    armies = {"20A": "1607", "5A": "rvgk", "42A": "1613", "2G": "1708", "2Sh": "1009", "1T": "1808", "LPMA": "1011"}
    game = converting(14, ["3G"], {**armies, **around("1613", *CORPS)})
    assert game.legal.texts == [
        "keep",
        "convert 5A",
        "convert 20A",
    ]  # the 42nd is cut off
    act(game, "convert 20A")
    assert (place_of(game, "3G"), place_of(game, "20A")) == ("1607", "dead-soviet")


@rule("BD 8.20a")
def test_in_the_box_and_with_its_place_there() -> None:
    game = converting(14, ["3G"], {"5A": "rvgk"})
    act(game, "convert 5A")
    assert (place_of(game, "3G"), place_of(game, "5A")) == ("rvgk", "dead-soviet")
    assert game.state.due[FACTS.roster.index["3G"]] == 0  # it may leave the box


@rule("BD 8.20a")
def test_a_new_army_may_wait_in_the_box_and_leaves_it_by_converting_only() -> None:
    game = converting(14, ["3G", "2G"], {"20A": "1607"})
    act(game, "keep", "keep")
    assert place_of(game, "3G") == place_of(game, "2G") == "rvgk"
    while asked(game) != [("Soviet", "reserve")]:
        act(game, next(text for text in ("done", "fight-move", "lower", "pass") if offered(game, text)))
    assert not offered(game, "deploy 3G")
    while game.state.turn == 14:
        act(game, next(text for text in ("done", "fight-move", "lower", "pass", "stop") if offered(game, text)))
    while asked(game) != [("Soviet", "convert")]:
        act(game, next(text for text in ("done", "fight-move", "lower", "pass", "stop") if offered(game, text)))
    assert "2nd Guards" in game.pending[0].prompt
    act(game, "convert 20A")
    assert place_of(game, "2G") == "1607"
    assert place_of(game, "3G") == "rvgk"  # nobody is left for it


@rule("BD 8.20a")
def test_without_a_rifle_army_nobody_is_asked() -> None:
    game = converting(14, ["3G"], {"1T": "1607"})
    assert asked(game) != [("Soviet", "convert")]
    assert place_of(game, "3G") == "rvgk"


@rule("BD 8.20c")
def test_a_new_army_moves_and_fights_that_turn() -> None:
    game = converting(14, ["3G"], {"20A": "1607"})
    act(game, "convert 20A")
    while not offered(game, "fight-move"):
        act(game, next(text for text in ("done", "fight-move", "lower", "pass") if offered(game, text)))
    while asked(game) != [("Soviet", "move")]:
        act(game, next(text for text in ("fight-move", "done", "pass") if offered(game, text)))
    assert offered(game, "pick 3G")


@rule("BD 8.24c", "BD 8.25d", "BD 8.26d")
@pytest.mark.parametrize("army", ["Pol", "1Rom", "2B"])
def test_communist_satellites_are_rifle_armies(army: str) -> None:
    game = converting(31, ["9G"], {army: "1607"})
    act(game, f"convert {army}")
    assert place_of(game, army) == "dead-soviet"


# ---- the reorganization (8.22, 8.23) ----------------------------------------------------------------

OLD = {"6x": "2314", "6A": "aside", "4MC": "2415", "21RC": "1815", "1Abn": "2311", "BCG": "1811", "13A": "1811"}


def reorganizing(others: dict[str, str], turn: int = 3) -> Game:
    return stage("end of turn", {**OLD, **others}, turn=turn, side="soviet", vp=17)


@rule("BD 8.23a")
def test_the_oversized_6th_army_becomes_the_regular_one() -> None:
    game = reorganizing({})
    assert (place_of(game, "6x"), place_of(game, "6A")) == ("gone", "2314")
    assert [place_of(game, unit) for unit in ("4MC", "21RC", "1Abn")] == ["gone"] * 3


@rule("BD 8.23a")
def test_nothing_is_reorganized_earlier() -> None:
    game = reorganizing({}, turn=2)
    assert (place_of(game, "6x"), place_of(game, "4MC")) == ("2314", "2415")


@rule("BD 8.23a")
def test_units_in_the_box_are_concerned() -> None:
    game = reorganizing({"5x": "rvgk", "5A": "aside", "3MC": "rvgk"})
    assert (place_of(game, "5A"), place_of(game, "5x"), place_of(game, "3MC")) == ("rvgk", "gone", "gone")


@rule("BD 8.23b")
def test_a_pocket_is_reorganized_later() -> None:
    pocket = {"10x": "1613", "10A": "aside", "6MC": "1613", **around("1613", *CORPS)}
    game = reorganizing(pocket)
    assert (place_of(game, "10x"), place_of(game, "6MC")) == ("1613", "1613")
    game.state.put(FACTS.roster.index["26C"], FACTS.gone)
    conversions.settle(game)
    assert (place_of(game, "10x"), place_of(game, "10A"), place_of(game, "6MC")) == ("gone", "1613", "gone")
    assert game.state.pending_change == 0


@rule("BD 8.23b")
def test_or_when_it_dies() -> None:
    game = reorganizing({"10x": "1613", "10A": "aside", "6MC": "1613", **around("1613", *CORPS)})
    losses.eliminate(game, units("10x", "6MC"))
    assert (place_of(game, "10x"), place_of(game, "10A"), place_of(game, "6MC")) == ("gone", "dead-soviet", "gone")
    assert game.state.pending_change == 0


@rule("BD 8.30g")
def test_cavalry_groups_stay() -> None:
    assert place_of(reorganizing({}), "BCG") == "1811"


# ---- late panzer corps (8.29) -----------------------------------------------------------------------


@rule("BD 8.29a")
@pytest.mark.parametrize("place", ["2023", "dead-german", "caucasus"])
def test_late_panzer_corps_take_the_place_of_early_ones(place: str) -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": place, "14Pz": "2024"}, "german")
    if asked(game) == [("German", "replace")]:
        act(game, "done")
    assert (place_of(game, "3Pz"), place_of(game, "3Pz-late")) == ("gone", place)
    assert place_of(game, "14Pz") == "2024"


@rule("BD 8.29b")
def test_a_panzer_corps_without_overland_supply_waits() -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": "1613", **around("1613", *ARMIES)}, "german")
    assert (place_of(game, "3Pz"), place_of(game, "3Pz-late")) == ("1613", "track")
    for army in ARMIES:
        game.state.put(FACTS.roster.index[army], FACTS.gone)
    conversions.settle(game)
    assert (place_of(game, "3Pz"), place_of(game, "3Pz-late")) == ("gone", "1613")


@rule("BD 8.29b")
def test_a_corps_that_dies_cut_off_changes_in_the_dead_pile() -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": "1613", **around("1613", *ARMIES)}, "german")
    losses.eliminate(game, units("3Pz"))
    assert (place_of(game, "3Pz"), place_of(game, "3Pz-late")) == ("gone", "dead-german")


@rule("BD 8.29b", "BD 8.14")
def test_from_turn_28_on_both_counters_are_gone() -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": "1613", **around("1613", *ARMIES)}, "german")
    game.state.turn = 28
    losses.eliminate(game, units("3Pz"))
    assert (place_of(game, "3Pz"), place_of(game, "3Pz-late")) == ("gone", "gone")


@rule("BD 8.29d")
def test_other_panzer_corps_keep_their_counters() -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": "2023", "XIVPz": "2023", "4SSPz": "2023"}, "german")
    assert (place_of(game, "XIVPz"), place_of(game, "4SSPz")) == ("2023", "2023")
    assert FACTS.roster.counterpart[FACTS.roster.index["XIVPz"]] == -1


@rule("BD 8.29a")
def test_nothing_is_left_to_convert() -> None:
    game = converting(22, ["3Pz-late"], {"3Pz": "gone"}, "german")
    assert place_of(game, "3Pz-late") == "gone"
