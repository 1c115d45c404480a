"""Exact odds before the dice (6): every shift, modifier and automatic loss, and what each roll would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Change, Odds, Part, Shift
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.crt import Cell
from ostfront.games.barbarossa_1941.rules.combat import at_odds, defenders_at, eligible, outcome
from ostfront.games.barbarossa_1941.rules.fleet import hit, strikers
from ostfront.games.barbarossa_1941.rules.paratroops import drop_zone, fallschirmjaeger, supporters
from ostfront.games.barbarossa_1941.rules.retreat import convertible, may_retreat, retreat_hexes
from ostfront.games.barbarossa_1941.rules.strength import (
    COUP_FAILED,
    COUP_SUCCEEDED,
    Item,
    attack_strength,
    best,
    defence_strength,
    dice_count,
    die_modifiers,
    final_column,
    fortress_among,
    leads_attack,
    leads_defence,
    ratio_column,
    reckoning,
    steps_of,
    undefended,
)
from ostfront.games.barbarossa_1941.rules.support import Option, coup_wins, flyers, open_options
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle, March
from ostfront.kit.sums import outcomes, unit_part

Rows = tuple[tuple[Fraction, str], ...]
POLICY = "Each side leads with its best unit, nobody reacts, and no further option is used."
ALL_IN = "Every unit that can take part does. "
OPTION_KINDS = ("air support", "naval support", "guns", "paratroops", "joukov", "coup", "reaction", "lead")
WORDS = {"air support": "fly", "naval support": "fleet", "paratroops": "para"}


def odds(play: B41Play, seat: int, action: Action) -> Odds | None:
    """For `attack` with everyone who can, for its steps up to the dice, for overruns and the strike on the fleet."""
    kind = play.decision_of(seat).kind
    if action.verb not in play.rules.kinds[kind].names:
        return None
    facts, state = play.facts, play.state
    if action.verb == "strike":
        return _strike(facts, state, seat, action)
    local = _intended(facts, state, kind, seat, action)
    if local is None or not local.attackers or not local.defenders:
        return None
    branches = _branches(facts, _led(facts, state, local), action)
    answers = tuple(
        (
            WORDS.get(option.kind, option.kind),
            _mixed(facts, state, [(p, _taken(facts, state, b, option)) for p, b in branches]),
        )
        for _, option in open_options(facts, state, local)
        if (local.side if option.attacker else 1 - local.side) != seat
    )
    first = branches[0][1]
    policy = (ALL_IN if kind == "attack" else "") + POLICY
    shifts = tuple(_shifts(facts, state, first))
    rows = _mixed(facts, state, branches)
    return Odds(
        _title(facts, state, first), shifts, rows, policy, answers, tuple(_parts(facts, state, first)),
        (attack_strength(facts, state, first.attackers), defence_strength(facts, state, first.defenders)),
        column=facts.crt.columns[final_column(facts, state, first)],
        taken=outcomes(rows, answers, lambda text: "defender is destroyed" in text),
    )  # fmt: skip


# ---- which battle -----------------------------------------------------------------------------------


def _intended(facts: Facts, state: B41State, kind: str, seat: int, action: Action) -> Battle | None:
    """The battle as an action would make it."""
    top, arg = state.top.local, action.arg
    if kind == "attack" and isinstance(arg, int):
        local = _gathered(facts, state, Battle(seat, arg))
    elif kind == "march" and action.verb == "overrun" and isinstance(arg, int):
        assert isinstance(top, March)
        local = Battle(seat, arg, top.units, overrun=True)
    elif kind == "commit":
        local = top._replace(attackers=top.attackers | 1 << arg) if isinstance(arg, int) else top
    elif kind in OPTION_KINDS:
        return _chosen(top, seat, action)
    else:
        return None
    local = local._replace(para_attack=fallschirmjaeger(facts, state, local))
    return local._replace(defenders=defenders_at(facts, state, local))


def _gathered(facts: Facts, state: B41State, local: Battle) -> Battle:
    """Everyone who can attack; of Romanians and Hungarians those who are stronger."""
    units = eligible(facts, state, local)
    roster = facts.roster
    if units & roster.romanians and units & roster.hungarians:
        stronger = max(
            (units & roster.romanians, units & roster.hungarians),
            key=lambda some: attack_strength(facts, state, some),
        )
        units &= ~at_odds(facts, stronger)
    return local._replace(attackers=units)


def _chosen(local: Battle, seat: int, action: Action) -> Battle:
    """An option taken up, or a lead named."""
    attacks, verb = seat == local.side, action.verb
    unit = action.arg if isinstance(action.arg, int) else -1
    if verb == "fly":
        return local._replace(air_attack=unit) if attacks else local._replace(air_defence=unit)
    if verb == "guns":
        return local._replace(guns_attack=True) if attacks else local._replace(guns_defence=True)
    if verb == "para":
        return local._replace(para_attack=unit) if attacks else local._replace(para_defence=unit)
    if verb == "lead":
        return local._replace(lead_attack=unit) if attacks else local._replace(lead_defence=unit)
    if verb == "fleet":
        return local._replace(fleet=True)
    return local._replace(joukov=True) if verb == "joukov" else local


def _taken(facts: Facts, state: B41State, local: Battle, option: Option) -> Battle:
    """The battle after somebody has taken up an option; of several corps the first."""
    side = local.side if option.attacker else 1 - local.side
    verb, unit = WORDS.get(option.kind, option.kind), -1
    if verb == "fly":
        unit = lowest(flyers(facts, state, local, side))
    elif verb == "para":
        unit = lowest(supporters(facts, state, local, side))
    elif verb == "coup":
        return local._replace(coup=COUP_SUCCEEDED)
    return _chosen(local, side, Action(verb, unit))


def _led(facts: Facts, state: B41State, local: Battle) -> Battle:
    """The battle with lead units; where none is named, the best."""
    if local.lead_attack < 0:
        local = local._replace(lead_attack=best(facts, leads_attack(facts, state, local.attackers)))
    if local.lead_defence < 0:
        local = local._replace(lead_defence=best(facts, leads_defence(facts, local.defenders)))
    return local


def _branches(facts: Facts, local: Battle, action: Action) -> list[tuple[Fraction, Battle]]:
    """The battles that the die of a coup de main may lead to; without one the battle itself."""
    if action.verb != "coup":
        return [(Fraction(1), local)]
    won = Fraction(sum(coup_wins(facts, die) for die in range(1, 7)), 6)
    return [(won, local._replace(coup=COUP_SUCCEEDED)), (1 - won, local._replace(coup=COUP_FAILED))]


# ---- what counts ------------------------------------------------------------------------------------


def _place(facts: Facts, target: int) -> str:
    city = facts.city_name(target)
    return facts.board.place_name(target) + (f" ({city})" if city else "")


def _title(facts: Facts, state: B41State, local: Battle) -> str:
    attack, defence = attack_strength(facts, state, local.attackers), defence_strength(facts, state, local.defenders)
    column = facts.crt.columns[final_column(facts, state, local)]
    return f"{_place(facts, local.target)}: {attack} to {defence}, {column}"


def _parts(facts: Facts, state: B41State, local: Battle) -> Iterator[Part]:
    """What each unit adds to its side: combat values are never halved."""
    roster, fortress = facts.roster, fortress_among(facts, local.defenders)
    for units, attacks in ((local.attackers, True), (local.defenders, False)):
        for unit in bits(units):
            if roster.airborne >> unit & 1:
                yield unit_part(attacks, unit, 0, 0, (Change("B41 12.5d", "airborne, without a combat value"),))
                continue
            factor = roster.combat[unit][state.steps[unit]]
            if fortress >> unit & 1:
                yield unit_part(attacks, unit, factor, factor, (Change("B41 12.4a", "the fortress adds its own"),))
            else:
                yield unit_part(attacks, unit, factor, factor)


def _shifts(facts: Facts, state: B41State, local: Battle) -> Iterable[Shift]:
    """Every modifier with its rule."""
    attack, defence = attack_strength(facts, state, local.attackers), defence_strength(facts, state, local.defenders)
    if undefended(defence):
        yield Shift("B41 12.5d", "airborne corps alone", "last column")
    else:
        yield Shift("B41 6j", f"{attack} to {defence}", facts.crt.columns[ratio_column(facts, attack, defence)])
    for item in reckoning(facts, state, local):
        yield Shift(f"B41 {item.rule}", item.text, _value(item))
    larger = max(steps_of(state, local.attackers), steps_of(state, local.defenders))
    dice = dice_count(facts, state, local.attackers, local.defenders)
    yield Shift("B41 6f", f"{larger} steps on the larger side", "one die" if dice == 1 else "two dice")


def _value(item: Item) -> str:
    if item.channel == "column":
        return f"{abs(item.value)} {'right' if item.value > 0 else 'left'}"
    if item.channel == "die":
        return f"{item.value:+} to the die"
    return f"{item.channel} loses {_steps(item.value)} more"


# ---- what the dice do -------------------------------------------------------------------------------


def _mixed(facts: Facts, state: B41State, branches: Iterable[tuple[Fraction, Battle]]) -> Rows:
    """Results with their probabilities, most severe for the defender last."""
    weights: dict[Cell, Fraction] = {}
    words: dict[Cell, str] = {}
    for chance, local in branches:
        column = final_column(facts, state, local)
        dice = dice_count(facts, state, local.attackers, local.defenders)
        modifier = sum(item.value for item in die_modifiers(facts, state, local))
        retreat = _may_fall_back(facts, state, local)
        for roll in product(range(1, 7), repeat=dice):
            cell = outcome(facts, local, dice, sum(roll) + modifier, column)
            weights[cell] = weights.get(cell, Fraction(0)) + chance / 6**dice
            words[cell] = _words(facts, state, local, cell, retreat)
    rows: dict[str, Fraction] = {}
    for cell in sorted(weights, key=lambda cell: (-cell.attacker, cell.defender)):
        rows[words[cell]] = rows.get(words[cell], Fraction(0)) + weights[cell]
    return tuple((chance, text) for text, chance in rows.items())


def _may_fall_back(facts: Facts, state: B41State, local: Battle) -> bool:
    """Whether the defenders have a hex to retreat to as things stand."""
    units = local.defenders & ~facts.roster.airborne
    return bool(units) and bool(retreat_hexes(facts, state, units, local.target, drop_zone(state, local)))


def _words(facts: Facts, state: B41State, local: Battle, cell: Cell, retreat: bool) -> str:
    attacker = _side_words(state, "attacker", local.attackers, cell.attacker)
    spared = retreat and cell.defender >= convertible(facts) and may_retreat(facts, state, local, cell.defender - 1)
    if spared:
        defender = f"defender loses {_steps(cell.defender)} (second loss may become a retreat)"
    else:
        defender = _side_words(state, "defender", local.defenders, cell.defender)
    return ", ".join(text for text in (attacker, defender) if text) or "no losses"


def _side_words(state: B41State, name: str, units: int, lost: int) -> str:
    if not lost:
        return ""
    return f"{name} is destroyed" if lost >= steps_of(state, units) else f"{name} loses {_steps(lost)}"


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"


def _strike(facts: Facts, state: B41State, seat: int, action: Action) -> Odds | None:
    """An air corps against the fleet."""
    if not isinstance(action.arg, int) or action.arg not in bits(strikers(facts, state, seat)):
        return None
    chance = Fraction(sum(hit(facts, die) for die in range(1, 7)), 6)
    last = state.steps[facts.roster.fleet] == 1
    rows = ((1 - chance, "no effect"), (chance, "the fleet is sunk" if last else "the fleet loses 1 step"))
    return Odds("Air strike on the Baltic Fleet", (), rows)


def odds_at_the_dice(facts: Facts, state: B41State, local: Battle) -> Odds:
    """What the odds of a battle are made of when its dice are rolled."""
    return Odds(_title(facts, state, local), tuple(_shifts(facts, state, local)), ())
