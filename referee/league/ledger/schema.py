"""The tables of a ledger. `migrations/` makes them; a test holds both to be equal."""

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
"""Facts about the whole: the league's name, and how much of the journal is in here."""

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
)
"""Bots: a local one has a `command`, one on the network the hash of its `token`, one that listens
an `address`, and perhaps the variable `token_env` with its token. `benched` is why it starts no
more matches, and `until_connected` says whether it plays again as soon as it connects. `version` is
the version that finished a match last."""

round_ = Table(
    "round",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("bots", Text, nullable=False),
)
"""Rounds that were planned: `bots` is the roster as a list in JSON."""

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
"""Planned matches. The first sealed attempt from `from_attempt` on counts; until there is one, the
last sealed attempt from `counts_from` on does. `void` is why none counts."""

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
"""Matches that were begun, each with an `Ending`. `seed` is that of a later attempt, if the
journal has it. `versions` is a list in JSON of the versions of the bots, by seat; null if none is
known. The rest is null until its record is sealed: `seats` is a list in JSON of place,
score, strikes, forfeited for each seat, `digest` is that of the seal; `started` and `ended` are
milliseconds since 1970."""

result = Table(
    "result",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
)
"""What counts: the one attempt at each match that is its result."""

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
"""The seats of planned matches. Round and position are those of the match, for lists in order."""

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
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
)
"""How long the bots of a sealed attempt took for their answers, in all and at most; `times` is a
histogram, see `referee.record.summary`."""

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
"""The faults in a sealed attempt, by seat and kind; there is no row for none."""

rating = Table(
    "rating",
    metadata,
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("bot", Text, primary_key=True),
    Column("points", Float, nullable=False),
    Column("low", Float),
    Column("high", Float),
)
"""The ratings after rounds that are over, see `round_ratings`. The interval is null where there are
too few sets."""

COUNTING = result.join(
    attempt, and_(attempt.c.match_id == result.c.match_id, attempt.c.number == result.c.attempt)
).join(pairing, pairing.c.match_id == result.c.match_id)
"""Every match that counts: its result, the attempt it comes from, and what was planned."""
