from pathlib import Path
from typing import Any


def make(folder: Path) -> dict[str, Any]:
    return {}
