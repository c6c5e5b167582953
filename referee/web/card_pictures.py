"""Draw the cards of previews in a process of its own, one after another, and cache them."""

import asyncio
import os
from collections import Counter, OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from referee.web.card import card
from referee.web.encoded_response import EncodedResponse
from referee.web.pool_worker import begin_worker
from referee.web.sentence import WebSentence
from referee.web.web_problem import Overloaded, TooMany

_MOST_KEPT: Final = 64
"""Maximum of cards in the cache, about 200 KB each."""

_MOST_DRAWN: Final = 16
_MOST_OF_PEER: Final = 4
"""Maximum of cards that wait to be drawn, in all and for one peer."""


class CardPictures:
    """Draws cards in a process of its own, because a picture takes the processor for 0.2 s.

    The process ends when no card waits.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, EncodedResponse] = OrderedDict()
        self._drawn: dict[str, asyncio.Task[EncodedResponse]] = {}
        self._peers: Counter[str] = Counter()
        self._executor: ProcessPoolExecutor | None = None

    async def png(self, svg: EncodedResponse, peer: str) -> EncodedResponse:
        """Return the card with a picture; each is drawn once, however many ask for it.

        Raises:
            Overloaded: if too many cards wait to be drawn.
            TooMany: if too many of them are for this peer.
        """
        kept = self._kept.get(svg.tag)
        if kept is not None:
            self._kept.move_to_end(svg.tag)
            return kept
        task = self._drawn.get(svg.tag)
        if task is None:
            self._check(peer)
            task = self._drawn[svg.tag] = asyncio.create_task(self._draw(svg, peer))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End the process."""
        for task in tuple(self._drawn.values()):
            task.cancel()
        await asyncio.gather(*self._drawn.values(), return_exceptions=True)

    def _check(self, peer: str) -> None:
        if len(self._drawn) >= _MOST_DRAWN:
            raise Overloaded(WebSentence.BUSY)
        if self._peers[peer] >= _MOST_OF_PEER:
            raise TooMany(WebSentence.TOO_MUCH_WORK, most=_MOST_OF_PEER)
        self._peers[peer] += 1

    async def _draw(self, svg: EncodedResponse, peer: str) -> EncodedResponse:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                1, get_context("spawn"), begin_worker, (os.getpid(),)
            )
        try:
            work = self._executor.submit(card, svg.body.decode())
            made = EncodedResponse.plain(await asyncio.wrap_future(work), "image/png")
        except BrokenExecutor:
            raise Overloaded(WebSentence.BUSY) from None
        finally:
            self._peers -= Counter([peer])
            del self._drawn[svg.tag]
            if not self._drawn:
                self._executor.shutdown(wait=False, cancel_futures=True)
                self._executor = None
        self._kept[svg.tag] = made
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return made
