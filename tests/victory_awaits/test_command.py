"""Chits (5 to 7), activation (8, 13), the surprise attack and 19th Army (15), Zhukov (18.1)."""

from __future__ import annotations

import pytest

from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.selection import available
from ostfront.games.victory_awaits.rules.strength import attack_strength
from ostfront.games.victory_awaits.state import VaState
from rule import rule
from victory_awaits.spots import spots
from victory_awaits.stage import active, asked, facts_of, legs, place_of, rules_of, stage, verdict

KIEV, LENINGRAD = facts_of("kiev"), facts_of("leningrad")


def cup(facts: Facts, *chits: str) -> int:
    return sum(1 << facts.chit_index[chit] for chit in chits)


def names(facts: Facts, chits: int) -> set[str]:
    return {facts.chits[i].id for i in bits(chits)}


def drawn(units: dict[str, str], *chits: str, scenario: str = "kiev", **more: object) -> Game:
    """A turn in which these chits are drawn, first first."""
    rolls = [f"draw {chit}" for chit in chits]
    return stage("draw", units, scenario=scenario, cup=cup(facts_of(scenario), *chits), rolls=rolls, **more)  # type: ignore[arg-type]


# ---- which chits there are (4.0.6, 15.2, 18) ------------------------------------------------------------


@rule("AVA 4.0.6")
@rule("AVA 18.1a")
@rule("AVA 18.2a")
@rule("AVA 18.3a")
@pytest.mark.parametrize(
    ("scenario", "axis", "soviet"),
    [
        (
            "campaign",
            {"4PzG", "16A", "18A", "Manstein", "2PzG", "3PzG-1", "3PzG-2", "4A", "9A", "Guderian", "1PzG-1", "1PzG-2",
             "6A", "17A"},
            {"S-8A", "S-11A", "S-3A", "S-4A", "S-10A", "S-5A", "S-6A", "S-26A"},
        ),
        ("leningrad", {"4PzG", "16A", "18A", "Manstein"}, {"S-8A", "S-11A"}),
        ("smolensk", {"2PzG", "3PzG-1", "3PzG-2", "4A", "9A", "Guderian"}, {"S-3A", "S-4A", "S-10A"}),
        ("kiev", {"1PzG-1", "1PzG-2", "6A", "17A"}, {"S-5A", "S-6A", "S-26A"}),
    ],
)  # fmt: skip
def test_chits_at_the_start(scenario: str, axis: set[str], soviet: set[str]) -> None:
    facts = facts_of(scenario)
    state = VaState(facts)
    assert names(facts, available(facts, state, AXIS)) == axis
    assert names(facts, available(facts, state, SOVIET)) == soviet


@rule("AVA 15.2")
@rule("AVA 18.1b")
@rule("AVA 18.2b")
@rule("AVA 18.2c")
@rule("AVA 18.3b")
@pytest.mark.parametrize(
    ("scenario", "turn", "chits"),
    [
        ("leningrad", 2, {"S-27A"}),
        ("leningrad", 3, {"S-23A"}),
        ("leningrad", 4, {"AxisReinf", "SovietReinf"}),
        ("smolensk", 4, {"AxisReinf", "SovietReinf", "2A"}),
        ("smolensk", 2, {"S-13A", "S-20A", "S-21A"}),
        ("smolensk", 3, {"S-16A", "S-19A", "S-22A"}),
        ("kiev", 2, {"11A", "R-3A", "R-4A", "S-9A", "S-12A", "S-18A"}),
        ("kiev", 4, {"AxisReinf", "SovietReinf"}),
    ],
)
def test_chits_that_come(scenario: str, turn: int, chits: set[str]) -> None:
    facts = facts_of(scenario)
    state = VaState(facts)
    state.turn = turn - 1
    before = available(facts, state, AXIS) | available(facts, state, SOVIET)
    state.turn = turn
    after = available(facts, state, AXIS) | available(facts, state, SOVIET)
    assert names(facts, after & ~before) == chits


