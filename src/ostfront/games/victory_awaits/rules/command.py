"""Activation (8): what a chit wakes, the surprise attack (15.1), Reserve and OKH (17.2), HQ transfer (17.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, SOVIET
from ostfront.games.victory_awaits.facts.seats import side_seat
from ostfront.games.victory_awaits.rules.movement import entry_legs, open_gates
from ostfront.games.victory_awaits.rules.play import VaPlay
from ostfront.games.victory_awaits.rules.supply import supplied
from ostfront.games.victory_awaits.rules.trace import may_wake_again
from ostfront.games.victory_awaits.state import Command, Entering, Gate, Transfer, Waking

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState


# ---- a chit is carried out (7.2) --------------------------------------------------------------------


@carries_out("AVA 7.1.3")
def play_chit(play: VaPlay, local: Command) -> None:
    """By its kind."""
    state, rules = play.state, play.rules
    chit = rules.chits[local.chit]
    state.played += (local.chit,)
    if chit.kind == "supply":
        play.begin("supply check")
    elif chit.kind == "reinforcements":
        play.begin("reinforcements", local)
    elif chit.kind in ("okh", "reserve"):
        begin_waking(play, local)
    else:
        activate_by(play, local, chit.hq)


@carries_out("AVA 7.2a", "AVA 7.3b", "AVA 5.0.3")
def activate_by(play: VaPlay, local: Command, hq: int) -> None:
    """An HQ chit: its HQ, if it is on the map."""
    state, rules = play.state, play.rules
    if waiting_army(rules, state, hq):
        begin_entry(play, local)
    elif not there(state, hq) or not each_chit_wakes(play, hq) or not may_wake_again(play, hq):
        play.note("no effect", local.chit)
    else:
        activate_hq(play, local, hq)


@carries_out("AVA 2.2f", otherwise=lambda play, hq: _first_chit(play, hq))
def each_chit_wakes(_play: VaPlay, _hq: int) -> bool:
    """Both chits of a Panzergruppe activate its HQ."""
    return True


def _first_chit(play: VaPlay, hq: int) -> bool:
    return sum(play.rules.chits[chit].hq == hq for chit in play.state.played) == 1


@carries_out("AVA 13.0c", otherwise=lambda _state, hq: hq >= 0)
def there(state: VaState, hq: int) -> bool:
    return hq >= 0 and bool(state.on_map >> hq & 1)


# ---- activation (8) ---------------------------------------------------------------------------------


def activate_hq(play: VaPlay, local: Command, hq: int) -> None:
    state, rules = play.state, play.rules
    state.out_of_command = 0
    state.active = 1 << hq | commanded(rules, state, hq)
    play.note("activate", hq, state.active.bit_count())
    play.begin("activation", local)
    limit = armor_limit(rules, hq)
    armor = state.active & rules.roster.mechs
    if armor.bit_count() > limit:
        state.active ^= armor
        play.begin("waking", Waking(local.chit, local.side, local.seat, armor, limit))
    if rules.options["hq-transfer"]:
        offer_transfer(play, local, hq)


@carries_out("AVA 8.0", "AVA 8.1a", otherwise=0)
def commanded(rules: VictoryAwaits, state: VaState, hq: int) -> int:
    """The units an HQ wakes: those in range as they stand now, no HQs, of its own nationality."""
    roster = rules.roster
    found = 0
    for place in bits(in_range(rules, state.place[hq]) & state.occupied[ANY[roster.side[hq]]]):
        found |= state.units_at(place)
    return found & ~never_woken(rules) & kin(rules, hq) & ~immovable(rules)


@carries_out("AVA 8.1d", "AVA 13.0b", otherwise=0)
def never_woken(rules: VictoryAwaits) -> int:
    return rules.roster.hqs


@carries_out("AVA 14.3a", otherwise=0)
def immovable(rules: VictoryAwaits) -> int:
    """Fortresses neither move nor attack, so nobody wakes them."""
    return rules.roster.forts


@carries_out("AVA 8.3", otherwise=-1)
def kin(rules: VictoryAwaits, hq: int) -> int:
    """Units of the HQ's nationality."""
    return rules.roster.of_nation[rules.roster.nation[hq]]


def _this_side_of_rivers(rules: VictoryAwaits, place: int) -> int:
    dry = rules.board.open_sides(closed=("prohibited", "minor", "major"))
    return rules.grid.flood(1 << place, rules.land, rules.land, dry, rules.charts["command"]["range"])


