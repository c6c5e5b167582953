"""The formats there are, by the word that `league.toml` has for them."""

from referee.league.format import Format
from referee.league.format.round_robin import RoundRobin

KINDS: dict[str, type[Format]] = {kind.kind: kind for kind in (RoundRobin,)}
