"""The ground as the referee sees it (5, 12.3, 12.10): what hexes cost, which hexsides are closed and why."""

from __future__ import annotations

from ostfront.games.barbarossa_1941.referee.position import (
    MUD,
    Position,
    closed_country,
    country,
    majors,
    superior,
    weather_chart,
)
from ostfront.kit.referee.movement import Bar


def ground_cost(position: Position, motorised: bool, hex: int) -> int:
    """The points to enter a hex of land, or a frozen lake."""
    chart, column = position.charts["terrain"], "motorised" if motorised else "foot"
    if hex in majors(position):
        return int(chart["major_city"][column])
    ground = position.ground(hex)
    return int(chart["lake"]["deep_freeze"] if ground == "lake" else chart[ground][column])


def closed_side(position: Position, side: int, a: int, b: int, weather: str) -> Bar | None:
    """Why a side may not cross from a hex to a neighbour, whatever the ground there (4, 12.10)."""
    for kind in position.sides(a, b):
        between = f"between {position.hex_name(a)} and {position.hex_name(b)}"
        if kind == "lake" and not weather_chart(position, weather)["frozen_lakes"]:
            return Bar("12.10b", f"The lake {between} is crossed only in deep freeze.")
        if kind in ("estuary", "strait"):
            return Bar("12.10c", f"The {kind} {between} is never crossed.")
        if kind == "kerch" and not superior(position, side, "black"):
            return Bar("12.10e", f"The strait {between} is crossed only with naval superiority in the Black Sea.")
    return None


def closed_hex(position: Position, hex: int, weather: str) -> Bar | None:
    """Why nobody enters a hex: sea, unfrozen lake, a country that is not in the war."""
    ground, name = position.ground(hex), position.hex_name(hex)
    if ground == "sea":
        return Bar("5a", f"{name} is sea.")
    if ground == "lake" and not weather_chart(position, weather)["frozen_lakes"]:
        return Bar("12.10b", f"{name} is a lake, which is crossed only in deep freeze.")
    if closed_country(position, hex):
        return Bar("12.2d", f"{name} lies in {country(position, hex)}, which is not in the war.")
    return None


def closed_by_mud(position: Position, motorised: bool, a: int, b: int, weather: str) -> Bar | None:
    """12.3: ground that motorised units cannot enter in mud."""
    if not motorised or weather != MUD or b in majors(position):
        return None
    chart, ground = weather_chart(position, MUD), position.ground(b)
    if ground in chart["motorised_closed"]:
        return Bar("12.3d", f"In mud motorised units cannot enter {ground}, as in {position.hex_name(b)}.")
    if ground in chart["motorised_closed_over_rivers"] and "river" in position.sides(a, b):
        return Bar(
            "12.3d", f"In mud motorised units cannot cross a river into {ground}, as in {position.hex_name(b)}."
        )
    return None


def closed_step(position: Position, side: int, motorised: bool, a: int, b: int, weather: str) -> Bar | None:
    """Why units of a class cannot go from a hex to its neighbour, whoever is there and whatever it costs."""
    key = ("closed step", side, motorised, a, b, weather)
    return position.once(
        key,
        lambda: (
            closed_hex(position, b, weather)
            or closed_side(position, side, a, b, weather)
            or closed_by_mud(position, motorised, a, b, weather)
        ),
    )


def open_neighbours(position: Position, side: int, hex: int, weather: str) -> list[int]:
    """The hexes across open hexsides, for attacks and retreats: land and frozen lakes."""
    return [n for n in position.plain.neighbours(hex) if closed_step(position, side, False, hex, n, weather) is None]


def river_cost(position: Position, a: int, b: int, weather: str) -> int:
    """12.10: the point for a river, paid by whoever enters an enemy ZOC across it, not in frost."""
    chart = position.charts["hexside"]["river"]
    return int(chart["cost"]) if "river" in position.sides(a, b) and weather in chart["weather"] else 0


def kerch_cost(position: Position, a: int, b: int) -> int:
    return int(position.charts["hexside"]["kerch"]["cost"]) if "kerch" in position.sides(a, b) else 0
