"""A figure of a benchmark: its samples, those of the rival, and the target."""

from dataclasses import dataclass
from enum import Enum
from statistics import median

_WHOLE = 100
"""Numbers from this one upwards are printed without decimals."""


def number(value: float) -> str:
    """Return a number as text: three digits, or from 100 upwards no decimals."""
    return f"{value:,.0f}" if abs(value) >= _WHOLE else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Series:
    """Samples of one quantity, in the order of measurement."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the samples."""
        return median(self.values)

    @property
    def ends(self) -> str:
        """The smallest and the largest sample, as text."""
        return f"({number(min(self.values))} to {number(max(self.values))})"

    def over(self, other: "Series") -> "Series":
        """Return the ratios to the neighbouring samples of another series."""
        return Series(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def less(self, other: "Series") -> "Series":
        """Return the differences to the neighbouring samples of another series."""
        return Series(tuple(a - b for a, b in zip(self.values, other.values, strict=True)))


class Bound(Enum):
    """Whether a target is a minimum or a maximum."""

    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class Target:
    """A target for a figure's ratio to the rival, or without a rival for the figure itself."""

    bound: Bound
    limit: float

    def is_met(self, value: float) -> bool:
        """Return whether a value meets the target."""
        return value >= self.limit if self.bound is Bound.AT_LEAST else value <= self.limit

    def __str__(self) -> str:
        """Return the target as a short text."""
        return f"{self.bound.value} {self.limit:g}"


def at_least(limit: float) -> Target:
    """Return a target with a minimum."""
    return Target(Bound.AT_LEAST, limit)


def at_most(limit: float) -> Target:
    """Return a target with a maximum."""
    return Target(Bound.AT_MOST, limit)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a report.

    Attributes:
        subject: what is measured.
        unit: the unit of the samples.
        ours: our samples.
        rival: the name of the rival; empty without one.
        beside: the samples of the rival; None without one.
        target: the target; a figure without one is for information only.
    """

    subject: str
    unit: str
    ours: Series
    rival: str = ""
    beside: Series | None = None
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """Our value divided by the rival's; None without a rival."""
        return None if self.beside is None else self.ours.over(self.beside).median

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        ratio = self.ratio
        return self.target.is_met(self.ours.median if ratio is None else ratio)

    def line(self) -> str:
        """Return the figure as a line of text."""
        parts = [f"{self.subject:<60} {number(self.ours.median):>9} {self.unit}", self.ours.ends]
        if self.beside is not None:
            parts.append(f"| {self.rival} {number(self.beside.median)} {self.beside.ends}")
            parts.append(f"| ratio {self.ratio:.2f}")
        if self.target is not None:
            parts.append(f"| target {self.target}: {'met' if self.met else 'MISSED'}")
        return " ".join(parts)

    def data(self) -> dict[str, object]:
        """Return the figure as data for JSON."""
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
