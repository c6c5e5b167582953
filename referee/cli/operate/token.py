"""`referee token`: create, list, replace and revoke the tokens of remote bots."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.report.private_file import private_file
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName

if TYPE_CHECKING:
    from referee.server.identity import Token

_COLUMNS = ("bot", "token", "expires")


@command(
    "token",
    examples=(
        'referee token "Deep Red" --tokens tokens.txt --expires 90d',
        "referee token --from names.txt --out class.csv --tokens tokens.txt",
        "referee token Jade --replace --old-until 2d --tokens tokens.txt",
        "referee token Jade --revoke --tokens tokens.txt",
        "referee token --list --tokens tokens.txt",
    ),
    exclusive=(
        ("bot", "names", "listing"),
        ("listing", "replace", "revoke"),
        ("listing", "revoke", "expires"),
        ("listing", "revoke", "out"),
    ),
)
@click.argument("bot", metavar="[NAME]", required=False, help="name of the bot")
@click.option(
    "--tokens",
    type=PATH,
    required=True,
    metavar="FILE",
    help="token file, as used by `referee serve --tokens`; it stores hashes only",
)
@click.option(
    "--from",
    "names",
    type=PATH,
    metavar="FILE",
    help="file with the names of many bots, one a line; # begins a comment",
)
@click.option("--list", "listing", is_flag=True, help="list all tokens, without secrets")
@click.option("--replace", is_flag=True, help="create a new token in place of the old one")
@click.option(
    "--old-until",
    metavar="WHEN",
    help="with --replace: when the old token ends, as for --expires (default: at once)",
)
@click.option("--revoke", is_flag=True, help="end the token, and keep its line as revoked")
@click.option(
    "--expires",
    metavar="WHEN",
    help="when the token expires: the end of a day (2030-12-31, UTC), a time "
    "(2030-12-31T18:00Z), or a time from now (90d, 12h)",
)
@click.option(
    "--out",
    type=PATH,
    metavar="FILE",
    help="write the new tokens as CSV into a new file that only you may read",
)
@json_option(help="print the result as JSON")
def token(
    bot: BotName | None,
    tokens: Path,
    names: Path | None,
    listing: bool,
    replace: bool,
    old_until: str | None,
    revoke: bool,
    expires: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Create tokens for remote bots, or list, replace or revoke them.

    A running referee reads the file again when you send it a SIGHUP.
    """
    from referee.server.until import later, utc_now

    if old_until is not None and not replace:
        raise UsageError(CommandSentence.NEEDS_OPTION, option="--old-until", other="--replace")
    if listing:
        return _list(tokens, as_json)
    chosen = _names(bot, names)
    if revoke:
        return _revoke(tokens, chosen, as_json)
    now = utc_now()
    until = None if expires is None else later("--expires", expires, now)
    end = now if old_until is None else later("--old-until", old_until, now)
    secrets = _make(tokens, chosen, until, end, is_new=not replace, out=out)
    rows = [
        {"bot": name, "token": secret, "expires": _shown(until)} for name, secret in secrets.items()
    ]
    _print(rows, tokens, as_json, is_one=names is None, out=out)
    return 0


def _names(bot: BotName | None, names: Path | None) -> list[BotName]:
    """Return the bots that the user names."""
    from referee.server.identity import check_bot_name
    from referee.server.token_file import read_names

    if names is not None:
        return read_names(names)
    if bot is None:
        raise UsageError(CommandSentence.NAME_OF_TOKEN)
    return [check_bot_name(bot)]


