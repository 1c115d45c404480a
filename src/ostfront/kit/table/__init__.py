"""What tables of several games share: plain functions that make the parts of a page from facts and views.

style.py      names, colours and symbols of a game, from its `table.toml`
board.py      the part that never changes: hexes and boxes as places, pieces, marks, windows
look.py       what a seat sees: the phase, what is on top, the focus, who could attack what
overlays.py   sets of places and units as overlays: reach, zones of control, supply, command
log.py        sentences of the log
"""
