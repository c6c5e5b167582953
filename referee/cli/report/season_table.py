"""The table of a season for people: columns, and notes in sentences."""

from itertools import zip_longest

from referee.cli import output
from referee.identifier import BotName
from referee.league.ledger.seat_sums import BotSums
from referee.league.season.overview import BotStatus, RosterBot
from referee.league.season.rating_table import ORDER, TableRow
from referee.league.season.season import Played, Season
from referee.league.statistics.rating.rating import LEAST_SETS, SCALE, NoInterval, Rating
from referee.match.fault import Fault
from tianming_games.ground.text import duration

Cells = dict[str, str]
"""A line of a table for people: text by heading."""

NAMES = ""
"""The heading of the first column in cross tables. No bot has this name."""

TEXT = frozenset({NAMES, "bot", "bots", "match", "owner", "places", "reason", "record", "status"})
"""Headings of columns with text; all other columns have numbers."""

FEW = "few"
"""The text in place of an interval if a rating has too few sets."""


def print_ratings(season: Season) -> None:
    """Print the table and its notes."""
    output.print_table(rating_lines(season), words=TEXT)
    print("\n".join([counts(season), *notes(season)]))


def rating_lines(season: Season) -> list[Cells]:
    """Return the lines of the table; bots of the roster without a counted match come last.

    The table has the rating in play if a bot forfeited, the status if a bot is not active, the
    owner if a bot has one, and tokens and cost if a bot declared some.
    """
    owned = any(bot.owner for bot in season.overview.roster)
    forfeits = any(row.total.forfeits for row in season.rows)
    statuses = any(bot.status is not BotStatus.ACTIVE for bot in season.overview.roster)
    lines = [_rating_line(row, forfeits, statuses, owned) for row in season.rows]
    lines += [_unplayed_line(bot, forfeits, owned) for bot in season.unplayed if lines]
    if not _declared(season):
        return lines
    known = [row.statistics for row in season.rows]
    return [cells | _usage(sums) for cells, sums in zip_longest(lines, known)]


def fault_lines(season: Season) -> list[Cells]:
    """Return the lines with faults by kind and answer times; nothing if they are unknown."""
    return [_fault_line(row) for row in season.rows if row.statistics is not None]


def cross_lines(season: Season) -> list[Cells]:
    """Return the cross table: the bot of the line against that of the column, by rank."""
    ranked = [row.bot for row in season.rows]
    return [
        {NAMES: bot} | {other: _meeting(season, bot, other) for other in ranked} for bot in ranked
    ]


def counts(season: Season) -> str:
    """Return the number of counted matches, of their sets, and of void matches, in a sentence."""
    matches = output.counted(season.matches, "match", "matches")
    return f"{matches} in {output.counted(season.sets, 'set')}, and {season.void} void."


def notes(season: Season) -> list[str]:
    """Return sentences that explain the numbers of the table; none without a table."""
    if not season.rows:
        return []
    sentences = [f"Ordered by {ORDER}.", SCALE]
    sentences.append('"> next" is the probability that the bot is stronger than the one below it.')
    ratings = [each for row in season.rows for each in (row.rating, row.in_play) if each]
    if any(rating.no_interval is None for rating in ratings):
        sentences.append(
            "± is a 95 % confidence interval, computed over rotated sets rather than single "
            "matches."
        )
    if any(rating.no_interval is NoInterval.FEW_SETS for rating in ratings):
        sentences.append(
            f'"{FEW}" in place of ±: fewer than {LEAST_SETS} sets give no useful interval.'
        )
    if any(row.total.forfeits for row in season.rows):
        sentences.append('Forfeits count as last place in "rating" and are ignored in "in play".')
    if _declared(season):
        sentences.append(DECLARED)
    groups = season.ratings.groups if season.ratings is not None else []
    if len(groups) > 1:
        sentences.append(
            "These groups never met, so their ratings are not comparable: "
            + " | ".join(", ".join(group) for group in groups)
            + "."
        )
    return sentences + [_out_sentence(bot) for bot in season.overview.roster if bot.reason]


CROSS = (
    "Matches finished ahead-level-behind the bot in the column; +f: that bot forfeited, "
    "-f: this bot forfeited, (f): both did."
)
TIMES = (
    "The mean time of an answer, and the time within which 99 of 100 came. A late answer counts "
    "with the time until its deadline."
)


DECLARED = "Tokens and cost are sums of what the bots declared. The referee does not check them."


