"""Export: a record as JSON lines, one an entry, with what each step means in words."""

import json
from collections.abc import Iterator
from typing import Any

from google.protobuf.json_format import MessageToDict

from referee.record.reader import Record, check_start
from referee.record.replay import Replay


def json_lines(record: Record) -> Iterator[str]:
    """Every entry as a line of JSON.

    The keys are those of `record.proto` in lowerCamelCase as protobuf's JSON form has
    them, beside `entry`, `kind`, and for draws and choices `notation`.

    Raises:
        DataError, UsageError: when the record cannot be played again.
    """
    check_start(record)
    yield _line(0, "header", MessageToDict(record.header), "")
    for step in Replay(record).steps():
        body = MessageToDict(step.entry.body).get(step.kind, {})
        notation = step.text if step.kind in ("drawn", "chosen") else ""
        yield _line(step.entry.index, step.kind, body, notation)


def _line(index: int, kind: str, body: dict[str, Any], notation: str) -> str:
    line: dict[str, Any] = {"entry": index, "kind": kind}
    if notation:
        line["notation"] = notation
    return json.dumps(line | body, ensure_ascii=True) + "\n"
