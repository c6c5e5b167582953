"""A match that is being played, as one screen: the board, the last events, and who is asked."""

from rich.text import Text

from referee.match.machine import Machine
from referee.match.question import Event
from referee.terminal.fitting import STYLES, cut, fit
from tianming_games.scene import SEAT_TONES
from tianming_games.text_board import seat_name

EVENTS = 5
"""Events that stand below the board."""

_FRAME = 3
"""Rows for the points, a rule, and who is asked."""


def draw(match: Machine, width: int, height: int, remark: str = "") -> Text:
    """The match as it stands, in exactly so many rows, so that nothing scrolls away.

    A remark stands in the last row, in place of who is asked.
    """
    bots, events = match.settings.bots, match.history[-EVENTS:]
    room = max(1, height - _FRAME - EVENTS)
    board = list(fit(match.state.board_lines(None, bots), width, room).split("\n"))
    rows = [
        _title(match, width),
        *board,
        *[Text()] * (room - len(board)),
        Text("─" * width, STYLES["muted"]),
        *(_event(event, bots, width) for event in events),
        *[Text()] * (EVENTS - len(events)),
        Text(cut(remark, width), STYLES["accent"]) if remark else _asked(match, width),
    ]
    return Text("\n").join(rows[:height])


def _title(match: Machine, width: int) -> Text:
    """The points and the moment."""
    bots = match.settings.bots
    title = Text()
    for seat, points in enumerate(match.state.returns()):
        title.append(f"{seat_name(seat, bots)} {points}  ", STYLES[SEAT_TONES[seat]])
    shown = match.game.presentation(len(bots), match.settings.options, bots)
    moment = shown.moment(match.state.observation(None))
    title.append(", ".join(part for part in moment if part))
    title.truncate(width, overflow="ellipsis")
    return title


def _event(event: Event, bots: tuple[str, ...], width: int) -> Text:
    who = "referee" if event.seat is None else bots[event.seat]
    tone = "muted" if event.seat is None else SEAT_TONES[event.seat]
    return Text(cut(f"{who}: {event.notation}", width), STYLES[tone])


def _asked(match: Machine, width: int) -> Text:
    """Who has to answer now."""
    asked = [
        seat_name(seat.index, match.settings.bots)
        for seat in match.seats
        if match.open_question(seat.index) is not None
    ]
    return Text(cut(f"asked: {', '.join(asked)}" if asked else "", width), STYLES["muted"])
