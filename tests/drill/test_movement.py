"""6.0 Movement."""

from __future__ import annotations

from drill.layout import active, refused
from rule import rule


@rule("DRILL 6.1")
def test_each_active_unit_moves_once() -> None:
    game = active("Left", "L-Foot 0103, L-Tank 0201, R-Foot 0107, D-Foot1 0504")
    assert refused(game, "move R-Foot") == ["6.1"]
    assert refused(game, "move L-Gun") == ["6.1"]  # not on the map
    game.play("move L-Foot 0104")
    assert refused(game, "move L-Foot") == ["6.1"]
    assert game.legal.texts == ["move L-Tank", "done"]


@rule("DRILL 6.2")
def test_movement_is_paid_from_the_allowance() -> None:
    game = active("Left", "L-Foot 0104, D-Foot1 0801")
    game.play("move L-Foot")
    assert refused(game, "go 0404") == []  # three hexes of road
    assert refused(game, "go 0504") == ["6.2"]
    game.play("go 0304")
    assert game.pending[0].prompt == "Where does L-Foot go? It has 1 movement points left."
    assert refused(game, "go 0404") == []
    assert refused(game, "go 0304") == ["6.2"]  # it is there


@rule("DRILL 6.2")
def test_guns_cross_rivers_by_the_bridge_only() -> None:
    game = active("Left", "L-Gun 0406, L-Foot 0405, R-Gun 0404, D-Foot1 0801")
    game.play("move L-Gun")
    assert refused(game, "go 0506") == ["6.2"]
    game.play("stop; move L-Foot")
    assert refused(game, "go 0506") == []  # foot wades
    game = active("Right", "L-Foot 0405, R-Gun 0404, D-Foot1 0801")
    game.play("move R-Gun")
    assert refused(game, "go 0504") == []  # over the bridge


@rule("DRILL 6.3")
def test_hexes_with_enemies_are_closed() -> None:
    game = active("Left", "L-Tank 0404, D-Foot1 0504")
    game.play("move L-Tank")
    assert refused(game, "go 0504") == ["6.3"]


@rule("DRILL 6.4")
def test_two_units_of_one_command_in_a_hex() -> None:
    game = active("Left", "L-Tank 0101, L-Foot 0102, L-Gun 0102, R-Foot 0201, D-Foot1 0504")
    game.play("move L-Tank")
    assert refused(game, "go 0102") == ["6.4"]
    assert refused(game, "go 0201") == ["6.4"]
    game.play("stop; move L-Foot")
    assert refused(game, "go 0101") == []


@rule("DRILL 6.5")
def test_zones_of_control_cost_movement_points() -> None:
    """0404 to 0403 and on to 0402: three hexes without enemies, five points next to one."""
    game = active("Left", "L-Foot 0304, D-Foot1 0402")
    game.play("move L-Foot")
    assert refused(game, "go 0302") == ["6.5"]
    assert refused(game, "go 0403") == []
    game = active("Left", "L-Foot 0304, D-Foot1 0801")
    game.play("move L-Foot")
    assert refused(game, "go 0302") == []


@rule("DRILL 6.5")
def test_zones_of_control_end_at_a_river_but_for_the_bridge() -> None:
    game = active("Left", "L-Foot 0404, D-Foot1 0505")
    game.play("move L-Foot; go 0405")  # across the river from 0505, for one point
    assert game.state.top.local.left == 2
    game = active("Left", "L-Foot 0305, D-Foot1 0504")
    game.play("move L-Foot; go 0404")  # the enemy's ZOC comes over the bridge
    assert game.state.top.local.left == 1


def test_one_hex_legs_make_any_path() -> None:
    game = active("Left", "L-Tank 0104, D-Foot1 0801")
    game.play("move L-Tank")
    for place in ("0103", "0202", "0203"):
        game.play(f"go {place}")
    game.play("stop")
    assert game.view("Left").known["units"]["L-Tank"]["hex"] == "0203"