def _make(
    path: Path,
    names: Sequence[BotName],
    until: datetime | None,
    old_until: datetime,
    *,
    is_new: bool,
    out: Path | None,
) -> dict[BotName, str]:
    """Add or replace the tokens of bots in a file; return the secrets by bot.

    Args:
        path: the token file.
        names: the bots.
        until: when the new tokens expire; None for never.
        old_until: when the tokens that they replace end.
        is_new: whether no bot may have a token; else all must have one.
        out: the file to write the secrets into; None for none.
    """
    from referee.server.identity import Token, hashed, new_token
    from referee.server.token_file import changed_tokens
    from referee.server.until import utc_now

    secrets = {name: new_token() for name in names}
    now = utc_now()
    with (
        nullcontext() if out is None else private_file(out, _as_csv(secrets, until)),
        changed_tokens(path, begin=is_new) as tokens,
    ):
        _check_known(path, names, tokens, is_new=is_new)
        for name, secret in secrets.items():
            tokens[name] = Token(
                hashed(secret), until, now, old=_ending(tokens.get(name), now, old_until)
            )
    return secrets


def _ending(token: Token | None, now: datetime, until: datetime) -> Token | None:
    """Return the token that is valid beside the one that replaces it; None if none is."""
    if token is None or until <= now or not token.is_good(now):
        return None
    return changed(token, until=min(until, token.until or until), made=None, old=None, revoked=None)


def _check_known(
    path: Path, names: Sequence[BotName], tokens: Iterable[BotName], *, is_new: bool
) -> None:
    """Raise `UsageError` for bots with a token, if all are new; else for bots without one."""
    known = {name.casefold() if is_new else name for name in tokens}
    wrong = [name for name in names if ((name.casefold() if is_new else name) in known) is is_new]
    if wrong:
        sentence = CommandSentence.HAS_TOKEN if is_new else CommandSentence.NO_TOKEN_TO_CHANGE
        raise UsageError(sentence, tokens=path, bots=", ".join(wrong))


def _revoke(path: Path, names: Sequence[BotName], as_json: bool) -> int:
    from referee.server.token_file import changed_tokens
    from referee.server.until import moment_text, utc_now

    now = utc_now()
    with changed_tokens(path) as tokens:
        _check_known(path, names, tokens, is_new=False)
        for name in names:
            tokens[name] = changed(tokens[name], revoked=tokens[name].revoked or now, old=None)
    if as_json:
        revoked = [
            {"bot": name, "revoked": moment_text(tokens[name].revoked or now)} for name in names
        ]
        output.print_json({"file": str(path), "tokens": revoked})
    else:
        count = output.counted(len(names), "token is", "tokens are")
        print(f"{count} revoked. Send a running referee a SIGHUP.")
    return 0


def _list(path: Path, as_json: bool) -> int:
    from referee.server.token_file import read_tokens
    from referee.server.until import utc_now

    rows = [_row(name, token, utc_now()) for name, token in read_tokens(path).items()]
    if as_json:
        output.print_json({"file": str(path), "tokens": rows})
    else:
        output.print_standings(rows)
    return 0


def _row(name: BotName, token: Token, now: datetime) -> dict[str, object]:
    """Return what may be shown of a token."""
    state = "valid" if token.is_good(now) else "expired"
    old = token.old if token.old is not None and token.old.is_good(now) else None
    return {
        "bot": name,
        "made": _shown(token.made),
        "expires": _shown(token.until),
        "old_until": old and _shown(old.until),
        "state": state if token.revoked is None else "revoked",
    }


def _shown(at: datetime | None) -> str | None:
    from referee.server.until import moment_text

    return None if at is None else moment_text(at)


def _print(
    rows: Sequence[dict[str, str | None]],
    path: Path,
    as_json: bool,
    *,
    is_one: bool,
    out: Path | None,
) -> None:
    """Print new tokens: one alone, or many as a table, or all as JSON."""
    if out is not None:
        count = output.counted(len(rows), "token is", "tokens are")
        output.print_aside(f"{count} in {out}, which only you may read.")
    elif as_json and is_one:
        output.print_json({**rows[0], "file": str(path)})
    elif as_json:
        output.print_json({"file": str(path), "tokens": rows})
    elif is_one:
        print(rows[0]["token"])
    else:
        output.print_table(rows)


def _as_csv(secrets: dict[BotName, str], until: datetime | None) -> str:
    """Return new tokens as a file in CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows((name, secret, _shown(until)) for name, secret in secrets.items())
    return text.getvalue()
