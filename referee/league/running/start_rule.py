"""The rule for starts: the one place in which a run asks whether a round or a match may begin now.

This rule lets everything begin at once, and ends a run that has nothing to play. `StandingRule`
follows a schedule, and stays up.
"""

from collections.abc import Collection, Sequence

from referee.identifier import BotName
from referee.league.ledger.journal_event import JournalEvent


class StartRule:
    """Lets each round and each match begin at once.

    Attributes:
        stays_up: whether a run goes on when it has nothing to play.
        pause: why no round begins now, for the status; empty if one may.
    """

    stays_up = False
    pause = ""

    def may_begin_match(self) -> bool:
        """Return whether a match may begin now."""
        return True

    def may_begin_round(
        self, number: int, bots: Sequence[BotName], absent: Collection[BotName]
    ) -> bool:
        """Return whether a round may begin now.

        Args:
            number: the number of the round.
            bots: the bots that play, sorted.
            absent: those of them that are not there.
        """
        return True

    def lacks_bots(self, bots: Sequence[BotName], absent: Collection[BotName]) -> bool:
        """Return whether a round waits until more of its bots are there."""
        return False

    def waits(self, number: int, missing: tuple[BotName, ...]) -> None:
        """Note that the planned round `number` waits for the bots that are missing."""

    def planned(self) -> tuple[JournalEvent, ...]:
        """Return the events to write with the plan of a round."""
        return ()

    def has_ended(self, number: int, bots: Sequence[BotName], is_stuck: bool) -> None:
        """Note that the season has no round `number`, or none with these bots if it `is_stuck`."""

    def is_ended(self, bots: Sequence[BotName]) -> bool:
        """Return whether it is known that the season has no next round with these bots."""
        return False

    def changed(self) -> None:
        """Note that commands or the league file may have changed what can be played."""
