"""When the certificates of a server expire; `cryptography` is imported only to read them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SOON = timedelta(days=30)
"""A certificate that expires within this time is named at the start, and by `doctor`."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """When the first certificate of a PEM file expires."""

    path: Path
    at: datetime

    def days(self, now: datetime | None = None) -> int:
        """Return the number of whole days until then, negative afterwards."""
        return (self.at - (now or datetime.now(UTC))) // timedelta(days=1)

    def is_soon(self, now: datetime | None = None) -> bool:
        """Return whether it has expired, or does within `SOON`."""
        return self.at - (now or datetime.now(UTC)) <= SOON

    def __str__(self) -> str:
        day, days = self.at.date(), self.days()
        return f"expired on {day}" if days < 0 else f"expires on {day}, in {days} days"


def expiries(paths: Iterable[Path]) -> list[Expiry]:
    """Return when the certificates of PEM files expire; skip files without a valid one."""
    from cryptography import x509

    found = []
    for path in paths:
        try:
            certificates = x509.load_pem_x509_certificates(path.read_bytes())
        except (OSError, ValueError):
            continue
        found.append(Expiry(path, min(each.not_valid_after_utc for each in certificates)))
    return found
