"""The service: make the answers of the API off the event loop, and cache them."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from referee.error import DataError, TianmingError
from referee.identifier import BotName, MatchId
from referee.league.ledger.listing import MatchState
from referee.record.companion import analysis_path
from referee.record.reader import read_bytes
from referee.record.saved_analysis import read_analysis
from referee.record.seat_view import public_view
from referee.web import season_view
from referee.web.api.match import ReasoningText
from referee.web.api.model import Model
from referee.web.board_picture import work_on_picture
from referee.web.card_pictures import CardPictures
from referee.web.catalogue import Catalogue, Found, disclosure_of
from referee.web.encoded_response import EncodedResponse
from referee.web.fair_worker import FairWorker, Work
from referee.web.feed import ResultFeed
from referee.web.hub import MOST_STREAMS, Hub, LiveView, Spectator
from referee.web.keeper import PATIENCE_FOR_A_BOT, StandingsKeeper
from referee.web.link_preview import LinkPreview
from referee.web.popular_answers import PopularAnswers
from referee.web.record_file import open_record
from referee.web.sentence import WebSentence
from referee.web.shared_answers import SharedAnswers
from referee.web.shown_analysis import work_on_analysis
from referee.web.shown_reasoning import reasoning_of_step
from referee.web.source import Source
from referee.web.steps import work_on_steps
from referee.web.web_problem import NotFound, NotShown, Overloaded, Unreadable, WebProblem

_FRESH: Final = 1.0
"""Seconds for which the answer about the season is cached."""

_KEPT: Final = 256
"""Maximum of cached answers with a match's steps or analysis, tens of kilobytes each."""


