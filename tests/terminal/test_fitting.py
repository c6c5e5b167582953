"""A board fits the screen that it is given."""

import pytest

from referee.record.walkthrough import Walkthrough
from referee.terminal.fitting import cut, fit
from tests.terminal.plays import NAMES, PLAYS, record
from tianming_games.text_board import MUTED, Segment, line

LINES = [line("label    one two three four"), line("more     hand", detail=2)]


class TestFit:
    """`fit`."""

    def test_a_long_line_continues_below_its_text(self) -> None:
        rows = fit(LINES[:1], 18).plain.splitlines()
        assert rows == ["label    one two", "         three", "         four"]

    def test_what_may_be_left_out_goes_before_anything_is_cut(self) -> None:
        assert fit(LINES, 40, 2).plain.splitlines() == [
            "label    one two three four",
            "more     hand",
        ]
        assert fit(LINES, 40, 1).plain == "label    one two three four"

    def test_then_each_line_keeps_its_first_row(self) -> None:
        assert fit([LINES[0]] * 2, 18, 2).plain == "label    one two …\nlabel    one two …"

    def test_in_the_end_the_last_lines_go(self) -> None:
        assert fit([line("a"), line("b"), line("c")], 9, 2).plain == "a\n…"

    def test_tones_become_styles(self) -> None:
        (span,) = fit([line(Segment("quiet", MUTED))], 20).spans
        assert span.style == "dim"

    def test_nothing_steers_the_terminal(self) -> None:
        assert "\x1b" not in fit([line("a\x1b[31mb")], 20).plain


def test_a_text_is_cut_to_one_row() -> None:
    """Notes of bots can be long and have line breaks."""
    assert cut("one\ntwo\tthree", 9) == "one two …"
    assert cut("\x1b[2J", 9) == "\N{REPLACEMENT CHARACTER}[2J"


@pytest.mark.parametrize("place", range(len(PLAYS)), ids=NAMES)
def test_every_board_of_every_game_fits_a_small_terminal(place: int) -> None:
    """14 rows of 80 columns are what the replay has for the board on 80x24."""
    walkthrough = Walkthrough(record(place))
    for step in walkthrough.steps[:: max(1, len(walkthrough.steps) // 40)]:
        rows = fit(step.state.board_lines(None, walkthrough.bots), 80, 14).plain.split("\n")
        assert len(rows) <= 14
        assert max(map(len, rows)) <= 80
        assert all(
            any(f"{seat} bot{seat}" in row for row in rows) for seat in range(PLAYS[place][2])
        )
