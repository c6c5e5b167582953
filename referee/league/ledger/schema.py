"""The tables of a ledger. `migrations/` makes them; a test holds both to be equal."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
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
)
"""Matches that were begun, each with an `Ending`. `seed` is that of a later attempt, if the
journal has it. `versions` is a list in JSON of the versions of the bots, by seat; null if none is
known. The rest is null until its record is sealed: `seats` is a list in JSON of place,
score, strikes, forfeited for each seat, `digest` is that of the seal."""

result = Table(
    "result",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),
    ForeignKeyConstraint(["match_id", "attempt"], ["attempt.match_id", "attempt.number"]),
)
"""What counts: the one attempt at each match that is its result."""
