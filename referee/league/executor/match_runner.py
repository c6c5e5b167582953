"""The match runner: play the matches of a league in a separate thread of this process."""

from collections.abc import Mapping
from functools import partial

from referee.identifier import BotName, SessionId
from referee.launch.finished_match import PlayedMatch
from referee.launch.local_bot import OnCrash, ignore
from referee.launch.match_task import LobbyLink, MatchTask
from referee.launch.orchestrator import Orchestrator
from referee.league.executor.loop_thread import LoopThread
from referee.record.durability import Durability
from referee.server.bench_notice import BenchNotice
from referee.server.dial import DialTarget
from referee.server.identity import Token
from referee.server.lobby import BarredSession
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings
from referee.server.token_file import parsed_token


class MatchRunner(LoopThread):
    """An orchestrator in a separate thread. Call `shutdown` to end it and its bots."""

    def __init__(
        self,
        server: ServerSettings | None = None,
        durable: str = "process",
        lobby: LobbyLink | None = None,
        remote: Mapping[BotName, str] | None = None,
        on_crash: OnCrash = ignore,
    ) -> None:
        """Start the thread, and open the orchestrator in it.

        Args:
            server: the listener for remote bots; None if there are none.
            durable: what records survive, `process` or `power`.
            lobby: the lobby that invites remote bots; None if they connect by themselves.
            remote: the remote bots to admit at first, with their tokens as text.
            on_crash: called at each crash of a bot during a match, in the thread of the runner.

        Raises:
            UnavailableError: when the listener cannot be opened.
        """
        super().__init__("matches")
        self.metrics = Metrics()
        orchestrator = Orchestrator(
            server, Durability(durable), lobby, _tokens(remote or {}), self.metrics, on_crash
        )
        try:
            self._orchestrator = self.enter(orchestrator)
        except BaseException:
            self.shutdown()
            raise

    @property
    def address(self) -> str:
        """The address at which the referee listens."""
        return self.referee.address

    @property
    def referee(self) -> Referee:
        """The referee. The thread of the runner owns it; other threads may only read it."""
        return self._orchestrator.referee

    def admit(self, remote: Mapping[BotName, str]) -> None:
        """Admit these remote bots, by their tokens as `token_text` writes them, and no others."""
        self.call_soon(partial(self._orchestrator.admit, _tokens(remote)))

    def streams(self) -> dict[BotName, SessionId]:
        """Return the session id of each connected bot's stream."""
        return self.referee.lobby.streams

    def versions(self) -> dict[BotName, str]:
        """Return the version in the `Hello` of each connected bot."""
        return self.referee.lobby.versions

    def hold(self, versions: Mapping[BotName, str]) -> None:
        """Let these bots play with these versions only, and all others with any version."""
        self.call_soon(partial(self._orchestrator.hold, versions))

    def barred(self) -> dict[BotName, BarredSession]:
        """Return the streams of bots with another version than `hold` allows; they do not play."""
        return self.referee.lobby.barred

    def send_notice(self, bot: BotName, notice: BenchNotice) -> None:
        """Notify a bot that it is benched, if it is connected."""
        self.call_soon(partial(self.referee.lobby.notify_bench, bot, notice))

    def wanted(self, bot: BotName) -> int:
        """Return the most matches at once that a connected bot asks for; 0 for any number."""
        return self.referee.lobby.wanted(bot)

    def dial(self, bot: DialTarget) -> None:
        """Dial a listening bot again and again, as if it connected by itself."""
        self.call_soon(partial(self.referee.dial, bot))

    def drain(self, grace: float) -> None:
        """Notify the bots that the referee stops within `grace` seconds."""
        self.call_soon(partial(self.referee.drain, grace))

    async def play(self, task: MatchTask) -> PlayedMatch:
        """Play a match; call it through `submit`. See `Orchestrator.play`."""
        return await self._orchestrator.play(task)


def _tokens(texts: Mapping[BotName, str]) -> dict[BotName, Token]:
    return {name: parsed_token(text) for name, text in texts.items()}
