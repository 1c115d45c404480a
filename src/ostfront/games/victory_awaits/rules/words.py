"""The notation: verbs of A Victory Awaits and what they take."""

from __future__ import annotations

from ostfront.core.play.actions import Verb

UNIT, PLACE, CHIT, POINTS, SEAT = "unit", "place", "chit", "points", "seat"

VERBS = (
    Verb("pass", (), "let the moment go by"),
    Verb("done", (), "finish this segment"),
    Verb("bid", (POINTS,), "bid so many victory points for the Axis side"),
    Verb("pick", (UNIT,), "take a unit in hand to set it up or to move it"),
    Verb("place", (PLACE,), "put the unit in hand there"),
    Verb("raise", (CHIT,), "make the chit of one more army available"),
    Verb("select", (CHIT,), "put a chit into the cup"),
    Verb("give", (SEAT,), "put the chit in hand into this player's cup"),
    Verb("hold", (CHIT,), "keep a chit in hand instead of putting it into the cup"),
    Verb("trump", (CHIT,), "return the drawn chit and play this one from the hand"),
    Verb("declare", (), "declare Zhukov's Command"),
    Verb("activate", (UNIT,), "activate this unit directly"),
    Verb("transfer", (UNIT,), "put this HQ on the next turn of the Turn Track"),
    Verb("go", (PLACE,), "move the unit in hand there by the cheapest way"),
    Verb("road", (PLACE,), "move the unit in hand there by strategic movement"),
    Verb("stop", (), "the unit in hand has moved enough"),
    Verb("attack", (PLACE,), "declare an attack on a hex"),
    Verb("with", (UNIT,), "add a unit to the attack"),
    Verb("ready", (), "the attack is complete"),
    Verb("resolve", (PLACE,), "roll for the attack on this hex"),
    Verb("lose", (UNIT,), "take a step off this unit"),
    Verb("retreat", (UNIT, "place*"), "retreat a unit along a whole path"),
    Verb("advance", (UNIT, "place*"), "advance a unit after combat, one or two hexes"),
    Verb("recall", (UNIT,), "take this unit off the map into the Available Box"),
    Verb("fortify", (PLACE,), "build a fortress step there"),
    Verb("abandon", (PLACE,), "take the Stand Fast marker off this city"),
    Verb("withdraw", (UNIT,), "this mechanized unit leaves the game"),
    Verb("call", (UNIT,), "take this unit from the Available Box"),
    Verb("gate", (PLACE,), "19th Army enters through this supply source"),
)
