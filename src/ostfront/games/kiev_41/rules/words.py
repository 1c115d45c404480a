"""The notation: verbs of Kiev '41 and what they take."""

from __future__ import annotations

from ostfront.core.play.actions import NUMBERS, Verb

UNIT, PLACE = "unit", "place"

VERBS = (
    Verb("pass", (), "play a Pass, or keep the disc"),
    Verb("done", (), "finish this segment"),
    Verb("activate", (), "activate the Leader"),
    Verb("pause", (), "declare a Logistics Pause"),
    Verb("restore", (UNIT,), "regenerate a step of an HQ"),
    Verb("replace", (UNIT,), "replace a step of a combat block"),
    Verb("call", (NUMBERS,), "call so many reinforcements"),
    Verb("choose", (UNIT,), "choose the last reinforcement"),
    Verb("draw", (), "have the last reinforcement drawn too"),
    Verb("place", (PLACE,), "put the block in hand there"),
    Verb("tactical", (), "play a Tactical Impulse"),
    Verb("strategic", (), "spend the disc: move and fight"),
    Verb("reinforce", (), "spend the disc: call reinforcements"),
    Verb("pick", (UNIT,), "take a block in hand"),
    Verb("go", (PLACE,), "move the block in hand there by the cheapest way"),
    Verb("reveal", (), "reveal the HQ in hand here"),
    Verb("rail", (PLACE,), "move the block in hand there by rail"),
    Verb("sail", (PLACE,), "ship the block in hand to that port"),
    Verb("land", (PLACE,), "the Marine lands there from the sea"),
    Verb("drop", (PLACE,), "the Luftlande Division lands there from the air"),
    Verb("stop", (), "the block in hand has moved enough"),
    Verb("send", (UNIT, PLACE), "commit a fleet to a coast"),
    Verb("recall", (UNIT,), "call a fleet home"),
    Verb("build", (UNIT,), "this block builds a Defensive Line where it stands"),
    Verb("disband", (PLACE,), "take up the Defensive Line there"),
    Verb("fire", (UNIT, PLACE), "this HQ's artillery supports the battle there"),
    Verb("bomb", (UNIT, PLACE), "this bomber supports the battle there"),
    Verb("fight", (PLACE,), "resolve the battle there"),
    Verb("engage", (UNIT, UNIT), "this bomber meets that fleet"),
    Verb("abort", (UNIT,), "this bomber turns back"),
    Verb("down", (UNIT,), "this bomber is destroyed"),
    Verb("lose", (UNIT,), "this block takes the hit"),
    Verb("blitz", (UNIT, PLACE), "this block goes on into an adjacent area"),
    Verb("exploit", (), "spend the disc on an Exploitation Move"),
)
