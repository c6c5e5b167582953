"""The oracle of a league's season: nobody waits for an absent bot, and no round is lost.

No two bots of one owner meet if others are there, and every step follows from the journal.

It reads the events, and what was in progress whenever the run waited. It knows from the season who
was connected, and computes the starts of rounds itself.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from referee.identifier import BotName
from referee.league.format.field import StepFormat
from referee.league.ledger import journal_event
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal_event import JournalEvent
from referee.league.running.league_event import (
    BotBenchedEvent,
    MatchEndedEvent,
    RoundPlannedEvent,
    StepPlannedEvent,
)
from referee.league.running.season_steps import wrong_steps
from referee.league.schedule import next_start
from tests.league.running.fake_backend import open_ledger
from tests.sim.league_course import Course, Look, matches_of
from tests.sim.league_season import MOMENT, SPAN, utc
from tests.sim.oracle import Breach
from tests.sim.world import START


def judge_league(course: Course) -> list[Breach]:
    """Return all broken promises of a season."""
    found = [
        *(("nobody waits", text) for text in _idle(course)),
        *(("owners", text) for text in _owners(course)),
        *(("a step follows from the journal", text) for text in _wrong_steps(course)),
        *(("a round begins in time", text) for text in _late(course)),
        *(("once", text) for text in _results(course)),
        *(("truthful", text) for text in _benched(course)),
    ]
    return [Breach(promise, "", text) for promise, text in found]


# -- nobody waits


def _idle(course: Course) -> Iterator[str]:
    """Yield when bots could have played a set of a ladder that was under way, and did not."""
    settings = course.season.settings
    if not settings.format.plans_ahead and not isinstance(settings.format, StepFormat):
        return
    for time, match, away in course.absent:
        yield f"{match} began at {time} ns without {', '.join(away)}"
    if not isinstance(settings.format, StepFormat):
        return
    open_times = list(_sets_open(course))
    since: int | None = None
    for look in course.looks:
        free = _free(course, look)
        has_place = len(look.playing) < settings.limits.matches
        could = has_place and _can_play(course, look, free) and _is_in(look.time, open_times)
        since = (since or look.time) if could else None
        if since is not None and look.time - since > MOMENT:
            names = ", ".join(sorted(free))
            yield f"from {since} ns to {look.time} ns, {names} could have played a set"
            since = None


def _free(course: Course, look: Look) -> set[BotName]:
    """Return the bots that are there and in no match."""
    busy = {bot for bots in look.playing for bot in bots}
    bots = course.season.bots
    return {bot for bot in look.active - busy if bots[bot].is_there(look.time)}


def _can_play(course: Course, look: Look, free: set[BotName]) -> bool:
    """Return whether these bots can play a set now; bots of one owner wait for others there."""
    seats = course.season.settings.seats
    there = {bot for bot in look.active if course.season.bots[bot].is_there(look.time)}
    is_apart = _parties(course, free) >= seats or _parties(course, there) < seats
    return len(free) >= seats and is_apart


def _parties(course: Course, bots: Iterable[BotName]) -> int:
    """Return how many bots of different owners there are among these."""
    return len({course.season.bots[bot].owner or bot for bot in bots})


def _sets_open(course: Course) -> Iterator[tuple[int, int]]:
    """Yield the spans in which a round of a ladder has sets that are not planned yet."""
    begin, left = START, 0
    for time, event in course.events:
        if isinstance(event, RoundPlannedEvent):
            begin, left = time, event.matches // course.season.settings.seats
        if isinstance(event, StepPlannedEvent) and left:
            left -= 1
            if not left:
                yield begin, time
    if left:
        yield begin, START + 2 * SPAN


def _is_in(time: int, spans: list[tuple[int, int]]) -> bool:
    return any(begin <= time < end for begin, end in spans)


# -- steps


def _owners(course: Course) -> Iterator[str]:
    """Yield the sets with two bots of one owner although enough others were at the table."""
    there: set[BotName] = set()
    for event in _journal(course):
        match event:
            case journal_event.RunBegan():
                there = {bot.name for bot in course.season.bots.values() if bot.is_local}
            case journal_event.BotArrived(bot):
                there.add(bot)
            case journal_event.BotLeft(bot):
                there.discard(bot)
            case journal_event.BotBenched(bot):
                there.discard(bot)
            case journal_event.StepPlanned(number, pairings):
                group = pairings[0].bots
                if _parties(course, group) < len(group) <= _parties(course, there):
                    yield f"step {number} has bots of one owner: {', '.join(group)}"


def _wrong_steps(course: Course) -> Iterator[str]:
    """Yield the steps that do not follow from the events before them."""
    settings = course.season.settings
    with open_ledger(settings) as ledger:
        found = list(wrong_steps(settings, _journal(course), ledger.sealed_results()))
    yield from (f"step {one.found.number} is {one.found}, not {one.planned}" for one in found)


def _journal(course: Course) -> list[JournalEvent]:
    with open_ledger(course.season.settings) as ledger:
        return ledger.events_after(JournalPosition())[0]


# -- rounds


def _late(course: Course) -> Iterator[str]:
    """Yield the rounds that began before or after their time."""
    schedule = course.season.settings.rounds_schedule
    if schedule is None:
        return
    before = utc(START)
    for number, (time, event) in enumerate(_rounds(course), 1):
        due = next_start(before, schedule)
        if event.round != number:
            yield f"round {event.round} came where round {number} was due"
        if due is None or utc(time) < due:
            yield f"round {event.round} began at {utc(time)}, and its start is {due}"
            continue
        ready = max(_time(due), *(end for _, end in _sets_open_before(course, time)), START)
        waited = [look for look in course.looks if ready <= look.time < time - MOMENT]
        if any(_could_begin(course, look) for look in waited):
            yield f"round {event.round} began at {utc(time)}, and could have begun since {due}"
        before = utc(time)
    yield from _lost(course, before)


def _lost(course: Course, before: datetime) -> Iterator[str]:
    """Yield the start that no round followed, although one could have begun."""
    settings = course.season.settings
    schedule, last = settings.rounds_schedule, len(list(_rounds(course)))
    due = None if schedule is None else next_start(before, schedule)
    if due is None or last == settings.format.rounds:
        return
    whole = [end for _, end in _sets_open_before(course, START + SPAN)]
    if isinstance(settings.format, StepFormat) and last and len(whole) < last:
        return
    ready = max(_time(due), *whole, START)
    for look in course.looks:
        if ready + MOMENT < look.time < START + SPAN - MOMENT and _could_begin(course, look):
            yield f"round {last + 1} never began, and could have at {utc(look.time)}"
            return


def _rounds(course: Course) -> Iterator[tuple[int, RoundPlannedEvent]]:
    for time, event in course.events:
        if isinstance(event, RoundPlannedEvent):
            yield time, event


def _sets_open_before(course: Course, time: int) -> list[tuple[int, int]]:
    spans = [span for span in _sets_open(course) if span[1] <= time]
    return spans or [(START, START)]


def _could_begin(course: Course, look: Look) -> bool:
    """Return whether nothing was in progress, and enough bots for a match were there."""
    there = [bot for bot in look.active if course.season.bots[bot].is_there(look.time)]
    return not look.playing and len(there) >= course.season.settings.seats


def _time(moment: datetime) -> int:
    return START + round((moment - utc(START)).total_seconds() * 1e9)


# -- results and benches


def _results(course: Course) -> Iterator[str]:
    """Yield the matches that have two results, and those that ended without one."""
    counts = matches_of(course)
    yield from (f"{name} has {count} results" for name, count in counts.items() if count > 1)
    ended = {event.match for _, event in course.events if isinstance(event, MatchEndedEvent)}
    lost = sorted(ended - {str(name) for name, count in counts.items() if count})
    yield from (f"the result of {name} is lost" for name in lost)


def _benched(course: Course) -> Iterator[str]:
    """Yield the bots that were benched although they had been there all the time."""
    for time, event in course.events:
        if isinstance(event, BotBenchedEvent):
            bot = course.season.bots[event.bot]
            if bot.is_local or (bot.is_there(START) and bot.leaves(START) > time):
                yield f"{event.bot} was benched at {utc(time)}, and had never been away"
