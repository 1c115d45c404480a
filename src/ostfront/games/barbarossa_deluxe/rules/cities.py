"""Hero cities and fortress cities (9): declared at any time, but never during a declared attack.

Events: `hero` (hex), `fortress` (hex).
"""

from __future__ import annotations

from ostfront.core.play.actions import Verb
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import PLACE, Facts
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

HERO = Verb("hero", (PLACE,), "declare a hero city", label="Hero city")
FORTRESS = Verb("fortress", (PLACE,), "declare a fortress city", label="Fortress city")


@implements("BD 9.1b")
def hero_options(facts: Facts, state: BDState) -> int:
    """Cities that could be declared hero cities now (9.1)."""
    if not state.hero_left:
        return 0
    return facts.cities & facts.ussr & ~state.german & ~state.hero


@implements("BD 9.2b", "BD 9.2c")
def fortress_options(facts: Facts, state: BDState) -> int:
    """Cities that could be declared fortress cities now (9.2)."""
    if not state.fortress_anywhere and not state.fortress_home:
        return 0
    free = facts.cities & state.german & ~state.fortress
    if state.fortress_anywhere:
        return free
    return free & (facts.germany | facts.hungary | facts.general_government)


@implements("BD 9.3a")
def declare_hero(play: BDPlay, place: int) -> None:
    state = play.state
    state.hero |= 1 << place
    state.hero_left -= 1
    play.note("hero", place)


@implements("BD 9.3a")
def declare_fortress(play: BDPlay, place: int) -> None:
    """At home a marker that can be used nowhere else is spent first."""
    state, facts = play.state, play.facts
    state.fortress |= 1 << place
    home = (facts.germany | facts.hungary | facts.general_government) >> place & 1
    if home and state.fortress_home:
        state.fortress_home -= 1
    else:
        state.fortress_anywhere -= 1
    play.note("fortress", place)
