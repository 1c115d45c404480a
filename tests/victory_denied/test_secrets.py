"""What each side may know (7.1.3, 3.4, 16.2), and that imagined worlds are dealt fairly."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ostfront.core.play.game import Game
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.secrets import imagine
from ostfront.games.victory_denied.state import VdState
from victory_denied.asking import asked, chit, chits
from victory_denied.stage import FACTS, RULES, stage

HOME = {"24A": "2541", "61C": "2541", "12Pz": "3618"}
BLUE = [i for i in range(len(FACTS.vp_chits)) if not FACTS.gold_chits >> i & 1]


def quiet(**fields: Any) -> Game:
    """A moment at which nothing is rolled."""
    return stage("movement", HOME, **fields)


def known(game: Game, seat: str) -> Any:
    return game.view(seat).known


def worlds(game: Game, seat: int, count: int) -> list[VdState]:
    random = Random(1941)
    return [imagine(FACTS, game.state, seat, random) for _ in range(count)]


# ---- chits in the cup -----------------------------------------------------------------------------


def test_a_side_sees_its_own_chits_in_the_cup_and_the_open_ones() -> None:
    game = quiet(cup=chit("24A") | chit("3PzG-1") | chit("Air"), open_cup=chit("Air"))
    assert set(known(game, "German")["cup"]) == {"3PzG-1", "Air"}
    assert set(known(game, "Soviet")["cup"]) == {"24A", "Air"}
    assert known(game, "German")["cup_size"] == 3


def test_selected_chits_are_shown_to_their_owner_only() -> None:
    game = quiet(selected_german=chit("3PzG-1"), selected_soviet=chit("24A"))
    assert known(game, "German")["selected"] == ["3PzG-1"]
    assert known(game, "Soviet")["selected"] == ["24A"]


def test_a_9th_army_chit_on_offer_is_in_no_imagined_cup() -> None:
    """VII-HQ was released and a chit is offered: so one of the three is left, whatever lies in the cup."""
    army = chit("9A-1") | chit("9A-2") | chit("9A-3")
    pocket = dict.fromkeys(("VII-HQ", "31Inf"), "minsk-pocket-box")
    choices = army | chit("2PzG") | chit("3PzG-1") | chit("3PzG-2")
    cup = chit("9A-1") | chit("9A-2") | chit("2PzG")
    game = stage("minsk", HOME | pocket, turn=2, choices_german=choices, cup=cup)
    game.play("release VII-HQ")
    assert asked(game) == [("German", "chit")]
    for world in worlds(game, SOVIET, 300):
        assert army & ~world.cup
        assert world.cup.bit_count() == 3


# ---- VP chits -------------------------------------------------------------------------------------


def test_face_down_chits_show_their_stars_alone() -> None:
    hexes = known(quiet(), "Soviet")["victory_hexes"]
    assert set(hexes.values()) == {"gold", "blue", ""}


def dealt(game: Game, seat: int, count: int) -> list[VdState]:
    found = worlds(game, seat, count)
    for world in found:
        everything = [c for c in world.vp if c >= 0] + [*world.stolen]
        everything += [i for i in range(16) if world.box >> i & 1]
        assert sorted(everything) == list(range(16))
        assert not RULES.check(world)
    return found


def test_every_place_may_hold_every_unseen_chit_of_its_colour() -> None:
    """Orsha's chit is each of the nine blue ones about as often."""
    orsha = FACTS.victory_hexes.index(FACTS.board.index("3219"))
    count = Counter(world.vp[orsha] for world in dealt(quiet(), GERMAN, 1800))
    assert set(count) == set(BLUE)
    assert max(count.values()) < 2 * min(count.values())


def test_a_chit_that_was_seen_stays_in_the_box() -> None:
    """Six of the blue chits were seen and lie in the box: the three unseen ones are on the map, in any order."""
    captured = [FACTS.board.name(p) for p in FACTS.victory_hexes if not FACTS.gold_hexes >> p & 1][:6]
    game = quiet(captured=captured)
    seen = game.state.box
    game.state.shown = seen
    truth = game.state.vp
    found = dealt(game, GERMAN, 60)
    assert all(world.box & seen == seen for world in found)
    assert len({world.vp for world in found}) > 1
    assert sum(world.vp == truth for world in found) < 30


def test_a_seen_chit_may_have_been_stolen_if_it_lay_in_the_box_then() -> None:
    """Of the two chits in the box one was seen; one was stolen: the seen one as often as the other, or nearly."""
    game = quiet()
    first, second = (i for i in range(16) if game.state.box >> i & 1)
    game.state.box, game.state.stolen = 1 << first, (second,)
    game.state.shown, game.state.stolen_from = 1 << second, (1 << second,)
    assert second in {world.stolen[0] for world in dealt(game, GERMAN, 200)}
    game.state.stolen_from = (0,)
    game.state.box, game.state.stolen = 1 << second, (first,)
    assert second not in {world.stolen[0] for world in dealt(game, GERMAN, 200)}


def test_a_chit_drawn_after_the_theft_was_not_stolen() -> None:
    """Seen before the theft, it might have been the one; drawn again, it was not."""
    game = stage("movement", HOME | {"63C": "3920"}, side="soviet", rolls=["draw blue8"])
    (chit8,) = (i for i, (name, _) in enumerate(FACTS.vp_chits) if name == "blue8")
    (other,) = (i for i in range(16) if game.state.box >> i & 1 and i != chit8)
    game.state.shown = 1 << chit8 | 1 << other
    game.state.stolen, game.state.stolen_from = (BLUE[0],), (1 << chit8 | 1 << other,)
    game.state.vp = tuple(-1 if c == BLUE[0] else c for c in game.state.vp)
    game.state.derive()
    game.play("pick 63C")
    game.play("go 3919")
    assert game.state.stolen_from == (1 << other,)


def test_the_cup_of_the_enemy_is_guessed_from_what_he_could_select() -> None:
    choices = chit("24A") | chit("13A") | chit("16A")
    game = quiet(choices_soviet=choices, cup=chit("24A") | chit("Air"), open_cup=chit("Air"))
    found = {frozenset(chits(world.cup)) for world in worlds(game, GERMAN, 60)}
    assert found == {frozenset({"Air", name}) for name in ("24A", "13A", "16A")}
