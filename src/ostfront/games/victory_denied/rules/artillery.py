"""Soviet artillery and rockets, German air power (13)."""

from __future__ import annotations

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import PLACE, Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, SOVIET
from ostfront.games.victory_denied.rules.combat import defender_losses, stream
from ostfront.games.victory_denied.rules.retreat import begin_retreat, stranded_hqs
from ostfront.games.victory_denied.rules.strength import first_turn_shift
from ostfront.games.victory_denied.state import Battle, Guns, VdPlay, VdState
from ostfront.kit.crt import CombatResult

# ---- ART (13.2) -------------------------------------------------------------------------------------


def roll_guns(play: VdPlay, _local: None) -> None:
    """Half a d6 of attacks; also the rocket, once a game."""
    state = play.state
    state.bombarded = 0
    state.combat = 0
    die = play.roll(6, f"turn {state.turn} / artillery")
    attacks = die // int(play.facts.charts["artillery"]["attacks_divisor"])
    play.note("guns", die, attacks)
    play.begin("guns", Guns(attacks, state.rocket))


def next_bombardment(play: VdPlay, local: Guns) -> None:
    if (local.attacks or local.rocket) and gun_targets(play.facts, play.state, "artillery"):
        play.ask("bombard", SOVIET)
    else:
        play.leave()


def gun_targets(facts: Facts, state: VdState, weapon: str) -> int:
    """German combat hexes next to a Soviet unit, or two from one on a hill, not shelled this turn."""
    watchers = state.occupied[ANY[SOVIET]] & facts.valid
    near = facts.grid.within(watchers, facts.charts["artillery"]["spotting"])
    near |= facts.grid.within(watchers & facts.hills, facts.charts["artillery"]["hill_spotting"])
    targets = near & state.occupied[COMBAT[GERMAN]] & facts.valid & ~state.bombarded
    return mask(t for t in bits(targets) if gun_column(facts, t, weapon) >= 0)


def gun_column(facts: Facts, target: int, weapon: str) -> int:
    """The weapon's column, shifted by terrain."""
    key = {"artillery": "artillery", "rockets": "rockets"}.get(weapon)
    word = facts.charts[key]["column"] if key else facts.charts["air"]["bomber_column"]
    return facts.crt.columns.index(word) - facts.shift_at[target]


def ask_bombard(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    rocket = ", and the rockets" if local.rocket else ""
    return f"{local.attacks} artillery attack{'' if local.attacks == 1 else 's'} left{rocket}: choose a target."


def bombard_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Guns = state.top.local
    among = []
    if local.attacks:
        among.append((facts.vocabulary.table("bombard"), gun_targets(facts, state, "artillery")))
    if local.rocket:
        among.append((facts.vocabulary.table("rockets"), gun_targets(facts, state, "rockets")))
    return Options((facts.single["done"],), among)


def answer_bombard(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state = play.state
    local: Guns = state.top.local
    if action.verb == "rockets":
        state.rocket = False
        play.local(Guns(local.attacks, False))
    else:
        play.local(Guns(local.attacks - 1, local.rocket))
    state.bombarded |= 1 << action.arg
    play.goto("next target")
    fire(play, action.arg, "rockets" if action.verb == "rockets" else "artillery")


BOMBARD = Kind(
    "bombard",
    "13.2",
    verbs=(
        Verb("bombard", (PLACE,), "an artillery attack"),
        Verb("rockets", (PLACE,), "the rocket attack"),
        "done",
    ),
    prompt=ask_bombard,
    options=bombard_options,
    answer=answer_bombard,
)


def fire(play: VdPlay, target: int, weapon: str) -> None:
    """An attack by guns or bombs: a fixed column, a d6, no attackers."""
    state, facts = play.state, play.facts
    state.combat += 1
    column = gun_column(facts, target, weapon)
    if weapon == "bomber" and first_turn_shift(state):
        column += int(facts.charts["shifts"]["turn_one_german"])
    defenders = mask(u for u in state.each_at(target) if not facts.roster.is_hq[u])
    play.note("fire", target, ("artillery", "rockets", "bomber").index(weapon))
    die = play.roll(6, stream(state))
    result = facts.crt.result(die, facts.crt.shifted(column, 0))
    play.note("result", die, facts.crt.columns[facts.crt.shifted(column, 0)], what_counts(result, weapon))
    retreat = 0 if weapon == "bomber" else result.retreat
    play.begin("bombardment", Battle(target, defenders=defenders, lose_defender=result.defender, retreat=retreat))


def what_counts(result: CombatResult, weapon: str) -> str:
    """The code of a result: nobody attacks who could lose anything, and bombs drive nobody back."""
    if weapon == "bomber":
        return counted(result.defender, "step") if result.defender else "-"
    return "-" if result.attacker else result.code


# ---- air power (13.3) -------------------------------------------------------------------------------


@implements("AVD 13.3a")
def return_stuka(play: VdPlay, _local: None) -> None:
    """One used Stuka comes back to the airfields."""
    state, air = play.state, play.facts.charts["air"]
    state.combat = 0
    if state.stukas < air["stukas"]:
        state.stukas += air["stukas_returned"]
        play.note("stuka back", state.stukas)


def offer_bomber(play: VdPlay, _local: None) -> None:
    if play.state.bomber and bomb_targets(play.facts, play.state):
        play.ask("air", GERMAN)


def bomb_targets(facts: Facts, state: VdState) -> int:
    targets = state.occupied[COMBAT[SOVIET]] & facts.valid
    return mask(t for t in bits(targets) if gun_column(facts, t, "bomber") >= 0)


def air_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options((facts.single["pass"],), ((facts.vocabulary.table("bomb"), bomb_targets(facts, play.state)),))


def answer_air(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "bomb":
        assert isinstance(action.arg, int)
        play.state.bomber = False
        fire(play, action.arg, "bomber")


AIR = Kind(
    "air",
    "13.3",
    verbs=(Verb("bomb", (PLACE,), "the bomber attack", label="Bomber"), "pass"),
    prompt="Send the bomber against a hex, or keep it.",
    options=air_options,
    answer=answer_air,
)


PROCEDURES = (
    Procedure("artillery", (
        Step("roll", roll_guns, "13.2"),
    )),
    Procedure("guns", (
        Step("next target", next_bombardment, "13.2"),
    ), Guns),
    Procedure("bombardment", (
        Step("losses", defender_losses, "9.4.2"),
        Step("retreat", begin_retreat, "9.5"),
        Step("HQs left alone", stranded_hqs, "12.2"),
    ), Battle),
    Procedure("air power", (
        Step("Stuka", return_stuka, "13.3"),
        Step("bomber", offer_bomber, "13.3"),
    )),
)  # fmt: skip
