"""What a seat sees of Kiev '41 at a moment: blocks, lines, discs, panels, from its view alone."""

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
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.odds import BEFORE
from ostfront.games.kiev_41.rules.control import azov_sea, black_sea
from ostfront.games.kiev_41.rules.logistics import hampered, parts, value
from ostfront.games.kiev_41.rules.support import possible_battles
from ostfront.games.kiev_41.table.battleboard import battle_board
from ostfront.games.kiev_41.table.log import MONTHS

if TYPE_CHECKING:
    from ostfront.core.play.view import View
    from ostfront.games.kiev_41.rules import Kiev41
    from ostfront.games.kiev_41.state import K41State

Known = Mapping[str, Any]
NAMES = ("Axis", "Soviet")
LOST = ("axis-lost", "soviet-lost")
LEADS = {"command": {"pick": "go"}, "headquarters": {"pick": "go"}}
ATTEMPTS = {"command": {"place": "move {unit} {place}"}, "headquarters": {"place": "hq {unit} {place}"}}
DISCS = (
    ("yellow", "tula-5", "#e9bd1c", "areas 1 to 6 are Soviet supply sources", "2.1b"),
    ("orange", "tula-10", "#e5822a", "areas 7 to 11 are Soviet supply sources", "2.1c"),
    ("blue", "black-sea", "#2d5fa3", "the Soviets control the Black Sea", "2.1.1d"),
    ("light-blue", "azov-sea", "#57a9d4", "the Soviets control the Sea of Azov", "2.1.1e"),
)
SKY_RULES = {"sunny": "1.7", "rain": "8.0a", "snow": "8.0b", "blizzard": "14.5b"}
PARTS = {
    "leader": "Leader", "headquarters": "HQs", "areas": "Victory areas", "eliminated": "Enemy losses",
    "discs": "Discs",
}  # fmt: skip


@lru_cache(maxsize=64)
def looks(rules: Kiev41) -> Mapping[str, Any]:
    """Names, colours and symbols."""
    return rules.data.toml("table.toml")


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = cast("Kiev41", view.rules), cast(Known, view.known)
    # what is public, and the seat's own, is the same in every world it could be in
    world = cast("K41State", view.imagine("look").state)
    kind = view.decisions[0].kind if view.decisions else ""
    local = _top(known)
    units = local.get("units") or ()
    in_hand = str(local.get("unit") or (units[0] if units and kind == "place" else ""))
    return Look(
        turn=known["turn"],
        phase=_phase(rules, known),
        pieces=(*_pieces(rules, known, view.seat), *_backs(rules, known, view.seat)),
        tokens=tuple(_tokens(rules, known, world)),
        gone=tuple(_gone(known)),
        panels=(*battle_board(view, rules, known), *_panels(rules, known, world, view.seat)),
        tracks=tuple(_tracks(rules, known)),
        score=tuple(_score(rules, known, world, view.seat)),
        in_hand=in_hand,
        focus=_focus(local, in_hand),
        leads_to=LEADS.get(kind, {}),
        attempts=ATTEMPTS.get(kind, {}),
        planner=_planner(view, rules, known, world, kind),
        reckoning=tuple(_reckoning(rules, known)),
    )


def _top(known: Known) -> Mapping[str, Any]:
    local = known["stack"][-1][2] if known["stack"] else None
    return local if isinstance(local, dict) else {}


def _phase(rules: Kiev41, known: Known) -> str:
    """The month, the impulse and whose it is, the innermost procedure that has a name."""
    style = looks(rules)
    whose, doing = [""], ""
    for procedure, _, local, *_ in known["stack"]:
        if procedure == "impulse":
            kind = style["impulse"].get(local["kind"], "")
            whose = [f"impulse {known['impulse']}", NAMES[local["side"]], kind]
        elif procedure == "logistics":
            whose = [NAMES[local["side"]]]  # the other side's part waits below
        if style["phase"].get(procedure) and procedure != "tactical":
            doing = style["phase"][procedure]
    return " · ".join(word for word in (MONTHS[known["turn"]], *whose, doing) if word)


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(rules: Kiev41, known: Known, seat: int) -> Iterator[PieceAt]:
    """Blocks, bombers and fleets whose face this seat sees; the last ones lie on top."""
    roster = rules.facts.roster
    for unit, (place, steps, *marks) in known["units"].items():
        u = roster.index[unit]
        if not place or place == "out":
            continue
        own = roster.side[u] == seat
        flags = [m for m in marks if m in ("active", "blitzers", "acted") or (m == "visible" and own)]
        if "acted" in flags and "active" in flags:
            flags.remove("acted")
        markers = tuple(m for m in marks if m in ("isolated", "crossed"))
        face = roster.full[u] - steps if roster.full[u] else 0
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, markers, tuple(flags))


