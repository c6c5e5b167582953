"""A figure: what was measured, beside what, and against which target."""

from dataclasses import dataclass
from enum import Enum
from statistics import median

_WHOLE = 100
"""Numbers from here on are printed without decimals."""


def number(value: float) -> str:
    """A number as people like it: three digits, and no decimals from 100 on."""
    return f"{value:,.0f}" if abs(value) >= _WHOLE else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Series:
    """Samples of one quantity, in the order in which they were taken."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle sample."""
        return median(self.values)

    @property
    def ends(self) -> str:
        """The smallest and the largest sample, for people."""
        return f"({number(min(self.values))} to {number(max(self.values))})"

    def over(self, other: "Series") -> "Series":
        """The ratio to each neighbouring sample of another series."""
        return Series(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))


class Bound(Enum):
    """Which side of a target is the good one."""

    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should come to: its ratio to the rival, or itself where it has none."""

    bound: Bound
    limit: float

    def is_met(self, value: float) -> bool:
        """Whether a value is on the good side."""
        return value >= self.limit if self.bound is Bound.AT_LEAST else value <= self.limit

    def __str__(self) -> str:
        """The target in a few characters."""
        return f"{self.bound.value} {self.limit:g}"


def at_least(limit: float) -> Target:
    """A target from below."""
    return Target(Bound.AT_LEAST, limit)


def at_most(limit: float) -> Target:
    """A target from above."""
    return Target(Bound.AT_MOST, limit)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a report.

    `rival` is whose samples stand in `beside`; a figure without a target only informs.
    """

    subject: str
    unit: str
    ours: Series
    rival: str = ""
    beside: Series | None = None
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """Ours over the rival's; None where there is no rival."""
        return None if self.beside is None else self.ours.over(self.beside).median

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        ratio = self.ratio
        return self.target.is_met(self.ours.median if ratio is None else ratio)

    def line(self) -> str:
        """The figure for people."""
        parts = [f"{self.subject:<60} {number(self.ours.median):>9} {self.unit}", self.ours.ends]
        if self.beside is not None:
            parts.append(f"| {self.rival} {number(self.beside.median)} {self.beside.ends}")
            parts.append(f"| ratio {self.ratio:.2f}")
        if self.target is not None:
            parts.append(f"| target {self.target}: {'met' if self.met else 'MISSED'}")
        return " ".join(parts)

    def data(self) -> dict[str, object]:
        """The figure for programs."""
        return {
            "subject": self.subject,
            "unit": self.unit,
            "median": self.ours.median,
            "samples": self.ours.values,
            "rival": self.rival,
            "rival_samples": None if self.beside is None else self.beside.values,
            "ratio": self.ratio,
            "target": None if self.target is None else str(self.target),
            "met": self.met,
        }
