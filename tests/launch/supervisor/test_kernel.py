"""The system calls that Python does not provide."""

import os
import signal
import subprocess
import sys

END_WITH = "from referee.launch.supervisor.kernel import end_with; end_with("


class TestEndWith:
    """A process that must not outlive its parent."""

    def test_a_process_whose_parent_has_ended_gets_the_signal_at_once(self) -> None:
        adopted = f"{END_WITH}{os.getpid()} + 1, {signal.SIGUSR1:d})"
        done = subprocess.run([sys.executable, "-c", adopted], check=False)
        assert done.returncode == -signal.SIGUSR1

    def test_a_process_whose_parent_lives_continues(self) -> None:
        child = f"{END_WITH}{os.getpid()}, {signal.SIGUSR1:d})"
        done = subprocess.run([sys.executable, "-c", child], check=False)
        assert done.returncode == 0