@rule("AVA 15.2")
@rule("AVA 18.3c")
def test_one_more_army_a_turn() -> None:
    game = stage("selection", {}, scenario="kiev", turn=4)
    assert asked(game) == [("Soviet", "raise")]
    game.play("raise S-37A")
    assert "raise" not in [kind for _, kind in asked(game)]
    assert available(KIEV, game.state, SOVIET) >> KIEV.chit_index["S-37A"] & 1
    campaign = stage("selection", {}, turn=4)
    for army in ("S-37A", "S-24A", "S-34A"):
        campaign.play(f"raise {army}")
    assert "raise" not in [kind for _, kind in asked(campaign)]


# ---- selection (6) --------------------------------------------------------------------------------------


@rule("AVA 6.1a")
@rule("AVA 6.2a")
@rule("AVA 5.0.1")
@rule("AVA 6.1b")
def test_the_soviets_select_by_the_track() -> None:
    hqs = dict.fromkeys(("1PzG", "6A"), "K3527") | {"17A": "K3528", "11A": "K3528", "R-3A": "K3529", "R-4A": "K3529"}
    soviet = {"S-5A": "K3507", "S-6A": "K3507", "S-9A": "K3607", "S-12A": "K3607"}
    game = stage("selection", {**hqs, **soviet}, scenario="kiev", turn=2)
    assert asked(game) == [("Soviet", "select")]
    wanted = KIEV.track.su[2]
    for chit in ("S-5A", "S-6A", "S-9A")[:wanted]:
        game.play(f"select {chit}")
    assert "select" not in [kind for _, kind in asked(game)]
    everything = {*names(KIEV, game.state.cup), *(KIEV.chits[c].id for c in game.state.played)}
    everything |= {KIEV.chits[f.chit].id for f in [game.state.top.local] if hasattr(f, "chit") and f.chit >= 0}
    assert "S-12A" not in everything


@rule("AVA 6.2b")
def test_the_axis_selects_all_it_has() -> None:
    game = stage("selection", {}, scenario="kiev", turn=2)
    assert names(KIEV, game.state.selected_axis) == {"1PzG-1", "1PzG-2", "6A", "17A", "11A", "R-3A", "R-4A"}


@rule("AVA 6.2c")
@rule("AVA 6.2d")
def test_supply_and_reinforcements_are_always_in() -> None:
    game = stage("selection", {}, scenario="kiev", turn=4)
    game.play("raise S-37A")
    while asked(game) == [("Soviet", "select")]:
        texts = game.legal_of("Soviet").texts
        assert "select SovietReinf" not in texts
        game.play(texts[0])
    chits = game.state.cup | sum(1 << c for c in game.state.played)
    top = game.state.top
    while top is not None:
        if getattr(top.local, "chit", -1) >= 0:
            chits |= 1 << top.local.chit
        top = top.below
    assert {"Supply", "AxisReinf", "SovietReinf"} <= names(KIEV, chits)


@rule("AVA 6.1c")
def test_nobody_sees_the_other_side_s_chits() -> None:
    game = stage("selection", {}, scenario="kiev", turn=2)
    for chit in ("S-5A", "S-6A", "S-9A")[: KIEV.track.su[2] - 1]:
        game.play(f"select {chit}")
    assert game.view("Axis").known["selected"] != game.view("Soviet").known["selected"]
    assert "S-5A" not in game.view("Axis").known["selected"]
    chits = cup(KIEV, "1PzG-1", "S-5A", "S-6A")
    game = stage("draw", {"1PzG": "K3527"}, scenario="kiev", cup=chits, rolls=["draw 1PzG-1"])
    assert "S-5A" not in game.view("Axis").known["cup"]
    assert "S-5A" in game.view("Soviet").known["cup"]


