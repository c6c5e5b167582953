"""Attendance: who is absent, who comes back from the bench, and what a benched bot is told."""

from referee.identifier import BotName, SessionId
from referee.league.ledger.ledger import ListedBot
from referee.league.running.attendance import Attendance, advice
from referee.server.bench_notice import BenchNotice


class Lobby:
    """The connected bots, and the notices that they received."""

    def __init__(self, **streams: str) -> None:
        self.streams = {BotName(bot): SessionId(stream) for bot, stream in streams.items()}
        self.notices: list[tuple[str, BenchNotice]] = []
        self.attendance = Attendance("autumn", lambda: self.streams, self._send)

    def _send(self, bot: BotName, notice: BenchNotice) -> None:
        self.notices.append((bot, notice))


def bot(until_connected: bool = True) -> ListedBot:
    """A network bot that is benched."""
    return ListedBot(BotName("ann"), None, 64 * "a", "missed it.", until_connected=until_connected)


class TestAbsent:
    def test_bots_without_a_stream_are_absent(self) -> None:
        assert Lobby(ann="s1").attendance.absent([BotName("ann"), BotName("bob")]) == {"bob"}


class TestReturn:
    """A bot that was benched because it was absent comes back with a new stream."""

    def test_one_that_connects_comes_back(self) -> None:
        lobby = Lobby()
        lobby.attendance.benched(bot())
        assert lobby.attendance.returned([bot()]) == []
        lobby.streams = {BotName("ann"): SessionId("s1")}
        assert lobby.attendance.returned([bot()]) == ["ann"]

    def test_one_that_is_connected_when_it_is_benched_needs_another_stream(self) -> None:
        lobby = Lobby(ann="s1")
        lobby.attendance.benched(bot())
        assert lobby.attendance.returned([bot()]) == []
        lobby.streams = {BotName("ann"): SessionId("s2")}
        assert lobby.attendance.returned([bot()]) == ["ann"]

    def test_one_that_an_earlier_run_benched_comes_back_if_it_is_connected(self) -> None:
        assert Lobby(ann="s1").attendance.returned([bot()]) == ["ann"]

    def test_one_that_the_organiser_benched_stays_benched(self) -> None:
        assert Lobby(ann="s1").attendance.returned([bot(until_connected=False)]) == []


class TestNotice:
    """A benched bot that is connected is told so, once on each stream."""

    def test_one_that_is_connected_when_it_is_benched_is_told_to_connect_again(self) -> None:
        lobby = Lobby(ann="s1")
        lobby.attendance.benched(bot())
        lobby.attendance.returned([bot()])
        assert lobby.notices == [("ann", BenchNotice("autumn", "missed it", True, advice(bot())))]
        assert advice(bot()) == "Connect again: the bot then plays again by itself."

    def test_one_that_stays_benched_is_told_on_each_stream(self) -> None:
        lobby, benched = Lobby(ann="s1"), bot(until_connected=False)
        for stream in ("s1", "s1", "s2", "s2"):
            lobby.streams = {BotName("ann"): SessionId(stream)}
            assert lobby.attendance.returned([benched]) == []
        assert [notice.reconnects for _, notice in lobby.notices] == [False, False]
        assert "`referee league add 'ann'`" in lobby.notices[0][1].advice
