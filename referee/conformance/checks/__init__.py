"""The checks, one file per subject, in the order in which the suite runs them."""

from referee.conformance.check import Check
from referee.conformance.checks import (
    failure,
    frame,
    handshake,
    invitation,
    leaving,
    listening,
    listening_tls,
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
    failure,
    leaving,
    tls,
    network,
    memory,
    listening,
    listening_tls,
)

CHECKS: tuple[Check, ...] = tuple(
    one for subject in _SUBJECTS for one in vars(subject).values() if isinstance(one, Check)
)