@rule("AVA 6.1c")
@rule("AVA 6.3")
def test_the_enemy_does_not_see_which_interrupt_is_held() -> None:
    """With OKH to select from, one of the Axis chits is left out: here Guderian."""
    facts = facts_of("campaign", reserve=True)
    game = stage("selection", {"4PzG": "L2010"}, options={"reserve": True}, turn=2, active=())
    while "select" in {kind for _, kind in asked(game)}:
        seat = asked(game)[0][0]
        game.play(next(text for text in game.legal_of(seat).texts if text != "select Guderian"), seat)
    assert names(facts, game.state.hand) == {"Manstein"}
    assert game.view("Axis").known["hand"] == ["Manstein"]
    assert game.view("Soviet").known["hand"] == ["?"]
    assert not any("Manstein" in line for line in game.view("Soviet").log())
    assert [event.args[1] for event in game.view("Soviet").events() if event.kind == "cup"] == [1]
    worlds = [game.view("Soviet").imagine(seed) for seed in range(12)]
    assert {frozenset(names(facts, world.state.hand)) for world in worlds} == {
        frozenset({"Manstein"}), frozenset({"Guderian"}),
    }  # fmt: skip
    assert all(world.view("Soviet").known["hand"] == ["?"] for world in worlds)
    own = [game.view("Axis").imagine(seed) for seed in range(6)]
    assert all(names(facts, world.state.hand) == {"Manstein"} for world in own)


@rule("AVA 6.1c")
def test_the_enemy_knows_a_hand_that_can_be_no_other() -> None:
    """Both interrupts, or the one that is left when the other has been played."""
    facts = facts_of("campaign", reserve=True)
    both = cup(facts, "Manstein", "Guderian")
    for played, hand in ((), ["Manstein", "Guderian"]), (("Manstein",), ["Guderian"]):
        game = stage(
            "draw", {"4PzG": "L2010"}, options={"reserve": True}, cup=cup(facts, "18A"), hand=cup(facts, *hand),
            choices_axis=both, played=tuple(facts.chit_index[name] for name in played), active=(),
        )  # fmt: skip
        assert set(game.view("Soviet").known["hand"]) == set(hand)


# ---- interrupts (6.3, 7.3) ------------------------------------------------------------------------------

NORTH = {
    "4PzG": "L2010", "1Pz": "L2009", "18A": "L1508", "S-8A": "L2706", "S-10": "L2707", "S-90": "soviet-available",
}  # fmt: skip


def held(
    *rolls: str, hand: tuple[str, ...] = ("Manstein",), chits: tuple[str, ...] = ("S-8A",), **more: object
) -> Game:
    return stage(
        "draw", NORTH, scenario="leningrad", cup=cup(LENINGRAD, *chits), hand=cup(LENINGRAD, *hand),
        rolls=[f"draw {roll}" for roll in rolls], **more,  # type: ignore[arg-type]
    )  # fmt: skip


@rule("AVA 6.3")
def test_manstein_is_held_in_hand() -> None:
    game = stage("selection", NORTH, scenario="leningrad", turn=1)
    while asked(game)[0][1] == "select":
        game.play(game.legal.texts[0])
    assert names(LENINGRAD, game.state.hand) == {"Manstein"}
    assert not game.state.cup >> LENINGRAD.chit_index["Manstein"] & 1


@rule("AVA 7.3a")
@rule("AVA 7.3b")
def test_a_drawn_chit_goes_back_for_manstein() -> None:
    game = held("S-8A")
    assert asked(game) == [("Axis", "interrupt")]
    game.play("trump Manstein")
    assert names(LENINGRAD, game.state.cup) == {"S-8A"}
    assert active(game) == {"4PzG", "1Pz"}


