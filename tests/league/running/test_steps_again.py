"""Every step of a season without rounds can be planned again from its journal alone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from referee.identifier import BotName, OwnerName
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import (
    BotSettings,
    LeagueSettings,
    LimitsTable,
    OwnerSettings,
    PaceTable,
)
from referee.league.format.field import StepFormat
from referee.league.format.final import Final
from referee.league.format.ladder import Ladder
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal_event import BotRenamed, JournalEvent, OwnerRenamed, StepPlanned
from referee.league.running.season_finish import Finish
from referee.league.running.season_steps import SeasonSteps, wrong_steps
from tests.league.running.fake_backend import league, open_ledger, run
from tests.league.running.outcome import results
from tests.league.running.test_paced_season import World

LADDER = Ladder(rounds=4)
FINAL = Final(most_sets=40)
OLD, NEW = BotName("bot-1"), BotName("zoe")


def season(folder: Path, form: StepFormat, owners: str = 8 * "-", quota: int = 0) -> LeagueSettings:
    """Return a season with two seats.

    Each letter of `owners` is the owner of a bot, - for none; `quota` is the quota of each owner.
    """
    names = (OwnerName(one.strip("-")) for one in owners)
    bots = tuple(
        BotSettings(name=BotName(f"bot-{at}"), command="random", owner=owner)
        for at, owner in enumerate(names)
    )
    listed = (OwnerName(one) for one in sorted({*owners} - {"-"}))
    settings = league(folder, limits=LimitsTable(matches=4, matches_per_bot=2))
    return replace(
        settings,
        seats=2,
        bots=bots,
        owners=tuple(OwnerSettings(name=one, matches=quota) for one in listed),
        format=form,
    )


def steps_of(settings: LeagueSettings) -> list[StepPlanned]:
    """Return the steps of the journal; check that each is planned again in the same way."""
    with open_ledger(settings) as ledger:
        events, _ = ledger.events_after(JournalPosition())
        assert not list(wrong_steps(settings, events, ledger.sealed_results()))
    assert set(results(settings).values()) == {1}
    return [event for event in events if isinstance(event, StepPlanned)]


def write(settings: LeagueSettings, event: JournalEvent) -> None:
    """Write an event, as another process does."""
    with Ledger(settings.ledger_url, settings.records, settings.name) as other:
        other.write(event)


def once(settings: LeagueSettings, at: int, event: JournalEvent) -> Callable[[MatchTask], str]:
    """Let every match be played; another process writes an event during the match number `at`."""
    number = count(1)

    def fate(task: MatchTask) -> str:
        if next(number) == at:
            write(settings, event)
        return "played"

    return fate


def test_the_steps_of_a_final(tmp_path: Path) -> None:
    settings = season(tmp_path, FINAL)
    assert run(settings) is Finish.OVER
    steps = steps_of(settings)
    late = {bot for step in steps[-5:] for bot in step.pairings[0].bots}
    assert len(late) < len(settings.bots)


def test_the_steps_of_a_ladder_whose_bots_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(season(tmp_path, LADDER), pace=PaceTable(matches_per_bot=3))
    assert World(settings, monkeypatch).run() is Finish.OVER
    steps = steps_of(settings)
    assert any(step.resting for step in steps)
    assert all(set(step.resting).isdisjoint(step.pairings[0].bots) for step in steps)


@pytest.mark.parametrize("form", [LADDER, FINAL], ids=lambda form: form.kind)
def test_the_steps_of_a_season_with_a_renamed_bot(tmp_path: Path, form: StepFormat) -> None:
    settings = season(tmp_path, form)
    assert run(settings, once(settings, 7, BotRenamed(OLD, NEW))) is Finish.OVER
    assert any(NEW in step.pairings[0].bots for step in steps_of(settings))


@pytest.mark.parametrize("form", [LADDER, FINAL], ids=lambda form: form.kind)
def test_no_two_bots_of_one_owner_meet_before_or_after_it_is_renamed(
    tmp_path: Path, form: StepFormat
) -> None:
    settings = season(tmp_path, form, "aaabbc--")
    event = OwnerRenamed(OwnerName("a"), OwnerName("eve"))
    assert run(settings, once(settings, 9, event)) is Finish.OVER
    owners = {bot.name: bot.owner or bot.name for bot in settings.bots}
    steps = steps_of(settings)
    assert all(len({owners[bot] for bot in step.pairings[0].bots}) == 2 for step in steps)


def test_no_step_has_a_bot_whose_owner_has_the_most_matches_at_once(tmp_path: Path) -> None:
    settings = season(tmp_path, LADDER, "aaaa----", quota=1)
    assert run(settings) is Finish.OVER
    steps = steps_of(settings)
    assert any(step.resting for step in steps)
    assert all(set(step.resting).isdisjoint(step.pairings[0].bots) for step in steps)


def test_a_bot_that_is_renamed_just_before_a_step_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, plan = season(tmp_path, LADDER), SeasonSteps.next_step

    def next_step(steps: SeasonSteps, *args: Any) -> StepPlanned | None:
        step = plan(steps, *args)
        if step is not None and OLD in step.pairings[0].bots:
            write(settings, BotRenamed(OLD, NEW))
        return step

    with monkeypatch.context() as patch:
        patch.setattr(SeasonSteps, "next_step", next_step)
        assert run(settings) is Finish.OVER
    assert any(NEW in step.pairings[0].bots for step in steps_of(settings))
