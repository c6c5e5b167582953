"""The lines that a program gets: JSON, with the messages of the games in protobuf's mapping."""

import json
from dataclasses import asdict
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

import tianming


def question(asked: tianming.Question) -> bytes:
    """A question, which wants an answer."""
    return _line(
        kind="question",
        match=asked.match_id,
        seat=asked.seat,
        number=asked.number,
        option_count=asked.option_count,
        budget=asked.budget,
        since=[_event(event) for event in asked.since],
        **_data(asked.position),
    )


def match_started(match: tianming.Match) -> bytes:
    """A match has begun."""
    return _line(
        kind="match_started",
        match=match.match_id,
        seat=match.seat,
        game=match.game,
        rules_version=match.rules_version,
        options=dict(match.options),
        bots=list(match.bots),
        clock=asdict(match.clock),
        strikes=match.strikes,
        bot_seed=match.bot_seed.hex(),
        setup={} if match.setup is None else _data(match.setup),
    )


def fault(notice: tianming.FaultNotice) -> bytes:
    """The referee has booked a fault against the bot."""
    return _line(
        kind="fault",
        match=notice.match.match_id,
        seat=notice.match.seat,
        number=notice.number,
        fault=notice.fault,
        substituted=notice.substituted,
        strikes_left=notice.strikes_left,
        reason=notice.reason,
    )


def match_ended(result: tianming.MatchResult) -> bytes:
    """A match has ended."""
    return _line(
        kind="match_ended",
        match=result.match.match_id,
        seat=result.match.seat,
        place=result.place,
        termination=result.outcome.termination.name.lower(),
        reason=result.outcome.reason,
        results=[asdict(seat) for seat in result.outcome.results],
        since=[_event(event) for event in result.since],
        fair=result.fair,
    )


def _event(event: tianming.Event) -> dict[str, Any]:
    return {
        "index": event.index,
        "seat": event.seat,
        "notation": event.notation,
        "detail": _data(event.detail),
    }


def _data(message: Message) -> dict[str, Any]:
    """A message as JSON has it: every field with its name in the contract, zeros too."""
    data: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return data


def _line(**fields: object) -> bytes:
    """One line, in ASCII, which every locale can read."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
