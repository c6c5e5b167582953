"""Days, times and times from now, as text."""

import time
from datetime import UTC, datetime

import pytest

from referee.error import UsageError
from referee.server.sentence import ServerSentence
from referee.server.until import later, moment, moment_text, utc_now
from tests.errors import raises

NOW = datetime(2030, 6, 1, 12, tzinfo=UTC)


class TestMoment:
    """A moment is the end of a day, or a time of it, in UTC."""

    @pytest.mark.parametrize(
        ("text", "at"),
        [
            ("2030-12-31", datetime(2031, 1, 1, tzinfo=UTC)),
            ("2030-12-31T18:00Z", datetime(2030, 12, 31, 18, tzinfo=UTC)),
            ("2030-12-31T18:00:01+02:00", datetime(2030, 12, 31, 16, 0, 1, tzinfo=UTC)),
            ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
            ("9999-12-30", datetime(9999, 12, 31, tzinfo=UTC)),
        ],
    )
    def test_it_is_read_and_written(self, text: str, at: datetime) -> None:
        assert moment(text) == at
        assert moment(moment_text(at)) == at

    @pytest.mark.parametrize(
        "text", ["", "soon", "2030-02-30", "2030-12-31T18:00", "9999-12-31", "90d", "T"]
    )
    def test_anything_else_is_refused(self, text: str) -> None:
        with raises(UsageError, ServerSentence.NO_DAY, text=text):
            moment(text)

    @pytest.mark.parametrize("zone", ["WEST+12", "EAST-14"])
    def test_now_is_in_utc_wherever_the_referee_runs(
        self, zone: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time.tzset()
            before, now, after = datetime.now(UTC), utc_now(), datetime.now(UTC)
        time.tzset()
        assert before.replace(microsecond=0) <= now <= after


class TestLater:
    """The value of an option is a moment in the future, or a time from now."""

    @pytest.mark.parametrize(
        ("text", "until"),
        [
            ("2030-06-01", "2030-06-01"),
            ("30m", "2030-06-01T12:30:00Z"),
            ("12h", "2030-06-01"),
            ("90d", "2030-08-30T12:00:00Z"),
            ("2w", "2030-06-15T12:00:00Z"),
            ("3 d", "2030-06-04T12:00:00Z"),
        ],
    )
    def test_both_forms_are_read(self, text: str, until: str) -> None:
        assert moment_text(later("--expires", text, NOW)) == until

    @pytest.mark.parametrize("text", ["", "0x", "-1d", "1.5h", "d", "999999w", "3  d", "soon"])
    def test_other_text_is_refused(self, text: str) -> None:
        with raises(UsageError, ServerSentence.NO_EXPIRY, option="--expires", text=text):
            later("--expires", text, NOW)

    @pytest.mark.parametrize("text", ["2030-05-31", "2030-06-01T12:00Z", "0d"])
    def test_a_time_that_is_over_is_refused(self, text: str) -> None:
        with raises(UsageError, ServerSentence.EXPIRY_IS_OVER, option="--expires", text=text):
            later("--expires", text, NOW)
