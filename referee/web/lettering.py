"""Our own letters: draw the texts of a picture as strokes, for machines that have no fonts.

A letter is a path of strokes, and a letter with an accent is drawn from its parts. A text with any
other letter, such as those of Chinese, stays a text for the fonts of the machine.
"""

from typing import Final
from unicodedata import normalize
from xml.etree import ElementTree

_SVG: Final = "http://www.w3.org/2000/svg"
_TEXT: Final = f"{{{_SVG}}}text"
_PATH: Final = f"{{{_SVG}}}path"

_EM: Final = 9.6
"""Units of a font size. Capitals are 7 units high, small letters 5; the base line is at 0."""

_GAP: Final = 1.9
"""Units between the strokes of two letters."""

_WEIGHTS: Final = {"normal": 0.85, "bold": 1.3}
"""Units of the width of a stroke."""

_GLYPHS: Final[dict[str, tuple[float, str]]] = {
    " ": (0.9, ""),
    "A": (5, "M0 0L2.5-7L5 0M.9-2.4H4.1"),
    "B": (4.2, "M0 0V-7H2.2A1.7 1.7 0 0 1 2.2-3.7H0M2.2-3.7A1.9 1.85 0 0 1 2.2 0H0"),
    "C": (4.8, "M4.8-6A2.8 3.5 0 1 0 4.8-1"),
    "D": (4.8, "M0 0V-7H1.6A3.2 3.5 0 0 1 1.6 0Z"),
    "E": (3.8, "M3.8-7H0V0H3.8M0-3.6H3.2"),
    "F": (3.6, "M3.6-7H0V0M0-3.5H3"),
    "G": (5.5, "M4.8-6A2.8 3.5 0 1 0 5.5-3.2H3.2"),
    "H": (4.8, "M0 0V-7M4.8 0V-7M0-3.6H4.8"),
    "I": (0, "M0 0V-7"),
    "J": (2.8, "M2.8-7V-1.8A1.5 1.8 0 0 1 0-1.5"),
    "K": (4.4, "M0 0V-7M4.2-7L0-2.8M1.5-4.3L4.4 0"),
    "L": (3.6, "M0-7V0H3.6"),
    "M": (5.8, "M0 0V-7L2.9-2.4L5.8-7V0"),
    "N": (4.8, "M0 0V-7L4.8 0V-7"),
    "O": (5.6, "M2.8-7A2.8 3.5 0 1 0 2.8 0A2.8 3.5 0 1 0 2.8-7Z"),
    "P": (4.2, "M0 0V-7H2.2A2 2 0 0 1 2.2-3H0"),
    "Q": (5.6, "M2.8-7A2.8 3.5 0 1 0 2.8 0A2.8 3.5 0 1 0 2.8-7ZM3.4-1.8L5.6.6"),
    "R": (4.4, "M0 0V-7H2.2A1.9 1.9 0 0 1 2.2-3.2H0M2.2-3.2L4.4 0"),
    "S": (
        4.2,
        "M4-5.7A2 1.7 0 0 0 2.1-7C.9-7 .1-6.3 .1-5.3C.1-3 4.2-4.2 4.2-1.8"
        "C4.2-.7 3.3 0 2.1 0A2.1 1.9 0 0 1 0-1.4",
    ),
    "T": (4.8, "M0-7H4.8M2.4-7V0"),
    "U": (4.8, "M0-7V-2.4A2.4 2.4 0 0 0 4.8-2.4V-7"),
    "V": (5, "M0-7L2.5 0L5-7"),
    "W": (7.2, "M0-7L1.8 0L3.6-6L5.4 0L7.2-7"),
    "X": (4.6, "M0-7L4.6 0M4.6-7L0 0"),
    "Y": (4.8, "M0-7L2.4-3.4L4.8-7M2.4-3.4V0"),
    "Z": (4.4, "M0-7H4.4L0 0H4.4"),
    "a": (3.8, "M3.8-5V0M3.8-2.5A1.9 2.5 0 1 0 0-2.5A1.9 2.5 0 1 0 3.8-2.5"),
    "b": (3.8, "M0-7.4V0M0-2.5A1.9 2.5 0 1 1 3.8-2.5A1.9 2.5 0 1 1 0-2.5"),
    "c": (3.2, "M3.2-4.3A1.9 2.5 0 1 0 3.2-.7"),
    "d": (3.8, "M3.8-7.4V0M3.8-2.5A1.9 2.5 0 1 0 0-2.5A1.9 2.5 0 1 0 3.8-2.5"),
    "e": (3.8, "M0-2.6H3.8A1.9 2.4 0 1 0 3.2-.7"),
    "f": (2.2, "M2.2-7.3A1.3 1.6 0 0 0 .9-5.8V0M0-4.8H2"),
    "g": (3.8, "M3.8-5V.4A1.9 1.7 0 0 1 .3 1.2M3.8-2.5A1.9 2.5 0 1 0 0-2.5A1.9 2.5 0 1 0 3.8-2.5"),
    "h": (3.6, "M0-7.4V0M0-3A1.8 2 0 0 1 3.6-3V0"),
    "i": (0, "M0-5V0M0-7V-6.9"),
    "j": (1, "M1-5V.8A1.1 1.2 0 0 1 0 1.9M1-7V-6.9"),
    "k": (3.4, "M0-7.4V0M3.2-5L0-2M1.2-3.1L3.4 0"),
    "l": (0, "M0-7.4V0"),
    "m": (6, "M0-5V0M0-3.2A1.5 1.8 0 0 1 3-3.2V0M3-3.2A1.5 1.8 0 0 1 6-3.2V0"),
    "n": (3.6, "M0-5V0M0-3A1.8 2 0 0 1 3.6-3V0"),
    "o": (3.8, "M1.9-5A1.9 2.5 0 1 0 1.9 0A1.9 2.5 0 1 0 1.9-5Z"),
    "p": (3.8, "M0-5V2M0-2.5A1.9 2.5 0 1 1 3.8-2.5A1.9 2.5 0 1 1 0-2.5"),
    "q": (3.8, "M3.8-5V2M3.8-2.5A1.9 2.5 0 1 0 0-2.5A1.9 2.5 0 1 0 3.8-2.5"),
    "r": (2.1, "M0-5V0M0-3A1.8 2 0 0 1 2.1-4.9"),
    "s": (
        3,
        "M2.9-4.1C2.6-4.7 2.1-5 1.5-5C.7-5 .1-4.5 .1-3.8C.1-2.2 3-3.1 3-1.4"
        "C3-.5 2.3 0 1.5 0C.8 0 .2-.4 0-1",
    ),
    "t": (2.4, "M1-6.6V-1.4A1.3 1.4 0 0 0 2.4-.1M0-4.8H2.3"),
    "u": (3.6, "M0-5V-2A1.8 2 0 0 0 3.6-2M3.6-5V0"),
    "v": (3.8, "M0-5L1.9 0L3.8-5"),
    "w": (5.8, "M0-5L1.45 0L2.9-4.4L4.35 0L5.8-5"),
    "x": (3.4, "M0-5L3.4 0M3.4-5L0 0"),
    "y": (3.8, "M0-5L1.9 0M3.8-5L1.9 0L1.2 1.6A.9.9 0 0 1 .2 1.9"),
    "z": (3.2, "M0-5H3.2L0 0H3.2"),
    "\N{LATIN SMALL LETTER DOTLESS I}": (0, "M0-5V0"),
    "0": (4, "M2-7A2 3.5 0 1 0 2 0A2 3.5 0 1 0 2-7Z"),
    "1": (4, "M.9-5.6L2.7-7V0"),
    "2": (4, "M.2-5.3A1.9 1.8 0 1 1 3.5-4L0 0H4"),
    "3": (4, "M.3-6A1.8 1.7 0 1 1 1.8-3.8M1.8-3.8A2 1.9 0 1 1 0-1.1"),
    "4": (4.2, "M3.2 0V-7L0-2H4.2"),
    "5": (4, "M3.7-7H.6L.3-3.9A2 2.1 0 1 1 0-.9"),
    "6": (4, "M3.4-7C1.4-6.2 0-4.2 0-2.1A2 2.1 0 1 0 4-2.1A2 2.1 0 1 0 0-2.1"),
    "7": (4, "M0-7H4L1.4 0"),
    "8": (
        4,
        "M2-7A1.7 1.65 0 1 0 2-3.7A1.7 1.65 0 1 0 2-7ZM2-3.7A2 1.85 0 1 0 2 0A2 1.85 0 1 0 2-3.7Z",
    ),
    "9": (4, "M.6 0C2.6-.8 4-2.8 4-4.9A2 2.1 0 1 0 0-4.9A2 2.1 0 1 0 4-4.9"),
    ".": (0, "M0-.1V0"),
    ",": (0.4, "M.4-.2L0 1.2"),
    ":": (0, "M0-.1V0M0-3.9V-3.8"),
    ";": (0.4, "M.4-.2L0 1.2M.4-3.9V-3.8"),
    "!": (0, "M0-7V-2.2M0-.1V0"),
    "?": (3.2, "M0-5.6A1.6 1.5 0 1 1 2.3-4.1C1.8-3.7 1.6-3.2 1.6-2.2M1.6-.1V0"),
    "'": (0, "M0-7V-5.2"),
    '"': (1.6, "M0-7V-5.2M1.6-7V-5.2"),
    "-": (2.2, "M0-2.7H2.2"),
    "_": (4, "M0 1H4"),
    "+": (4, "M0-2.8H4M2-4.8V-.8"),
    "=": (4, "M0-3.7H4M0-1.7H4"),
    "*": (3, "M1.5-7V-4M.2-6.2L2.8-4.8M2.8-6.2L.2-4.8"),
    "/": (3, "M0 1L3-7.6"),
    "\\": (3, "M0-7.6L3 1"),
    "|": (0, "M0 1.6V-7.6"),
    "(": (1.4, "M1.4-7.8A6.5 6.5 0 0 0 1.4 1.4"),
    ")": (1.4, "M0-7.8A6.5 6.5 0 0 1 0 1.4"),
    "[": (1.4, "M1.4-7.6H0V1.2H1.4"),
    "]": (1.4, "M0-7.6H1.4V1.2H0"),
    "<": (3.6, "M3.6-5L0-2.8L3.6-.6"),
    ">": (3.6, "M0-5L3.6-2.8L0-.6"),
    "#": (4.6, "M1.6-7L.8 0M3.8-7L3 0M.2-4.9H4.6M0-2.1H4.4"),
    "%": (
        6,
        "M5-7L1 0M1.2-7A1.2 1.5 0 1 0 1.2-4A1.2 1.5 0 1 0 1.2-7Z"
        "M4.8-3A1.2 1.5 0 1 0 4.8 0A1.2 1.5 0 1 0 4.8-3Z",
    ),
    "&": (5, "M5 0L.9-5A1.4 1.4 0 1 1 3.4-5.6C3.4-4 0-3.8 0-1.7C0 .8 4 .4 4.8-2.8"),
    "$": (
        4.2,
        "M4-5.7A2 1.7 0 0 0 2.1-7C.9-7 .1-6.3 .1-5.3C.1-3 4.2-4.2 4.2-1.8"
        "C4.2-.7 3.3 0 2.1 0A2.1 1.9 0 0 1 0-1.4M2.1-8V1",
    ),
    "@": (6.4, "M4.6-4.4A1.6 1.8 0 1 0 4.6-1.6V-4.6V-2A1 1 0 0 0 6.4-2.8A3.2 3.6 0 1 0 4.6.4"),
    "^": (3, "M0-5.4L1.5-7L3-5.4"),
    "`": (1.2, "M0-7L1.2-5.6"),
    "{": (2, "M2-7.8C.2-7.8 1.6-3.2 0-3.2C1.6-3.2 .2 1.4 2 1.4"),
    "}": (2, "M0-7.8C1.8-7.8 .4-3.2 2-3.2C.4-3.2 1.8 1.4 0 1.4"),
    "~": (4, "M0-2.4C1-4.4 3-1 4-3"),
    "\N{EN DASH}": (3.4, "M0-2.7H3.4"),
    "\N{MINUS SIGN}": (4, "M0-2.8H4"),
    "\N{MULTIPLICATION SIGN}": (3.4, "M0-4.5L3.4-1.1M3.4-4.5L0-1.1"),
    "\N{MIDDLE DOT}": (0, "M0-2.8V-2.7"),
    "\N{HORIZONTAL ELLIPSIS}": (4, "M0-.1V0M2-.1V0M4-.1V0"),
    "\N{RIGHT SINGLE QUOTATION MARK}": (0.5, "M.5-7L0-5.4"),
}
"""Each letter: its width in units, and its strokes."""

