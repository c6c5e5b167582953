"""Supervise the processes of entries: start them, and restart them.

This runs in the season process. There are two: the entry process faces the network and is confined,
and the build process works on submissions and listens nowhere. They share the store alone. The
listening sockets stay open here, so that callers wait while the entry process starts again.
"""

import contextlib
import os
import shutil
import socket
import tempfile
import time
from pathlib import Path
from statistics import fmean
from typing import Final, Self

from referee.entry.entry_view import PRIVATE_FOLDERS, check_apart, view
from referee.entry.handed_settings import ProcessSettings
from referee.entry.play_load import PERIOD
from referee.entry.sentence import SubmissionSentence
from referee.entry.supervised import BEAT, Supervised
from referee.error import StorageError, UnavailableError
from referee.launch.bubblewrap import missing
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from referee.league.configuration.settings import LeagueSettings
from referee.runtime_folder import runtime_folder
from referee.server.address import ENTRY_KEYS, check_address, check_hidden
from referee.server.front.bind import bound
from referee.server.log_output import LogSettings
from referee.server.sentence import ServerSentence

_RENEWAL: Final = 5.0
"""Seconds between two looks at the certificate."""


class EntryProcess:
    """The processes of entries of a season. They run inside `with`."""

    def __init__(self, league: LeagueSettings, log: LogSettings) -> None:
        """Prepare the processes of a league that has `entry.listen`."""
        self._league = league
        self._log = log
        self._sockets: list[socket.socket] = []
        self._private = Path()
        self._store = (league.folder / league.entry.store).absolute()
        self._renewed = time.monotonic()
        self._late: list[float] = []
        self.address = league.entry.listen
        self.entry = Supervised("entry", "referee.entry", self._renew_at_times)
        self.builds = Supervised("build", "referee.entry.build_process", self._tell_lateness)

    @property
    def link(self) -> str:
        """The address for owners, with its scheme."""
        if self.address.startswith("unix:"):
            return self.address
        return f"{'http' if self._league.entry_tls is None else 'https'}://{self.address}"

    @property
    def season_socket(self) -> Path:
        """The path at which the season answers the entry process."""
        return self._private / "season" / "socket"

    def __enter__(self) -> Self:
        """Start the processes, and wait until they serve.

        Raises:
            UnavailableError: if bubblewrap is missing, the address is taken, or one does not start.
            UsageError: if the store would show a secret of the season, or the TLS files are wrong.
            StorageError: if a folder cannot be made.
        """
        check_confinement()
        self._check_address()
        check_apart(self._store, self._league.secrets)
        self._private = Path(tempfile.mkdtemp(prefix="entry-", dir=runtime_folder()))
        try:
            self._make_folders()
            self._sockets, self.address = _listening(self.address)
            settings = ProcessSettings.of(self._league, self.address, self._log)
            self.entry.start(settings, view(self._store, self._private), self._sockets)
            self.builds.start(settings)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes and what they build; close the sockets."""
        self.entry.stop()
        self.builds.stop()
        for each in self._sockets:
            if each.family == socket.AF_UNIX:
                Path(each.getsockname()).unlink(missing_ok=True)
            each.close()
        shutil.rmtree(self._private, ignore_errors=True)

    def _check_address(self) -> None:
        """Check the address, and its TLS files."""
        check_address(self.address)
        if self._league.entry_tls is not None:
            self._league.entry_tls.certificates(ENTRY_KEYS)
        elif not self._league.entry.plaintext:
            check_hidden(self.address, ENTRY_KEYS)

    def _make_folders(self) -> None:
        try:
            for folder in (self._store, *(self._private / name for name in PRIVATE_FOLDERS)):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._renew()
        except OSError as error:
            raise StorageError(
                SubmissionSentence.STORE_NOT_WRITTEN, folder=self._store, why=error.strerror
            ) from None

    def _renew(self) -> None:
        """Copy the certificate and its key to where the process sees them, if they changed."""
        if (tls := self._league.entry_tls) is not None:
            for name, path in (("certificate.pem", tls.certificate), ("key.pem", tls.key)):
                _copied(path, self._private / "tls" / name)

    # -- in threads

    def _renew_at_times(self, _: float) -> None:
        if time.monotonic() - self._renewed > _RENEWAL:
            self._renewed = time.monotonic()
            with contextlib.suppress(OSError):  # it is being written; the old one serves on
                self._renew()

    def _tell_lateness(self, late: float) -> None:
        """Send the mean lateness of this process to the build process, once in each period."""
        self._late.append(late)
        if len(self._late) * BEAT >= PERIOD:
            self.builds.send({"late": fmean(self._late)})
            self._late.clear()


def check_confinement() -> None:
    """Check that this machine can confine the entry process, and the builds inside of it.

    Raises:
        UnavailableError: if not.
    """
    if (lacks := missing()) is not None:
        raise UnavailableError(SubmissionSentence.ENTRY_NOT_CONFINED, why=lacks)
    Sandbox(Preset.STRICT).check()


def _listening(address: str) -> tuple[list[socket.socket], str]:
    """Listen at an address; return the sockets and the address with its port.

    Raises:
        UnavailableError: if it is taken.
    """
    try:
        return bound(address)
    except OSError:
        raise UnavailableError(ServerSentence.CANNOT_LISTEN, address=address) from None


def _copied(path: Path, copy: Path) -> None:
    """Copy a file whose content has changed, in one step."""
    data = path.read_bytes()
    if copy.exists() and copy.read_bytes() == data:
        return
    beside = copy.with_name(f"{copy.name}.new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    beside.replace(copy)
