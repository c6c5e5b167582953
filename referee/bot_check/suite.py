"""The suite: run a bot as a league would, and yield the findings."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from itertools import chain

from referee.bot_check import judge, reach
from referee.bot_check.answer import AnswerTime, CheckedMatch, summary_of
from referee.bot_check.finding import BotFinding, Severity
from referee.bot_check.plan import MatchPlan, games_of, plans
from referee.bot_check.settings import CheckSettings
from referee.bot_check.trial import BotGone, Trial
from referee.bot_check.usage import busy_time, memory
from referee.error import MachineError, UnavailableError
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from tianming_games.ground.text import counted

_IDLE = 1.0
"""Seconds for which the suite measures a bot that has no question."""
_ROUNDS = 4
"""Rounds with the maximum of matches at once. After the first round, memory must not grow."""
_SLOW = 25
"""Percent of its processor time that a bot has on a simulated slow machine."""

Announce = Callable[[str], None]
"""Called with a text on the next step."""

Checked = tuple[MatchPlan, CheckedMatch]


class BotSuite:
    """The suite for one bot. `run` yields each finding at once."""

    def __init__(self, settings: CheckSettings, notify: Announce = lambda _: None) -> None:
        """Prepare the suite; it calls `notify` with a text on each step."""
        self._settings = settings
        self._notify = notify
        self._plans: list[MatchPlan] = []
        self._is_sound = False
        self._until = 0.0

    async def run(self) -> AsyncGenerator[BotFinding, None]:
        """Check the bot, and yield the findings.

        Raises:
            UnavailableError: if this machine cannot enforce the sandbox.
        """
        await asyncio.to_thread(self._settings.sandbox.check)
        for part in (self._alone, self._normal, self._slow, self._observed):
            self._until = time.monotonic() + self._settings.seconds
            async with aclosing(part()) as findings:
                async for finding in findings:
                    yield finding
                    if finding.subject in ("start", "games") and _is_bad(finding):
                        return

    async def _alone(self) -> AsyncGenerator[BotFinding, None]:
        """Start the bot and stop it, without a match."""
        self._notify("start")
        trial = Trial(self._settings, self._settings.sandbox, alone=True)
        try:
            async with trial:
                yield judge.startup(trial.startup, self._settings)
                known, wrong = games_of(trial.games, trial.plays, self._settings.games)
                yield judge.games(known, wrong)
                self._plans = plans(known)
                self._notify("wait without a question")
                yield judge.idle(await idle_share(trial))
        except MachineError:
            raise
        except UnavailableError as error:
            yield judge.no_start(str(error))
            return
        status = trial.process.exited.result()
        yield judge.end("end", status, trial.process.last_words)

    async def _normal(self) -> AsyncGenerator[BotFinding, None]:
        """Play every game with every option, one match after another, and then many at once."""
        trial = Trial(self._settings, self._settings.sandbox)
        growth, played = 0.0, 0
        try:
            async with trial:
                single = await self._singly(trial, "one match at a time", self._plans)
                yield judge.matches("matches", *single, Severity.FAILURE)
                times = summary_of(_answers(single[0]))
                yield judge.clock(times)
                self._is_sound = not any(match.faults for _, match in single[0])
                if self._is_sound:
                    many, growth, played = await self._together(trial)
                    yield judge.matches("many matches", many, 0, Severity.FAILURE)
        except BotGone as ended:
            yield judge.gone("matches", ended)
            yield judge.memory(ended.status.peak, growth, played, self._settings)
            return
        status = trial.process.exited.result()
        yield judge.memory(status.peak, growth, played, self._settings)
        yield judge.end("end after matches", status, trial.process.last_words)

    async def _slow(self) -> AsyncGenerator[BotFinding, None]:
        """Play each game with less processor time, if the bot has made no fault so far."""
        sandbox = self._settings.sandbox
        if sandbox.preset is Preset.NONE or not self._is_sound:
            return
        share = (sandbox.limits.quota or 100) * _SLOW // 100
        slow = replace(sandbox, limits=replace(sandbox.limits, quota=max(1, share)))
        async for finding in self._first_matches("slow machine", slow):
            yield finding

    async def _observed(self) -> AsyncGenerator[BotFinding, None]:
        """Play each game while the supervisor observes which files and addresses the bot uses."""
        sandbox = self._settings.sandbox
        if sandbox.preset is Preset.NONE:
            yield reach.unobserved("a bot is observed only in a sandbox")
            return
        trial = Trial(self._settings, replace(sandbox, observed=True))
        try:
            async with trial:
                await self._singly(trial, "observe files and network", _one_of_each(self._plans))
        except BotGone:
            pass  # judge what it used until it ended
        except MachineError:
            raise
        except UnavailableError as error:
            yield reach.unobserved(str(error).splitlines()[0])
            return
        touches = trial.process.touches
        if touches is None:
            yield reach.unobserved("the kernel does not notify the supervisor of calls")
            return
        for finding in reach.reach(touches, trial.process, self._settings):
            yield finding

    async def _first_matches(
        self, subject: str, sandbox: Sandbox
    ) -> AsyncGenerator[BotFinding, None]:
        """Play each game once in a sandbox; all problems are warnings."""
        trial = Trial(self._settings, sandbox)
        try:
            async with trial:
                found = await self._singly(trial, subject, _one_of_each(self._plans))
                yield judge.matches(subject, *found, Severity.WARNING)
        except BotGone as ended:
            yield replace(judge.gone(subject, ended), severity=Severity.WARNING)
        except MachineError:
            raise
        except UnavailableError as error:
            finding = judge.no_start(str(error))
            yield replace(finding, subject=subject, severity=Severity.WARNING)

    async def _singly(
        self, trial: Trial, subject: str, wanted: list[MatchPlan]
    ) -> tuple[list[Checked], int]:
        """Play matches one after another, until time runs out or the bot forfeits.

        Returns:
            The played matches, and the number of planned matches that were not played.
        """
        found: list[Checked] = []
        for number, plan in enumerate(wanted, 1):
            self._notify(f"{subject}: {number} of {len(wanted)}, {plan}")
            (match,) = await trial.play([plan])
            found.append((plan, match))
            if match.forfeited or time.monotonic() > self._until:
                break
        return found, len(wanted) - len(found)

    async def _together(self, trial: Trial) -> tuple[list[Checked], float, int]:
        """Play several rounds of as many matches at once as the bot accepts.

        Returns:
            The matches, the growth of memory after the first round in bytes, and the number of
            matches after the first round.
        """
        plan = self._plans[0]
        wanted = [plan] * trial.room(plan.game)
        found: list[Checked] = []
        used: list[int] = []
        for number in range(1, _ROUNDS + 1):
            self._notify(
                f"{counted(len(wanted), 'match', 'matches')} at once: {number} of {_ROUNDS}"
            )
            found += zip(wanted, await trial.play(wanted), strict=True)
            used.append(memory(trial.process.pid))
            if time.monotonic() > self._until:
                break
        return found, used[-1] - used[0], (len(used) - 1) * len(wanted)


async def idle_share(trial: Trial) -> float:
    """Return the share of the time in which a bot uses a processor while it has no question."""
    before, began = busy_time(trial.process.pid), time.monotonic()
    await asyncio.sleep(_IDLE)
    return (busy_time(trial.process.pid) - before) / (time.monotonic() - began)


def _answers(found: list[Checked]) -> Iterator[AnswerTime]:
    return chain.from_iterable(match.answers for _, match in found)


def _one_of_each(found: list[MatchPlan]) -> list[MatchPlan]:
    """Return the first match of each game."""
    return list({plan.game: plan for plan in reversed(found)}.values())[::-1]


def _is_bad(finding: BotFinding) -> bool:
    return finding.severity is Severity.FAILURE
