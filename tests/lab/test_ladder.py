"""The ladder."""

from __future__ import annotations

import pytest

from cli.calling import run
from ostfront.core.errors import BadAction
from ostfront.lab import ladder as ladder_module
from ostfront.lab.ladder import Match, Pair, ladder, play_match, play_pair, standings
from ostfront.lab.observe import Observed
from ostfront.lab.simulate import Simulation
from ostfront.lab.statistics import Sequential

SIMULATION = Simulation("drill", seed="ladder")


def pair_of(*scores: float) -> Pair:
    blank = Observed(1, "", "finished", "", "", (), 0.0, "", (), (), ())
    return Pair((blank, blank), (scores[0], scores[1]), (None, None))


def test_sides_are_swapped_on_one_seed() -> None:
    pair = play_pair(SIMULATION, "recruit", "random", 3)
    assert pair.games[0].seed == pair.games[1].seed == "ladder/3"
    for one, score, own in zip(pair.games, pair.scores, ("Blue", "Red"), strict=True):
        assert score == (0.5 if one.winner == "draw" else float(one.winner == own))


def test_equal_players_cancel_out() -> None:
    """The same player on both sides: what it wins as one side it loses as the other."""
    for number in range(1, 6):
        pair = play_pair(SIMULATION, "random", "random", number)
        assert pair.score == 0.5


def test_margins_are_the_first_level_s() -> None:
    pair = play_pair(Simulation("victory-denied", seed="margin"), "random", "random", 1)
    german, soviet = pair.games[0].score
    assert pair.margins == (german - soviet, soviet - german)


def test_a_match_ends_when_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "play_pair", lambda simulation, first, second, number: pair_of(1.0, 1.0))
    match = play_match(SIMULATION, "recruit", "random", 200, Sequential(0.45, 0.55), 1, lambda games: None)
    assert (match.verdict, match.games) == ("high", 30)
    monkeypatch.setattr(ladder_module, "play_pair", lambda simulation, first, second, number: pair_of(1.0, 0.0))
    match = play_match(SIMULATION, "recruit", "random", 40, Sequential(0.45, 0.55), 1, lambda games: None)
    assert (match.verdict, match.games) == ("", 40)


def test_the_number_of_workers_does_not_matter() -> None:
    test = Sequential(0.3, 0.7, error=0.2)
    alone = play_match(SIMULATION, "recruit", "random", 12, test, 1, lambda games: None)
    together = play_match(SIMULATION, "recruit", "random", 12, test, 2, lambda games: None)
    assert [pair.scores for pair in alone.pairs] == [pair.scores for pair in together.pairs]


def test_counts_by_side() -> None:
    match = Match("a", "b", ("red", "blue"), (pair_of(1.0, 0.0), pair_of(1.0, 0.5)), Sequential(0.45, 0.55), "")
    assert match.counted() == (2, 1, 1)
    assert match.counted(0) == (2, 0, 0)
    assert match.counted(1) == (0, 1, 1)
    assert match.points == 2.5
    assert match.margin is None
    elo = standings(["b", "a"], [match])
    assert elo["b"].value == 0 < elo["a"].value


def test_every_two_levels_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "play_pair", lambda simulation, first, second, number: pair_of(1.0, 0.5))
    monkeypatch.setattr("ostfront.ai.maker", lambda level: None)
    met = [(match.first, match.second) for match in ladder(SIMULATION, ["a", "b", "c"], 4)]
    assert met == [("b", "a"), ("c", "a"), ("c", "b")]
    with pytest.raises(BadAction, match="at least two"):
        list(ladder(SIMULATION, ["a", "a"]))


def test_the_command() -> None:
    words = ("ladder", "drill", "--levels", "random,recruit", "--games", "6", "--seed", "k")
    data = run(*words, "--json").json
    (match,) = data["matches"]
    assert (match["first"], match["second"], match["games"]) == ("recruit", "random", 6)
    assert match["wins"] + match["draws"] + match["losses"] == 6
    assert set(match["by_side"]) == {"Blue", "Red"}
    assert data["elo"]["random"]["value"] == 0
    assert data["elo"]["recruit"]["low"] < data["elo"]["recruit"]["value"] < data["elo"]["recruit"]["high"]
    answer = run(*words)
    assert answer.code == 0
    assert "recruit - random" in answer.out and "Elo" in answer.out and "LLR" in answer.out
    assert "Did you mean recruit?" in run("ladder", "drill", "--levels", "random,recrut").sentence


def test_a_claim_is_what_is_tested() -> None:
    data = run("ladder", "drill", "--levels", "random,recruit", "--games", "2", "--claim", "0.8", "--json").json
    assert data["matches"][0]["hypotheses"] == [pytest.approx(0.75), 0.8]
