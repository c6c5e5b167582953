"""Draw a card: the picture of a board as a PNG, for previews of links."""

from typing import Final
from xml.etree import ElementTree

import resvg_py

from referee.web.lettering import in_strokes

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Size of a card in pixels, as programs show previews of links."""

_MARGIN: Final = 1.02
"""Least height of a card, in heights of its board."""


def card(svg: str) -> bytes:
    """Return the picture of a board as a PNG, in the middle of a card of the board's ground."""
    strokes, needs_fonts = in_strokes(svg)
    picture = ElementTree.fromstring(strokes)  # noqa: S314
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    high = max(height * _MARGIN, width * HEIGHT / WIDTH)
    wide = high * WIDTH / HEIGHT
    box = (width - wide) / 2, (height - high) / 2, wide, high
    picture.attrib |= {"viewBox": " ".join(f"{one:.2f}" for one in box)}
    picture.attrib |= {"width": str(WIDTH), "height": str(HEIGHT)}
    ground = next(one.attrib["fill"] for one in picture if one.tag.endswith("}rect"))
    return resvg_py.svg_to_bytes(
        svg_string=ElementTree.tostring(picture, encoding="unicode"),
        background=ground,
        skip_system_fonts=not needs_fonts,
    )
