"""The findings of a check as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from referee.game_check.promise_walk import Breach
from referee.game_check.suite import GameFindings
from tianming_games.ground.text import counted


def lines(game: str, findings: GameFindings) -> Iterator[str]:
    """Yield the findings as lines: each promise, how it is broken, and the verdict."""
    for verdict in findings.verdicts:
        breach = verdict.breach
        yield f"{'ok' if breach is None else 'BROKEN':<8}{verdict.promise}"
        if breach is not None:
            yield f"{'':<8}{breach.why}"
            yield f"{'':<8}At {breach.place}, {_case(breach)}."
    broken = sum(verdict.breach is not None for verdict in findings.verdicts)
    kept = counted(len(findings.verdicts) - broken, "promise")
    verdict_words = f"breaks {counted(broken, 'promise')}" if broken else f"keeps all {kept}"
    speed = f", {findings.rate:,.0f} steps a second" if findings.rate else ""
    yield f"{game} {verdict_words}: {counted(findings.plays, 'play')}{speed}."


def as_json(game: str, findings: GameFindings) -> dict[str, Any]:
    """Return the findings as JSON."""
    return {
        "game": game,
        "sound": findings.is_sound,
        "cases": findings.cases,
        "plays": findings.plays,
        "steps_per_second": round(findings.rate),
        "promises": [
            {
                "name": verdict.name,
                "promise": verdict.promise,
                "kept": verdict.breach is None,
                **({} if verdict.breach is None else _as_json(verdict.breach)),
            }
            for verdict in findings.verdicts
        ],
    }


def _as_json(breach: Breach) -> dict[str, Any]:
    case = breach.case
    return {
        "why": breach.why,
        "place": breach.place,
        "seats": case.seats,
        "options": dict(case.options),
    }


def _case(breach: Breach) -> str:
    """Return the seats and options of a breach."""
    options = [f", {name} {value}" for name, value in breach.case.options.items()]
    return f"{breach.case.seats} seats{''.join(options)}"
