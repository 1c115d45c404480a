"""Months and weather by number, as the state counts them."""

from __future__ import annotations

SUNNY, RAIN, SNOW, BLIZZARD = range(4)
WEATHER = ("sunny", "rain", "snow", "blizzard")
JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER = range(1, 7)
