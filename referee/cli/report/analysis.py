"""A search bot beside a finished match: the value of each choice, blunders, and better lines."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cli import output
from referee.match.entry import Asked, Chosen
from referee.record.reader import Record, game_of
from referee.record.replay import Replay
from referee.record.saved_analysis import MOST_LINE, Analysis, JudgedChoice, analysis_with
from tianming_bots.search import search
from tianming_bots.search.thinking_time import ThinkingTime
from tianming_games.state import State

_SHOWN = 4
"""Choices of a better line that a table shows."""


def judged(record: Record, seconds: float) -> Iterator[JudgedChoice]:
    """Yield every choice of a match that answers a question with two options or more.

    Args:
        record: the record of the match.
        seconds: processor time of the search for each choice.

    Raises:
        DataError: for an entry that the rules or the protocol do not allow.
    """
    game, replay = game_of(record), Replay(record)
    asked: dict[int, State] = {}
    for step in replay.steps():
        happened = step.happened
        if isinstance(happened, Asked):
            asked[happened.seat] = step.state.clone()
        if not isinstance(happened, Chosen) or happened.seat not in asked:
            continue
        state, seat = asked.pop(happened.seat), happened.seat
        if step.question is None or len(step.question.options) < 2:
            continue
        time = ThinkingTime(seconds)
        found = search(game, state, seat, time, chosen=happened.option)
        if found.values[happened.option] is None or found.value is None:
            continue
        line = () if found.option == happened.option else found.line[:MOST_LINE]
        yield JudgedChoice(
            entry=step.entry.index,
            seat=seat,
            number=happened.number,
            options=tuple(map(game.write, step.question.options)),
            chosen=happened.option,
            best=found.option,
            values=found.values,
            line=tuple(map(game.write, line)),
            simulations=found.nodes,
        )


def analysed(record: Record, seconds: float) -> Analysis:
    """Return the analysis of a match.

    Raises:
        DataError: if the record is torn or damaged, or its match is not over.
    """
    return analysis_with(record, seconds, list(judged(record, seconds)))


def show_analysis(record: Record, seconds: float, as_json: bool) -> list[JudgedChoice]:
    """Print and return the analysis of a match; that of a torn record, too, before its error.

    Raises:
        DataError: if the record is torn or damaged.
    """
    choices = []
    for choice in judged(record, seconds):
        choices.append(choice)
        if as_json:
            output.print_json(_data(choice))
    if not as_json:
        output.print_table([_row(choice) for choice in choices])
        output.print_notation_hint(record.header.game)
        print()
        output.print_table([_summary(record, seat, choices) for seat in _seats(choices)])
    record.require_whole()
    return choices


def _seats(choices: list[JudgedChoice]) -> list[int]:
    return sorted({choice.seat for choice in choices})


def _row(choice: JudgedChoice) -> dict[str, object]:
    return {
        "entry": choice.entry,
        "seat": choice.seat,
        "value": choice.value,
        "lost": choice.lost,
        "": "!" if choice.is_blunder else " ",
        "choice": choice.choice,
        "better": ", ".join(choice.line[:_SHOWN]) if choice.lost else "",
    }


def _summary(record: Record, seat: int, choices: list[JudgedChoice]) -> dict[str, object]:
    own = [choice for choice in choices if choice.seat == seat]
    return {
        "seat": seat,
        "bot": record.header.bots[seat],
        "choices": len(own),
        "blunders": sum(choice.is_blunder for choice in own),
        "lost": sum(choice.lost for choice in own),
    }


def _data(choice: JudgedChoice) -> dict[str, object]:
    return {
        "entry": choice.entry,
        "seat": choice.seat,
        "number": choice.number,
        "choice": choice.choice,
        "value": round(choice.value, 4),
        "best": round(choice.best_value, 4),
        "lost": choice.lost,
        "blunder": choice.is_blunder,
        "options": choice.options,
        "values": [None if value is None else round(value, 4) for value in choice.values],
        "line": choice.line,
        "simulations": choice.simulations,
    }
