"""The rating plot: a dot for each bot and a line for its 95 % interval, as SVG."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from referee.cli import output
from referee.league.statistics.rating.rating import Rating

WIDTH = 360
"""Units from left to right: the pixels of a small telephone, so text is as large as elsewhere."""
_EDGE = 14
_LINE = 38
_FOOT = 26
_MOST_BESIDE = 400
"""Points shown beyond the best and the worst bot, at most; an interval may go on further."""
_LEAST = 10
"""Points shown from left to right, at least."""

STYLE = """\
.plot { color: #1b1b1b; background: #ffffff; font: 12px system-ui, sans-serif }
.plot text { fill: currentColor }
.plot .grid { stroke: currentColor; stroke-opacity: 0.15 }
.plot .range { stroke: #2066a8; stroke-width: 4; stroke-linecap: round; stroke-opacity: 0.45 }
.plot circle { fill: #2066a8 }
@media (prefers-color-scheme: dark) {
  .plot { color: #e8e6e3; background: #16181c }
  .plot .range { stroke: #7db8f0 }
  .plot circle { fill: #7db8f0 }
}"""


def plot(ratings: Sequence[Rating], style: str = STYLE) -> str:
    """The plot of at least one rating, from top to bottom in their order.

    It stands on its own; a page that has the style already gives an empty one.
    """
    height = _LINE * len(ratings) + _FOOT
    body = "\n".join(_body(ratings, height))
    styled = f"<style>\n{style}\n</style>\n" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="Ratings with their 95 % intervals">\n{styled}{body}\n</svg>\n'
    )


def _body(ratings: Sequence[Rating], height: int) -> Iterator[str]:
    low = max(min(row.low for row in ratings), min(row.points for row in ratings) - _MOST_BESIDE)
    high = min(max(row.high for row in ratings), max(row.points for row in ratings) + _MOST_BESIDE)
    room = max(0, _LEAST - (high - low)) / 2
    low, high = low - room, high + room
    scale = (WIDTH - 2 * _EDGE) / (high - low)

    def x(points: float) -> str:
        return f"{_EDGE + scale * (min(max(points, low), high) - low):.1f}"

    for tick in ticks(low, high):
        yield f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="0" y2="{height - _FOOT}"/>'
        yield f'<text x="{x(tick)}" y="{height - 9}" text-anchor="middle">{tick}</text>'
    for number, rating in enumerate(ratings):
        name = escape(output.printable(rating.bot))
        half = (rating.high - rating.low) / 2
        said = f"{rating.points:.0f} ± {half:.0f}" if rating.sets else "-"
        top = _LINE * number
        middle = top + 26
        yield f"<g><title>{name}: {said}</title>"
        yield f'<text x="{_EDGE}" y="{top + 15}">{name}</text>'
        yield f'<text x="{WIDTH - _EDGE}" y="{top + 15}" text-anchor="end">{said}</text>'
        yield (
            f'<line class="range" x1="{x(rating.low)}" x2="{x(rating.high)}" '
            f'y1="{middle}" y2="{middle}"/>'
        )
        yield f'<circle cx="{x(rating.points)}" cy="{middle}" r="4.5"/></g>'


def ticks(low: float, high: float) -> list[int]:
    """Three to seven round numbers between two that differ by ten or more."""
    step = 10 ** math.floor(math.log10((high - low) / 2))
    for factor in (5, 2):
        if (high - low) / (step * factor) >= 3:
            step *= factor
            break
    return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))
