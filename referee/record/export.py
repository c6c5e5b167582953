"""Export a record as JSON lines: one per entry, with the notation of draws and choices."""

import json
from collections.abc import Iterable, Iterator, Mapping

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from referee.match.question import Reasoning
from referee.record.reader import Record, check_start
from referee.record.replay import Replay


def json_lines(record: Record) -> Iterator[str]:
    """Yield every entry as a line of JSON.

    The keys are `entry`, `kind`, for draws and choices also `notation`, for choices with reasoning
    its text as `reasoning`, and the fields of `record.proto`. Bytes are hexadecimal, enums
    lower-case names, and times ISO 8601. Only optional fields that are not set are missing.

    Raises:
        DataError: when the record does not fit its rules.
        UsageError: when the game is not installed.
    """
    check_start(record)
    yield _line(0, "header", record.header, "")
    for step in Replay(record).steps():
        notation = step.text if step.kind in ("drawn", "chosen") else ""
        body = getattr(step.entry.body, step.kind)
        yield _line(step.entry.index, step.kind, body, notation, step.reasoning)


def _line(
    index: int, kind: str, body: Message, notation: str, reasoning: Reasoning | None = None
) -> str:
    line: dict[str, object] = {"entry": index, "kind": kind}
    line |= {"notation": notation} if notation else {}
    line |= {"reasoning": reasoning.text} if reasoning is not None and reasoning.text else {}
    return json.dumps(line | _fields(body), ensure_ascii=True) + "\n"


def _fields(message: Message) -> dict[str, object]:
    """Return the fields of a message by name."""
    found: dict[str, object] = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        values = field.enum_type.values_by_number if field.enum_type is not None else {}
        names = {number: value.name for number, value in values.items()}
        found[field.name] = _plain(getattr(message, field.name), names)
    return found


def _plain(value: object, names: Mapping[int, str]) -> object:
    """Return a value for JSON; `names` are the names of its enum's members, if it has an enum."""
    match value:
        case str() | float() | bool():
            return value
        case bytes():
            return value.hex()
        case int():
            prefix = names.get(0, "").removesuffix("UNSPECIFIED")
            return names[value].removeprefix(prefix).lower() if value in names else value
        case Timestamp():
            return value.ToJsonString()
        case Message():
            return _fields(value)
        case Iterable():
            return [_plain(each, names) for each in value]
    raise TypeError(type(value))
