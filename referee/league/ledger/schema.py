"""The tables of a ledger. `migrations/` creates them; a test compares both."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    false,
)

metadata = MetaData()

season = Table(
    "season",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the season, such as the league's name and the applied position of the journal."""

NEXT_START = "next start"
"""The name of a fact: when the schedule begins the next round, in ISO 8601."""

ROUNDS_ENDED = "rounds ended"
"""The name of a fact: the number of the last round that ended."""

SEASON_ENDED = "season ended"
"""The name of a fact: the number of rounds after which the season was over last."""

INTERVAL = "interval"
"""The name of a fact: the round after which the last interval began, and when, or `ended`."""

bot = Table(
    "bot",
    metadata,
    Column("name", Text, primary_key=True),
    Column("command", Text),
    Column("token", Text),
    Column("benched", Text),
    Column("address", Text),
    Column("token_env", Text),
    Column("version", Text),
    Column("until_connected", Boolean, nullable=False, server_default=false()),
    Column("is_there", Boolean),
    Column("owner", Text, nullable=False, server_default=""),
    Column("hosted", Text),
    Column("rolled_back", Text, nullable=False, server_default=""),
    Column("held", Text),
)
"""Bots. A local bot has a `command`. A remote bot has a `token`, which is a hash. A bot that
listens has an `address`, and optionally the environment variable `token_env` with its token.
`benched` is why the bot is benched; null if it plays. `until_connected` is whether it plays again
as soon as it connects. `version` is its version in the latest finished match. `is_there` is
whether a remote bot is at the table; null if the journal does not say. `owner` is empty if it has
none. `hosted` is the version of a hosted bot as JSON. `rolled_back` is why its last version plays
no more; empty if it plays. `held` is the version of a connected bot that a freeze holds; null if
none does."""

hosted_version = Table(
    "hosted_version",
    metadata,
    Column("bot", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("command", Text, nullable=False),
    Column("hosted", Text, nullable=False),
    Column("failed", Text, nullable=False),
)
"""The versions of hosted bots that the season has listed. `failed` is a JSON list of the version
that took its place and of why it was rolled back; empty if it was not."""

friendly = Table(
    "friendly",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("bots", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("termination", Integer, nullable=False),
    Column("seats", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
)
"""Friendlies that ended. `bots` is a JSON list by seat. The other columns are those of an attempt;
`termination` is 0 if a friendly was not played."""

former_owner = Table(
    "former_owner",
    metadata,
    Column("name", Text, primary_key=True),
    Column("now", Text, nullable=False),
)
"""The former names of owners, each with the present name."""

round_ = Table(
    "round",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("bots", Text, nullable=False),
)
"""Planned rounds. `bots` is the roster as a JSON list."""

pairing = Table(
    "pairing",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("round", Integer, ForeignKey("round.number"), nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("set_number", Integer, nullable=False),
    Column("variant", Integer, nullable=False),
    Column("bots", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("from_attempt", Integer, nullable=False),
    Column("void", Text),
    Column("counts_from", Integer, nullable=False, server_default="1"),
    Index("ix_pairing_order", "round", "position", "match_id"),
    Index("ix_pairing_set", "set_number"),
)
"""Planned matches. The first sealed attempt from `from_attempt` on counts. If there is none yet,
the last sealed attempt from `counts_from` on counts. `void` is why the match is void."""

attempt = Table(
    "attempt",
    metadata,
    Column("match_id", Text, ForeignKey("pairing.match_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("ending", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("termination", Integer),
    Column("seats", Text),
    Column("digest", LargeBinary),
    Column("seed", LargeBinary),
    Column("versions", Text),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Index("ix_attempt_ending", "ending"),
)
"""Attempts at matches, each with an `Ending`. `seed` is the seed of a later attempt, if the
journal has it. `versions` is a JSON list of the bots' versions by seat; null if none is known. The
other columns are null until the record is ingested. `seats` is a JSON list of place, score,
strikes and forfeited for each seat. `digest` is the digest of the seal. `started` and `ended` are
in milliseconds since 1970."""

result = Table(
    "result",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
)
"""The attempt that counts for each match with a result."""

seat = Table(
    "seat",
    metadata,
    Column("match_id", Text, ForeignKey("pairing.match_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("bot", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Index("ix_seat_bot", "bot", "round", "position", "match_id", "seat"),
)
"""The seats of planned matches. `round` and `position` repeat those of the match, for sorting."""

answer_times = Table(
    "conduct",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("answers", Integer, nullable=False),
    Column("nanoseconds", BigInteger, nullable=False),
    Column("longest", BigInteger, nullable=False),
    Column("times", LargeBinary, nullable=False),
    Column("tokens_in", BigInteger, nullable=False, server_default="0"),
    Column("tokens_out", BigInteger, nullable=False, server_default="0"),
    Column("cost_micros", BigInteger, nullable=False, server_default="0"),
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
)
"""The answer times in a sealed attempt by seat: their number, sum and maximum in nanoseconds.
`times` is their histogram, and the last columns are what the bot declared for them; see
`referee.record.summary`."""

fault = Table(
    "fault",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("count", Integer, nullable=False),
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
    Index("ix_fault_kind", "kind", "match_id"),
)
"""The number of faults in a sealed attempt by seat and kind; there are no rows with zero."""

rating = Table(
    "rating",
    metadata,
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("bot", Text, primary_key=True),
    Column("points", Float, nullable=False),
    Column("low", Float),
    Column("high", Float),
)
"""The ratings after finished rounds, see `round_ratings`. The interval is null if there are too
few sets."""

COUNTING = result.join(
    attempt, and_(attempt.c.match_id == result.c.match_id, attempt.c.number == result.c.attempt)
).join(pairing, pairing.c.match_id == result.c.match_id)
"""The join of every result that counts with its attempt and its planned match."""
