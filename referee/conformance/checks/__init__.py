"""The checks, one file per subject, in the order in which the suite runs them."""

from referee.conformance.check import Check
from referee.conformance.checks import (
    frame,
    handshake,
    leaving,
    notice,
    ping,
    question,
    refusal,
    stream_end,
    unknown,
)

_SUBJECTS = (handshake, question, frame, ping, unknown, notice, stream_end, refusal, leaving)

CHECKS: tuple[Check, ...] = tuple(
    one for subject in _SUBJECTS for one in vars(subject).values() if isinstance(one, Check)
)