@carries_out("AVA 8.2c", otherwise=_this_side_of_rivers)
@carries_out("AVA 8.2d", otherwise=lambda rules, place: rules.grid.disk(place, rules.charts["command"]["range"]))
@carries_out("AVA 8.2a", otherwise=lambda rules, place: 1 << place)
def in_range(rules: VictoryAwaits, place: int) -> int:
    """The hexes within command range: by land, over anything but lake, sea and their hexsides."""
    found = rules.ranges.get(place)
    if found is None:
        limit = rules.charts["command"]["range"]
        found = rules.grid.flood(1 << place, rules.land, rules.land, rules.open_sides, limit)
        rules.ranges[place] = found
    return found


def end_activation(play: VaPlay, _local: Command | Entering) -> None:
    state = play.state
    state.active = state.retreated = state.out_of_command = 0
    state.confined = state.surprise = False


# ---- the surprise attack (15.1) ---------------------------------------------------------------------


@carries_out("AVA 15.1a")
def surprise_attack(play: VaPlay, _local: None) -> None:
    """All Panzergruppen attack before the first turn, without moving."""
    if play.state.turn == 1 and not attack_waits(play.rules):
        begin_surprise(play)


@carries_out("AVA 20.2f")
def surprise_of_teams(play: VaPlay, _local: None) -> None:
    """In team play they attack when the chits of turn 1 have been shared out; the first Axis player leads."""
    if play.state.turn == 1 and attack_waits(play.rules):
        begin_surprise(play)


@carries_out("AVA 20.2f", otherwise=False)
def attack_waits(rules: VictoryAwaits) -> bool:
    return bool(rules.teams)


def begin_surprise(play: VaPlay) -> None:
    state, rules = play.state, play.rules
    state.active = surprisers(rules, state)
    state.surprise = True
    state.activation += 1
    play.note("surprise", state.active.bit_count())
    play.begin("assault", Command(-1, AXIS, side_seat(rules, state, AXIS)))


@carries_out("AVA 15.1b", otherwise=lambda rules, state: rules.roster.of_side[AXIS] & state.on_map)
def surprisers(rules: VictoryAwaits, state: VaState) -> int:
    """The units of Panzergruppen whose HQ is on the map, with the HQ."""
    found = 0
    for group in rules.charts["surprise_attack"]["groups"]:
        if group in rules.roster.index and state.on_map >> rules.roster.index[group] & 1:
            found |= rules.roster.of_formation[group]
    return found & state.on_map


# ---- units one by one (17.2, 17.5) ------------------------------------------------------------------


@carries_out("AVA 17.2b", "AVA 17.2c")
def begin_waking(play: VaPlay, local: Command) -> None:
    """Reserve and OKH: a die says how many units, anywhere on the map."""
    state, rules = play.state, play.rules
    die = play.roll(6, f"turn {state.turn} / activation {state.activation} / reserve")
    count = rules.reserve_rows[die - 1]
    play.note("reserve", local.chit, die, count)
    state.active = state.out_of_command = 0
    state.confined = local.side == SOVIET and rules.settings.scenario == "leningrad"
    play.begin("activation", local)
    among = rules.roster.of_side[local.side] & state.on_map & ~rules.roster.forts
    play.begin("waking", Waking(local.chit, local.side, local.seat, among, count))


@carries_out("AVA 17.5", otherwise=999)
def armor_limit(rules: VictoryAwaits, hq: int) -> int:
    """How many mechanized units a German HQ wakes."""
    if rules.options["armor-limit"] and rules.roster.side[hq] == AXIS:
        return int(rules.charts["armor_limit"]["mech_per_activation"])
    return 999


def next_waking(play: VaPlay, local: Waking) -> None:
    if local.left and local.among:
        play.ask("wake", local.seat)
    else:
        play.leave()


def wake_options(play: VaPlay, _decision: Decision) -> Options:
    local: Waking = play.state.top.local
    return Options(
        (play.rules.words["done"],), ((play.rules.vocabulary.table("activate"), local.among & play.state.on_map),)
    )


