"""`referee league rebuild`: rebuild the ledger from the records and the journal."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.league.file import LeagueFile, league_file, league_of
from referee.error import DataError
from referee.sentence.command import CommandSentence

if TYPE_CHECKING:
    from referee.launch.finished_match import FinishedMatch
    from referee.league.ledger.ingest import Unsound

_NAMED = 10
"""Maximum of damaged records that an error names."""


@command(
    "rebuild", examples=("referee league rebuild", "referee league rebuild autumn.toml --json")
)
@league_file
@json_option(help="print the figures as JSON")
def rebuild(source: LeagueFile, as_json: bool) -> int:
    """Rebuild the ledger of a league from its records and its journal."""
    from referee.cli.league.ledger import open_ledger
    from referee.league.ledger.ingest import read_all, sealed_names

    settings = league_of(source, to_play=False)
    began = time.monotonic()
    with open_ledger(settings, to_rebuild=True) as ledger, ledger.running():
        names = sorted(sealed_names(settings.records), key=str)
        with closing(read_all(settings.records, names)) as found:
            strays = ledger.rebuild(_sound(found))
        spent = time.monotonic() - began
        figures = {
            "records": len(names),
            "strays": [stray.match_id for stray in strays],
            "seconds": round(spent, 3),
            "records_per_second": round(len(names) / spent),
            "digest": ledger.digest(),
        }
    if as_json:
        output.print_json(figures)
        return 0
    print(
        f"{settings.name}: {output.counted(len(names), 'record')} in {spent:.1f} s, "
        f"{figures['records_per_second']} per second; digest of the ledger: {figures['digest']}."
    )
    for stray in strays:
        print(f"{stray.match_id} belongs to no match of this league and is ignored.")
    return 0


def _sound(found: Iterable[FinishedMatch | Unsound]) -> Iterator[FinishedMatch]:
    """Yield the sound records.

    Raises:
        DataError: after the last record, if any was unsound.
    """
    from referee.league.ledger.ingest import Unsound

    reasons = []
    for one in found:
        if isinstance(one, Unsound):
            reasons.append(str(one.reason))
        else:
            yield one
    if reasons:
        more = len(reasons) - _NAMED
        lines = [*reasons[:_NAMED], *([f"and {more} more"] if more > 0 else [])]
        raise DataError(CommandSentence.UNSOUND_RECORDS, reasons="\n".join(lines))