_MARKS: Final = {
    "\N{COMBINING GRAVE ACCENT}": "M-.9-1.2L.3 0",
    "\N{COMBINING ACUTE ACCENT}": "M.9-1.2L-.3 0",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "M-1.1 0L0-1.1L1.1 0",
    "\N{COMBINING CARON}": "M-1.1-1.1L0 0L1.1-1.1",
    "\N{COMBINING TILDE}": "M-1.2-.2C-.5-1.4 .5.6 1.2-.7",
    "\N{COMBINING MACRON}": "M-1.2-.5H1.2",
    "\N{COMBINING DIAERESIS}": "M-1-.4V-.3M1-.4V-.3",
    "\N{COMBINING RING ABOVE}": "M0-1.3A.7.7 0 1 0 0 .1A.7.7 0 1 0 0-1.3Z",
}
"""Strokes of an accent, above the middle of its letter."""

_CEDILLA: Final = "\N{COMBINING CEDILLA}"
_BELOW: Final = "M0 0C1.4.4 1 1.9-.7 1.7"


def in_strokes(svg: str) -> tuple[str, bool]:
    """Return a picture with its texts as strokes, and whether it has texts for other fonts."""
    ElementTree.register_namespace("", _SVG)
    picture = ElementTree.fromstring(svg)  # noqa: S314
    needs_fonts = False
    for text in list(picture.iter(_TEXT)):
        letters = _letters(text.text or "")
        if letters is None:
            needs_fonts = True
        else:
            _draw(text, *letters)
    return ElementTree.tostring(picture, encoding="unicode"), needs_fonts


