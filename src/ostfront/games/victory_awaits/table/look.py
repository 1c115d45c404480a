"""What a seat sees of A Victory Awaits at one moment: pieces, chits, panels, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits, mask
from ostfront.core.page.table import (
    Battlefield,
    Declared,
    FactPanel,
    Figure,
    Focus,
    Look,
    PieceAt,
    Planner,
    ReckoningRow,
    Row,
    ScoreRow,
    Token,
    TrackAt,
)
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.odds import battle_odds
from ostfront.games.victory_awaits.rules.combat import reach_of
from ostfront.games.victory_awaits.rules.victory import Score, score
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.table import look as kit
from ostfront.kit.table.board import site_name
from ostfront.kit.table.look import Known
from ostfront.kit.table.style import style

TOWNS = ("city", "major-city")
LEADS = {
    "deploy": {"pick": "place"},
    "move": {"pick": "go"},
    "attack": {"attack": "with"},
    "call": {"call": "place"},
    "reserve": {"call": "go"},
}
DECLARE = "Declare this attack"
POINTS = (
    ("Major cities", "16.1a"), ("Stand Fast cities", "16.2a"), ("Breakthrough", "16.3a"), ("Bonus hexes", "18.2h"),
    ("German armor at full strength", "16.1b"), ("Soviet armor eliminated", "16.1c"),
)  # fmt: skip


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = view.rules, kit.known_to(view)
    facts: Facts = rules.facts
    state: VaState = view.imagine("look").state
    points = score(facts, state)
    kind, local = kit.kind_asked(view), kit.locals_on_top(known)
    in_hand = str(local.get("unit") or "")
    return Look(
        turn=known["turn"],
        phase=kit.phase(rules, known, facts.chit_names),
        pieces=tuple(_pieces(facts, known)),
        tokens=tuple(_tokens(facts, known)),
        panels=tuple(_panels(rules, known)),
        tracks=(TrackAt("turn", str(known["turn"])),),
        score=tuple(_score(rules, known, points)),
        in_hand=in_hand,
        focus=_focus(local, in_hand),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind == "move" else {},
        planner=_planner(view, facts, state, known, kind),
        reckoning=tuple(_reckoning(rules, known, points)) if known["result"] is not None else (),
        declared=tuple(_declared(facts, state, known)),
    )


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(facts: Facts, known: Known) -> Iterator[PieceAt]:
    """Fortresses are at the bottom, HQs under the units they lead."""
    roster = facts.roster
    # who has moved may still attack, and does not look spent then
    names = ("active",) if kit.under_way(known, "combat segment") else ("active", "moved")
    flags = kit.marked({name: known[name] for name in names})
    marks = kit.marked({"retreated": known["retreated"], "out-of-command": known["out_of_command"]})
    for u in kit.lowest_first(roster.count, roster.forts, roster.hqs):
        unit = roster.ids[u]
        place, steps = known["units"][unit]
        if not place or place == "fortresses":
            continue
        face = roster.steps[u] - steps
        marked, shown = marks.get(unit, ()), flags.get(unit, ())
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, marked, shown)


def _tokens(facts: Facts, known: Known) -> Iterator[Token]:
    """What the Axis has taken of the cities and hexes that count, Stand Fast markers, fortresses under units."""
    held, fast = set(known["axis_held"]), set(known["stand_fast"])
    for i in bits(facts.major_cities | facts.stars | facts.sources[SOVIET]):
        place, name = facts.board.name(i), site_name(facts.board, i, TOWNS)
        if place in fast:
            yield Token(f"fast-{place}", place, "star", "gold", f"{name}: Stand Fast", "", "soviet")
        if place in held:
            yield Token(f"control-{place}", place, "flag", "axis", f"{name}: Axis", "", "axis")
    roster, fill = facts.roster, style(facts)["fill"]["fortress"]
    manned = {place for unit, (place, _) in known["units"].items() if not roster.is_fort[roster.index[unit]]}
    for fort in bits(roster.forts):
        place, steps = known["units"][roster.ids[fort]]
        if place in manned:
            worth = f"+{roster.defense[fort][steps]}"
            yield Token(f"fort-{place}", place, "square", fill, f"Fortress, defense {worth}", worth, "soviet")


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: Rules, known: Known) -> Iterator[FactPanel]:
    size, seen = known["cup_size"], tuple(known["cup"])
    if known["selected"]:
        yield FactPanel("selected", "Selected by you", "chits", tuple(known["selected"]))
    if known["hand"]:
        named = tuple(chit for chit in known["hand"] if chit != "?")
        yield FactPanel("hand", "Held in hand", "chits", named, len(known["hand"]) - len(named))
    if known["queue"]:
        shown = tuple(chit for chit in known["queue"] if chit != "?")
        note = "the Controller's queue, the next chit first: " + ", ".join(
            "face down" if chit == "?" else chit for chit in known["queue"]
        )
        yield FactPanel("queue", "Queue", "chits", shown, len(known["queue"]) - len(shown), note=note)
    note = f"{size} chit{'' if size == 1 else 's'} in the cup"
    down = known["queue"].count("?")
    if down:
        note += f" and {down} face down in the queue"
    yield FactPanel("cup", "Cup", "chits", seen, size + down - len(seen), note=note)
    for i, cup in enumerate(known["hq_cups"]):
        chits = tuple(cup) if isinstance(cup, list) else ()
        hidden = 0 if isinstance(cup, list) else cup
        if chits or hidden:
            yield FactPanel(f"cup-{i}", f"Cup of {rules.seats[i].name}", "chits", chits, hidden)
    yield FactPanel("played", "Played this turn", "chits", tuple(known["played"]))
    rows = [Row("Victory points needed", str(known["target"]), "axis", rules.facts.victory_clause)]
    if known["zhukov"]:
        rows.append(Row("Zhukov's Command", f"declared on turn {known['zhukov']}", "soviet", rules.rule("18.1f")))
    yield FactPanel("orders", "Orders", "counts", rows=tuple(rows))


def _score(rules: Rules, known: Known, points: Score) -> Iterator[ScoreRow]:
    for (label, rule), value in zip(POINTS, points, strict=True):
        if value:
            yield ScoreRow("axis", label, str(value), value, rules.rule(rule))
    total = f"{points.total} of {known['target']}"
    yield ScoreRow("axis", "Victory points", total, points.total, rules.facts.victory_clause)


# ---- deciding --------------------------------------------------------------------------------------------


def _focus(local: Known, in_hand: str) -> Focus:
    found = kit.focus(local, in_hand, ("attackers", "units"), ("target", "origin", "gate"), at_most=19)
    declared = (attack["target"] for attack in local.get("attacks", ()))
    return Focus(found.units, (*found.places, *declared))


def _declared(facts: Facts, state: VaState, known: Known) -> Iterator[Declared]:
    """The attack that is being resolved, and those that wait for their die, with the odds as they stand."""
    yield from kit.declared(known)
    for name, _, segment in known["stack"]:
        if name == "combat segment":
            for attack in segment["attacks"]:
                units = mask(facts.roster.index[unit] for unit in attack["units"])
                odds = battle_odds(facts, state, facts.board.index(attack["target"]), units)
                yield Declared(attack["target"], tuple(attack["units"]), odds.column or "not possible")


def _gain(facts: Facts, state: VaState, side: int, place: str) -> str:
    """What a side wins with a hex, or takes from the other."""
    here, values = facts.board.index(place), facts.charts["victory"]
    if bool(state.axis_held >> here & 1) == (side == AXIS):
        return ""
    counts = ((facts.major_cities, "major_city"), (state.stand_fast, "stand_fast"), (facts.stars, "smolensk_star"))
    points = sum(values[name]["connected"] for hexes, name in counts if hexes >> here & 1)
    if not points:
        return ""
    return counted(points, "victory point") + ("" if side == AXIS else " off the Axis")


def _planner(view: View, facts: Facts, state: VaState, known: Known, kind: str) -> Planner | None:
    """Which hexes could be attacked by which units, while the seat declares an attack, adds to one or resolves."""
    at, segment = kit.units_by_place(known), kit.locals_on_top(known)
    gain = partial(_gain, facts, state, segment.get("side", AXIS))
    if kind == "commit":
        only = (segment["target"], kit.offered(view, "with"))
        return kit.attack_planner([only], at, "ready", joined=segment["units"], says=DECLARE)
    if kind == "resolve":
        attacks = [(attack["target"], tuple(attack["units"])) for attack in segment["attacks"]]
        fields = (Battlefield(place, units, tuple(at.get(place, ())), gain(place)) for place, units in attacks)
        return Planner("resolve {place}", "", "", tuple(fields))
    if kind != "attack":
        return None
    busy = {unit for attack in segment["attacks"] for unit in attack["units"]}
    reach = {unit: reach_of(facts, state, facts.roster.index[unit]) for unit in known["active"] if unit not in busy}
    targets = []
    for target in kit.offered(view, "attack"):
        index = facts.board.index(target)
        targets.append((target, [unit for unit, hexes in reach.items() if hexes >> index & 1]))
    return kit.attack_planner(targets, at, "ready", says=DECLARE, gain=gain)


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Rules, known: Known, points: Score) -> Iterator[ReckoningRow]:
    for (label, rule), value in zip(POINTS, points, strict=True):
        yield ReckoningRow(label, {"axis": str(value), "soviet": ""}, rules.rule(rule))
    total = {"axis": str(points.total), "soviet": f"{known['target']} needed"}
    yield ReckoningRow("Total", total, rules.facts.victory_clause)


def figures(view: View) -> list[Figure]:
    """Numbers to chart."""
    facts: Facts = view.rules.facts
    state: VaState = view.imagine("look").state
    steps = [0, 0]
    for unit, (_, left) in kit.known_to(view)["units"].items():
        u = facts.roster.index[unit]
        if state.on_map >> u & 1:
            steps[facts.roster.side[u]] += left
    points = score(facts, state)
    return [
        Figure("points", "Victory points", "axis", float(points.total)),
        Figure("soviet-armor", "Soviet armor eliminated", "soviet", float(points.soviet_mech)),
        *kit.by_side("steps", "Steps on the map", SIDES, steps),
    ]
