"""What `import ostfront` costs and pulls in, compared with a bare import of what it needs."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from typing import Any

BARE = "msgspec, tomllib, csv"
UNWANTED = (
    "altair", "fastapi", "gymnasium", "jinja2", "litestar", "matplotlib", "numpy", "pandas", "pettingzoo", "plotly",
    "polars", "pydantic", "pyspiel", "rich", "scipy", "sqlalchemy", "starlette", "torch", "typer", "uvicorn",
)  # fmt: skip
SCRIPT = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"
LIST = "import sys, {}; print(' '.join({{name.partition('.')[0] for name in sys.modules}}))"


def measure(rounds: int = 15) -> dict[str, Any]:
    """CPU milliseconds of both imports in alternating fresh processes, their ratio, and unwanted packages."""
    ours, bare = [], []
    for _ in range(rounds):
        bare.append(float(_run(SCRIPT.format(BARE))))
        ours.append(float(_run(SCRIPT.format("ostfront"))))
    pulled = set(_run(LIST.format("ostfront")).split())
    return {
        "ostfront_ms": median(ours) * 1e3,
        "bare_ms": median(bare) * 1e3,
        "ratio": median(o / b for o, b in zip(ours, bare, strict=True)),
        "unwanted": sorted(pulled.intersection(UNWANTED)),
    }


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout
