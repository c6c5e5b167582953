"""The checks, one file per subject, in the order in which the suite runs them."""

from referee.conformance.check import Check
from referee.conformance.checks import (
    frame,
    handshake,
    invitation,
    leaving,
    listening,
    memory,
    network,
    notice,
    ping,
    question,
    refusal,
    returning,
    stream_end,
    tls,
    unknown,
)

_SUBJECTS = (
    handshake,
    question,
    frame,
    ping,
    unknown,
    notice,
    stream_end,
    returning,
    invitation,
    refusal,
    leaving,
    tls,
    network,
    memory,
    listening,
)

CHECKS: tuple[Check, ...] = tuple(
    one for subject in _SUBJECTS for one in vars(subject).values() if isinstance(one, Check)
)
