"""The rule behind an option: a section of the game's page, which its presentation names."""

import re
from functools import cache
from typing import NamedTuple

from referee.error import UsageError
from referee.seat.asked_question import AskedQuestion
from referee.terminal.rules_page import page

_HEADING = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)


class RuleSection(NamedTuple):
    """A section of a page of rules: its heading, and its text in Markdown."""

    heading: str
    text: str


def rule_behind(asked: AskedQuestion, option: int) -> RuleSection | None:
    """Return the section of the rules that an option is about; None if the game names none."""
    heading = asked.options[option].rule
    text = _sections(asked.game).get(heading)
    return None if text is None else RuleSection(heading, text)


@cache
def _sections(game: str) -> dict[str, str]:
    """Return the texts of the sections by heading; empty if the game has no page."""
    try:
        parts = _HEADING.split(page(game))[1:]
    except UsageError:
        return {}
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}
