"""The notation: verbs of A Victory Denied and what they take."""

from __future__ import annotations

from ostfront.core.play.actions import Verb

UNIT, PLACE, CHIT = "unit", "place", "chit"

VERBS = (
    Verb("pass", (), "let the moment go by"),
    Verb("done", (), "finish this segment"),
    Verb("select", (CHIT,), "put a chit into the cup"),
    Verb("trump", (), "play Guderian over the drawn chit"),
    Verb("lead", (UNIT,), "start a panzer corps' chain at this unit"),
    Verb("activate", (UNIT,), "activate this HQ with the 9th Army chit"),
    Verb("pick", (UNIT,), "take a unit in hand to move it"),
    Verb("go", (PLACE,), "move the unit in hand there by the cheapest way"),
    Verb("road", (PLACE,), "move the unit in hand there by strategic movement"),
    Verb("stop", (), "the unit in hand has moved enough"),
    Verb("attack", (PLACE,), "declare an attack on a hex"),
    Verb("with", (UNIT,), "add a unit to the attack"),
    Verb("resolve", (), "the attack is complete: roll"),
    Verb("stuka", (), "commit a Stuka"),
    Verb("join", (PLACE,), "put the drawn elite division there"),
    Verb("lose", (UNIT,), "take a step off this unit"),
    Verb("retreat", (UNIT, "place*"), "retreat a unit along a whole path"),
    Verb("follow", (UNIT,), "the HQ goes where this unit went"),
    Verb("advance", (UNIT, "place*"), "advance a unit after combat, one or two hexes"),
    Verb("relocate", (UNIT, PLACE), "relocate an HQ"),
    Verb("bombard", (PLACE,), "an artillery attack"),
    Verb("rockets", (PLACE,), "the rocket attack"),
    Verb("bomb", (PLACE,), "the bomber attack"),
    Verb("starve", (UNIT,), "mark a German unit out of supply"),
    Verb("disband", (UNIT,), "take a Soviet unit off the map"),
    Verb("call", (UNIT,), "take a unit from the Reserve Box"),
    Verb("place", (PLACE,), "put the unit in hand there"),
    Verb("buy", (), "buy the HQ's chit for the cup"),
    Verb("enter", (UNIT,), "bring a unit onto the map by road"),
    Verb("release", (UNIT,), "release a unit from the Minsk Pocket"),
    Verb("escape", (UNIT,), "this unit escapes from the Minsk Pocket"),
    Verb("star", (UNIT,), "this star unit joins the Reserve Box"),
    Verb("moscow", (), "Objective Moscow!"),
    Verb("distract", (), "Hitler Distracted"),
    Verb("withdraw", (UNIT,), "this motorized unit leaves the game"),
)
