"""What the scenarios and the terrain effects chart say, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ostfront.core.map.costs import Crossing
from ostfront.core.play.clauses import implements

# ---- the scenarios, clause by clause --------------------------------------------------------------------


@implements("AVA 2.1e", "AVA 18.0", "AVA 18.2i")
def played_on(scenario: Mapping[str, Any]) -> str:
    """The map: a scenario ends at its border, and there is nothing beyond."""
    return str(scenario["map"])


@implements("AVA 16.4b", "AVA 18.1k", "AVA 18.2f", "AVA 18.2g", "AVA 18.3f")
def end_of(scenario: Mapping[str, Any]) -> tuple[int, int]:
    """The last turn, and the victory points the Axis needs."""
    return int(scenario["last_turn"]), int(scenario["victory"])


@implements("AVA 4.0.2c")
def filled_kinds() -> tuple[str, ...]:
    """The zones whose every hex receives a unit; in a range units may be anywhere."""
    return ("area", "hex")


@implements("AVA 17.2a")
def reserve_used(options: Mapping[str, Any]) -> bool:
    """Whether Reserve and OKH are among the chits to select from."""
    return bool(options["reserve"])


@implements("AVA 18.1d", "AVA 18.3e")
def okh_used(scenarios: Mapping[str, Any], scenario: str) -> bool:
    return scenario in scenarios["options"]["reserve"]["okh"]


@implements("AVA 18.1i")
def reserve_table(charts: Mapping[str, Any], scenario: str) -> Sequence[int]:
    """Units that Reserve and OKH activate, by the die."""
    table = charts["reserve_leningrad"] if scenario == "leningrad" else charts["reserve_okh"]
    return cast(Sequence[int], table["rows"])


@implements("AVA 19.2")
def roles(scenarios: Mapping[str, Any], players: str) -> Mapping[str, Any]:
    """Who commands what with this number of players."""
    return cast(Mapping[str, Any], scenarios["seats"][players])


# ---- the terrain effects chart, clause by clause ------------------------------------------------------


@implements("AVA 2.1f", "AVA 9.1c", "AVA 10.6b")
def start_line() -> tuple[str, ...]:
    """Hexsides closed to Soviets."""
    return ("start-line",)


@implements("AVA 9.2b")
def ground_costs(ground: Mapping[str, Any], column: str) -> Mapping[str, int]:
    """What each kind of ground costs, on foot or mechanized."""
    return {name: kind[column] for name, kind in ground.items() if column in kind}


@implements("AVA 9.2j")
def climb() -> Crossing:
    """What a mountain hex costs a mountain division."""
    return Crossing(all_points=True, barred="either")


@implements("AVA 9.2c")
def minor_river(charts: Mapping[str, Any]) -> int:
    return int(charts["hexside"]["minor_river"]["cost"])


@implements("AVA 9.2f", "AVA 9.2g")
def major_river() -> Crossing:
    """The first and only step of a move, and neither hex in an enemy zone of control."""
    return Crossing(all_points=True, barred="either")


@implements("AVA 9.2d", "AVA 9.2i")
def roads() -> Mapping[str, Crossing]:
    """Along a road a hex costs 1, whatever it is."""
    return {"road": Crossing(fixed=1)}


@implements("AVA 2.1d", "AVA 9.2h")
def bridging() -> Mapping[str, tuple[str, ...]]:
    """Roads and railroads bridge major rivers; minor ones cost nothing along a road."""
    return {"minor": ("road",), "major": ("road", "rail")}
