"""The match runner: plays the matches of a league in its own process, on a thread of its own."""

from collections.abc import Mapping
from functools import partial

from referee.identifier import BotName, SessionId
from referee.launch.finished_match import PlayedMatch
from referee.launch.local_bot import OnCrash, ignore
from referee.launch.match_task import LobbyLink, MatchTask
from referee.launch.orchestrator import Orchestrator
from referee.league.running.loop_thread import LoopThread
from referee.record.durability import Durability
from referee.server.bench_notice import BenchNotice
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings


class MatchRunner(LoopThread):
    """An orchestrator on a thread of its own. Shut it down to end its bots."""

    def __init__(
        self,
        server: ServerSettings | None = None,
        durable: str = "process",
        lobby: LobbyLink | None = None,
        remote: Mapping[BotName, str] | None = None,
        on_crash: OnCrash = ignore,
    ) -> None:
        """Open it.

        Args:
            server: where remote bots connect; None if there are none.
            durable: what a decision survives before anyone sees it, process or power.
            lobby: where remote bots are invited from; None if they connect by themselves.
            remote: remote bots that are known from the beginning, with the hashes of their tokens.
            on_crash: is called on the thread of the runner at each crash of a bot that plays.

        Raises:
            UnavailableError: when it cannot listen there.
        """
        super().__init__("matches")
        self.metrics = Metrics()
        orchestrator = Orchestrator(
            server, Durability(durable), lobby, remote or {}, self.metrics, on_crash
        )
        try:
            self._orchestrator = self.enter(orchestrator)
        except BaseException:
            self.shutdown()
            raise

    @property
    def address(self) -> str:
        """Where the referee listens."""
        return self.referee.address

    @property
    def referee(self) -> Referee:
        """The referee, to look at: it belongs to the thread of the runner."""
        return self._orchestrator.referee

    def admit(self, remote: Mapping[BotName, str]) -> None:
        """Admit these remote bots, by the hashes of their tokens, and no others."""
        self.call_soon(partial(self._orchestrator.admit, dict(remote)))

    def streams(self) -> dict[BotName, SessionId]:
        """The name of the stream of each connected bot."""
        return self.referee.lobby.streams

    def send_notice(self, bot: BotName, notice: BenchNotice) -> None:
        """Tell a bot that it is benched, if it is connected."""
        self.call_soon(partial(self.referee.lobby.notify_bench, bot, notice))

    def overhead(self) -> float | None:
        """The 99th percentile of the referee's own time for a decision, in s, if known."""
        return self.metrics.overhead.quantile(0.99)

    async def play(self, task: MatchTask) -> PlayedMatch:
        """Play a match; to be submitted. See `Orchestrator.play`."""
        return await self._orchestrator.play(task)
