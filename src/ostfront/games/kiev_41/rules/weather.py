"""Weather (8, 14.5): the forecast, rain, snow and blizzard."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, DECEMBER, OCTOBER, RAIN, SNOW, SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules import victory
from ostfront.games.kiev_41.rules.control import send_home
from ostfront.games.kiev_41.state import NO_FORECAST, Impulse, K41Play


def turn_to(play: K41Play, weather: int) -> None:
    """The weather changes."""
    play.state.weather = weather
    play.note("weather", weather)
    if weather != SUNNY:
        victory.weather_turned(play)


def winter(play: K41Play, _local: None) -> None:
    """December brings snow before its Logistics Phase."""
    if play.state.turn >= DECEMBER and play.state.weather < SNOW:
        turn_to(play, SNOW)


def weather_check(play: K41Play, local: Impulse) -> None:
    """At the beginning of each Axis impulse from October on."""
    state = play.state
    if local.side != AXIS or settled(state.turn):
        return
    if state.weather >= SNOW:
        blizzard(play)
    elif state.forecast == NO_FORECAST:
        first_box(play)
    elif state.forecast == play.facts.charts["forecast"]["snow_after"]:
        snow(play)
    else:
        forecast(play)


@implements("K41 1.7")
def settled(turn: int) -> bool:
    """The sun shines without dice until October."""
    return turn < OCTOBER


@implements("K41 8.1a")
def first_box(play: K41Play) -> None:
    """The first Axis impulse of October only puts the marker on its track."""
    play.state.forecast = 0
    play.note("forecast", 0)


@implements("K41 8.1c")
def snow(play: K41Play) -> None:
    turn_to(play, SNOW)


@implements("K41 8.1b")
def forecast(play: K41Play) -> None:
    """One of the two changes: the weather, or the marker's box."""
    state = play.state
    state.forecast = max(1, state.forecast)
    die = play.roll(play.facts.charts["forecast"]["die"], f"turn {state.turn} / impulse {state.impulse} / weather")
    play.note("weather roll", die, state.forecast)
    if die <= state.forecast:
        turn_to(play, RAIN if state.weather == SUNNY else SUNNY)
    else:
        state.forecast += 1
        play.note("forecast", state.forecast)


@implements("K41 14.5a")
def blizzard(play: K41Play) -> None:
    """14.5: from the first Axis impulse of December; the fleets go home."""
    state = play.state
    if play.facts.plays("14.5") and state.turn >= DECEMBER and state.weather == SNOW:
        turn_to(play, BLIZZARD)
        send_home(play, play.facts.roster.fleets)
