"""The tables of owners for people: the best bot of each, and how pairs of owners do together."""

from referee.cli import output
from referee.cli.report.season_table import FEW, TEXT, Cells
from referee.league.season.owner_table import OwnerRow, collusion_of, owner_table
from referee.league.season.season import Season
from referee.league.statistics.collusion import LEAST_TOGETHER, LEVEL, Effect, Partnership

_WORDS = TEXT | {"owner", "owners", "stands out"}

_NO_OWNERS = (
    "No bot with a match has an owner: list owners in the league file as [[owner]], and give bots "
    "an owner."
)
_NO_PAIRS = (
    f"No pair of owners can be tested: a test needs 3 seats, two owners more than seats, and "
    f"{LEAST_TOGETHER} sets with and without the other."
)
_NOTES = (
    "Changes of scores in percent: with the other owner at the table against without it.",
    "Scores are compared with what the ratings predict; ± is a 95 % confidence interval over sets.",
    'In "third", third seats play against both together, against either alone.',
    f"A pair stands out if fewer than {100 * LEVEL:g} % of honest seasons have such a pair. This "
    "is a reason to look at its records, and no proof.",
)


def print_owners(season: Season) -> None:
    """Print the best bot of each owner."""
    rows = owner_table(season)
    if not rows:
        print(_NO_OWNERS)
        return
    output.print_table([_owner_line(row) for row in rows], words=_WORDS)
    print('"rank" is that of the bot in `referee table`. An owner is as good as its best bot.')


def _owner_line(row: OwnerRow) -> Cells:
    rating = row.best.rating
    half = rating.half
    return {
        "place": str(row.place),
        "owner": row.owner,
        "bot": row.best.bot,
        "rank": str(row.best.rank),
        "rating": f"{rating.points:.0f}" if rating.sets else "-",
        "±": f"{half:.0f}" if half is not None else f"- {FEW}",
        "bots": str(row.bots),
    }


def print_collusion(season: Season) -> None:
    """Print how pairs of owners do with and without each other."""
    pairs = collusion_of(season)
    if not pairs:
        print(_NO_PAIRS)
        return
    output.print_table([_pair_line(pair) for pair in pairs], words=_WORDS)
    print("\n".join(_NOTES))


def _pair_line(pair: Partnership) -> Cells:
    return {
        "owners": " + ".join(pair.owners),
        "sets": str(pair.sets),
        "first gains": _change(pair.gains[0]),
        "second gains": _change(pair.gains[1]),
        "third": _change(pair.third),
        "probability": f"{pair.probability:.4f}",
        "stands out": "yes" if pair.is_accused else "",
    }


def _change(effect: Effect) -> str:
    return f"{100 * effect.change:+.1f} ± {100 * effect.half:.1f}"
