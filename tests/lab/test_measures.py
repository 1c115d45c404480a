"""What games say about themselves to the laboratory."""

from __future__ import annotations

from random import Random

import pytest

from harness.cases import Case, every_game
from lab.scenarios import every_scenario
from ostfront import games
from ostfront.core.play.measures import NOTHING, Front, Spot, front_line, measures_of
from ostfront.core.play.rules import GameInfo
from ostfront.core.play.sequence import Event
from ostfront.kit.course import nearer, steps_lost
from ostfront.lab.observe import Trial, observe
from ostfront.lab.simulate import Simulation, laboratory_game


@every_scenario
def test_every_answer_has_the_right_shape(case: Case) -> None:
    """At the start and at the end of a random game."""
    rules = case.rules
    measured = measures_of(rules)
    series, milestones, front = (
        measured.series(rules.facts),
        measured.milestones(rules.facts),
        measured.front(rules.facts),
    )
    sides = {seat.side for seat in rules.seats}
    assert {one.side for one in series} | {one.side for one in milestones} <= {*sides, ""}
    for names in ([one.id for one in series], [one.id for one in milestones]):
        assert len(set(names)) == len(names)
        assert all(name.isidentifier() for name in names)
    game = laboratory_game(rules, "shape")
    game.events = []
    random = Random(case.name).random
    for _ in range(300):
        values = measured.values(rules.facts, game.state, game.events)
        assert len(values) == len(series)
        assert measured.reached(rules.facts, game.state) >> len(milestones) == 0
        if front is not None:
            line = front_line(front, measured.held(rules.facts, game.state))
            assert all(0 <= held <= len(lane) for held, lane in zip(line, front.lanes, strict=True))
        for _ in range(40):
            if game.state.result is None:
                decision = game.state.pending[0]
                game.push(game.options(decision).choose(random), decision)
        if game.state.result is not None:
            return


@every_game
def test_history_fits_the_front_and_the_turns(info: GameInfo) -> None:
    rules = games.rules(info.name)
    measured = measures_of(rules)
    front = measured.front(rules.facts)
    calendar = measured.calendar(rules.facts)
    for one in measured.milestones(rules.facts):
        assert one.turn is None or one.turn in calendar
    for series in measured.series(rules.facts):
        assert set(series.history) <= set(calendar)
    if front is not None:
        for line in front.history.values():
            assert len(line) == len(front.lanes)
            assert all(0 <= held <= len(lane) for held, lane in zip(line, front.lanes, strict=True))


def test_the_front_counts_what_is_held() -> None:
    lanes = ((Spot(0, 0, 0), Spot(1, 1, 0), Spot(2, 2, 0)), (Spot(3, 0, 1), Spot(3, 1, 1)))
    assert front_line(Front("x", lanes), 0b1011) == (2, 2)
    assert front_line(Front("x", lanes), 0) == (0, 0)


def test_a_game_without_measures_is_measured_by_its_result() -> None:
    rules = games.rules("drill")
    measured: object = measures_of(rules)
    assert measured is NOTHING
    one = observe(Trial(Simulation("drill", seed="plain")), 1)
    assert one.ending == "finished"
    assert {turn.values for turn in one.turns} == {()}
    assert one.fell == ()


# ---- A Victory Denied ---------------------------------------------------------------------------------


def at_start(name: str, scenario: str | None = None) -> dict[str, float]:
    rules = games.rules(name, scenario)
    game = laboratory_game(rules, 1)
    measured = measures_of(rules)
    return dict(
        zip([s.id for s in measured.series(rules.facts)], measured.values(rules.facts, game.state, ()), strict=True)
    )


def test_victory_denied_at_the_start() -> None:
    found = at_start("victory-denied")
    assert found["points_german"] + found["points_soviet"] == 50  # the whole of the chits
    assert found["hexes_german"] == 2  # 3.4
    assert found["lost_german"] == found["lost_soviet"] == 0


def test_victory_denied_counts_steps() -> None:
    rules = games.rules("victory-denied")
    roster = rules.facts.roster
    panzer = next(u for u in range(roster.count) if roster.side[u] == 0 and roster.steps[u] == 2)
    corps = next(u for u in range(roster.count) if roster.side[u] == 1 and roster.steps[u] == 2)

    def told(*events: tuple[str, int]) -> tuple[int, int]:
        return steps_lost(roster.side, roster.steps, [Event(0, kind, (unit, 0), None) for kind, unit in events])

    assert told() == (0, 0)
    assert told(("step", panzer)) == (1, 0)
    assert told(("step", panzer), ("eliminated", panzer)) == (2, 0)
    assert told(("eliminated", panzer)) == (2, 0)
    assert told(("step", corps), ("disband", corps), ("eliminated", corps)) == (0, 3)  # back at full strength


