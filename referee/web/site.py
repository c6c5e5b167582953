"""Write a season as static files for any web host; each page contains its data."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from referee.error import DataError, StorageError
from referee.identifier import MatchId
from referee.league.ledger import listing
from referee.league.ledger.listing import Filter, MatchState
from referee.record.companion import analysis_path
from referee.record.saved_analysis import read_analysis
from referee.web import season_view
from referee.web.api.match import MatchLine, MatchView
from referee.web.api.model import Model
from referee.web.api.season import BotView
from referee.web.board_picture import drawn_board
from referee.web.card import card
from referee.web.catalogue import PAGE_SIZE, Catalogue, Found, disclosure_of
from referee.web.feed import ATOM, JSON, ResultFeed, feed_links
from referee.web.keeper import Kept
from referee.web.link_preview import TITLE, LinkPreview
from referee.web.record_file import open_record
from referee.web.sentence import WebSentence
from referee.web.shown_analysis import analysis_of
from referee.web.shown_reasoning import reasoning_of_match
from referee.web.source import Source
from referee.web.standalone import STATIC, PagePlace, Shell
from referee.web.standings import standings
from referee.web.steps import steps_of
from referee.web.web_problem import WebProblem

_UNRESERVED: Final = "!'()*-._~"
"""Characters that a browser does not escape in a path segment."""

_MOST_MATCHES: Final = 1_000_000

ReportPages = Callable[[int, int], None]
"""Called with the number of files written, and the total."""


def write_site(
    source: Source, folder: Path, report: ReportPages = lambda _, __: None, address: str = ""
) -> int:
    """Write the files of a season, and return the number of pages.

    What may not be shown yet is left out. Files of an earlier site are overwritten.

    Args:
        source: the season.
        folder: where the files go.
        report: called after each page of a match.
        address: the address that the folder will have, with a slash at its end. Links have previews
            only if it is known.

    Raises:
        StorageError: if the folder cannot be written.
        TianmingError: if the season cannot be read.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        return _Site(source, folder, address).write(report)
    except OSError as error:
        why = error.strerror or str(error)
        raise StorageError(WebSentence.SITE_NOT_WRITTEN, folder=folder, why=why) from None


class _Site:
    """Writes the pages of one season."""

    def __init__(self, source: Source, folder: Path, address: str) -> None:
        self._source = source
        self._folder = folder
        self._address = address
        self._shell = Shell()
        self._catalogue = Catalogue(source)

    def write(self, report: ReportPages) -> int:
        """Write every page, and return their number."""
        with self._source.reading() as reading:
            kept = Kept(
                standings(reading, self._source.by_version, self._source.league),
                None,
                pending=False,
            )
            found = listing.page(reading, Filter(), 0, _MOST_MATCHES)
        lines = [self._catalogue.line(match) for match in found]
        matches = self._catalogue.page_of(lines, len(lines))
        season = {"league": season_view.league(self._catalogue, kept)}
        self._page(PagePlace("league"), "index.html", season)
        self._page(PagePlace("matches"), "matches.html", {**season, "matches": matches})
        self._page(PagePlace("fair"), "fair.html", {})
        self._write_feeds([line for line in lines if _is_name(line.id)])
        bots = [bot for bot in kept.standings.names if _is_name(bot)]
        names = [line.id for line in lines if _is_name(line.id)]
        count = 3 + len(bots)
        for bot in bots:
            view = season_view.bot(self._catalogue, kept, bot)
            self._page(PagePlace("bot", bot), f"bots/{bot}.html", {f"bots/{quoted(bot)}": view})
            count += self._pairs(view)
        for number, name in enumerate(names, 1):
            self._match_page(name)
            report(count + number, count + len(names))
        return count + len(names)

    def _pairs(self, view: BotView) -> int:
        """Write the page of a bot with each of its opponents, and return their number."""
        met = [meeting for meeting in view.opponents if _is_name(meeting.opponent)]
        for meeting in met:
            bot, opponent = view.name, meeting.opponent
            pair = {"bot": bot, "opponent": opponent}
            short = view.model_copy(update={"opponents": [meeting], "ratings": [], "recent": []})
            self._page(
                PagePlace("versus", bot, opponent),
                f"bots/{bot}/vs/{opponent}.html",
                {
                    f"bots/{quoted(bot)}": short,
                    f"matches?{in_query(pair)}": self._catalogue.page(pair, 1),
                },
            )
        return len(met)

    def _page(
        self, place: PagePlace, name: str, answers: Mapping[str, Model], head: str = TITLE
    ) -> None:
        root = "../" * name.count("/") or "./"
        self._file(name, self._shell.page(place, root, answers, feed_links(root) + head).encode())

    def _file(self, name: str, content: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def _write_feeds(self, lines: list[MatchLine]) -> None:
        """Write the newest results as feeds, as the server has them."""
        finished = [line for line in lines if line.state == MatchState.FINISHED.value]
        newest = self._catalogue.page_of(finished[:PAGE_SIZE], len(finished))
        feed = ResultFeed(self._source.name, self._address or "./", newest, ".html")
        self._file(ATOM, feed.atom().body)
        self._file(JSON, feed.json().body)

    def _match_page(self, name: str) -> None:
        """Write the page of a match; if the address is known, with the preview of a link to it."""
        found = self._catalogue.find(MatchId(name))
        view = self._catalogue.view_of(found)
        preview = LinkPreview.of(view, found.played.has_board(len(view.seats)), on_site=True)
        head = preview.heading
        if self._address:
            if preview.picture and not self._write_card(found):
                preview = replace(preview, picture="")
            head = preview.tags(self._address, None)
        answers = dict(self._match(found, view))
        self._page(PagePlace("match", name), f"matches/{name}.html", answers, head)

    def _write_card(self, found: Found) -> bool:
        """Write the board at the end of a match as a picture; return whether there is one."""
        if found.is_live:
            return False
        try:
            record = open_record(self._source.record_of(found.match), is_live=False)
            board = drawn_board(record, disclosure_of(found, self._source.show))
        except (WebProblem, DataError):
            return False
        self._file(f"matches/{found.match.match_id}.png", card(board))
        return True

    def _match(self, found: Found, view: MatchView) -> Iterator[tuple[str, Model]]:
        """Yield the answers on the page of a match, each with its path in the API."""
        name = view.id
        path = f"matches/{quoted(name)}"
        yield path, view
        try:
            yield f"fair/{quoted(name)}", self._catalogue.fairness(MatchId(name))
            if found.showing.hidden is not None or found.is_live:
                return
            record_path = self._source.record_of(found.match)
            record = open_record(record_path, is_live=False)
            disclosure = disclosure_of(found, self._source.show)
            yield f"{path}/steps", steps_of(MatchId(name), record, disclosure)
            for one in reasoning_of_match(MatchId(name), record, record_path, disclosure):
                yield f"{path}/reasoning?n={one.n}", one
            if view.analysed and (saved := read_analysis(analysis_path(record_path))):
                yield f"{path}/analysis", analysis_of(MatchId(name), record, saved)
        except (WebProblem, DataError):
            return


def quoted(name: str) -> str:
    """Return a name as a page escapes it in paths of the API."""
    return quote(name, safe=_UNRESERVED)


def in_query(names: Mapping[str, str]) -> str:
    """Return names as a page writes them in the query of an address."""
    return urlencode(names).replace("%2A", "*").replace("~", "%7E")


def _is_name(name: str) -> bool:
    """Whether a file can have this name."""
    return "/" not in name and name not in (".", "..")
