"""What axe-core finds wrong with a page: its serious and critical faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
LOOK = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}`);
}"""


def faults(page: Page) -> Any:
    """One line for each rule that is broken, with up to four places."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(LOOK)
