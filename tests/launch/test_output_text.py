"""The output of a bot is shown as it printed it, as far as a terminal is safe from it."""

import pytest

from referee.launch.output_text import safe_line


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Zug für 龍 🐉", "Zug für 龍 🐉"),
        (
            "1\N{NO-BREAK SPACE}000\N{IDEOGRAPHIC SPACE}yuan",
            "1\N{NO-BREAK SPACE}000\N{IDEOGRAPHIC SPACE}yuan",
        ),
        ("a\tb", "a       b"),
        ("👩\N{ZERO WIDTH JOINER}💻", "👩\N{ZERO WIDTH JOINER}💻"),
        ("\x1b[1mbold\x07\x7f\x9b", "?[1mbold???"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}abc", "?abc"),
        ("\ud800", "?"),
    ],
)
def test_text_stays_and_what_controls_a_terminal_is_replaced(line: str, shown: str) -> None:
    assert safe_line(line) == shown
