"""What the scenarios and the terrain effects chart say, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ostfront.core.map.costs import Crossing
from ostfront.core.play.clauses import carries_out

# ---- the scenarios, clause by clause --------------------------------------------------------------------


@carries_out("AVA 2.1e", "AVA 18.0", "AVA 18.2i", otherwise="campaign")
def played_on(scenario: Mapping[str, Any]) -> str:
    """The map: a scenario ends at its border, and there is nothing beyond."""
    return str(scenario["map"])


@carries_out("AVA 16.4b", "AVA 18.1k", "AVA 18.2f", "AVA 18.2g", "AVA 18.3f", otherwise=(8, 1))
def end_of(scenario: Mapping[str, Any]) -> tuple[int, int]:
    """The last turn, and the victory points the Axis needs."""
    return int(scenario["last_turn"]), int(scenario["victory"])


@carries_out("AVA 4.0.2c", otherwise=("area", "hex", "range"))
def filled_kinds() -> tuple[str, ...]:
    """The zones whose every hex receives a unit; in a range units stand where they like."""
    return ("area", "hex")


@carries_out("AVA 17.2a", otherwise=False)
def reserve_used(options: Mapping[str, Any]) -> bool:
    """Whether Reserve and OKH are among the chits to select from."""
    return bool(options["reserve"])


@carries_out("AVA 18.1d", "AVA 18.3e", otherwise=True)
def okh_used(scenarios: Mapping[str, Any], scenario: str) -> bool:
    return scenario in scenarios["options"]["reserve"]["okh"]


@carries_out("AVA 18.1i", otherwise=lambda charts, scenario: charts["reserve_okh"]["rows"])
def reserve_table(charts: Mapping[str, Any], scenario: str) -> Sequence[int]:
    """Units that Reserve and OKH activate, by the die."""
    table = charts["reserve_leningrad"] if scenario == "leningrad" else charts["reserve_okh"]
    return cast(Sequence[int], table["rows"])


@carries_out("AVA 19.2", otherwise=lambda scenarios, players: scenarios["seats"]["4"])
def roles(scenarios: Mapping[str, Any], players: str) -> Mapping[str, Any]:
    """Who commands what when so many play."""
    return cast(Mapping[str, Any], scenarios["seats"][players])


# ---- the terrain effects chart, clause by clause ------------------------------------------------------


@carries_out("AVA 2.1f", "AVA 9.1c", "AVA 10.6b", otherwise=())
def start_line() -> tuple[str, ...]:
    """Hexsides closed to Soviets."""
    return ("start-line",)


@carries_out("AVA 9.2b", otherwise=lambda ground, column: {name: 1 for name in ground if column in ground[name]})
def ground_costs(ground: Mapping[str, Any], column: str) -> Mapping[str, int]:
    """What each kind of ground costs, on foot or mechanized."""
    return {name: kind[column] for name, kind in ground.items() if column in kind}


@carries_out("AVA 9.2j", otherwise=Crossing(closed=True))
def climb() -> Crossing:
    """What a mountain hex takes of a mountain division."""
    return Crossing(all_points=True, barred="either")


@carries_out("AVA 9.2c", otherwise=0)
def minor_river(charts: Mapping[str, Any]) -> int:
    return int(charts["hexside"]["minor_river"]["cost"])


def _free_in_zoc() -> Crossing:
    return Crossing(all_points=True)


@carries_out("AVA 9.2f", otherwise=Crossing(extra=1))
@carries_out("AVA 9.2g", otherwise=_free_in_zoc)
def major_river() -> Crossing:
    """The first and only step of a move, and neither hex in an enemy zone of control."""
    return Crossing(all_points=True, barred="either")


@carries_out("AVA 9.2d", "AVA 9.2i", otherwise={})
def roads() -> Mapping[str, Crossing]:
    """Along a road a hex costs 1, whatever it is."""
    return {"road": Crossing(fixed=1)}


@carries_out("AVA 2.1d", "AVA 9.2h", otherwise={})
def bridging() -> Mapping[str, tuple[str, ...]]:
    """Roads and railroads bridge major rivers; minor ones cost nothing along a road."""
    return {"minor": ("road",), "major": ("road", "rail")}