def _backs(rules: Kiev41, known: Known, seat: int) -> Iterator[PieceAt]:
    """Concealed enemy blocks: wood, cube, and what the seat remembers."""
    for token, (group, *cube) in known["tokens"].items():
        place, wood, _ = token.rsplit(".", 2)
        if place == "out":
            continue
        members = known["groups"][group]
        hint, note = "", ""
        if len(members) == 2 and isinstance(members[1], int):
            hint = members[0]
            seen = rules.facts.roster.strength[rules.facts.roster.index[hint]][members[1]]
            note = rules.facts.roster.pieces[rules.facts.roster.index[hint]].name
            note += f", last seen with {seen}" if members[1] else ", not seen yet"
        elif len(members) <= 8:
            note = f"one of {', '.join(members)}"
        else:
            note = f"one of {len(members)} blocks"
        yield PieceAt(token, place, SIDES[1 - seat], -1, 0, True, tuple(cube), (), wood, hint, note)


def _tokens(rules: Kiev41, known: Known, world: K41State) -> Iterator[Token]:
    """Defensive Lines, artillery, control of empty areas that changed hands, the four discs."""
    cut = set(known["isolated_lines"])
    for side, lines in zip(SIDES, (known["lines_axis"], known["lines_soviet"]), strict=True):
        for area in lines:
            label = f"{side.capitalize()} Defensive Line" + (", cut off" if area in cut else "")
            yield Token(f"line-{area}", area, "beam", side, label, "!" if area in cut else "", side)
    for gun, area in known["guns"]:
        side = SIDES[rules.facts.roster.side[rules.facts.roster.index[gun]]]
        yield Token(f"gun-{gun}", area, "square", side, f"Artillery of {gun}", "A", side)
    changed = (world.axis ^ rules.facts.control) & ~world.units_of(AXIS) & ~world.units_of(SOVIET)
    for i in bits(changed):
        holder = AXIS if world.axis >> i & 1 else SOVIET
        name, side = rules.facts.place_names[i], SIDES[holder]
        yield Token(f"control-{name}", name, "cube", side, f"{NAMES[holder]} control", "", side)
    for colour, place, tone, meaning, _ in DISCS:
        active = _disc(rules, world, colour)
        label = f"{colour.capitalize()} disc: " + (meaning if active else "turned over")
        yield Token(f"disc-{colour}", place, "disc", tone, label, "" if active else "×", "soviet", not active)


def _disc(rules: Kiev41, world: K41State, colour: str) -> bool:
    if colour == "blue":
        return black_sea(rules.facts, world)
    if colour == "light-blue":
        return azov_sea(rules.facts, world)
    return world.yellow if colour == "yellow" else world.orange


def _gone(known: Known) -> Iterator[Gone]:
    units = tuple(unit for unit, (place, *_) in known["units"].items() if place == "out")
    if units:
        yield Gone("out", "Not in this scenario", units)


# ---- beside the map --------------------------------------------------------------------------------------


def _tracks(rules: Kiev41, known: Known) -> Iterator[TrackAt]:
    impulse = known["impulse"]
    yield TrackAt("turn", str(known["turn"]), f"Impulse {impulse}" if impulse else "")
    spent = [NAMES[side] for side in (AXIS, SOVIET) if known["spent"][side]]
    once = "each side may spend the disc once" if rules.facts.scenario.disc_once else ""
    note = f"{' and '.join(spent)}: disc spent" if spent and once else once
    yield TrackAt("initiative", SIDES[known["initiative"]], note)
    sky = WEATHER[known["weather"]]
    yield TrackAt("forecast", str(known["forecast"]) if known["forecast"] >= 0 else "", f"Now: {sky}")