@rule("AVA 7.3c")
def test_held_to_the_end_he_is_played_before_the_end_phase() -> None:
    game = stage("rest", NORTH, scenario="leningrad", hand=cup(LENINGRAD, "Manstein"), turn=2)
    assert active(game) == {"4PzG", "1Pz"}
    both = stage("rest", {"4PzG": "L2010", "2PzG": "S2010"}, hand=cup(facts_of(), "Manstein", "Guderian"), turn=2)
    assert asked(both) == [("Axis", "last")]
    assert set(both.legal.texts) == {"trump Manstein", "trump Guderian"}


# ---- drawing (7.1) --------------------------------------------------------------------------------------


@rule("AVA 7.1.1")
@rule("AVA 7.1.2")
@rule("AVA 7.1.3")
@rule("AVA 7.1.4")
@rule("AVA 5.0.2")
@rule("AVA 5.0.4b")
def test_chits_are_drawn_one_by_one_until_the_cup_is_empty() -> None:
    game = drawn({"1PzG": "K3527", "S-5A": "K3507"}, "1PzG-1", "S-5A")
    assert asked(game) == [("Axis", "move")]
    assert names(KIEV, game.state.cup) == {"S-5A"}
    game.play("done")
    assert asked(game) == [("Soviet", "move")]
    assert [KIEV.chits[c].id for c in game.state.played] == ["1PzG-1", "S-5A"]
    game.play("done")
    assert game.state.turn == 6


@rule("AVA 13.0c")
def test_a_chit_without_its_hq_does_nothing() -> None:
    game = drawn({"44": "K3527", "1PzG": "axis-available"}, "1PzG-1", turn=5)
    assert game.state.turn == 6
    told = [event.kind for event in game.events or ()]
    assert "no effect" in told and "activate" not in told


# ---- activation (8) -------------------------------------------------------------------------------------


@rule("AVA 8.0")
@rule("AVA 8.1a")
@rule("AVA 8.2a")
@rule("AVA 7.2a")
@rule("AVA 5.0.3")
def test_units_within_four_hexes() -> None:
    game = drawn({"6A": "K3527", "44": "K3531", "9Pz": "K3523", "57": "K3522", "S-45": "K3526"}, "6A")
    assert active(game) == {"6A", "44", "9Pz"}


@rule("AVA 8.1d")
@rule("AVA 13.0b")
def test_hqs_do_not_wake_hqs() -> None:
    assert active(drawn({"6A": "K3527", "17A": "K3528"}, "6A")) == {"6A"}


@rule("AVA 8.3")
def test_nationality() -> None:
    units = {"6A": "K3527", "R-3A": "K3427", "44": "K3528", "R-5C": "K3526"}
    assert active(drawn(units, "6A")) == {"6A", "44"}
    assert active(drawn(units, "R-3A")) == {"R-3A", "R-5C"}


@rule("AVA 8.1b")
@rule("AVA 8.1c")
@rule("AVA 2.2f")
def test_once_an_activation_and_again_with_the_next_chit() -> None:
    game = drawn({"1PzG": "K3527", "9Pz": "K3528"}, "1PzG-1", "1PzG-2")
    game.play("pick 9Pz")
    game.play("go K3428")
    game.play("stop")
    assert verdict(game, "pick 9Pz")
    game.play("done")
    assert not verdict(game, "pick 9Pz")


@rule("AVA 8.2b")
def test_range_is_measured_at_activation() -> None:
    game = drawn({"1PzG": "K3527", "9Pz": "K3531"}, "1PzG-1")
    game.play("pick 1PzG")
    game.play("go K3523")
    if asked(game)[0][1] == "march":
        game.play("stop")
    assert not verdict(game, "pick 9Pz")


@rule("AVA 8.2c")
def test_enemies_and_rivers_do_not_limit_range() -> None:
    ring = dict(zip(("S-45", "S-62", "S-87", "S-124", "S-135", "S-193"),
                    ("K3526", "K3528", "K3427", "K3428", "K3627", "K3628"), strict=True))  # fmt: skip
    assert "44" in active(drawn({"6A": "K3527", "44": "K3530", **ring}, "6A"))
    map = spots("kiev")
    bank, far = map.names(lambda a, b: map.facts.across_unbridged_major[a] >> b & 1 == 1)
    assert "44" in active(drawn({"6A": bank, "44": far}, "6A"))


