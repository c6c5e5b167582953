"""The table of owners: the best bot of each, with its rank."""

from dataclasses import replace

from referee.identifier import BotName, OwnerName
from referee.league.season.overview import BotStatus, Overview, RosterBot
from referee.league.season.owner_table import collusion_of, owner_table
from referee.league.season.season import Season
from tests.league.statistics.honest import season

ADA, BOB = OwnerName("ada"), OwnerName("bob")


def of(owners: dict[int, OwnerName], replaced: int | None = None) -> Season:
    """A season of six bots with these owners; one of the bots is an earlier version."""
    results, names = season(seed=3, bots=6, seats=3, sets=60)
    roster = tuple(
        RosterBot(
            name,
            BotStatus.REPLACED if number == replaced else BotStatus.ACTIVE,
            owner=owners.get(number, OwnerName("")),
        )
        for number, name in enumerate(names)
    )
    return Season("test", results, lambda _: None, Overview(roster=roster))


def test_each_owner_has_its_best_bot_with_the_rank_that_the_table_has() -> None:
    ranks = {row.bot: row.rank for row in of({}).rows}
    numbers = sorted(range(6), key=lambda number: ranks[BotName(f"bot {number:04}")])
    best, second, third, *_, last = numbers
    table = owner_table(of({second: ADA, last: ADA, third: BOB}))
    assert [(row.owner, row.place, row.best.rank, row.bots) for row in table] == [
        (ADA, 1, 2, 2),
        (BOB, 2, 3, 1),
    ]
    data = table[0].data()
    assert (data["owner"], data["rank"], data["bot"]) == ("ada", 2, f"bot {second:04}")
    assert of({best: ADA}).data()[0]["owner"] == "ada"


def test_an_earlier_version_is_not_the_best_bot_of_its_owner() -> None:
    ranks = {row.bot: row.rank for row in of({}).rows}
    best, second, *_ = sorted(range(6), key=lambda number: ranks[BotName(f"bot {number:04}")])
    (row,) = owner_table(of({best: ADA, second: ADA}, replaced=best))
    assert (row.best.rank, row.bots) == (2, 1)


def test_owners_are_pairs_with_all_their_bots_and_versions() -> None:
    both = of({0: ADA, 1: ADA})
    pairs = {owners for one in collusion_of(both) for owners in one.owners}
    assert pairs == {"ada", *(f"bot {number:04}" for number in range(2, 6))}
    results = replace(
        both.results, names=(*both.results.names[:5], BotName(f"{both.results.names[4]}@1"))
    )
    versions = replace(both, results=results)
    assert not collusion_of(versions)  # four owners are too few for three seats
