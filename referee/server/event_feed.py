"""Send the events of one match to the bots that follow it live."""

from collections.abc import Sequence

from referee.identifier import BotName, MatchId
from referee.match.question import Event
from referee.server.message import events
from referee.server.session import Session


class EventFeed:
    """Sends `MatchEvents` to each bot that asked for them in its `Hello`.

    A bot with a resume point also gets the events that it missed, even if it does not follow the
    match.
    """

    def __init__(self, match_id: MatchId) -> None:
        self._match_id = match_id
        self.sessions: dict[str, Session] = {}
        """The following bots; without one, the caller need not send events."""
        self._sent = 0
        """Number of events that the following bots have been sent."""

    def join(self, session: Session, next_event: int | None, history: Sequence[Event]) -> None:
        """Add a bot; send it the events from its resume point `next_event` on, if it has one."""
        self.send(history)
        if next_event is not None and next_event < len(history):
            session.send(events(self._match_id, history[next_event:]))
        if session.wants_events:
            self.sessions[session.bot] = session

    def leave(self, bot: BotName) -> None:
        """Remove a bot."""
        self.sessions.pop(bot, None)

    def send(self, history: Sequence[Event]) -> None:
        """Send the events since the last call to all bots that follow the match."""
        if self.sessions and self._sent < len(history):
            message = events(self._match_id, history[self._sent :])
            for session in self.sessions.values():
                session.send(message)
        self._sent = len(history)
