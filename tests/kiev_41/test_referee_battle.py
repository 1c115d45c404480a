"""What the referee says to support, battles, bombers, losses and blitz moves."""

from __future__ import annotations

from kiev_41.test_referee_stage import Stage
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.state import Attrition, Blitz, Combat, Flak, Losses, NavalAir, Support
from rule import rule

READY = "bombers-available"
WING = dict.fromkeys(("He1", "He2", "He3", "He4"), READY)
ODESSA = {"R3": "108", "5A": "108", "HQ4R": "107", "FK4": "100"}


def field(units: dict[str, str], *active: str, fights: tuple[str, ...] = (), **more: object) -> Stage:
    stage = Stage(units, **more)  # type: ignore[arg-type]
    stage.state.active = stage.units(*active)
    stage.state.to_fight = stage.facts.places(fights)
    return stage


def support(stage: Stage, text: str, *, side: int = AXIS, blitz: bool = False) -> list[str]:
    return stage.broken("support", text, Support(side, blitz), side=side)


@rule("K41 10.4a", "K41 10.4b", "K41 10.5a", "K41 10.12a", "K41 10.2c")
def test_artillery() -> None:
    stage = field({**ODESSA, "Guderian": "tula-1", "5Cav": "106"}, "HQ4R", "FK4", "Guderian", fights=("108",))
    assert support(stage, "fire HQ4R 108") == []
    assert support(stage, "fire FK4 108") == ["10.4b"]
    assert support(stage, "fire Guderian 108") == ["10.2c"]
    assert support(stage, "fire HQ4R 106") == ["10.12a"]  # nobody attacks there
    assert support(stage, "fire HQ6 108") == ["10.4a"]
    assert support(stage, "fire SW 108") == ["10.4a"]
    stage.state.guns = ((stage.unit("HQ4R"), stage.area("108")),)
    assert support(stage, "fire HQ4R 108") == ["10.4a"]
    stage.state.guns = ()
    stage.state.steps[stage.unit("HQ4R")] = 1
    assert support(stage, "fire HQ4R 108") == ["10.5a"]
    far = field({**ODESSA, "HQ4R": "99"}, "HQ4R", fights=("108",))
    assert support(far, "fire HQ4R 108") == ["10.4a"]


@rule("K41 1.4b")
def test_rumanian_guns_and_hungarians() -> None:
    stage = field({"Fast": "108", "5A": "108", "HQ4R": "107", "HQ11": "109"}, "HQ4R", "HQ11", fights=("108",))
    assert support(stage, "fire HQ4R 108") == ["1.4b"]
    assert support(stage, "fire HQ11 108") == []


@rule("K41 10.13.3.1", "K41 10.17d")
def test_support_of_a_blitz() -> None:
    stage = field({"3Pz": "34", "5A": "34", "Kleist": "33", "HQ6": "33", "FK4": "33", **WING}, "Kleist", "HQ6", "FK4")
    stage.state.to_fight = stage.facts.places(["34"])
    assert support(stage, "fire Kleist 34", blitz=True) == []
    assert support(stage, "fire HQ6 34", blitz=True) == ["10.13.3.1"]
    assert support(stage, "bomb He1 34", blitz=True) == ["10.17d"]


@rule("K41 10.11b", "K41 10.11.1", "K41 10.11c", "K41 14.5a", "K41 10.12c")
def test_bombers() -> None:
    units = {**ODESSA, **WING}
    stage = field(units, "FK4", "HQ4R", fights=("108",))
    assert support(stage, "bomb He4 108") == []
    assert support(stage, "bomb HQ4R 108") == ["10.11b"]
    stage.state.steps[stage.unit("FK4")] = 2  # two stars
    assert support(stage, "bomb He4 108") == []
    flying = field({**units, "He1": "108", "He2": "108"}, "FK4", fights=("108",))
    flying.state.steps[flying.unit("FK4")] = 2
    assert support(flying, "bomb He4 108") == ["10.11b"]
    assert support(field(ODESSA, "FK4", fights=("108",)), "bomb He4 108") == ["10.11.1"]
    far = field({**units, "FK4": "14"}, "FK4", fights=("108",))
    assert support(far, "bomb He4 108") == ["10.11b"]
    rain = field({**units, "He1": "108"}, "FK4", fights=("108",), weather="rain")
    assert support(rain, "bomb He4 108") == ["10.11c"]
    blizzard = field(units, "FK4", fights=("108",), weather="blizzard", optional="14.5")
    assert support(blizzard, "bomb He4 108") == ["14.5a"]
    alone = field(units, "FK4", fights=())
    alone.state.isolated = alone.units("R3")
    assert support(alone, "bomb He4 108") == ["10.12a"]


@rule("K41 4.1c", "K41 10.12a", "K41 10.12b", "K41 10.12c", "K41 10.16a")
def test_which_battles() -> None:
    stage = field({"R3": "108", "5A": "108", "3Pz": "34", "6A": "34", "44AK": "35"}, fights=("108", "34"))
    stage.state.contested_before = stage.facts.places(["108"])
    combat = Combat(AXIS)
    assert stage.broken("battle", "fight 34", combat) == []
    assert stage.broken("battle", "fight 108", combat) == []
    assert stage.broken("battle", "fight 35", combat) == ["10.12a"]
    assert stage.broken("battle", "fight moscow", combat) == ["10.12a"]
    assert stage.broken("battle", "done", combat) == ["10.12b"]
    stage.state.to_fight = stage.facts.places(["108"])
    assert stage.broken("battle", "done", combat) == []
    assert stage.broken("battle", "fight 34", combat) == ["10.16a"]
    stage.state.isolated = stage.units("R3")
    assert stage.broken("battle", "fight 108", combat) == ["10.12c"]
    lines = Stage({"5A": "35"}, lines={"35": AXIS}, axis=("35",))
    assert lines.broken("battle", "fight 35", combat) == ["4.1c"]


