"""What a seat sees of A Victory Denied at a moment: pieces, chits, panels, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import (
    Battlefield,
    FactPanel,
    Focus,
    Gone,
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
from ostfront.games.victory_denied.facts.roster import SIDES
from ostfront.games.victory_denied.state import DISTRACTED, ISOLATED, MOSCOW, OUT_OF_SUPPLY

if TYPE_CHECKING:
    from ostfront.core.play.view import View
    from ostfront.games.victory_denied.rules import VictoryDenied

Known = Mapping[str, Any]
DIRECTIVES = {MOSCOW: "Objective Moscow", DISTRACTED: "Hitler Distracted"}


LEADS = {
    "move": {"pick": "go"},
    "regroup": {"pick": "relocate"},
    "attack": {"attack": "with"},
    "reserve": {"call": "place"},
    "enter": {"enter": "road"},
}


@lru_cache(maxsize=16)
def looks(rules: VictoryDenied) -> Mapping[str, Any]:
    """Names, colours and symbols."""
    return rules.data.toml("table.toml")


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules = cast("VictoryDenied", view.rules)
    known = cast(Known, view.known)
    local = _top(known)
    kind = view.decisions[0].kind if view.decisions else ""
    in_hand = str(local.get("unit") or local.get("hq") or local.get("elite") or "")
    return Look(
        turn=known["turn"],
        phase=_phase(rules, known),
        pieces=tuple(_pieces(rules, known)),
        tokens=tuple(_tokens(rules, known)),
        gone=tuple(_gone(known)),
        panels=tuple(_panels(rules, known)),
        tracks=(TrackAt("turn", str(known["turn"]), DIRECTIVES.get(known["directive"], "")),),
        score=tuple(_score(rules, known)),
        in_hand=in_hand,
        focus=_focus(local, in_hand),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind == "move" else {},
        planner=_planner(view, rules, known),
        reckoning=tuple(_reckoning(rules, known)),
    )


def _top(known: Known) -> Mapping[str, Any]:
    stack = known["stack"]
    return (stack[-1][2] or {}) if stack else {}


def _phase(rules: VictoryDenied, known: Known) -> str:
    """Where in the sequence of play: the turn, the chit, the innermost procedure that has a name."""
    names: Mapping[str, str] = looks(rules)["phase"]
    words = [f"Turn {known['turn']}"]
    chit, doing = "", ""
    for procedure, step, local in known["stack"]:
        if isinstance(local, dict) and local.get("chit"):
            chit = str(local["chit"])
        if procedure == "turn" and step:
            doing = names.get(rules.procedures[procedure].steps[step - 1].name, "")
        doing = names.get(procedure, doing)
    return " · ".join(word for word in (*words, chit, doing) if word)


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(rules: VictoryDenied, known: Known) -> Iterator[PieceAt]:
    """HQs lie under the units they lead."""
    roster = rules.facts.roster
    flags = {name: frozenset(known[name]) for name in ("active", "moved", "spent")}
    units = known["units"]
    for u in (*bits(roster.hqs), *(u for u in range(roster.count) if not roster.is_hq[u])):
        unit = roster.ids[u]
        place, steps, status = units[unit]
        if not place or place == "removed":
            continue
        marks = []
        if status & OUT_OF_SUPPLY:
            marks.append("out-of-supply")
        if status & ISOLATED:
            marks.append("isolated")
        face = roster.steps[u] - steps if steps else 0
        shown = tuple(name for name, members in flags.items() if unit in members)
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, tuple(marks), shown)


def _tokens(rules: VictoryDenied, known: Known) -> Iterator[Token]:
    """Victory chits where they lie; a hex without one is German."""
    for place, chit in known["victory_hexes"].items():
        name = _site(rules, place)
        ground = "gold" if rules.facts.gold_hexes >> rules.facts.board.index(place) & 1 else "blue"
        if not chit:
            yield Token(f"vp-{place}", place, "flag", "german", f"{name}: in German hands", "", "german")
        elif chit in ("gold", "blue"):
            label = f"{name}: {chit} victory chit, face down"
            yield Token(f"vp-{place}", place, "star", chit, label, "", "soviet", True)
        else:
            value = chit.partition("(")[2].rstrip(")")
            tone = "gold" if chit.startswith("gold") else "blue"
            label = f"{name}: {tone} victory chit worth {value}, on a {ground} star"
            yield Token(f"vp-{place}", place, "star", tone, label, value, "soviet")


@lru_cache(maxsize=1024)
def _site(rules: VictoryDenied, place: str) -> str:
    index = rules.facts.board.index(place)
    for site in rules.facts.board.sites:
        if site.hex == index and site.kind in ("city", "town", "village"):
            return site.name
    return place


def _gone(known: Known) -> Iterator[Gone]:
    units = tuple(unit for unit, (place, _, _) in known["units"].items() if place == "removed")
    if units:
        yield Gone("removed", "Out of the game", units)


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: VictoryDenied, known: Known) -> Iterator[FactPanel]:
    size, seen = known["cup_size"], tuple(known["cup"])
    if known["selected"]:
        yield FactPanel("selected", "Selected by you", "chits", tuple(known["selected"]))
    note = f"{size} chit{'' if size == 1 else 's'} in the cup"
    yield FactPanel("cup", "Cup", "chits", seen, size - len(seen), note=note)
    yield FactPanel("played", "Played this turn", "chits", tuple(known["played"]))
    if known["guderian"]:
        yield FactPanel("guderian", "Guderian's box", "chits", ("Guderian",))
    directive = DIRECTIVES.get(known["directive"], "not yet decided")
    rows = [
        Row("Stukas ready", str(known["stukas"]), "german", rules.rule("9.3.4")),
        Row("Bomber", "ready" if known["bomber"] else "away", "german", rules.rule("13.3")),
        Row("Rockets", "ready" if known["rocket"] else "fired", "soviet", rules.rule("13.2")),
        Row("Hitler's directive", directive, "", rules.rule("15.3")),
    ]
    yield FactPanel("arms", "Air, guns, directive", "counts", rows=tuple(rows))


def _colours(chits: list[str]) -> str:
    words = [f"{chits.count(colour)} {colour}" for colour in ("gold", "blue") if colour in chits]
    return ", ".join(words) or "none"


def _score(rules: VictoryDenied, known: Known) -> Iterator[ScoreRow]:
    held = sum(1 for chit in known["victory_hexes"].values() if not chit)
    lost = sum(1 for place, _, _ in known["units"].values() if place == "eliminated-motorized")
    rule = rules.rule("16.2")
    yield ScoreRow("german", "Victory hexes held", f"{held} of {len(known['victory_hexes'])}", held, rule)
    yield ScoreRow("german", "Chits in the box", _colours(known["box"]), None, rule)
    yield ScoreRow("soviet", "Chits stolen", _colours(known["stolen_chits"]), None, rules.rule("14.0"))
    yield ScoreRow("soviet", "German motorized units lost", str(lost), lost, rules.rule("16.3"))


# ---- deciding --------------------------------------------------------------------------------------------


def _focus(local: Mapping[str, Any], in_hand: str) -> Focus:
    units = [in_hand] if in_hand else []
    for key in ("attackers", "units"):
        if isinstance(local.get(key), list):
            units += local[key]
    places = [str(local[key]) for key in ("target", "origin") if local.get(key)]
    return Focus(tuple(dict.fromkeys(units)), tuple(places))


def _planner(view: View, rules: VictoryDenied, known: Known) -> Planner | None:
    """Which hexes could be attacked and by whom, while the seat declares an attack or adds to one."""
    kind = view.decisions[0].kind if view.decisions else ""
    if kind not in ("attack", "commit"):
        return None
    at: dict[str, list[str]] = {}
    for unit, (place, _, _) in known["units"].items():
        at.setdefault(place, []).append(unit)
    if kind == "commit":
        battle = _top(known)
        target = battle["target"]
        able = tuple(_names(rules, "with", view))
        field = Battlefield(target, able, tuple(at.get(target, ())))
        return Planner("attack {place}", "with {unit}", "resolve", (field,), target, tuple(battle["attackers"]))
    ready = (
        set(known["active"]) - set(known["spent"]) - {rules.facts.roster.ids[u] for u in bits(rules.facts.roster.hqs)}
    )
    fields = []
    for target in _names(rules, "attack", view):
        around = rules.facts.around[rules.facts.board.index(target)]
        near = [rules.facts.board.name(i) for i in bits(around)]
        able = tuple(u for hex_ in near for u in at.get(hex_, ()) if u in ready)
        fields.append(Battlefield(target, able, tuple(at.get(target, ()))))
    return Planner("attack {place}", "with {unit}", "resolve", tuple(fields))


def _names(rules: VictoryDenied, verb: str, view: View) -> Iterator[str]:
    for action in view.options(view.decisions[0]):
        if action.verb == verb:
            yield rules.vocabulary.text(action).partition(" ")[2]


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: VictoryDenied, known: Known) -> Iterator[ReckoningRow]:
    if known["result"] is None:
        return
    laid, box, stolen = known["values"]
    table = rules.facts.charts["victory"]
    word = "distracted" if known["directive"] == DISTRACTED else "moscow"
    value = {i: points for i, (_, points) in enumerate(rules.facts.vp_chits)}
    left = sum(value[chit] for chit in [*laid, *stolen] if chit >= 0)
    lost = sum(1 for place, _, _ in known["units"].values() if place == "eliminated-motorized")
    factor, each = table[f"{word}_uncaptured_factor"], table[f"{word}_lost_motorized"]
    rule = rules.rule("16.3.2" if word == "distracted" else "16.3.1")
    yield ReckoningRow("Chits in the German box", {"german": str(sum(value[c] for c in box)), "soviet": ""}, rule)
    times = f" × {factor}" if factor != 1 else ""
    yield ReckoningRow(f"Chits not taken: {left}{times}", {"german": "", "soviet": str(left * factor)}, rule)
    yield ReckoningRow(f"Motorized units lost: {lost} × {each}", {"german": "", "soviet": str(lost * each)}, rule)
    if known["result"]["score"]:
        german, soviet = known["result"]["score"]
        yield ReckoningRow("Total", {"german": str(german), "soviet": str(soviet)}, rule)


def measures(view: View) -> list[Measure]:
    """Numbers worth a chart."""
    rules = cast("VictoryDenied", view.rules)
    known = cast(Known, view.known)
    steps, lost = [0, 0], 0
    for unit, (place, left, _) in known["units"].items():
        if place[:1].isdigit():
            steps[rules.facts.roster.side[rules.facts.roster.index[unit]]] += left
        lost += place == "eliminated-motorized"
    held = sum(1 for chit in known["victory_hexes"].values() if not chit)
    return [
        Measure("victory-hexes", "Victory hexes held", "german", float(held)),
        Measure("motorized-lost", "Motorized units lost", "german", float(lost)),
        Measure("steps-german", "Steps on the map", "german", float(steps[0])),
        Measure("steps-soviet", "Steps on the map", "soviet", float(steps[1])),
    ]
