"""Orders to a league that is played, from other processes and from its file."""

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from referee.error import UsageError
from referee.identifier import BotName, MatchId, OwnerName
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import (
    BotSettings,
    LeagueSettings,
    LimitsTable,
    OwnerSettings,
)
from referee.league.format.knock_out import KnockOut
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import (
    BotBenched,
    BotListed,
    BotRenamed,
    JournalEvent,
    MatchReopened,
    MatchVoided,
)
from referee.league.running.league_event import (
    BotsKeptEvent,
    BotsReadEvent,
    CommandsReceivedEvent,
    DrainingEvent,
    LeagueEvent,
    OwnersMeetEvent,
    RoundPlannedEvent,
)
from referee.league.running.progress import Status
from referee.league.running.runner import Runner, open_runner
from referee.league.running.season_finish import Finish
from referee.record.reader import read
from referee.server.identity import hashed, new_token
from tests.league.running.fake_backend import (
    BOTS,
    FakeBackend,
    FakeNetwork,
    league,
    make_up,
    open_ledger,
    run,
    runner,
)
from tests.league.running.outcome import MATCHES, Received, plan, results
from tests.patience import PATIENCE

_RESTING = BotSettings(name=BotName("eve"), command="random", enabled=False)


class TestOrders:
    """Orders of other processes are heard while the league runs."""

    def test_a_bot_that_is_benched_meanwhile_begins_no_more_matches(self, tmp_path: Path) -> None:
        settings = league(tmp_path)

        def order(other: Ledger, task: MatchTask) -> None:
            other.write(BotBenched(BotName("eve"), "why"))

        begun = self._with_order(settings, order)
        assert all("eve" not in bots for bots in begun[4:])
        with open_ledger(settings) as ledger:
            assert ledger.open_matches() == []

    def test_a_bot_that_a_command_added_is_known_before_the_referee_listens(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A bot that a referee does not know gives up for good, also after a restart."""
        known: list[Mapping[BotName, str] | None] = []

        def listen(
            _: LeagueSettings,
            network: Mapping[BotName, str] | None,
            *_more: object,
            **_named: object,
        ) -> None:
            known.append(network)
            raise ConnectionError

        monkeypatch.setattr("referee.league.running.runner.open_backend", listen)
        token, settings = new_token(), league(tmp_path)
        with open_ledger(settings) as ledger:
            ledger.write(BotListed(BotName("late"), None, hashed(token)))
            with pytest.raises(ConnectionError), open_runner(settings, ledger):
                raise AssertionError
        assert known == [{"late": hashed(token)}]

    def test_a_bot_that_is_listed_meanwhile_plays_from_the_next_round(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        begun = self._with_order(
            settings, lambda other, task: other.write(BotListed(BotName("new"), "random", None))
        )
        assert all("new" not in bots for bots in begun[:MATCHES])
        assert any("new" in bots for bots in begun[MATCHES:])

    def test_a_bot_that_is_renamed_meanwhile_plays_on_under_its_new_name(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        old, new = BotName("eve"), BotName("zoe")

        def order(other: Ledger, task: MatchTask) -> None:
            other.write(BotRenamed(old, new))

        begun = self._with_order(settings, order)
        assert all(old not in bots for bots in begun[4:])
        assert any(new in bots for bots in begun[4:MATCHES])
        assert set(results(settings)) == plan(settings)
        with open_ledger(settings) as ledger:
            assert {bot.name for bot in ledger.bots()} == {*BOTS, new} - {old}
            assert not any(old in one.pairing.bots for one in ledger.results())

    def test_a_match_that_is_voided_while_it_is_played_does_not_count(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        voided: list[str] = []

        def order(other: Ledger, task: MatchTask) -> None:
            voided.append(task.settings.match_id)
            other.write(MatchVoided(task.settings.match_id, "why"))

        self._with_order(settings, order)
        assert set(results(settings)) == plan(settings) - set(voided)

    def test_a_match_that_is_to_be_played_again_while_it_is_played_is(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        again: list[str] = []

        def order(other: Ledger, task: MatchTask) -> None:
            again.append(task.settings.match_id)
            other.write(MatchReopened(task.settings.match_id, 2))

        self._with_order(settings, order)
        assert set(results(settings)) == plan(settings)
        with open_ledger(settings) as ledger:
            (digest,) = [r.digest for r in ledger.results() if r.pairing.match_id == again[0]]
        assert read(settings.records / f"{again[0]}.2.tianming").digest == digest

    @pytest.mark.parametrize("seed", "abcd")
    def test_a_knock_out_is_between_the_bots_of_its_first_round(
        self, tmp_path: Path, seed: str
    ) -> None:
        settings = replace(league(tmp_path), format=KnockOut(), seed=seed)
        with open_ledger(settings) as ledger:
            ledger.write(BotListed(BotName("adam"), "random", None))
        assert run(settings) is Finish.OVER
        assert self._winner(settings) == "adam"
        late = replace(
            settings, bots=(*settings.bots, BotSettings(name=BotName("abe"), command="random"))
        )
        assert run(late) is Finish.OVER
        assert self._winner(late) == "adam"

    def _winner(self, settings: LeagueSettings) -> str:
        """Who won the last match: by the alphabet the first of its bots."""
        with open_ledger(settings) as ledger:
            return min(ledger.results()[-1].pairing.bots)

    def test_a_bot_that_is_renamed_just_before_its_match_begins_plays_under_its_new_name(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path, limits=LimitsTable(matches=1, matches_per_bot=1))
        old, new = BotName("eve"), BotName("zoe")
        begun: list[tuple[str, ...]] = []
        looks = count()

        def fate(task: MatchTask) -> str:
            begun.append(task.settings.bots)
            return "played"

        def look(status: Status) -> None:
            if next(looks) == 3:
                other.write(BotRenamed(old, new))

        with (
            open_ledger(settings) as ledger,
            Ledger(settings.ledger_url, settings.records, settings.name) as other,
            ledger.running(),
        ):
            assert runner(settings, ledger, fate, look=look).run() is Finish.OVER
        assert all(old not in bots for bots in begun[3:])
        assert set(results(settings)) == plan(settings)

    @pytest.mark.parametrize("order", ["bench", "void", "rerun"])
    def test_a_command_just_before_the_runner_writes_is_read(
        self, tmp_path: Path, order: str
    ) -> None:
        settings = league(tmp_path, rounds=1, limits=LimitsTable(matches=1))
        first, last = "test-r001-s00001-1", "test-r001-s00004-3"
        orders: dict[str, JournalEvent] = {
            "bench": BotBenched(BotName("eve"), "why"),
            "void": MatchVoided(MatchId(last), "why"),
            "rerun": MatchReopened(MatchId(first), 2),
        }
        begun: list[MatchTask] = []
        looks = count()

        def fate(task: MatchTask) -> str:
            begun.append(task)
            return "played"

        def look(status: Status) -> None:
            if next(looks) == 3:
                other.write(orders[order])

        with (
            open_ledger(settings) as ledger,
            Ledger(settings.ledger_url, settings.records, settings.name) as other,
            ledger.running(),
        ):
            assert runner(settings, ledger, fate, look=look).run() is Finish.OVER
        names = [task.settings.match_id for task in begun]
        bots = {bot for task in begun[3:] for bot in task.settings.bots}
        assert ("eve" in bots) == (order != "bench")
        assert (last in names) == (order != "void")
        assert (f"{first}.2" in names) == (order == "rerun")

    @pytest.mark.parametrize("fate", ["failed", "void", "played"])
    def test_a_match_that_is_voided_while_it_is_played_is_not_begun_again(
        self, tmp_path: Path, fate: str
    ) -> None:
        begun = self._in_flight(
            league(tmp_path), fate, MatchVoided(MatchId("test-r001-s00001-1"), "why")
        )
        assert begun == ["test-r001-s00001-1"]

    @pytest.mark.parametrize("fate", ["failed", "void", "played"])
    def test_a_match_that_is_voided_and_reopened_while_it_is_played_is_begun_once_more(
        self, tmp_path: Path, fate: str
    ) -> None:
        name = "test-r001-s00001-1"
        orders = MatchVoided(MatchId(name), "why"), MatchReopened(MatchId(name), 2)
        begun = self._in_flight(league(tmp_path), fate, *orders)
        assert begun == [name, f"{name}.2"]

    def test_a_match_that_is_reopened_and_voided_while_it_is_played_is_not_begun_again(
        self, tmp_path: Path
    ) -> None:
        name = "test-r001-s00001-1"
        orders = MatchReopened(MatchId(name), 2), MatchVoided(MatchId(name), "why")
        assert self._in_flight(league(tmp_path), "played", *orders) == [name]

    def test_a_match_that_is_reopened_while_it_waits_is_begun_once(self, tmp_path: Path) -> None:
        settings, begun = league(tmp_path, limits=LimitsTable(matches=1)), list[str]()
        last = "test-r001-s00004-3"

        def fate(task: MatchTask) -> str:
            begun.append(task.settings.match_id)
            if len(begun) == 1:
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    other.write(MatchReopened(MatchId(last), 2))
            return "played"

        assert run(settings, fate) is Finish.OVER
        assert [name for name in begun if name.startswith(last)] == [f"{last}.2"]

    @pytest.mark.parametrize("fate", ["failed", "void", "played"])
    def test_a_match_that_is_reopened_while_it_is_played_is_void_where_a_bot_is_benched_too(
        self, tmp_path: Path, fate: str
    ) -> None:
        settings, name = league(tmp_path), "test-r001-s00001-1"
        begun = self._in_flight(
            settings, fate, MatchReopened(MatchId(name), 2), BotBenched(BotName("ann"), "why")
        )
        assert begun == [name]
        with open_ledger(settings) as ledger:
            match = ledger.find(MatchId(name))
        assert match is not None
        assert match.is_settled

    def _in_flight(self, settings: LeagueSettings, fate: str, *orders: JournalEvent) -> list[str]:
        """Have orders heard while the first match is played; gives the attempts at it."""
        begun: list[MatchTask] = []
        messages = threading.Event()

        def play(task: MatchTask) -> PlayedMatch:
            begun.append(task)
            if len(begun) > 1:
                return make_up(task, "played")
            with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                other.write(*orders)
            assert messages.wait(PATIENCE)
            return make_up(task, fate)

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, CommandsReceivedEvent):
                messages.set()

        with ThreadPoolExecutor(1) as one_by_one, open_ledger(settings) as ledger:
            place = FakeBackend(play, executor=one_by_one)
            assert Runner(settings, ledger, place, notify).run() is Finish.OVER
        names = [task.settings.match_id for task in begun]
        return [name for name in names if name.startswith("test-r001-s00001-1")]

    def test_a_drained_league_finishes_running_matches_and_resumes_later(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        with open_ledger(settings) as ledger, ledger.running():

            def drain(task: MatchTask) -> str:
                playing.drain()
                return "played"

            playing = runner(settings, ledger, drain, received)
            assert playing.run() is Finish.DRAINED
            assert received.of(DrainingEvent) == [DrainingEvent(0)]
            assert len(ledger.results()) == 4
            assert ledger.open_attempts() == []
        assert run(settings) is Finish.OVER
        assert set(results(settings)) == plan(settings)

    def test_a_league_that_is_drained_while_nothing_is_running_says_so(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        with open_ledger(settings) as ledger, ledger.running():
            playing = runner(settings, ledger, notify=received, look=lambda status: playing.drain())
            assert playing.run() is Finish.DRAINED
        assert received.of(DrainingEvent) == [DrainingEvent(0)]

    def _with_order(self, settings: Any, order: Any) -> list[tuple[str, ...]]:
        """Run the league and give an order while the first match is played; gives who played."""
        begun: list[tuple[str, ...]] = []

        def fate(task: MatchTask) -> str:
            begun.append(task.settings.bots)
            if len(begun) == 1:
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    order(other, task)
            return "played"

        assert run(settings, fate) is Finish.OVER
        return begun


class TestFile:
    """The bots of the file are those of the league, when they change in it too."""

    def test_a_bot_that_is_new_in_the_file_plays_in_the_next_round(self, tmp_path: Path) -> None:
        run(league(tmp_path, rounds=1, bots=BOTS[:3]))
        settings = league(tmp_path, rounds=2)
        run(settings)
        with open_ledger(settings) as ledger:
            bots = {bot for one in ledger.results() for bot in one.pairing.bots}
        assert bots == set(BOTS)

    def test_a_file_that_is_read_again_has_new_bots_play_and_others_rest(
        self, tmp_path: Path
    ) -> None:
        known = league(tmp_path, bots=("ann", "bob", "new"))
        new = replace(known, bots=(*known.bots, _RESTING))
        rounds, received = self._read_again(tmp_path, lambda: new)
        assert rounds == [set(BOTS), {"ann", "bob", "cat", "new"}]
        assert received.of(BotsReadEvent) == [
            BotsReadEvent(4, (BotName("new"),), (BotName("eve"),))
        ]

    def test_a_file_with_errors_changes_nothing(self, tmp_path: Path) -> None:
        def fail() -> Any:
            raise UsageError(LeagueFileSentence.NO_TIME)

        rounds, received = self._read_again(tmp_path, fail)
        assert rounds == [set(BOTS)] * 2
        assert received.of(BotsKeptEvent) == [BotsKeptEvent(LeagueFileSentence.NO_TIME.value)]

    def test_a_file_with_too_many_bots_of_an_owner_changes_nothing(self, tmp_path: Path) -> None:
        ada = OwnerSettings(name=OwnerName("ada"), bots=1)
        known = league(tmp_path, bots=BOTS)
        owned = tuple(replace(bot, owner=ada.name) for bot in known.bots)
        rounds, received = self._read_again(
            tmp_path, lambda: replace(known, bots=owned, owners=(ada,))
        )
        assert rounds == [set(BOTS)] * 2
        (kept,) = received.of(BotsKeptEvent)
        assert kept.reason.startswith("ada has 4 bots in the league")

    def test_tables_with_two_bots_of_one_owner_are_reported(self, tmp_path: Path) -> None:
        settings, received = league(tmp_path, rounds=1), Received()
        ada = OwnerSettings(name=OwnerName("ada"))
        owned = tuple(replace(bot, owner=ada.name) for bot in settings.bots)
        settings = replace(settings, bots=owned, owners=(ada,))
        with open_ledger(settings) as ledger, ledger.running():
            assert runner(settings, ledger, notify=received).run() is Finish.OVER
            assert ledger.results()
        assert received.of(OwnersMeetEvent) == [OwnersMeetEvent(1, (ada.name,))]

    def test_bots_of_the_network_are_let_in_before_a_match_begins(self, tmp_path: Path) -> None:
        local = league(tmp_path, rounds=1)
        network = [BotSettings(name=BotName(name), token=64 * name[0]) for name in ("ann", "eve")]
        settings = replace(local, bots=(*network, *local.bots[1:3]))
        with open_ledger(settings) as ledger:
            ledger.write(BotListed(BotName("bob"), None, 64 * "b"))
        connected = FakeNetwork(ann="a", bob="b", cat="c", eve="e")
        admitted = connected.admitted
        first: list[object] = []

        def play(task: MatchTask) -> PlayedMatch:
            if not first:
                first.extend(admitted)
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    other.write(BotListed(BotName("cat"), None, 64 * "c"))
            return make_up(task, "played")

        place = FakeBackend(play, network=connected)
        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, place).run() is Finish.OVER
        remote_bots = {"ann": 64 * "a", "eve": 64 * "e"}
        assert first == [remote_bots]
        assert {**remote_bots, "cat": 64 * "c"} in admitted

    def _read_again(self, folder: Path, read_file: Any) -> tuple[list[set[str]], Received]:
        """Have the file read again in the first round; gives who was to play in each."""
        settings, received = league(folder), Received()

        def fate(task: MatchTask) -> str:
            if task.settings.match_id == "test-r001-s00004-3":
                running.read_again()
            return "played"

        with open_ledger(settings) as ledger, ledger.running():
            running = runner(settings, ledger, fate, received, read_file)
            assert running.run() is Finish.OVER
        return [set(one.bots) for one in received.of(RoundPlannedEvent)], received
