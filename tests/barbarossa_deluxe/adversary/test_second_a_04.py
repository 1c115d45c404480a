"""A second reader's positions on control, points and sudden death (sections 3 and 4)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import Spots, allowed, at, goes, points, refused, until, winner
from barbarossa_deluxe.adversary.test_08_arrivals import arriving
from barbarossa_deluxe.stage import FACTS, act, hexes, place_of
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import ENDED, ODER, SUCCEEDED, UNDER_WAY
from rule import rule

HOME = FACTS.scenario.german & FACTS.cities


def entered(unit: str, start: str, goal: str, side: str, turn: int, **more: Any) -> Game:
    game = at("movement", {start: unit}, side=side, turn=turn, vp=30, **more)
    assert goes(game, unit, goal)
    return game


# ---- 201 to 205: points of one hex by several clauses ---------------------------------------------------


@rule("BD 4.2a", "BD 4.2e")
def test_201_the_industry_counts_at_once_and_at_the_end_of_the_turn() -> None:
    assert points(entered("5A", "2418", "2419", "soviet", 2)) == -1
    check: dict[str, Any] = {"side": "soviet", "turn": 2, "vp": 20}
    assert points(at("victory check", {"2419": "5A 6A"}, soviet=["2419"], **check)) == -1
    assert points(at("victory check", {"2922": "5A", "2517": "6A"}, soviet=["2922", "2517"], **check)) == 0


@rule("BD 4.3a", "BD 4.3b", "BD 4.3c", "BD 4.3d", "BD 9.3c")
def test_202_a_city_of_both_kinds() -> None:
    both = {"hero": hexes("2311"), "fortress": hexes("2311")}
    lost = entered("38A", "2310", "2311", "soviet", 21, german=["2311", "2908", "1415"],
                   fortress=both["fortress"])  # fmt: skip
    assert (points(lost), lost.state.fortress) == (-2, 0)
    won = entered("9C", "2312", "2311", "german", 21, hero=both["hero"], german=["2312", "1415"])
    assert (points(won), won.state.hero) == (2, 0)


@rule("BD 4.5", "BD 4.3c")
def test_203_the_last_baltic_hex_is_a_fortress() -> None:
    riga = {"german": ["1415", "2311"], "fortress": hexes("1415")}
    assert points(entered("5A", "1414", "1415", "soviet", 20, **riga)) == -5
    assert points(entered("5A", "1414", "1415", "soviet", 13, **riga)) == -2


@rule("BD 4.6")
def test_204_the_last_dnepr_hex_is_kiev() -> None:
    held: dict[str, Any] = {"german": ["2311", "1415"]}
    assert points(entered("38A", "2310", "2311", "soviet", 15, **held)) == -2
    assert points(entered("38A", "2310", "2311", "soviet", 15, fortress=hexes("2311"), **held)) == -3
    held = {"german": ["2311", "2908", "1415"]}
    assert points(entered("38A", "2310", "2311", "soviet", 15, **held)) == -1


@rule("BD 4.7a", "BD 4.7b", "BD 4.3c")
@pytest.mark.parametrize(("turn", "die", "change"), [(26, "5", -4), (27, "5", -2)])
def test_205_bucharest_is_a_fortress(turn: int, die: str, change: int) -> None:
    more: dict[str, Any] = {"rolls": [die], "fortress": hexes("3114"), "german": ["1415", "2311"]}
    assert points(entered("5A", "3113", "3114", "soviet", turn, **more)) == change


# ---- 206 to 209: withdrawals and offensives --------------------------------------------------------------


@rule("BD 4.4b", "BD 4.4c")
@pytest.mark.parametrize(("held", "die", "change"), [("2407 2207", "6", 0), ("2207", "6", -3), ("2407", "1", -1)])
def test_206_every_city_and_one_more(held: str, die: str, change: int) -> None:
    game = at(
        "victory check", {"2408": "48Pz"}, turn=17, vp=28, german=held.split(), owned=HOME | hexes("2407"),
        offensive=17, rolls=[die],
    )  # fmt: skip
    assert points(game, "4.4") == change


@rule("BD 8.21a", "BD 4.9")
def test_207_only_rifle_armies_on_the_map_can_be_withdrawn() -> None:
    """In the box, shock armies, cavalry and the units of Leningrad do not count."""
    spots = {"rvgk": "24A", "1709": "1Sh", "1708": "DVCG 3Sh", "1011": "LPMA", "dead-soviet": "5A"}
    game = until(at("Soviet administration", spots, side="soviet", turn=7, vp=24), "withdraw", "order")
    assert points(game, "4.9") == 1
    assert place_of(game, "24A") == "rvgk"
    assert (
        place_of(until(at("Soviet administration", {"1708": "5A"}, side="soviet", turn=9), "order"), "5A") == "1708"
    )


@rule("BD 4.10a", "BD 4.10b", "BD 8.17c")
def test_208_declined_twice() -> None:
    for turn in (19, 25):
        game = at("German administration", {"2117": "2SSPz"}, turn=turn, vp=24)
        until(game, "withdraw", "order")
        act(game, "decline")
        assert points(game) == -1
        assert place_of(game, "2SSPz") == "2117"


@rule("BD 4.17a", "BD 4.17b", "BD 4.17c", "BD 4.16c")
def test_209_the_gambit_of_turn_19() -> None:
    spots: Spots = {"2117": "2SSPz", "track": "3SSPz", "aside": "XIVPz 76Pz 2Para", "dead-german": "3Pz 14Pz 5C 6C"}
    due = {"3SSPz": 22}
    game = at("offensive", spots, turn=19, vp=28, due=due)
    act(game, "gambit")
    assert {unit: game.state.due[FACTS.roster.index[unit]] for unit in ("3SSPz", "76Pz")} == {"3SSPz": 19, "76Pz": 19}
    until(game, "replace")
    for unit in ("3Pz", "14Pz", "5C", "6C"):
        act(game, f"rebuild {unit}", "at 2320")
    for unit in ("XIVPz", "76Pz", "3SSPz", "2Para"):
        until(game, "arrive")
        act(game, f"bring {unit}", "at 2722")
    until(game, "order")
    assert place_of(game, "2SSPz") == "2117"
    assert points(game) == 0
    checked = at("victory check", {"2117": "9C"}, turn=19, vp=28, gambit=19, offensive=19, rolls=["6"])
    assert (points(checked, "4.4"), winner(checked)) == (0, None)


# ---- 210 to 214: the Caucasus ----------------------------------------------------------------------------

SOUTH = ["3103", "2607", "2804"]


def ready(soviet: str, *, held: tuple[str, ...] = (), turn: int = 11) -> bool:
    spots = {"2708": "9C"} | ({soviet: "51A"} if soviet else {})
    german = [place for place in SOUTH if place not in held]
    return bool(at("begin", spots, turn=turn, german=german).state.expedition_ready)


@rule("BD 4.11a")
def test_210_nobody_next_to_the_three_cities() -> None:
    assert ready("")
    for place in ("3203", "3204", "2706", "2903", "2703"):
        assert not ready(place), place
    for place in ("3202", "2705", "2702"):
        assert ready(place), place
    assert not ready("", held=("3103",))


def force(foot: str, panzers: str) -> Game:
    spots = {"3203": foot, "3202": panzers, "1606": "5A 16A 20A 24A"}
    game = at("movement", spots, turn=28, german=[*SOUTH, "3203", "3202"], expedition_ready=True)
    act(game, "done")
    return game


@rule("BD 4.11b")
def test_211_who_goes_for_the_oil() -> None:
    assert allowed(force("9C", "3Pz-late 14Pz-late"), "send 9C")
    assert allowed(force("21Mtn", "2SSPz HG"), "send 21Mtn")
    assert refused(force("Ho", "3Pz-late 14Pz-late"), "send Ho")
    assert refused(force("4R", "3Pz-late 14Pz-late"), "send 4R")
    assert refused(force("9C 8C", "3Pz-late"), "send 9C")


def answering(spots: Spots) -> Game:
    spots = {"3203": "52C", "3202": "40Pz 57Pz", **spots}
    game = at("movement", spots, turn=11, german=[*SOUTH, "3203", "3202"], expedition_ready=True)
    act(game, "done", "send 52C", "send 40Pz", "send 57Pz")
    return game


@rule("BD 4.12a", "BD 4.12b")
def test_212_four_of_map_and_box() -> None:
    game = answering({"1606": "5A LPMA 1G 3Sh 3T", "1502": "16A", "rvgk": "66A 24A 2G 5T"})
    for army in ("5A", "66A", "16A"):
        act(game, f"withdraw {army}")
    assert allowed(game, "withdraw 24A")
    for unit in ("1G", "3Sh", "3T", "2G", "5T", "LPMA"):
        assert refused(game, f"withdraw {unit}"), unit
    act(game, "refuse")
    assert winner(game) == "german"
    assert winner(answering({"1606": "5A 16A 3Sh", "rvgk": "66A 1G"})) == "german"


@rule("BD 4.12a", "BD 8.24c")
def test_212_satellites_are_rifle_armies_once_they_are_in_play() -> None:
    game = answering({"1606": "5A 16A 20A Pol", "rvgk": "1B"})
    assert allowed(game, "withdraw Pol")
    assert allowed(game, "withdraw 1B")
    box = {"3203": "52C", "3202": "40Pz 57Pz", "1606": "5A 16A 20A 24A", "rvgk": "1Rom"}
    held: dict[str, Any] = {"german": [*SOUTH, "3203", "3202"], "expedition_ready": True, "due": {"1Rom": 20}}
    game = at("movement", box, turn=21, **held)
    act(game, "done", "send 52C", "send 40Pz", "send 57Pz")
    assert refused(game, "withdraw 1Rom")  # it still has to enter by Bucharest


def oil(die: str, turn: int = 12, state: int = UNDER_WAY) -> Game:
    spots = {"2501": "51C", "caucasus": "52C 40Pz 57Pz"}
    held = ["2501", "2607", "2804"]
    return at("victory check", spots, turn=turn, vp=30, german=held, expedition=state, rolls=[die])


@rule("BD 4.13a", "BD 4.13c", "BD 4.13d", "BD 4.13j")
def test_213_the_steady_oil_begins_a_turn_later() -> None:
    assert points(oil("5 2"), "4.13") == 2
    assert points(oil("4"), "4.13") == 0
    assert points(oil("6", 13, SUCCEEDED), "4.13") == 1
    assert points(oil("6", 13, ENDED), "4.13") == 0
    box = {"caucasus": "52C 40Pz 57Pz", "3003": "9C"}
    held = ["2607", "2804"]
    assert allowed(at("movement", box, turn=12, german=held, expedition=UNDER_WAY), "recall")
    assert refused(at("movement", box, turn=12, german=held, expedition=SUCCEEDED), "recall")


@rule("BD 4.13e")
def test_214_five_exits_shut_at_once() -> None:
    four = {"3200": "5A", "3201": "6A", "3202": "8A", "3104": "9A", "caucasus": "52C 40Pz 57Pz"}
    for spots, lost in ((four, False), ({**four, "3203": "10A"}, True)):
        game = at("movement", spots, side="soviet", turn=14, vp=33, german=["2607", "2804"], expedition=SUCCEEDED)
        assert goes(game, "9A", "3204")
        assert (place_of(game, "52C") == "dead-german") == lost


# ---- 215 to 218: sudden death ----------------------------------------------------------------------------


@rule("BD 4.15a")
@pytest.mark.parametrize(
    ("german", "die", "wins"), [("", "4", None), ("", "5", "german"), ("2311", "4", "german"), ("1011", "2", None)]
)
def test_215_moscow(german: str, die: str, wins: str | None) -> None:
    game = entered("9C", "1607", "1606", "german", 29, german=german.split(), rolls=[die])
    assert winner(game) == wins


@rule("BD 4.16b")
@pytest.mark.parametrize(
    ("german", "soviet", "wins"),
    [
        ("1011 1606", "", "german"),
        ("2311 1606", "2419", "soviet"),
        ("2311 1011", "2922", "soviet"),
        ("2501", "", "soviet"),
    ],
)
def test_216_the_fourteen_and_two(german: str, soviet: str, wins: str) -> None:
    game = at(
        "victory check", {"2708": "9C"}, turn=20, vp=60, gambit=19, offensive=19, german=german.split(),
        soviet=soviet.split(),
    )  # fmt: skip
    assert winner(game) == wins


@rule("BD 4.19a", "BD 4.19b", "BD 4.19c")
@pytest.mark.parametrize(
    ("taken", "killed", "wins"),
    [(1, 10, "german"), (1, 9, "soviet"), (0, 19, "soviet"), (0, 20, "german"), (1, 20, "german"), (2, 0, "german")],
)
def test_217_the_oder(taken: int, killed: int, wins: str) -> None:
    held = ["1813", "1714"][:taken]
    game = at(
        "after second phase", {"2117": "8C"}, turn=30, operation=ODER, vp=5, killed=killed, german=held, owned=HOME
    )
    assert winner(game) == wins


@rule("BD 4.20a", "BD 4.20b")
def test_218_forgiveness_runs_to_the_end() -> None:
    more: dict[str, Any] = {"options": {"forgiveness": True}}
    game = at("victory check", {"2117": "8C"}, turn=4, vp=25, **more)
    assert (winner(game), game.state.forgiven) == (None, 3)
    game = at("victory check", {"2117": "8C"}, turn=6, vp=20, forgiven=3, **more)
    assert (winner(game), game.state.forgiven) == (None, 2)
    assert winner(at("victory check", {"2117": "8C"}, turn=32, vp=0, forgiven=1, **more)) == "german"
    assert winner(at("victory check", {"2117": "8C"}, turn=32, vp=1, forgiven=-1, **more)) == "soviet"


@rule("BD 4.21a", "BD 4.3a")
def test_219_kiev_as_a_hero_city_on_turn_4() -> None:
    more: dict[str, Any] = {"options": {"kiev": True}, "paused": True, "german": ["1415"]}
    assert points(entered("9C", "2312", "2311", "german", 4, hero=hexes("2311"), **more)) == 2
    assert points(entered("9C", "2312", "2311", "german", 3, kiev_taken=True, rolls=["6"], **more)) == 1


@rule("BD 8.3a", "BD 6.4")
def test_220_two_hungarians_in_budapest() -> None:
    game = arriving(24, "1H", {"2820": "2H"})
    until(game, "order")
    assert place_of(game, "1H") == "gone"
    game = arriving(28, "3H", {"2820": "9C 8C 7C 6C 5C"})
    until(game, "order")
    assert place_of(game, "3H") == "gone"
