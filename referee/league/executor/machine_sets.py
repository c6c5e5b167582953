"""Assign the sets of a league to the machines of a cluster: one machine plays each set.

The matches of a set differ in nothing but the seats. On machines of different speed they would also
differ in how much a bot can search.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.launch.match_task import MatchTask
from referee.league.executor.sentence import ExecutionSentence
from referee.match.clock import ClockSettings, Span
from referee.record.playing_machine import PlayingMachine

LEAST_SHARE: Final = 0.8
"""With `executor.speed = "refuse"`, the least speed of a machine as a share of the league's own."""


@dataclass(frozen=True, slots=True)
class ClusterWorker:
    """A worker of the cluster: its address, how many matches it plays at once, and its machine.

    The speed of the machine is 0 if the worker could not measure it.
    """

    address: str
    threads: int
    machine: PlayingMachine


@dataclass(frozen=True, slots=True)
class ClusterMachine:
    """A machine of the cluster.

    Attributes:
        name: its pseudonym, as in records.
        workers: the addresses of its workers.
        threads: how many matches its workers play at once.
        clock_factor: the factor that scales the clock of its matches; None for an unscaled clock.
    """

    name: str
    workers: tuple[str, ...]
    threads: int
    clock_factor: float | None = None

    def adapted(self, task: MatchTask) -> MatchTask:
        """Return a task with the clock of this machine.

        The times in which a bot may think are scaled. Grace and stalls are those of networks and
        of the referee, so they stay.
        """
        factor = self.clock_factor
        if factor is None:
            return task
        clock = scaled(task.settings.clock, factor)
        return replace(task, settings=replace(task.settings, clock=clock), clock_factor=factor)


def scaled(clock: ClockSettings, factor: float) -> ClockSettings:
    """Return clock settings in which a bot's own time is multiplied by a factor."""
    return replace(
        clock,
        decision=Span(round(clock.decision * factor)),
        bank=Span(round(clock.bank * factor)),
        increment=Span(round(clock.increment * factor)),
        first=Span(round(clock.first * factor)),
    )


class SpeedPolicy:
    """Decides which machines play, and with which clock: the key `executor.speed`."""

    def __init__(self, rule: str, reference: PlayingMachine) -> None:
        """Create it; `reference` is the machine that runs the league."""
        self._rule = rule
        self._reference = reference

    def machine(self, workers: Sequence[ClusterWorker]) -> ClusterMachine | str:
        """Return the machine of these workers, or the sentence that says why it does not play.

        Of the speeds that its workers measured, the highest one counts.
        """
        fastest = max((worker.machine for worker in workers), key=lambda one: one.speed)
        addresses = tuple(worker.address for worker in workers)
        machine = ClusterMachine(fastest.name, addresses, sum(one.threads for one in workers))
        if self._rule == "record":
            return machine
        refusal = self._refusal(fastest)
        if refusal is not None:
            why, cure = refusal
            return ExecutionSentence.MACHINE_REFUSED.words(
                machine=machine.name, worker=addresses[0], why=why, cure=cure
            )
        if self._rule == "refuse":
            return machine
        return replace(machine, clock_factor=round(self._reference.speed / fastest.speed, 2))

    def _refusal(self, machine: PlayingMachine) -> tuple[str, str] | None:
        """Return why a machine does not play and what helps; None if it plays."""
        if not machine.speed:
            return "its speed could not be measured", "see the log of the worker"
        if machine.compiled != self._reference.compiled:
            return (
                "its rules are compiled and those of the league's machine are not, or the reverse, "
                "so their speeds cannot be compared",
                "install the same build on both",
            )
        share = machine.speed / self._reference.speed
        if self._rule == "refuse" and share < LEAST_SHARE:
            return (
                f"it has {share:.0%} of the speed of the league's machine, and "
                f"{LEAST_SHARE:.0%} is the least",
                "stop this worker or run the league on a machine like it",
            )
        return None


class MachineSets:
    """Which machine plays each set, and how many matches each machine plays now."""

    def __init__(self, policy: SpeedPolicy) -> None:
        self._policy = policy
        self._machines: dict[str, ClusterMachine] = {}
        self._set_machines: dict[int, str] = {}
        self._matches: Counter[str] = Counter()
        self.refusals: dict[str, str] = {}
        """Why each machine that does not play is refused, by its name."""

    def update(self, workers: Sequence[ClusterWorker]) -> None:
        """Take in the workers that the cluster has now."""
        grouped: dict[str, list[ClusterWorker]] = {}
        for worker in sorted(workers, key=lambda one: one.address):
            grouped.setdefault(worker.machine.name, []).append(worker)
        found = {name: self._policy.machine(group) for name, group in grouped.items()}
        self._machines = {
            name: one for name, one in found.items() if isinstance(one, ClusterMachine)
        }
        self.refusals = {name: one for name, one in found.items() if isinstance(one, str)}

    @property
    def machines(self) -> Mapping[str, ClusterMachine]:
        """The machines that may play, by name."""
        return self._machines

    def assign(self, task: MatchTask) -> ClusterMachine | None:
        """Return the machine that plays a match, and count the match; None if none may play.

        It is the machine of the match's set. A new set goes to the machine that played matches of
        it in an earlier run, or else to the one with the most room.
        """
        number = task.set_number
        machine = self._machines.get(self._set_machines.get(number, task.machine))
        if machine is None:
            if not self._machines:
                return None
            machine = min(self._machines.values(), key=self._fullness)
        if number:
            self._set_machines[number] = machine.name
        self._matches[machine.name] += 1
        return machine

    def release(self, machine: str) -> None:
        """Note that a match on a machine is over, or left the machine."""
        self._matches[machine] -= 1

    def _fullness(self, machine: ClusterMachine) -> tuple[float, str]:
        return (self._matches[machine.name] + 1) / max(1, machine.threads), machine.name
