"""The seat of a person in the browser: what its page shows, and what the person answers there.

The page gets its whole view again with every change. So a tab that is closed, opened again or
offline for a while loses nothing, and several tabs show the same.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from typing import Final

from referee.seat.asked_question import AskedQuestion
from referee.seat.guide import advice
from referee.seat.option_place import places
from referee.seat.rule_text import rule_behind
from referee.terminal.rules_page import render
from referee.web.api.seated import SeatOption, SeatRule, SeatStart, SeatView
from referee.web.sentence import WebSentence
from referee.web.server_sent import HEARTBEAT, NOTHING_NEW, event
from referee.web.web_problem import NotFound, NotOpen, TooMany, WebProblem
from tianming_games.scene import Scene, board_json, scene_json

MOST_TABS: Final = 20
"""Maximum of open tabs of a seat."""

_MOST_NEWS: Final = 200
_GOODBYE: Final = 30.0
"""Seconds for which the end of the match waits for a tab, if none is open."""

_LONG: Final = 6 * 3600.0
"""Seconds from which the time for an answer counts as no clock."""

_WIDTH: Final = 76


class WebFront:
    """One person's seat in the browser."""

    def __init__(self, *, is_guided: bool) -> None:
        self._is_guided = is_guided
        self.left = asyncio.Event()
        self.has_come = asyncio.Event()
        """Set when the person has opened the page."""
        self._start: SeatStart | None = None
        self._view = SeatView()
        self._asked: AskedQuestion | None = None
        self._answer: asyncio.Future[int | None] | None = None
        self._last: tuple[int, int | None] | None = None
        self._changed = asyncio.Event()
        self._is_end_seen = asyncio.Event()
        self._tabs = 0
        self._is_closed = False
        self._scene: Scene = {}

    # -- what the seat shows

    async def ask(self, asked: AskedQuestion) -> int | None:
        """Show a question, and return the answer that the page sends."""
        guide, at = await asyncio.to_thread(_worked_out, asked, self._is_guided)
        self._start = self._start or _start(asked)
        self._show(
            question=asked.number,
            turn=asked.turn,
            title=asked.title,
            points=asked.points,
            scene=self._drawn(asked),
            news=self._with_news(*asked.news),
            advice=guide,
            options=tuple(
                SeatOption(
                    words=one.words,
                    notation=one.notation,
                    has_rule=rule_behind(asked, index) is not None,
                    at=at[index],
                )
                for index, one in enumerate(asked.options)
            ),
        )
        self._asked = asked
        if self._last is not None and self._last[0] == asked.number:
            self._last = None  # its answer was lost, so it is asked again
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._answer = answer
        try:
            return await answer
        finally:
            if self._answer is answer:
                self._close_question()

    def tell(self, text: str) -> None:
        """Show a sentence among the news."""
        self._show(news=self._with_news(text))

    async def finish(self, lines: list[str]) -> None:
        """Show how the match ended, until a tab has it; without a tab, wait a little for one."""
        self._show(news=self._with_news(*lines), over=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_end_seen.wait(), _GOODBYE)

    async def close(self) -> None:
        """End the streams of all tabs, so that the server of the pages need not wait for them."""
        self._is_closed = True
        self._show()

    # -- what the page asks for

    async def events(self) -> AsyncGenerator[bytes, None]:
        """Yield the events of a tab; the last one is the end of the match."""
        is_begun, shown = False, None
        while not self._is_closed:
            if self._start is not None and not is_begun:
                is_begun = True
                yield event("start", self._start)
            if self._view is not shown:
                shown = self._view
                yield event("view", shown.model_copy(update={"left": self._seconds_left()}))
                if shown.over:
                    self._is_end_seen.set()
                    return
            elif not await self._has_changed():
                yield NOTHING_NEW

    def enter(self) -> None:
        """Count a tab.

        Raises:
            TooMany: if too many show this seat.
        """
        if self._tabs >= MOST_TABS:
            raise TooMany(WebSentence.TOO_MANY_TABS, most=MOST_TABS)
        self._tabs += 1
        self.has_come.set()

    def leave(self) -> None:
        """Count a tab no more."""
        self._tabs -= 1

    def answer(self, question: int, option: int | None) -> None:
        """Answer a question; the same answer again changes nothing.

        Raises:
            NotOpen: if the question is not open.
            WebProblem: if it has no such option.
        """
        if self._last == (question, option):
            return
        asked, answer = self._asked, self._answer
        if asked is None or answer is None or asked.number != question:
            raise NotOpen(WebSentence.QUESTION_NOT_OPEN, number=question)
        if option is not None:
            _check_option(asked, option)
        self._last = (question, option)
        self._close_question()
        answer.set_result(option)

    def rule(self, option: int) -> SeatRule:
        """Return the rule behind an option of the open question.

        Raises:
            WebProblem: if there is none.
        """
        if self._asked is None:
            raise NotOpen(WebSentence.QUESTION_NOT_OPEN, number=self._view.turn)
        _check_option(self._asked, option)
        found = rule_behind(self._asked, option)
        if found is None:
            raise NotFound(WebSentence.NO_RULE_BEHIND)
        text = render(found.text, _WIDTH, styled=False)
        return SeatRule(heading=found.heading, text=text.strip("\n"))

    # -- inside

    def _drawn(self, asked: AskedQuestion) -> dict[str, object]:
        """Return the pieces that the seat sees, with the ids that they had before."""
        if asked.presentation.board is None:
            return {}
        scene = asked.presentation.scene(asked.observation)
        self._scene = asked.presentation.follow(self._scene or scene, scene)
        return scene_json(self._scene)

    def _close_question(self) -> None:
        self._asked = self._answer = None
        self._show(question=0, options=(), advice=())

    def _show(self, **fields: object) -> None:
        self._view = self._view.model_copy(update=fields)
        self._changed.set()
        self._changed = asyncio.Event()

    def _with_news(self, *lines: str) -> tuple[str, ...]:
        return (*self._view.news, *lines)[-_MOST_NEWS:]

    def _seconds_left(self) -> float | None:
        left = _LONG if self._asked is None else self._asked.deadline - time.monotonic()
        return max(0.0, left) if left < _LONG else None

    async def _has_changed(self) -> bool:
        """Wait for a change; return whether there was one before the next beat."""
        try:
            await asyncio.wait_for(self._changed.wait(), HEARTBEAT)
        except TimeoutError:
            return False
        return True


def _worked_out(
    asked: AskedQuestion, is_guided: bool
) -> tuple[tuple[str, ...], list[tuple[tuple[float, float], ...]]]:
    """Return the advice and the places of the options, which may take a second."""
    return tuple(advice(asked)) if is_guided else (), places(asked)


def _start(asked: AskedQuestion) -> SeatStart:
    board = asked.presentation.board
    drawn = None if board is None else board_json(board)
    # The rules made the board, so it is not validated.
    return SeatStart.model_validate(
        {"game": asked.game, "seat": asked.seat, "seats": asked.names, "board": drawn}
    )


def _check_option(asked: AskedQuestion, option: int) -> None:
    most = len(asked.options)
    if not 0 <= option < most:
        raise WebProblem(WebSentence.NO_SUCH_OPTION, number=option + 1, most=most)
