"""Four to eight players (19): who commands what, the Controller's queue, interrupts."""

from __future__ import annotations

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts.roster import AXIS
from rule import rule
from victory_awaits.stage import active, asked, coming, facts_of, rules_of, stage, verdict
from victory_awaits.test_examples import controlled, queue

UNITS = {"4PzG": "L2010", "18A": "L1910", "9A": "S2010", "17A": "K2010", "2PzG": "S2110", "S-4A": "S3010"}


def passed(game: Game) -> None:
    while asked(game)[0][1] == "interrupt":
        game.play("pass")


def holding(*draws: str, hand: str = "Guderian") -> Game:
    """The chits are drawn while an interrupt is held."""
    facts = facts_of("campaign", players="4")
    cup = sum(1 << facts.chit_index[name] for name in draws)
    return stage(
        "draw", UNITS, options={"players": "4"}, cup=cup, hand=1 << facts.chit_index[hand], active=(),
        rolls=[f"draw {name}" for name in draws], turn=2,
    )  # fmt: skip


# ---- roles (19.2) ---------------------------------------------------------------------------------------

ROLES = {
    "4": {"North": {"4PzG", "16A", "18A"}, "Center": {"2PzG", "3PzG", "4A", "9A", "2A"},
          "South": {"1PzG", "6A", "17A", "11A", "R-3A", "R-4A"}, "Soviet LSK": {"S-8A", "S-3A", "S-5A"}},
    "5": {"North": {"4PzG"}, "Center": {"2PzG", "9A"}, "South": {"1PzG", "11A"},
          "Soviet LS": {"S-8A", "S-3A"}, "Soviet K": {"S-5A"}},
    "6": {"North": {"4PzG"}, "Center Left": {"3PzG", "9A"}, "Center Right": {"4A", "2PzG"}, "South": {"1PzG", "R-3A"},
          "Soviet LS": {"S-8A", "S-3A"}, "Soviet K": {"S-5A"}},
    "7": {"North": {"4PzG"}, "Center Left": {"3PzG", "9A"}, "Center Right": {"4A", "2PzG"}, "South": {"1PzG", "R-3A"},
          "Soviet L": {"S-8A"}, "Soviet S": {"S-3A"}, "Soviet K": {"S-5A"}},
    "8": {"North": {"4PzG"}, "Center Left": {"3PzG", "9A"}, "Center Right": {"4A", "2PzG"},
          "South Left": {"6A", "1PzG", "17A"}, "South Right": {"11A", "R-3A", "R-4A"},
          "Soviet L": {"S-8A"}, "Soviet S": {"S-3A"}, "Soviet K": {"S-5A"}},
}  # fmt: skip


@rule("AVA 19.2")
@pytest.mark.parametrize("players", ROLES)
def test_who_commands_what(players: str) -> None:
    """HQs with their chits; every other unit has a seat of its own side too."""
    facts = facts_of("campaign", players=players)
    assert [seat.name for seat in facts.seats] == list(ROLES[players])
    for name, hqs in ROLES[players].items():
        seat = next(i for i, s in enumerate(facts.seats) if s.name == name)
        for hq in hqs:
            assert facts.unit_seat[facts.roster.index[hq]] == seat
            chits = [i for i, chit in enumerate(facts.chits) if chit.hq == facts.roster.index[hq]]
            assert {facts.chit_seat[i] for i in chits} == {seat}
    assert all(facts.seat_side[seat] == facts.roster.side[unit] for unit, seat in enumerate(facts.unit_seat))


