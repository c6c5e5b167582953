"""The catalogue: the matches of a source as models of the API."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Any, Final, Literal

from referee.error import Sentence
from referee.identifier import MatchId
from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.ledger import listing
from referee.league.ledger.listing import Filter, ListedMatch, MatchState, Reading
from referee.league.ledger.version_name import base_name
from referee.match.clock import SECOND
from referee.record.companion import analysis_path
from referee.record.reader import Record
from referee.web.api.face import Face
from referee.web.api.match import (
    ClockSettings,
    Fairness,
    Hidden,
    LiveLine,
    MatchLine,
    MatchPage,
    MatchView,
    SeatResult,
)
from referee.web.bot_face import BotFaces
from referee.web.disclosure import Disclosure
from referee.web.record_file import open_record
from referee.web.sentence import WebSentence
from referee.web.showing import Showing, ShowSettings, showing
from referee.web.source import Source
from referee.web.web_problem import NotFound, WebProblem
from tianming_games.ground.text import printable

PAGE_SIZE: Final = 50
"""Matches on a page of the list."""

_SAMPLE: Final = 20
"""How many finished matches tell how long one takes."""

_MOST_TOTALS: Final = 4096
"""Maximum of filters whose totals are cached."""

_OVER: Final = (MatchState.FINISHED, MatchState.VOID)

_UNTIL_END: Final = WebSentence.SEED_AFTER_END

_REASONS: Final[dict[Sentence, Literal["planned", "until_end", "until_set_is_over"]]] = {
    WebSentence.NOT_BEGUN: "planned",
    WebSentence.SHOWN_AFTER_END: "until_end",
    WebSentence.SHOWN_AFTER_SET: "until_set_is_over",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A match of the source: its game, how it is shown, all matches of its set, and its seats.

    `typical` is the median of the seconds that such matches took, of a hidden one in play.
    """

    match: ListedMatch
    played: MatchConfiguration
    showing: Showing
    its_set: Sequence[ListedMatch] = ()
    faces: tuple[Face, ...] = ()
    typical: float | None = None

    @property
    def is_live(self) -> bool:
        """Whether the match is being played."""
        return self.match.state is MatchState.LIVE


def disclosure_of(
    found: Found, show: ShowSettings, seat: int | None = None, options: bool = False
) -> Disclosure:
    """Return what may be shown of a match's play, to everybody or in the view of one seat."""
    is_open = found.showing.is_over or not found.played.hides
    return Disclosure(seat, is_open, show.notes, options, found.match.bots, found.faces)


