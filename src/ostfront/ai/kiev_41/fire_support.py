"""What guns and bombers add to the battles of an impulse plan."""

from __future__ import annotations

from ostfront.ai.kiev_41 import city_assaults, gains
from ostfront.ai.kiev_41.destinations import Destinations
from ostfront.ai.kiev_41.officer_adviser import OfficerAdviser
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.rules.fire import attack_strength

NOWHERE = -1
FLAK = 0.75  # bombers that get through


class FireSupport:
    """Guns and bombers, each sent to the battle where it counts most."""

    def __init__(self, adviser: OfficerAdviser, destinations: Destinations) -> None:
        self.adviser = adviser
        state = destinations.state.clone()
        state.active = 0
        self.tally = Tally(adviser.knowledge, state, destinations.context._replace(ready=0))
        self.fields = destinations.foes & state.occupied[adviser.seat]
        self.now = float(adviser.knowledge.weights["battle"]["now"])
        state_after = destinations.state.clone()
        for hq in bits(adviser.facts.roster.hqs & adviser.state.on_map):
            state_after.put(hq, adviser.state.place[hq])
        state_after.active = 0
        self.state_after = state_after
        self.tally_after = Tally(adviser.knowledge, state_after, self.tally.context)
        self.hits: dict[int, float] = {}
        self.known: dict[tuple[int, float], float] = {}

    def gain(self, area: int, hits: float) -> float:
        """What this many more hits are worth in a battle."""
        have = self.hits.get(area, 0.0)
        return (self.worth(area, have + hits) - self.worth(area, have)) * self.now

    def worth(self, area: int, hits: float) -> float:
        key = area, hits
        if key not in self.known:
            self.known[key] = gains.battle_gain(self.tally, self.adviser.seat, area, hits)
        return self.known[key]

    def best(self, areas: int, hits: float) -> tuple[float, int, float]:
        offers = [(self.gain(area, hits), area, hits) for area in bits(areas & self.fields)]
        return max(offers, default=(0.0, NOWHERE, 0.0))

    def guns(self, hq: int, area: int) -> tuple[float, int, float]:
        """The gain, the battle and the hits."""
        facts, state = self.adviser.facts, self.adviser.state
        return self.best(facts.links[area], attack_strength(facts, state, hq) * self.adviser.knowledge.one_die[hq])

    def bombs(self, hq: int, area: int) -> tuple[float, int, float]:
        facts, state = self.adviser.facts, self.adviser.state
        return self.best(facts.disks[area][attack_strength(facts, state, hq)], self.load(hq))

    def load(self, hq: int) -> float:
        """Hits of a Luftwaffe HQ's bombers."""
        facts, state = self.adviser.facts, self.adviser.state
        stars = attack_strength(facts, state, hq)
        ready = sum(state.place[b] == facts.boxes["bombers-available"] for b in bits(facts.roster.bombers_of[hq]))
        return min(stars, ready) * stars / 3 * FLAK

    def assault_gain(self, hq: int, area: int) -> float:
        """What an HQ's new place adds to an assault in the impulses to come."""
        return city_assaults.hq_gain_at(self.tally_after, hq, area)

    def add(self, hq: int, area: int) -> None:
        """It will fire."""
        bombs = self.adviser.facts.roster.luftwaffe >> hq & 1
        _, where, hits = self.bombs(hq, area) if bombs else self.guns(hq, area)
        self.hits[where] = self.hits.get(where, 0.0) + hits
        self.stand_at(hq, area)

    def stand_at(self, hq: int, area: int) -> None:
        """It will stand there."""
        self.state_after = self.state_after.clone()
        self.state_after.put(hq, area)
        self.tally_after = Tally(self.adviser.knowledge, self.state_after, self.tally.context)
