"""The answer of a program: a line with an index, or with an object."""

import json
import math
from typing import Any

import tianming
from tianming_bots.bridge.error import WrongLine, shown

_KEYS = {"option", "note", "thought", "resign"}
_THOUGHT = {
    *("value", "nodes", "depth", "principal_line"),
    *("reasoning", "tokens_in", "tokens_out", "cost"),
}


def answer_of(line: bytes, number: int, options: int) -> tianming.Answer:
    """Return the answer in a line.

    Args:
        line: what the program printed.
        number: number of the question.
        options: how many options it has.

    Raises:
        WrongLine: when the line is no answer, or the index not on offer.
    """
    try:
        return _parsed(json.loads(line), options)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise WrongLine(
            f"the program answered {shown(line)} to question {number}: print an index from 0 to "
            f'{options - 1}, or an object such as {{"option": 0, "note": "why"}} or '
            '{"resign": true}'
        ) from None


def _parsed(value: Any, options: int) -> tianming.Answer:
    """The answer that a value of JSON is; raises `ValueError` or `TypeError` for any other."""
    if not isinstance(value, dict):
        return _count(value, options)
    _only(value, _KEYS)
    if value.get("resign") is True:
        return tianming.Resign()
    return tianming.Choice(
        _count(value.get("option"), options),
        _text(value.get("note", "")),
        _thought(value["thought"]) if "thought" in value else None,
    )


def _thought(value: Any) -> tianming.Thought:
    if not isinstance(value, dict):
        raise TypeError
    _only(value, _THOUGHT)
    worth = value.get("value")
    return tianming.Thought(
        None if worth is None else float(worth),
        _count(value.get("nodes", 0), 1 << 64),
        _count(value.get("depth", 0), 1 << 32),
        [_text(entry) for entry in value.get("principal_line", ())],
        reasoning=_text(value.get("reasoning", "")),
        tokens_in=_count(value.get("tokens_in", 0), 1 << 64),
        tokens_out=_count(value.get("tokens_out", 0), 1 << 64),
        cost=_cost(value.get("cost", 0)),
    )


def _count(value: Any, bound: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < bound:
        raise ValueError
    return value


def _cost(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise ValueError
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    value.encode()  # no half of a surrogate pair
    return value


def _only(value: dict[str, Any], known: set[str]) -> None:
    """Refuse a key that means nothing, such as a misspelt one."""
    if not value.keys() <= known:
        raise ValueError
