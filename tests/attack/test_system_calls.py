"""A sandboxed process calls parts of the kernel that the sandbox's namespaces do not cover."""

import os
import subprocess
import sys

import pytest

from referee.error import UnavailableError
from referee.launch import seccomp
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox, refusal_of

PROBE = """
import errno, socket, sys
from referee.launch.supervisor import kernel
from tests.zoo.keyring import call
if sys.argv[1] != "free":
    kernel.gain_no_privileges()
    kernel.filter_calls(bytes.fromhex(sys.argv[1]))
for name, *words in (line.split() for line in sys.stdin):
    try:
        if name == "socket":
            socket.socket(int(words[0]), socket.SOCK_STREAM).close()
        else:
            call(name, *map(int, words))
        print("allowed")
    except OSError as error:
        print(errno.errorcode[error.errno])
"""
"""A program that makes the calls it reads, with or without the filter, and prints each result."""

CLONE_NEWUSER, CLONE_NEWNET, SIGCHLD = 0x10000000, 0x40000000, 17


def answers(calls: list[str], filtered: bool = True) -> list[str]:
    """Return the result of each call in a new process: `allowed`, or the name of the error."""
    program = seccomp.program().hex() if filtered else "free"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, program],
        input="\n".join(calls),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


class TestFilter:
    """The filter refuses calls that reach past the namespaces, and allows what programs need."""

    def test_calls_that_no_bot_needs_are_refused(self) -> None:
        assert set(answers(list(seccomp.REFUSED))) == {"EPERM"}

    def test_calls_that_programs_have_another_way_for_look_unknown(self) -> None:
        assert set(answers(list(seccomp.UNKNOWN))) == {"ENOSYS"}

    @pytest.mark.parametrize("command", seccomp.FILE_COMMANDS.values())
    def test_no_file_is_leased_and_no_folder_watched(self, command: int) -> None:
        """The kernel reads only the lower 32 bits of the command."""
        calls = [f"fcntl 0 {command} 0", f"fcntl 0 {(1 << 32) + command} 0"]
        assert answers(calls) == ["EPERM"] * 2
        assert "EPERM" not in answers(calls[:1], filtered=False)

    def test_no_huge_page_of_the_machine_is_taken(self) -> None:
        anonymous, huge = 0x22, seccomp.HUGE_PAGES
        calls = [f"mmap 0 4096 3 {anonymous | huge} -1 0", f"mmap 0 4096 3 {anonymous} -1 0"]
        assert answers(calls) == ["ENOMEM", "allowed"]

    @pytest.mark.parametrize("flag", [CLONE_NEWUSER, CLONE_NEWNET])
    def test_no_process_begins_in_a_new_namespace(self, flag: int) -> None:
        assert answers([f"clone {flag | SIGCHLD} 0 0 0 0"]) == ["EPERM"]

    @pytest.mark.parametrize("family", ["AF_VSOCK", "AF_ALG", "AF_PACKET", "AF_BLUETOOTH"])
    def test_no_socket_reaches_past_the_network_namespace(self, family: str) -> None:
        known = {"AF_VSOCK": 40, "AF_ALG": 38, "AF_PACKET": 17, "AF_BLUETOOTH": 31}
        assert answers([f"socket {known[family]}"]) == ["EAFNOSUPPORT"]

    def test_a_call_has_no_other_spelling(self) -> None:
        """The kernel reads only the lower 32 bits of the family, and so must the filter."""
        assert answers([f"socketpair {(1 << 32) + 40} 1 0"]) == ["EAFNOSUPPORT"]

    def test_programs_keep_what_they_need(self) -> None:
        calls = ["socket 1", "socket 2", "getpid", "sched_yield", "fcntl 0 1 0", "eventfd2 0 0"]
        assert answers(calls) == ["allowed"] * len(calls)

    def test_without_the_filter_a_call_gets_through(self) -> None:
        assert answers(["unshare 0"], filtered=False) == ["allowed"]


class TestMissing:
    """Without libseccomp the referee refuses every sandbox."""

    @pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])
    def test_the_preset_is_refused_with_the_package_to_install(
        self, preset: Preset, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(seccomp, "_LIBRARY", "libseccomp.so.missing")
        monkeypatch.setattr("referee.launch.bubblewrap.missing", lambda: None)
        seccomp.program.cache_clear()
        refusal_of.cache_clear()
        try:
            with pytest.raises(UnavailableError, match="it needs libseccomp") as refused:
                Sandbox(preset).check()
            assert "apt-get install libseccomp2" in str(refused.value)
            assert refused.value.exit_code == os.EX_UNAVAILABLE
        finally:
            seccomp.program.cache_clear()
            refusal_of.cache_clear()
