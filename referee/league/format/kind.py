"""All formats of league files, by their name in `league.toml`."""

from referee.league.format import Format
from referee.league.format.comparison import Comparison
from referee.league.format.final import Final
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.knock_out import KnockOut
from referee.league.format.ladder import Ladder
from referee.league.format.round_robin import RoundRobin
from referee.league.format.swiss import Swiss

KINDS: dict[str, type[Format]] = {
    kind.kind: kind for kind in (RoundRobin, Swiss, KnockOut, Gauntlet, Ladder, Final, Comparison)
}
