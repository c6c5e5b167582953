"""The report on failed bots: cause, last question, last output, and how to reproduce it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import output
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.launch.failure import Failure
    from referee.launch.local_bot import Crash, LocalBot
    from referee.record.file import MemoryFile
    from referee.record.recorded_question import RecordedQuestion
    from referee.server.host import Result

_MOST_OPTIONS = 12


def gather(
    result: Result, record: Path | MemoryFile, bots: Mapping[BotName, LocalBot]
) -> list[Failure]:
    """Return the failures of bots that made faults, or whose processes ended badly.

    Args:
        result: the result of the match.
        record: its record.
        bots: the stopped bot processes by name.
    """
    from referee.launch.failure import ended_badly, failures
    from referee.record.reader import parse, read

    struck = any(seat.strikes for seat in result.outcome.results)
    if not struck and not any(map(ended_badly, bots.values())):
        return []
    found = read(record) if isinstance(record, Path) else parse(bytes(record.data), "memory")
    return failures(result.outcome, found, bots)


def crash_lines(crash: Crash, shown: str | None = None) -> list[str]:
    """Return a line about the crash of a bot, and the lines of its last output.

    `shown` is the output of the bot that was shown before; it is not shown again.
    """
    absence = crash.absence
    where = f" at question {', '.join(map(str, crash.questions))}" if crash.questions else ""
    then = "it is started again" if crash.is_restarted else "it is given up, and forfeits its seat"
    lines = [f"{absence.bot}: {absence.reason}{where}; {then}."]
    lines += _printed(absence.last_words, shown)
    return list(map(output.printable, lines))


def show_output(bots: Mapping[BotName, LocalBot]) -> None:
    """Print on stderr the last output of the bots of an interrupted match."""
    for name, bot in bots.items():
        if bot.last_words:
            lines = [f"{name}:", *_printed(bot.last_words)]
            print("\n".join(map(output.printable, lines)), file=sys.stderr)


def show(
    game: str,
    failures: Sequence[Failure],
    again: Mapping[int, Sequence[str]],
    is_recorded: bool,
    shown: Mapping[BotName, str],
) -> None:
    """Print the report on stderr.

    Args:
        game: the game of the match.
        failures: the failures.
        again: by seat, the command lines that reproduce the failure.
        is_recorded: whether the match has a record file.
        shown: the output of bots that was shown before.
    """
    for failure in failures:
        print("\n".join(_lines(failure, again[failure.seat], shown)), file=sys.stderr)
    if not any(failure.question is not None for failure in failures):
        return
    output.print_notation_hint(game, sys.stderr)
    if not is_recorded:
        print(
            "With --record FILE, `referee rehearse` can ask a bot the same questions again.",
            file=sys.stderr,
        )


def as_json(failure: Failure, again: Sequence[str]) -> dict[str, object]:
    """Return a failure as JSON; `again` has the command lines that reproduce it."""
    ending = failure.ending
    return {
        "bot": failure.bot,
        "seat": failure.seat,
        "strikes": failure.strikes,
        "forfeited": failure.forfeited,
        "cause": failure.cause,
        "exit_code": ending and ending.code,
        "signal": ending and ending.signal,
        "limit": ending and ending.limit,
        "peak_bytes": ending and ending.peak,
        "faults": [{"question": one.question, "reason": one.reason} for one in failure.faults],
        "question": failure.question and question_as_json(failure.question),
        "missed": failure.missed,
        "printed": failure.printed.splitlines(),
        "again": list(again),
    }


def question_as_json(asked: RecordedQuestion) -> dict[str, object]:
    """Return a question as JSON."""
    return {
        "number": asked.number,
        "seat": asked.seat,
        "options": asked.options,
        "budget": asked.budget / 1e9,
        "played": asked.choice,
    }


def question_text(asked: RecordedQuestion) -> str:
    """Return a question as one line: its options with their indexes."""
    shown = [f"{index} {text}" for index, text in enumerate(asked.options[:_MOST_OPTIONS])]
    if len(asked.options) > _MOST_OPTIONS:
        shown.append(f"and {len(asked.options) - _MOST_OPTIONS} more")
    options = output.counted(len(asked.options), "option")
    return f"question {asked.number} ({options}): {'; '.join(shown)}"


def keep_output(folder: Path, bots: Mapping[BotName, LocalBot]) -> None:
    """Write the output of each bot to the file `NAME.txt`.

    Raises:
        OSError: if a file cannot be written.
    """
    for name, bot in bots.items():
        (folder / f"{name}.txt").write_bytes(bot.output)


def _lines(failure: Failure, again: Sequence[str], shown: Mapping[BotName, str]) -> list[str]:
    strikes = output.counted(failure.strikes, "strike")
    lost = ", and a substitute player finished" if failure.forfeited else ""
    how = f"; {failure.ending.cause}" if failure.ending is not None else ""
    lines = [f"{failure.bot} (seat {failure.seat}): {strikes}{lost}{how}."]
    for fault in failure.faults:
        where = f"question {fault.question}: " if fault.question else ""
        lines.append(f"  {where}{fault.reason}")
    if failure.question is not None:
        label = "Missed" if failure.missed else "Last"
        lines.append(f"  {label} {question_text(failure.question)}.")
    lines += _printed(failure.printed, shown.get(failure.bot))
    lines += [f"  To reproduce: {command}" for command in again]
    return [output.printable(line) for line in lines]


def _printed(words: str, shown: str | None = None) -> list[str]:
    """Return the last output of a bot as indented lines, unless it was shown before."""
    if words and words == shown:
        return ["  Output as before."]
    return (
        ["  Last output:", *(f"    {line}" for line in words.splitlines())]
        if words
        else ["  No output."]
    )
