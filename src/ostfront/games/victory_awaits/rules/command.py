"""Activation (8): what a chit wakes, the surprise attack (15.1), Reserve and OKH (17.2), HQ transfer (17.3)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, SOVIET
from ostfront.games.victory_awaits.rules.movement import entry_legs, open_gates
from ostfront.games.victory_awaits.rules.seats import side_seat
from ostfront.games.victory_awaits.rules.supply import supplied
from ostfront.games.victory_awaits.rules.trace import may_wake_again
from ostfront.games.victory_awaits.state import Command, Entering, Gate, Transfer, VaPlay, VaState, Waking

# ---- a chit is carried out (7.2) --------------------------------------------------------------------


@carries_out("AVA 7.1.3")
def play_chit(play: VaPlay, local: Command) -> None:
    """By its kind."""
    state, facts = play.state, play.facts
    chit = facts.chits[local.chit]
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
    state, facts = play.state, play.facts
    if waiting_army(facts, state, hq):
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
    return sum(play.facts.chits[chit].hq == hq for chit in play.state.played) == 1


@carries_out("AVA 13.0c", otherwise=lambda _state, hq: hq >= 0)
def there(state: VaState, hq: int) -> bool:
    return hq >= 0 and bool(state.on_map >> hq & 1)


# ---- activation (8) ---------------------------------------------------------------------------------


def activate_hq(play: VaPlay, local: Command, hq: int) -> None:
    state, facts = play.state, play.facts
    state.out_of_command = 0
    state.active = 1 << hq | commanded(facts, state, hq)
    play.note("activate", hq, state.active.bit_count())
    play.begin("activation", local)
    limit = armor_limit(facts, hq)
    armor = state.active & facts.roster.mechs
    if armor.bit_count() > limit:
        state.active ^= armor
        play.begin("waking", Waking(local.chit, local.side, local.seat, armor, limit))
    if facts.options["hq-transfer"]:
        offer_transfer(play, local, hq)


@carries_out("AVA 8.0", "AVA 8.1a", otherwise=0)
def commanded(facts: Facts, state: VaState, hq: int) -> int:
    """The units an HQ wakes: those in range as they stand now, no HQs, of its own nationality."""
    roster = facts.roster
    found = 0
    for place in bits(in_range(facts, state.place[hq]) & state.occupied[ANY[roster.side[hq]]]):
        found |= state.units_at(place)
    return found & ~never_woken(facts) & kin(facts, hq) & ~immovable(facts)


@carries_out("AVA 8.1d", "AVA 13.0b", otherwise=0)
def never_woken(facts: Facts) -> int:
    return facts.roster.hqs


@carries_out("AVA 14.3a", otherwise=0)
def immovable(facts: Facts) -> int:
    """Fortresses neither move nor attack, so nobody wakes them."""
    return facts.roster.forts


@carries_out("AVA 8.3", otherwise=-1)
def kin(facts: Facts, hq: int) -> int:
    """Units of the HQ's nationality."""
    return facts.roster.of_nation[facts.roster.nation[hq]]


def _this_side_of_rivers(facts: Facts, place: int) -> int:
    dry = facts.board.open_sides(closed=("prohibited", "minor", "major"))
    return facts.grid.flood(1 << place, facts.land, facts.land, dry, facts.charts["command"]["range"])


@carries_out("AVA 8.2c", otherwise=_this_side_of_rivers)
@carries_out("AVA 8.2d", otherwise=lambda facts, place: facts.grid.disk(place, facts.charts["command"]["range"]))
@carries_out("AVA 8.2a", otherwise=lambda facts, place: 1 << place)
def in_range(facts: Facts, place: int) -> int:
    """The hexes within command range: by land, over anything but lake, sea and their hexsides."""
    found = facts.ranges.get(place)
    if found is None:
        limit = facts.charts["command"]["range"]
        found = facts.grid.flood(1 << place, facts.land, facts.land, facts.open_sides, limit)
        facts.ranges[place] = found
    return found


def end_activation(play: VaPlay, _local: Command | Entering) -> None:
    state = play.state
    state.active = state.retreated = state.out_of_command = 0
    state.confined = state.surprise = False


# ---- the surprise attack (15.1) ---------------------------------------------------------------------


@carries_out("AVA 15.1a")
def surprise_attack(play: VaPlay, _local: None) -> None:
    """All Panzergruppen attack before the first turn, without moving."""
    if play.state.turn == 1 and not attack_waits(play.facts):
        begin_surprise(play)


@carries_out("AVA 20.2f")
def surprise_of_teams(play: VaPlay, _local: None) -> None:
    """In team play they attack when the chits of turn 1 have been shared out; the first Axis player leads."""
    if play.state.turn == 1 and attack_waits(play.facts):
        begin_surprise(play)


@carries_out("AVA 20.2f", otherwise=False)
def attack_waits(facts: Facts) -> bool:
    return bool(facts.teams)


