"""Replacements (9.2): points, loss markers, who may be refitted and rebuilt."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import AT, names, scene
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, steps_of, verdict
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import replacements
from ostfront.games.barbarossa_1941.rules.replacement_points import city_infantry, city_motorised, points
from ostfront.games.barbarossa_1941.state import Replacing
from rule import rule


def replacing(units: dict[str, str], side: str = "soviet", **fields: Any) -> Game:
    return stage("replacements", units, side=side, **fields)


# ---- points -----------------------------------------------------------------------------------------


@rule("B41 9.2f")
def test_soviet_city_points_by_the_major_cities_held() -> None:
    assert city_infantry(FACTS, scene({})) == 3
    lost = ("Minsk", "Riga", "Lvov", "Kiev", "Odessa")
    assert city_infantry(FACTS, scene({}, held=lost)) == 2
    assert city_infantry(FACTS, scene({}, held=(*lost, "Rostov", "Moscow", "Voronezh"))) == 1


@rule("B41 9.2f")
def test_city_points_lapse() -> None:
    game = replacing({"SU-8A": "2112", "SU-11A": "2115"}, reduced=("SU-8A", "SU-11A"), turn=2)
    act(game, "refit SU-8A", "refit SU-11A")
    assert game.state.lost_soviet == 0
    for field in ("pool_infantry", "pool_motorised"):
        assert getattr(game.state, field) == getattr(scene({}), field)  # nothing was kept


def test_the_prompt_says_what_is_left() -> None:
    game = replacing({"SU-8A": "2112", "SU-11A": "2115"}, reduced=("SU-8A", "SU-11A"), turn=3)
    assert game.pending[0].prompt == "Spend replacement points: 3 infantry, 1 motorised left."
    act(game, "refit SU-8A")
    assert game.pending[0].prompt == "Spend replacement points: 2 infantry, 1 motorised left."
    german = replacing({"DE-I": "0116"}, side="axis", reduced=("DE-I",), pool_infantry=1, pool_motorised=0)
    assert german.pending[0].prompt == "Spend replacement points: 1 infantry, 1 Finnish, 1 Romanian left."
    militia = replacing({"SU-OPOL1": "2112"}, turn=1)
    assert militia.pending[0].prompt == "No replacement points are left."


@rule("B41 9.2g")
def test_the_motorised_point_needs_two_cities_and_turn_three() -> None:
    assert city_motorised(FACTS, scene({}, turn=2)) == 0
    assert city_motorised(FACTS, scene({}, turn=3)) == 1
    assert city_motorised(FACTS, scene({}, turn=3, held=("Kharkov",))) == 0
    assert city_motorised(FACTS, scene({}, turn=3, held=("Leningrad",))) == 0


@rule("B41 9.2d")
def test_losses_give_points_in_blocks() -> None:
    local = Replacing(SOVIET)
    assert points(FACTS, scene({}, lost_soviet=7), local, "infantry") == 1
    assert points(FACTS, scene({}, lost_soviet=4), local, "infantry") == 0
    german = scene({}, lost_infantry=9, pool_infantry=0)
    assert points(FACTS, german, Replacing(AXIS), "infantry") == 2
    tanks = scene({}, lost_motorised=4, pool_motorised=0)
    assert points(FACTS, tanks, Replacing(AXIS), "motorised") == 1


@rule("B41 9.2k")
def test_seven_losses_become_two_and_pay_one_step() -> None:
    game = replacing({"SU-8A": "2112"}, turn=1, reduced=("SU-8A",), lost_soviet=7)
    act(game, "refit SU-8A")
    assert game.state.lost_soviet == 2
    assert steps_of(game, "SU-8A") == 2


@rule("B41 9.2k")
def test_city_points_go_first_then_losses() -> None:
    weak = {"SU-8A": "2112", "SU-11A": "2115", "SU-27A": "1914", "SU-3A": "1917"}
    game = replacing(weak, turn=2, reduced=weak, lost_soviet=5)
    act(game, "refit SU-8A", "refit SU-11A", "refit SU-27A")
    assert game.state.lost_soviet == 5
    act(game, "refit SU-3A")
    assert game.state.lost_soviet == 0


@rule("B41 9.2k", "B41 9.2h")
def test_losses_go_before_the_pool() -> None:
    weak = {"DE-I": "0116", "DE-II": "0112"}
    game = replacing(weak, side="axis", reduced=weak, lost_infantry=5)
    act(game, "refit DE-I")
    assert (game.state.lost_infantry, game.state.pool_infantry) == (1, 5)
    act(game, "refit DE-II")
    assert (game.state.lost_infantry, game.state.pool_infantry) == (1, 4)


@rule("B41 9.2h")
def test_the_germans_have_five_and_three_steps_more() -> None:
    state = scene({})
    assert points(FACTS, state, Replacing(AXIS), "infantry") == 5
    assert points(FACTS, state, Replacing(AXIS), "motorised") == 3
    game = replacing({"DE-XXIV": "0116", "DE-I": "0116"}, side="axis", reduced=("DE-XXIV", "DE-I"), pool_infantry=0)
    assert "refit DE-I" not in game.legal.texts
    act(game, "refit DE-XXIV")
    assert game.state.pool_motorised == 2


@rule("B41 9.2e")
@pytest.mark.parametrize(("first", "second", "at"), [("FI-II", "FI-IV", "0804"), ("RO-IV", "RO-III", "0431")])
def test_finns_and_romanians_have_one_point_each(first: str, second: str, at: str) -> None:
    game = replacing({first: at, second: at, "DE-I": "0116"}, side="axis", reduced=(first, second, "DE-I"))
    act(game, f"refit {first}")
    assert steps_of(game, first) == 2
    assert f"refit {second}" not in game.legal.texts
    assert game.state.pool_infantry == 5


@rule("B41 9.2e")
def test_the_other_allies_have_none() -> None:
    weak = {"IT-CSIR": "0231", "HU-GYOR": "0224", "DE-I": "0116"}
    game = replacing(weak, side="axis", reduced=weak)
    assert game.legal.texts == ["done", "refit DE-I"]


# ---- weakened units ---------------------------------------------------------------------------------


@rule("B41 9.2a")
def test_one_step_a_turn_in_supply_in_a_zoc_too() -> None:
    """A shock army with one step of three."""
    game = replacing({"SU-1SH": "2112", "SU-8A": "2115", "DE-I": "2111"}, turn=8, reduced=("SU-1SH",))
    act(game, "refit SU-1SH")
    assert steps_of(game, "SU-1SH") == 2
    assert "refit SU-1SH" not in game.legal.texts
    units = {"SU-8A": "2115", "SU-11A": "1914", "DE-I": "2015"}
    game = replacing(units, reduced=("SU-8A", "SU-11A"), isolated=("SU-11A",))
    assert verdict(game, "refit SU-8A") == []  # next to a German corps
    assert verdict(game, "refit SU-11A") == ["B41 9.2a"]


@rule("B41 9.2b")
def test_on_or_next_to_a_friendly_railway() -> None:
    rail = FACTS.railways.hexes
    country = FACTS.ussr & FACTS.land & FACTS.north
    beside, away = FACTS.grid.closed(rail) & ~rail & country, country & ~FACTS.grid.closed(rail)
    units = {"SU-8A": "2112", "SU-11A": names(beside)[0], "SU-27A": names(away)[0]}
    game = replacing(units, reduced=units)
    assert [verdict(game, f"refit {unit}") for unit in units] == [[], [], ["B41 9.2b"]]


@rule("B41 9.2b")
def test_enemy_rail_does_not_count() -> None:
    """Minsk is on a Soviet railway; the frontier is far."""
    game = replacing({"DE-I": "0915", "DE-II": "0116"}, side="axis", reduced=("DE-I", "DE-II"))
    assert "refit DE-II" in game.legal.texts
    assert "refit DE-I" not in game.legal.texts


LINE = hexes(
    "0417", "0516", "0617", "0716", "0816", "0915", "1015", "1114", "1214", "1314", "1414", "1513", "1613", "1713",
    "1813", "1912", "2013", "2112", "2212", "2311", "2412", "2511", "2611", "2711",
)  # fmt: skip
RAIL = LINE | FACTS.railways.hexes & FACTS.axis_home


@rule("B41 9.2c", "B41 12.7d")
def test_germans_are_replaced_within_twenty_rail_points_of_the_frontier() -> None:
    """Brest is the first hex, 2311 the twentieth."""
    reach = replacements.rail_from_frontier(FACTS, scene({}, axis_rail=RAIL))
    assert reach >> AT("2311") & 1
    assert not reach >> AT("2412") & 1
    for place in ("1414", "0417"):
        slowed = replacements.rail_from_frontier(FACTS, scene({"SU-PART1": place}, axis_rail=RAIL))
        assert names(slowed & hexes("2013", "2112")) == ["2013"]  # 17 and three more


@rule("B41 9.2c")
def test_the_limit_is_for_germans_only() -> None:
    """At the end of the line, 23 points from the frontier."""
    units = {"DE-I": "2611", "RO-IV": "2611", "DE-II": "2112"}
    game = replacing(units, side="axis", reduced=units, axis_rail=RAIL)
    assert [verdict(game, f"refit {unit}") for unit in units] == [["B41 9.2c"], [], []]


@rule("B41 9.2p")
def test_mechanised_corps_are_never_replenished() -> None:
    weak = {"SU-1MC": "2112", "SU-8A": "2115"}
    game = replacing(weak, turn=3, reduced=weak)
    assert verdict(game, "refit SU-8A") == []
    assert verdict(game, "refit SU-1MC") == ["B41 9.2p"]


# ---- destroyed units --------------------------------------------------------------------------------


@rule("B41 9.2n")
def test_an_army_is_rebuilt_with_one_step_in_any_soviet_town() -> None:
    boxes = {"SU-8A": "eliminated", "SU-27A": "2112"}
    game = replacing(boxes, turn=2, held=("Orel",))
    act(game, "rebuild SU-8A")
    assert asked(game) == [("Soviet", "rebuild at")]
    offered = {text.split()[1] for text in game.legal.texts}
    assert {"1919", "2306", "2112"} <= offered  # Kursk, Vologda, Moscow
    assert "1917" not in offered and "0116" not in offered  # Orel, Warsaw
    act(game, "at 2306")
    assert (place_of(game, "SU-8A"), steps_of(game, "SU-8A")) == ("2306", 1)


@rule("B41 9.2n")
def test_where_destroyed_units_go() -> None:
    """An army may come back, a garrison and a mechanised corps may not."""
    attack = {"DE-XXIV": "0419", "DE-LVI": "0419"}
    graves = {"SU-8A": "eliminated", "SU-GAR-BRE": "removed", "SU-11MC": "removed"}
    for unit, box in graves.items():
        game = stage("combat", {**attack, unit: "0418"}, rolls=["6"], guns_axis=0)
        fight(game, "0418", *attack)
        assert place_of(game, unit) == box, unit


@rule("B41 9.2o")
def test_an_ersatz_corps_comes_for_a_lost_one() -> None:
    boxes = {"DE-I": "eliminated", "DE-ERS1": "off-map"}
    game = replacing(boxes, side="axis", turn=3)
    act(game, "rebuild DE-I", "at 0116")
    assert (place_of(game, "DE-ERS1"), steps_of(game, "DE-ERS1")) == ("0116", 1)
    assert place_of(game, "DE-I") == "removed"
    assert game.state.pool_infantry == 4


@rule("B41 9.2o")
def test_a_panzer_corps_costs_a_motorised_point_and_a_lost_ersatz_corps_comes_again() -> None:
    boxes = {"DE-XXIV": "eliminated", "DE-ERS1": "off-map", "DE-ERS2": "eliminated"}
    game = replacing(boxes, side="axis", turn=3)
    act(game, "rebuild DE-XXIV", "at 0112")
    assert (game.state.pool_infantry, game.state.pool_motorised) == (5, 2)
    act(game, "rebuild DE-ERS2")
    assert place_of(game, "DE-ERS2") == "0116"  # Konigsberg has had its arrival
    assert (game.state.pool_infantry, game.state.pool_motorised) == (4, 2)


@rule("B41 9.2o")
def test_a_lost_ersatz_corps_serves_when_none_is_unused() -> None:
    game = replacing({"DE-I": "eliminated", "DE-ERS1": "eliminated", "DE-ERS2": "0112"}, side="axis", turn=3)
    assert verdict(game, "rebuild DE-I") == []
    act(game, "rebuild DE-I", "at 0116")
    assert (place_of(game, "DE-ERS1"), place_of(game, "DE-I")) == ("0116", "removed")
    spent = replacing(
        {"DE-I": "eliminated", "DE-X": "0116", "DE-ERS1": "0112"}, side="axis", turn=3, reduced=("DE-X",)
    )
    assert verdict(spent, "rebuild DE-I") == ["B41 9.2o"]


@rule("B41 9.2o")
def test_a_german_corps_leaves_for_an_ersatz_corps() -> None:
    attack = {"SU-1SH": "0419", "SU-2SH": "0419"}
    game = stage("combat", {**attack, "DE-I": "0418"}, side="soviet", reduced=("DE-I",), rolls=["6"], guns_axis=0)
    fight(game, "0418", *attack)
    assert place_of(game, "DE-I") == "eliminated"


# ---- the loss markers -------------------------------------------------------------------------------


def fight(game: Game, target: str, *attackers: str) -> None:
    """Attack with all of these, and let every option pass; whoever can, stands."""
    act(game, f"attack {target}")
    for unit in attackers:
        if f"with {unit}" in game.legal.texts:
            act(game, f"with {unit}")
    if "resolve" in game.legal.texts:
        act(game, "resolve")
    while asked(game) and asked(game)[0][1] not in ("attack", "exploit", "railhead", "move", "advance", "replace"):
        texts = game.legal.texts
        act(game, next((word for word in ("pass", "stand") if word in texts), texts[0]))


PANZERS = {"DE-XXIV": "0419", "DE-LVI": "0419"}


def lost(units: dict[str, str], **fields: Any) -> Game:
    """Two panzer corps wipe out what is in 0418: a 6 on the last columns."""
    game = stage("combat", {**PANZERS, **units}, rolls=["6"], guns_axis=0, **fields)
    fight(game, "0418", *PANZERS)
    return game


@rule("B41 9.2i")
def test_each_step_lost_advances_the_marker() -> None:
    game = lost({"SU-8A": "0418"})
    assert place_of(game, "SU-8A") == "eliminated"
    assert (game.state.lost_soviet, game.state.lost_infantry, game.state.lost_motorised) == (2, 0, 0)


@rule("B41 9.2i")
@pytest.mark.parametrize(("unit", "markers"), [("DE-I", (1, 0)), ("DE-XXIV", (0, 1))])
def test_german_losses_by_their_kind(unit: str, markers: tuple[int, int]) -> None:
    game = stage("combat", {unit: "0419", "SU-8A": "0418"}, side="soviet", reduced=(unit,), rolls=["6"])
    fight(game, "0419", "SU-8A")
    assert (game.state.lost_infantry, game.state.lost_motorised) == markers


@rule("B41 9.2l")
def test_the_marker_goes_no_farther_than_ten() -> None:
    assert lost({"SU-8A": "0418"}, lost_soviet=9).state.lost_soviet == 10


@rule("B41 9.2j")
def test_steps_of_isolated_and_surrounded_units_do_not_count() -> None:
    assert lost({"SU-8A": "0418"}, isolated=("SU-8A",)).state.lost_soviet == 0
    ring = {"DE-I": "0318", "DE-II": "0317", "DE-X": "0518"}
    assert lost({"SU-8A": "0418", **ring}).state.lost_soviet == 0


@rule("B41 9.2m")
@pytest.mark.parametrize("unit", ["SU-6CC", "SU-KACH", "SU-OPOL1", "SU-11MC"])
def test_cavalry_groups_and_militia_do_not_count(unit: str) -> None:
    game = lost({unit: "0418"})
    assert place_of(game, unit) in ("eliminated", "removed")
    assert game.state.lost_soviet == 0


@rule("B41 9.2m")
def test_losses_of_the_allies_do_not_count() -> None:
    attack = {"SU-1SH": "0419", "SU-2SH": "0419"}
    game = stage("combat", {**attack, "RO-IV": "0418"}, side="soviet", rolls=["6"], turn=6)
    fight(game, "0418", *attack)
    assert place_of(game, "RO-IV") == "eliminated"
    assert (game.state.lost_infantry, game.state.lost_motorised) == (0, 0)
