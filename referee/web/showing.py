"""Showing: what of which match is shown, and when.

Three things can stand against showing the play of a match:

- it is being played, and its game hides something: what a seat knows must not reach the others;
- another match of its set is still open: they have the same draws, so what happened here tells
  the seats there what will come;
- it has not begun.

The organiser can show the play of games that hide something while it is played; then only what
all seats may see is shown. Nobody can show a match before its set is over, except the last one
of the set that is still open.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.error import Sentence, UsageError
from referee.league.ledger.listing import ListedMatch, MatchState
from referee.sentence.web import WebSentence

MOST_DELAY = 10_000
"""Decisions that a live match is shown late, at most."""


def check_delay(delay: int) -> None:
    """Raise `UsageError` for a number of decisions that no match can be late."""
    if not 0 <= delay <= MOST_DELAY:
        raise UsageError(WebSentence.WRONG_DELAY, delay=delay, most=MOST_DELAY)


_OPEN = (MatchState.PLANNED, MatchState.LIVE)


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """What the organiser wants to show.

    Attributes:
        live: whether matches of games that hide something are shown while they are played.
        delay: how many decisions a match that is being played is shown late.
        notes: whether notes and thoughts of bots, and remarks of the referee, are shown.
        same_draws: whether the matches of a set have the same draws.
    """

    live: bool = False
    delay: int = 0
    notes: bool = False
    same_draws: bool = True

    def words(self, hides: bool) -> str:
        """The settings as a sentence for people."""
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
        hidden: why its play is not shown; None where it is.
        is_over: whether nothing of it is secret any more: it and its set are over.
        delay: how many decisions it is shown late.
    """

    hidden: Sentence | None
    is_over: bool
    delay: int = 0


def showing(
    match: ListedMatch, its_set: Sequence[ListedMatch], hides: bool, settings: ShowSettings
) -> Showing:
    """How a match is shown.

    Args:
        match: the match.
        its_set: the matches of its set, itself among them.
        hides: whether seats of the game know what others do not.
        settings: what the organiser wants.
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