@rule("K41 10.13.2a")
def test_bombers_against_fleets() -> None:
    stage = Stage({**ODESSA, "FK5": "100", "He1": "108", "He2": "108", "Ju5": "108", "BB": "108", "CA": "108"})
    area, he1, bb = stage.area("108"), stage.unit("He1"), stage.unit("BB")
    fresh, once = NavalAir(area), NavalAir(area, -1, ((he1, bb),))
    assert stage.broken("engage", "engage He2 BB", fresh) == []
    assert stage.broken("engage", "engage Ju5 CA", fresh) == []
    assert stage.broken("engage", "engage HQ4R CA", fresh) == ["10.13.2a"]
    assert stage.broken("engage", "engage He2 R3", fresh) == ["10.13.2a"]
    assert stage.broken("engage", "done", fresh) == ["10.13.2a"]
    assert stage.broken("engage", "done", once) == ["10.13.2a"]
    assert stage.broken("engage", "engage He2 BB", once) == []  # one is left for the cruisers
    twice = NavalAir(area, -1, ((he1, bb), (stage.unit("He2"), bb)))
    assert stage.broken("engage", "engage Ju5 BB", twice) == ["10.13.2a"]
    assert stage.broken("engage", "engage He2 CA", twice) == ["10.13.2a"]
    assert stage.broken("engage", "engage Ju5 CA", twice) == []


@rule("K41 10.13.4b")
def test_hits_on_bombers() -> None:
    stage = Stage({**ODESSA, "FK5": "100", "He1": "108", "Ju5": "108"})
    both = stage.units("He1", "Ju5")
    two, one = Flak(stage.area("108"), 2, -1, both), Flak(stage.area("108"), 1, -1, both)
    assert stage.broken("flak", "abort He1", two) == []
    assert stage.broken("flak", "down Ju5", two) == []
    assert stage.broken("flak", "down Ju5", one) == ["10.13.4b"]
    assert stage.broken("flak", "down HQ4R", two) == ["10.13.4b"]
    last = Flak(stage.area("108"), 2, -1, stage.units("He1"))
    assert stage.broken("flak", "abort He1", last) == ["10.13.4b"]
    assert stage.broken("flak", "down He1", last) == []
    assert stage.broken("flak", "down Ju5", last) == ["10.13.4b"]


@rule("K41 10.15a", "K41 14.4b", "K41 4.2.4")
def test_the_strongest_block_is_hit() -> None:
    units = {"5A": "108", "6C": "108", "S": "108", "R3": "108", "7C": "FS", "M": "FS"}
    stage = Stage(units, axis=("130", "131"), optional="14.4")
    losses = Losses(SOVIET, stage.area("108"), 2)
    for unit, said in (("5A", []), ("S", []), ("6C", ["10.15a"]), ("M", ["10.15a"]), ("R3", ["10.15a"])):
        assert stage.broken("loss", f"lose {unit}", losses, side=SOVIET) == said
    assert stage.broken("loss", "lose BB", losses, side=SOVIET) == ["10.15a"]
    assert stage.broken("loss", "lose Stalin", losses, side=SOVIET) == ["4.2.4"]
    stage.state.isolated = stage.units("7C", "M")
    stage.state.axis |= stage.facts.places(["145"])  # without Novorossysk no sea supply
    stage.state.steps[stage.unit("7C")] = 2
    siege = Attrition(SOVIET)
    assert stage.broken("siege", "lose M", siege, side=SOVIET) == []
    assert stage.broken("siege", "lose 7C", siege, side=SOVIET) == ["14.4b"]
    assert stage.broken("siege", "lose 5A", siege, side=SOVIET) == ["14.4b"]


@rule("K41 10.17a", "K41 10.17b", "K41 10.17c")
def test_blitz_moves() -> None:
    units = {
        "3Pz": "34",
        "14Pz": "34",
        "Fast": "34",
        "29AK": "34",
        "Kleist": "33",
        "5A": "35",
        "6A": "53",
        "44AK": "53",
    }
    stage = Stage(units)
    stage.state.active = stage.units("Kleist")
    stage.state.blitzers = stage.units("3Pz", "Fast")
    local = Blitz(AXIS, stage.facts.places(["53"]))

    def said(text: str) -> list[str]:
        return stage.broken("blitz", text, local)

    assert said("blitz 3Pz 35") == said("blitz 3Pz 51") == said("blitz 3Pz 33") == []
    assert said("blitz 29AK 35") == ["10.17a"]
    assert said("blitz 14Pz 35") == ["10.17a"]
    assert said("blitz 4MC 35") == ["10.17a"]
    assert said("blitz 3Pz 19") == ["10.17c"]  # yellow
    assert said("blitz 3Pz 36") == ["10.17a"]  # not adjacent
    assert said("blitz Fast 35") == ["10.17b"]  # a yellow block
    stage.state.place[stage.unit("3Pz")] = stage.area("35")
    assert said("blitz 3Pz 53") == ["10.17a"]
    rain = Stage(units, weather="rain", blitzers=stage.units("3Pz"), active=stage.units("Kleist"))
    assert rain.broken("blitz", "blitz 3Pz 35", Blitz(AXIS, 0)) == ["10.17c"]
