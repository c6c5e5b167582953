"""`referee league rebuild`: rebuild the ledger from the records and the journal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of

if TYPE_CHECKING:
    from referee.league.ledger.journal_survey import LostLine
    from referee.league.salvage.salvage import Salvaged

_NAMED = 5
"""Maximum of lost lines that are named one by one."""


@command(
    "rebuild", examples=("referee league rebuild", "referee league rebuild autumn.toml --json")
)
@league_file
@json_option(help="print the figures as JSON")
def rebuild(source: LeagueFile, as_json: bool) -> int:
    """Rebuild the ledger of a league from its records and its journal.

    If the journal is damaged or missing, restore it first, and name what is lost.
    """
    from referee.league.salvage import rebuild as league_rebuild

    settings = league_of(source, to_play=False)
    began = time.monotonic()
    rebuilt = league_rebuild.rebuild(settings)
    spent = time.monotonic() - began
    rate, found = round(rebuilt.records / spent), rebuilt.salvaged
    if as_json:
        output.print_json(
            {
                "records": rebuilt.records,
                "strays": list(rebuilt.strays),
                "seconds": round(spent, 3),
                "records_per_second": rate,
                "digest": rebuilt.digest,
                "damaged_ledger": rebuilt.damaged and str(rebuilt.damaged),
                "journal": found and _data(found),
            }
        )
        return 0
    print(
        f"{settings.name}: {output.counted(rebuilt.records, 'record')} in {spent:.1f} s, "
        f"{rate} per second; digest of the ledger: {rebuilt.digest}."
    )
    if rebuilt.damaged is not None:
        print(f"The damaged ledger is kept as {rebuilt.damaged}.")
    if found is not None:
        print("\n".join(_sentences(found)))
    for stray in rebuilt.strays:
        print(f"{stray} belongs to no match of this league and is ignored.")
    return 0


def _sentences(found: Salvaged) -> Iterator[str]:
    """Yield how the journal was restored, and what is missing."""
    if found.kept is None:
        yield f"The journal {found.journal} was missing."
    elif found.damaged is not None:
        yield f"The journal was damaged, first at {found.damaged}. It is kept as {found.kept}."
    else:
        yield f"The journal lacked a part, or was another one. It is kept as {found.kept}."
    sources = [
        *(["the ledger"] if found.from_ledger else []),
        *([output.counted(found.lines, "readable line")] if found.lines else []),
        "the records",
    ]
    more = f"{', '.join(sources[:-1])} and " if sources[1:] else ""
    yield f"The new journal was made from {more}{sources[-1]}."
    for number in found.planned:
        yield f"Round {number} was planned again from the league file, exactly as before."
    missing = list(_missing(found))
    yield from missing
    if not missing:
        yield "As far as the referee can tell, nothing is missing."


def _missing(found: Salvaged) -> Iterator[str]:
    """Yield a sentence for everything that no source knows."""
    for lines in _places(found.lost):
        yield (
            f"Missing: what {lines} of the old journal said. If it was a command (add, bench, "
            "void, rerun), give it again."
        )
    if not found.from_ledger and (found.lost or found.kept is None):
        yield (
            "Missing: versions of bots, benchings and commands that only the lost lines and the "
            "lost ledger knew."
        )
    for number in found.guessed:
        yield (
            f"Missing: the plan of round {number}. Its sets with a record are planned again; "
            "other sets are lost."
        )
    for match in found.unplanned:
        yield f"Missing: the plan of the match {match}."
    for bot in found.unlisted:
        yield f"Missing: how to start or reach the bot {bot}. Run `referee league add {bot}`."


def _places(lost: tuple[LostLine, ...]) -> list[str]:
    """Return the lost lines one by one, or the first and the last one of many."""
    if len(lost) <= _NAMED:
        return list(map(str, lost))
    return [f"{len(lost)} lines from {lost[0]} to {lost[-1]}"]


def _data(found: Salvaged) -> dict[str, object]:
    """Return how the journal was restored as JSON."""
    return {
        "kept": found.kept and str(found.kept),
        "damaged": found.damaged and str(found.damaged),
        "lines": found.lines,
        "from_ledger": found.from_ledger,
        "rounds_planned_again": list(found.planned),
        "missing": list(_missing(found)),
    }
