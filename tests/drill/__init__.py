"""The drill: a small game with every hard feature, to prove the engine on and to learn it from.

Blue, commanded by the two seats Left and Right, attacks across a river; Red defends three towns. The rooms are
those of a real game:

    pieces.py     1.0  the units, the chits, the map, the charts; the state of a game
    sequence.py   2.0  the turn
    setup.py      3.0  the set-up
    command.py    4.0  orders, 5.0 the cup and the reserve
    movement.py   6.0  movement, 8.0 surprises
    combat.py     7.0  combat
    victory.py    9.0  the end of the game
    fog.py       10.0  who knows what
    referee.py         every clause again, judged one by one
    chronicle.py       the lines of the log
    rules.py           all of it put together
"""

from drill.rules import INFO

__all__ = ["INFO"]
