"""Positions on stacking (section 6)."""

from __future__ import annotations

from barbarossa_deluxe.adversary.position import Spots, allowed, at, goes, refused
from barbarossa_deluxe.battle import kind
from barbarossa_deluxe.stage import act
from rule import rule

# ---- 26: through a full hex ----------------------------------------------------------------------------

FULL: Spots = {"1710": "56Pz", "1709": "9C 20C 12C 43C 23C"}


@rule("BD 6.2a", "BD 6.3")
def test_26_a_full_hex_is_closed() -> None:
    assert not goes(at("movement", FULL, turn=9), "56Pz", "1709", "1708")
    assert goes(at("movement", FULL, turn=9), "56Pz", "1810", "1809", "1708")


@rule("BD 6.2a", "BD 6.3")
def test_26_until_a_unit_has_left() -> None:
    game = at("movement", FULL, turn=9)
    assert goes(game, "9C", "1809")
    if kind(game) == "march":
        act(game, "stop")
    assert goes(game, "56Pz", "1709", "1708")


# ---- 27: satellites ------------------------------------------------------------------------------------

SATELLITES: Spots = {"2714": "1Rom", "2715": "1B", "2815": "Pol", "2814": "5A"}


@rule("BD 6.4")
def test_27_satellites_do_not_meet() -> None:
    assert not goes(at("movement", SATELLITES, side="soviet", turn=29), "1Rom", "2715")
    game = at("movement", SATELLITES, side="soviet", turn=29)
    assert goes(game, "1Rom", "2814")
    if kind(game) == "march":
        act(game, "stop")
    assert goes(game, "Pol", "2814")


# ---- 28: what does not count ---------------------------------------------------------------------------


@rule("BD 6.5", "BD 6.3", "BD 8.34b")
def test_28_militia_and_artillery_of_leningrad_are_free() -> None:
    spots = {"1011": "23A 42A 55A 67A LPMA LCFC", "1009": "2Sh 54A", "rvgk": "8A 4A"}
    game = at("special phase", spots, side="soviet", turn=20)
    act(game, "deploy 8A")
    assert allowed(game, "at 1011")
    act(game, "at 1011", "deploy 4A")
    assert refused(game, "at 1011")


@rule("BD 6.5", "BD 8.30c")
def test_28_a_cavalry_group_is_free_and_alone_of_its_kind() -> None:
    spots = {"1708": "5A 16A 20A 24A 33A", "1707": "BCG DVCG"}
    game = at("movement", spots, side="soviet", turn=4)
    assert goes(game, "BCG", "1708")
    if kind(game) == "march":
        act(game, "stop")
    assert not goes(game, "DVCG", "1708")
