"""How colours look: to whom, and how far apart.

The deficiencies are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), in full strength. Distances are CIE76: around 2.3
is just noticeable.
"""

from collections.abc import Sequence
from math import dist

Colour = tuple[float, float, float]

NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
SIGHTS = {
    "normal": NORMAL,
    "protanopia": PROTANOPIA,
    "deuteranopia": DEUTERANOPIA,
    "tritanopia": TRITANOPIA,
}

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(text: str) -> Colour:
    """The light of a colour such as `#1f5fae` or `#fff`, each part from 0 to 1."""
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 has it."""
    lights = sorted(_times(_TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def distance(one: str, other: str, sight: Sequence[Sequence[float]] = NORMAL) -> float:
    """How far apart two colours look to somebody."""
    return dist(_lab(_times(sight, linear(one))), _lab(_times(sight, linear(other))))


def _times(matrix: Sequence[Sequence[float]], colour: Sequence[float]) -> Colour:
    first, second, third = (
        sum(factor * part for factor, part in zip(row, colour, strict=True)) for row in matrix
    )
    return first, second, third


def _lab(light: Sequence[float]) -> Colour:
    clipped = [min(1.0, max(0.0, part)) for part in light]
    parts = [part / white for part, white in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