@rule("AVA 8.2d")
def test_water_limits_range() -> None:
    """Somewhere on the map land within four hexes is out of range, for there is water between."""
    found = [
        i for i in bits(LENINGRAD.land)
        if LENINGRAD.grid.disk(i, 4) & LENINGRAD.land & ~in_range(LENINGRAD, i)
    ]  # fmt: skip
    assert found


@rule("AVA 9.0")
def test_only_activated_units_move() -> None:
    game = drawn({"6A": "K3527", "44": "K3528", "57": "K3521"}, "6A")
    assert verdict(game, "pick 57")


@rule("AVA 5.0.4a")
def test_movement_comes_before_combat() -> None:
    game = drawn({"6A": "K3527", "9Pz": "K3528", "S-3C": "K3530"}, "6A")
    assert asked(game) == [("Axis", "move")]
    game.play("move 9Pz K3529")
    if asked(game) == [("Axis", "move")]:
        game.play("done")
    assert asked(game) == [("Axis", "attack")]


# ---- the surprise attack (15.1) -------------------------------------------------------------------------


@rule("AVA 15.1a")
@rule("AVA 15.1b")
def test_panzergruppen_attack_before_the_first_turn() -> None:
    game = Game.started(rules_of("leningrad"), Seeded.of("surprise"))
    assert asked(game)[0][1] == "attack"
    group = {LENINGRAD.roster.ids[u] for u in bits(LENINGRAD.roster.of_formation["4PzG"])}
    assert active(game) == group & {LENINGRAD.roster.ids[u] for u in bits(game.state.on_map)}
    assert "4PzG" in active(game)
    game.play("done")
    assert asked(game)[0][1] == "select"
    assert game.state.turn == 1


@rule("AVA 15.1c")
def test_rivers_do_not_count_by_surprise() -> None:
    units = {"36M": "L1424", "S-179": "L1523"}
    target = LENINGRAD.board.index("L1523")
    plain = stage("combat", units, scenario="leningrad").state
    surprise = stage("surprise", units, scenario="leningrad").state
    assert attack_strength(LENINGRAD, plain, plain.active, target) == 2
    assert attack_strength(LENINGRAD, surprise, surprise.active, target) == 5


# ---- 19th Army (15.3) -----------------------------------------------------------------------------------

SMOLENSK = facts_of("smolensk")
ARMY = [SMOLENSK.roster.ids[u] for u, c in enumerate(SMOLENSK.roster.counters) if c.start == "track-3"]


@rule("AVA 4.0.2g")
def test_eleven_units_wait_on_turn_three() -> None:
    state = Game.started(rules_of("smolensk"), Seeded.of("army")).state
    assert len(ARMY) == 11
    assert {state.place[SMOLENSK.roster.index[unit]] for unit in ARMY} == {SMOLENSK.boxes["turn-3"]}


@rule("AVA 15.3a")
@rule("AVA 15.3b")
def test_they_enter_through_one_gate() -> None:
    game = drawn(dict.fromkeys(ARMY, "turn-3"), "S-19A", scenario="smolensk", turn=3)
    assert asked(game) == [("Soviet", "gate")]
    game.play("gate S5507")
    assert asked(game) == [("Soviet", "move")]
    assert verdict(game, "done")
    game.play(f"pick {ARMY[1]}")
    assert "S5507" in legs(game)
    game.play("go S5507")
    if asked(game)[0][1] == "march":
        game.play("stop")
    while asked(game) == [("Soviet", "move")] and any(text.startswith("pick") for text in game.legal.texts):
        if "done" in game.legal.texts:
            break
        game.play(next(text for text in game.legal.texts if text.startswith("pick")))
        game.play(next(text for text in game.legal.texts if text.startswith(("go", "road"))))
        if asked(game)[0][1] == "march":
            game.play("stop")
    assert all(place_of(game, unit).startswith("S") for unit in ARMY)
    assert not game.rules.check(game.state)


