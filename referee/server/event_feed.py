"""The events of one match for the bots that follow them as they happen."""

from collections.abc import Sequence

from referee.identifier import BotName, MatchId
from referee.match.question import Event
from referee.server.message import events
from referee.server.session import Session


class EventFeed:
    """Sends `MatchEvents` to each bot that asked for them in its `Hello`.

    A bot that named a resume point gets the events that it has missed, whether or not it
    follows the match from there on.
    """

    def __init__(self, match_id: MatchId) -> None:
        self._match_id = match_id
        self._sessions: dict[str, Session] = {}
        self._sent = 0
        """How many events those that follow the match have been sent."""

    def join(self, session: Session, next_event: int | None, history: Sequence[Event]) -> None:
        """A bot has come to the match; it has not seen the events from `next_event` on."""
        self.send(history)
        if next_event is not None and next_event < len(history):
            session.send(events(self._match_id, history[next_event:]))
        if session.wants_events:
            self._sessions[session.bot] = session

    def leave(self, bot: BotName) -> None:
        """A bot is gone."""
        self._sessions.pop(bot, None)

    def send(self, history: Sequence[Event]) -> None:
        """Send what has happened since the last call."""
        if self._sessions and self._sent < len(history):
            message = events(self._match_id, history[self._sent :])
            for session in self._sessions.values():
                session.send(message)
        self._sent = len(history)
