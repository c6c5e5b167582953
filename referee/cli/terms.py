"""The terms of a match on the command line: game, options, seed, clock."""

import argparse
import re
import secrets
from collections.abc import Sequence
from hashlib import blake2b, shake_256

from referee.error import UsageError
from referee.match.clock import ClockSettings, seconds
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from tianming_games.registry import load

_DEFAULTS = ClockSettings()
_CLOCK = ("decision", "bank", "increment", "grace", "first", "stall")
_MOST_SECONDS = 86_400
_MOST_STRIKES = 1_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a match but its seed, which is only given where draws may be foreseen."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated; `referee games` lists them",
    )
    parser.add_argument(
        "--strikes", type=int, default=3, help="faults after which a seat is forfeited (default: 3)"
    )
    parser.add_argument(
        "--durable",
        choices=[kind.value for kind in Durability],
        default=Durability.PROCESS.value,
        help="what a decision survives before anybody sees it: the end of the process, or a power "
        "loss, which takes one fsync per decision (default: process)",
    )
    clock = parser.add_argument_group("clock, in seconds")
    for name, help_text in (
        ("decision", "time for each decision"),
        ("bank", "reserve time for the whole match"),
        ("increment", "time added to the bank after each decision"),
        ("grace", "time after the budget in which an answer still counts"),
        ("first", "extra time for a bot's first question"),
        ("stall", "pauses of this machine after which the match is void"),
    ):
        default = getattr(_DEFAULTS, name) / 1e9
        clock.add_argument(
            f"--{name}",
            type=float,
            default=default,
            metavar="SECONDS",
            help=f"{help_text} (default: {default:g})",
        )


def clock_of(args: argparse.Namespace) -> ClockSettings:
    """The clock that the flags say.

    Raises:
        UsageError: for a time that is no time, or a budget of nothing.
    """
    for name in _CLOCK:
        check_seconds(name, getattr(args, name))
    if args.decision + args.bank <= 0:
        raise UsageError("--decision and --bank are both 0: no bot could ever answer in time.")
    return ClockSettings(**{name: seconds(getattr(args, name)) for name in _CLOCK})


def flags_of(args: argparse.Namespace) -> list[str]:
    """The flags that say the same but the seed, for a command line that is shown."""
    words = [word for option in args.option for word in ("--option", option)]
    for name in _CLOCK:
        value = getattr(args, name)
        if value != getattr(_DEFAULTS, name) / 1e9:
            words += [f"--{name}", repr(value).removesuffix(".0")]
    return words if args.strikes == 3 else [*words, "--strikes", str(args.strikes)]


def check_seconds(name: str, value: float) -> None:
    """Raise `UsageError` for a time that is no time."""
    if not 0 <= value <= _MOST_SECONDS:
        raise UsageError(f"--{name} is {value:g}: give seconds from 0 to {_MOST_SECONDS}.")


def options_of(args: argparse.Namespace) -> dict[str, str]:
    """The options that were given.

    Raises:
        UsageError: for one that has no value, or two.
    """
    options: dict[str, str] = {}
    for given in args.option:
        name, separator, value = given.partition("=")
        if not separator or not name:
            raise UsageError(f"--option {given!r} is not NAME=VALUE, e.g. edition=2007.")
        if options.get(name, value) != value:
            raise UsageError(f"option {name} is given twice: {options[name]} and {value}.")
        options[name] = value
    return options


def seed_of(args: argparse.Namespace) -> int:
    """The seed that was given, or a new one.

    Raises:
        UsageError: for a negative one.
    """
    seed: int = secrets.randbits(63) if args.seed is None else args.seed
    if seed < 0:
        raise UsageError(f"--seed is {seed}: give a whole number from 0.")
    return seed


def seed_bytes(seed: int) -> bytes:
    """The 32 bytes a match draws from, for a number from the command line."""
    return blake2b(str(seed).encode(), digest_size=32, person=b"tianming.seed").digest()


def match_name(seed: int, settings: MatchSettings) -> str:
    """A name for a match of `referee play`, from which only its record gives the seed.

    Bots are told the name at the start and the nonce, which opens it, at the end.
    """
    length = max(8, (seed.bit_length() + 7) // 8)
    return f"{settings.game}-{_mask(seed, length, settings.seed_nonce):0{2 * length}x}"


def seed_in_name(settings: MatchSettings) -> int | None:
    """The number that `match_name` has hidden; None in another name."""
    hidden = settings.match_id.rpartition("-")[2]
    if re.fullmatch(r"(?:[0-9a-f]{2})+", hidden) is None:
        return None
    return _mask(int(hidden, 16), len(hidden) // 2, settings.seed_nonce)


def _mask(number: int, length: int, nonce: bytes) -> int:
    mask = shake_256(b"tianming.name" + nonce).digest(length)
    return number ^ int.from_bytes(mask, "big")


def settings(
    match_id: str, game: str, bots: Sequence[str], seed: bytes, args: argparse.Namespace
) -> MatchSettings:
    """The settings of a match.

    Raises:
        UsageError: when the game does not take them.
    """
    rules = load(game)
    full = rules.checked(len(bots), options_of(args))
    if not 1 <= args.strikes <= _MOST_STRIKES:
        raise UsageError(
            f"--strikes is {args.strikes}: give a whole number from 1 to {_MOST_STRIKES}."
        )
    return MatchSettings(
        match_id=match_id,
        game=game,
        options=full,
        bots=tuple(bots),
        seed=seed,
        seed_nonce=secrets.token_bytes(32),
        clock=clock_of(args),
        strikes=args.strikes,
    )