class Catalogue:
    """The matches of a source, as models of the API."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._totals: tuple[str, dict[Filter, int]] = "", {}
        self._faces: tuple[str, BotFaces] = "", BotFaces(())

    @property
    def faces(self) -> BotFaces:
        """How the bots are shown, cached until the index changes."""
        version = self.source.version()
        if version != self._faces[0]:
            league = self.source.league
            own = league.bots if league else ()
            self._faces = version, BotFaces(self.source.bots(), own)
        return self._faces[1]

    def page(self, query: Mapping[str, Any], number: int) -> MatchPage:
        """Return one page of the matches that a query selects; `number` counts from 1."""
        wanted, version = self._filter(query), self.source.version()
        with self.source.reading() as reading:
            total = self._total(reading, wanted, version)
            first = (number - 1) * PAGE_SIZE
            matches = listing.page(reading, wanted, first, PAGE_SIZE) if first < total else []
        return self.page_of([self.line(one) for one in matches], total, number)

    def page_of(self, lines: list[MatchLine], total: int, number: int = 1) -> MatchPage:
        """Return a page of the list with these matches."""
        faces = self.faces.among(seat.bot for line in lines for seat in line.seats)
        return MatchPage(total=total, page=number, size=PAGE_SIZE, matches=lines, faces=faces)

    def _total(self, reading: Reading, wanted: Filter, version: str) -> int:
        """Return the number of matches that pass a filter, cached until the index changes."""
        counted, totals = self._totals
        if version != counted or len(totals) >= _MOST_TOTALS:
            totals = {}
            self._totals = version, totals
        total = totals.get(wanted)
        if total is None:
            total = totals[wanted] = listing.count(reading, wanted)
        return total

    def lines(self, reading: Reading, wanted: Filter, most: int) -> list[MatchLine]:
        """Return at most `most` matches that pass a filter, the newest first."""
        return [self.line(one) for one in listing.page(reading, wanted, 0, most)]

    def find(self, match_id: MatchId) -> Found:
        """Return a match by its name.

        Raises:
            NotFound: if no match has the name.
        """
        with self.source.reading() as reading:
            match = listing.find(reading, match_id)
            if match is None:
                raise NotFound(WebSentence.NO_SUCH_MATCH, name=printable(match_id[:100]))
            return self._found(reading, match)

    def _found(self, reading: Reading, match: ListedMatch) -> Found:
        its_set = listing.companions(reading, match.match_id)
        played = self.source.variants[match.variant]
        shown = showing(match, its_set, played.hides, self.source.show)
        typical = None
        if shown.hidden is not None and match.state is MatchState.LIVE:
            typical = _typical(reading, match.variant)
        return Found(match, played, shown, its_set, self.faces.seats(match.bots), typical)

    def live(self, reading: Reading, most: int) -> list[LiveLine]:
        """Return at most `most` matches that are being played."""
        matches = listing.page(reading, Filter(state=MatchState.LIVE), 0, most)
        found = [self._found(reading, match) for match in matches]
        return [
            LiveLine(**self._fields(one.match, one.played), hidden=self._hidden(one))
            for one in found
        ]

    def soonest(self, reading: Reading, most: int) -> list[MatchLine]:
        """Return the planned matches that begin next, at most `most`, in their order."""
        planned = Filter(state=MatchState.PLANNED)
        first = max(0, self._total(reading, planned, self.source.version()) - most)
        return [self.line(one) for one in reversed(listing.page(reading, planned, first, most))]

    def line(self, match: ListedMatch) -> MatchLine:
        """Return a match as a line of a list."""
        played = self.source.variants[match.variant]
        return MatchLine(**self._fields(match, played))

    def view(self, match_id: MatchId) -> MatchView:
        """Return everything about a match except its steps.

        Raises:
            NotFound: if no match has the name.
        """
        return self.view_of(self.find(match_id))

    def view_of(self, found: Found) -> MatchView:
        """Return everything about a match except its steps."""
        match, played, shown = found.match, found.played, found.showing
        hidden, clock, strikes = self._hidden(found), None, None
        try:
            record = open_record(self.source.record_of(match), found.is_live)
        except WebProblem as problem:
            hidden = hidden or Hidden(reason="record", message=str(problem))
        else:
            clock, strikes = _clock(record), record.header.strikes
        return MatchView(
            **self._fields(match, played),
            title=played.title,
            all_options=dict(played.options),
            clock=clock,
            strikes=strikes,
            attempt=max(1, match.attempt),
            hidden=hidden,
            views=tuple(range(len(match.bots))) if shown.is_over and played.hides else (),
            delay=shown.delay,
            analysed=shown.is_over and analysis_path(self.source.record_of(match)).is_file(),
            recorded=shown.is_over and clock is not None,
            faces=self.faces.among(match.bots),
        )

    def fairness(self, match_id: MatchId) -> Fairness:
        """Return how to check that a match was fair.

        Raises:
            WebProblem: if there is no such match, or its record cannot be read.
        """
        found = self.find(match_id)
        path = self.source.record_of(found.match)
        record = open_record(path, found.is_live)
        header, signature = record.header, record.signature
        is_over = found.showing.is_over
        return Fairness(
            id=match_id,
            commitment=header.seed_commitment.hex(),
            digest=record.digest.hex() if record.seal is not None else None,
            seed=header.seed.hex() if is_over else None,
            nonce=header.seed_nonce.hex() if is_over else None,
            public_key=None if signature is None else signature.public_key.hex(),
            record=printable(path.name),
            verify=f"referee verify {shlex.quote(printable(path.name))}",
            hidden="" if is_over else str((found.showing.hidden or _UNTIL_END).value),
        )

    def _hidden(self, found: Found) -> Hidden | None:
        """Return why a match is not shown, and how far its set is; None if it is shown.

        It has neither the number of decisions so far nor the banks: a seat is not asked where the
        rules leave one option, so they could tell what seats hide. The time that such matches
        took tells nothing of this one.
        """
        why = found.showing.hidden
        if why is None:
            return None
        its_set = found.its_set if self.source.show.same_draws else ()
        over = sum(one.state in _OVER for one in its_set)
        return Hidden(
            reason=_REASONS[why],
            message=str(why.value),
            over=over,
            of=len(its_set),
            typical=found.typical,
        )

    def _filter(self, query: Mapping[str, Any]) -> Filter:
        game = query.get("game")
        variants = tuple(
            number for number, one in enumerate(self.source.variants) if one.game == game
        )
        return Filter(
            bot=base_name(query["bot"]) if "bot" in query else None,
            opponent=base_name(query["opponent"]) if "opponent" in query else None,
            seat=query.get("seat"),
            round=query.get("round"),
            variants=None if game is None else variants,
            fault=query.get("fault"),
            state=MatchState(query["state"]) if "state" in query else None,
        )

    def _fields(self, match: ListedMatch, played: MatchConfiguration) -> dict[str, Any]:
        """Return the fields of a `MatchLine`."""
        is_league = self.source.kind == "league"
        return {
            "id": match.match_id,
            "game": played.game,
            "options": played.unusual,
            "state": match.state.value,
            "round": match.round if is_league else None,
            "set_number": match.set_number if is_league else None,
            "seats": list(_seats(match)),
            "reason": match.reason,
            "started": _time(match.started),
            "ended": _time(match.ended),
        }


def _seats(match: ListedMatch) -> Iterator[SeatResult]:
    for at, bot in enumerate(match.bots):
        name, faults = printable(bot), match.faults.get(at, {})
        if not match.results:
            yield SeatResult(bot=name, faults=faults)
            continue
        seat = match.results[at]
        yield SeatResult(
            bot=name,
            place=seat.place,
            score=seat.score,
            strikes=seat.strikes,
            forfeited=seat.forfeited,
            faults=faults,
        )


def _typical(reading: Reading, variant: int) -> float | None:
    """Return the median of the seconds that matches of a variant took; None if none is over."""
    wanted = Filter(state=MatchState.FINISHED, variants=(variant,))
    over = listing.page(reading, wanted, 0, _SAMPLE)
    times = [(one.started, one.ended) for one in over]
    took = [end - start for start, end in times if start is not None and end is not None]
    return median(took) / 1000 if took else None


def _time(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)


def _clock(record: Record) -> ClockSettings:
    clock = record.header.clock
    return ClockSettings(
        decision=clock.decision_ns / SECOND,
        bank=clock.bank_ns / SECOND,
        increment=clock.increment_ns / SECOND,
        grace=clock.grace_ns / SECOND,
        first=clock.first_ns / SECOND,
    )