# ---- Zhukov (18.1) --------------------------------------------------------------------------------------


@rule("AVA 18.1f")
def test_zhukov_is_called_when_the_enemy_stands_before_leningrad() -> None:
    quiet = stage("draw", NORTH, scenario="leningrad", cup=cup(LENINGRAD, "S-8A"), rolls=["draw S-8A"])
    assert asked(quiet)[0][1] != "declare"
    game = stage("draw", NORTH, scenario="leningrad", cup=cup(LENINGRAD, "S-8A"), at_the_gates=True, turn=5)
    assert asked(game) == [("Soviet", "declare")]
    game.play("declare")
    assert game.state.zhukov == 5
    near = {LENINGRAD.board.name(i) for i in bits(LENINGRAD.before_leningrad)}
    assert {"L3604", "L3703"} <= near


@rule("AVA 18.1f")
@pytest.mark.parametrize("last", ["cup", "hand"])
def test_zhukov_is_called_before_the_end_phase_too(last: str) -> None:
    """The Axis enters under the last chit of the turn: drawn from the cup, or Manstein, played last."""
    game = stage(
        "draw", {"4PzG": "L3406", "1Pz": "L3605", "S-8A": "L2505"}, scenario="leningrad", turn=5,
        cup=cup(LENINGRAD, *["4PzG"] * (last == "cup")), hand=cup(LENINGRAD, *["Manstein"] * (last == "hand")),
    )  # fmt: skip
    game.play("pick 1Pz")
    game.play("go L3604")
    while asked(game)[0][0] == "Axis":
        game.play(next(text for text in ("stop", "done", "ready", "pass") if text in game.legal.texts))
    assert asked(game) == [("Soviet", "declare")]
    turned = game.clone()
    turned.play("pass")
    assert turned.state.turn == 6 and not turned.state.zhukov
    game.play("declare")
    assert game.state.turn == 6 and game.state.zhukov == 5


@rule("AVA 18.1f")
def test_entering_a_hex_next_to_leningrad_counts() -> None:
    game = stage("movement", {"1Pz": "L3606"}, scenario="leningrad")
    game.play("pick 1Pz")
    game.play(next(f"go {name}" for name in ("L3605", "L3604", "L3505", "L3705") if name in legs(game)))
    if not game.state.at_the_gates and "L3604" in legs(game):
        game.play("go L3604")
    assert game.state.at_the_gates


@rule("AVA 18.1g")
def test_the_reinforcements_chit_may_be_held_from_the_next_turn() -> None:
    reinf = cup(LENINGRAD, "SovietReinf")
    game = stage("rest", NORTH, scenario="leningrad", turn=4, zhukov=4)
    while asked(game)[0][1] in ("raise", "select"):
        game.play(game.legal.texts[0])
    assert asked(game) == [("Soviet", "hold")]
    game.play("hold SovietReinf")
    assert game.state.hand & reinf
    assert not game.state.cup & reinf


@rule("AVA 18.1g")
@rule("AVA 18.1h")
def test_zhukov_interrupts_and_does_not_cancel_manstein() -> None:
    game = held("18A", hand=("SovietReinf",), chits=("18A",), zhukov=4, turn=5)
    assert asked(game) == [("Soviet", "zhukov")]
    game.play("trump SovietReinf")
    assert names(LENINGRAD, game.state.cup) == {"18A"}
    both = held("18A", hand=("SovietReinf", "Manstein"), chits=("18A",), zhukov=4, turn=5)
    assert asked(both) == [("Axis", "interrupt")]
    both.play("trump Manstein")
    assert asked(both) == [("Axis", "move")]
