"""A person at a table, who plays in a browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.browser.conftest import Visit
from tests.browser.visitor import WIDE, Visitor
from tests.seat.web_table import WebTable, web_table

ASKED = """(turn) => document.querySelector('.seat-now')
    ?.textContent.includes(`Question ${turn} `)"""
"""Whether the page asks a question, by its number."""

IN_LINE = "() => document.activeElement?.matches('.seat-asked input')"
"""Whether the keyboard is in the line for an answer."""

_NEXT = """(turn) => ['The match is over', `Question ${turn} `].some((words) =>
    document.querySelector('.seat-now')?.textContent.includes(words))"""


class Person:
    """A person at a table, with a page."""

    def __init__(self, table: WebTable, visit: Visit, size: tuple[int, int], **look: Any) -> None:
        link = urlsplit(table.links[0])
        self.path = link.path
        self.address = f"{link.scheme}://{link.netloc}"
        self.table = table
        self.visitor: Visitor = visit(self.path, size, address=self.address, **look)
        self.tab = self.visitor.tab
        self.visitor.wait(ASKED, 1)

    @property
    def turn(self) -> int:
        """The number of the open question; 0 if there is none."""
        found = re.search(r"Question (\d+) ", self.tab.locator(".seat-now").inner_text())
        return int(found[1]) if found else 0

    def turns(self) -> Iterator[int]:
        """Yield the number of each question until the match is over."""
        turn = 1
        while True:
            self.visitor.wait(_NEXT, turn)
            if not self.turn:
                return
            yield turn
            turn += 1

    def confirm(self) -> None:
        """Click the button that confirms."""
        self.visitor.click("Confirm")

    def ended(self) -> bool:
        """Return whether the page shows the result that the match has."""
        (own,) = (one for one in self.table.outcome.results if one.seat == 0)
        lines = self.tab.locator(".seat-news li").all_inner_texts()
        return f"{own.place}. human: {own.score} points" in lines and own.strikes == 0


@contextmanager
def seated(
    visit: Visit, game: str, others: int = 1, size: tuple[int, int] = WIDE, **look: Any
) -> Iterator[Person]:
    """Seat a person at a table with random bots; `size` and `look` are those of the tab."""
    with web_table(game, ["random"] * others) as table:
        yield Person(table, visit, size, **look)
