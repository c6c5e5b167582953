"""The machine that played a match, as its record describes it."""

from dataclasses import dataclass

from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class PlayingMachine:
    """The machine that plays matches.

    Attributes:
        name: its pseudonym, equal in all records of the machine.
        speed: decisions of a fixed walk of the rules per second of processor time.
        compiled: whether the rules are compiled; speeds of other builds cannot be compared.
        clock_factor: the factor by which the league scaled the clock; None if it did not.
    """

    name: str
    speed: int
    compiled: bool
    clock_factor: float | None = None

    def message(self) -> pb.RecordMachine:
        """Return it as a message for the header."""
        return pb.RecordMachine(
            name=self.name,
            decisions_per_second=self.speed,
            compiled=self.compiled,
            clock_factor=self.clock_factor,
        )


def machine_of(header: pb.RecordHeader) -> PlayingMachine | None:
    """Return the machine that a header names; None if it names none."""
    if not header.HasField("machine"):
        return None
    machine = header.machine
    factor = machine.clock_factor if machine.HasField("clock_factor") else None
    return PlayingMachine(machine.name, machine.decisions_per_second, machine.compiled, factor)
