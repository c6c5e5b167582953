"""The template of a league file: every key with its default and a comment, ready to play."""

import secrets
from collections.abc import Iterator, Mapping
from textwrap import wrap
from types import MappingProxyType

from referee.league.configuration.settings import SECTIONS, LeagueSettings
from referee.league.format.kind import KINDS
from referee.league.format.round_robin import RoundRobin
from referee.league.key import KeySpec, specs

_TABLES = {
    "clock": "The clock of every seat, in seconds.",
    "match": "Other settings of every match.",
    "sandbox": "What local bots may do on this machine.",
    "storage": "Where records and ledger are stored; paths are relative to this file.",
    "limits": "Limits, so that one bot or one round cannot block the league.",
    "schedule": "When `referee league serve` begins a round; without at and every, at once.",
    "pace": "How fast the season goes on, and when it has told enough.",
    "rating": "How the table rates the bots.",
    "executor": "What plays the matches.",
    "server": "Where bots with a token connect.",
    "pages": "What the pages show of matches in play; see `referee web`.",
    "entry": "How owners enter bots by themselves.",
}

_BOTS = """\
# The bots. The league starts a bot with a command, and calls a bot with an address; a bot with a
# token connects by itself.
# `referee token NAME --tokens FILE` creates a token. Enter its hash here, or, if server.tokens
# names that file, the bot's name in it.

[[bot]]
name = "greedy"
command = "greedy"

[[bot]]
name = "random-1"
command = "random"

[[bot]]
name = "random-2"
command = "random"

[[bot]]
name = "random-3"
command = "random"

# [[bot]]
# name = "Deep Red"
# token = "Deep Red"
# enabled = false

# [[bot]]
# name = "Hosted"
# owner = "ada"
# address = "https://bot.example:7000"
# token_env = "TIANMING_TOKEN_OF_HOSTED"

# The owners of bots. Two bots of one owner do not meet at one table.

# [[owner]]
# name = "ada"
# bots = 2
# matches = 4

# Where the season sends webhooks; form is standard, discord or slack.

# [[notify]]
# name = "organisers"
# url = "https://example.org/hook"
# secret_env = "TIANMING_HOOK"
"""


def sample(name: str = "", same_draws: bool = True, live: bool = False) -> str:
    """Return the text of a new league file with a random seed.

    If a `name` is given, the records and the ledger have this name too, so that one folder can hold
    several leagues. `same_draws` and `live` are the values of these keys.
    """
    head, sections = _head(name, same_draws), _sections(name, live)
    return "\n".join((*head, *_format(), *_variant(), *sections, _BOTS))


def _head(name: str, same_draws: bool) -> Iterator[str]:
    own = {
        "seats": "4",
        "seed": f'"{secrets.token_hex(16)}"',
        "same_draws": str(same_draws).lower(),
    }
    if name:
        own["name"] = f'"{name}"'
    yield "# A league. `referee league check` reads this file, `referee league run` plays it."
    yield "# Any key of a table can also be set with `--set limits.matches=4`, or in the"
    yield "# environment as TIANMING_LEAGUE_LIMITS_MATCHES=4. A flag overrides the environment,"
    yield "# which overrides this file."
    yield ""
    for spec in specs(LeagueSettings):
        yield from _key(spec, own.get(spec.name, spec.sample))
    yield ""


def _format() -> Iterator[str]:
    yield "# The format. Other kinds, with their keys:"
    for kind in KINDS.values():
        if kind is not RoundRobin:
            keys = ", ".join(spec.name for spec in specs(kind))
            yield from _comment(f"  {kind.kind}: {kind.about} ({keys})")
    yield "[format]"
    yield f'kind = "{RoundRobin.kind}"'
    yield from _keys(RoundRobin)
    yield ""


def _variant() -> Iterator[str]:
    yield "# Options of the game; `referee games` lists them. Sets use several of these tables"
    yield "# in turn; without one the defaults apply."
    yield "[[variant]]"
    yield ""


def _sections(name: str, live: bool) -> Iterator[str]:
    storage = {"records": f'"{name}"', "ledger": f'"sqlite:///{name}.db"'} if name else {}
    own = {"storage": storage, "pages": {"live": str(live).lower()}}
    for section, table in SECTIONS.items():
        yield f"# {_TABLES[section]}"
        yield f"[{section}]"
        yield from _keys(table, own.get(section, {}))
        yield ""


def _keys(table: type, own: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    for spec in specs(table):
        yield from _key(spec, own.get(spec.name, spec.sample))


def _key(spec: KeySpec, value: str) -> Iterator[str]:
    about = spec.key.help
    if spec.key.choices:
        about += f" ({', '.join(spec.key.choices)})"
    yield from _comment(about)
    yield f"{spec.name} = {value}"


def _comment(text: str) -> Iterator[str]:
    for line in wrap(text, 96):
        yield f"# {line}"
