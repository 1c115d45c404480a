"""What a seat sees of A Victory Awaits at a moment: pieces, chits, panels, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import (
    Battlefield,
    FactPanel,
    Focus,
    Look,
    Measure,
    PieceAt,
    Planner,
    ReckoningRow,
    Row,
    ScoreRow,
    Token,
    TrackAt,
)
from ostfront.games.victory_awaits.facts.roster import SIDES, SOVIET
from ostfront.games.victory_awaits.rules.combat import reach_of
from ostfront.games.victory_awaits.rules.victory import Score, score

if TYPE_CHECKING:
    from ostfront.core.play.view import View
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

Known = Mapping[str, Any]
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


@lru_cache(maxsize=16)
def looks(rules: VictoryAwaits) -> Mapping[str, Any]:
    """Names, colours and symbols."""
    return rules.data.toml("table.toml")


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules = cast("VictoryAwaits", view.rules)
    known = cast(Known, view.known)
    state = cast("VaState", view.imagine("look").state)
    points = score(rules.facts, state)
    local = _top(known)
    kind = view.decisions[0].kind if view.decisions else ""
    in_hand = str(local.get("unit") or "")
    return Look(
        turn=known["turn"],
        phase=_phase(rules, known),
        pieces=tuple(_pieces(rules, known)),
        tokens=tuple(_tokens(rules, known)),
        panels=tuple(_panels(rules, known)),
        tracks=(TrackAt("turn", str(known["turn"])),),
        score=tuple(_score(rules, known, points)),
        in_hand=in_hand,
        focus=_focus(local, in_hand),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind == "move" else {},
        planner=_planner(view, rules, known, state),
        reckoning=tuple(_reckoning(rules, known, points)) if known["result"] is not None else (),
    )


def _top(known: Known) -> Mapping[str, Any]:
    stack = known["stack"]
    return (stack[-1][2] or {}) if stack else {}


def chit_name(rules: VictoryAwaits, chit: str) -> str:
    """What a chit is called: some in full, the others by their id."""
    name: str = looks(rules)["chit"].get(chit, chit)
    return name


def _phase(rules: VictoryAwaits, known: Known) -> str:
    """Where in the sequence of play: the turn, the chit, the innermost procedure that has a name."""
    names: Mapping[str, str] = looks(rules)["phase"]
    chit, doing = "", ""
    for procedure, step, local in known["stack"]:
        if isinstance(local, dict) and local.get("chit"):
            chit = str(local["chit"])
        if procedure == "turn" and step:
            doing = names.get(rules.procedures[procedure].steps[step - 1].name, "")
        doing = names.get(procedure, doing)
    return " · ".join(word for word in (f"Turn {known['turn']}", chit_name(rules, chit), doing) if word)


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(rules: VictoryAwaits, known: Known) -> Iterator[PieceAt]:
    """Fortresses lie at the bottom, HQs under the units they lead."""
    roster = rules.facts.roster
    flags = {name: frozenset(known[name]) for name in ("active", "moved")}
    marks = {"retreated": frozenset(known["retreated"]), "out-of-command": frozenset(known["out_of_command"])}
    low = roster.forts | roster.hqs
    order = (*bits(roster.forts), *bits(roster.hqs), *(u for u in range(roster.count) if not low >> u & 1))
    for u in order:
        unit = roster.ids[u]
        place, steps = known["units"][unit]
        if not place or place == "fortresses":
            continue
        face = roster.steps[u] - steps
        marked = tuple(name for name, members in marks.items() if unit in members)
        shown = tuple(name for name, members in flags.items() if unit in members)
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, marked, shown)


def _tokens(rules: VictoryAwaits, known: Known) -> Iterator[Token]:
    """What the Axis has taken of the cities and hexes that count, Stand Fast markers, fortresses under units."""
    held, fast = set(known["axis_held"]), set(known["stand_fast"])
    for i in bits(rules.facts.major_cities | rules.facts.stars | rules.facts.sources[SOVIET]):
        place = rules.facts.board.name(i)
        if place in fast:
            yield Token(f"fast-{place}", place, "star", "gold", f"{site_name(rules, i)}: Stand Fast", "", "soviet")
        if place in held:
            yield Token(f"control-{place}", place, "flag", "axis", f"{site_name(rules, i)}: Axis", "", "axis")
    roster, fill = rules.facts.roster, looks(rules)["fill"]["fortress"]
    manned = {place for unit, (place, _) in known["units"].items() if not roster.is_fort[roster.index[unit]]}
    for fort in bits(roster.forts):
        place, steps = known["units"][roster.ids[fort]]
        if place in manned:
            worth = f"+{roster.defense[fort][steps]}"
            yield Token(f"fort-{place}", place, "square", fill, f"Fortress, defense {worth}", worth, "soviet")


@lru_cache(maxsize=4096)
def site_name(rules: VictoryAwaits, place: int) -> str:
    for site in rules.facts.board.sites:
        if site.hex == place and site.kind in ("city", "major-city"):
            return site.name
    return rules.facts.board.name(place)


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: VictoryAwaits, known: Known) -> Iterator[FactPanel]:
    size, seen = known["cup_size"], tuple(known["cup"])
    if attacks := _top(known).get("attacks"):
        declared = tuple(Row(attack["target"], ", ".join(attack["units"])) for attack in attacks)
        yield FactPanel("attacks", "Declared attacks", "counts", rows=declared)
    if known["selected"]:
        yield FactPanel("selected", "Selected by you", "chits", tuple(known["selected"]))
    if known["hand"]:
        yield FactPanel("hand", "Held in hand", "chits", tuple(known["hand"]))
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


def _score(rules: VictoryAwaits, known: Known, points: Score) -> Iterator[ScoreRow]:
    for (label, rule), value in zip(POINTS, points, strict=True):
        if value:
            yield ScoreRow("axis", label, str(value), value, rules.rule(rule))
    total = f"{points.total} of {known['target']}"
    yield ScoreRow("axis", "Victory points", total, points.total, rules.facts.victory_clause)


# ---- deciding --------------------------------------------------------------------------------------------


def _focus(local: Mapping[str, Any], in_hand: str) -> Focus:
    units = [in_hand] if in_hand else []
    for key in ("attackers", "units"):
        if isinstance(local.get(key), list) and len(local[key]) < 20:
            units += local[key]
    places = [str(local[key]) for key in ("target", "origin", "gate") if local.get(key)]
    places += [attack["target"] for attack in local.get("attacks", ())]
    return Focus(tuple(dict.fromkeys(units)), tuple(places))


def _planner(view: View, rules: VictoryAwaits, known: Known, state: VaState) -> Planner | None:
    """Which hexes could be attacked and by whom, while the seat declares an attack, adds to one or resolves."""
    kind = view.decisions[0].kind if view.decisions else ""
    if kind not in ("attack", "commit", "resolve"):
        return None
    at: dict[str, list[str]] = {}
    for unit, (place, _) in known["units"].items():
        at.setdefault(place, []).append(unit)
    segment = _top(known)
    if kind == "commit":
        target = segment["target"]
        field = Battlefield(target, tuple(_names(rules, "with", view)), tuple(at.get(target, ())))
        return Planner("attack {place}", "with {unit}", "ready", (field,), target, tuple(segment["units"]), DECLARE)
    if kind == "resolve":
        fields = tuple(
            Battlefield(attack["target"], tuple(attack["units"]), tuple(at.get(attack["target"], ())))
            for attack in segment["attacks"]
        )
        return Planner("resolve {place}", "", "", fields)
    busy = {unit for attack in segment["attacks"] for unit in attack["units"]}
    facts = rules.facts
    ready = [facts.roster.index[unit] for unit in known["active"] if unit not in busy]
    fields = tuple(
        Battlefield(
            target,
            tuple(
                rules.facts.roster.ids[u]
                for u in ready
                if reach_of(rules.facts, state, u) >> rules.facts.board.index(target) & 1
            ),
            tuple(at.get(target, ())),
        )
        for target in _names(rules, "attack", view)
    )
    return Planner("attack {place}", "with {unit}", "ready", fields, says=DECLARE)


def _names(rules: VictoryAwaits, verb: str, view: View) -> Iterator[str]:
    for action in view.options(view.decisions[0]):
        if action.verb == verb:
            yield rules.vocabulary.text(action).partition(" ")[2]


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: VictoryAwaits, known: Known, points: Score) -> Iterator[ReckoningRow]:
    for (label, rule), value in zip(POINTS, points, strict=True):
        yield ReckoningRow(label, {"axis": str(value), "soviet": ""}, rules.rule(rule))
    total = {"axis": str(points.total), "soviet": f"{known['target']} needed"}
    yield ReckoningRow("Total", total, rules.facts.victory_clause)


def measures(view: View) -> list[Measure]:
    """Numbers worth a chart."""
    rules = cast("VictoryAwaits", view.rules)
    known = cast(Known, view.known)
    state = cast("VaState", view.imagine("look").state)
    steps = [0, 0]
    for unit, (_, left) in known["units"].items():
        u = rules.facts.roster.index[unit]
        if state.on_map >> u & 1:
            steps[rules.facts.roster.side[u]] += left
    points = score(rules.facts, state)
    return [
        Measure("points", "Victory points", "axis", float(points.total)),
        Measure("soviet-armor", "Soviet armor eliminated", "soviet", float(points.soviet_mech)),
        Measure("steps-axis", "Steps on the map", "axis", float(steps[0])),
        Measure("steps-soviet", "Steps on the map", "soviet", float(steps[1])),
    ]
