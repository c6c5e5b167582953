"""Quiet hours: times of the clock on the wall, through every change of the clock."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.error import UsageError
from referee.league.configuration.quiet_hours import QuietHours, quiet_hours_of
from referee.league.sentence import PaceSentence
from tests.errors import raises

BERLIN = "Europe/Berlin"


def quiet(text: str, zone: str = "UTC") -> QuietHours:
    """The quiet hours of a text."""
    hours = quiet_hours_of(text, zone)
    assert hours is not None
    return hours


def at(text: str) -> datetime:
    """A moment in UTC, of 2026."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


class TestSpan:
    @pytest.mark.parametrize(
        ("text", "is_quiet", "loud"),
        [
            ("22:00-07:00", ["11-27 22:00", "11-27 06:59:59", "11-29 00:00"], ["11-27 07:00"]),
            ("9:00-12:00, 14:00 - 15:00", ["11-27 09:00", "11-27 14:59"], ["11-27 13:00"]),
            ("00:00-00:01", ["11-27 00:00:30"], ["11-27 00:01", "11-26 23:59"]),
            ("23:00-00:00", ["11-27 23:59"], ["11-28 00:00"]),
            ("fri 22:00-02:00", ["11-27 22:00", "11-28 01:59"], ["11-27 01:00", "11-28 22:00"]),
            ("sun 22:00-02:00", ["11-29 23:00", "11-30 01:59"], ["11-29 01:00"]),
            ("sat-mon 10:00-11:00", ["11-28 10:00", "11-30 10:59"], ["11-27 10:00"]),
            ("Mon 10:00-11:00", ["11-30 10:30"], ["12-01 10:30"]),
        ],
    )
    def test_a_span_is_quiet_from_its_beginning_until_before_its_end(
        self, text: str, is_quiet: list[str], loud: list[str]
    ) -> None:
        hours = quiet(text)
        assert [hours.contains(at(moment)) for moment in is_quiet] == [True] * len(is_quiet)
        assert [hours.contains(at(moment)) for moment in loud] == [False] * len(loud)

    def test_they_end_at_the_end_of_the_span(self) -> None:
        hours = quiet("22:00-07:00, 07:00-08:30")
        assert hours.end(at("11-27 23:15:42.5")) == at("11-28 08:30")
        assert hours.end(at("11-27 12:00:01")) == at("11-27 12:00:01")

    def test_they_may_last_for_most_of_the_week(self) -> None:
        hours = quiet("mon-sat 00:00-23:59, mon-sat 23:59-00:00, sun 00:01-00:00")
        assert hours.end(at("11-29 00:01")) == at("12-06 00:00")

    def test_an_empty_text_has_none(self) -> None:
        assert quiet_hours_of("", "UTC") is None


class TestDaylightSaving:
    """Berlin sets its clock forward on 29 March 2026 at 01:00 UTC, and back on 25 October."""

    def test_they_stay_at_the_time_on_the_wall(self) -> None:
        hours = quiet("22:00-07:00", BERLIN)
        assert hours.end(at("01-15 23:00")) == at("01-16 06:00")
        assert hours.end(at("07-15 23:00")) == at("07-16 05:00")
        assert not hours.contains(at("01-15 20:59"))
        assert hours.contains(at("07-15 20:00"))

    def test_a_night_in_which_the_clock_is_set_forward_is_an_hour_shorter(self) -> None:
        hours = quiet("22:00-07:00", BERLIN)
        assert hours.end(at("03-28 21:00")) - at("03-28 21:00") == timedelta(hours=8)

    def test_a_night_in_which_the_clock_is_set_back_is_an_hour_longer(self) -> None:
        hours = quiet("22:00-07:00", BERLIN)
        assert hours.end(at("10-24 20:00")) - at("10-24 20:00") == timedelta(hours=10)

    def test_a_span_that_comes_twice_is_quiet_twice(self) -> None:
        hours = quiet("02:00-03:00", BERLIN)
        assert hours.end(at("10-25 00:00")) == at("10-25 02:00")

    def test_a_span_that_the_clock_skips_never_comes(self) -> None:
        hours = quiet("02:00-03:00", BERLIN)
        assert not any(hours.contains(at("03-29 00:30") + timedelta(minutes=m)) for m in range(60))

    def test_a_span_that_begins_in_the_skipped_hour_begins_after_it(self) -> None:
        hours = quiet("02:30-04:00", BERLIN)
        assert not hours.contains(at("03-29 00:59"))
        assert hours.end(at("03-29 01:00")) == at("03-29 02:00")


class TestWrong:
    @pytest.mark.parametrize(
        "text",
        [
            "night",
            "22:00",
            "22:00-24:00",
            "22-07",
            "22:00-22:00",
            "22:60-23:00",
            "22:00-07:00,",
            "fry 22:00-23:00",
            "mon-fry 22:00-23:00",
            "22:00-07:00 fri",
            "٢٢:00-07:00",
        ],
    )
    def test_a_span_that_cannot_be_read_is_named(self, text: str) -> None:
        with raises(UsageError, PaceSentence.WRONG_QUIET, quiet=text):
            quiet_hours_of(text, "UTC")

    def test_a_league_needs_some_time(self) -> None:
        text = "00:00-12:00, 12:00-00:00"
        with raises(UsageError, PaceSentence.ALWAYS_QUIET, quiet=text):
            quiet_hours_of(text, "UTC")
