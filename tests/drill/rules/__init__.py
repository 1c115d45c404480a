"""All rooms of the drill put together."""

from __future__ import annotations

from pathlib import Path
from random import Random

from drill import log
from drill.facts import SEATS, DrillState, Facts
from drill.odds import odds_of
from drill.referee.combat import referee
from drill.rules.aftermath import Aftermath
from drill.rules.combat import Combat
from drill.rules.command import Command
from drill.rules.movement import Movement
from drill.rules.sequence import Sequence
from drill.rules.setup import SettingUp
from drill.secrets import Fog
from drill.soundness import complaints
from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.actions import Action
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.rules import GameInfo, Odds, Option, Rules, Settings
from ostfront.core.play.sequence import Play, Secrecy
from ostfront.core.play.state import Frame


class DrillRules(Rules):
    seats = SEATS
    referee = referee
    state_type = DrillState
    facts: Facts
    sequence_rule = "2.1"
    compounds = (Compound("move UNIT HEX...", (Part("move UNIT"), Part("go HEX..."), Part("stop"))),)

    def __init__(self, _info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = INFO
        self.settings = settings
        self.data = data
        fog: bool = settings.options["fog"]
        secrecy: Secrecy = "secret" if fog else "open"
        self.facts = facts = Facts(data, settings.scenario, fog)
        self.vocabulary = facts.words
        self.setting_up = setting_up = SettingUp(facts, secrecy)
        command = Command(facts)
        movement = Movement(facts, secrecy)
        aftermath = Aftermath(facts, movement)
        self.combat = Combat(facts, movement, aftermath, secrecy)
        self.fog = Fog(facts, setting_up, command)
        rooms = (setting_up, command, movement, self.combat, aftermath)
        self.kinds = {kind.name: kind for room in rooms for kind in room.kinds}
        self.procedures = Sequence(facts, setting_up, command, movement, self.combat, aftermath).procedures

    def start(self) -> DrillState:
        state = self.blank()
        state.top = Frame("game", 0, None, None)
        return state

    def blank(self) -> DrillState:
        return DrillState(self.facts)

    def seen(self, state: DrillState, seat: int) -> Plain:
        return self.fog.seen(state, seat)

    def imagine(self, state: DrillState, seat: int, random: Random) -> DrillState:
        return self.fog.imagine(state, seat, random)

    def phase(self, state: DrillState) -> str:
        return f"turn {state.turn} / segment {state.segment}"

    def check(self, state: DrillState) -> list[str]:
        return complaints(self.facts, self.setting_up, state)


def _odds(play: Play[Facts, DrillState], _seat: int, action: Action) -> Odds | None:
    rules: DrillRules = play.rules
    return odds_of(rules.facts, rules.combat, rules.fog, play, action)


INFO = GameInfo(
    name="drill",
    title="The Drill",
    mark="DRILL",
    version="1.0",
    scenarios={
        "skirmish": "Three turns, a short Red line.",
        "siege": "Four turns, Red with all it has.",
    },
    options=(Option("fog", "Blocks are hidden from the enemy.", (True, False), "10.0"),),
    rules=DrillRules,
    log=lambda _facts, event: log.tell(event),
    odds=_odds,
    data=str(Path(__file__).parent.parent / "data"),
    complete=True,
)