def begin_surprise(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    state.active = surprisers(facts, state)
    state.surprise = True
    state.activation += 1
    play.note("surprise", state.active.bit_count())
    play.begin("assault", Command(-1, AXIS, side_seat(facts, state, AXIS)))


@carries_out("AVA 15.1b", otherwise=lambda facts, state: facts.roster.of_side[AXIS] & state.on_map)
def surprisers(facts: Facts, state: VaState) -> int:
    """The units of Panzergruppen whose HQ is on the map, with the HQ."""
    found = 0
    for group in facts.charts["surprise_attack"]["groups"]:
        if group in facts.roster.index and state.on_map >> facts.roster.index[group] & 1:
            found |= facts.roster.of_formation[group]
    return found & state.on_map


# ---- units one by one (17.2, 17.5) ------------------------------------------------------------------


@carries_out("AVA 17.2b", "AVA 17.2c")
def begin_waking(play: VaPlay, local: Command) -> None:
    """Reserve and OKH: a die says how many units, anywhere on the map."""
    state, facts = play.state, play.facts
    die = play.roll(6, f"turn {state.turn} / activation {state.activation} / reserve")
    count = facts.reserve_rows[die - 1]
    play.note("reserve", local.chit, die, count)
    state.active = state.out_of_command = 0
    state.confined = local.side == SOVIET and facts.settings.scenario == "leningrad"
    play.begin("activation", local)
    among = facts.roster.of_side[local.side] & state.on_map & ~facts.roster.forts
    play.begin("waking", Waking(local.chit, local.side, local.seat, among, count))


@carries_out("AVA 17.5", otherwise=999)
def armor_limit(facts: Facts, hq: int) -> int:
    """How many mechanized units a German HQ wakes."""
    if facts.options["armor-limit"] and facts.roster.side[hq] == AXIS:
        return int(facts.charts["armor_limit"]["mech_per_activation"])
    return 999


def next_waking(play: VaPlay, local: Waking) -> None:
    if local.left and local.among:
        play.ask("wake", local.seat)
    else:
        play.leave()


def wake_options(play: VaPlay, _decision: Decision) -> Options:
    local: Waking = play.state.top.local
    return Options(
        (play.facts.words["done"],), ((play.facts.vocabulary.table("activate"), local.among & play.state.on_map),)
    )


def answer_wake(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Waking = state.top.local
    unit = action.arg
    state.active |= 1 << unit
    if needs_command(facts, local.chit) and not in_command(facts, state, unit):
        state.out_of_command |= 1 << unit
    play.note("wake", unit)
    play.local(local._replace(among=local.among & ~(1 << unit), left=local.left - 1))
    play.goto("next unit")


@carries_out("AVA 17.2e", otherwise=True)
def needs_command(facts: Facts, chit: int) -> bool:
    """Units of the Reserve do, those of OKH and of an HQ do not."""
    return facts.chits[chit].kind == "reserve"


@carries_out("AVA 17.2d", otherwise=True)
def in_command(facts: Facts, state: VaState, unit: int) -> bool:
    """Whether any HQ of its side has the unit in range; an HQ is in its own."""
    roster = facts.roster
    for hq in bits(roster.hqs & roster.of_side[roster.side[unit]] & state.on_map):
        if in_range(facts, state.place[hq]) >> state.place[unit] & 1:
            return True
    return False


# ---- HQ transfer (17.3) -----------------------------------------------------------------------------


@carries_out("AVA 17.3a")
def offer_transfer(play: VaPlay, local: Command, hq: int) -> None:
    """HQs near the active one may go to the Turn Track, but not on the last turn."""
    state, facts = play.state, play.facts
    if state.turn >= facts.last_turn:
        return
    near = in_range(facts, state.place[hq]) & supplied(facts, state, local.side)
    others = facts.roster.hqs & facts.roster.of_side[local.side] & state.on_map & ~(1 << hq)
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
        (play.facts.words["done"],), ((play.facts.vocabulary.table("transfer"), local.among & play.state.on_map),)
    )


def answer_transfer(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Transfer = state.top.local
    state.put(action.arg, facts.boxes[f"turn-{state.turn + 1}"])
    state.transferred |= 1 << action.arg
    play.note("transfer", action.arg)
    play.local(local._replace(among=local.among & ~(1 << action.arg)))
    play.goto("next HQ")


# ---- 19th Army (15.3) -------------------------------------------------------------------------------


@carries_out("AVA 15.3a", otherwise=0)
def waiting_army(facts: Facts, state: VaState, hq: int) -> int:
    """The units of 19th Army that wait beside the map, when this is its HQ."""
    if hq != facts.army_19:
        return 0
    return state.units_at(facts.boxes["turn-3"]) & facts.roster.of_side[SOVIET] & ~state.transferred


def begin_entry(play: VaPlay, local: Command) -> None:
    """The army enters through one source of the eastern edge; with none open it waits on."""
    state, facts = play.state, play.facts
    if entry_gates(facts, state):
        play.begin("entry", Gate(*local))
    else:
        play.note("no effect", local.chit)


def entry_gates(facts: Facts, state: VaState) -> int:
    """The sources through which a unit of the army could come."""
    units = waiting_army(facts, state, facts.army_19)
    return mask(
        gate for gate in open_gates(facts, state, SOVIET, facts.eastern_gates)
        if any(any(entry_legs(facts, state, unit, 1 << gate)) for unit in bits(units))
    )  # fmt: skip


def choose_gate(play: VaPlay, local: Gate) -> None:
    gates = entry_gates(play.facts, play.state)
    if gates.bit_count() > 1:
        play.ask("gate", local.seat, prepared=gates)
    else:
        enter_army(play, gates.bit_length() - 1)


def gate_options(play: VaPlay, _decision: Decision) -> Options:
    gates = play.prepared or entry_gates(play.facts, play.state)
    return Options((), ((play.facts.vocabulary.table("gate"), gates),))


def answer_gate(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    enter_army(play, action.arg)


def enter_army(play: VaPlay, gate: int) -> None:
    state, facts = play.state, play.facts
    local: Gate = state.top.local
    play.note("gate", gate)
    play.leave()
    state.out_of_command = 0
    state.active = waiting_army(facts, state, facts.army_19)
    play.begin("army entry", Entering(*local, gate))
