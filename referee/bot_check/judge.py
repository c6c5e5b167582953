"""Turn measurements into findings."""

from collections.abc import Mapping, Sequence
from itertools import chain

from referee.bot_check.answer import AnswerSummary, CheckedMatch, summary_of
from referee.bot_check.finding import BotFinding, Severity
from referee.bot_check.plan import MatchPlan
from referee.bot_check.settings import CheckSettings
from referee.bot_check.trial import BotGone
from referee.launch.preset import Preset
from referee.launch.supervisor.exit_status import MIB, ExitStatus
from tianming_games.ground.text import counted, duration

_MOST_DETAILS = 10
"""Maximum of detail lines in a finding."""
_MUCH = 0.5
"""Share of the time to connect, or of a budget, above which a finding warns."""
_MUCH_MEMORY = 0.8
_MUCH_WHILE_IDLE = 0.2
"""Share of the time in which a bot may use a processor while it has no question."""
_LEAST_GROWTH = 64 << 10
"""Growth of memory in bytes per match that is allowed."""
_NEVER_LEAKS = 4 * MIB
"""Total growth of memory in bytes that is allowed, even after few matches."""
_SEASON = 1000
"""Matches that a bot must be able to play before it exceeds its memory limit."""
_STOPPED_WELL = (0, -15)
"""Correct exit codes after SIGTERM: 0 with a handler, or -15 without one."""


def startup(seconds: float, settings: CheckSettings) -> BotFinding:
    """Judge how long a bot took to connect."""
    text = f"It connected {duration(seconds)} after its start"
    data = {"seconds": round(seconds, 4), "limit_seconds": settings.startup}
    if seconds > _MUCH * settings.startup:
        text += f", of {settings.startup:g} s that it has: load less before you connect."
        return BotFinding("start", Severity.WARNING, text, data=data)
    return BotFinding("start", Severity.OK, f"{text}.", data=data)


def no_start(why: str) -> BotFinding:
    """Return the finding on a bot that did not connect; `why` is the reason and its last output."""
    first, *printed = why.splitlines()
    return BotFinding("start", Severity.FAILURE, first, tuple(printed[-_MOST_DETAILS:]))


def games(played: Sequence[str], wrong: Mapping[str, str]) -> BotFinding:
    """Judge the games that a bot names.

    Args:
        played: the games to check.
        wrong: why other named games cannot be played, by name.
    """
    data = {"games": list(played), "wrong": list(wrong)}
    hints = tuple(f"{name}: {why}" for name, why in wrong.items())
    if not played:
        text = "It names no game that can be played here."
        return BotFinding("games", Severity.FAILURE, text, hints, data)
    text = f"It plays {', '.join(played)}."
    if wrong:
        text += f" It also names {counted(len(wrong), 'game')} that cannot be played here."
        return BotFinding("games", Severity.WARNING, text, hints, data)
    return BotFinding("games", Severity.OK, text, data=data)


def matches(
    subject: str, played: Sequence[tuple[MatchPlan, CheckedMatch]], left: int, worst: Severity
) -> BotFinding:
    """Judge the faults in some matches.

    Args:
        subject: the subject of the finding.
        played: the matches with their plans.
        left: number of planned matches that were not played.
        worst: the severity if there are faults.
    """
    faulty = [(plan, match) for plan, match in played if match.faults]
    number = counted(len(played), "match", "matches")
    times = summary_of(chain.from_iterable(match.answers for _, match in played))
    data = {
        "matches": len(played),
        "not_played": left,
        "faults": sum(len(match.faults) for _, match in played),
        "forfeits": sum(match.forfeited for _, match in played),
        "answers": None if times is None else times_data(times),
    }
    more = f" {counted(left, 'match', 'matches')} more were planned." if left else ""
    spent = "" if times is None else f" {times_text(times)}"
    if not faulty:
        return BotFinding(subject, Severity.OK, f"{number} without a fault.{spent}{more}", (), data)
    lines = [
        f"{plan}: question {fault.question}: {fault.reason}"
        for plan, match in faulty
        for fault in match.faults
    ]
    text = f"Faults in {len(faulty)} of {number}.{spent}{more}"
    return BotFinding(subject, worst, text, _shortened(lines), data)


def times_text(times: AnswerSummary) -> str:
    """Return the times of answers as a sentence."""
    return (
        f"Answers took {duration(times.median)} in the median, {duration(times.p99)} in the 99th "
        f"percentile, {duration(times.longest)} at most."
    )