def test_victory_denied_in_1941() -> None:
    rules = games.rules("victory-denied")
    measured = measures_of(rules)
    fell = {one.id: one.turn for one in measured.milestones(rules.facts)}
    assert (fell["smolensk"], fell["roslavl"], fell["velikie_luki"], fell["vyazma"]) == (1, 4, 7, None)
    held = next(s for s in measured.series(rules.facts) if s.id == "hexes_german").history
    assert held[6] == 10
    assert (held[8], held[9]) == (11, 10), "Yelnya was lost on 6 September"
    front = measured.front(rules.facts)
    assert front is not None
    smolensk = next(town for town in front.towns if town.name == "Smolensk")
    vyazma = next(town for town in front.towns if town.name == "Vyazma")
    lane = min(range(len(front.lanes)), key=lambda i: abs(front.lanes[i][0].y - smolensk.y))
    x = front.lanes[lane][front.history[6][lane]].x
    assert smolensk.x < x < vyazma.x


def test_victory_denied_front_lies_between_the_armies() -> None:
    rules = games.rules("victory-denied")
    board = rules.facts.board
    west, east = 1 << board.index("3310"), 1 << board.index("3320")
    held = nearer(board.grid, rules.facts.valid, west, east)
    row = [bool(held >> board.index(f"33{column:02}") & 1) for column in range(5, 26)]
    assert row == [True] * 10 + [row[10]] + [False] * 10


# ---- A Victory Awaits ---------------------------------------------------------------------------------


def test_victory_awaits_at_the_start() -> None:
    found = at_start("victory-awaits", "leningrad")
    assert (found["points_axis"], found["cities_axis"]) == (6, 0), "six mechanized divisions"
    assert found["lost_axis"] == found["lost_soviet"] == found["tanks_lost"] == 0


def test_victory_awaits_in_1941() -> None:
    rules = games.rules("victory-awaits", "campaign")
    measured = measures_of(rules)
    fell = {one.id: one.turn for one in measured.milestones(rules.facts)}
    assert [fell[city] for city in ("minsk", "pskov", "smolensk", "kiev", "leningrad")] == [1, 2, 3, 9, None]
    assert measured.calendar(rules.facts)[9] == "to 19 September"
    held = next(s for s in measured.series(rules.facts) if s.id == "cities_axis").history
    assert (held[1], held[8], held[9]) == (3, 11, 14), "Kiev has three hexes"
    front = measured.front(rules.facts)
    assert front is not None
    pskov, leningrad = (next(t for t in front.towns if t.name == name) for name in ("Pskov", "Leningrad"))
    lane = min(range(len(front.lanes)), key=lambda i: abs(front.lanes[i][0].y - pskov.y))
    assert front.history[1][lane] < front.history[2][lane], "Pskov fell on 9 July"
    assert leningrad.y < pskov.y


def test_victory_awaits_knows_the_day_of_every_major_city() -> None:
    rules = games.rules("victory-awaits", "campaign")
    towns = {site.name for kind in ("city", "major-city") for site in rules.facts.board.sites.of(kind)}
    cities = {site.name for site in rules.facts.board.sites.of("major-city")}
    history = rules.data.toml("history.toml")
    assert set(history["cities"]) - {"source"} == cities
    assert set(history["towns"]) - {"source"} <= towns


def test_victory_awaits_a_city_falls_with_its_last_hex() -> None:
    rules = games.rules("victory-awaits", "leningrad")
    state = laboratory_game(rules, 1).state
    measured = measures_of(rules)
    board = rules.facts.board
    bit = [one.id for one in measured.milestones(rules.facts)].index("leningrad")
    state.axis_held = 1 << board.index("L3602") | 1 << board.index("L3603")
    assert not measured.reached(rules.facts, state) >> bit & 1
    state.axis_held |= 1 << board.index("L3702")
    assert measured.reached(rules.facts, state) >> bit & 1


# ---- Kiev '41 -----------------------------------------------------------------------------------------


def test_kiev_41_at_the_start() -> None:
    found = at_start("kiev-41")
    assert (found["points_axis"], found["points_soviet"], found["areas_axis"]) == (1, 6, 20)


def test_kiev_41_in_1941() -> None:
    rules = games.rules("kiev-41")
    fell = {one.id: one.turn for one in measures_of(rules).milestones(rules.facts)}
    assert (fell["kiev"], fell["kharkov"], fell["rostov"], fell["sevastopol"]) == (3, 4, 5, None)
    assert measures_of(rules).calendar(rules.facts)[3] == "September"
    held = next(s for s in measures_of(rules).series(rules.facts) if s.id == "points_axis").history
    assert held[6] == 4, "Rostov was lost again"


@pytest.mark.parametrize(("scenario", "axis"), [("southern-struggle", 1), ("the-snow", 5)])
def test_kiev_41_milestones_are_those_held(scenario: str, axis: int) -> None:
    rules = games.rules("kiev-41", scenario)
    state = laboratory_game(rules, 1).state
    assert measures_of(rules).reached(rules.facts, state).bit_count() == axis


def test_kiev_41_front_runs_through_the_areas() -> None:
    rules = games.rules("kiev-41")
    front = measures_of(rules).front(rules.facts)
    assert front is not None
    places = {spot.place for lane in front.lanes for spot in lane}
    assert len(places) > 140, "nearly every area lies in a lane"
    nowhere, everywhere = front_line(front, 0), front_line(front, -1)
    assert set(nowhere) == {0}
    assert list(everywhere) == [len(lane) for lane in front.lanes]