def answer_wake(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, rules = play.state, play.rules
    local: Waking = state.top.local
    unit = action.arg
    state.active |= 1 << unit
    if needs_command(rules, local.chit) and not in_command(rules, state, unit):
        state.out_of_command |= 1 << unit
    play.note("wake", unit)
    play.local(local._replace(among=local.among & ~(1 << unit), left=local.left - 1))
    play.goto("next unit")


@carries_out("AVA 17.2e", otherwise=True)
def needs_command(rules: VictoryAwaits, chit: int) -> bool:
    """Units of the Reserve do, those of OKH and of an HQ do not."""
    return rules.chits[chit].kind == "reserve"


@carries_out("AVA 17.2d", otherwise=True)
def in_command(rules: VictoryAwaits, state: VaState, unit: int) -> bool:
    """Whether any HQ of its side has the unit in range; an HQ is in its own."""
    roster = rules.roster
    for hq in bits(roster.hqs & roster.of_side[roster.side[unit]] & state.on_map):
        if in_range(rules, state.place[hq]) >> state.place[unit] & 1:
            return True
    return False


# ---- HQ transfer (17.3) -----------------------------------------------------------------------------


@carries_out("AVA 17.3a")
def offer_transfer(play: VaPlay, local: Command, hq: int) -> None:
    """HQs near the active one may go to the Turn Track, but not on the last turn."""
    state, rules = play.state, play.rules
    if state.turn >= rules.last_turn:
        return
    near = in_range(rules, state.place[hq]) & supplied(rules, state, local.side)
    others = rules.roster.hqs & rules.roster.of_side[local.side] & state.on_map & ~(1 << hq)
    among = mask(unit for unit in bits(others) if near >> state.place[unit] & 1)
    if among:
        play.begin("transfer", Transfer(local.seat, among))


def next_transfer(play: VaPlay, local: Transfer) -> None:
    if local.among:
        play.ask("transfer", local.seat)
    else:
        play.leave()


def transfer_options(play: VaPlay, _decision: Decision) -> Options:
    local: Transfer = play.state.top.local
    return Options(
        (play.rules.words["done"],), ((play.rules.vocabulary.table("transfer"), local.among & play.state.on_map),)
    )


def answer_transfer(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, rules = play.state, play.rules
    local: Transfer = state.top.local
    state.put(action.arg, rules.boxes[f"turn-{state.turn + 1}"])
    state.transferred |= 1 << action.arg
    play.note("transfer", action.arg)
    play.local(local._replace(among=local.among & ~(1 << action.arg)))
    play.goto("next HQ")


# ---- 19th Army (15.3) -------------------------------------------------------------------------------


@carries_out("AVA 15.3a", otherwise=0)
def waiting_army(rules: VictoryAwaits, state: VaState, hq: int) -> int:
    """The units of 19th Army that wait beside the map, when this is its HQ."""
    if hq != rules.army_19:
        return 0
    return state.units_at(rules.boxes["turn-3"]) & rules.roster.of_side[SOVIET] & ~state.transferred


def begin_entry(play: VaPlay, local: Command) -> None:
    """The army enters through one source of the eastern edge; with none open it waits on."""
    state, rules = play.state, play.rules
    if entry_gates(rules, state):
        play.begin("entry", Gate(*local))
    else:
        play.note("no effect", local.chit)


def entry_gates(rules: VictoryAwaits, state: VaState) -> int:
    """The sources through which a unit of the army could come."""
    units = waiting_army(rules, state, rules.army_19)
    return mask(
        gate for gate in open_gates(rules, state, SOVIET, rules.eastern_gates)
        if any(any(entry_legs(rules, state, unit, 1 << gate)) for unit in bits(units))
    )  # fmt: skip


def choose_gate(play: VaPlay, local: Gate) -> None:
    gates = entry_gates(play.rules, play.state)
    if gates.bit_count() > 1:
        play.ask("gate", local.seat, prepared=gates)
    else:
        enter_army(play, gates.bit_length() - 1)


def gate_options(play: VaPlay, _decision: Decision) -> Options:
    gates = play.prepared or entry_gates(play.rules, play.state)
    return Options((), ((play.rules.vocabulary.table("gate"), gates),))


def answer_gate(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    enter_army(play, action.arg)


def enter_army(play: VaPlay, gate: int) -> None:
    state, rules = play.state, play.rules
    local: Gate = state.top.local
    play.note("gate", gate)
    play.leave()
    state.out_of_command = 0
    state.active = waiting_army(rules, state, rules.army_19)
    play.begin("army entry", Entering(*local, gate))
