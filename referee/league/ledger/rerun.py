"""Reruns: select matches of a league to be played again."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.ledger.journal_event import MatchReopened
from referee.league.ledger.ledger import Ledger
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.league.sentence import LeagueSentence


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions for matches to be played again; a match must meet all of them.

    Attributes:
        bot: only matches of this bot; None for any bot.
        round: only matches of this round; None for any round.
        only_void: only void matches.
    """

    bot: BotName | None = None
    round: int | None = None
    only_void: bool = False

    @property
    def has_conditions(self) -> bool:
        """Whether there is any condition."""
        return self != Selection()

    def takes(self, match: PlannedMatch) -> bool:
        """Whether a match is settled and meets the conditions on its bots and on void matches.

        It does not test the round.
        """
        return (
            match.is_settled
            and (self.bot is None or self.bot in match.pairing.bots)
            and (match.void is not None or not self.only_void)
        )


@dataclass(frozen=True, slots=True)
class Rerun:
    """A rerun that was not written into the journal yet.

    Attributes:
        matches: the names of the matches that are played again.
        left_out: the names of selected matches that cannot be played, because a bot is benched.
        benched: the names of these bots.
        events: the events to write into the journal.
    """

    matches: tuple[str, ...]
    left_out: tuple[str, ...]
    benched: tuple[str, ...]
    events: tuple[MatchReopened, ...]


def rerun_of(ledger: Ledger, selection: Selection) -> Rerun:
    """Select matches to be played again. An earlier result counts until there is a new one.

    Raises:
        UsageError: if the round does not exist.
    """
    last = ledger.last_round()
    if selection.round is not None and not 1 <= selection.round <= last:
        sentence = LeagueSentence.NO_SUCH_ROUND if last else LeagueSentence.NO_ROUND_PLANNED
        raise UsageError(sentence, round=selection.round, league=ledger.league, last=last)
    chosen = [one for one in ledger.round_matches(selection.round) if selection.takes(one)]
    benched = {bot.name for bot in ledger.bots() if bot.benched is not None}
    playable = [one for one in chosen if benched.isdisjoint(one.pairing.bots)]
    left_out = [one for one in chosen if not benched.isdisjoint(one.pairing.bots)]
    return Rerun(
        matches=_names(playable),
        left_out=_names(left_out),
        benched=tuple(sorted(benched & _bots(left_out))),
        events=tuple(reopened(one) for one in playable),
    )


def reopened(match: PlannedMatch) -> MatchReopened:
    """Return the event that reopens a match; its result counts until there is a new one."""
    keeps_result = match.counting is not None
    return MatchReopened(match.pairing.match_id, match.begun + 1, keeps_result)


def _names(matches: Sequence[PlannedMatch]) -> tuple[str, ...]:
    return tuple(one.pairing.match_id for one in matches)


def _bots(matches: Sequence[PlannedMatch]) -> set[str]:
    return {bot for one in matches for bot in one.pairing.bots}
