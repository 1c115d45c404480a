"""Tuning finds what there is to find, and says so when there is nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.calling import run
from lab.players import levels  # noqa: F401  a fixture
from ostfront import games
from ostfront.ai.weights import weights
from ostfront.core.errors import BadAction, BadFile
from ostfront.lab import tuning_games
from ostfront.lab.simulate import Simulation
from ostfront.lab.statistics import Estimate, Slope
from ostfront.lab.tune import (
    Budget,
    Matchup,
    Tuned,
    TuningSeries,
    gains,
    overlay_text,
    step,
    times,
    tune,
    widest,
    worth,
)
from ostfront.lab.tuning_games import Journal, SideResult, TuningGame
from ostfront.lab.weights import as_toml, weights_of

SIMULATION = Simulation("victory-denied", (), "tune")
RULES = games.rules("victory-denied")
TEN = "battle.*,supply.*,contest.share"
OWN = weights_of(RULES, TEN)


# ---- weights ------------------------------------------------------------------------------------------


def test_weights_are_found_by_name() -> None:
    assert "battle.now" in weights_of(RULES)
    assert weights_of(RULES, "line.*") == {"line.open": 0.12, "line.reach": 8}
    assert set(weights_of(RULES, "line.open, battle.now")) == {"line.open", "battle.now"}
    with pytest.raises(BadAction, match="No weight matches 'beauty'"):
        weights_of(RULES, "beauty")
    with pytest.raises(BadAction, match="no weights to tune"):
        weights_of(games.rules("drill"))


def test_weights_within_weights_are_laid_over_the_games_own() -> None:
    rules = games.rules("kiev-41")
    assert {"officer.thoughts", "officer.moves"}.isdisjoint(weights_of(rules))
    name = "axis_officer.impulse.reinforce"
    own = weights_of(rules, name)[name]
    text = as_toml({name: own + 1}, "a test", as_toml({"staff.more": 2.0}, "another"))
    laid = weights_of(games.rules("kiev-41", overlay={"weights.toml": text}))
    assert (laid[name], laid["staff.more"]) == (own + 1, 2.0)
    assert {key for key, value in weights_of(rules).items() if laid[key] != value} == {name, "staff.more"}


def test_time_to_think_is_no_weight() -> None:
    assert "thoughts" in weights(RULES)["officer"]
    assert "officer.thoughts" not in weights_of(RULES)


def test_whole_numbers_stay_whole_and_are_never_lost() -> None:
    found = times({"a": 8, "b": 1, "c": -2, "d": 0.12, "e": 3}, [0.5, -3.0, -3.0, 0.5, 0.0])
    assert found == {"a": 13, "b": 1, "c": -1, "d": 0.1978, "e": 3}
    assert [type(value) for value in found.values()] == [int, int, int, float, int]


def test_weights_are_laid_over_the_games_own_and_over_those_laid_before() -> None:
    before = as_toml({"battle.now": 7.0, "line.reach": 3}, 'a first "test"')
    text = as_toml({"battle.now": 8.0, "supply.cut": 0.5}, "a test", before)
    laid = weights_of(games.rules("victory-denied", overlay={"weights.toml": text}))
    changed = {"battle.now": 8.0, "line.reach": 3, "supply.cut": 0.5}
    assert laid == weights_of(RULES) | changed


# ---- what is played -----------------------------------------------------------------------------------


def perturbed(game: TuningGame) -> dict[str, float]:
    """The weights the side of a game thinks with."""
    content = tomllib.loads(game.trial.weights[game.side]["weights.toml"])
    return {f"{t}.{k}": v for t, entries in content.items() if isinstance(entries, dict) for k, v in entries.items()}


def test_both_sides_in_turn_with_the_same_weights_on_the_same_seed() -> None:
    series = TuningSeries(Matchup.of(SIMULATION, "recruit", "random"), "1", OWN, 0.5)
    one, two, three = (series.tuning_game(n) for n in (1, 2, 3))
    assert [(b.side, b.number) for b in (one, two, three)] == [("german", 1), ("soviet", 1), ("german", 2)]
    assert one.trial.simulation.players == ("german=recruit", "soviet=random")
    assert two.trial.simulation.players == ("german=random", "soviet=recruit")
    assert one.trial.simulation.seed == two.trial.simulation.seed == "tune/1"
    assert perturbed(one) == perturbed(two) != perturbed(three)
    z = series.draws(1)
    assert [log(perturbed(one)[name] / OWN[name]) / 0.5 for name in OWN] == pytest.approx(z, abs=0.01)
    assert len({one.key, two.key, three.key}) == 3
    assert series.tuning_game(1).key == one.key
    other = series._replace(weights={**OWN, "battle.now": 1.2})
    assert other.tuning_game(1).key != one.key


def test_one_side_only() -> None:
    series = TuningSeries(Matchup.of(SIMULATION, "recruit", side="Soviet"), "1", OWN, 0.5)
    assert [(b.side, b.number) for b in (series.tuning_game(1), series.tuning_game(2))] == [
        ("soviet", 1),
        ("soviet", 2),
    ]
    assert series.tuning_game(1).trial.simulation.players == ("german=recruit", "soviet=recruit")
    with pytest.raises(BadAction, match=r"A Victory Denied has no side 'roman'; expected german or soviet\."):
        Matchup.of(SIMULATION, "recruit", side="roman")
    with pytest.raises(BadAction, match="marshal"):
        Matchup.of(SIMULATION, "recruit", "marshal")


def test_weights_laid_over_before_are_thought_with() -> None:
    laid = SIMULATION._replace(overlay={"weights.toml": as_toml({"battle.now": 7.0, "line.reach": 3}, "a test")})
    series = TuningSeries(Matchup.of(laid, "recruit"), "1", {"battle.now": 7.0}, 0.5)
    assert perturbed(series.tuning_game(1)).keys() == {"battle.now", "line.reach"}
    assert perturbed(series.tuning_game(1))["line.reach"] == 3


def test_what_a_game_is_worth() -> None:
    """A win that was not counted is worth the widest margin."""
    played = [[SideResult(1.0, 30.0), SideResult(0.0, -12.0)], [SideResult(1.0, None), SideResult(1.0, 6.0)]]
    assert widest(played) == 30
    assert widest([[SideResult(0.5, None), SideResult(0.5, 0.0)]]) == 1
    assert gains("margin", played, 30) == [9.0, 18.0]
    assert gains("wins", played, 30) == [0.0, 0.5]
    assert gains("both", played, 30) == pytest.approx([0.15, 0.8])
    assert worth("both", SideResult(0.0, None), 30) == -1
    assert [worth(by, SideResult(0.5, None), 30) for by in ("wins", "margin", "both")] == [0, 0, 0]


# ---- tuning, in a game made up ------------------------------------------------------------------------


def made_up(game: TuningGame) -> SideResult:
    """More of one weight is better and less of another; eight do nothing, and there is luck."""
    weights = perturbed(game)
    luck = Random(f"{game.trial.simulation.seed}/{game.number}").gauss(0, 0.7)
    skill = log(weights["battle.now"] / OWN["battle.now"]) - log(weights["contest.share"] / OWN["contest.share"])
    ahead = skill + (luck if game.side == "german" else -luck)
    return SideResult(float(ahead > 0), None if abs(ahead) > 1.5 else 10 * ahead)


def only_luck(game: TuningGame) -> SideResult:
    ahead = Random(game.key).gauss(0, 1)
    return SideResult(float(ahead > 0), 10 * ahead)


def tuned(path: Path, matchup: Matchup | None = None, by: str = "both", **budget: Any) -> Tuned:
    sizes = Budget(**{"games": 60, "proof": 20, **budget})
    return tune(matchup or Matchup.of(SIMULATION, "recruit"), TEN, by, sizes, Journal(path))


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_games, "play", made_up)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("by", ["wins", "margin", "both"])
@pytest.mark.parametrize("side", ["", "soviet"])
def test_the_weights_that_matter_are_found(side: str, by: str, tmp_path: Path) -> None:
    assert len(OWN) == 10
    found = tuned(tmp_path / "games", Matchup.of(SIMULATION, "recruit", side=side), by)
    (one,) = found.rounds
    ranked = sorted(one.effects, key=lambda name: -abs(one.effects[name].ratio))
    assert set(ranked[:2]) == {"battle.now", "contest.share"}
    assert one.effects["battle.now"].effect.low > 0 > one.effects["contest.share"].effect.high
    assert found.new["battle.now"] > OWN["battle.now"]
    assert found.new["contest.share"] < OWN["contest.share"]
    moved = [name for name in OWN if found.new[name] != OWN[name]]
    assert all(abs(one.effects[name].ratio) > 1 for name in moved)
    assert max(abs(log(found.new[name] / OWN[name])) for name in OWN) == pytest.approx(0.75, abs=1e-3)
    assert found.better and found.gains[by].low > 0


@pytest.mark.usefixtures("game")
def test_fewer_games_than_weights(tmp_path: Path) -> None:
    """Then it is not clear which matter, but the step still goes uphill more often than not."""
    many = "strength.*,contest.*,battle.*,supply.*"
    assert len(weights_of(RULES, many)) == 28
    uphill = 0
    for seed in range(6):
        matchup = Matchup.of(SIMULATION._replace(seed=seed), "recruit")
        found = tune(matchup, many, "both", Budget(20, 10), Journal(tmp_path / f"{seed}"))
        uphill += found.gains["both"].value > 0
    assert uphill >= 4


@pytest.mark.usefixtures("game")
def test_a_later_round_starts_where_the_first_one_led(tmp_path: Path) -> None:
    once, twice = tuned(tmp_path / "once"), tuned(tmp_path / "twice", rounds=2)
    first, second = twice.rounds
    assert first == once.rounds[0]
    assert first.old == OWN and second.old == first.new and twice.new == second.new
    assert twice.new["battle.now"] > once.new["battle.now"]


def test_luck_alone_is_not_called_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something always seems to matter; the proof is right about it in nineteen of twenty cases at least."""
    monkeypatch.setattr(tuning_games, "play", only_luck)
    matchups = [Matchup.of(SIMULATION._replace(seed=n), "recruit") for n in range(12)]
    found = [tuned(tmp_path / f"{n}", matchup, games=15, proof=10) for n, matchup in enumerate(matchups)]
    assert any(one.new != one.old for one in found)
    assert sum(one.better for one in found) <= 1


