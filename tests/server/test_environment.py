"""The settings of a process: only a command makes them, and a referee leaves them alone."""

import gc
import os
import resource
import subprocess
import sys
import textwrap

import pytest

from referee.server.environment import prepare_environment, usual_limits
from tests.patience import PATIENCE
from tests.server.harness import started_referee


def settings() -> tuple[object, ...]:
    """What a process sets for all that runs in it."""
    return gc.get_threshold(), gc.isenabled(), sys.getswitchinterval()


class TestReferee:
    """A referee can be used in a program that has settings of its own."""

    async def test_a_referee_that_listens_changes_no_setting_of_its_process(self) -> None:
        gc.set_threshold(701, 10, 10)
        sys.setswitchinterval(0.007)
        try:
            before = settings()
            async with started_referee():
                assert settings() == before
            assert settings() == before
        finally:
            prepare_environment()


class TestPrepare:
    """A command sets up the process that plays matches."""

    def test_what_somebody_has_set_for_grpc_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GRPC_VERBOSITY", "INFO")
        monkeypatch.delenv("GRPC_ENABLE_FORK_SUPPORT")
        prepare_environment()
        assert os.environ["GRPC_VERBOSITY"] == "INFO"
        assert os.environ["GRPC_ENABLE_FORK_SUPPORT"] == "0"

    def test_every_process_of_a_referee_may_open_as_many_files_as_the_hard_limit_allows(
        self,
    ) -> None:
        program = """
            import subprocess, sys
            from referee.server.environment import open_files, prepare_environment, usual_open_files
            prepare_environment()
            print(open_files(), usual_open_files(), flush=True)
            if len(sys.argv) > 1:
                subprocess.run((sys.executable, "-c", sys.argv[1]), check=True)
        """
        line = 'ulimit -Sn 300 && ulimit -Hn 700 && exec "$0" -c "$1" "$1"'
        ran = subprocess.run(
            ("sh", "-c", line, sys.executable, textwrap.dedent(program)),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert ran.stdout.splitlines() == ["700 300"] * 2, ran.stderr

    def test_other_programs_start_with_the_usual_limit(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        monkeypatch.setenv("TIANMING_OPEN_FILES", "200")
        code = "import resource; print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
        with usual_limits():
            ran = subprocess.run((sys.executable, "-c", code), capture_output=True, check=True)
        assert ran.stdout.decode().split() == ["200", str(before[1])]
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == before

    def test_threads_hand_over_quickly_and_the_collector_runs_seldom(self) -> None:
        prepare_environment()
        assert sys.getswitchinterval() <= 0.001
        assert gc.get_threshold()[0] >= 20_000
