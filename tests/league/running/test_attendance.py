"""Attendance: who is absent, who comes back from the bench, and what a benched bot is told."""

from referee.identifier import BotName, SessionId
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.running.attendance import Attendance, UnattendedRound, advice
from referee.match.clock import Instant, seconds
from referee.server.bench_notice import BenchNotice
from tests.league.running.fake_backend import FakeNetwork


def bot(until_connected: bool = True) -> ListedBot:
    """A remote bot that is benched."""
    return ListedBot(BotName("ann"), None, 64 * "a", "missed it.", until_connected=until_connected)


def joined(**streams: str) -> tuple[FakeNetwork, Attendance]:
    """Connected remote bots, and their attendance."""
    network = FakeNetwork(**streams)
    return network, Attendance("autumn", network)


class TestAbsent:
    def test_bots_without_a_stream_are_absent(self) -> None:
        assert Attendance("autumn", FakeNetwork(ann="s1")).absent(
            [BotName("ann"), BotName("bob")]
        ) == {"bob"}


class TestReturn:
    """A bot that was benched because it was absent comes back with a new stream."""

    def test_one_that_connects_returns(self) -> None:
        network, attendance = joined()
        attendance.benched(bot())
        assert attendance.returned([bot()]) == []
        network.connected = {BotName("ann"): SessionId("s1")}
        assert attendance.returned([bot()]) == ["ann"]

    def test_one_that_is_connected_when_it_is_benched_needs_another_stream(self) -> None:
        network, attendance = joined(ann="s1")
        attendance.benched(bot())
        assert attendance.returned([bot()]) == []
        network.connected = {BotName("ann"): SessionId("s2")}
        assert attendance.returned([bot()]) == ["ann"]

    def test_one_that_an_earlier_run_benched_returns_if_it_is_connected(self) -> None:
        assert Attendance("autumn", FakeNetwork(ann="s1")).returned([bot()]) == ["ann"]

    def test_one_that_the_organiser_benched_stays_benched(self) -> None:
        assert (
            Attendance("autumn", FakeNetwork(ann="s1")).returned([bot(until_connected=False)]) == []
        )


class TestNotice:
    """A benched bot that is connected is told so, once on each stream."""

    def test_a_connected_bot_that_is_benched_gets_a_notice_to_connect_again(self) -> None:
        network, attendance = joined(ann="s1")
        attendance.benched(bot())
        attendance.returned([bot()])
        assert network.notices == [("ann", BenchNotice("autumn", "missed it", True, advice(bot())))]
        assert advice(bot()) == "Connect again: the bot then plays again by itself."

    def test_a_benched_bot_gets_the_notice_on_each_stream(self) -> None:
        (network, attendance), benched = joined(ann="s1"), bot(until_connected=False)
        for stream in ("s1", "s1", "s2", "s2"):
            network.connected = {BotName("ann"): SessionId(stream)}
            assert attendance.returned([benched]) == []
        assert [notice.reconnects for _, notice in network.notices] == [False, False]
        assert "`referee league add 'ann'`" in network.notices[0][1].advice


def at(second: float) -> Instant:
    """An instant."""
    return Instant(seconds(second))


class TestUnattendedRound:
    def test_it_waits_as_long_as_a_match_would(self) -> None:
        unattended = UnattendedRound(20.0, 300.0)
        assert [unattended.is_over(at(time)) for time in (5, 24, 25)] == [False, False, True]

    def test_it_waits_longer_if_bots_were_there_before(self) -> None:
        unattended = UnattendedRound(20.0, 300.0)
        unattended.attended()
        assert [unattended.is_over(at(time)) for time in (5, 25, 304, 305)] == [
            False,
            False,
            False,
            True,
        ]

    def test_a_bot_that_connects_starts_the_wait_again(self) -> None:
        unattended = UnattendedRound(20.0, 0.0)
        assert not unattended.is_over(at(0))
        unattended.attended()
        assert [unattended.is_over(at(time)) for time in (25, 44, 45)] == [False, False, True]

    def test_listening_bots_are_dialled_again_once_in_the_time_of_a_match(self) -> None:
        unattended = UnattendedRound(20.0, 300.0)
        times = (5, 24, 25, 26, 45)
        due = [unattended.is_time_to_dial(at(time)) for time in times]
        assert due == [False, False, True, False, True]
