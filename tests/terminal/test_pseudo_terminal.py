"""The full-screen programs in a real terminal of 80x24."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.terminal.plays import NAMES, PLAYS, data
from tests.terminal.pseudo_terminal import PseudoTerminal, scrolled

COLOUR = re.compile(rb"\x1b\[[0-9;]*\b(?:3[1-6]|38;5;\d+|38;2;\d+;\d+;\d+)[0-9;]*m")
"""A foreground in a colour."""


def is_open(rows: Sequence[str]) -> bool:
    """Whether the replay has drawn its first screen."""
    return "entry 1 of" in rows[0] and "q Quit" in rows[-1]


def is_at_end(rows: Sequence[str]) -> bool:
    """Whether the replay shows the last step."""
    found = re.search(r"entry (\d+) of (\d+)", rows[0])
    return found is not None and found[1] == found[2]


def test_a_replay_opens_moves_and_quits(tmp_path: Path) -> None:
    """Its first row and its keys stay where they are, so nothing has scrolled."""
    path = tmp_path / "m.tianming"
    place = NAMES.index("china-default")
    path.write_bytes(data(place))
    with PseudoTerminal("replay", str(path)) as terminal:
        terminal.wait_for(is_open)
        terminal.press("\x1b[F")
        terminal.wait_for(is_at_end)
        terminal.wait_for(lambda rows: "q Quit" in rows[-1])
        assert all(f"bot{seat} " in terminal.rows[0] for seat in range(PLAYS[place][2]))
        assert not terminal.screen.history.top
        terminal.press("q")
        assert terminal.finish() == 0


@pytest.mark.parametrize("no_color", [False, True])
def test_colors_can_be_switched_off(no_color: bool, tmp_path: Path) -> None:
    """`NO_COLOR` is heard."""
    path = tmp_path / "m.tianming"
    path.write_bytes(data(NAMES.index("dragon-default")))
    environment = {"NO_COLOR": "1"} if no_color else {}
    with PseudoTerminal("replay", str(path), COLORTERM="truecolor", **environment) as terminal:
        terminal.wait_for(is_open)
        terminal.press("q")
        assert terminal.finish() == 0
    grey = re.compile(rb"38;2;(\d+);\1;\1\b")
    colours = [one for one in COLOUR.findall(terminal.written) if not grey.search(one)]
    assert bool(colours) != no_color


def test_a_watched_match_never_scrolls_and_leaves_its_result() -> None:
    """The board stands on a screen of its own; the result is on the one before."""
    words = ("play", "ming", "random", "random", "random", "--watch", "--pace", "0")
    calm = ("--log-level", "error")  # a stall before the first screen is a warning
    with PseudoTerminal(*words, *calm) as terminal:
        assert terminal.finish() == 0
    before, _, screen = terminal.written.partition(b"\x1b[?1049h")
    screen, _, after = screen.partition(b"\x1b[?1049l")
    assert before == b""
    assert not scrolled(screen)
    assert b"random-1" in after
    assert b"Seed " in after


def test_a_bot_that_crashes_is_reported_on_the_screen_and_after_it() -> None:
    """The report breaks no screen, nor does the log, and nobody misses them."""
    crashing = f"{sys.executable} -m tests.zoo.faulty crashing"
    words = ("play", "dragon", crashing, "random", "--watch", "--pace", "0", "--first", "0")
    more = ("--decision", "1", "--bank", "0", "--log-level", "info")
    with PseudoTerminal(*words, *more) as terminal:
        assert terminal.finish() == 1
    screen, _, after = terminal.written.partition(b"\x1b[?1049l")
    assert not scrolled(screen.partition(b"\x1b[?1049h")[2])
    assert b"faulty: " in screen
    assert b"this bot has lost its mind" in after
    assert b"bot_crashed" not in screen.partition(b"\x1b[?1049h")[2]
    assert b"bot_crashed" in after