class Service:
    """Makes the answers of the API about one season; `peer` is the client that asks."""

    def __init__(self, source: Source, most_streams: int = MOST_STREAMS) -> None:
        self._catalogue = Catalogue(source)
        self._source = source
        self._keeper = StandingsKeeper(source)
        self._hub = Hub(most_streams)
        self._league: tuple[float, EncodedResponse] | None = None
        self._steps: OrderedDict[tuple[object, ...], EncodedResponse] = OrderedDict()
        self._worker = FairWorker()
        self._cards = CardPictures()
        self._popular = PopularAnswers()
        self._shared = SharedAnswers(self._worker)

    @property
    def cors(self) -> bool:
        """Whether scripts of other sites may read the API."""
        return self._source.show.cors

    async def close(self) -> None:
        """End all streams and computations, and close the source."""
        await self._hub.close()
        await self._keeper.close()
        await self._worker.close()
        await self._cards.close()
        await self._popular.close()
        self._source.close()

    async def league(self, peer: str = "") -> EncodedResponse:
        """Return the season at a glance, at most a second old."""
        now = time.monotonic()
        if self._league is None or now >= self._league[0]:
            kept = await self._keeper.standings()
            answer = await self._made(
                ("league",), peer, lambda: season_view.league(self._catalogue, kept)
            )
            self._league = now + _FRESH, answer
        return self._league[1]

    async def matches(self, query: dict[str, Any], peer: str = "") -> EncodedResponse:
        """Return a page of the matches."""
        wanted = {name: value for name, value in query.items() if name != "page"}
        number = query.get("page", 1)
        key = ("matches", number, *sorted(wanted.items()))
        return await self._made(key, peer, lambda: self._catalogue.page(wanted, number))

    async def match(self, match_id: MatchId, peer: str = "") -> EncodedResponse:
        """Return a match without its steps.

        Raises:
            NotFound: if no match has the name.
        """
        return await self._made(("match", match_id), peer, lambda: self._catalogue.view(match_id))

    async def bot(self, name: str, peer: str = "") -> EncodedResponse:
        """Return a bot of the season.

        Raises:
            NotFound: if no bot has the name.
            Overloaded: if the first standings are still being computed.
        """
        kept = await self._keeper.standings(PATIENCE_FOR_A_BOT)
        if kept.computed is None:
            raise Overloaded(WebSentence.SEASON_NOT_READ)
        key = ("bot", name, kept.computed)
        return await self._made(
            key, peer, lambda: season_view.bot(self._catalogue, kept, BotName(name))
        )

    async def has(
        self,
        match: str | None = None,
        bot: str | None = None,
        opponent: str | None = None,
        peer: str = "",
    ) -> bool:
        """Return whether what a page is about exists; true if that is unknown yet."""
        try:
            if match is not None:
                await self._shared.answer(("find", match), peer, lambda: self._find(match))
        except NotFound:
            return False
        except (WebProblem, TianmingError):
            return True
        if bot is None:
            return True
        kept = await self._keeper.standings()
        wanted = {bot} if opponent is None else {bot, opponent}
        return kept.computed is None or wanted <= set(kept.standings.bots)

    async def fair(self, match_id: MatchId, peer: str = "") -> EncodedResponse:
        """Return how to check that a match was fair.

        Raises:
            WebProblem: if there is no such match, or its record cannot be read.
        """
        key = ("fair", match_id)
        return await self._made(key, peer, lambda: self._catalogue.fairness(match_id))

    async def steps(
        self, match_id: MatchId, seat: int | None, options: bool, peer: str = ""
    ) -> EncodedResponse:
        """Return all steps of a match, in the view of `seat` if it is given.

        Raises:
            WebProblem: if they do not exist or are not shown, or if the server is busy.
        """
        chosen = match_id, seat, options
        key = ("steps", *chosen)
        found = await self._shared.answer(key, peer, lambda: self._steps_or_live(*chosen))
        if isinstance(found, EncodedResponse):
            return self._popular.best(found)
        answer = await self._hub.answer(found)
        if answer is not None:
            return answer
        key = ("replay", *chosen)
        return await self._shared.answer(key, peer, lambda: self._replayed(*chosen))

    async def analysis(self, match_id: MatchId, peer: str = "") -> EncodedResponse:
        """Return what a search thinks of the choices of a finished match.

        Raises:
            WebProblem: if there is no analysis, or it is not shown, or does not fit the record.
        """
        key = ("analysis", match_id)
        return await self._shared.answer(key, peer, lambda: self._analysed(match_id))

    async def preview(self, match_id: MatchId, peer: str = "") -> LinkPreview:
        """Return what other programs show of a link to a match.

        Raises:
            NotFound: if no match has the name.
        """
        key = ("preview", match_id)
        return await self._shared.answer(key, peer, lambda: self._preview(match_id))

    async def picture(self, match_id: MatchId, step: int | None, peer: str = "") -> EncodedResponse:
        """Return the board of a match after a step as SVG.

        Raises:
            WebProblem: if it does not exist or is not shown.
        """
        key = ("picture", match_id, step)
        return await self._shared.answer(key, peer, lambda: self._picture(match_id, step))

    async def card(self, match_id: MatchId, step: int | None, peer: str = "") -> EncodedResponse:
        """Return the board of a match after a step as PNG, for the preview of a link.

        Raises:
            WebProblem: if it does not exist or is not shown, or if too many cards are drawn.
        """
        return await self._cards.png(await self.picture(match_id, step, peer), peer)

    async def record(self, match_id: MatchId, peer: str = "") -> tuple[str, EncodedResponse]:
        """Return the name and the content of the record of a finished match.

        Raises:
            WebProblem: if it does not exist or is not shown yet.
        """
        key = ("record", match_id)
        return await self._shared.answer(key, peer, lambda: self._record(match_id))

    async def feed(self, base: str, peer: str = "") -> ResultFeed:
        """Return the newest results; `base` is the address of the first page."""

        def work() -> Work[ResultFeed]:
            yield
            found = self._catalogue.page({"state": MatchState.FINISHED.value}, 1)
            return ResultFeed(self._source.name, base, found)

        return await self._shared.answer(("feed", base), peer, work)

    async def reasoning(self, match_id: MatchId, n: int, peer: str = "") -> EncodedResponse:
        """Return how a bot came to the choice at a step of a finished match.

        Raises:
            WebProblem: if there is none, or it is not shown, or cannot be read.
        """
        key = ("reasoning", match_id, n)
        return await self._made(key, peer, lambda: self._reasoned(match_id, n))

    async def live(self, match_id: MatchId, after: int | None, peer: str = "") -> Spectator:
        """Return the stream of events of a running match.

        Raises:
            WebProblem: if the match is not shown or not running, or if too many streams are open.
        """
        self._hub.check(peer)
        view = await self._shared.answer(("live", match_id), peer, lambda: self._live(match_id))
        return self._hub.stream(view, after, peer)

    async def position(
        self, match_id: MatchId, with_board: bool, peer: str = ""
    ) -> EncodedResponse:
        """Return the newest position of a running match.

        Raises:
            WebProblem: if the match is not shown or not running.
        """
        view = await self._shared.answer(("live", match_id), peer, lambda: self._live(match_id))
        answer = await self._hub.answer(view, lambda match: match.position(with_board))
        if answer is None:
            raise NotFound(WebSentence.NOT_LIVE)
        return answer

    # -- inside: these run in the thread of the worker

    async def _made(
        self, key: tuple[object, ...], peer: str, make: Callable[[], Model]
    ) -> EncodedResponse:
        """Return the encoded answer with a model that is made in one part."""

        def work() -> Work[EncodedResponse]:
            yield
            return EncodedResponse.of(make())

        return await self._shared.answer(key, peer, work)

    def _find(self, match: str) -> Work[Found]:
        yield
        return self._catalogue.find(MatchId(match))

    def _live(self, match_id: MatchId) -> Work[LiveView]:
        yield
        found = self._shown(match_id, None)
        if not found.is_live:
            raise NotFound(WebSentence.NOT_LIVE)
        return self._view(found)

    def _view(self, found: Found) -> LiveView:
        """Return what everybody may see of a running match."""
        disclosure = disclosure_of(found, self._source.show)
        path = self._source.record_of(found.match)
        return LiveView(found.match.match_id, path, disclosure, found.showing.delay)

    def _steps_or_live(
        self, match_id: MatchId, seat: int | None, options: bool
    ) -> Work[EncodedResponse | LiveView]:
        """Return the steps of a match; where the hub has them, how it follows the match."""
        yield
        found = self._shown(match_id, seat)
        if found.is_live and seat is None and not options:
            return self._view(found)
        return (yield from self._replayed(match_id, seat, options, found))

    def _replayed(
        self, match_id: MatchId, seat: int | None, options: bool, found: Found | None = None
    ) -> Work[EncodedResponse]:
        """Return the steps of a match from its record, or from the cache."""
        yield
        found = found or self._shown(match_id, seat)
        path = self._source.record_of(found.match)
        match = found.match
        disclosure = disclosure_of(found, self._source.show, seat, options)
        key = (match_id, match.attempt, _stamp(path), disclosure, found.showing)
        if (kept := self._kept(key)) is not None:
            return kept
        record = open_record(path, found.is_live)
        yield
        made = yield from work_on_steps(match_id, record, disclosure, found.showing.delay)
        answer = EncodedResponse.of(made)
        if not found.is_live:
            self._keep(key, answer)
        return answer

    def _analysed(self, match_id: MatchId) -> Work[EncodedResponse]:
        """Return the analysis beside a record, checked against it, or that of the cache."""
        yield
        found = self._shown(match_id, None)
        path = self._source.record_of(found.match)
        beside = analysis_path(path)
        key = ("analysis", match_id, found.match.attempt, _stamp(path), _stamp(beside))
        if (kept := self._kept(key)) is not None:
            return kept
        try:
            saved = read_analysis(beside) if found.showing.is_over else None
            if saved is None:
                raise NotFound(WebSentence.NO_ANALYSIS)
            record = open_record(path, is_live=False)
            yield
            made = yield from work_on_analysis(match_id, record, saved)
        except DataError:
            raise Unreadable(WebSentence.ANALYSIS_NOT_SHOWN) from None
        answer = EncodedResponse.of(made)
        self._keep(key, answer)
        return answer

    def _preview(self, match_id: MatchId) -> Work[LinkPreview]:
        yield
        found = self._catalogue.find(match_id)
        has_board = found.played.has_board(len(found.match.bots))
        return LinkPreview.of(self._catalogue.view_of(found), has_board)

    def _picture(self, match_id: MatchId, step: int | None) -> Work[EncodedResponse]:
        """Draw the board of a match, or return the picture of the cache."""
        yield
        found = self._shown(match_id, None)
        path = self._source.record_of(found.match)
        disclosure = disclosure_of(found, self._source.show)
        key = ("picture", match_id, found.match.attempt, _stamp(path), step, disclosure)
        if (kept := self._kept(key)) is not None:
            return kept
        record = open_record(path, found.is_live)
        yield
        svg = yield from work_on_picture(record, disclosure, found.showing.delay, step)
        answer = EncodedResponse.of_bytes(svg.encode(), "image/svg+xml", best=False)
        if not found.is_live:
            self._keep(key, answer)
        return answer

    def _record(self, match_id: MatchId) -> Work[tuple[str, EncodedResponse]]:
        """Read the record of a match; without notes, unless they are shown."""
        yield
        found = self._shown(match_id, None)
        if not found.showing.is_over:
            raise NotShown(WebSentence.RECORD_AFTER_END)
        path = self._source.record_of(found.match)
        open_record(path, is_live=False)
        yield
        data = read_bytes(path)
        if not self._source.show.notes:
            data = public_view(data)
        media = "application/octet-stream"
        return path.name, EncodedResponse.of_bytes(data, media, best=False)

    def _reasoned(self, match_id: MatchId, n: int) -> ReasoningText:
        found = self._shown(match_id, None)
        if not found.showing.is_over:
            raise NotShown(WebSentence.REASONING_AFTER_END)
        path = self._source.record_of(found.match)
        disclosure = disclosure_of(found, self._source.show)
        return reasoning_of_step(match_id, open_record(path, is_live=False), path, n, disclosure)

    def _kept(self, key: tuple[object, ...]) -> EncodedResponse | None:
        """Return an answer of the cache, which becomes its newest; None if it is not there."""
        kept = self._steps.get(key)
        if kept is not None:
            self._steps.move_to_end(key)
        return kept

    def _keep(self, key: tuple[object, ...], answer: EncodedResponse) -> None:
        """Add an answer to the cache, which loses its oldest if it is full."""
        self._steps[key] = answer
        if len(self._steps) > _KEPT:
            self._steps.popitem(last=False)

    def _shown(self, match_id: MatchId, seat: int | None) -> Found:
        """Return a match whose play is shown, in the view of `seat` if it is given.

        Raises:
            NotFound: if there is no such match, or no such seat.
            NotShown: if its play, or the view of the seat, is not shown yet.
        """
        found = self._catalogue.find(match_id)
        if seat is not None and seat >= len(found.match.bots):
            last = len(found.match.bots) - 1
            raise NotFound(WebSentence.NO_SUCH_SEAT, seat=seat, last=last)
        why = found.showing.hidden
        if why is not None:
            raise NotShown.of(why, {})
        if seat is not None and found.played.hides and not found.showing.is_over:
            raise NotShown(WebSentence.VIEW_AFTER_END)
        return found


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return time of the last change and size of a record; None if it is not finished."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_size
    return None
