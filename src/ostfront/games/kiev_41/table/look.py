"""What a seat sees of Kiev '41 at one moment: blocks, lines, discs, panels, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import (
    Battlefield,
    Declared,
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
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.odds import BEFORE
from ostfront.games.kiev_41.rules.control import azov_sea, black_sea
from ostfront.games.kiev_41.rules.logistics import hampered, parts, value
from ostfront.games.kiev_41.rules.support import possible_battles
from ostfront.games.kiev_41.state import K41State
from ostfront.games.kiev_41.table.log import MONTHS
from ostfront.kit.table import look as kit
from ostfront.kit.table.look import Known
from ostfront.kit.table.style import style

NAMES = ("Axis", "Soviet")
LOST = ("axis-lost", "soviet-lost")
FIGHT = "Fight this battle"
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


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = view.rules, kit.known_to(view)
    facts: Facts = rules.facts
    # what is public, and the seat's own, is the same in every world it could be in
    world: K41State = view.imagine("look").state
    kind, local = kit.kind_asked(view), kit.locals_on_top(known)
    units = local.get("units") or ()
    in_hand = str(local.get("unit") or (units[0] if units and kind == "place" else ""))
    return Look(
        turn=known["turn"],
        phase=_phase(facts, known),
        pieces=(*_pieces(facts, known, view.seat), *_backs(facts, known, view.seat)),
        tokens=tuple(_tokens(facts, known, world)),
        gone=tuple(kit.gone(known, "out", "Not in this scenario")),
        panels=tuple(_panels(rules, known, world, view.seat)),
        tracks=tuple(_tracks(facts, known)),
        score=tuple(_score(rules, known, world, view.seat)),
        in_hand=in_hand,
        focus=kit.focus(local, in_hand, (), ("area",)),
        leads_to=LEADS.get(kind, {}),
        attempts=ATTEMPTS.get(kind, {}),
        planner=_planner(view, facts, known, world, kind),
        reckoning=tuple(_reckoning(rules, known)),
        declared=tuple(_declared(facts, known, world)),
    )


def _phase(facts: Facts, known: Known) -> str:
    """The month, the impulse and whose it is, the innermost procedure that has a name."""
    looks = style(facts)
    whose, doing = [""], ""
    for procedure, _, local, *_ in known["stack"]:
        if procedure == "impulse":
            kind = looks["impulse"].get(local["kind"], "")
            whose = [f"impulse {known['impulse']}", NAMES[local["side"]], kind]
        elif procedure == "logistics":
            whose = [NAMES[local["side"]]]  # the other side's part waits below
        if looks["phase"].get(procedure) and procedure != "tactical":
            doing = looks["phase"][procedure]
    return " · ".join(word for word in dict.fromkeys((MONTHS[known["turn"]], *whose, doing)) if word)


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(facts: Facts, known: Known, seat: int) -> Iterator[PieceAt]:
    """Blocks, bombers and fleets whose face this seat sees; the last ones lie on top."""
    roster = facts.roster
    # who has acted and is still to fight does not look spent
    battles = frozenset(known["to_fight"] if kit.under_way(known, "combat") else ())
    for unit, (place, steps, *marks) in known["units"].items():
        u = roster.index[unit]
        if not place or place == "out":
            continue
        own = roster.side[u] == seat
        flags = [m for m in marks if m in ("active", "blitzers", "acted") or (m == "visible" and own)]
        if "acted" in flags and ("active" in flags or place in battles):
            flags.remove("acted")
        markers = tuple(m for m in marks if m in ("isolated", "crossed"))
        face = roster.full[u] - steps if roster.full[u] else 0
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, markers, tuple(flags))


def _backs(facts: Facts, known: Known, seat: int) -> Iterator[PieceAt]:
    """Concealed enemy blocks: wood, cube, and what the seat remembers."""
    for token, (group, *cube) in known["tokens"].items():
        place, wood, _ = token.rsplit(".", 2)
        if place == "out":
            continue
        members = known["groups"][group]
        hint, note = "", ""
        if len(members) == 2 and isinstance(members[1], int):
            hint = members[0]
            seen = facts.roster.strength[facts.roster.index[hint]][members[1]]
            note = facts.roster.pieces[facts.roster.index[hint]].name
            note += f", last seen with {seen}" if members[1] else ", not seen yet"
        elif len(members) <= 8:
            note = f"one of {', '.join(members)}"
        else:
            note = f"one of {len(members)} blocks"
        yield PieceAt(token, place, SIDES[1 - seat], -1, 0, True, tuple(cube), (), wood, hint, note)


def _tokens(facts: Facts, known: Known, world: K41State) -> Iterator[Token]:
    """Defensive Lines, artillery, control of empty areas that changed hands, the four discs."""
    cut = set(known["isolated_lines"])
    for side, lines in zip(SIDES, (known["lines_axis"], known["lines_soviet"]), strict=True):
        for area in lines:
            label = f"{side.capitalize()} Defensive Line" + (", cut off" if area in cut else "")
            yield Token(f"line-{area}", area, "beam", side, label, "!" if area in cut else "", side)
    for gun, area in known["guns"]:
        side = SIDES[facts.roster.side[facts.roster.index[gun]]]
        yield Token(f"gun-{gun}", area, "square", side, f"Artillery of {gun}", "A", side)
    changed = (world.axis ^ facts.control) & ~world.units_of(AXIS) & ~world.units_of(SOVIET)
    for i in bits(changed):
        holder = AXIS if world.axis >> i & 1 else SOVIET
        name, side = facts.place_names[i], SIDES[holder]
        yield Token(f"control-{name}", name, "cube", side, f"{NAMES[holder]} control", "", side)
    for colour, place, tone, meaning, _ in DISCS:
        active = _disc(facts, world, colour)
        label = f"{colour.capitalize()} disc: " + (meaning if active else "turned over")
        yield Token(f"disc-{colour}", place, "disc", tone, label, "" if active else "×", "soviet", not active)


def _disc(facts: Facts, world: K41State, colour: str) -> bool:
    if colour == "blue":
        return black_sea(facts, world)
    if colour == "light-blue":
        return azov_sea(facts, world)
    return world.yellow if colour == "yellow" else world.orange


# ---- beside the map --------------------------------------------------------------------------------------


def _tracks(facts: Facts, known: Known) -> Iterator[TrackAt]:
    impulse = known["impulse"]
    yield TrackAt("turn", str(known["turn"]), f"Impulse {impulse}" if impulse else "")
    spent = [NAMES[side] for side in (AXIS, SOVIET) if known["spent"][side]]
    once = "each side may spend the disc once" if facts.scenario.disc_once else ""
    note = f"{' and '.join(spent)}: disc spent" if spent and once else once
    yield TrackAt("initiative", SIDES[known["initiative"]], note)
    sky = WEATHER[known["weather"]]
    yield TrackAt("forecast", str(known["forecast"]) if known["forecast"] >= 0 else "", f"Now: {sky}")


def _panels(rules: Rules, known: Known, world: K41State, seat: int) -> Iterator[FactPanel]:
    facts: Facts = rules.facts
    sky = WEATHER[known["weather"]]
    rows = [Row("Weather", sky, "", rules.rule(SKY_RULES[sky]))]
    for colour, _, _, _, rule in DISCS:
        active = "active" if _disc(facts, world, colour) else "turned over"
        rows.append(Row(f"{colour.capitalize()} disc", active, "soviet", rules.rule(rule)))
    for side, lines in enumerate((known["lines_axis"], known["lines_soviet"])):
        left = facts.line_count[side] - len(lines)
        rows.append(Row(f"{NAMES[side]} Defensive Lines", f"{left} left", SIDES[side], rules.rule("4.1a")))
    yield FactPanel("facts", "Weather, discs, lines", "counts", rows=tuple(rows))
    found = parts(facts, world, seat)
    rows = [Row(PARTS[name], str(n), SIDES[seat]) for name, n in found.items()]
    note = "halved by the weather" if hampered(facts, world, seat) else ""
    rows.append(Row("Logistics Value", str(value(facts, world, seat)), SIDES[seat], rules.rule("7.2.1a")))
    yield FactPanel("logistics", f"{NAMES[seat]} Logistics Value", "counts", rows=tuple(rows), note=note)


def _score(rules: Rules, known: Known, world: K41State, seat: int) -> Iterator[ScoreRow]:
    facts: Facts = rules.facts
    total = facts.victory_areas.bit_count()
    for side in (AXIS, SOVIET):
        held = (facts.victory_areas & world.controlled(side)).bit_count()
        yield ScoreRow(SIDES[side], "Victory areas", f"{held} of {total}", held, rules.rule("2.4.4.1"))
        if side == seat:
            yield ScoreRow(SIDES[side], "Logistics Value", str(value(facts, world, side)), None, rules.rule("7.2.1a"))
        lost = _lost(facts, world, side)
        yield ScoreRow(SIDES[side], "Blocks lost for good", str(lost), None, rules.rule("9.4c"))


def _lost(facts: Facts, world: K41State, side: int) -> int:
    return len(world.at(facts.boxes[LOST[side]]))


# ---- deciding --------------------------------------------------------------------------------------------


def _planner(view: View, facts: Facts, known: Known, world: K41State, kind: str) -> Planner | None:
    """The battles that may be fought, or, before it comes to them, as they stand."""
    if kind not in ("battle", *BEFORE) or kit.locals_on_top(known).get("mode", "") in ("pass", "exploitation"):
        return None
    battles = possible_battles(facts, world, view.seat)
    if kind == "battle":
        battles &= world.to_fight
    if not battles:
        return None
    roster = facts.roster
    here: dict[str, list[str]] = {}
    against: dict[str, list[str]] = {}
    for unit, (place, *marks) in known["units"].items():
        if roster.blocks >> roster.index[unit] & 1:
            mine = roster.side[roster.index[unit]] == view.seat
            if not (mine and "isolated" in marks):
                (here if mine else against).setdefault(place, []).append(unit)
    for token in known["tokens"]:
        against.setdefault(token.rsplit(".", 2)[0], []).append(token)
    names = [(facts.place_names[i], _gain(facts, world, view.seat, i)) for i in bits(battles)]
    fields = tuple(Battlefield(n, tuple(here.get(n, ())), tuple(against.get(n, ())), gain) for n, gain in names)
    if kind == "battle":
        return Planner("fight {place}", "", "", fields, says=FIGHT)
    return Planner("", "", "fight {place}", fields)


def _gain(facts: Facts, world: K41State, side: int, area: int) -> str:
    """What a side wins with an area that it does not hold."""
    if world.controlled(side) >> area & 1:
        return ""
    counts = facts.victory_areas >> area & 1, facts.cities >> area & 1
    return ", ".join(name for name, one in zip(("victory area", "city"), counts, strict=True) if one)


def _declared(facts: Facts, known: Known, world: K41State) -> Iterator[Declared]:
    """The battles that are still to be fought, with the blocks there that the seat sees."""
    if not kit.under_way(known, "combat"):
        return
    for i in bits(world.to_fight):
        name = facts.place_names[i]
        here = (unit for unit, (place, *_) in known["units"].items() if place == name)
        blocks = facts.roster.blocks
        yield Declared(name, tuple(unit for unit in here if blocks >> facts.roster.index[unit] & 1))


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Rules, known: Known) -> Iterator[ReckoningRow]:
    facts: Facts = rules.facts
    if known["result"] is None:
        return
    held = set(known["axis"])
    rule = rules.rule("2.4.4.1")
    score = [0, 0]
    for i in bits(facts.victory_areas):
        side = AXIS if facts.place_names[i] in held else SOVIET
        score[side] += 1
        name = facts.areas.areas[i].facts["name"]
        yield ReckoningRow(name, {SIDES[side]: "1", SIDES[1 - side]: ""}, rule)
    yield ReckoningRow("Victory areas", {SIDES[side]: str(n) for side, n in enumerate(score)}, rule)


def figures(view: View) -> list[Figure]:
    """Numbers to chart, from open information."""
    facts: Facts = view.rules.facts
    world: K41State = view.imagine("measures").state
    found = []
    for side, name in enumerate(SIDES):
        held = (facts.victory_areas & world.controlled(side)).bit_count()
        blocks = (facts.roster.blocks_of[side] & world.on_map).bit_count()
        found += [
            Figure(f"victory-{name}", "Victory areas", name, float(held)),
            Figure(f"areas-{name}", "Areas controlled", name, float(world.controlled(side).bit_count())),
            Figure(f"blocks-{name}", "Blocks on the map", name, float(blocks)),
            Figure(f"lost-{name}", "Blocks lost for good", name, float(_lost(facts, world, side))),
        ]
    return found