def test_nothing_matters_and_nothing_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_games, "play", lambda game: SideResult(0.5, None))
    found = tuned(tmp_path / "games")
    assert found.new == found.old == OWN
    assert found.pairs == 0 and not found.better


def test_steps_go_by_the_effect() -> None:
    def slope(value: float, error: float) -> Slope:
        return Slope(Estimate(value, value - error, value + error), error)

    weights = {"up": 1.0, "down": 1.0, "unclear": 1.0}
    found = step(weights, {"up": slope(0.4, 0.1), "down": slope(-0.2, 0.1), "unclear": slope(3.0, 4.0)}, 0.5)
    assert log(found["up"]) == pytest.approx(0.75, abs=1e-3)
    assert log(found["down"]) == pytest.approx(-0.375, abs=1e-3)
    assert found["unclear"] == 1


@pytest.mark.usefixtures("game")
def test_another_opponent_is_played_by_the_old_weights_too(tmp_path: Path) -> None:
    """Otherwise playing a weak opponent would look like a gain."""
    budget = Budget(20, 10)
    for matchup, count in (
        (Matchup.of(SIMULATION, "recruit"), 2 * 20 + 2 * 10),
        (Matchup.of(SIMULATION, "recruit", "random"), 2 * 20 + 2 * 2 * 10),
        (Matchup.of(SIMULATION, "recruit", side="german"), 20 + 2 * 10),
    ):
        journal = Journal(tmp_path / f"{matchup.against}{len(matchup.sides)}")
        ticks: list[None] = []
        tune(matchup, TEN, "both", budget, journal, tick=lambda to=ticks: to.append(None))  # type: ignore[misc]
        assert matchup.total(budget) == len(ticks) == journal.played == count


