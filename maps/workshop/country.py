"""Terrain with two kinds of woods, marsh and mountain: shares of outlines, a little noise, then a clean-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from workshop.fit import Fit
from workshop.geography import Geography
from workshop.ground import WEIGHT, Patch, Samples, ellipse, noise, polygons

WOODS = ("light-woods", "heavy-woods")


class Country:
    """Scores per hex from the outlines of the theatre and the hand-made patches."""

    def __init__(self, fit: Fit, geography: Geography, samples: Samples, patches: Iterable[Patch]) -> None:
        self.lattice = fit.lattice
        layers = {k: np.zeros(len(samples.points)) for k in ("woods", "heavy", "marsh", "mountain", "open")}
        for kind, _, strength, rings in geography.terrain():
            if kind not in ("light_forest", "heavy_forest", "marsh", "mountain") or (kind, strength) == ("marsh", 1):
                continue
            inside = samples.inside(polygons(fit, rings))
            if kind in ("marsh", "mountain"):
                layers[kind] = np.maximum(layers[kind], inside)
            else:
                layers["woods"] = np.maximum(layers["woods"], WEIGHT[kind, strength] * inside)
                if kind == "heavy_forest":
                    layers["heavy"] = np.maximum(layers["heavy"], inside)
        for patch in patches:
            inside = samples.inside(ellipse(fit, patch))
            layers[patch.kind] = np.maximum(layers[patch.kind], inside)
            if patch.kind == "heavy":
                layers["woods"] = np.maximum(layers["woods"], inside)
        self.score = {kind: samples.share(values) for kind, values in layers.items()}

    def terrain(self, settings: Mapping[str, Any], cleared: Mapping[str, float]) -> dict[str, str]:
        """Terrain of every hex; `cleared` reduces the score of towns and road hexes."""
        woods, heavy = {}, {}
        for h in self.lattice.hexes:
            x, y = self.lattice.centre(h)
            seed = settings["seed"]
            wave = 0.6 * noise(x / 2.6, y / 2.6, seed) + 0.4 * noise(x / 1.3, y / 1.3, seed + 7)
            off = settings["open"] * self.score["open"][h] + cleared.get(h, 0.0)
            woods[h] = round(self.score["woods"][h] + settings["noise"] * wave - off, 4)
            heavy[h] = round(self.score["heavy"][h] + 1.2 * settings["noise"] * wave - off, 4)
        out = {}
        for h in self.lattice.hexes:
            in_town = cleared.get(h, 0.0) >= 1
            if self.score["mountain"][h] >= settings["mountain"]:
                out[h] = "mountain"
            elif self.score["marsh"][h] - 0.5 * min(cleared.get(h, 0.0), 0.3) >= settings["marsh"] and not in_town:
                out[h] = "marsh"
            elif self._smooth(h, heavy) >= settings["heavy"]:
                out[h] = "heavy-woods"
            elif self._smooth(h, woods) >= settings["woods"]:
                out[h] = "light-woods"
            else:
                out[h] = "plains"
        self._tidy(out, cleared)
        return out

    def _smooth(self, h: str, value: Mapping[str, float]) -> float:
        around = [value[n] for n in self.lattice.neighbours(h)]
        return round(0.7 * value[h] + 0.3 * sum(around) / len(around), 4)

    def _tidy(self, terrain: dict[str, str], cleared: Mapping[str, float]) -> None:
        """A lone wood or mountain becomes plains, a lone clearing or valley becomes what is around it."""
        for h in self.lattice.hexes:
            around = [terrain[n] for n in self.lattice.neighbours(h)]
            wooded = sum(t in WOODS for t in around)
            if (terrain[h] in WOODS and not wooded) or (terrain[h] == "mountain" and "mountain" not in around):
                terrain[h] = "plains"
            elif terrain[h] != "mountain" and around.count("mountain") > 4 and cleared.get(h, 0.0) < 0.3:
                terrain[h] = "mountain"
            elif terrain[h] == "plains" and wooded == 6 and cleared.get(h, 0.0) < 1:
                terrain[h] = "light-woods"
