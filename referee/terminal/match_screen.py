"""A running match on one screen: the board, the last events, and the open questions."""

from rich.text import Text

from referee.match.machine import Machine
from referee.match.question import Event
from referee.terminal.fitting import STYLES, cut, fit
from referee.terminal.rules_page import notation_hint
from tianming_games.scene import SEAT_TONES
from tianming_games.text_board import seat_name

EVENTS = 5
"""Number of events below the board."""

_FRAME = 3
"""Rows for the points, a horizontal rule, and the open questions."""


def draw(match: Machine, width: int, height: int, remark: str = "") -> Text:
    """Return the current state of a match in exactly `height` rows, so that nothing scrolls away.

    A remark replaces the open questions in the last row.
    """
    bots, events = match.settings.bots, match.history[-EVENTS:]
    room = max(1, height - _FRAME - EVENTS)
    board = list(fit(match.state.board_lines(None, bots), width, room).split("\n"))
    rows = [
        _title(match, width),
        *board,
        *[Text()] * (room - len(board)),
        Text(_divider(match.settings.game, width), STYLES["muted"]),
        *(_event(event, bots, width) for event in events),
        *[Text()] * (EVENTS - len(events)),
        Text(cut(remark, width), STYLES["accent"]) if remark else _asked(match, width),
    ]
    return Text("\n").join(rows[:height])


def _title(match: Machine, width: int) -> Text:
    """Return the row with the points and the moment of the game."""
    bots = match.settings.bots
    title = Text()
    for seat, points in enumerate(match.state.returns()):
        title.append(f"{seat_name(seat, bots)} {points}  ", STYLES[SEAT_TONES[seat]])
    shown = match.game.presentation(len(bots), match.settings.options, bots)
    moment = shown.moment(match.state.observation(None))
    title.append(", ".join(part for part in moment if part))
    title.truncate(width, overflow="ellipsis")
    return title


def _divider(game: str, width: int) -> str:
    """Return the rule above the events, with what explains their notation."""
    hint = notation_hint(game)
    return (f"─ {hint} " if 0 < len(hint) < width - 3 else "").ljust(width, "─")


def _event(event: Event, bots: tuple[str, ...], width: int) -> Text:
    who = "referee" if event.seat is None else bots[event.seat]
    tone = "muted" if event.seat is None else SEAT_TONES[event.seat]
    return Text(cut(f"{who}: {event.notation}", width), STYLES[tone])


def _asked(match: Machine, width: int) -> Text:
    """Return the row with the seats that have an open question."""
    asked = [
        seat_name(seat.index, match.settings.bots)
        for seat in match.seats
        if seat.index in match.open_questions
    ]
    return Text(cut(f"asked: {', '.join(asked)}" if asked else "", width), STYLES["muted"])