def better_sentence(season: Season, bot: BotName, other: BotName) -> str:
    """Return P(better) of one bot over another as a sentence."""
    ratings = season.ratings
    found = None if ratings is None else ratings.better(bot, other)
    if ratings is None or found is None:
        return f"{bot} and {other} are not comparable: they never met, even indirectly."
    one, two = ratings[bot], ratings[other]
    return (
        f"{bot} is stronger than {other} with probability {percent(found)} %: "
        f"{_said(one)} against {_said(two)}."
    )


def match_line(match: Played) -> Cells:
    """Return the line of a match: its bots by place with points, and its record's name."""
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
    """Return a share from 0 to 1 in percent; only exact values show as 0.0 or 100.0."""
    if 0.999 < share < 1:
        return ">99.9"
    return "<0.1" if 0 < share < 0.001 else f"{100 * share:.1f}"


def _said(rating: Rating) -> str:
    half = rating.half
    spread = "" if half is None else f" ± {half:.0f}"
    return f"{rating.points:.0f}{spread} from {output.counted(rating.sets, 'set')}"


def _out_sentence(bot: RosterBot) -> str:
    return f"{bot.name} is {bot.status.value}: {bot.reason.rstrip('.')}."


def _rating_line(row: TableRow, forfeits: bool, statuses: bool, owned: bool) -> Cells:
    total, cells = row.total, {"rank": str(row.rank), "bot": row.bot}
    if owned:
        cells["owner"] = "" if row.listed is None else row.listed.owner
    if statuses:
        cells["status"] = _status(row.listed)
    cells |= _interval("rating", row.rating)
    if forfeits:
        cells |= _interval("in play", row.in_play)
    cells["> next"] = "-" if row.better_than_next is None else f"{percent(row.better_than_next)} %"
    return cells | {
        "sets": str(row.rating.sets),
        "matches": str(total.matches),
        "win %": percent(total.share),
        "place": f"{total.mean_place:.2f}",
        "points": "-" if total.mean_points is None else f"{total.mean_points:.2f}",
        "strikes": str(total.strikes),
        "forfeits": str(total.forfeits),
    }


def _unplayed_line(bot: RosterBot, forfeits: bool, owned: bool) -> Cells:
    """Return the line of a bot without a counted match."""
    names = ["rating", "±", *(["in play", "± in play"] if forfeits else []), "> next"]
    sums = {"sets": "0", "matches": "0", "win %": "-", "place": "-", "points": "-"}
    owner = {"owner": str(bot.owner)} if owned else {}
    cells = {"rank": "-", "bot": bot.name, **owner, "status": _status(bot)}
    cells |= dict.fromkeys(names, "-")
    return cells | sums | {"strikes": "0", "forfeits": "0"}


def _status(bot: RosterBot | None) -> str:
    """Return the status of a bot that is not active; empty for an active one."""
    return "" if bot is None or bot.status is BotStatus.ACTIVE else bot.status.value


def _interval(name: str, rating: Rating | None) -> Cells:
    spread = "±" if name == "rating" else "± in play"
    if rating is None or not rating.sets:
        return {name: "-", spread: "-"}
    half = rating.half
    return {name: f"{rating.points:.0f}", spread: f"- {FEW}" if half is None else f"{half:.0f}"}


def _fault_line(row: TableRow) -> Cells:
    statistics = row.statistics
    if statistics is None:
        return {}
    faults = {fault.name.lower(): str(statistics.faults[fault]) for fault in Fault}
    times = {"mean": _time(statistics.mean), "p99": _time(statistics.p99)}
    return {"bot": row.bot, **faults, **times}


def _declared(season: Season) -> bool:
    """Whether a bot of the table declared tokens or cost."""
    known = (row.statistics for row in season.rows)
    return any(one is not None and one.declares for one in known)


def _usage(sums: BotSums | None) -> Cells:
    """Return what a bot declared as cells; a dash if it declared nothing."""
    if sums is None or not sums.declares:
        return {"tokens in": "-", "tokens out": "-", "cost": "-"}
    cost = dollars(sums.cost) if sums.cost else "-"
    return {"tokens in": f"{sums.tokens_in:,}", "tokens out": f"{sums.tokens_out:,}", "cost": cost}


def dollars(cost: float) -> str:
    """Return a cost in US dollars as text, with cents, or with more digits if it is small."""
    return f"${cost:,.2f}" if cost >= 1 else f"${cost:.4f}"


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else duration(seconds)


def _meeting(season: Season, bot: BotName, other: BotName) -> str:
    found = season.cross.get((bot, other))
    return "-" if found is None else str(found)