def times_data(times: AnswerSummary) -> dict[str, object]:
    """Return the times of answers as JSON."""
    return {
        "count": times.count,
        "median_seconds": round(times.median, 6),
        "p99_seconds": round(times.p99, 6),
        "longest_seconds": round(times.longest, 6),
        "largest_budget_share": round(times.share, 4),
    }


def clock(times: AnswerSummary | None) -> BotFinding:
    """Judge the times of answers against their budgets."""
    if times is None:
        return BotFinding("clock", Severity.FAILURE, "It never answered in time.")
    share = f"The slowest answer took {100 * times.share:.2g} % of its budget"
    if times.share > _MUCH:
        text = f"{share}: on a slower or busier machine it comes late."
        return BotFinding("clock", Severity.WARNING, text, data=times_data(times))
    return BotFinding("clock", Severity.OK, f"{share}.", data=times_data(times))


def gone(subject: str, ended: BotGone) -> BotFinding:
    """Return the finding on a bot whose process ended during matches."""
    lines = ended.printed.splitlines()
    text = f"During its matches {ended.status.cause}."
    return BotFinding(subject, Severity.FAILURE, text, _shortened(lines))


def memory(peak: int, growth: float, played: int, settings: CheckSettings) -> BotFinding:
    """Judge memory.

    Args:
        peak: the peak memory of the bot in bytes; 0 if unknown.
        growth: growth of its memory during matches, in bytes.
        played: the number of these matches.
        settings: the settings of the check.
    """
    limited = settings.sandbox.preset is not Preset.NONE
    limit = settings.sandbox.limits.memory
    per_match = growth / played if played else 0.0
    data = {"peak_bytes": peak, "limit_bytes": limit, "growth_bytes_per_match": round(per_match)}
    text = f"It used {peak / MIB:.0f} MiB at most" if peak else "Its peak is unknown"
    if limited:
        text += f", and may use {limit / MIB:.0f} MiB"
    if per_match > _LEAST_GROWTH and growth > _NEVER_LEAKS:
        left = int((limit - peak) / per_match)
        text += f". It grew by {per_match / MIB:.2g} MiB with each match"
        if limited and left < _SEASON:
            text += f", and would break its limit after {left} more: free what a match needs."
            return BotFinding("memory", Severity.FAILURE, text, data=data)
        return BotFinding("memory", Severity.WARNING, f"{text}.", data=data)
    is_much = limited and peak > _MUCH_MEMORY * limit
    severity = Severity.WARNING if is_much else Severity.OK
    return BotFinding("memory", severity, f"{text}.", data=data)


def idle(share: float) -> BotFinding:
    """Judge the share of the time in which a bot used a processor without a question."""
    text = f"It worked {100 * share:.2g} % of the time while it had no question"
    data = {"busy_share": round(share, 4)}
    if share > _MUCH_WHILE_IDLE:
        text += ": block until a message comes, and do not poll; it slows other bots."
        return BotFinding("idle", Severity.WARNING, text, data=data)
    return BotFinding("idle", Severity.OK, f"{text}.", data=data)


def end(subject: str, status: ExitStatus, printed: str) -> BotFinding:
    """Judge how a bot ended after the referee asked it to end."""
    data = {"exit_code": status.code if status.by_itself else status.stopped, "deaf": status.deaf}
    if status.deaf:
        text = "It did not end within 1 s of SIGTERM, and was killed: do not ignore the signal."
        return BotFinding(subject, Severity.WARNING, text, data=data)
    if status.by_itself and status.code != 0:
        text = f"At the end {status.cause}."
        return BotFinding(subject, Severity.WARNING, text, _shortened(printed.splitlines()), data)
    if not status.by_itself and status.stopped not in _STOPPED_WELL:
        text = f"It ended with {_code(status.stopped)} after SIGTERM."
        return BotFinding(subject, Severity.WARNING, text, _shortened(printed.splitlines()), data)
    text = "It ended when it was asked to."
    return BotFinding(subject, Severity.OK, text, data=data)


def _code(code: int | None) -> str:
    if code is None:
        return "no known exit code"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _shortened(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first lines, and a line with the number of the others."""
    if len(lines) <= _MOST_DETAILS:
        return tuple(lines)
    more = len(lines) - _MOST_DETAILS
    return (*lines[:_MOST_DETAILS], f"and {counted(more, 'more line')}")
