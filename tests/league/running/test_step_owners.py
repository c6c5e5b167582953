"""A season without rounds knows the owners of its bots, and their new names."""

from pathlib import Path

from referee.identifier import BotName, OwnerName
from referee.league.ledger.journal_event import BotBenched, BotListed, OwnerRenamed
from referee.league.planning.planner import Planner
from referee.league.running.season_steps import SeasonSteps
from tests.league.running.fake_backend import league


def test_a_ladder_knows_the_owners_of_bots_by_their_present_names(tmp_path: Path) -> None:
    settings = league(tmp_path)
    steps = SeasonSteps(settings, Planner(settings), lambda _: None)
    ada, eve = OwnerName("ada"), OwnerName("eve")
    one, other, alone = map(BotName, ("one", "other", "alone"))
    steps.apply(
        [
            BotListed(one, "random", None, owner=ada),
            BotListed(other, "random", None, owner=ada),
            BotListed(alone, "random", None),
            BotBenched(other, "why"),
            OwnerRenamed(ada, eve),
        ]
    )
    assert [steps.field.owner(bot) for bot in (one, alone)] == ["eve", ""]
    assert steps.here(per_bot=1) == (alone, one)
    steps.apply([BotListed(other, "random", None, owner=eve)])
    assert steps.field.owner(other) == "eve"
