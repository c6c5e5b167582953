"""The preview of a link: what other programs show of a page, by the tags of Open Graph."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import quote

from referee.web.api.endpoint import CARD, PREFIX
from referee.web.api.face import Faces
from referee.web.api.match import MatchView, SeatResult
from referee.web.bot_face import title_of
from referee.web.card import HEIGHT, WIDTH
from referee.web.encoded_response import EncodedResponse
from tianming_games.ground.text import printable

TITLE: Final = "<title>Tianming</title>"
"""The title of the shell, which the tags replace."""

_STATES: Final = {"planned": "Not begun.", "live": "Being played.", "void": "Void."}


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a match.

    Attributes:
        title: its bots and its game.
        about: its results, its state, or why it is not shown.
        path: path of its page.
        picture: path of its picture; empty for none.
    """

    title: str
    about: str
    path: str
    picture: str = ""

    @classmethod
    def of(cls, match: MatchView, has_board: bool, on_site: bool = False) -> "LinkPreview":
        """Return the preview of a match.

        Args:
            match: the match.
            has_board: whether its game has a drawing.
            on_site: whether the link leads to a file of a site, which has the picture beside it.
        """
        names = names_in_words(match.seats, match.faces)
        name = quote(match.id, safe="")
        is_shown = has_board and match.hidden is None and match.state != "void"
        served = f"{PREFIX[1:]}{CARD.path.format(match=name)}"
        return cls(
            f"{names} · {match.title}",
            _about(match),
            f"matches/{name}.html" if on_site else f"matches/{name}",
            (f"matches/{name}.png" if on_site else served) * is_shown,
        )

    def tags(self, base: str, step: int | None) -> str:
        """Return the tags of the page of a match.

        Args:
            base: the address of the first page, or its path if the address is not known.
            step: the step that the link names.
        """
        query = "" if step is None else f"?step={step}"
        return self.heading + "".join(self._tags(base, query))

    @property
    def heading(self) -> str:
        """The title of the page alone."""
        return f"<title>{_text(self.title)} · Tianming</title>"

    def _tags(self, base: str, query: str) -> Iterator[str]:
        yield _tag("og:type", "website")
        yield _tag("og:site_name", "Tianming")
        yield _tag("og:title", self.title)
        yield _tag("og:description", self.about)
        yield _tag("og:url", f"{base}{self.path}{query}")
        if self.picture:
            yield _tag("og:image", f"{base}{self.picture}{query}")
            yield _tag("og:image:type", "image/png")
            yield _tag("og:image:width", str(WIDTH))
            yield _tag("og:image:height", str(HEIGHT))
            yield _tag("og:image:alt", f"The board: {self.title}")
            yield '<meta name="twitter:card" content="summary_large_image">'


def with_tags(shell: EncodedResponse, tags: str, best: bool = False) -> EncodedResponse:
    """Return the shell with tags in place of its title."""
    body = shell.body.replace(TITLE.encode(), tags.encode(), 1)
    return EncodedResponse.of_bytes(body, shell.media_type, best=best)


def _about(match: MatchView) -> str:
    if match.hidden is not None:
        return match.hidden.message
    if match.seats[0].place is None:
        return f"{_STATES[match.state]} {match.reason}".strip()
    return f"{results_in_words(match.seats, match.faces)}. {match.reason}".strip()


def names_in_words(seats: list[SeatResult], faces: Faces) -> str:
    """Return the names of the bots of a match in seat order."""
    return " \N{EN DASH} ".join(title_of(seat.bot, faces) for seat in seats)


def results_in_words(seats: list[SeatResult], faces: Faces) -> str:
    """Return the results of a match in the order of places."""
    ranked = sorted(seats, key=lambda seat: seat.place or len(seats))
    return ", ".join(
        f"{seat.place}. {title_of(seat.bot, faces)}"
        + ("" if seat.score is None else f" {seat.score}")
        for seat in ranked
    )


def _tag(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{_text(content)}">'


def _text(text: str) -> str:
    return escape(printable(text))