def _letters(text: str) -> tuple[float, list[tuple[float, float, str]]] | None:
    """Return the width of a text and its strokes, each at its place; None if a letter is missing.

    All are in units.
    """
    placed: list[tuple[float, float, str]] = []
    width, middle, top = 0.0, 0.0, 0.0
    for letter in normalize("NFD", text):
        if letter in _MARKS:
            placed.append((middle, top, _MARKS[letter]))
        elif letter == _CEDILLA:
            placed.append((middle, 0, _BELOW))
        elif letter in _GLYPHS:
            wide, strokes = _GLYPHS[letter]
            placed.append((width, 0, strokes))
            middle, top = width + wide / 2, -8.3 if letter.isupper() else -6.3
            width += wide + _GAP
        else:
            return None
    return max(0, width - _GAP), placed


def _draw(text: ElementTree.Element, width: float, placed: list[tuple[float, float, str]]) -> None:
    """Turn the element of a text into a group of strokes."""
    attributes = text.attrib
    scale = float(attributes["font-size"]) / _EM
    shift = {"start": 0.0, "end": width}.get(attributes.get("text-anchor", ""), width / 2)
    x = float(attributes["x"]) - shift * scale
    group = {
        "transform": f"translate({x:.2f} {attributes['y']}) scale({scale:.3f})",
        "fill": "none",
        "stroke": attributes.get("fill", "none"),
        "stroke-width": str(_WEIGHTS[attributes.get("font-weight", "normal")]),
    }
    text.tag, text.text = f"{{{_SVG}}}g", None
    text.attrib = group
    for across, down, strokes in placed:
        if strokes:
            place = f"translate({across:g} {down:g})"
            ElementTree.SubElement(text, _PATH, {"transform": place, "d": strokes})
