"""The largest battle the rules allow, for the bench: four corps of tanks and all support against four armies."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision, Frame
from ostfront.games.kiev_41.facts.roster import AXIS, Roster
from ostfront.games.kiev_41.rules import Kiev41
from ostfront.games.kiev_41.state import Combat

CITY = "17"  # a green area with a city and five neighbours
ATTACKERS = ("3Pz", "14Pz", "48Pz", "29AK")
DEFENDERS = ("5A", "6A", "12A", "26A")
GUNS = {"Kleist": "16", "HQ6": "16", "HQ17": "16", "HQ11": "16", "HQ3R": "18", "HQ4R": "18"}
AIR = ("FK4", "FK5")  # in 18 too


def largest_battle(rules: Kiev41) -> tuple[Game, Action]:
    """A game in which that battle is about to be fought, with every block known, and the action that begins it."""
    facts = rules.facts
    roster, areas = facts.roster, facts.areas
    state = rules.blank()
    state.turn = 2
    here = areas.index(CITY)
    for unit in range(roster.count):
        state.put(unit, facts.boxes[_box(roster, unit)])
    for name in (*ATTACKERS, *DEFENDERS):
        state.put(roster.index[name], here)
    for name, area in GUNS.items():
        state.put(roster.index[name], areas.index(area))
    for name in AIR:
        state.put(roster.index[name], areas.index("18"))
    for bomber in bits(roster.bombers):
        state.put(bomber, here)
    state.axis = facts.control | facts.named(("16", "18"))
    state.lines_soviet = 1 << here
    state.active = mask(roster.index[name] for name in (*GUNS, *AIR))
    state.guns = tuple((roster.index[name], here) for name in GUNS)
    state.visible = state.active | mask(roster.index[name] for name in (*ATTACKERS, *DEFENDERS))
    state.to_fight = 1 << here
    state.top = Frame("combat", rules.procedures["combat"].index["next battle"], Combat(AXIS), None)
    state.pending = (Decision(AXIS, "battle"),)
    return Game(rules, Seeded.of("largest"), state), rules.vocabulary.parse(f"fight {CITY}")


def _box(roster: Roster, unit: int) -> str:
    """Where a unit goes that takes no part."""
    kind, side = roster.type[unit], roster.side[unit]
    if unit == roster.guderian:
        return "tula-1"
    boxes = {"leader": ("rastenburg", "moscow"), "fleet": ("", "fleet-staging"), "bomber": ("bombers-available", "")}
    return boxes.get(kind, ("axis-pool", "soviet-pool"))[side]
