"""Check the records against the messages that the bots received and logged."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.error import TianmingError
from referee.record.reader import Record, read
from referee.record.replay import Replay
from referee.record.verify import verify


@dataclass(slots=True)
class Findings:
    """The counts and errors of a comparison. Every list must be empty.

    Attributes:
        matches: number of valid records.
        results_told: number of results that the bots received.
        questions_shown: number of questions that the bots received.
        resumed: number of records of resumed matches.
    """

    matches: int = 0
    results_received: int = 0
    questions_shown: int = 0
    resumed: int = 0
    results_lost: list[str] = field(default_factory=list)
    results_twice: list[str] = field(default_factory=list)
    matches_lost: list[str] = field(default_factory=list)
    decisions_lost: list[str] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        """All errors."""
        return [
            *self.results_lost,
            *self.results_twice,
            *self.matches_lost,
            *self.decisions_lost,
            *self.unsound,
        ]


def compare(records: Path, logs: list[Path]) -> Findings:
    """Compare a folder of records with the logs of the witnesses."""
    findings = Findings()
    kept: dict[str, Record] = {}
    for path in sorted(records.iterdir()):
        if path.suffix == ".part":
            findings.matches_lost.append(f"{path.name} is still open")
        elif path.suffix == ".tianming":
            _read(path, kept, findings)
    findings.matches = len(kept)
    for log in logs:
        _read_log(log, kept, findings)
    return findings


def _read(path: Path, kept: dict[str, Record], findings: Findings) -> None:
    try:
        record = read(path)
        verify(record)
    except TianmingError as error:
        findings.unsound.append(str(error))
        return
    if record.header.match_id in kept:
        findings.results_twice.append(f"{record.header.match_id} has two records")
    kept[record.header.match_id] = record
    findings.resumed += any(entry.body.HasField("resumed") for entry in record.entries)


def _read_log(log: Path, kept: dict[str, Record], findings: Findings) -> None:
    """Compare the log of one witness with the records."""
    shown: dict[str, list[dict[str, Any]]] = {}
    announced: dict[str, str] = {}
    for said in _lines(log):
        match_id = said["match"]
        if match_id not in kept:
            findings.matches_lost.append(f"{match_id} was begun and has no record")
        elif said["kind"] == "question":
            shown.setdefault(match_id, []).append(said)
        elif said["kind"] == "ended":
            _result(said, announced, kept[match_id], findings)
    findings.results_received += len(announced)
    for match_id, questions in shown.items():
        findings.questions_shown += len(questions)
        _decisions(kept[match_id], questions, findings)


def _lines(log: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a log, without an incomplete last line of a killed witness."""
    for line in log.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def _result(
    said: dict[str, Any], announced: dict[str, str], record: Record, findings: Findings
) -> None:
    match_id, digest = said["match"], said["digest"]
    if announced.setdefault(match_id, digest) != digest:
        findings.results_twice.append(f"{match_id} was told with two results")
    if record.digest.hex() != digest:
        findings.results_lost.append(f"{match_id} was told with another result than is kept")


def _decisions(record: Record, shown: list[dict[str, Any]], findings: Findings) -> None:
    """Check that each question is in the record, right after the events that it showed."""
    happened, asked = _history(record)
    for said in shown:
        number, since = said["number"], said["since"]
        if number not in asked:
            findings.decisions_lost.append(f"{said['match']}: question {number} is not there")
            continue
        payload, end = asked[number]
        if payload != said["payload"] or happened[end - len(since) : end] != since:
            findings.decisions_lost.append(f"{said['match']}: question {number} is another one")


def _history(record: Record) -> tuple[list[str], dict[int, tuple[str, int]]]:
    """Return the events, and for each question its digest and the number of events before."""
    happened: list[str] = []
    asked: dict[int, tuple[str, int]] = {}
    for step in Replay(record).steps():
        if step.kind in ("drawn", "chosen"):
            happened.append(step.text)
        elif step.kind == "asked":
            question = step.entry.body.asked
            asked[question.number] = (question.question_digest.hex(), len(happened))
    return happened, asked