def test_a_weak_opponent_is_no_gain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_games, "play", lambda game: SideResult(1.0, 20 + only_luck(game)[0]))
    found = tuned(tmp_path / "games", Matchup.of(SIMULATION, "recruit", "random"), games=20)
    assert found.new != found.old
    assert found.gains["wins"] == (0, 0, 0)
    assert found.gains["margin"].low < 0 < found.gains["margin"].high


def test_weights_of_nothing_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_games, "play", only_luck)
    laid = SIMULATION._replace(overlay={"weights.toml": as_toml({"supply.cut": 0.0}, "a test")})
    found = tuned(tmp_path / "games", Matchup.of(laid, "recruit"), games=10, proof=5)
    assert found.still == ("supply.cut",)
    assert "supply.cut" not in found.new
    with pytest.raises(BadAction, match="scaling cannot change a 0"):
        tune(Matchup.of(laid, "recruit"), "supply.cut", "both", Budget(), Journal(tmp_path / "none"))


def test_nothing_else_can_be_tuned_for(tmp_path: Path) -> None:
    with pytest.raises(BadAction, match="by wins, margin or both, not by 'beauty'"):
        tuned(tmp_path / "games", by="beauty")


# ---- games kept on disk -------------------------------------------------------------------------------


class Stop(Exception):
    pass


