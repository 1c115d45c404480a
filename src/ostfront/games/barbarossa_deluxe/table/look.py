"""What is seen of Barbarossa Deluxe at a moment: counters, tokens, panels, and what can be planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits
from ostfront.core.page.table import (
    FactPanel,
    Figure,
    Look,
    PieceAt,
    ReckoningRow,
    Row,
    ScoreRow,
    Token,
    TrackAt,
)
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.facts.track import Limits
from ostfront.games.barbarossa_deluxe.rules import oder
from ostfront.games.barbarossa_deluxe.rules.victory import by_points
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, BDState
from ostfront.games.barbarossa_deluxe.table.planning import planner
from ostfront.kit.table import look as kit
from ostfront.kit.table.board import site_name
from ostfront.kit.table.look import Known

TOWNS = ("city", "oil", "industry")
FLAGS = ("moved", "spent", "bound", "fled", "obliged")
IN_ASSAULT = ("spent", "bound", "fled", "obliged")  # who has moved may still attack
LEADS = {
    "arrange": {"pick": "at"},
    "replace": {"rebuild": "at"},
    "arrive": {"bring": "at"},
    "transfer": {"transfer": "at"},
    "reserve": {"deploy": "at"},
    "interrupt": {"deploy": "at"},
    "move": {"pick": "go", "sail": "at"},
    "assault": {"attack": "with"},
}
ORDERS = {FIGHT_MOVE: "fight, then move", MOVE_FIGHT: "move, then fight", FIGHT_FIGHT: "fight twice"}
DEPOTS = "ABC"
MOST_NAMED = 8  # units that a concealed one may be


def due_box(turn: int) -> str:
    """The box of the turn track in which units lie that come on a turn."""
    return f"turn-{turn}"


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = view.rules, kit.known_to(view)
    facts: Facts = rules.facts
    state: BDState = view.imagine("look").state
    kind, local = kit.kind_asked(view), kit.locals_on_top(known)
    in_hand = _in_hand(local)
    return Look(
        turn=known["turn"],
        phase=f"{kit.phase(rules, known)} · {_heading(facts, state)}",
        pieces=(*_backs(facts, known), *_pieces(facts, known)),
        tokens=tuple(_tokens(facts, state)),
        gone=tuple(kit.gone(known, "gone", "Out of play")),
        panels=tuple(_panels(rules, state)),
        tracks=(TrackAt("turn", str(state.turn), f"{facts.box(state.turn).date}."),),
        score=tuple(_score(rules, state)),
        in_hand=in_hand,
        focus=kit.focus(local, in_hand, ("attackers", "units"), ("target",), at_most=19),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind == "move" else {},
        planner=planner(view, facts, state, known, kind),
        reckoning=tuple(_reckoning(rules, state)) if known["result"] is not None else (),
        declared=tuple(kit.declared(known)),
    )


def _marching(local: Known) -> Sequence[str]:
    """The units in hand, where some are moving."""
    return local["units"] if "fresh" in local else ()


def _in_hand(local: Known) -> str:
    """The unit that is being placed or carried, or the first of those that march."""
    marching = _marching(local)
    return str(local.get("unit") or (marching[0] if marching else ""))


def _heading(facts: Facts, state: BDState) -> str:
    """The date, and what the player whose turn it is has declared."""
    words = [facts.box(state.turn).date]
    if state.order in ORDERS:
        words.append(f"{('German', 'Soviet')[state.side]} order: {ORDERS[state.order]}")
    return " · ".join(words)


# ---- on the map ------------------------------------------------------------------------------------------


def _backs(facts: Facts, known: Known) -> Iterator[PieceAt]:
    """Soviet units that the German does not see, with what he remembers of them."""
    for token, group in known.get("tokens", {}).items():
        place = token.rpartition(".")[0]
        members = known["groups"][group]
        if len(members) == 1:
            hint, note = members[0], facts.roster.names[facts.roster.index[members[0]]]
        else:
            hint, note = "", f"one of {', '.join(members) if len(members) <= MOST_NAMED else f'{len(members)} units'}"
        yield PieceAt(token, place, SIDES[SOVIET], -1, 0, True, (), (), "", hint, note)


def _pieces(facts: Facts, known: Known) -> Iterator[PieceAt]:
    """Support units and what does not count for stacking lie at the bottom; on top are the tops of Soviet stacks,
    German mechanized units, and above all what is in hand."""
    roster = facts.roster
    names = IN_ASSAULT if kit.under_way(known, "assault") else FLAGS
    flags = kit.marked(kit.flagged(known, names))
    tops = sum(1 << roster.index[unit] for unit in known["tops"])
    lowest = roster.attached, roster.static & ~tops, roster.cavalry_groups & ~tops
    below = roster.ground[SOVIET] & ~(tops | roster.static | roster.cavalry_groups)
    foot = roster.ground[GERMAN] & ~roster.mech
    held = sum(1 << roster.index[unit] for unit in _marching(kit.locals_on_top(known)) if unit in roster.index)
    layers = [layer & ~held for layer in (*lowest, below, foot, roster.of_side[GERMAN] | roster.of_side[SOVIET])]
    for u in kit.lowest_first(roster.count, *layers):
        unit = roster.ids[u]
        if unit not in known["units"]:
            continue
        place, due, *_ = known["units"][unit]
        if not place or place == "gone":
            continue
        if place == "track" and known["turn"] < due <= facts.scenario.last_turn:
            place = due_box(due)
        marked = ("attached",) if roster.attached >> u & 1 and place.isdigit() else ()
        yield PieceAt(unit, place, SIDES[roster.side[u]], 0, 1, False, marked, flags.get(unit, ()))


def _tokens(facts: Facts, state: BDState) -> Iterator[Token]:
    """Markers on the map, and flags on the towns that have changed hands."""
    name = facts.board.name
    for i in bits(state.hero):
        label = f"Hero city {site_name(facts.board, i, TOWNS)}: three columns, no mobile assault, own supply"
        yield Token(f"hero-{name(i)}", name(i), "square", "soviet", label, "H", "soviet")
    for i in bits(state.fortress):
        label = f"Fortress city {site_name(facts.board, i, TOWNS)}: three columns, no mobile assault"
        yield Token(f"fortress-{name(i)}", name(i), "square", "german", label, "F", "german")
    for i in bits(state.wall):
        yield Token(f"wall-{name(i)}", name(i), "square", "german", "East Wall: one column", "W", "german")
    if state.area >= 0:
        label = "Soviet Fortified Area, with the six hexes around it"
        yield Token("area", name(state.area), "square", "soviet", label, "FA", "soviet")
    if state.airlift >= 0:
        yield Token("airlift", name(state.airlift), "disc", "german", "German aerial supply", "A", "german")
    for letter, i in zip(DEPOTS, state.depots, strict=False):
        if i >= 0:
            yield Token(f"depot-{letter}", name(i), "disc", "soviet", f"Offensive supply {letter}", letter, "soviet")
    yield from _flags(facts, state)


def _flags(facts: Facts, state: BDState) -> Iterator[Token]:
    name, home = facts.board.name, facts.home_points
    for i in bits(facts.victory_hexes & (state.german ^ home)):
        side = SIDES[GERMAN] if state.german >> i & 1 else SIDES[SOVIET]
        label = f"{site_name(facts.board, i, TOWNS)}: {side.capitalize()}"
        yield Token(f"held-{name(i)}", name(i), "flag", side, label, "", side)


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: Rules, state: BDState) -> Iterator[FactPanel]:
    yield FactPanel("means", "Means of this turn", "counts", rows=tuple(_means(rules, state)))
    yield FactPanel("markers", "Markers in hand", "counts", rows=tuple(_markers(rules, state)))


def _means(rules: Rules, state: BDState) -> Iterator[Row]:
    """Movement and air power from the track."""
    facts: Facts = rules.facts
    box, scenario = facts.box(state.turn), facts.scenario
    for side in (GERMAN, SOVIET):
        mech = scenario.movement(box, side, True)
        if side == GERMAN:
            mech = oder.mechanized_movement(state) or mech
        value = f"{mech} mechanized, {scenario.movement(box, side, False)} other"
        yield Row(f"{SIDES[side].capitalize()} movement", value, SIDES[side], rules.rule("2.11"))
        steps = scenario.replacements(box, side)
        value = f"{steps[0]} mechanized, {steps[1]} other"
        yield Row(f"{SIDES[side].capitalize()} replacements", value, SIDES[side], rules.rule("8.12a"))
    planes = scenario.luftwaffe(box) + oder.luftwaffe(state)
    yield Row("Luftwaffe left", f"{planes - state.luftwaffe} of {planes}", "german", rules.rule("11.23a"))


def _markers(rules: Rules, state: BDState) -> Iterator[Row]:
    facts: Facts = rules.facts
    track = facts.track
    if state.hero_left:
        yield Row("Hero cities", str(state.hero_left), "soviet", rules.rule("9.1a"))
    if state.fortress_anywhere or state.fortress_home:
        value = str(state.fortress_anywhere + state.fortress_home)
        yield Row("Fortress cities", value, "german", rules.rule("9.2a"))
    if state.airlift_from:
        ready = state.airlift < 0 and state.turn >= state.airlift_from and not state.airlift_used
        value = "ready" if ready else "flying" if state.airlift >= 0 else f"turn {state.airlift_from}"
        yield Row("Aerial supply", value, "german", rules.rule("7.7a"))
    for kind, used, label, rule in (
        ("artillery-corps", state.guns, "Artillery corps", "8.36a"),
        ("air-army", state.wings, "Air armies", "8.38a"),
    ):
        there = track.arrived(kind, state.turn)
        if there:
            yield Row(label, f"{there - used} of {there}", "soviet", rules.rule(rule))
    box = state.boxed[facts.rvgk - state.hexes].bit_count()
    yield Row("Units in the RVGK box", str(box), "soviet", rules.rule("8.9a"))


def _score(rules: Rules, state: BDState) -> Iterator[ScoreRow]:
    facts: Facts = rules.facts
    held = (state.german & facts.victory_hexes).bit_count()
    if by_points(facts):
        yield ScoreRow("german", "Victory points", str(state.vp), state.vp, rules.rule("4.2b"))
        limits = facts.track.limits.get(state.turn)
        if limits is not None and state.turn >= facts.scenario.first_check:
            yield ScoreRow("german", "To win this turn", _upper(limits), None, rules.rule("4.14a"))
            yield ScoreRow("soviet", "To win this turn", _lower(limits), None, rules.rule("4.14a"))
    else:
        kept = (state.start_cities & state.german).bit_count()
        cities = f"{kept} of {state.start_cities.bit_count()}"
        yield ScoreRow("german", "Cities of the start", cities, kept, rules.rule(_clause(facts)))
        taken = (state.german & facts.cities & ~state.start_cities).bit_count()
        yield ScoreRow("german", "Cities taken", str(taken), taken, rules.rule(_clause(facts)))
        lost = (state.start_cities & ~state.german).bit_count()
        yield ScoreRow("soviet", "Cities taken", str(lost), lost, rules.rule(_clause(facts)))
    value = f"{held} of {facts.victory_hexes.bit_count()}"
    yield ScoreRow("german", "Cities, oil and industry", value, held, rules.rule("4.2a"))


def _clause(facts: Facts) -> str:
    return {"blue-kremlin": "13.4a", "citadel": "14.4a", "gambit": "14.10a"}.get(facts.scenario_name, "15.4a")


def _upper(limits: Limits) -> str:
    return (
        f"{limits.german_wins_at_or_above} or more" if limits.german_wins_at_or_above is not None else "not by points"
    )


def _lower(limits: Limits) -> str:
    return (
        f"{limits.soviet_wins_at_or_below} or less" if limits.soviet_wins_at_or_below is not None else "not by points"
    )


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Rules, state: BDState) -> Iterator[ReckoningRow]:
    """Who holds what, and the total."""
    facts: Facts = rules.facts
    board = facts.board
    parts = {"In the west": facts.home_points, "In the east": facts.victory_hexes & ~facts.home_points}
    for title, hexes in parts.items():
        german = [site_name(board, i, TOWNS) for i in bits(hexes & state.german)]
        soviet = [site_name(board, i, TOWNS) for i in bits(hexes & ~state.german)]
        values = {"german": ", ".join(german), "soviet": ", ".join(soviet)}
        yield ReckoningRow(title, values, rules.rule("4.2a"))
    if by_points(facts):
        values = {"german": counted(state.vp, "point"), "soviet": ""}
        yield ReckoningRow("Total", values, rules.rule("4.14a"))


def figures(view: View) -> list[Figure]:
    """Numbers worth a chart."""
    facts: Facts = view.rules.facts
    state: BDState = view.imagine("look").state
    roster = facts.roster
    there = [(roster.ground[side] & state.on_map).bit_count() for side in (GERMAN, SOVIET)]
    held = (state.german & facts.victory_hexes).bit_count()
    points = [Figure("points", "Victory points", "german", float(state.vp))] if by_points(facts) else []
    return [
        *points,
        Figure("held", "Cities, oil and industry", "german", float(held)),
        *kit.by_side("units", "Units on the map", SIDES, there),
    ]
