"""A step as text: everything that is known of it, and nothing that steers the terminal."""

from dataclasses import replace

from referee.match.clock import Span, seconds
from referee.match.entry import Origin
from referee.match.question import Thought
from referee.record.reader import parse
from referee.record.walkthrough import PlayedChoice, Walkthrough, WalkthroughStep
from referee.terminal.step import details, row
from referee.terminal.step import seconds as duration
from tests.record.samples import toy_record

CHOICE = PlayedChoice(
    ("0", "1", "2"),
    1,
    Origin.BOT,
    seconds(0.25),
    seconds(5),
    "a\x1bnote",
    Thought(0.5, 1200, 3, ("1", "2")),
)


def step(choice: PlayedChoice = CHOICE) -> WalkthroughStep:
    """A step with a choice."""
    walkthrough = Walkthrough(parse(toy_record(), "m"))
    chosen = next(one for one in walkthrough.steps if one.choice and one.choice.took is not None)
    return replace(chosen, choice=choice, gains="Points: bot1 +1.")


class TestDetails:
    """`details`."""

    def test_a_choice_has_time_note_thought_and_what_was_not_played(self) -> None:
        lines = details(step()).plain.splitlines()
        assert lines[1] == "Points: bot1 +1."
        assert lines[2].endswith(": 0.250 s of 5.000 s, bank 0.000 s")
        assert lines[3] == "note: a\N{REPLACEMENT CHARACTER}note"
        assert lines[4] == "thought: expects 0.50; 1,200 nodes; depth 3; line 1, 2"
        assert lines[5:] == ["played: 1", "not played (2): 0 · 2"]

    def test_a_choice_of_the_referee_says_so(self) -> None:
        forced = PlayedChoice(("0",), 0, Origin.FORCED, None, None, "", None)
        text = details(step(forced)).plain
        assert "the only option, so nobody was asked" in text
        assert "not played" not in text
        house = replace(CHOICE, origin=Origin.HOUSE)
        assert "a substitute plays this forfeited seat" in details(step(house)).plain

    def test_a_fault_has_its_reason_and_time(self) -> None:
        walkthrough = Walkthrough(parse(toy_record(), "m"))
        fault = next(one for one in walkthrough.steps if one.kind == "fault")
        text = details(fault).plain
        assert "No answer came within" in text
        assert "\nat " in text


def test_a_row_has_the_entry_and_the_words() -> None:
    """The tone of the seat is that of the board."""
    text = row(step())
    assert text.plain.split()[0] == str(step().entry)
    assert "bot" in text.plain


def test_durations_have_the_digits_that_matter() -> None:
    """Short ones in milliseconds."""
    assert duration(seconds(0.0123)) == "0.012 s"
    assert duration(Span(61_234_000_000)) == "61.2 s"
