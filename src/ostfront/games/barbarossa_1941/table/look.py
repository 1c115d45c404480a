"""What is seen of Barbarossa 1941 at a moment: counters, tokens, panels. Everything lies open, so both seats see the
same but for what is asked of them."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits, mask
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
from ostfront.games.barbarossa_1941.facts import CLEAR, ICY, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.barbarossa_1941.rules.replacement_points import block, city_infantry, city_motorised
from ostfront.games.barbarossa_1941.rules.seas import SEAS, superiority
from ostfront.games.barbarossa_1941.rules.victory import counting_cities, finnish_point, points
from ostfront.games.barbarossa_1941.state import B41State
from ostfront.games.barbarossa_1941.table.planning import planner
from ostfront.kit.table import look as kit
from ostfront.kit.table.board import site_name
from ostfront.kit.table.look import Known
from ostfront.kit.table.style import style

TOWNS = ("major", "minor")
FLAGS = ("moved", "carried", "spent", "reacted", "flown")
IN_COMBAT = ("spent", "flown")  # who has moved, been carried or reacted may still attack
LEADS = {
    "arrange": {"pick": "at"},
    "replace": {"rebuild": "at"},
    "bring": {"bring": "at"},
    "rebase": {"base": "at"},
    "rail": {"entrain": "ride"},
    "move": {"pick": "go", "sail": "at", "drop": "at"},
    "exploit": {"pick": "go"},
    "attack": {"attack": "with"},
    "reaction": {"react": "go"},
    "railhead": {"railhead": "lay"},
}
ADJECTIVES = (WEATHER[CLEAR], WEATHER[ICY])


def due_box(turn: int) -> str:
    """The box of the turn track in which units lie that come on a turn."""
    return f"turn-{turn}"


def look(view: View) -> Look:
    """The table as a seat sees it."""
    rules, known = view.rules, kit.known_to(view)
    facts: Facts = rules.facts
    state: B41State = view.imagine("look").state
    kind, local = kit.kind_asked(view), kit.locals_on_top(known)
    in_hand = _in_hand(local)
    return Look(
        turn=known["turn"],
        phase=f"{kit.phase(rules, known)} · {_heading(facts, known['turn'])}",
        pieces=tuple(_pieces(facts, known)),
        tokens=tuple(_tokens(facts, state)),
        gone=tuple(kit.gone(known, "removed", "Out of the game")),
        panels=tuple(_panels(rules, state)),
        tracks=tuple(_tracks(facts, state)),
        score=tuple(_score(rules, state)),
        in_hand=in_hand,
        focus=kit.focus(local, in_hand, ("attackers", "units"), ("target", "source"), at_most=19),
        leads_to=LEADS.get(kind, {}),
        attempts={"place": "move {unit} {place}"} if kind in ("move", "exploit") else {},
        planner=planner(view, facts, state, known, kind),
        reckoning=tuple(_reckoning(rules, state)) if known["result"] is not None else (),
        declared=tuple(kit.declared(known)),
    )


def _in_hand(local: Known) -> str:
    """The unit that is being placed or carried, or the first of those that march."""
    marching = local["units"] if "allowance" in local else ()
    return str(local.get("unit") or (marching[0] if marching else ""))


def _weather(facts: Facts, turn: int) -> str:
    north, south = WEATHER[facts.weather_north[turn]], WEATHER[facts.weather_south[turn]]
    return north if north == south else f"{north} in the north, {south} in the south"


def _heading(facts: Facts, turn: int) -> str:
    """The weather where nothing else says that it is meant: a bare "clear" would not."""
    words = _weather(facts, turn)
    return f"{words} weather" if words in ADJECTIVES else words


# ---- on the map ------------------------------------------------------------------------------------------


def _pieces(facts: Facts, known: Known) -> Iterator[PieceAt]:
    """What is no combat unit lies at the bottom: bases of air corps, partisans, the fortress."""
    roster = facts.roster
    names = IN_COMBAT if kit.under_way(known, "combat") else FLAGS
    flags = kit.marked(kit.flagged(known, names))
    below = mask(u for u in range(roster.count) if not roster.is_combat[u] and not roster.is_airborne[u])
    for u in kit.lowest_first(roster.count, below, roster.static, roster.airborne):
        unit = roster.ids[u]
        place, steps, isolated, due = known["units"][unit]
        if not place or place == "removed":
            continue
        if place == "waiting" and known["turn"] < due <= facts.turns:
            place = due_box(due)
        face = roster.steps[u] - steps if steps else 0
        marked = ("isolated",) if isolated else ()
        yield PieceAt(unit, place, SIDES[roster.side[u]], face, steps, False, marked, flags.get(unit, ()))


def _tokens(facts: Facts, state: B41State) -> Iterator[Token]:
    """Forts, rail markers, and flags on the cities that have changed hands."""
    name = facts.board.name
    for side, forts in zip(SIDES, (state.forts_axis, state.forts_soviet), strict=True):
        for i in bits(forts):
            manned = "" if state.manned >> i & 1 else ", empty"
            label = f"{side.capitalize()} fort{manned}: -1 on the die of an attack"
            yield Token(f"fort-{name(i)}", name(i), "square", side, label, "F", side)
    for marker, i in enumerate(state.markers):
        if i >= 0:
            yield Token(f"marker-{marker}", name(i), "disc", "axis", "Axis rail marker", "R", "axis")
    counting = counting_cities(facts, state)
    for i in bits(state.held & facts.ussr):
        city = site_name(facts.board, i, TOWNS)
        worth = facts.victory_points.get(i, 0)
        label = f"{city}: Axis{_worth(facts, state, i, worth)}"
        idle = worth and not counting >> i & 1
        yield Token(f"held-{name(i)}", name(i), "flag", "muted" if idle else "axis", label, "", "axis")
    for i in bits(facts.cities & facts.axis_home & ~state.held):
        label = f"{site_name(facts.board, i, TOWNS)}: Soviet"
        yield Token(f"held-{name(i)}", name(i), "flag", "soviet", label, "", "soviet")


def _worth(facts: Facts, state: B41State, place: int, worth: int) -> str:
    if not worth:
        return ""
    if counting_cities(facts, state) >> place & 1:
        return f", {counted(worth, 'victory point')}"
    if state.liberated >> place & 1:
        return ", worth nothing since partisans freed it"
    return f", {counted(worth, 'victory point')} once it is garrisoned"


# ---- tracks ----------------------------------------------------------------------------------------------


def _tracks(facts: Facts, state: B41State) -> Iterator[TrackAt]:
    yield TrackAt("turn", str(state.turn), f"Weather: {_weather(facts, state.turn)}.")
    total = points(facts, state)
    boxes = sorted(_thresholds(facts))
    reached = max((box for box in boxes if box <= total), default=0)
    yield TrackAt("points", str(reached), _so_far(facts, state, total))


def _thresholds(facts: Facts) -> set[int]:
    victory = facts.charts["victory"]
    levels, triggers = victory["level"], facts.charts["trigger"]
    return {victory["sudden_death"], *(one["from"] for one in levels), *(one["vp"] for one in triggers)}


def _so_far(facts: Facts, state: B41State, total: int) -> str:
    """The total, what it has set off, what comes next."""
    names = style(facts)["trigger"]
    chart = facts.charts["trigger"]
    found = [f"{names[one['effect']]} (turn {turn})" for one, turn in zip(chart, state.triggers, strict=True) if turn]
    ahead = next((one for one, turn in zip(chart, state.triggers, strict=True) if not turn), None)
    words = [f"{counted(total, 'point')}."]
    if found:
        words.append(f"Reached: {'; '.join(found)}.")
    if ahead:
        words.append(f"At {ahead['vp']}: {names[ahead['effect']]}.")
    return " ".join(words)


# ---- beside the map --------------------------------------------------------------------------------------


def _panels(rules: Rules, state: B41State) -> Iterator[FactPanel]:
    limit = rules.facts.charts["replacements"]["marker_limit"]
    note = f"Losses count up to {limit}, with the steps they give in brackets. Reserves are steps for the whole game."
    yield FactPanel("replacements", "Replacements", "counts", rows=tuple(_replacements(rules, state)), note=note)
    yield FactPanel("support", "Guns, air, sea", "counts", rows=tuple(_support(rules, state)))


def _replacements(rules: Rules, state: B41State) -> Iterator[Row]:
    """Loss markers and the points for the whole game (9.2)."""
    facts: Facts = rules.facts
    markers = (
        ("German infantry losses", state.lost_infantry, AXIS),
        ("German motorised losses", state.lost_motorised, AXIS),
        ("Soviet infantry losses", state.lost_soviet, SOVIET),
    )
    for label, lost, side in markers:
        steps = lost // block(facts, side)
        yield Row(label, f"{lost} ({steps})" if steps else str(lost), SIDES[side], rules.rule("9.2k"))
    pools = (
        ("German infantry reserve", state.pool_infantry, "9.2h"),
        ("German motorised reserve", state.pool_motorised, "9.2h"),
        ("Finnish reserve", state.pool_finnish, "9.2e"),
        ("Romanian reserve", state.pool_romanian, "9.2e"),
    )
    for label, left, rule in pools:
        yield Row(label, str(left), "axis", rules.rule(rule))
    if state.turn > 1:
        yield Row("Soviet steps from cities", str(city_infantry(facts, state)), "soviet", rules.rule("9.2f"))
        yield Row("Soviet motorised steps", str(city_motorised(facts, state)), "soviet", rules.rule("9.2g"))


def _support(rules: Rules, state: B41State) -> Iterator[Row]:
    facts: Facts = rules.facts
    charts, roster = facts.charts, facts.roster
    guns = charts["artillery"]
    yield Row("German guns", str(state.guns_axis), "axis", rules.rule("12.12a"))
    if state.fired_axis:
        yield Row("Fired this turn", f"{state.fired_axis} of {guns['german_per_turn']}", "axis", rules.rule("12.12a"))
    late = "" if state.turn >= guns["soviet_first_turn"] else f" (turn {guns['soviet_first_turn']})"
    yield Row(f"Soviet guns{late}", str(state.guns_soviet), "soviet", rules.rule("12.12b"))
    for side in (AXIS, SOVIET):
        corps = roster.air & roster.of_side[side] & state.on_map
        ready = (corps & ~state.flown).bit_count()
        label = f"{('Axis', 'Soviet')[side]} air ready"
        yield Row(label, f"{ready} of {corps.bit_count()}", SIDES[side], rules.rule("11.2b"))
    coups = charts["coup_de_main"]["per_turn"][state.turn - 1] - state.coups
    if coups > 0:
        yield Row("Coups de main", str(coups), "axis", rules.rule("12.6b"))
    yield Row("Baltic Fleet", _fleet(facts, state), "soviet", rules.rule("12.9a"))
    if state.triggers[3]:
        yield Row("Joukov", "used" if state.joukov else "ready", "soviet", rules.rule("12.13a"))
    for sea in SEAS:
        master = next((side for side in (AXIS, SOVIET) if superiority(facts, state, side, sea)), None)
        named = {"baltic": "Baltic", "black": "Black Sea"}[sea]
        who = "" if master is None else SIDES[master]
        yield Row(f"Superiority, {named}", who.capitalize() or "nobody", who, rules.rule("8.2g"))
    if state.required:
        done = f"{state.made.bit_count()} of {state.required}"
        yield Row("Compulsory attacks made", done, "soviet", rules.rule("14.3a"))


def _fleet(facts: Facts, state: B41State) -> str:
    fleet = facts.roster.fleet
    if state.place[fleet] == facts.boxes["removed"]:
        return "sunk"
    words = [counted(state.steps[fleet], "step")]
    if state.mined:
        words.append("shut in")
    if state.fleet_used:
        words.append("used")
    return ", ".join(words)


def _score(rules: Rules, state: B41State) -> Iterator[ScoreRow]:
    facts: Facts = rules.facts
    total, victory = points(facts, state), facts.charts["victory"]
    if state.turn <= victory["sudden_death_last_turn"]:
        aim = f"{total} of {victory['sudden_death']} by turn {victory['sudden_death_last_turn']}"
    else:
        aim = str(total)
    yield ScoreRow("axis", "Victory points", aim, total, rules.rule("13a"))
    cities = counting_cities(facts, state).bit_count()
    yield ScoreRow("axis", "Objectives", f"{cities} of {facts.victory_hexes.bit_count()}", cities, rules.rule("13l"))
    zone = "1 point" if finnish_point(facts, state) else "no point"
    yield ScoreRow("axis", "Finnish zone", zone, None, rules.rule("13m"))
    if state.bonus:
        yield ScoreRow("axis", "Missed Soviet attacks", f"+{state.bonus} this turn", state.bonus, rules.rule("14.3b"))
    yield ScoreRow("soviet", "As it stands", _level(facts, total), None, rules.rule("13k"))


def _level(facts: Facts, total: int) -> str:
    levels = facts.charts["victory"]["level"]
    return str(next((one["result"] for one in levels if one["from"] <= total <= one["to"]), levels[-1]["result"]))


# ---- the end and the charts ------------------------------------------------------------------------------


def _reckoning(rules: Rules, state: B41State) -> Iterator[ReckoningRow]:
    """The objectives that count, the dearest first, and the rest."""
    facts: Facts = rules.facts
    counting = counting_cities(facts, state)
    for value in sorted(facts.worth, reverse=True):
        names = [site_name(facts.board, i, TOWNS) for i in bits(facts.worth[value] & counting)]
        lost = [site_name(facts.board, i, TOWNS) for i in bits(facts.worth[value] & ~counting)]
        label = f"{counted(value, 'point')} each: {', '.join(names) or 'none'}"
        values = {"axis": str(value * len(names)), "soviet": ", ".join(lost)}
        yield ReckoningRow(label, values, rules.rule("13l"))
    yield ReckoningRow("Finnish zone", {"axis": str(finnish_point(facts, state)), "soviet": ""}, rules.rule("13m"))
    if state.bonus:
        missed = {"axis": str(state.bonus), "soviet": ""}
        yield ReckoningRow("Missed Soviet attacks", missed, rules.rule("14.3b"))
    total = points(facts, state)
    yield ReckoningRow("Total", {"axis": str(total), "soviet": _level(facts, total)}, rules.rule("13k"))


def figures(view: View) -> list[Figure]:
    """Numbers worth a chart."""
    facts: Facts = view.rules.facts
    state: B41State = view.imagine("look").state
    roster = facts.roster
    steps = [sum(state.steps[u] for u in bits(roster.combat_units[s] & state.on_map)) for s in (AXIS, SOVIET)]
    cut = [sum(state.isolated[u] for u in bits(roster.of_side[s] & state.on_map)) for s in (AXIS, SOVIET)]
    return [
        Figure("points", "Victory points", "axis", float(points(facts, state))),
        *kit.by_side("steps", "Steps on the map", SIDES, steps),
        *kit.by_side("isolated", "Isolated units", SIDES, cut),
    ]