def _panels(rules: Kiev41, known: Known, world: K41State, seat: int) -> Iterator[FactPanel]:
    sky = WEATHER[known["weather"]]
    rows = [Row("Weather", sky, "", rules.rule(SKY_RULES[sky]))]
    for colour, _, _, _, rule in DISCS:
        active = "active" if _disc(rules, world, colour) else "turned over"
        rows.append(Row(f"{colour.capitalize()} disc", active, "soviet", rules.rule(rule)))
    for side, lines in enumerate((known["lines_axis"], known["lines_soviet"])):
        left = rules.facts.line_count[side] - len(lines)
        rows.append(Row(f"{NAMES[side]} Defensive Lines", f"{left} left", SIDES[side], rules.rule("4.1a")))
    yield FactPanel("facts", "Weather, discs, lines", "counts", rows=tuple(rows))
    found = parts(rules.facts, world, seat)
    rows = [Row(PARTS[name], str(n), SIDES[seat]) for name, n in found.items()]
    note = "halved by the weather" if hampered(rules.facts, world, seat) else ""
    rows.append(Row("Logistics Value", str(value(rules.facts, world, seat)), SIDES[seat], rules.rule("7.2.1a")))
    yield FactPanel("logistics", f"{NAMES[seat]} Logistics Value", "counts", rows=tuple(rows), note=note)


def _score(rules: Kiev41, known: Known, world: K41State, seat: int) -> Iterator[ScoreRow]:
    total = rules.facts.victory_areas.bit_count()
    for side in (AXIS, SOVIET):
        held = (rules.facts.victory_areas & world.controlled(side)).bit_count()
        yield ScoreRow(SIDES[side], "Victory areas", f"{held} of {total}", held, rules.rule("2.4.4.1"))
        if side == seat:
            yield ScoreRow(
                SIDES[side], "Logistics Value", str(value(rules.facts, world, side)), None, rules.rule("7.2.1a")
            )
        lost = _lost(rules, world, side)
        yield ScoreRow(SIDES[side], "Blocks lost for good", str(lost), None, rules.rule("9.4c"))


def _lost(rules: Kiev41, world: K41State, side: int) -> int:
    return len(world.at(rules.facts.boxes[LOST[side]]))


# ---- deciding --------------------------------------------------------------------------------------------


def _focus(local: Mapping[str, Any], in_hand: str) -> Focus:
    places = [str(local["area"])] if local.get("area") else []
    return Focus((in_hand,) if in_hand else (), tuple(places))


def _planner(view: View, rules: Kiev41, known: Known, world: K41State, kind: str) -> Planner | None:
    """The battles that may be fought, or, before it comes to them, as they stand."""
    if kind not in ("battle", *BEFORE) or _top(known).get("mode", "") in ("pass", "exploitation"):
        return None
    battles = possible_battles(rules.facts, world, view.seat)
    if kind == "battle":
        battles &= world.to_fight
    if not battles:
        return None
    roster = rules.facts.roster
    here: dict[str, list[str]] = {}
    against: dict[str, list[str]] = {}
    for unit, (place, *marks) in known["units"].items():
        if roster.blocks >> roster.index[unit] & 1:
            mine = roster.side[roster.index[unit]] == view.seat
            if not (mine and "isolated" in marks):
                (here if mine else against).setdefault(place, []).append(unit)
    for token in known["tokens"]:
        against.setdefault(token.rsplit(".", 2)[0], []).append(token)
    names = [rules.facts.place_names[i] for i in bits(battles)]
    fields = tuple(Battlefield(n, tuple(here.get(n, ())), tuple(against.get(n, ()))) for n in names)
    if kind == "battle":
        return Planner("fight {place}", "", "", fields)
    return Planner("", "", "fight {place}", fields)


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Kiev41, known: Known) -> Iterator[ReckoningRow]:
    if known["result"] is None:
        return
    held = set(known["axis"])
    rule = rules.rule("2.4.4.1")
    score = [0, 0]
    for i in bits(rules.facts.victory_areas):
        side = AXIS if rules.facts.place_names[i] in held else SOVIET
        score[side] += 1
        name = rules.facts.areas.areas[i].facts["name"]
        yield ReckoningRow(name, {SIDES[side]: "1", SIDES[1 - side]: ""}, rule)
    yield ReckoningRow("Victory areas", {SIDES[side]: str(n) for side, n in enumerate(score)}, rule)


def measures(view: View) -> list[Measure]:
    """Numbers worth a chart, of what lies open."""
    rules = cast("Kiev41", view.rules)
    world = cast("K41State", view.imagine("measures").state)
    found = []
    for side, name in enumerate(SIDES):
        held = (rules.facts.victory_areas & world.controlled(side)).bit_count()
        blocks = (rules.facts.roster.blocks_of[side] & world.on_map).bit_count()
        found += [
            Measure(f"victory-{name}", "Victory areas", name, float(held)),
            Measure(f"areas-{name}", "Areas controlled", name, float(world.controlled(side).bit_count())),
            Measure(f"blocks-{name}", "Blocks on the map", name, float(blocks)),
            Measure(f"lost-{name}", "Blocks lost for good", name, float(_lost(rules, world, side))),
        ]
    return found