@pytest.mark.usefixtures("game")
def test_an_interrupted_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of the perturbed games, then in the proof: only what is missing is played."""
    matchup, budget = Matchup.of(SIMULATION, "recruit"), Budget(20, 10)
    whole = tune(matchup, TEN, "both", budget, Journal(tmp_path / "whole"))
    path = tmp_path / "parts"
    played: list[str] = []
    left = 0

    def until_stopped(game: TuningGame) -> SideResult:
        if len(played) == left:
            raise Stop
        played.append(game.key)
        return made_up(game)

    monkeypatch.setattr(tuning_games, "play", until_stopped)
    for stop in (7, 45):
        left = stop
        with pytest.raises(Stop):
            tune(matchup, TEN, "both", budget, Journal(path))
        assert len(path.read_text().splitlines()) == stop
    left = 1000
    journal = Journal(path)
    assert tune(matchup, TEN, "both", budget, journal) == whole
    assert journal.played == 60 - 45
    assert len(played) == len(set(played)) == 60
    assert path.read_text() == (tmp_path / "whole").read_text()


@pytest.mark.usefixtures("game")
def test_more_games_are_added_to_those_there(tmp_path: Path) -> None:
    tuned(tmp_path / "games", games=20, proof=10)
    more = Journal(tmp_path / "games")
    tune(Matchup.of(SIMULATION, "recruit"), TEN, "both", Budget(30, 10), more)
    assert more.played == 2 * 10 + 2 * 10, "the others were there; the proof is of another step"


@pytest.mark.usefixtures("game")
def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games"
    found = tuned(path, games=20, proof=10)
    text = path.read_bytes()
    path.write_bytes(text[:-9])
    assert tuned(path, games=20, proof=10) == found
    assert path.read_bytes() == text
    path.write_bytes(b"nonsense\n" + text)
    with pytest.raises(BadFile, match="games"):
        Journal(path)


def test_games_may_come_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(work: Any, numbers: Any, *_: Any, **__: Any) -> Iterator[tuple[int, SideResult]]:
        for number in reversed(list(numbers)):
            yield number, work(number)

    monkeypatch.setattr(tuning_games, "play", made_up)
    found = tuned(tmp_path / "one", games=20, proof=10)
    monkeypatch.setattr(tuning_games, "spread", backwards)
    assert tuned(tmp_path / "two", games=20, proof=10) == found


# ---- in earnest ---------------------------------------------------------------------------------------


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    series = TuningSeries(Matchup.of(SIMULATION, "random", side="german"), "1", OWN, 0.5)
    one, two = (series.play(2, Journal(tmp_path / f"{w}"), w, lambda: None) for w in (1, 2))
    assert one == two
    assert all(outcomes[0].score in (0, 0.5, 1) for outcomes in one)


@pytest.mark.usefixtures("levels")
def test_the_games_own_weights_gain_nothing_over_themselves(tmp_path: Path) -> None:
    """What one side wins the other loses."""
    matchup = Matchup.of(SIMULATION, "brawler")
    (same,) = TuningSeries(matchup, "1", {"battle.now": OWN["battle.now"]}).play(
        1, Journal(tmp_path / "a"), 1, lambda: None
    )
    assert sum(one.score for one in same) == 1
    assert [gains(by, [same], 30) for by in ("wins", "margin", "both")] == [[0], [0], [0]]


@pytest.mark.usefixtures("levels")
def test_a_real_search(tmp_path: Path) -> None:
    """A few games of A Victory Denied between players whose one weight is how keen they are to attack."""
    matchup = Matchup.of(SIMULATION, "brawler", "random", "soviet")
    budget = Budget(5, 2, sigma=0.8)
    journal = Journal(tmp_path / "games")
    found = tune(matchup, "battle.now", "margin", budget, journal)
    assert journal.played == (5 if found.new == found.old else 5 + 2 * 2)
    assert {outcome.score for outcome in journal.found.values()} <= {0, 0.5, 1}
    assert len({outcome.margin for outcome in journal.found.values()}) > 1
    again = Journal(tmp_path / "games")
    assert tune(matchup, "battle.now", "margin", budget, again) == found
    assert again.played == 0


@pytest.mark.usefixtures("game")
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = ("--games", "40", "--proof", "10", "--side", "german")
    words = ("lab", "tune", "victory-denied", "--only", f"{TEN},german_officer.alone", *few)
    answer = run(*words, "-o", tmp_path / "tuned")
    assert answer.code == 0, answer
    head, first, second = answer.out.splitlines()[:3]
    assert "gain by both at 1.65 times" in head
    assert {first.split()[0], second.split()[0]} == {"battle.now", "contest.share"}
    assert "scaling cannot change a 0: german_officer.alone" in answer.out
    assert "gain by both: +" in answer.out and "10 pairs (tuned for this)" in answer.out
    assert f"\nbetter than the old weights: written to {tmp_path}" in answer.out
    file = tmp_path / "tuned" / "weights.toml"
    assert tomllib.loads(file.read_text())["battle"]["now"] > OWN["battle.now"]
    assert file.read_text().startswith("# ostfront lab tune victory-denied --level recruit --side german --only ")
    assert run("sim", "victory-denied", "--games", "1", "--data", tmp_path / "tuned").code == 0
    again = run(*words, "-o", tmp_path / "tuned", "--json").json
    assert again["played"] == 0 and again["better"] is True
    assert again["rounds"][0]["effects"]["battle.now"]["low"] > 0
    monkeypatch.setattr(tuning_games, "play", only_luck)
    answer = run(*words, "-o", tmp_path / "luck", "--rounds", "2")
    assert answer.code == 1
    assert "round 2" in answer.out and "not proved better than the old weights: nothing written" in answer.out
    assert [path.name for path in (tmp_path / "luck").iterdir()] == ["games.jsonl"]
    assert run(*words, "-o", tmp_path / "luck", "--rounds", "2", "--anyway").code == 1
    assert (tmp_path / "luck" / "weights.toml").is_file()


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    words = ("lab", "tune", "victory-denied", "-o", tmp_path / "none")
    assert "no side 'roman'; expected german or soviet" in run(*words, "--side", "roman").sentence
    assert "not by 'beauty'" in run(*words, "--by", "beauty").sentence
    assert "No weight matches 'beauty'" in run(*words, "--only", "beauty").sentence
    assert not (tmp_path / "none").exists()


def test_the_file_says_what_was_measured() -> None:
    gain = dict.fromkeys(("wins", "margin", "both"), Estimate(0.25, 0.1, 0.4))
    found = Tuned({"battle.now": 1.1}, {"battle.now": 1.5}, (), "wins", (), gain, 8)
    text = overlay_text(found, "made by a test", as_toml({"line.reach": 3}, "before"))
    measured = "gain by wins +0.250 (+0.100 to +0.400) in 8 pairs"
    assert text.startswith(f"# made by a test\n# against the weights it began with: {measured}\n\n")
    laid = weights_of(games.rules("victory-denied", overlay={"weights.toml": text}))
    assert (laid["battle.now"], laid["line.reach"]) == (1.5, 3)
