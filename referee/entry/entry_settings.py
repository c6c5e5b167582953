"""What the service of entries says about a season, and its limits."""

from dataclasses import dataclass, field

from referee.entry.entry_book import EntryQuotas


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySettings:
    """What the service says about a season, and its limits.

    Attributes:
        league: name of the league.
        game: name of the game.
        most_bytes: maximum size of an archive.
        quotas: the quotas of each owner.
        by_hand: whether the organiser accepts each submission.
        connected: whether owners may run bots themselves.
        friendlies: whether owners may ask for friendlies.
        seats: the seats of a match.
        bots_address: the address at which bots connect.
        most_stored: bytes of store and versions at which no submission is taken; 0: unlimited.
        patience: seconds for the next piece of an upload.
        look: seconds between two reads of what other processes wrote.
        token_wait: seconds to wait until the season knows the token of a bot.
    """

    league: str
    game: str
    most_bytes: int = 1 << 26
    quotas: EntryQuotas = field(default_factory=EntryQuotas)
    by_hand: bool = False
    connected: bool = False
    friendlies: bool = False
    seats: int = 2
    bots_address: str = ""
    most_stored: int = 0
    patience: float = 30.0
    look: float = 2.0
    token_wait: float = 3.0
