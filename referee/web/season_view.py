"""The answers of the API about the season and about a bot."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from referee.identifier import BotName
from referee.league.ledger.listing import Filter
from referee.league.ledger.seat_sums import BotSums
from referee.league.ledger.version_name import base_name
from referee.match.clock import SECOND
from referee.record.summary import bits_of
from referee.web.api.match import FAULT_KINDS
from referee.web.api.season import BotResults, BotView, Game, League, Setting, TimeBin
from referee.web.catalogue import Catalogue
from referee.web.keeper import Kept
from referee.web.sentence import WebSentence
from referee.web.web_problem import NotFound
from tianming_games.ground.text import did_you_mean, printable

_MOST_LIVE: Final = 20
"""Maximum of running matches on the page of a season."""

_MOST_NEXT: Final = 6
"""Maximum of matches that begin next on it."""

_RECENT: Final = 10
"""Maximum of matches on the page of a bot."""


def league(catalogue: Catalogue, kept: Kept) -> League:
    """Return the season at a glance."""
    source, standings = catalogue.source, kept.standings
    with source.reading() as reading:
        live = catalogue.live(reading, _MOST_LIVE)
        soon = catalogue.soonest(reading, _MOST_NEXT)
    games = [
        Game(name=one.game, title=one.title, options=one.unusual, hides=one.hides)
        for one in {(one.game, one.options): one for one in source.variants}.values()
    ]
    return League(
        name=source.name,
        kind=source.kind,
        running=source.is_running(),
        games=games,
        settings=[Setting(name=name, value=value) for name, value in source.settings()],
        seats=standings.seats,
        bots=[printable(bot) for bot in standings.bots],
        rounds=standings.rounds if source.kind == "league" else [],
        matches=standings.matches,
        void=standings.void,
        live=live,
        next=soon,
        next_round=source.next_round(),
        table=standings.table,
        computed=kept.computed,
        pending=kept.pending,
        meetings=standings.meetings,
        ratings=standings.ratings,
        form=standings.form,
        show=source.show.words(any(game.hides for game in games)),
        fault_kinds=FAULT_KINDS.words,
        faces=catalogue.faces.among((*standings.bots, *(row.bot for row in standings.table))),
    )


def bot(catalogue: Catalogue, kept: Kept, name: BotName) -> BotView:
    """Return a bot of the season.

    Raises:
        NotFound: if no bot has the name.
    """
    standings = kept.standings
    if name not in standings.names:
        hint = did_you_mean(name, standings.names)
        raise NotFound(WebSentence.NO_SUCH_BOT, name=printable(name[:100]), hint=hint)
    with catalogue.source.reading() as reading:
        recent = catalogue.lines(reading, Filter(bot=base_name(name)), _RECENT)
    sums = standings.sums.get(name, BotSums())
    opponents = [one for one in standings.meetings if one.bot == name]
    met = {seat.bot for line in recent for seat in line.seats}
    return BotView(
        name=name,
        benched=standings.benched.get(name),
        row=next((row for row in standings.table if row.bot == name), None),
        places=[
            BotResults(place=place, count=count)
            for place, count in standings.places.get(name, {}).items()
        ],
        ratings=next((line.points for line in standings.ratings if line.bot == name), []),
        faults={kind.name.lower(): count for kind, count in sums.faults.items() if count},
        answers=sums.answers,
        mean_seconds=sums.mean,
        longest_seconds=sums.longest / SECOND if sums.answers else None,
        times=list(_bins(sums)),
        tokens_in=sums.tokens_in,
        tokens_out=sums.tokens_out,
        cost=sums.cost,
        opponents=opponents,
        versions=standings.versions.get(base_name(name), ()),
        recent=recent,
        faces=catalogue.faces.among((name, *(one.opponent for one in opponents), *sorted(met))),
    )


def _bins(sums: BotSums) -> Iterator[TimeBin]:
    """Yield the histogram of answer times from its first to its last filled bin."""
    counts = Counter[int]()
    for at, count in sums.times.items():
        counts[bits_of(at)] += count
    for bits in range(min(counts), max(counts) + 1) if counts else ():
        least = (1 << bits - 1) / SECOND if bits else 0.0
        yield TimeBin(least=least, most=(1 << bits) / SECOND, count=counts[bits])
