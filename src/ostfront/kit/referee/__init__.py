"""What referees of several games share: computed hex by hex on `core/map/plain.py`, like everything a referee does.

    position.py   which units are where on a hex map
    case.py       an action taken apart
    movement.py   picking a unit up, and legs by road
    combat.py     targets, attackers, losses, advances
    retreat.py    the path of a retreat
    stacking.py   full hexes and enemies in them

No clause numbers appear here: a game's section names the clause and gets the sentence from these functions.
"""
