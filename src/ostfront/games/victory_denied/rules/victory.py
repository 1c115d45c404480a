"""Victory (16): VP chits, entering hexes that matter, the reckoning."""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.ground import lone_hqs
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW, Relocation, VdPlay, VdState


@implements("AVD 3.4a")
def deal_chits(play: VdPlay, _local: None) -> None:
    """3.4: chits are dealt unseen, gold on gold stars and blue on blue; two towns start German."""
    state, facts = play.state, play.facts
    everything = range(len(facts.vp_chits))
    for hexes, chits in (
        (facts.gold_hexes, [c for c in everything if facts.gold_chits >> c & 1]),
        (facts.blue_hexes, [c for c in everything if not facts.gold_chits >> c & 1]),
    ):
        for place in bits(hexes):
            chit = play.draw(chits, "vp", "set-up / victory chits", to=())
            chits.remove(chit)
            state.lay_chit(place, chit)
    start_with_two(play)


@implements("AVD 3.4b")
def start_with_two(play: VdPlay) -> None:
    for name in play.facts.charts["victory"]["starting_box"]:
        capture(play, play.facts.board.site(name).hex)


# ---- entering ---------------------------------------------------------------------------------------


def enter_hex(play: VdPlay, unit: int, place: int) -> None:
    """Whatever follows from a unit's entering a hex by moving, retreating, advancing or being placed."""
    state, facts = play.state, play.facts
    side = facts.roster.side[unit]
    bit = 1 << place
    if not facts.roster.is_hq[unit]:
        if side == GERMAN and facts.moscow & bit:
            german_in_moscow(play, place)
        elif side == SOVIET and facts.pocket & bit:
            soviet_in_pocket(play, place)
        if state.result is None and lone_hqs(facts, state, 1 - side) & bit:
            overrun(play, unit, place)
    if state.result is None and facts.victory_mask & bit:
        if side == GERMAN and state.with_chit & bit:
            capture(play, place)
        elif side == SOVIET and not state.with_chit & bit:
            recapture(play, place)


@implements("AVD 16.1a")
def german_in_moscow(play: VdPlay, place: int) -> None:
    play.end("german", f"A German combat unit entered Moscow at {play.facts.board.name(place)}.", "16.1")


@implements("AVD 14.0i", "AVD 16.1b")
def soviet_in_pocket(play: VdPlay, place: int) -> None:
    play.end("soviet", f"A Soviet combat unit broke into the Minsk Pocket at {play.facts.board.name(place)}.", "16.1")


@implements("AVD 12.1", "AVD 8.1.4", "AVD 9.5.7", "AVD 9.6.4")
def overrun(play: VdPlay, unit: int, place: int) -> None:
    """12.1: the lone HQ is relocated."""
    state, facts = play.state, play.facts
    enemies = facts.roster.of_side[1 - facts.roster.side[unit]]
    hq = next(u for u in state.each_at(place) if enemies >> u & 1)
    play.note("overrun", unit, hq, place)
    displace(play, hq)


def displace(play: VdPlay, hq: int) -> None:
    """Take an HQ off its hex and have it relocated at once (12.6)."""
    place = play.state.place[hq]
    play.state.put(hq, play.facts.boxes["removed"])
    play.begin("relocation", Relocation(hq, place))


@implements("AVD 16.2a")
def capture(play: VdPlay, place: int) -> None:
    """16.2: the German takes the chit, unseen, into the box."""
    state = play.state
    chit = state.vp[state.victory_hexes.index(place)]
    if chit < 0:
        return
    state.lay_chit(place, -1)
    state.face_up &= ~(1 << place)
    state.box |= 1 << chit
    play.note("capture", place)


@implements("AVD 16.2b")
def recapture(play: VdPlay, place: int) -> None:
    """16.2: the Soviet draws a chit from the box and lays it face up; none left, he has won."""
    state, facts = play.state, play.facts
    if not state.box:
        box_is_empty(play, f"{facts.board.name(place)} was retaken and no VP chit was left to draw.", "16.2")
        return
    chit = play.draw(bits(to_draw_from(facts, state, place)), "vp", f"turn {state.turn} / victory chits")
    state.box &= ~(1 << chit)
    state.shown |= 1 << chit
    state.stolen_from = tuple(known & ~(1 << chit) for known in state.stolen_from)  # here it is: it was not stolen
    state.lay_chit(place, chit)
    state.face_up |= 1 << place
    play.note("recapture", place, chit)


@implements("AVD 16.2c")
def to_draw_from(_facts: Facts, state: VdState, _place: int) -> int:
    """The whole box, whatever the colours of star and chit."""
    return state.box


@implements("AVD 14.0f", "AVD 16.1b")
def box_is_empty(play: VdPlay, reason: str, rule: str) -> None:
    play.end("soviet", reason, rule)


@implements("AVD 14.0e")
def steal(play: VdPlay) -> None:
    """14: the Soviet takes a random chit of the box, unseen; none left, he has won."""
    state, facts = play.state, play.facts
    if not state.box:
        box_is_empty(play, "A VP chit was to be taken from the German box and there was none.", "14.0")
        return
    known = state.box & state.shown
    chit = play.draw(bits(state.box), "vp", f"turn {state.turn} / stolen chit", to=())
    state.box &= ~(1 << chit)
    state.stolen += (chit,)
    state.stolen_from += (known,)
    play.note("steal", 0 if facts.gold_chits >> chit & 1 else 1)


# ---- the reckoning (16.3) ---------------------------------------------------------------------------


def points(facts: Facts, chits: list[int]) -> int:
    return sum(facts.vp_chits[chit][1] for chit in chits)


def lost_motorized(facts: Facts, state: VdState) -> int:
    return len(state.at(facts.boxes["eliminated-motorized"]))


def score(facts: Facts, state: VdState, directive: int) -> tuple[int, int]:
    """The victory points of both sides, German first, if the game were counted now."""
    table = facts.charts["victory"]
    word = "distracted" if directive == DISTRACTED else "moscow"
    german = points(facts, bits(state.box))
    uncaptured = points(facts, [chit for chit in state.vp if chit >= 0] + list(state.stolen))
    lost = lost_motorized(facts, state) * table[f"{word}_lost_motorized"]
    return german, uncaptured * table[f"{word}_uncaptured_factor"] + lost


@implements("AVD 16.3")
def reckon(play: VdPlay) -> None:
    """16.3: the end of the last turn; the chits are turned over."""
    state, facts = play.state, play.facts
    german, soviet = score(facts, state, state.directive)
    play.reveal()
    if state.directive == DISTRACTED:
        winner = distracted_winner(german, soviet)
        rule = "16.3.2"
    else:
        winner = moscow_winner(state, german, soviet)
        rule = "16.3.1"
    reason = f"The Germans have {counted(german, 'victory point')}, the Soviets {soviet}."
    play.end(winner, reason, rule, (german, soviet))


@implements("AVD 16.3.1a", "AVD 16.3.1b")
def moscow_winner(state: VdState, german: int, soviet: int) -> str:
    """Ties are German; a directive the German chose himself only draws."""
    if soviet > german:
        return "soviet"
    return "" if state.directive == MOSCOW and state.chosen else "german"


@implements("AVD 16.3.2")
def distracted_winner(german: int, soviet: int) -> str:
    """Whoever has more; a tie is a draw."""
    return "german" if german > soviet else "soviet" if soviet > german else ""