@rule("AVA 19.2")
def test_each_player_makes_the_surprise_attack_of_his_panzergruppen() -> None:
    """One combat segment: all declare, North first, then each resolves his own attacks and advances."""
    units = {
        "4PzG": "L1910", "6Pz": "L2010", "S-11": "L2011", "1PzG": "K1910", "9Pz": "K2010", "11Pz": "K2111",
        "S-124": "K2011", "S-87": "K2112",
    }  # fmt: skip
    game = stage("surprise", units, options={"players": "4"}, turn=1)
    assert asked(game) == [("North", "attack")]
    assert "AVA 19.2" in verdict(game, "attack K2011")
    game.play("attack L2011")
    assert "AVA 19.2" in verdict(game, "with 9Pz")
    game.play("with 6Pz")
    while asked(game)[0] == ("North", "commit"):
        game.play("ready")
    assert asked(game) == [("South", "attack")]
    assert game.state.combat == 0
    for target, unit in ("K2011", "9Pz"), ("K2112", "11Pz"):
        game.play(f"attack {target}")
        game.play(f"with {unit}")
        if asked(game)[0] == ("South", "commit"):
            game.play("ready")
    coming(game, "roll 6", "roll 6", "roll 6")
    if asked(game) == [("South", "attack")]:
        game.play("done")
    found = []
    while (
        game.state.surprise
        and game.state.turn == 1
        and asked(game)[0][1] in ("advance", "resolve", "loss", "retreat")
    ):
        seat, kind = asked(game)[0]
        found.append((seat, kind))
        game.play(game.legal.texts[0])
    assert ("South", "resolve") in found
    assert ("North", "resolve") not in found
    assert [seat for seat, kind in found if kind == "advance"][:1] == ["North"]
    assert {seat for seat, kind in found if kind == "advance"} == {"North", "South"}


@rule("AVA 19.2")
def test_each_player_sets_up_his_own_units() -> None:
    rules = rules_of("campaign", players="8", placement="free")
    facts = rules.facts
    game = Game.started(rules, Seeded.of("set-up"))
    seats = []
    while asked(game)[0][1] == "deploy":
        name = asked(game)[0][0]
        seat = next(i for i, s in enumerate(facts.seats) if s.name == name)
        units = [text.split()[1] for text in game.legal.texts]
        assert {facts.unit_seat[facts.roster.index[unit]] for unit in units} == {seat}
        if name not in seats:
            seats.append(name)
            other = next(u for u in bits(game.state.top.local.units & ~facts.seat_units[seat]) or [-1])
            if other >= 0:
                assert verdict(game, f"pick {facts.roster.ids[other]}") == ["AVA 19.2"]
        game.play(game.legal.texts[0])
        assert asked(game)[0] == (name, "station")
        game.play(game.legal.texts[0])
    assert seats == [
        "Soviet L", "Soviet S", "Soviet K", "North", "Center Left", "Center Right", "South Left", "South Right",
    ][: len(seats)]  # fmt: skip
    assert len(seats) >= 7


# ---- the queue (19.4) -----------------------------------------------------------------------------------


@rule("AVA 19.4.1")
def test_chits_come_from_the_cup_by_chance() -> None:
    game = controlled("9A", "4PzG", units=UNITS)
    assert asked(game) == [("Center", "move")]
    assert queue(game) == [("4PzG", True)]
    assert game.state.cup == 0


@rule("AVA 19.4.2")
def test_with_no_other_pending_a_chit_is_shown_at_once() -> None:
    game = controlled("4PzG", units=UNITS)
    assert asked(game) == [("North", "move")]
    assert not any("face down" in line for line in game.view(0).log())


@rule("AVA 19.4.3")
@rule("AVA 19.4.5")
def test_the_queue_lies_in_sight_of_all() -> None:
    """18A waits face down behind 4PzG, for both are North's."""
    game = controlled("4PzG", "18A", "9A", units=UNITS)
    for seat in range(4):
        assert game.view(seat).known["queue"] == ["?", "9A"]


@rule("AVA 19.4.5")
@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("4PzG", "9A", True),  # another player, another map
        ("4PzG", "18A", False),  # the same player
        ("9A", "S-4A", False),  # an enemy on the same map
        ("17A", "S-4A", True),  # an enemy on another
        ("4PzG", "Supply", False),  # concerns all
        ("4PzG", "SovietReinf", False),
    ],
)
def test_what_disturbs(first: str, second: str, shown: bool) -> None:
    game = controlled(first, second, units=UNITS)
    assert queue(game) == [(second, shown)]


