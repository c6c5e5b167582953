"""The schedule: when rounds begin, over the days on which clocks are set forward and back."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo, available_timezones

import pytest

from referee.error import UsageError
from referee.league.schedule import next_start, schedule_of, zone_of
from referee.league.sentence import ScheduleSentence
from tests.errors import raises


def starts(
    after: str, count: int, at: str = "", every: str = "", zone: str = "UTC", until: str = ""
) -> list[str]:
    """Return the next starts after a moment in UTC, each in the zone of the schedule."""
    schedule = schedule_of(at, every, zone, until)
    assert schedule is not None
    moment, found = datetime.fromisoformat(after).replace(tzinfo=UTC), list[str]()
    while len(found) < count and (start := next_start(moment, schedule)) is not None:
        local = start.astimezone(schedule.zone)
        found.append(f"{local:%a %d %H:%M:%S %z}".replace(":00 ", " "))
        moment = start
    return found


class TestTimesOfDay:
    def test_a_time_without_weekdays_comes_every_day(self) -> None:
        assert starts("2026-11-27 01:59", 2, at="02:00") == [
            "Fri 27 02:00 +0000",
            "Sat 28 02:00 +0000",
        ]

    def test_a_start_comes_after_the_moment_and_not_at_it(self) -> None:
        assert starts("2026-11-27 02:00", 1, at="2:00") == ["Sat 28 02:00 +0000"]

    def test_each_entry_has_its_own_weekdays(self) -> None:
        found = starts("2026-11-26 19:00", 4, at="Mon-Fri 18:00, sun 10:00 14:00")
        days = ["Fri 27 18:00", "Sun 29 10:00", "Sun 29 14:00", "Mon 30 18:00"]
        assert found == [f"{day} +0000" for day in days]

    def test_a_range_of_weekdays_may_include_the_weekend(self) -> None:
        found = starts("2026-11-27 00:00", 4, at="sat-mon 18:00")
        assert [day[:3] for day in found] == ["Sat", "Sun", "Mon", "Sat"]

    def test_times_are_those_of_the_zone(self) -> None:
        assert starts("2026-11-27 00:00", 1, at="18:00", zone="America/New_York") == [
            "Fri 27 18:00 -0500"
        ]
        assert starts("2026-11-27 00:00", 1, at="18:00", zone="Asia/Kolkata") == [
            "Fri 27 18:00 +0530"
        ]

    @pytest.mark.parametrize(
        ("zone", "after", "at", "expected"),
        [
            ("Europe/Berlin", "2026-03-28 12:00", "02:30", "Sun 29 03:00 +0200"),
            ("America/New_York", "2026-03-08 00:00", "02:30", "Sun 08 03:00 -0400"),
            ("Africa/Cairo", "2026-04-23 12:00", "00:00", "Fri 24 01:00 +0300"),
            ("Australia/Lord_Howe", "2026-10-03 12:00", "02:15", "Sun 04 02:30 +1100"),
            ("Pacific/Apia", "2011-12-30 00:00", "fri 02:00", "Sat 31 00:00 +1400"),
        ],
    )
    def test_a_time_that_the_clock_skips_begins_when_the_clock_is_set_forward(
        self, zone: str, after: str, at: str, expected: str
    ) -> None:
        assert starts(after, 1, at=at, zone=zone) == [expected]

    @pytest.mark.parametrize(
        ("zone", "after", "at", "expected"),
        [
            (
                "Europe/Berlin",
                "2026-10-24 12:00",
                "02:30",
                ["Sun 25 02:30 +0200", "Mon 26 02:30 +0100"],
            ),
            (
                "America/Havana",
                "2026-10-31 12:00",
                "00:30",
                ["Sun 01 00:30 -0400", "Mon 02 00:30 -0500"],
            ),
            (
                "Australia/Lord_Howe",
                "2026-04-04 12:00",
                "01:45",
                ["Sun 05 01:45 +1100", "Mon 06 01:45 +1030"],
            ),
        ],
    )
    def test_a_time_that_comes_twice_begins_once_the_first_time(
        self, zone: str, after: str, at: str, expected: list[str]
    ) -> None:
        assert starts(after, 2, at=at, zone=zone) == expected


class TestIntervals:
    def test_an_interval_counts_from_midnight_of_the_zone(self) -> None:
        found = starts("2026-11-27 00:00", 3, every="7 h", zone="Asia/Kolkata")
        assert [start[7:12] for start in found] == ["07:00", "14:00", "21:00"]

    def test_seconds_minutes_and_hours_are_intervals(self) -> None:
        for every in ("90 s", "5min", "24 h"):
            first, second = starts("2026-11-27 00:00", 2, every=every)
            assert first < second

    def test_in_the_hour_that_is_skipped_no_start_is_lost(self) -> None:
        found = starts("2026-03-29 00:30", 3, every="30 min", zone="Europe/Berlin")
        assert found == ["Sun 29 03:00 +0200", "Sun 29 03:30 +0200", "Sun 29 04:00 +0200"]
        (first, second) = starts("2026-03-28 23:00", 2, every="2 h", zone="Europe/Berlin")
        assert (first, second) == ("Sun 29 03:00 +0200", "Sun 29 04:00 +0200")

    def test_a_short_interval_begins_in_both_passes_of_an_hour(self) -> None:
        found = starts("2026-10-25 00:00", 4, every="30 min", zone="Europe/Berlin")
        passes = ["02:30 +0200", "02:00 +0100", "02:30 +0100", "03:00 +0100"]
        assert found == [f"Sun 25 {one}" for one in passes]

    def test_a_long_interval_begins_once_in_an_hour_that_comes_twice(self) -> None:
        found = starts("2026-10-31 12:00", 2, every="24 h", zone="America/Havana")
        assert found == ["Sun 01 00:00 -0400", "Mon 02 00:00 -0500"]

    @pytest.mark.parametrize("every", ["1 s", "20 min", "45 min", "1 h", "5 h", "24 h"])
    def test_the_next_start_never_jumps_over_another(self, every: str, fresh_seed: int) -> None:
        """From any moment before a start and after the one before, the same start is next."""
        dice = Random(fresh_seed)
        zones = ("Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Africa/Cairo")
        for _ in range(200):
            schedule = schedule_of("", every, dice.choice(zones), "")
            assert schedule is not None
            first = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=dice.randrange(525_600))
            begin = next_start(first, schedule)
            assert begin is not None
            end = next_start(begin, schedule)
            assert end is not None
            assert schedule.every is not None
            assert timedelta(0) < end - begin <= schedule.every + timedelta(hours=1)
            between = begin + dice.random() * (end - begin)
            assert next_start(between, schedule) == end


class TestUntil:
    def test_the_last_day_counts_as_a_whole(self) -> None:
        found = starts("2026-12-18 00:00", 9, at="18:00", until="2026-12-20", zone="Europe/Berlin")
        assert [day[:6] for day in found] == ["Fri 18", "Sat 19", "Sun 20"]

    def test_the_last_moment_is_a_start(self) -> None:
        found = starts("2026-12-20 00:00", 9, every="6 h", until="2026-12-20 12:00")
        assert [day[7:12] for day in found] == ["06:00", "12:00"]

    def test_of_a_moment_that_comes_twice_the_second_is_the_last(self) -> None:
        found = starts(
            "2026-10-25 00:00", 9, every="30 min", until="2026-10-25 02:30", zone="Europe/Berlin"
        )
        assert [one[7:] for one in found] == ["02:30 +0200", "02:00 +0100", "02:30 +0100"]


class TestAnyZone:
    def test_starts_follow_each_other_in_every_zone(self, fresh_seed: int) -> None:
        dice = Random(fresh_seed)
        zones = sorted(zone for zone in available_timezones() if "/" in zone)
        for zone in dice.sample(zones, 25):
            schedule = schedule_of("02:30, fri 18:00", "", zone, "")
            assert schedule is not None
            moments = [datetime(2020 + dice.randrange(15), 1, 1, tzinfo=UTC)]
            while len(moments) < 500:
                start = next_start(moments[-1], schedule)
                assert start is not None
                moments.append(start)
            gaps = [late - early for early, late in pairwise(moments[1:])]
            assert timedelta(0) < min(gaps), zone
            assert max(gaps) <= timedelta(hours=26), zone
            local = [one.astimezone(ZoneInfo(zone)) for one in moments[1:]]
            odd = [one for one in local if (one.hour, one.minute) not in ((2, 30), (18, 0))]
            assert len(odd) <= 2, zone  # at most the changes of the clock in spring


class TestWrongText:
    @pytest.mark.parametrize(
        ("values", "sentence", "fields"),
        [
            ({"at": "25:00"}, ScheduleSentence.WRONG_AT, {"word": "25:00"}),
            ({"at": "18:00 mon"}, ScheduleSentence.WRONG_AT, {"word": "mon"}),
            ({"at": "someday 18:00"}, ScheduleSentence.WRONG_AT, {"word": "someday"}),
            ({"at": "mon-fri"}, ScheduleSentence.WRONG_AT, {"word": "mon-fri"}),
            ({"at": "02:00,"}, ScheduleSentence.WRONG_AT, {"word": ""}),
            ({"every": "0 s"}, ScheduleSentence.WRONG_EVERY, {"every": "0 s"}),
            ({"every": "25 h"}, ScheduleSentence.WRONG_EVERY, {"every": "25 h"}),
            ({"every": "often"}, ScheduleSentence.WRONG_EVERY, {"every": "often"}),
            ({"at": "02:00", "every": "1 h"}, ScheduleSentence.AT_AND_EVERY, {}),
            ({"every": "1 h", "until": "2026-02-30"}, ScheduleSentence.WRONG_UNTIL, {}),
            ({"every": "1 h", "until": "soon"}, ScheduleSentence.WRONG_UNTIL, {}),
            ({"until": "2026-12-20"}, ScheduleSentence.UNTIL_ALONE, {}),
        ],
    )
    def test_a_wrong_value_is_named(
        self, values: dict[str, str], sentence: ScheduleSentence, fields: dict[str, str]
    ) -> None:
        table = {"at": "", "every": "", "zone": "UTC", "until": "", **values}
        with raises(UsageError, sentence, **fields):
            schedule_of(**table)

    @pytest.mark.parametrize(
        ("zone", "meant"),
        [
            ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("New York", "America/New_York"),
            ("Europe/Berln", "Europe/Berlin"),
        ],
    )
    def test_a_zone_that_is_unknown_is_refused_with_the_one_that_is_meant(
        self, zone: str, meant: str
    ) -> None:
        with raises(UsageError, ScheduleSentence.UNKNOWN_ZONE, hint=f"did you mean {meant}?"):
            zone_of(zone)

    @pytest.mark.parametrize("zone", ["", "..", "../../etc/passwd", "/etc/passwd", "Europe", "x\0"])
    def test_no_path_is_a_zone(self, zone: str) -> None:
        with raises(UsageError, ScheduleSentence.UNKNOWN_ZONE):
            zone_of(zone)

    def test_a_league_without_times_begins_its_rounds_at_once(self) -> None:
        assert schedule_of("", "", "Europe/Berlin", "") is None
