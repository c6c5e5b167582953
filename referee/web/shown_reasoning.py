"""Build the answer with the reasoning of a bot for one of its choices."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from referee.error import DataError
from referee.identifier import MatchId
from referee.record.reader import Record
from referee.record.reasoning import read_reasoning
from referee.web.api.match import ReasoningText
from referee.web.disclosure import Disclosure
from referee.web.sentence import WebSentence
from referee.web.web_problem import NotFound, Unreadable


def reasoning_of_step(
    match_id: MatchId, record: Record, path: Path, n: int, disclosure: Disclosure
) -> ReasoningText:
    """Return the reasoning of a step.

    Args:
        match_id: the name of the match.
        record: its record, which is finished.
        path: the path of the record, beside which the texts lie.
        n: the number of the step.
        disclosure: what may be shown of the match.

    Raises:
        NotFound: if the step has none, or it is not shown.
        Unreadable: if its text cannot be read.
    """
    digest = dict(_digests(record)).get(n)
    if digest is None or not disclosure.shows_notes:
        raise NotFound(WebSentence.NO_REASONING)
    try:
        text = (read_reasoning(path) or {}).get(digest)
    except DataError:
        text = None
    if text is None:
        raise Unreadable(WebSentence.REASONING_NOT_SHOWN)
    return ReasoningText(id=match_id, n=n, text=text)


def reasoning_of_match(
    match_id: MatchId, record: Record, path: Path, disclosure: Disclosure
) -> Iterator[ReasoningText]:
    """Yield the reasoning of all steps that can be shown, for pages without a server."""
    texts: Mapping[bytes, str] = {}
    with suppress(DataError):
        texts = (disclosure.shows_notes and read_reasoning(path)) or {}
    for n, digest in _digests(record):
        if digest in texts:
            yield ReasoningText(id=match_id, n=n, text=texts[digest])


def _digests(record: Record) -> Iterator[tuple[int, bytes]]:
    """Yield the number of each step with reasoning, and the digest of the text."""
    for entry in record.entries:
        digest = entry.body.chosen.thought.reasoning_digest
        if digest:
            yield entry.index, digest