@rule("AVA 19.4.4")
def test_he_stops_at_three_face_down() -> None:
    """Four Soviet chits behind one of the same player: three are drawn, the fourth stays in the cup."""
    units = {"S-4A": "S3010", "S-10A": "S3110", "S-26A": "K4010", "S-8A": "L2010", "S-11A": "L2110"}
    game = controlled("S-4A", "S-10A", "S-26A", "S-8A", "S-11A", units=units)
    assert len(queue(game)) == 3
    assert not any(shown for _, shown in queue(game))
    assert bin(game.state.cup).count("1") == 1


@rule("AVA 19.4.8")
def test_so_on_until_all_are_carried_out() -> None:
    game = controlled("4PzG", "18A", "9A", "17A", "S-4A", units=UNITS)
    seats = []
    while asked(game)[0][1] == "move":
        seats.append(asked(game)[0][0])
        game.play("done")
    assert seats == ["North", "North", "Center", "South", "Soviet LSK"]
    assert game.state.turn == 6


# ---- interrupts (19.5) ----------------------------------------------------------------------------------


def revealed(game: Game) -> str:
    return game.facts.chits[game.state.top.local.chit].id  # type: ignore[no-any-return]


@rule("AVA 19.5")
def test_the_cancelled_chit_and_all_behind_it_go_back() -> None:
    """4PzG continues; 9A is shown and cancelled: Guderian takes its place, and 9A is drawn again after him."""
    game = holding("4PzG", "18A", "9A")
    facts = facts_of("campaign", players="4")
    assert (asked(game), revealed(game)) == ([("Center", "interrupt")], "4PzG")
    game.play("pass")
    assert revealed(game) == "9A"
    assert queue(game) == [("4PzG", True), ("18A", False), ("9A", True)]
    game.play("trump Guderian")
    assert not game.state.hand
    seats = []
    while asked(game)[0][1] == "move":
        seats.append((asked(game)[0][0], active(game) & {"4PzG", "18A", "9A", "2PzG"}))
        game.play("done")
    assert seats[0] == ("North", {"4PzG"})
    assert ("Center", {"2PzG"}) in seats
    assert seats[-1] == ("Center", {"9A"})
    assert len(seats) == 4
    assert facts.seat_side[0] == AXIS


@rule("AVA 19.5")
@pytest.mark.parametrize(("hand", "seat"), [("Manstein", "North"), ("Guderian", "Center")])
def test_an_interrupt_is_offered_to_the_player_of_its_hq(hand: str, seat: str) -> None:
    game = holding("17A", hand=hand)
    assert asked(game) == [(seat, "interrupt")]
    assert verdict(game, f"trump {hand}") == []
    game.play(f"trump {hand}")
    assert asked(game) == [(seat, "move")]


@rule("AVA 19.5")
def test_one_player_after_the_other_may_interrupt() -> None:
    facts = facts_of("campaign", players="4")
    both = sum(1 << facts.chit_index[name] for name in ("Manstein", "Guderian"))
    for choices, hand in ((both, both), (both, 1 << facts.chit_index["Guderian"])):
        # with one of them in hand the enemy must not learn from the question whose it is (6.1)
        game = stage(
            "draw", UNITS, options={"players": "4"}, cup=1 << facts.chit_index["17A"], hand=hand,
            choices_axis=choices, active=(), turn=2,
        )  # fmt: skip
        assert asked(game) == [("North", "interrupt")]
        if hand == both:
            assert verdict(game, "trump Guderian") == ["AVA 19.5"]
        else:
            assert game.legal.texts == ["pass"]
        game.play("pass")
        assert asked(game) == [("Center", "interrupt")]
        game.play("pass")
        assert asked(game) == [("South", "move")]


@rule("AVA 19.5")
def test_a_chit_behind_goes_back_too() -> None:
    game = holding("9A", "4PzG", "18A")
    facts = facts_of("campaign", players="4")
    game.play("pass")  # 9A
    assert revealed(game) == "4PzG"
    game.play("trump Guderian")
    drawn = {facts.chits[i].id for i in bits(game.state.cup)} | {name for name, _ in queue(game)}
    assert {"4PzG", "18A"} <= drawn
    assert asked(game)[0] == ("Center", "move")
    assert active(game) == {"9A"} | ({"2PzG"} & active(game))
