"""What a seat sees of A Victory Denied at one moment: pieces, chits, panels, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import (
    Commitment,
    FactPanel,
    Figure,
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
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.state import DISTRACTED, ISOLATED, MOSCOW, OUT_OF_SUPPLY
from ostfront.kit.table import look as kit
from ostfront.kit.table.board import site_name
from ostfront.kit.table.look import Known

DIRECTIVES = {MOSCOW: "Objective Moscow", DISTRACTED: "Hitler Distracted"}
TOWNS = ("city", "town", "village")
ASKS_FIRST = "Attack; the German may send a Stuka"
LEADS = {
    "move": {"pick": "go"},
    "regroup": {"pick": "relocate"},
    "attack": {"attack": "with"},
    "reserve": {"call": "place"},
    "enter": {"enter": "road"},
}


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = view.rules, kit.known_to(view)
    facts: Facts = rules.facts
    kind, local = kit.kind_asked(view), kit.locals_on_top(known)
    in_hand = str(local.get("unit") or local.get("hq") or local.get("elite") or "")
    return Look(
        turn=known["turn"],
        phase=kit.phase(rules, known, facts.chit_names),
        pieces=tuple(_pieces(facts, known)),
        tokens=tuple(_tokens(facts, known)),
        gone=tuple(kit.gone(known, "removed", "Out of the game")),
        panels=tuple(_panels(rules, known)),
        tracks=(TrackAt("turn", str(known["turn"]), DIRECTIVES.get(known["directive"], "")),),
        score=tuple(_score(rules, known)),
        in_hand=in_hand,
        focus=kit.focus(local, in_hand, ("attackers", "units"), ("target", "origin")),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind == "move" else {},
        planner=_planner(view, facts, known, kind),
        reckoning=tuple(_reckoning(rules, known)),
        declared=tuple(kit.declared(known)),
    )


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(facts: Facts, known: Known) -> Iterator[PieceAt]:
    """HQs are under the units they lead."""
    roster = facts.roster
    # who has moved may still attack, and does not look spent then
    names = ("active", "spent") if kit.under_way(known, "combat segment") else ("active", "moved", "spent")
    flags = kit.marked(kit.flagged(known, names))
    units = known["units"]
    for u in kit.lowest_first(roster.count, roster.hqs):
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
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, tuple(marks), flags.get(unit, ()))


def _tokens(facts: Facts, known: Known) -> Iterator[Token]:
    """Victory chits where they lie; a hex without one is German."""
    for place, chit in known["victory_hexes"].items():
        hex = facts.board.index(place)
        name = site_name(facts.board, hex, TOWNS)
        ground = "gold" if facts.gold_hexes >> hex & 1 else "blue"
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


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: Rules, known: Known) -> Iterator[FactPanel]:
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


def _score(rules: Rules, known: Known) -> Iterator[ScoreRow]:
    held = sum(1 for chit in known["victory_hexes"].values() if not chit)
    lost = sum(1 for place, _, _ in known["units"].values() if place == "eliminated-motorized")
    rule = rules.rule("16.2")
    yield ScoreRow("german", "Victory hexes held", f"{held} of {len(known['victory_hexes'])}", held, rule)
    yield ScoreRow("german", "Chits in the box", _colours(known["box"]), None, rule)
    yield ScoreRow("soviet", "Chits stolen", _colours(known["stolen_chits"]), None, rules.rule("14.0"))
    yield ScoreRow("soviet", "German motorized units lost", str(lost), lost, rules.rule("16.3"))


# ---- deciding --------------------------------------------------------------------------------------------


def _planner(view: View, facts: Facts, known: Known, kind: str) -> Planner | None:
    """Which hexes could be attacked and by which units, while the seat declares an attack or adds to one."""
    at, battle, stukas = kit.units_by_place(known), kit.locals_on_top(known), known["stukas"]
    if kind == "stuka":
        return kit.last_planner(view, battle, at, lambda _verb: stukas)
    commits = (Commitment("stuka", "commit a Stuka", stukas),) if stukas and view.seat == GERMAN else ()
    says = ASKS_FIRST if stukas and view.seat == SOVIET else ""
    if kind == "commit":
        able = kit.offered(view, "with")
        joined = battle["attackers"]
        return kit.attack_planner(
            [(battle["target"], able)], at, "resolve", joined=joined, says=says, commits=commits
        )
    if kind != "attack":
        return None
    ready = set(known["active"]) - set(known["spent"]) - {facts.roster.ids[u] for u in bits(facts.roster.hqs)}
    targets = []
    for target in kit.offered(view, "attack"):
        near = [facts.board.name(i) for i in bits(facts.around[facts.board.index(target)])]
        targets.append((target, [u for hex_ in near for u in at.get(hex_, ()) if u in ready]))
    gain = partial(_gain, known, view.seat)
    return kit.attack_planner(targets, at, "resolve", says=says, gain=gain, commits=commits)


def _gain(known: Known, seat: int, place: str) -> str:
    """What a side wins with a hex."""
    chit = known["victory_hexes"].get(place)
    if chit is None or bool(chit) == (seat == SOVIET):
        return ""
    if not chit:
        return "a victory hex of the Germans"
    tone, _, value = chit.partition("(")
    return f"a {tone} victory chit" + (f" worth {value.rstrip(')')}" if value else "")


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Rules, known: Known) -> Iterator[ReckoningRow]:
    if known["result"] is None:
        return
    laid, box, stolen = known["values"]
    facts: Facts = rules.facts
    table = facts.charts["victory"]
    word = "distracted" if known["directive"] == DISTRACTED else "moscow"
    value = {i: points for i, (_, points) in enumerate(facts.vp_chits)}
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


def figures(view: View) -> list[Figure]:
    """Numbers to chart."""
    facts: Facts = view.rules.facts
    known = kit.known_to(view)
    steps, lost = [0, 0], 0
    for unit, (place, left, _) in known["units"].items():
        if place[:1].isdigit():
            steps[facts.roster.side[facts.roster.index[unit]]] += left
        lost += place == "eliminated-motorized"
    held = sum(1 for chit in known["victory_hexes"].values() if not chit)
    return [
        Figure("victory-hexes", "Victory hexes held", "german", float(held)),
        Figure("motorized-lost", "Motorized units lost", "german", float(lost)),
        *kit.by_side("steps", "Steps on the map", SIDES, steps),
    ]
