"""What every report for people says, whatever its form: columns, and notes in sentences."""

from referee.cli import output
from referee.league.statistics.rating.rating import SCALE, Rating
from referee.league.statistics.rating_table import ORDER, TableRow
from referee.league.statistics.season import Played, Season
from referee.match.fault import Fault

Cells = dict[str, str]
"""A line of a table for people: its cells by their headings."""

TEXT = frozenset({"bot", "match", "places", "record"})
"""Headings of columns that are words; all others are numbers."""

MOST_ACROSS = 40
"""Bots up to which a report has tables of each against each."""


def title(season: Season) -> str:
    """What a report is called."""
    return f"{season.name}: season report" if season.name else "Season report"


def rating_lines(season: Season) -> list[Cells]:
    """The table; the rating in play is in it when somebody forfeited."""
    forfeits = any(row.forfeits for row in season.rows)
    return [_rating_line(row, forfeits) for row in season.rows]


def fault_lines(season: Season) -> list[Cells]:
    """Faults by kind and times of choices; nothing where no record was read."""
    return [_fault_line(row) for row in season.rows if row.behaviour is not None]


def cross_lines(season: Season) -> list[Cells]:
    """The cross table: the bot of the line against the one of the column, in the table's order."""
    ranked = [row.bot for row in season.rows]
    return [
        {"": str(at), "bot": bot}
        | {str(number): _meeting(season, bot, other) for number, other in enumerate(ranked, 1)}
        for at, bot in enumerate(ranked, 1)
    ]


def better_lines(season: Season) -> list[Cells]:
    """The probability in percent that the bot of the line is better than that of the column."""
    ranked = [row.bot for row in season.rows]
    return [
        {"": str(at), "bot": bot}
        | {str(number): better(season, bot, other) for number, other in enumerate(ranked, 1)}
        for at, bot in enumerate(ranked, 1)
    ]


def notes(season: Season) -> list[str]:
    """What one has to know to read the numbers, in sentences."""
    matches = output.counted(season.matches, "match", "matches")
    said = [f"{matches} in {output.counted(season.sets, 'set')}, and {season.void} void."]
    if not season.rows:
        return said
    said.append(f"Ordered by {ORDER}.")
    said.append(SCALE)
    said.append(
        "± is a 95 % confidence interval, computed over rotated sets rather than single matches. "
        '"> next" is the probability that the bot is stronger than the one below it.'
    )
    if any(row.forfeits for row in season.rows):
        said.append('Forfeits count as last place in "rating" and are ignored in "in play".')
    groups = season.ratings.groups if season.ratings is not None else []
    if len(groups) > 1:
        said.append(
            "These groups never met, so their ratings are not comparable: "
            + " | ".join(", ".join(group) for group in groups)
            + "."
        )
    return said


CROSS = (
    "Matches finished ahead-level-behind the bot in the column; +f: that bot forfeited, "
    "-f: this bot forfeited, (f): both did."
)
BETTER = "Probability in % that the bot in the row is stronger than the one in the column."


def better(season: Season, bot: str, other: str) -> str:
    """A probability in percent, or a dash where there is none."""
    found = season.ratings.better(bot, other) if season.ratings is not None else None
    return "-" if found is None else percent(found)


def better_sentence(season: Season, bot: str, other: str) -> str:
    """How sure it is that a bot is better than another, in words."""
    ratings = season.ratings
    found = None if ratings is None else ratings.better(bot, other)
    if ratings is None or found is None:
        return f"{bot} and {other} are not comparable: they never met, even indirectly."
    one, two = ratings[bot], ratings[other]
    return (
        f"{bot} is stronger than {other} with probability {percent(found)} %: "
        f"{_said(one)} against {_said(two)}."
    )


def _said(rating: Rating) -> str:
    half = (rating.high - rating.low) / 2
    return f"{rating.points:.0f} ± {half:.0f} from {output.counted(rating.sets, 'set')}"


def match_line(match: Played) -> Cells:
    """A match behind a number: its bots by place, each with its points, and its record's name."""
    seats = sorted(match.seats, key=lambda seat: (seat.place, seat.bot))
    return {
        "match": match.match_id,
        "set": str(match.set_number),
        "places": ", ".join(
            f"{seat.place}. {seat.bot} {seat.score}{' forfeited' if seat.forfeited else ''}"
            for seat in seats
        ),
        "record": "-" if match.record is None else match.record.name,
    }


def percent(share: float) -> str:
    """A share in percent, never 0 or 100 unless it is."""
    if 0.999 < share < 1:
        return ">99.9"
    return "<0.1" if 0 < share < 0.001 else f"{100 * share:.1f}"


def seconds(value: float | None) -> str:
    """A time in seconds, to three digits."""
    return "-" if value is None else f"{value:.3g}" if value < 100 else f"{value:.0f}"


def _rating_line(row: TableRow, forfeits: bool) -> Cells:
    cells = {"rank": str(row.rank), "bot": row.bot, **_interval("rating", row.rating)}
    if forfeits:
        cells |= _interval("in play", row.in_play)
    cells["> next"] = "-" if row.surer is None else f"{percent(row.surer)} %"
    return cells | {
        "sets": str(row.rating.sets),
        "matches": str(row.matches),
        "win %": percent(row.share),
        "place": f"{row.mean_place:.2f}",
        "points": f"{row.mean_points:.2f}",
        "strikes": str(row.strikes),
        "forfeits": str(row.forfeits),
    }


def _interval(name: str, rating: Rating | None) -> Cells:
    spread = "±" if name == "rating" else "± in play"
    if rating is None or not rating.sets:
        return {name: "-", spread: "-"}
    half = (rating.high - rating.low) / 2
    return {name: f"{rating.points:.0f}", spread: f"{half:.0f}"}


def _fault_line(row: TableRow) -> Cells:
    behaviour = row.behaviour
    if behaviour is None:
        return {}
    faults = {fault.name.lower(): str(behaviour.faults[fault]) for fault in Fault}
    times = {"mean s": seconds(behaviour.mean), "p99 s": seconds(behaviour.p99)}
    return {"bot": row.bot, **faults, **times}


def _meeting(season: Season, bot: str, other: str) -> str:
    found = season.cross.get((bot, other))
    return "-" if found is None else str(found)
