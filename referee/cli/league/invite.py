"""`referee league invite`: make, list and revoke invitations."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, collected, command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from datetime import datetime

    from referee.cli.report.invitation_paper import InvitationSlip
    from referee.entry.entry_book import EntryBook
    from referee.league.configuration.settings import LeagueSettings

_STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class InvitationTerms:
    """What every new invitation says: uses, bots, when it expires, and the address of the pages."""

    uses: int
    bots: int
    expires: str | None
    pages: str | None


_terms = collected(
    "terms",
    InvitationTerms,
    (
        click.option(
            "--uses",
            type=click.IntRange(1, 100_000),
            default=1,
            metavar="NUMBER",
            help="how many owners each invitation may make (default: 1)",
        ),
        click.option(
            "--bots",
            type=click.IntRange(1, 1_000),
            default=1,
            metavar="NUMBER",
            help="how many bots each of these owners may have (default: 1)",
        ),
        click.option(
            "--expires",
            metavar="WHEN",
            help="when it expires: the end of a day (2030-12-31, UTC), a time "
            "(2030-12-31T18:00Z), or a time from now (7d, 12h); default: never",
        ),
        click.option(
            "--pages",
            type=TEXT,
            metavar="ADDRESS",
            help="address of the league's pages, such as https://league.example: each invitation "
            "has a link for the browser, too",
        ),
    ),
)


@command(
    "invite",
    examples=(
        "referee league invite --expires 7d",
        'referee league invite --owner ada --owner "Team 1" --bots 2',
        "referee league invite --from names.txt --paper class.html",
        "referee league invite --uses 200 --expires 2030-12-31 autumn.toml",
        "referee league invite --list",
        "referee league invite --revoke 3f8a01bc",
    ),
    exclusive=(
        ("names", "owners", "uses", "listing", "revoked"),
        *(("listing", "revoked", one) for one in ("bots", "expires", "paper", "pages")),
    ),
)
@league_file
@click.option(
    "--owner",
    "owners",
    multiple=True,
    type=TEXT,
    metavar="NAME",
    help="name of the owner that it makes; may be repeated, for one invitation each; without it, "
    "the owner chooses the name",
)
@click.option(
    "--from",
    "names",
    type=PATH,
    metavar="FILE",
    help="file with the names of many owners, one a line, or - for standard input; # begins a "
    "comment",
)
@_terms
@click.option(
    "--paper",
    type=PATH,
    metavar="FILE",
    help="write a sheet to print, with one slip for each, into a new file .html or .txt that only "
    "you may read",
)
@click.option("--list", "listing", is_flag=True, help="list all invitations, without codes")
@click.option(
    "--revoke",
    "revoked",
    multiple=True,
    type=TEXT,
    metavar="ID",
    help="end an invitation, named by its id or its code; may be repeated; owners who joined stay",
)
@json_option(help="print the result as JSON")
def invite(
    source: LeagueFile,
    owners: tuple[str, ...],
    names: Path | None,
    terms: InvitationTerms,
    paper: Path | None,
    listing: bool,
    revoked: tuple[str, ...],
    as_json: bool,
) -> int:
    """Make invitations, with which people join a league as owners of bots.

    A code is printed once, and only its hash is kept.
    """
    settings = league_of(source, to_play=False)
    if listing:
        _list(settings, as_json)
    elif revoked:
        _revoke(settings, revoked, as_json)
    else:
        _make(settings, _names(owners, names), terms, paper, as_json)
    return 0


def _names(owners: tuple[str, ...], file: Path | None) -> list[str]:
    """Return the owners that the user names; one empty name if there are none.

    Raises:
        UsageError: if a name is wrong, or occurs twice.
    """
    from referee.server.token_file import read_names

    if file is not None:
        return [*read_names(Path("/dev/stdin") if file == _STDIN else file)]
    folded = [one.casefold() for one in owners]
    if twice := [one for one in owners if folded.count(one.casefold()) > 1]:
        raise UsageError(CommandSentence.OWNER_TWICE, owner=twice[-1])
    return list(owners) or [""]


def _make(
    settings: LeagueSettings,
    names: list[str],
    terms: InvitationTerms,
    paper: Path | None,
    as_json: bool,
) -> None:
    """Make an invitation for each name, and hand the codes out."""
    from time import time

    from referee.cli.option.entries import entry_store, join_address
    from referee.cli.report.invitation_paper import InvitationSlip
    from referee.entry.invitation_code import new_code
    from referee.server.until import later, utc_now

    address = join_address(settings)
    until = later("--expires", terms.expires, utc_now()) if terms.expires else None
    codes = {new_code(): name for name in names}
    facts = _facts(settings, address, terms, until)
    slips = [
        InvitationSlip(name, code, _command(address, code, name), facts, _link(terms.pages, code))
        for code, name in codes.items()
    ]
    with (
        nullcontext() if paper is None else _sheet(paper, settings, slips),
        entry_store(settings) as store,
    ):
        end = int(until.timestamp()) if until else 0
        store.invite_each(codes, int(time()), end, terms.uses, terms.bots)
    if paper is not None:
        count = output.counted(len(slips), "invitation is", "invitations are")
        output.print_aside(f"{count} in {paper}, which only you may read.")
    elif as_json:
        rows = [
            {"owner": s.owner or None, "code": s.code, "join": s.command, "link": s.link or None}
            for s in slips
        ]
        done = {"league": settings.name, "address": address, "invitations": rows}
        output.print_json(done)
    elif len(slips) == 1:
        print(slips[0].command)
        if slips[0].link:
            print(slips[0].link)
    else:
        output.print_table([_shown(slip) for slip in slips])


def _shown(slip: InvitationSlip) -> dict[str, object]:
    """Return a line of the table of new invitations."""
    row: dict[str, object] = {"owner": slip.owner, "join": slip.command}
    return row | {"link": slip.link} if slip.link else row


def _link(pages: str | None, code: str) -> str:
    """Return the link with which somebody joins in a browser; empty without pages."""
    return f"{pages.rstrip('/')}/enter#{code}" if pages else ""


def _command(address: str, code: str, name: str) -> str:
    """Return the command with which somebody joins."""
    return f"referee join {address} {code}" + ("" if name else " --name NAME")


def _facts(
    settings: LeagueSettings, address: str, terms: InvitationTerms, until: datetime | None
) -> tuple[str, ...]:
    """Return what every slip says beside its code."""
    facts = [f"Address: {address}", f"Game: {settings.game}"]
    if terms.bots > 1:
        facts.append(f"You may have {terms.bots} bots.")
    if until is not None:
        facts.append(f"Valid until {until:%Y-%m-%d %H:%M} UTC.")
    facts.append("Submit a bot with `referee submit FOLDER`. Keep the code secret.")
    return tuple(facts)


def _sheet(
    path: Path, settings: LeagueSettings, slips: list[InvitationSlip]
) -> AbstractContextManager[None]:
    """Write the sheet; remove it if the block raises.

    Raises:
        UsageError: if the name of the file says nothing of its kind, or the file is there.
    """
    from referee.cli.report.invitation_paper import as_html, as_text
    from referee.cli.report.private_file import private_file

    kinds = {".html": as_html, ".txt": as_text}
    sheet = kinds.get(path.suffix.lower())
    if sheet is None:
        raise UsageError(CommandSentence.PAPER_OF_WHICH_KIND, path=path)
    return private_file(path, sheet(settings.name, slips))


def _revoke(settings: LeagueSettings, words: tuple[str, ...], as_json: bool) -> None:
    from referee.cli.option.entries import entry_store
    from referee.entry.organiser_act import id_of, revoke

    with entry_store(settings) as store:
        store.record(lambda book: revoke(book, words))
        ids = [id_of(one.code) for one in revoke(store.book, words)]
    if as_json:
        output.print_json({"league": settings.name, "revoked": ids})
    else:
        print(f"{output.counted(len(ids), 'invitation is', 'invitations are')} revoked.")


def _list(settings: LeagueSettings, as_json: bool) -> None:
    from referee.cli.option.entries import entry_book

    book = entry_book(settings)
    rows = [_row(book, code) for code in book.invitations]
    if as_json:
        output.print_json({"league": settings.name, "invitations": rows})
    else:
        output.print_table(rows)
        count = output.counted(len(rows), "invitation")
        output.print_aside(f"{settings.name} has {count}.")


def _row(book: EntryBook, code: str) -> dict[str, object]:
    """Return what may be shown of an invitation."""
    from time import time

    from referee.cli.option.entries import time_text
    from referee.entry.organiser_act import id_of

    made, used = book.invitations[code], book.uses_of(code)
    if code in book.revoked:
        state = "revoked"
    elif used >= made.uses:
        state = "used"
    else:
        state = "open" if book.is_open(code, int(time())) else "expired"
    return {
        "id": id_of(code),
        "owner": made.owner or None,
        "state": state,
        "used": used,
        "uses": made.uses,
        "bots": made.bots,
        "made": time_text(made.at),
        "expires": time_text(made.until),
    }
