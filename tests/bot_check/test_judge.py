"""What was measured is judged by fixed bounds."""

import pytest

from referee.bot_check import judge
from referee.bot_check.answer import AnswerSummary
from referee.bot_check.finding import BotFinding, Severity, Verdict, verdict_of
from referee.bot_check.report import as_json, lines, verdict_line
from referee.launch.supervisor.exit_status import MIB, ExitStatus
from tests.bot_check.bots import greedy, settings
from tests.patience import PATIENCE

CHECKED = settings(greedy())
LIMIT = CHECKED.sandbox.limits.memory


class TestBounds:
    """Where a warning begins, and where a failure."""

    @pytest.mark.parametrize(
        ("seconds", "severity"), [(0.2, Severity.OK), (0.6 * PATIENCE, Severity.WARNING)]
    )
    def test_more_than_half_of_the_time_to_connect_is_warned_of(
        self, seconds: float, severity: Severity
    ) -> None:
        assert judge.startup(seconds, CHECKED).severity is severity

    @pytest.mark.parametrize(("share", "severity"), [(0.4, Severity.OK), (0.6, Severity.WARNING)])
    def test_an_answer_that_took_more_than_half_of_its_budget_is_warned_of(
        self, share: float, severity: Severity
    ) -> None:
        assert judge.clock(AnswerSummary(9, 0.1, 0.2, 0.3, share)).severity is severity

    def test_a_bot_without_an_answer_in_time_has_failed(self) -> None:
        assert judge.clock(None).severity is Severity.FAILURE

    @pytest.mark.parametrize(
        ("peak", "growth", "severity"),
        [
            (40 * MIB, 3 * MIB, Severity.OK),  # what allocators keep
            (40 * MIB, 10 * MIB, Severity.WARNING),
            (40 * MIB, 300 * MIB, Severity.FAILURE),
            (LIMIT * 9 // 10, 0, Severity.WARNING),
        ],
    )
    def test_memory_that_grows_is_judged_by_the_matches_until_the_limit(
        self, peak: int, growth: int, severity: Severity
    ) -> None:
        assert judge.memory(peak, growth, 48, CHECKED).severity is severity

    @pytest.mark.parametrize(
        ("status", "severity"),
        [
            (ExitStatus(stopped=0), Severity.OK),
            (ExitStatus(stopped=-15), Severity.OK),
            (ExitStatus(code=0), Severity.OK),
            (ExitStatus(stopped=1), Severity.WARNING),
            (ExitStatus(code=1), Severity.WARNING),
            (ExitStatus(signal=11), Severity.WARNING),
            (ExitStatus(deaf=True), Severity.WARNING),
        ],
    )
    def test_a_bot_may_end_by_itself_with_0_or_by_sigterm(
        self, status: ExitStatus, severity: Severity
    ) -> None:
        assert judge.end("end", status, "").severity is severity


class TestVerdict:
    """What findings come to."""

    FAILED = BotFinding("matches", Severity.FAILURE, "It lost.", ("one", "two"), {"faults": 2})
    WARNED = BotFinding("end", Severity.WARNING, "It stayed.")
    UNKNOWN = BotFinding("files", Severity.UNKNOWN, "Nobody saw.")

    def test_the_worst_finding_decides_and_what_is_unknown_does_not(self) -> None:
        assert verdict_of([self.UNKNOWN]) is Verdict.READY
        assert verdict_of([self.UNKNOWN, self.WARNED]) is Verdict.WARNINGS
        assert verdict_of([self.FAILED, self.WARNED]) is Verdict.NOT_READY

    def test_a_finding_is_a_line_with_its_details_below(self) -> None:
        first, *more = lines(self.FAILED)
        assert first.split() == ["FAILURE", "matches:", "It", "lost."]
        assert [line.strip() for line in more] == ["one", "two"]

    def test_the_last_line_counts_failures_and_warnings(self) -> None:
        reported = verdict_line("eve", [self.FAILED, self.WARNED, self.WARNED])
        assert reported == "eve is not ready, with 1 failure and 2 warnings."
        assert verdict_line("eve", []) == "eve is ready for a league."

    def test_programs_read_every_finding(self) -> None:
        data = as_json("eve", [self.FAILED])
        assert data["verdict"] == "not_ready"
        assert data["findings"] == [
            {
                "subject": "matches",
                "severity": "failure",
                "text": "It lost.",
                "details": ["one", "two"],
                "data": {"faults": 2},
            }
        ]
