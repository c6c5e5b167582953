"""The faces of the bots of a season: one name, colour and letter for each, on every page.

The colour of a bot follows from its name. So it is the same in all seasons, unless another bot of
the season has it already, or the league file has another one.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

from referee.identifier import BotName
from referee.league.configuration.settings import BotSettings
from referee.league.ledger.version_name import base_name
from referee.web.api.face import Face, Faces
from tianming_games.ground.text import printable

Colours = tuple[str, str]
"""A colour on light ground and on dark ground."""

PALETTE: Final[tuple[Colours, ...]] = (
    ("#c22000", "#ff4c29"),
    ("#1b36bb", "#6680ff"),
    ("#00704b", "#00c281"),
    ("#c20081", "#e8bad9"),
    ("#8f602f", "#ffbd7a"),
    ("#9c00eb", "#b77dd4"),
    ("#1861aa", "#7abdff"),
    ("#3d4517", "#bfdf20"),
    ("#215863", "#9de3f1"),
    ("#387000", "#6ba136"),
    ("#850042", "#ff66b3"),
    ("#861386", "#ff14ff"),
)
"""Colours that people can tell apart, and that can be read as text on the pages and boards."""

MOST_DISTINCT: Final = 6
"""The first colours have names of their own, from red to violet. They are given first."""

GROUNDS: Final[Colours] = "#f1ecdf", "#26241f"
"""The darkest light ground, and the lightest dark one."""

CONTRAST: Final = 4.5
"""The contrast of a colour to its ground, at least."""


class BotFaces:
    """The faces of all bots of a season."""

    def __init__(self, bots: Iterable[BotName], settings: Iterable[BotSettings] = ()) -> None:
        """Give each bot its face.

        Args:
            bots: all bots, without versions.
            settings: those that the league file has.
        """
        self._settings = {bot.name: bot for bot in settings}
        names = dict.fromkeys((*self._settings, *sorted(bots)))
        self._slots: dict[str, int] = {}
        for name in names:
            self._slots[name] = _slot(name, self._slots.values())

    def of(self, bot: str) -> Face:
        """Return the face of a bot, or of a version of it."""
        name = base_name(BotName(bot))
        own = self._settings.get(name)
        title = own.title if own else ""
        initial = (own.initial if own else "") or _initial(title or name)
        colours = PALETTE[self._slots.get(name, _wanted(name))]
        if own is not None and own.colour:
            colours = on_both_grounds(own.colour)
        return Face(title=_version_of(bot, name, title), initial=initial, colours=colours)

    def among(self, bots: Iterable[str]) -> Faces:
        """Return the faces of some bots."""
        return {printable(bot): self.of(bot) for bot in dict.fromkeys(bots)}

    def seats(self, bots: Sequence[str]) -> tuple[Face, ...]:
        """Return the faces of the seats of a match, each in another colour.

        A bot with several seats has its colour in the first of them.
        """
        found: list[Face] = []
        for bot in bots:
            face = self.of(bot)
            taken = [one.colours for one in found]
            if face.colours in taken:
                free = next((one for one in PALETTE if one not in taken), face.colours)
                face = face.model_copy(update={"colours": free})
            found.append(face)
        return tuple(found)


def _version_of(bot: str, name: str, title: str) -> str:
    """Return the display name of a version; empty if its bot has none."""
    return title + bot.removeprefix(name) if title else ""


def title_of(bot: str, faces: Faces) -> str:
    """Return the name under which a bot is shown."""
    face = faces.get(bot)
    return (face.title if face else "") or bot


def _initial(title: str) -> str:
    """Return the first letter or digit of a name."""
    return next((letter for letter in title if letter.isalnum()), "?").upper()[:1]


def _wanted(name: str) -> int:
    return blake2b(name.encode(), digest_size=4).digest()[0] % MOST_DISTINCT


def _slot(name: str, taken: Iterable[int]) -> int:
    """Return the place of a bot in the palette: the first free one from its own, if any is free."""
    wanted, held = _wanted(name), set(taken)
    first = ((wanted + step) % MOST_DISTINCT for step in range(MOST_DISTINCT))
    free = (*first, *range(MOST_DISTINCT, len(PALETTE)))
    return next((at for at in free if at not in held), wanted)


def on_both_grounds(colour: str) -> Colours:
    """Return a colour, made darker or lighter until it can be read on light and on dark ground."""
    light, dark = (_readable(colour, *pair) for pair in zip(GROUNDS, (0, 255), strict=True))
    return light, dark


def _readable(colour: str, ground: str, end: int) -> str:
    """Return a colour, mixed with black (0) or white (255) until its contrast is enough."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    for step in range(21):
        mixed = [round(part + (end - part) * step / 20) for part in parts]
        if _contrast(mixed, [int(ground[at : at + 2], 16) for at in (1, 3, 5)]) >= CONTRAST:
            break
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(parts: Sequence[int]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
