"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ostfront import games
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.state import ASSAULT, FIGHT_MOVE, MOVE_FIGHT, MOVEMENT, Phase
from staging.asking import asked, place_of
from staging.setting import begun, coming, put_units, set_fields

GAME = "barbarossa-deluxe"
RULES = games.rules(GAME)
FACTS = RULES.facts

# where a stage begins: a procedure of a side's player turn with its first step, and the step that follows it there
PHASES = {"movement": MOVEMENT, "assault": ASSAULT}


def stage(
    moment: str,
    units: Mapping[str, str] | None = None,
    *,
    side: str = "german",
    turn: int = 2,
    scenario: str = "grand-campaign",
    options: Mapping[str, Any] | None = None,
    with_: Mapping[str, str] | None = None,
    due: Mapping[str, int] | None = None,
    german: Iterable[str] = (),
    soviet: Iterable[str] = (),
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment. `units` maps unit ids to hexes or boxes ("rvgk", "track"); the rest is nowhere.

    The moment is "movement" or "assault" (the first phase of that side's player turn, in the order that begins
    with it), or a step of "turn" or "player turn" such as "German administration" or "depots". `with_` gives Tiger
    battalions and cavalry-mechanized groups the unit they support; they are put beside it. Hexes are controlled as at
    the start of the scenario, those in `german` and `soviet` and all occupied ones by those who stand there. `rolls`
    are dice to come: "4", or several as "1 6 3". Other fields of the state are set by name.
    """
    rules = games.rules(GAME, scenario, dict(options or {}))
    facts = rules.facts
    state: Any = rules.blank()
    state.turn, state.side = turn, SIDES.index(side)
    put_units(rules, state, units or {})
    index = facts.roster.index
    for unit, parent in (with_ or {}).items():
        state.parent[index[unit]] = index[parent]
        state.put(index[unit], state.place[index[parent]])
    for unit, when in (due or {}).items():
        state.due[index[unit]] = when
    state.german, state.neutral = facts.scenario.german, facts.scenario.neutral
    state.german = (state.german | hexes(*german)) & ~hexes(*soviet)
    state.german |= state.occupied[GROUND[GERMAN]] & facts.valid
    state.german &= ~state.occupied[GROUND[SOVIET]]
    state.phase, state.nth = PHASES.get(moment, 0), 1
    state.order = MOVE_FIGHT if moment == "movement" else FIGHT_MOVE
    set_fields(state, fields)
    state.top = _frames(rules, moment, state)
    return begun(rules, state, rolls)


def _frames(rules: Any, moment: str, state: Any) -> Frame:
    def at(procedure: str, step: str) -> int:
        found: int = rules.procedures[procedure].index[step]
        return found

    game = Frame("game", at("game", "turn"), None, None)
    if moment in rules.procedures["turn"].index:
        return Frame("turn", at("turn", moment), None, game)
    later = "second player turn" if state.side == GERMAN else "end of turn"
    turn = Frame("turn", at("turn", later), None, game)
    if moment not in PHASES:
        return Frame("player turn", at("player turn", moment), Phase(state.side), turn)
    after = "after first phase" if state.nth == 1 else "after second phase"
    return Frame(
        moment, 0, Phase(state.side), Frame("player turn", at("player turn", after), Phase(state.side), turn)
    )


def act(game: Game, *actions: str) -> None:
    """Play actions that are offered."""
    for action in actions:
        assert action in game.legal, f"{action} is not offered: {list(game.legal.texts)[:40]}"
        game.push(game.parse(action))


def offered(game: Game, action: str) -> bool:
    return action in game.legal


def hexes(*words: str) -> int:
    """A set of hexes by number."""
    return mask(FACTS.board.index(word) for word in words)


def units(*words: str) -> int:
    """A set of units by id."""
    return mask(FACTS.roster.index[word] for word in words)


def names(found: int) -> list[str]:
    """The ids of a set of units."""
    return [FACTS.roster.ids[unit] for unit in bits(found)]


__all__ = [
    "FACTS", "GERMAN", "RULES", "SOVIET", "act", "asked", "coming", "hexes", "names", "offered", "place_of", "stage",
    "units",
]  # fmt: skip
