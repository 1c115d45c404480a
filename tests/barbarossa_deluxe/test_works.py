"""The East Wall (8.5) and the Fortified Area (8.18) arrive; support units find a unit to support (8.31, 8.32)."""

from __future__ import annotations

from barbarossa_deluxe.pockets import ARMIES, CORPS, around
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage
from ostfront import games
from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.rules import supply
from rule import rule
from staging.asking import verdict


def choices(game: Game, verb: str) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


# ---- the East Wall (8.5) ----------------------------------------------------------------------------


@rule("BD 8.5")
def test_the_east_wall_stands_in_supplied_german_country_of_the_east() -> None:
    game = stage("German administration", around("1613", *ARMIES), turn=19, scenario="road-back")
    found = choices(game, "wall")
    assert {"2008", "2109", "1414"} <= found  # the USSR and the Baltic states
    assert not found & {"1710", "2311", "1415"}  # cities
    assert not found & {"2117", "3113", "1717", "1606", "1905"}  # at home, in Romania, Soviet country
    assert "1613" not in found  # cut off
    supplied = supply.overland(FACTS, game.state, GERMAN)
    assert all(supplied >> FACTS.board.index(name) & 1 for name in found)


@rule("BD 8.5")
def test_ten_markers_one_to_a_hex() -> None:
    game = stage("German administration", turn=19, scenario="road-back")
    for left in range(10, 0, -1):
        assert asked(game) == [("German", "wall")]
        assert f"{left} " in game.pending[0].prompt
        choice = min(choices(game, "wall"))
        act(game, f"wall {choice}")
        if left > 1:
            assert not offered(game, f"wall {choice}")
    assert asked(game) != [("German", "wall")]
    assert game.state.wall.bit_count() == 10


@rule("BD 8.5")
def test_markers_without_a_hex_are_lost() -> None:
    game = stage("German administration", turn=19, german=["1816", "1815", "1714"])
    assert game.state.wall == hexes("1816", "1815")  # Vilna is a city


# ---- the Fortified Area (8.18) ----------------------------------------------------------------------


@rule("BD 8.18a", "BD 8.1c")
def test_the_area_needs_six_supplied_soviet_neighbours() -> None:
    game = stage("Soviet administration", {"26C": "1804"}, turn=16, side="soviet", scenario="road-back")
    found = choices(game, "fortify")
    assert "1604" in found
    assert not found & {"1804", "1805", "1704"}  # German, next to Germans
    assert not found & {"1600", "1000"}  # the edge of the map has fewer neighbours
    assert game.legal.texts[0] != "done"
    assert not found & {"1010", "1109"}  # beside Lake Ladoga


@rule("BD 8.18a")
def test_the_area_and_its_neighbours_are_in_supply() -> None:
    """Seven Soviet hexes with a ring of twelve German corps around them."""
    ring = [FACTS.place_names[site] for site in bits(FACTS.grid.ring(FACTS.board.index("1604"), 2))]
    corps = [f"{n}C" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)]
    for besieged in (True, False):
        units = dict(zip(corps, ring, strict=True)) if besieged else {}
        game = stage("Soviet administration", units, turn=16, side="soviet", scenario="road-back")
        assert offered(game, "fortify 1604") != besieged


@rule("BD 8.18b")
def test_the_area_stays_where_it_is_put() -> None:
    game = stage("Soviet administration", turn=16, side="soviet", scenario="road-back")
    act(game, "fortify 1604")
    assert game.state.area == FACTS.board.index("1604")
    assert game.state.area_since == 16
    assert game.state.load[game.state.area] == 0


@rule("BD 8.1c")
def test_an_area_without_a_place_is_lost() -> None:
    rest = [FACTS.place_names[i] for i in bits(FACTS.land) if FACTS.place_names[i][1:] != "606"]
    game = stage("Soviet administration", turn=16, side="soviet", german=rest)
    assert asked(game) != [("Soviet", "area")]
    assert game.state.area == -1


# ---- support units (8.31, 8.32) ---------------------------------------------------------------------


@rule("BD 8.31a")
def test_a_tiger_battalion_joins_a_german_corps_in_supply() -> None:
    units = {
        "502TB": "track", "503TB": "track", "39Pz": "1709", "26C": "1111", "3R": "2502", "FCSE": "3220", "Ho": "2504",
        "51C": "1613", **around("1613", *ARMIES),
    }  # fmt: skip
    due = {"502TB": 14, "503TB": 14}
    game = stage("German administration", units, turn=14, scenario="road-back", due=due)
    act(game, "bring 502TB")
    assert choices(game, "attach") == {"39Pz", "26C", "Ho"}  # no satellite, no static unit, not the pocket
    act(game, "attach 39Pz")
    assert place_of(game, "502TB") == "1709"
    act(game, "bring 503TB")
    assert choices(game, "attach") == {"26C", "Ho"}  # one in a stack


@rule("BD 8.31a")
def test_no_tigers_for_12th_army_and_no_limit_by_stacking() -> None:
    five = dict.fromkeys(["1C", "2C", "4C", "5C", "6C"], "2023")
    game = stage("German administration", {**five, "Wenck": "2024", "505TB": "track"}, turn=32, due={"505TB": 32})
    act(game, "bring 505TB")
    assert choices(game, "attach") == set(five)


@rule("BD 8.32a")
def test_a_cavalry_mechanized_group_joins_an_army_in_supply() -> None:
    units = {
        "CMB": "track", "CMP": "track", "6A": "2204", "1GT": "1708", "Pol": "1709", "MGP": "1808", "LPMA": "1011",
        "42A": "1613", **around("1613", *CORPS),
    }  # fmt: skip
    due = {"CMB": 25, "CMP": 25}
    game = stage("Soviet administration", units, turn=25, side="soviet", scenario="road-back", due=due)
    act(game, "bring CMB")
    assert choices(game, "attach") == {"6A", "1GT", "LPMA"}  # no satellite, no group, nobody in a pocket
    act(game, "attach 6A")
    assert place_of(game, "CMB") == "2204"
    act(game, "bring CMP")
    assert choices(game, "attach") == {"1GT", "LPMA"}  # one in a stack


@rule("BD 8.32a", "BD 8.1c")
def test_a_group_may_wait_in_the_box() -> None:
    units = {"CMB": "track", "6A": "2204"}
    game = stage("Soviet administration", units, turn=25, side="soviet", scenario="road-back", due={"CMB": 25})
    act(game, "done")
    assert place_of(game, "CMB") == "rvgk"


@rule("BD 14.7c")
def test_tigers_of_citadel_join_any_corps_of_their_hex() -> None:
    game = games.rules("barbarossa-deluxe", "citadel")
    play = Game(game, Seeded.of("stage"), game.start())
    play.advance()
    assert play.legal.texts == ["attach 23C", "attach 35C", "attach 53C"]
    assert verdict(play, "attach 39Pz") == ["BD 14.7c"]
    act(play, "attach 35C", "attach 54C")
    assert play.state.parent[FACTS.roster.index["505TB"]] == FACTS.roster.index["35C"]
    assert asked(play) == [("German", "wall")]  # the East Wall of turn 19
