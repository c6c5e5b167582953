"""The version of a hosted bot: what its author submitted, and the organiser runs."""

from dataclasses import dataclass
from typing import Any, Final

from referee.identifier import BotName, OwnerName

WITHDRAWN: Final = "Its owner has withdrawn it."
REFUSED: Final = "The organiser has refused its versions."
REMOVED: Final = "The organiser has removed its owner."
NOT_CONNECTED: Final = "The season lets no owner run a bot any more."
BEYOND_QUOTA: Final = "Its owner has more bots than the invitation allows."
UNCONNECTED: Final = "It has not connected with its token yet."

RESTS_OF_ENTRIES: Final = (WITHDRAWN, REFUSED, REMOVED, NOT_CONNECTED, BEYOND_QUOTA)
"""Why an entered bot rests until the journal of entries says that it plays."""

_DIGITS = 12
"""Hexadecimal digits of a digest in the name of a version."""


@dataclass(frozen=True, slots=True)
class HostedVersion:
    """A version of a hosted bot, which is run in the sandbox `strict`.

    Attributes:
        number: its number, which is that of its submission.
        digest: the digest of its files in hexadecimal.
        folder: its folder; relative to that of the league file.
        reads: absolute folders of its toolchain, which it may read.
        choice: how often the bot got a version, by a submission or by its owner's choice.
        chosen: the version that it got last; another one plays if that was rolled back.
    """

    number: int
    digest: str
    folder: str
    reads: tuple[str, ...] = ()
    choice: int = 0
    chosen: int = 0

    @property
    def name(self) -> str:
        """The name of the version in tables and in the ledger: number and digest."""
        return f"{self.number}-{self.digest[:_DIGITS]}"

    @classmethod
    def of(cls, facts: dict[str, Any]) -> "HostedVersion":
        """Return the version of these facts, as `asdict` returns them.

        Raises:
            KeyError, TypeError: if they are none.
        """
        return cls(**{**facts, "reads": tuple(facts["reads"])})


@dataclass(frozen=True, slots=True)
class Challenge:
    """A friendly that an owner asked for.

    Attributes:
        number: its number; friendlies count from 1.
        owner: the owner who asked for it.
        bots: the bots, that of the owner first.
        at: when it was asked for, in seconds since 1970.
    """

    number: int
    owner: OwnerName
    bots: tuple[BotName, ...]
    at: int
