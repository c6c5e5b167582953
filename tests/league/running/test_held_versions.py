"""The freeze holds the versions of connected bots, over restarts, until it is lifted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.identifier import BotName, SessionId
from referee.league.configuration.settings import BotSettings
from referee.league.ledger import Ledger
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.held_versions import HeldVersions
from referee.league.running.league_event import BotBenchedEvent, BotReturnedEvent, LeagueEvent
from referee.league.running.roster import Roster
from referee.server.lobby import BarredSession
from tests.league.running.fake_backend import FakeNetwork, league, open_ledger

ANN = BotName("ann")
FREEZE = 100


class FrozenSeason:
    """A season whose bot `ann` an owner connects, from the freeze at `FREEZE` on."""

    def __init__(self, ledger: Ledger, network: FakeNetwork, folder: Path) -> None:
        self.network, self.now = network, FREEZE
        self.events: list[LeagueEvent] = []
        self.roster = Roster(ledger)
        settings = league(folder)
        notify = self.events.append
        self.absences = AbsenceHandler(settings, ledger, self.roster, network, notify)
        attendance = self.absences.attendance
        self.held = HeldVersions(
            ledger, self.roster, network, attendance, notify, clock=lambda: self.now
        )

    def read(self, frozen_from: int = FREEZE) -> None:
        """Read the bot, and look."""
        bot = BotSettings(name=ANN, token=64 * "a", connects=True, frozen_from=frozen_from)
        self.roster.read_file([bot])
        self.look()

    def look(self) -> None:
        """Look as a run does between matches."""
        self.held.look()
        self.absences.take_back()

    def comes(self, version: str, stream: str = "s1") -> None:
        """The bot connects with a version, as the lobby shows it."""
        name = SessionId(stream)
        self.network.connected.pop(ANN, None)
        self.network.barred_streams.pop(ANN, None)
        if self.network.held.get(ANN, version) == version:
            self.network.connected[ANN] = name
            self.network.announced[ANN] = version
        else:
            self.network.barred_streams[ANN] = BarredSession(name, version)
        self.look()

    @property
    def is_playing(self) -> bool:
        """Whether the bot plays."""
        return self.roster.bot(ANN).benched is None


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger without bots."""
    with open_ledger(league(tmp_path)) as ledger:
        yield ledger


@pytest.fixture
def season(ledger: Ledger, tmp_path: Path) -> FrozenSeason:
    """A season before its first bot connects."""
    return FrozenSeason(ledger, FakeNetwork(), tmp_path)


class TestHold:
    def test_before_the_freeze_any_version_plays(self, season: FrozenSeason) -> None:
        season.now = FREEZE - 1
        season.read()
        for number in ("1", "2"):
            season.comes(number, f"s{number}")
            assert season.is_playing
        assert season.roster.held == {}

    def test_the_version_that_is_connected_at_the_freeze_is_held(
        self, season: FrozenSeason
    ) -> None:
        season.now = FREEZE - 1
        season.read()
        season.comes("1")
        season.now = FREEZE
        season.look()
        assert season.network.held == {ANN: "1"}

    def test_a_bot_that_has_never_played_keeps_the_version_that_it_comes_with(
        self, season: FrozenSeason
    ) -> None:
        season.read()
        assert season.network.held == {}
        season.comes("1")
        assert season.network.held == {ANN: "1"}

    def test_another_version_rests_until_the_held_one_is_back(self, season: FrozenSeason) -> None:
        season.read()
        season.comes("1")
        season.comes("2", "s2")
        season.look()
        assert not season.is_playing
        why = (
            "since the freeze only its version '1' plays, and the bot connected with "
            "its version '2'"
        )
        assert season.events[-1] == BotBenchedEvent(ANN, why)
        ((_, notice),) = season.network.notices
        assert notice.reason == why
        assert notice.advice == (
            "Connect with that version again: the bot then plays again by itself."
        )
        season.comes("1", "s3")
        assert season.is_playing
        assert season.events[-1] == BotReturnedEvent(ANN)

    def test_a_restart_holds_the_same_version(
        self, season: FrozenSeason, ledger: Ledger, tmp_path: Path
    ) -> None:
        season.read()
        season.comes("1")
        again = FrozenSeason(ledger, FakeNetwork(), tmp_path)
        again.read()
        assert again.network.held == {ANN: "1"}
        again.comes("2", "s2")
        assert not again.is_playing

    def test_the_end_of_the_freeze_lets_every_version_play(self, season: FrozenSeason) -> None:
        season.read()
        season.comes("1")
        season.comes("2", "s2")
        season.read(frozen_from=0)
        assert season.network.held == {}
        season.comes("2", "s3")
        assert season.is_playing

    def test_another_version_beside_the_held_one_changes_nothing(
        self, season: FrozenSeason
    ) -> None:
        season.read()
        season.comes("1")
        season.network.barred_streams[ANN] = BarredSession(SessionId("s2"), "2")
        season.look()
        assert season.is_playing
        assert not season.network.notices
