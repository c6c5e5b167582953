"""A visitor of the pages: a tab of the browser, with its problems."""

import os
import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

from referee.web.owner_session import COOKIE
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
AXE = ROOT / "referee/web/browser/node_modules/axe-core/axe.min.js"
PICTURES = os.environ.get("TIANMING_PICTURES")
"""The folder where pictures of the pages are kept; none are taken without it."""

_PATIENCE = 1000 * PATIENCE
"""Maximum milliseconds to wait for an element or a condition."""

_ALIKE = [".log li:nth-child(n + 30)", ".board .piece:nth-child(n + 30)"]
"""Elements that are similar to earlier ones, and that axe need not check."""

WIDE, NARROW = (1280, 860), (360, 740)


class Visitor:
    """A tab at a server.

    Attributes:
        tab: the tab.
        problems: errors of scripts and of the server, violations of the policy, and requests to
            other places.
        requests: the addresses of all requests.
        expected: statuses of answers that are no problem.
    """

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], **look: Any) -> None:
        self.address = address
        width, height = size
        self._context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, **look
        )
        self._context.set_default_timeout(_PATIENCE)
        self.tab: Page = self._context.new_page()
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._is_inspected = False
        self.expected = {HTTPStatus.NOT_MODIFIED.value}
        self.tab.on("pageerror", lambda error: self._note(str(error)))
        self.tab.on("console", self._note_message)
        self.tab.on("request", self._see)
        self.tab.on("response", self._check)

    def sign_in(self, token: str) -> None:
        """Begin the session of an owner."""
        self._context.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])

    def close(self) -> None:
        """Close the tab; fail if it had a problem."""
        self._context.close()
        assert not self.problems, "\n".join(self.problems)

    def go(self, path: str) -> None:
        """Go to a page, and wait until it shows its data."""
        self.tab.goto(self.address + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the page shows its data."""
        self.wait("() => document.querySelector('main') && !document.querySelector('.loading')")

    def resize(self, size: tuple[int, int]) -> None:
        """Give the tab another width and height in pixels, and wait until the page has it."""
        width, height = size
        self.tab.set_viewport_size({"width": width, "height": height})
        self.wait("(width) => innerWidth === width", width)

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page."""
        if PICTURES:
            self._is_inspected = True
            self.tab.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)

    def barriers(self) -> list[str]:
        """Return the accessibility violations that axe finds, with the elements."""
        self._is_inspected = True
        self.tab.evaluate(_axe())
        found: dict[str, Any] = self.tab.evaluate("(left) => axe.run({ exclude: left })", _ALIKE)
        return [
            f"{one['id']}: {node['html'][:120]}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the tab."""
        width: int = self.tab.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width

    # -- a match

    @property
    def step(self) -> int:
        """The index of the step on show."""
        return int(self.tab.get_by_role("slider", name="Step").input_value())

    @property
    def last(self) -> int:
        """The index of the newest step."""
        return int(self.tab.get_by_role("slider", name="Step").get_attribute("max") or 0)

    @property
    def linked(self) -> int | None:
        """The number of the step in the URL; None if there is none."""
        found = re.search(r"#step=(\d+)", self.tab.url)
        return int(found[1]) if found else None

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.tab.keyboard.press(key)

    def click(self, label: str) -> None:
        """Click a button by its label."""
        self.tab.get_by_role("button", name=label, exact=True).click()

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until a condition in JavaScript holds."""
        self.tab.wait_for_function(condition, arg=argument)

    def stay(self) -> None:
        """Wait until the address names the step on show, as it does when a reader stays there."""
        self.wait(
            """() => location.hash && document.querySelector('.log [aria-current="step"]')
                === document.querySelector(`.log [href="${location.hash}"]`)"""
        )

    def places(self) -> dict[str, str]:
        """Return the places of the pieces on the board, by their descriptions."""
        found: dict[str, str] = self.tab.evaluate(
            """() => Object.fromEntries(
                [...document.querySelectorAll('.board .piece')].map((piece) =>
                    [piece.querySelector('title').textContent, piece.style.transform]))"""
        )
        return found

    def hidden_cards(self, bot: str) -> int:
        """Return how many cards of a bot the board shows face down."""
        found: int = self.tab.evaluate(
            """(words) => [...document.querySelectorAll('.board .piece title')]
                .filter((title) => title.textContent === words).length""",
            f"card of {bot}, face down",
        )
        return found

    # -- inside

    def _note_message(self, message: ConsoleMessage) -> None:
        is_answer = message.text.startswith("Failed to load resource")  # which has a line above
        if message.type in ("error", "warning") and not is_answer:
            self._note(message.text)

    def _note(self, problem: str) -> None:
        """Note a problem. The policy refuses styles of axe and of pictures, as Firefox tells."""
        if not (self._is_inspected and "blocked an inline style" in problem):
            self.problems.append(problem)

    def _check(self, response: Response) -> None:
        if not response.ok and response.status not in self.expected:
            self.problems.append(f"{response.status} for {response.url}")

    def _see(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith(self.address):
            self.problems.append(f"request to {request.url}")


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")
