"""A person plays on the full screen of a terminal."""

from collections.abc import Callable, Sequence

from tests.terminal.pseudo_terminal import PseudoTerminal


def _has(word: str, row: int | None = None) -> Callable[[Sequence[str]], bool]:
    """Return whether a screen has a word, in one row or anywhere."""
    return lambda rows: word in ("\n".join(rows) if row is None else rows[row])


_ASKED = _has("Choose 1 to", 0)
_CONFIRM = _has("Enter confirms", 0)


def test_a_person_chooses_by_word_reads_the_rule_takes_back_and_confirms() -> None:
    with PseudoTerminal("play", "dragon", "human", "random", "--seed", "7") as terminal:
        terminal.wait_for(_ASKED)
        terminal.press("lady")
        terminal.wait_for(lambda rows: "court" in rows[15] and "lady" in rows[22])
        terminal.press("?")
        terminal.wait_for(_has("Before the first month"))
        terminal.press("\x1b")
        terminal.wait_for(lambda rows: not _has("Before the first month")(rows))
        terminal.press("\r")
        terminal.wait_for(_CONFIRM)
        terminal.press("\x1b")
        terminal.wait_for(_ASKED)
        terminal.press("36")
        terminal.wait_for(_has(" 36 begins", 13))
        terminal.press("\r")
        terminal.wait_for(_CONFIRM)
        terminal.press("\r")
        terminal.wait_for(_has("houses a"))
        terminal.press("\x11")
        terminal.wait_for(_has("You stop the match", 0))
        terminal.press("\r")
        assert terminal.finish() == 130


def test_a_match_on_the_screen_ends_with_the_places_and_gives_the_terminal_back() -> None:
    with PseudoTerminal("play", "dragon", "human", "random", "--seed", "7") as terminal:
        terminal.wait_for(_ASKED)
        terminal.press("\x12")
        terminal.wait_for(_has("You give up", 0))
        terminal.press("\r")
        terminal.wait_for(_has("The match is over", 0))
        terminal.wait_for(_has("1. random"))
        terminal.press("\r")
        assert terminal.finish() == 1
        assert _has("place  bot")(terminal.rows)
