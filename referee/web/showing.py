"""Decide whether and when the play of a match is shown.

Three reasons can prevent it:

- the match is running and its game hides something: the knowledge of one seat must not reach
  the others;
- another match of its set is still open: both have the same draws, so the play of this match
  would reveal the other's future;
- the match has not begun.

The organiser can allow running matches of games that hide something; then the pages show only
what all seats may see. Nobody can show a match before its set is over, except the last open
match of the set.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.error import Sentence, UsageError
from referee.league.ledger.listing import ListedMatch, MatchState
from referee.web.sentence import WebSentence

MOST_DELAY = 10_000
"""Maximum of decisions by which a live match is shown late."""


def check_delay(delay: int) -> None:
    """Raise `UsageError` if a delay, in decisions, is out of range."""
    if not 0 <= delay <= MOST_DELAY:
        raise UsageError(WebSentence.WRONG_DELAY, delay=delay, most=MOST_DELAY)


_OPEN = (MatchState.PLANNED, MatchState.LIVE)


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """What the organiser wants to show.

    Attributes:
        live: whether running matches of games that hide something are shown.
        delay: number of decisions by which a running match is shown late.
        notes: whether notes and thoughts of bots, and remarks of the referee, are shown.
        same_draws: whether the matches of a set have the same draws.
        cors: whether scripts of other sites may read the API.
    """

    live: bool = False
    delay: int = 0
    notes: bool = False
    same_draws: bool = True
    cors: bool = False

    def words(self, hides: bool) -> str:
        """Return the settings as a sentence; `hides` is whether any game hides something."""
        parts = []
        if hides and not (self.live or self.delay):
            parts.append("Matches are shown when they are over")
        else:
            late = f", {self.delay} decisions late" if self.delay else ""
            parts.append(f"Matches are shown while they are played{late}")
        if self.same_draws:
            parts.append("matches that have the same draws are shown when all of them are over")
        return "; ".join(parts) + "."


@dataclass(frozen=True, slots=True)
class Showing:
    """How a match is shown.

    Attributes:
        hidden: why its play is not shown; None if it is shown.
        is_over: whether the match and its set are over, so that nothing is secret any more.
        delay: number of decisions by which it is shown late.
    """

    hidden: Sentence | None
    is_over: bool
    delay: int = 0


def showing(
    match: ListedMatch, its_set: Sequence[ListedMatch], hides: bool, settings: ShowSettings
) -> Showing:
    """Return how a match is shown.

    Args:
        match: the match.
        its_set: all matches of its set, including itself.
        hides: whether seats of the game know what others do not.
        settings: the organiser's settings.
    """
    others = [one for one in its_set if one.match_id != match.match_id]
    is_set_open = settings.same_draws and any(one.state in _OPEN for one in others)
    if match.state is MatchState.PLANNED:
        return Showing(hidden=WebSentence.NOT_BEGUN, is_over=False)
    if match.state is MatchState.LIVE:
        if is_set_open:
            return Showing(hidden=WebSentence.SHOWN_AFTER_SET, is_over=False)
        if hides and not (settings.live or settings.delay):
            return Showing(hidden=WebSentence.SHOWN_AFTER_END, is_over=False)
        return Showing(hidden=None, is_over=False, delay=settings.delay)
    if is_set_open:
        return Showing(hidden=WebSentence.SHOWN_AFTER_SET, is_over=False)
    return Showing(hidden=None, is_over=True)
