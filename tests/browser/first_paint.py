"""How long the page of a match takes to its first paint in a browser that has nothing of it yet.

python -m tests.browser.first_paint [RUNS]
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from referee.record.folder import SUFFIX
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.browser.conftest import CHROMIUM
from tests.browser.server import served
from tests.record.samples import dragon_record

_PAINTED = """
() => performance.getEntriesByName("first-contentful-paint").map((entry) => entry.startTime)
"""
_BOARD = ".board .piece"
_PATIENCE = 20_000


def main(runs: int) -> None:
    """Print the times of some visits, each in a browser of its own."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name, sync_playwright() as play:
        (Path(name) / f"m1{SUFFIX}").write_bytes(dragon_record())
        source = RecordsSource("season", Path(name), [], ShowSettings(same_draws=False))
        with served(source) as address:
            found = []
            for _ in range(runs):
                browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                found.append(_visit(browser, f"{address}/matches/m1"))
                browser.close()
    for what, times in zip(("first paint", "board"), zip(*found, strict=True), strict=True):
        print(f"{what}: {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})")


def _visit(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds from the start of the navigation to the first paint, and to the board."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(_BOARD, state="attached", timeout=_PATIENCE)
    board: float = page.evaluate("() => performance.now()")
    paints: list[float] = page.evaluate(_PAINTED)
    return paints[0], board


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
