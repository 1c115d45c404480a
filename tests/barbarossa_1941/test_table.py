"""The table of Barbarossa 1941 as the page gets it: what must hold at every moment, and what single things show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import ostfront
from barbarossa_1941.stage import FACTS, RULES, stage
from harness.battles import last_card
from ostfront.core.errors import BadAction
from ostfront.core.map.hexes import bits
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.table import Look, Overlay, table_of
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.measures import MEASURES
from ostfront.games.barbarossa_1941.rules.supply_lines import judged, traced
from ostfront.games.barbarossa_1941.rules.weather import allowance
from ostfront.games.barbarossa_1941.table.lines import line_of

SYMBOLS = (Path(__file__).parents[2] / "frontend/src/lib/symbols.ts").read_text(encoding="utf-8")
TABLE = table_of(RULES).table(RULES)
PIECES = {piece.id: piece for piece in TABLE.pieces}
PLACES = {place.id: place for place in TABLE.places}
GOLDEN = Path(__file__).parent.parent / "golden" / "barbarossa-1941-table.json"


def texts(group: questions.Group) -> list[str]:
    """The actions of a group as the page writes them."""
    return [group.text] if group.text else [f"{group.verb} {target}" for target in group.targets]


def step(game: Game, random: Random) -> None:
    """Something at random, seldom what ends a phase."""
    decision = game.state.pending[0]
    every = list(game.options(decision))
    doing = [action for action in every if action.verb not in ("pass", "done", "stop")]
    game.push(random.choice(doing if doing and random.random() < 0.6 else every), decision)


def look_of(game: Game, seat: str = "Axis") -> Look:
    look: Look = table_of(game.rules).look(game.view(seat))
    return look


def overlay_of(game: Game, name: str, unit: str = "", seat: str = "Axis") -> Overlay:
    overlay: Overlay = table_of(game.rules).overlay(game.view(seat), name, unit)
    return overlay


def area(overlay: Overlay, label: str) -> set[str]:
    return {place for one in overlay.areas if label in one.label for place in one.places}


# ---- a golden file ---------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def drawn(game: Game) -> dict[str, Any]:
    """All of the contract that a game fills in, for one position; of hexes and counters only some."""
    table = plain(TABLE)
    places = ("0112", "0609", "1103", "2212", "waiting", "turn-7")
    table["places"] = [place for place in table["places"] if place["id"] in places]
    pieces = ("DE-XXIV", "DE-LW2", "DE-BEF101", "FI-VI", "SU-3MC", "SU-BELOV", "SU-GAR-KIE", "SU-2ABN")
    table["pieces"] = [piece for piece in table["pieces"] if piece["id"] in pieces]
    view = game.view(game.state.pending[0].seat)
    look = table_of(game.rules).look(view)
    return {
        "table": table,
        "look": {**plain(look), "pieces": [piece for piece in plain(look.pieces) if piece["id"] in pieces]},
        "asked": plain(questions.asked(view, look)),
        "log": plain(log_lines(view)[-5:]),
        "reach": plain(table_of(game.rules).overlay(view, "reach", "DE-XXIV")),
    }


def test_golden() -> None:
    """Delete the file and run this test to write it anew; then read the difference."""
    game = ostfront.new("barbarossa-1941", "historical", seed=1941)
    for text in ("done", "pick DE-XXIV", "with DE-XXXXVII", "go 0418", "stop", "done"):
        game.play(text)
    found = msgspec.json.format(msgspec.json.encode(drawn(game)), indent=1) + b"\n"
    if not GOLDEN.exists():
        GOLDEN.write_bytes(found)
    assert found.decode() == GOLDEN.read_text(encoding="utf-8")


# ---- whole games -----------------------------------------------------------------------------------------


def check(game: Game, look: Look) -> None:
    """Every counter in play is somewhere, with the face of the steps it has left; tokens lie on places."""
    state: Any = game.state
    roster = FACTS.roster
    gone = FACTS.boxes["removed"]
    there = {unit for u, unit in enumerate(roster.ids) if 0 <= state.place[u] != gone}
    assert {piece.id for piece in look.pieces} == there
    for piece in look.pieces:
        u = roster.index[piece.id]
        assert piece.at in PLACES
        assert 0 <= piece.face < len(PIECES[piece.id].faces)
        if roster.is_combat[u]:
            assert piece.face == roster.steps[u] - state.steps[u]
        if state.on_map >> u & 1:
            assert piece.at == FACTS.board.name(state.place[u])
            assert ("isolated" in piece.markers) == bool(state.isolated[u])
    assert {token.at for token in look.tokens} <= set(PLACES)
    assert len({token.id for token in look.tokens}) == len(look.tokens)
    boxes = {track.id: {box.id for box in track.boxes} for track in TABLE.tracks}
    assert all(track.at in boxes[track.id] for track in look.tracks)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("historical", {}), ("hypothetical", {"compulsory-attacks": True, "masters-of-blitzkrieg": True})],
)
def test_every_moment_of_a_game_can_be_drawn_for_both_seats(scenario: str, options: Mapping[str, Any]) -> None:
    game = ostfront.new("barbarossa-1941", scenario, seed=8, options=options)
    game_table = table_of(game.rules)
    random = Random(8)
    asked_of, kinds = {"reach": "DE-LVI", "supply": "SU-8A", "range": "DE-LW1"}, set()
    count = 0
    while game.pending:
        fresh = game.state.pending[0].kind not in kinds
        kinds.add(game.state.pending[0].kind)
        if fresh or count % 150 == 0:
            for seat in (0, 1):
                view = game.view(seat)
                look = game_table.look(view)
                check(game, look)
                for question in questions.asked(view, look):
                    told = sorted(text for group in question.groups for text in texts(group))
                    assert told == sorted(view.legal.texts) and question.count == len(told)
                    assert set(question.leads_to) <= set(RULES.vocabulary.verbs)
                for one in TABLE.overlays:
                    made = game_table.overlay(view, one.id, asked_of.get(one.id, ""))
                    assert made.id == one.id
                    shown = [place for found in made.areas for place in found.places]
                    assert set(shown) <= set(PLACES) and all(found.places for found in made.areas)
                assert game_table.figures(view)
        step(game, random)
        count += 1
    look = look_of(game)
    check(game, look)
    assert game.result is not None and game.result.score
    assert look.reckoning[-1].values["axis"] == str(game.result.score[0])
    assert sum(int(row.values["axis"]) for row in look.reckoning[:-1]) == game.result.score[0]


# ---- what never changes ----------------------------------------------------------------------------------


def test_faces_have_symbols_that_the_page_knows() -> None:
    faces = [(piece, face) for piece in TABLE.pieces for face in piece.faces]
    assert all(f"  {face.symbol}: [" in SYMBOLS or f"  '{face.symbol}': [" in SYMBOLS for _, face in faces)
    assert all(f"  {face.echelon}: [" in SYMBOLS for _, face in faces if face.echelon)
    assert all(face.label.startswith(piece.name) for piece, face in faces)
    assert all(face.fill.startswith("#") for _, face in faces)


@pytest.mark.parametrize(
    ("unit", "values", "symbols"),
    [
        ("DE-XXXXI", ["6-5-5\u0332", "3-5-5\u0332"], ["armor", "armor"]),
        ("FI-VI", ["2-4-3", "1-4-3"], ["infantry", "infantry"]),
        ("SU-1SH", ["6-3-3", "4-3-3", "2-3-3"], ["infantry"] * 3),
        ("SU-BELOV", ["4-3-4\u0332", "2-3-4"], ["mechanized", "cavalry"]),
        ("DE-LW1", ["2-6"], ["bomber"]),
        ("SU-AIR1", ["1-5"], ["bomber"]),
        ("SU-4ABN", ["±1-3"], ["airborne"]),
        ("DE-7FJ", ["+1"], ["airborne"]),
        ("SU-FORT-SEV", ["4-3-0", "2-3-0"], ["fortress", "fortress"]),
    ],
)
def test_a_counter_shows_what_it_can_do(unit: str, values: list[str], symbols: list[str]) -> None:
    faces = PIECES[unit].faces
    assert [face.values for face in faces] == values
    assert [face.symbol for face in faces] == symbols
    assert [face.reduced for face in faces] == [False] + [True] * (len(faces) - 1)


def test_hexes_say_what_stands_in_them() -> None:
    moscow = next(place for place in TABLE.places if place.name == "Moscow")
    assert {"major", "city", "victory", "victory-6", "rail"} <= set(moscow.tags)
    assert "1 column for the defender" in moscow.ground and "6 victory points" in moscow.ground
    assert "northern weather" in moscow.ground
    assert "southern weather" in PLACES["1531"].ground and "port" in PLACES["1531"].tags
    assert sum(int(t[8:]) for p in TABLE.places for t in p.tags if t.startswith("victory-")) == 42


def test_tracks_have_weather_arrivals_and_triggers() -> None:
    turns, points = TABLE.tracks
    assert len(turns.boxes) == 10 and turns.boxes[8].lines[1] == "North: deep freeze; south: icy"
    assert turns.boxes[0].lines[0] == "22 June to 12 July 1941"
    assert [box.id for box in points.boxes] == ["0", "3", "5", "8", "10", "15", "18", "20", "26", "31"]
    assert points.boxes[6].lines == ("Partisans",)
    game = ostfront.new("barbarossa-1941", "historical", seed=1)
    at = {piece.id: piece.at for piece in look_of(game).pieces}
    assert at["SU-16A"] == "turn-2" and at["SU-19A"] == "waiting", "due now: no longer on the track"


def test_standing_orders_can_answer_all_windows() -> None:
    assert {window.kind for window in TABLE.windows} == {kind.name for kind in RULES.kinds.values() if kind.window}


def test_every_step_of_the_turn_has_a_heading() -> None:
    game = stage("combat", {"DE-LVI": "0412", "SU-8A": "0512"}, turn=9)
    assert look_of(game).phase == "Turn 9 · Axis combat · deep freeze in the north, icy in the south"
    assert look_of(stage("combat", {"DE-LVI": "0412", "SU-8A": "0512"})).phase.endswith("· clear weather")


# ---- at a moment -----------------------------------------------------------------------------------------


def test_flags_forts_and_markers_lie_where_they_are() -> None:
    units = {"DE-LVI": "0609", "SU-8A": "0907"}
    board = FACTS.board.index
    forts: dict[str, Any] = {"forts_soviet": 1 << board("0907"), "markers": (board("0413"), *(-1,) * 5)}
    game = stage("movement", units, held=["0609", "0915"], axis_rail=1 << board("0413"), **forts)
    tokens = {token.id: token for token in look_of(game).tokens}
    assert tokens["held-0609"].label == "Riga: Axis, 1 victory point" and tokens["held-0609"].tone == "axis"
    assert tokens["held-0915"].label == "Minsk: Axis, 1 victory point once it is garrisoned"
    assert tokens["held-0915"].tone == "muted"
    assert tokens["fort-0907"].side == "soviet" and tokens["marker-0"].at == "0413"


def test_reach_offers_whole_moves() -> None:
    game = stage("movement", {"DE-LVI": "0412", "SU-8A": "0611"})
    view = game.view("Axis")
    overlay = overlay_of(game, "reach", "DE-LVI")
    shown = {place for one in overlay.areas for place in one.places}
    assert shown == set(overlay.actions) and "0412" not in shown
    for place, action in overlay.actions.items():
        assert questions.why(view, action).legal, action
        if place in area(overlay, "must stop"):
            assert overlay.labels[place] == "0"
    assert area(overlay, "must stop"), "an army next to its way"
    game.play("pick DE-LVI")
    in_hand = overlay_of(game, "reach", "DE-LVI")
    assert all(action.startswith("go ") for action in in_hand.actions.values())
    assert set(in_hand.actions) == shown


def test_overruns_are_planned_like_attacks() -> None:
    units = {"DE-LVI": "0713", "DE-XXXXI": "0713", "SU-8A": "0814"}
    game = stage("movement", units, reduced=["SU-8A"])
    assert overlay_of(game, "reach", "DE-LVI").actions["0814"] == "pick DE-LVI; overrun 0814"
    game.play("pick DE-LVI")
    game.play("with DE-XXXXI")
    view = game.view("Axis")
    (question,) = questions.asked(view, look_of(game))
    planner = question.planner
    assert planner is not None and planner.open == "overrun {place}" and not planner.add
    (field,) = planner.targets
    assert field.place == "0814" and set(field.units) == {"DE-LVI", "DE-XXXXI"} and field.defenders == ("SU-8A",)
    odds = questions.odds(view, ["overrun 0814"])
    assert odds is not None and abs(sum(row.chance for row in odds.rows) - 1) < 1e-9
    assert all(row.ends.startswith("lose ") for row in odds.rows)


def test_an_attack_is_planned_and_the_only_attacker_joins_by_itself() -> None:
    game = stage("combat", {"DE-II": "0412", "DE-X": "0412", "SU-8A": "0512", "DE-I": "0713", "SU-11A": "0714"})
    view = game.view("Axis")
    planner = questions.asked(view, look_of(game))[0].planner
    assert planner is not None and planner.alone and planner.says
    fields = {field.place: field for field in planner.targets}
    assert set(fields["0512"].units) == {"DE-II", "DE-X"} and fields["0714"].units == ("DE-I",)
    assert questions.odds(view, ["attack 0714"]) is not None
    assert questions.odds(view, ["attack 0512", "with DE-II"]) is not None
    game.play("attack 0512")
    game.play("with DE-II")
    planner = questions.asked(game.view("Axis"), look_of(game))[0].planner
    assert planner is not None and planner.target == "0512" and planner.joined == ("DE-II",)
    assert planner.targets[0].units == ("DE-X",)


def test_the_card_of_a_battle_follows_a_combat() -> None:
    game = stage("combat", {"DE-LVI": "0412", "DE-LW1": "0312", "SU-8A": "0512"}, rolls=["roll 4"])
    assert last_card(game, 0) is None
    game.play("attack 0512")
    card = last_card(game, 0)
    assert card is not None and card.place == "0512" and card.title == "Attack on Kaunas" and not card.over
    assert [stage.title for stage in card.stages if stage.now] == ["Support"]
    assert [piece.id for piece in card.forces.attackers] == ["DE-LVI"]
    assert [piece.id for piece in card.forces.defenders] == ["SU-8A"]
    game.play("fly DE-LW1")
    while game.pending and game.pending[0].kind not in ("second loss", "advance", "attack", "exploit"):
        verbs = [text for text in ("pass", "lead DE-LVI", "lead SU-8A") if text in game.legal.texts]
        game.play(verbs[0])
    card = last_card(game, 0)
    assert card is not None and card.result and "air support" in [shift.text for shift in card.forces.shifts]
    stages = {stage.title: stage.lines for stage in card.stages}
    assert stages["Support"][0].spans[0].id == "DE-LW1"
    assert [line.dice for line in stages["Dice"]] == [(4,)]


# ---- overlays --------------------------------------------------------------------------------------------


def test_a_supply_line_is_shown_with_its_points() -> None:
    game = stage("movement", {"DE-LVI": "0512", "SU-8A": "1304"})
    overlay = overlay_of(game, "supply", "DE-LVI")
    assert area(overlay, "over land") and area(overlay, "by rail to") and not area(overlay, "in the way")
    assert max(int(points) for points in overlay.labels.values()) <= 5


def test_a_line_that_is_too_long_or_cut_says_so() -> None:
    far = stage("movement", {"DE-LVI": "1414", "SU-8A": "1304"})
    assert area(overlay_of(far, "supply", "DE-LVI"), "too far")
    ring = [FACTS.board.name(i) for i in FACTS.grid.adjacent(FACTS.board.index("0713"))]
    armies = [unit for unit in FACTS.roster.ids if PIECES[unit].faces[0].symbol == "infantry" and unit[:2] == "SU"]
    cut = stage("movement", {"DE-LVI": "0713", **dict(zip(armies, ring, strict=False))})
    assert area(overlay_of(cut, "supply", "DE-LVI"), "in the way")


def test_lines_agree_with_the_rules() -> None:
    """A way is found within the allowance and without a block for exactly those who trace a line."""
    game = ostfront.new("barbarossa-1941", "historical", seed=4)
    random = Random(4)
    seen = {True: 0, False: 0}
    for count in range(2500):
        if not game.pending:
            break
        step(game, random)
        if count % 250 == 0:
            state: Any = game.state
            for side in (0, 1):
                for unit in bits(judged(FACTS, state, side)):
                    line = line_of(FACTS, state, unit)
                    cost = line.spent[-1] if line is not None and line.land else 0
                    fits = line is not None and not line.blocked and cost <= allowance(FACTS, state, unit)
                    if FACTS.roster.type[unit] != "fort":
                        assert fits == traced(FACTS, state, unit), FACTS.roster.ids[unit]
                        seen[fits] += 1
    assert seen[True] > 300 and seen[False] > 10


def test_finns_have_supply_where_other_axis_units_have_none() -> None:
    game = stage("movement", {"FI-VI": "1103", "DE-LVI": "0512", "SU-8A": "1304"})
    overlay = overlay_of(game, "supply-axis")
    assert "1103" in area(overlay, "only Finns") and "0512" in area(overlay, "all units")
    assert not overlay.units, "nobody is cut off"
    assert not area(overlay_of(game, "supply-soviet"), "only Finns")


def test_railways_are_shared_out() -> None:
    game = stage("movement", {"DE-LVI": "0512", "SU-8A": "1304"})
    overlay = overlay_of(game, "rail")
    axis, soviet = area(overlay, "Axis"), area(overlay, "Soviet")
    assert not axis & soviet and "0312" in axis and "1304" in soviet
    hungary = {FACTS.board.name(i) for i in bits(FACTS.railways.hexes & FACTS.hungary)}
    assert axis | soviet | hungary == {FACTS.board.name(i) for i in bits(FACTS.railways.hexes)}


def test_air_corps_show_their_range() -> None:
    game = stage("movement", {"DE-LW1": "0312", "DE-LVI": "0412"})
    (reach,) = overlay_of(game, "air").areas
    assert reach.tone == "axis" and "0910" in reach.places and "1304" not in reach.places
    one = overlay_of(game, "range", "DE-LW1")
    assert "0412" in area(one, "in range") and not overlay_of(game, "range", "DE-LVI").areas


def test_an_overlay_that_is_not_there() -> None:
    game = stage("movement", {"DE-LVI": "0412"})
    with pytest.raises(BadAction, match="no overlay"):
        overlay_of(game, "command")


# ---- the laboratory --------------------------------------------------------------------------------------


def test_history_has_its_points() -> None:
    points = MEASURES.series(FACTS)[0].history
    assert points[1] == 3 and points[10] == 20, "Minsk, Lvov, Riga; docs/rulings on the count of January 1942"
    turns = {milestone.id: milestone.turn for milestone in MEASURES.milestones(FACTS)}
    assert turns["smolensk"] == 2 and turns["kiev"] == 5 and turns["moscow"] is None and len(turns) == 24


def test_a_position_is_measured() -> None:
    units = {"DE-LVI": "0609", "DE-II": "0412", "SU-8A": "0907", "SU-11A": "0909"}
    game = stage("movement", units, held=["0609"], isolated=["SU-8A"], reduced=["DE-II"])
    state: Any = game.state
    names = [series.id for series in MEASURES.series(FACTS)]
    values = dict(zip(names, MEASURES.values(FACTS, state, game.events or ()), strict=True))
    assert values["cities_axis"] == 1 and values["steps_axis"] == 3 and values["steps_soviet"] == 4
    assert values["isolated_soviet"] == 1 and values["isolated_axis"] == 0
    riga = [milestone.id for milestone in MEASURES.milestones(FACTS)].index("riga")
    assert MEASURES.reached(FACTS, state) == 1 << riga
    held = MEASURES.held(FACTS, state)
    assert held >> FACTS.board.index("0112") & 1 and not held >> FACTS.board.index("1304") & 1


def test_losses_are_counted_step_by_step() -> None:
    game = ostfront.new("barbarossa-1941", "historical", seed=2)
    random = Random(2)
    while game.pending:
        step(game, random)
    lost, events = [0, 0], game.events or []
    for i, event in enumerate(events):
        disbanded = i and events[i - 1].kind == "disband"
        if event.kind in ("step", "eliminated") and FACTS.roster.is_combat[event.args[0]] and not disbanded:
            lost[FACTS.roster.side[event.args[0]]] += 1
    names = [series.id for series in MEASURES.series(FACTS)]
    values = dict(zip(names, MEASURES.values(FACTS, game.state, events), strict=True))
    assert [values["lost_axis"], values["lost_soviet"]] == lost and min(lost) > 5
