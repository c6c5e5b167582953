"""The rating plot as SVG: a dot for each bot, a line for its 95 % interval, and the mean."""

import math
from collections.abc import Iterator, Sequence

from referee.cli.report.words import markup, rating_text
from referee.league.statistics.rating.rating import MEAN, Rating

WIDTH = 360
"""Width in units. It is the width of a small telephone in pixels, so text has its normal size."""
_EDGE = 14
_LINE = 38
_FOOT = 26
_MOST_BESIDE = 400
"""Maximum of points shown beyond the best and the worst bot; longer intervals are cut off."""
_BESIDE_MEAN = 40
"""Distance from the mean, in units, within which the axis has no other number."""
_LEAST = 10
"""Minimum of points between the left and the right edge."""

STYLE = """\
.plot { color: #1b1b1b; background: #ffffff; font: 12px system-ui, sans-serif }
.plot text { fill: currentColor }
.plot .grid { stroke: currentColor; stroke-opacity: 0.15 }
.plot .mean { stroke: currentColor; stroke-opacity: 0.6; stroke-dasharray: 4 3 }
.plot .range { stroke: #2066a8; stroke-width: 4; stroke-linecap: round; stroke-opacity: 0.45 }
.plot circle { fill: #2066a8 }
@media (prefers-color-scheme: dark) {
  .plot { color: #e8e6e3; background: #16181c }
  .plot .range { stroke: #7db8f0 }
  .plot circle { fill: #7db8f0 }
}"""


def plot(ratings: Sequence[Rating], style: str = STYLE) -> str:
    """Return the plot of at least one rating, in order from top to bottom.

    Args:
        ratings: the ratings.
        style: CSS to include; empty if the page already has it.
    """
    height = _LINE * len(ratings) + _FOOT
    body = "\n".join(_body(ratings, height))
    styled = f"<style>\n{style}\n</style>\n" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="Ratings with their 95 % intervals">\n{styled}{body}\n</svg>\n'
    )


def _body(ratings: Sequence[Rating], height: int) -> Iterator[str]:
    low, high = _bounds(ratings)
    scale = (WIDTH - 2 * _EDGE) / (high - low)

    def x(points: float) -> str:
        return f"{_EDGE + scale * (min(max(points, low), high) - low):.1f}"

    apart = _BESIDE_MEAN / scale
    others = [tick for tick in ticks(low, high) if abs(tick - MEAN) > apart]
    for kind, tick in (*(("grid", tick) for tick in others), ("mean", round(MEAN))):
        yield f'<line class="{kind}" x1="{x(tick)}" x2="{x(tick)}" y1="0" y2="{height - _FOOT}"/>'
        yield f'<text x="{x(tick)}" y="{height - 9}" text-anchor="middle">{tick}</text>'
    for number, rating in enumerate(ratings):
        name = markup(rating.bot)
        text = rating_text(rating)
        top = _LINE * number
        middle = top + 26
        yield f"<g><title>{name}: {text}</title>"
        yield f'<text x="{_EDGE}" y="{top + 15}">{name}</text>'
        yield f'<text x="{WIDTH - _EDGE}" y="{top + 15}" text-anchor="end">{text}</text>'
        if rating.half is not None:
            yield (
                f'<line class="range" x1="{x(rating.low)}" x2="{x(rating.high)}" '
                f'y1="{middle}" y2="{middle}"/>'
            )
        yield f'<circle cx="{x(rating.points)}" cy="{middle}" r="4.5"/></g>'


def _bounds(ratings: Sequence[Rating]) -> tuple[float, float]:
    """Return the points at the left and right edge: they include all dots, intervals and the mean.

    An interval is included only up to `_MOST_BESIDE` beyond the dots.
    """
    points = [MEAN, *(row.points for row in ratings)]
    known = [row for row in ratings if row.half is not None]
    low = max(min([*points, *(row.low for row in known)]), min(points) - _MOST_BESIDE)
    high = min(max([*points, *(row.high for row in known)]), max(points) + _MOST_BESIDE)
    room = max(0, _LEAST - (high - low)) / 2
    return low - room, high + room


def ticks(low: float, high: float) -> list[int]:
    """Return three to seven round numbers between two bounds that differ by at least ten."""
    step = 10 ** math.floor(math.log10((high - low) / 2))
    for factor in (5, 2):
        if (high - low) / (step * factor) >= 3:
            step *= factor
            break
    return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))
