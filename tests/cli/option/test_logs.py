"""The log: for people or for programs, safe for both, and never in a match's way."""

import io
import json
import subprocess
import sys

import pytest
import structlog

from referee.server.log_output import LogSettings, start_log


class TestLog:
    """What is written, and how."""

    def test_json_has_a_line_an_event(self, capsys: pytest.CaptureFixture[str]) -> None:
        start_log(LogSettings("json", "info"))
        structlog.get_logger().info("match_sealed", match="m1")
        line = json.loads(capsys.readouterr().err)
        assert (line["event"], line["match"], line["level"]) == ("match_sealed", "m1", "info")

    @pytest.mark.parametrize("form", ["json", "console"])
    def test_text_of_a_bot_is_escaped(self, form: str, capsys: pytest.CaptureFixture[str]) -> None:
        start_log(LogSettings(form, "info"))
        structlog.get_logger().info("bot_entered", agent="evil\x1b[2J\nmatch_sealed")
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert "\x1b[2J" not in said

    @pytest.mark.parametrize("form", ["json", "console"])
    def test_an_error_is_written_without_the_values_of_its_variables(
        self, form: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        start_log(LogSettings(form, "info"))
        token = "".join(["very", "secret"])
        try:
            raise RuntimeError(f"a bug with {len(token)}")
        except RuntimeError:
            structlog.get_logger().exception("match_failed")
        said = capsys.readouterr().err
        assert "a bug with 10" in said
        assert token not in said

    def test_less_than_the_level_is_not_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        start_log(LogSettings("console", "error"))
        structlog.get_logger().warning("seat_struck")
        assert capsys.readouterr().err == ""

    def test_a_log_nobody_can_read_stops_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        start_log(LogSettings("console", "info"))
        closed = io.StringIO()
        closed.close()
        monkeypatch.setattr(sys, "stderr", closed)
        structlog.get_logger().info("match_sealed", match="m1")

    def test_no_process_loads_a_second_library_for_it(self) -> None:
        """Rich would make every start a quarter longer; only the screens of a terminal need it."""
        program = (
            "import sys, referee.cli.league.run, referee.cli.play.play, referee.cli.play.serve, "
            "referee.entry.__main__, referee.league.executor.worker, referee.notify.__main__; "
            "sys.exit('rich' in sys.modules or 'structlog' not in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
