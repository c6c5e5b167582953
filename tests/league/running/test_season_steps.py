"""What the journal says of a season without rounds when a step is planned."""

from collections.abc import Sequence

import pytest

from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName
from referee.league.format.ladder import Ladder
from referee.league.ledger.journal_event import (
    AttemptBegun,
    AttemptFailed,
    AttemptSealed,
    BotArrived,
    BotBenched,
    BotLeft,
    BotListed,
    JournalEvent,
    MatchVoided,
    RoundPlanned,
    RunBegan,
    StepPlanned,
    dumps,
    loads,
)
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.planner import Planner
from referee.league.running.season_steps import SeasonSteps, wrong_steps
from tests.league.play import by_name, league, names, result

BOTS = names(4)
ANN, BOB, CAT, EVE = BOTS
LISTED = tuple(BotListed(bot, None, 64 * "a") for bot in BOTS)
THERE: tuple[JournalEvent, ...] = (*LISTED, RunBegan(), *(BotArrived(bot) for bot in BOTS))


def step(number: int, *bots: BotName) -> StepPlanned:
    """Return a step with two matches."""
    matches = tuple(
        Pairing(MatchId(f"test-r001-s{number:05}-{turn}"), 1, number, order, bytes([number]) * 32)
        for turn, order in enumerate((bots, bots[::-1]), 1)
    )
    return StepPlanned(number, matches, "it is the first one")


FIRST = step(1, ANN, BOB)
ONE, TWO = (pairing.match_id for pairing in FIRST.pairings)
PLANNED: tuple[JournalEvent, ...] = (*THERE, RoundPlanned(1, BOTS, ()), FIRST)


def read(*events: JournalEvent, results: Sequence[MatchResult] = ()) -> SeasonSteps:
    """Return what a journal with these events says."""
    known = {AttemptName(one.pairing.match_id, 1): one for one in results}
    settings = league(Ladder(), BOTS, 2)
    steps = SeasonSteps(settings, Planner(settings), known.get)
    steps.apply(events)
    return steps


class TestHere:
    """Only bots that can begin a match are chosen."""

    def test_a_remote_bot_is_not_there_before_it_arrives(self) -> None:
        assert read(*LISTED).here(1) == ()
        assert read(*LISTED, BotArrived(ANN), BotArrived(BOB), BotLeft(ANN)).here(1) == (BOB,)

    def test_a_local_bot_is_there(self) -> None:
        assert read(BotListed(ANN, "random", None)).here(1) == (ANN,)

    def test_a_new_run_begins_without_remote_bots(self) -> None:
        assert read(*THERE, RunBegan()).here(1) == ()

    def test_a_benched_bot_is_not(self) -> None:
        assert read(*THERE, BotBenched(ANN, "too slow")).here(1) == (BOB, CAT, EVE)

    def test_a_bot_below_its_limit_is(self) -> None:
        assert read(*PLANNED).here(1) == read(*PLANNED).here(2) == (CAT, EVE)
        assert read(*PLANNED).here(3) == BOTS

    def test_matches_that_wait_for_an_absent_bot_keep_no_other_busy(self) -> None:
        assert read(*PLANNED, BotLeft(ANN)).here(1) == (BOB, CAT, EVE)

    def test_a_match_in_progress_keeps_its_bots_busy_if_one_leaves(self) -> None:
        assert read(*PLANNED, AttemptBegun(ONE, 1), BotLeft(ANN)).here(1) == (CAT, EVE)

    @pytest.mark.parametrize("end", [RunBegan(), AttemptFailed(ONE, 1, "It failed.")])
    def test_an_interrupted_match_does_not(self, end: JournalEvent) -> None:
        back = [BotArrived(bot) for bot in (BOB, CAT, EVE)]
        events = (AttemptBegun(ONE, 1), BotLeft(ANN), end, *back)
        assert read(*PLANNED, *events).here(1) == (BOB, CAT, EVE)

    def test_a_set_whose_matches_ended_or_are_void_keeps_nobody_busy(self) -> None:
        results = [result(FIRST.pairings[0], by_name(FIRST.pairings[0]))]
        ends = (AttemptSealed(ONE, 1, "00"), MatchVoided(TWO, "Rain."))
        steps = read(*PLANNED, *ends, results=results)
        assert steps.here(1) == BOTS
        assert (steps.field.sets(ANN), steps.field.open(ANN)) == (1, 0)

    def test_a_set_without_a_result_counts_for_nobody(self) -> None:
        steps = read(*PLANNED, MatchVoided(ONE, "Rain."), MatchVoided(TWO, "Rain."))
        assert steps.field.sets(ANN) == 0


class TestDerivation:
    """Every step of a journal can be planned again from the events before it."""

    def test_a_step_that_was_not_planned_from_the_journal_is_found(self) -> None:
        steps = read(*THERE)
        planned = steps.next_step(1)
        assert planned is not None
        settings = league(Ladder(), BOTS, 2)
        good = [*THERE, RoundPlanned(1, BOTS, ()), planned]
        assert not list(wrong_steps(settings, good, {}))
        (wrong,) = wrong_steps(settings, [*THERE, RoundPlanned(1, BOTS, ()), FIRST], {})
        assert wrong.found == FIRST

    @pytest.mark.parametrize("event", [FIRST, RunBegan(), BotArrived(ANN), BotLeft(BOB)])
    def test_the_events_are_read_as_they_were_written(self, event: JournalEvent) -> None:
        assert loads(dumps(event, "now")) == event
