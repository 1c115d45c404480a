"""new, show, legal, check, act."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import ostfront
from cli.calling import first_decision, game_under_way, new_game, run
from ostfront.cli.game_text import result_text
from ostfront.core.play.state import Result


def test_new_writes_a_save_that_loads(tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    answer = run("new", "drill", "--seed", "7", "--scenario", "siege", "--option", "fog=no", "-o", path)
    assert answer.code == 0
    game = ostfront.load(path)
    assert game.rules.settings.scenario == "siege"
    assert game.rules.settings.options == {"fog": False}
    assert game.pending[0].prompt in answer.out


def test_new_is_repeatable_with_a_seed_and_not_without() -> None:
    assert run("new", "drill", "--seed", "7").out == run("new", "drill", "--seed", "7").out
    assert run("new", "drill").out != run("new", "drill").out


def test_new_as_json(tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    data = run("new", "drill", "--seed", "7", "-o", path, "--json").json
    assert data["game"] == "drill"
    assert data["scenario"] == "skirmish"
    assert data["file"] == str(path)
    assert data["asked"][0]["rule"].startswith("DRILL ")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("new", "dril"), "Did you mean drill?"),
        (("new", "drill", "--scenario", "seige"), "Did you mean siege?"),
        (("new", "drill", "--option", "frog=yes"), "Did you mean fog?"),
        (("new", "drill", "--option", "fog"), "NAME=VALUE"),
        (("new", "drill", "--option", "fog=perhaps"), "is one of True or False"),
        (("new", "drill", "--data", "no-such-folder"), "no such data folder"),
        (("new", "drill", "-o", "no-such-folder/my.game"), "No such file or directory"),
        (("show", "no-such-file"), "cannot be read"),
    ],
)
def test_refusals_are_one_sentence(words: tuple[str, ...], part: str) -> None:
    assert part in run(*words).sentence


def test_show_tells_where_everything_is(tmp_path: Path) -> None:
    under_way = game_under_way(tmp_path)
    answer = run("show", under_way)
    assert answer.code == 0
    game = ostfront.load(under_way)
    assert game.pending[0].prompt in answer.out
    for unit, name in enumerate(game.rules.vocabulary.nouns["unit"].names):
        assert (name in answer.out) or game.state.place[unit] < 0
    data = run("show", under_way, "--json", "--log", "3").json
    assert len(data["log"]) == 3
    units = [unit["unit"] for stack in data["places"].values() for unit in stack]
    assert len(units) == sum(place >= 0 for place in game.state.place)


def test_show_keeps_to_what_a_seat_knows(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    drawn = [line.removeprefix("draw ") for line in saved.read_text().splitlines() if line.startswith("draw ")]
    assert any(name in run("show", saved).out for name in drawn)
    for seat in ("Left", "Right", "Red"):
        shown = run("show", saved, "--seat", seat, "--json").json
        assert shown["seat"] == seat
        assert not any(name in str(shown) for name in drawn)
    assert "Waiting for Red." in run("show", saved, "--seat", "Left").out


def test_show_draws_the_counters(tmp_path: Path) -> None:
    under_way = game_under_way(tmp_path)
    picture = tmp_path / "map.svg"
    assert run("show", under_way, "--svg", picture).code == 0
    words = "".join(ElementTree.parse(picture).getroot().itertext())
    assert "L-Foot" in words or "D-Foot1" in words
    assert "omit --seat" in run("show", under_way, "--seat", "Red", "--svg", picture).sentence


def test_show_draws_blocks_on_areas(tmp_path: Path) -> None:
    """Names and the steps they have left."""
    saved, picture = tmp_path / "kiev.game", tmp_path / "kiev.svg"
    assert run("new", "kiev-41", "--scenario", "the-pocket", "--seed", "1", "-o", saved).code == 0
    assert run("show", saved, "--svg", picture).code == 0
    every = ElementTree.parse(picture).getroot().iter()
    texts = ["".join(one.itertext()) for one in every if one.tag.endswith("text")]
    assert texts[texts.index("3Pz") + 1] == "3" and texts[texts.index("60Mot") + 1] == "2"
    assert "Hitler" in texts and texts.count("Stalin") == 1, "Leaders are in boxes; those are only printed"


def test_legal_lists_what_act_accepts(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    decisions = run("legal", saved, "--json").json["decisions"]
    assert decisions[0]["seat"] == "Red"
    action = decisions[0]["actions"][-1]
    assert f"  {action}\n" in run("legal", saved).out
    assert run("legal", saved, "--seat", "Left", "--json").json == {"decisions": []}
    assert run("check", saved, action).code == 0
    before = saved.read_text()
    answer = run("act", saved, action, "--json")
    assert answer.code == 0
    assert f"Red: {action}" in answer.json["played"]
    assert saved.read_text() != before
    assert ostfront.load(saved).pending[0].prompt == answer.json["asked"][0]["prompt"]


def test_act_is_all_or_nothing(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    before = saved.read_text()
    first = first_decision(saved)["actions"][0]
    assert "is not allowed" in run("act", saved, first, first).sentence
    assert saved.read_text() == before


def test_act_can_write_elsewhere(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    before = saved.read_text()
    first = first_decision(saved)["actions"][0]
    other = tmp_path / "other.game"
    assert run("act", saved, first, "-o", other).code == 0
    assert saved.read_text() == before
    assert len(ostfront.load(other).entries or ()) == len(ostfront.load(saved).entries or ()) + 1


def test_act_goes_on_with_a_position(tmp_path: Path) -> None:
    under_way = game_under_way(tmp_path)
    path = tmp_path / "now.toml"
    assert run("position", under_way, "-o", path).code == 0
    first = first_decision(path)
    assert run("act", path, first["actions"][0], "--seat", first["seat"]).code == 0
    assert path.read_text().startswith('format = "ostfront position 1"')
    assert ostfront.position(path).pending or ostfront.position(path).result


def test_check_says_why_not(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    answer = run("check", saved, "go 0101")
    assert answer.code == 1
    assert answer.out.startswith("'go 0101' is not legal:\n  [DRILL ")
    data = run("check", saved, "go", "0101", "--json").json
    assert not data["legal"]
    assert data["objections"][0].keys() == {"rule", "text", "summary"}
    assert "There is no action" in run("check", saved, "dance").sentence
    assert "There is no seat" in run("check", saved, "go 0101", "--seat", "Purple").sentence


def test_check_reads_on_when_it_is_not_ones_turn(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    first = first_decision(saved)["actions"][0]
    answer = run("check", saved, first, "--seat", "Left")
    assert answer.code == 1
    assert "Not the Left player's turn" in answer.out


def test_check_adds_our_summary_of_the_clause(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    from ostfront.cli import saved_games

    game = ostfront.load(saved)
    (tmp_path / "rules.toml").write_text(
        'game = "drill"\nmark = "DRILL"\ncomplete = false\n'
        '[[clause]]\nnumber = "3.1"\nkind = "engine"\nsummary = "Red sets up first."\n'
    )
    game.rules.info, old = game.rules.info._replace(data=str(tmp_path)), game.rules.info
    try:
        assert saved_games._summary(game, "DRILL 3.1") == "Red sets up first."
        assert saved_games._summary(game, "DRILL 99") == ""
    finally:
        game.rules.info = old


def test_check_takes_several_steps(tmp_path: Path) -> None:
    saved = new_game(tmp_path)
    unit = first_decision(saved)["actions"][0]
    assert run("act", saved, unit, "-o", tmp_path / "then.game").code == 0
    hexes = first_decision(tmp_path / "then.game")
    assert run("check", saved, f"{unit}; {hexes['actions'][0]}").code == 0
    answer = run("check", saved, f"{unit}; {unit}", "--json")
    assert answer.code == 1
    assert answer.json["objections"]
    assert ostfront.load(saved).pending[0].kind == first_decision(saved)["kind"]


def test_how_a_game_ended_is_told() -> None:
    graded = Result("axis", "the reason", "K41 SC.1b", (2, 5), "decisive")._asdict()
    assert result_text(graded) == "axis wins, decisive. the reason [K41 SC.1b]"
    plain = Result("soviet", "the reason")._asdict()
    assert result_text(plain) == "soviet wins. the reason"
    nobody = Result("", "the reason")._asdict()
    assert result_text({**nobody, "end": "agreed"}) == "a draw. the reason"
    assert result_text({**nobody, "end": "called off"}) == "called off. the reason"


# ---- concede ------------------------------------------------------------------------------------------


def test_concede_ends_a_game(tmp_path: Path) -> None:
    saved = game_under_way(tmp_path)
    before = saved.read_text()
    over = tmp_path / "over.game"
    answer = run("concede", saved, "left", "-o", over)
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "The Left player concedes."
    assert "Over: Red wins. The Left player concedes." in answer.out
    assert saved.read_text() == before
    assert "Over: Red wins." in run("show", over).out
    assert "Verified" in run("replay", over, "--verify").out
    assert "The game is over." in run("concede", over, "Red").sentence
    assert "There is no seat 'Green'" in run("concede", saved, "Green").sentence


def test_concede_as_json_writes_the_file_back(tmp_path: Path) -> None:
    saved = game_under_way(tmp_path)
    data = run("concede", saved, "Red", "--json").json
    assert data["played"] == ["concede Red"]
    assert data["result"]["winner"] == "Blue"
    end = run("position", saved, "--json").json
    before = run("position", saved, "--at", str(end["at"] - 1), "--json").json
    assert "concedes" in end["text"]
    assert before["at"] == end["at"] - 1
    assert "concedes" not in before["text"]
