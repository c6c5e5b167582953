"""The pace of a season follows the time, the starts of the last hour, and the size of records."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.identifier import BotName
from referee.league.configuration.quiet_hours import quiet_hours_of
from referee.league.configuration.settings import PaceTable
from referee.league.running.pace import PaceLimit, PaceWait, SeasonPace

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
ANN, BOB, CAT = (BotName(name) for name in ("ann", "bob", "cat"))


def later(minutes: float) -> datetime:
    """A time after noon."""
    return NOON + timedelta(minutes=minutes)


def wait(given: PaceWait | None) -> tuple[PaceLimit, datetime | None]:
    """The limit that delays a match, and until when."""
    assert given is not None
    return given.limit, given.until


class TestSeason:
    def test_no_hour_has_more_starts_than_the_season_may(self) -> None:
        pace = SeasonPace(PaceTable(matches=3))
        starts, now = list[datetime](), NOON
        while len(starts) < 20:
            if pace.may_start(now, (ANN, BOB)) is None:
                pace.started(now, (ANN, BOB))
                starts.append(now)
            now += timedelta(minutes=7)
        assert all(b - a >= timedelta(hours=1) for a, b in zip(starts, starts[3:], strict=False))

    def test_the_next_start_is_an_hour_after_the_one_that_makes_room(self) -> None:
        pace = SeasonPace(PaceTable(matches=2))
        pace.started(NOON, (ANN, BOB))
        pace.started(later(10), (ANN, BOB))
        assert wait(pace.may_start(later(20))) == (PaceLimit.SEASON, later(60))
        assert pace.may_start(later(60)) is None
        pace.started(later(60), (ANN, BOB))
        assert wait(pace.may_start(later(60))) == (PaceLimit.SEASON, later(70))

    def test_starts_of_a_clock_that_was_set_back_block_nothing(self) -> None:
        pace = SeasonPace(PaceTable(matches=1))
        pace.started(later(60 * 24), (ANN, BOB))
        assert pace.may_start(NOON) is None


class TestBots:
    def test_a_bot_rests_on_under_its_new_name(self) -> None:
        pace = SeasonPace(PaceTable(matches_per_bot=1))
        pace.started(NOON, (ANN, BOB))
        pace.renamed(ANN, CAT)
        assert pace.resting(later(2)) == {BOB, CAT}

    def test_a_bot_over_its_pace_rests_and_the_others_play(self) -> None:
        pace = SeasonPace(PaceTable(matches_per_bot=2))
        pace.started(NOON, (ANN, BOB))
        pace.started(later(1), (ANN, CAT))
        assert pace.resting(later(2)) == {ANN}
        assert pace.may_start(later(2), (BOB, CAT)) is None
        assert wait(pace.may_start(later(2), (ANN, BOB))) == (PaceLimit.BOTS, later(60))
        assert pace.may_start(later(2)) is None
        assert pace.resting(later(60)) == frozenset()

    def test_a_bot_in_two_seats_of_a_match_starts_one_match(self) -> None:
        pace = SeasonPace(PaceTable(matches_per_bot=2))
        pace.started(NOON, (ANN, ANN))
        assert pace.resting(NOON) == frozenset()


class TestOthers:
    def test_no_match_starts_in_quiet_hours(self) -> None:
        pace = SeasonPace(PaceTable(), quiet_hours_of("13:00-14:30", "UTC"))
        assert pace.may_start(NOON) is None
        assert wait(pace.may_start(later(60))) == (PaceLimit.QUIET, later(150))
        assert pace.may_start(later(150)) is None
        assert wait(pace.may_start(later(60 * 26 - 1))) == (PaceLimit.QUIET, later(60 * 26.5))

    def test_no_match_starts_at_the_cap_on_disk_until_there_is_room(self) -> None:
        size = 0
        pace = SeasonPace(PaceTable(disk=5), size=lambda: size)
        size = (5 << 20) - 1
        assert pace.may_start(NOON) is None
        size += 1
        given = pace.may_start(NOON)
        assert wait(given) == (PaceLimit.DISK, None)
        assert "the records have 5 MiB, and pace.disk allows 5 MiB" in str(given)
        size = 0
        assert pace.may_start(NOON) is None

    @pytest.mark.parametrize(
        ("table", "is_unlimited"),
        [
            (PaceTable(), True),
            (PaceTable(certain=0.95), True),
            (PaceTable(matches=1), False),
            (PaceTable(matches_per_bot=1), False),
            (PaceTable(disk=1), False),
        ],
    )
    def test_a_table_without_limits_delays_nothing(
        self, table: PaceTable, is_unlimited: bool
    ) -> None:
        assert SeasonPace(table).is_unlimited is is_unlimited

    def test_a_wait_says_until_when_and_why(self) -> None:
        pace = SeasonPace(PaceTable(matches=1))
        pace.started(NOON + timedelta(microseconds=5), (ANN, BOB))
        assert str(pace.may_start(later(1))) == (
            "no match starts until 2026-11-27 13:00:01 UTC: pace.matches allows 1 within an hour"
        )
