"""How smoothly a played match moves in Chromium, by its trace.

python -m tests.browser.animation [SECONDS] [RUNS]
"""

import json
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from referee.record.folder import SUFFIX
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.browser.conftest import CHROMIUM
from tests.browser.server import served
from tests.match.driver import Driver
from tests.record.samples import record_of
from tianming_games.registry import load

_FRAME = 1000 / 60
_TOLERANCE = 0.5
"""Milliseconds of a frame at 60 a second, and by how much a measured one may be longer."""

_GAMES = ("dragon", "china", "ming")
_TASK = "RunTask"
_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]

_PLAY = """async (seconds) => {
    const times = [];
    let isOn = true;
    const frame = (time) => { times.push(time); if (isOn) requestAnimationFrame(frame); };
    document.querySelector('button[aria-label="Play"]').click();
    requestAnimationFrame(frame);
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    isOn = false;
    return times;
}"""
"""Plays for some seconds, and returns the time of each frame."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What a browser did while it played.

    Attributes:
        frames: number of frames.
        late: how many came later than 60 a second allow.
        busy: how many tasks of its processes took more processor time than a frame has.
        longest: the longest of these tasks, in milliseconds.
    """

    frames: int
    late: int
    busy: int
    longest: float


def main(seconds: float, runs: int) -> None:
    """Print the share of late frames of each game, the best of some runs in turn."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name, sync_playwright() as play:
        for game in _GAMES:
            data = record_of(Driver(load(game), seats=4))
            (Path(name) / f"{game}{SUFFIX}").write_bytes(data)
        source = RecordsSource("season", Path(name), [], ShowSettings(same_draws=False))
        found: dict[str, list[Motion]] = {game: [] for game in _GAMES}
        with served(source) as address:
            for _ in range(runs):
                for game in _GAMES:
                    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                    page = f"{address}/matches/{game}#step=60"
                    found[game].append(_motion(browser, page, seconds))
                    browser.close()
    for game, motions in found.items():
        best = min(motions, key=lambda one: one.late / one.frames)
        least = min(motions, key=lambda one: (one.busy, one.longest))
        print(
            f"{game}: {best.late} of {best.frames} frames took over {_FRAME:.1f} ms "
            f"({best.late / best.frames:.1%}); {least.busy} tasks used more processor time than "
            f"that, the longest {least.longest:.1f} ms"
        )


def _motion(browser: Browser, address: str, seconds: float) -> Motion:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.wait_for_selector(".board .piece", state="attached")
    page.wait_for_timeout(1000)
    browser.start_tracing(page=page, categories=_CATEGORIES)
    times: list[float] = page.evaluate(_PLAY, seconds)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    frames = [later - earlier for earlier, later in pairwise(times)]
    spent = [one["tdur"] / 1000 for one in events if one["name"] == _TASK and "tdur" in one]
    return Motion(
        len(frames),
        sum(frame > _FRAME + _TOLERANCE for frame in frames),
        sum(time > _FRAME for time in spent),
        max(spent, default=0.0),
    )


if __name__ == "__main__":
    words = sys.argv[1:]
    main(float(words[0]) if words else 6, int(words[1]) if len(words) > 1 else 3)
