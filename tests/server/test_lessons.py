"""Guided games at the table: started, followed by their script, taken back, reloaded, and kept over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ostfront.server.local_client import LocalClient

FIRST = ["attack 3118", "with 18Pz", "with 10Pz", "with 29Mot"]


class Student:
    """The student's seat of a guided game."""

    def __init__(self, client: LocalClient, game: str = "victory-denied") -> None:
        self.client = client
        made = client.ask("POST", "/api/games", {"game": game, "seats": [], "lesson": True})
        assert made.status == 201, made.body
        self.summary = made.json
        self.id: str = made.json["id"]
        self.token: str = next(seat["token"] for seat in made.json["seats"] if seat["player"] == "human")

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.client.ask(method, f"/api/games/{self.id}/{path}", data, self.token)
        assert answer.status == 200, answer.body
        return answer.json

    def view(self) -> Any:
        return self.ask("GET", "view")

    def do(self, *actions: str) -> Any:
        draft = self.view()["draft"]
        return self.ask("PUT", "draft", {"after": draft["after"], "actions": [*draft["actions"], *actions]})

    def undo(self) -> Any:
        return self.ask("POST", "undo", {"moment": self.view()["moment"]})


def awaited(view: Any) -> int:
    return view["lesson"]["awaits"]  # type: ignore[no-any-return]


def test_the_catalogue_says_which_games_are_taught(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        games = client.ask("GET", "/api/catalogue").json["games"]
        assert all(game["lesson"] for game in games)


def test_a_guided_game_has_its_own_dice_and_a_student(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        one, other = Student(client), Student(client)
        assert one.summary["kind"] == "lesson"
        assert one.summary["commitment"] == other.summary["commitment"]
        steps = one.ask("GET", "lesson")["steps"]
        assert steps[awaited(one.view())]["deed"] == ["attack 3118"]


def test_other_games_have_no_lesson(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        seats = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "friend"}]
        made = client.ask("POST", "/api/games", {"game": "victory-denied", "seats": seats}).json
        token = made["seats"][0]["token"]
        assert client.ask("GET", f"/api/games/{made['id']}/lesson", None, token).status == 404
        assert client.ask("GET", f"/api/games/{made['id']}/view", None, token).json["lesson"] is None


def test_the_script_answers_at_once_and_the_place_survives_a_restart(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        student = Student(client)
        student.do(*FIRST)
        for deed in ("pass", "advance 10Pz 3118", "done"):
            view = student.do(deed)
        start = awaited(view)
        student.do("attack 1914", "with 3Pz")
        view = student.do("stuka")
        # the Soviets have retreated already
        assert view["awaited"] == ["German"]
        assert any(group["verb"] == "advance" for group in view["asked"][0]["groups"])
        assert awaited(view) == start + 2
    with LocalClient(tmp_path) as client:
        student.client = client
        assert student.view()["lesson"] == view["lesson"]


def test_another_deed_is_taken_back(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        student = Student(client)
        before = student.view()["lesson"]
        strayed = student.do("attack 2716")["lesson"]
        assert strayed["awaits"] == before["awaits"]
        assert strayed["strayed"]
        assert not strayed["possible"]
        assert student.undo()["lesson"] == before


def test_what_the_script_did_for_the_student_is_taken_back_with_the_deed(tmp_path: Path) -> None:
    """After the move to Tilsit the script stops the unit; an undo takes back both."""
    with LocalClient(tmp_path) as client:
        student = Student(client, "barbarossa-1941")
        student.do("done", "pick DE-XXXXI", "with DE-LVI", "go 0411", "overrun 0510")
        for deed in ("pass", "lead DE-XXXXI", "enter", "stop"):
            student.do(deed)
        view = student.do("pick DE-XXXVIII", "go 0312")
        assert view["draft"]["actions"][-1] == "stop"
        assert student.undo()["draft"]["actions"][-1] == "pick DE-XXXVIII"


def test_a_game_without_a_lesson_is_refused(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        assert client.ask("POST", "/api/games", {"game": "nothing", "seats": [], "lesson": True}).status == 400
