"""A bot in a sandbox tries forbidden things and keeps playing: one match in each preset.

Without a sandbox the same bot does all of it, so that these tests are known to see it.
"""

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from referee.launch.preset import Preset
from referee.launch.supervisor.exit_status import MIB
from tests.e2e.hostile_match import PATIENT, SMALL, Played, hostile, kept
from tests.zoo import keyring

ACTS = (
    "peeker,caller,listener,thief,spy,locksmith,key_filler,debugger,climber,vandal,filler,"
    "big_file,opener"
)


@dataclass(frozen=True, slots=True)
class Visit:
    """A match with a hostile bot that has no limit to its curiosity.

    `played` is empty where the preset is refused; `called` is whether the test's port was;
    `has_keys` is whether the kernel keeps keys for the test's user.
    """

    preset: Preset
    played: list[Played]
    called: bool
    folder: Path
    has_keys: bool

    @property
    def walled(self) -> bool:
        """Whether there is a sandbox."""
        return self.preset is not Preset.NONE

    def said(self, act: str) -> Iterator[list[str]]:
        """What the bot said in one of its acts, once, where the preset is kept."""
        for played in self.played:
            yield played.said_in(act)


def visit_in(preset: Preset, folder: Path) -> Visit:
    """Play the match."""
    (folder / "precious").write_text("all my life")
    (folder / "book").write_text("my opening book")
    description = f"tianming-{uuid4()}"
    with (
        keyring.planted(description, b"my password") as has_keys,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        server.setblocking(False)
        facts = {
            "port": server.getsockname()[1],
            "referee": os.getpid(),
            "folder": folder,
            "secret": folder / "book",
            "key": description,
        }
        acts = ACTS + (",parricide" if preset is not Preset.NONE else "")
        bot = hostile(acts, *(f"{name}={value}" for name, value in facts.items()))
        played = list(kept(bot, preset, SMALL, PATIENT))
        try:
            server.accept()[0].close()
            called = True
        except BlockingIOError:
            called = False
    return Visit(preset, played, called, folder, has_keys)


@pytest.fixture(scope="module", params=list(Preset), ids=lambda preset: preset.value)
def visit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visit]:
    """One match in each preset."""
    folder = tmp_path_factory.mktemp("outside")
    scratch = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSE_SECRET", "42")
        patch.setenv("TMPDIR", str(scratch))
        yield visit_in(request.param, folder)


def number(lines: list[str], word: str) -> int:
    """The number behind a word."""
    (line,) = (line for line in lines if line.startswith(f"{word} "))
    return int(line.split()[1])


class TestMatch:
    """The match continues."""

    def test_a_bot_that_is_kept_from_it_plays_to_the_end(self, visit: Visit) -> None:
        for played in visit.played:
            assert played.failures == []
            assert played.outcome.reason.endswith("won.")


class TestNetwork:
    """There is no network, not even this machine's own."""

    def test_nobody_is_called(self, visit: Visit) -> None:
        assert visit.called != visit.walled or not visit.played
        for said in visit.said("caller"):
            assert ("connected" in said) != visit.walled

    def test_no_bot_can_listen(self, visit: Visit) -> None:
        for said in visit.said("listener"):
            assert ("listening" in said) != visit.walled


class TestSecrets:
    """What others know stays theirs."""

    def test_tokens_of_others_and_secrets_of_the_referee_are_out_of_reach(
        self, visit: Visit
    ) -> None:
        for said in visit.said("thief"):
            assert (said == ["stole 0 tokens, the referee's secret: False"]) == visit.walled

    def test_no_process_outside_can_be_reached(self, visit: Visit) -> None:
        for said in visit.said("debugger"):
            assert (said == ["caught 0, reached the referee: False"]) == visit.walled

    def test_strict_hides_the_files_of_others(self, visit: Visit) -> None:
        for said in visit.said("spy"):
            assert ("my opening book" in said) == (visit.preset is not Preset.STRICT)

    def test_the_keys_of_the_user_are_out_of_reach(self, visit: Visit) -> None:
        for said in visit.said("locksmith"):
            assert (said == ["read my password"]) != (visit.walled or not visit.has_keys)

    def test_no_key_of_the_users_quota_is_taken(self, visit: Visit) -> None:
        for said in visit.said("key_filler"):
            assert (said == ["added 0"]) == (visit.walled or not visit.has_keys)

    def test_the_environment_is_what_a_bot_needs(self, visit: Visit) -> None:
        for said in visit.said("peeker"):
            assert (said[0] == "user 1000, 0 of the referee's variables") == visit.walled


class TestHarm:
    """It writes nowhere but to its scratch folder, and gains no rights."""

    def test_files_outside_stay_as_they_are(self, visit: Visit) -> None:
        for said in visit.said("vandal"):
            assert ("did it" in said) != visit.walled
            names = sorted(path.name for path in visit.folder.iterdir())
            assert (names == ["book", "precious"]) == visit.walled
            kept = visit.walled and (visit.folder / "precious").read_text()
            assert kept == ("all my life" if visit.walled else False)

    def test_it_gains_no_rights(self, visit: Visit) -> None:
        for said in visit.said("climber"):
            assert (said == ["namespace -1, rights 0, locked 1"]) == visit.walled

    @pytest.mark.parametrize("act", ["filler", "big_file"])
    def test_the_written_output_is_bounded(self, act: str, visit: Visit) -> None:
        for said in visit.said(act):
            assert (number(said, "wrote") <= SMALL.disk // MIB) == visit.walled

    def test_open_files_are_bounded(self, visit: Visit) -> None:
        for said in visit.said("opener"):
            opened = number(said, "opened") if visit.walled else SMALL.files
            assert (opened < SMALL.files) == visit.walled

    def test_it_cannot_kill_the_one_who_watches(self, visit: Visit) -> None:
        for said in visit.said("parricide") if visit.walled else ():
            assert said in (["alive"], ["refused: Operation not permitted"])
