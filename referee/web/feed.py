"""The feeds of results, for programs that tell people about news: Atom and JSON Feed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Final
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from referee.web.api.match import MatchPage
from referee.web.encoded_response import EncodedResponse
from referee.web.link_preview import names_in_words, results_in_words
from tianming_games.ground.text import printable

ATOM: Final = "feed.atom"
JSON: Final = "feed.json"
"""Names of the feeds below the first page."""

_ATOM_TYPE: Final = "application/atom+xml"
_JSON_TYPE: Final = "application/feed+json"
_JSON_VERSION: Final = "https://jsonfeed.org/version/1.1"

_NEVER: Final = "1970-01-01T00:00:00Z"
"""When a season without results changed."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A result; `key` stays the same wherever the pages are."""

    key: str
    link: str
    title: str
    words: str
    ended: str


class ResultFeed:
    """The newest results of a season as a feed."""

    def __init__(self, season: str, base: str, found: MatchPage, ending: str = "") -> None:
        """Collect the results.

        Args:
            season: the name of the season.
            base: the address of the first page, or its path if the address is not known.
            found: the matches, the newest first.
            ending: what follows the name of a match in the address of its page.
        """
        self._title = printable(f"{season}: results")
        self._key = _key(season)
        self._base = base
        self._items = list(_items(season, base, found, ending))

    def atom(self) -> EncodedResponse:
        """Return the feed in Atom (RFC 4287)."""
        updated = max((one.ended for one in self._items), default=_NEVER)
        lines = (
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{self._key}</id>",
            f"<title>{escape(self._title)}</title>",
            f"<updated>{updated}</updated>",
            "<author><name>Tianming</name></author>",
            f'<link rel="self" type="{_ATOM_TYPE}" href="{escape(self._base)}{ATOM}"/>',
            f'<link rel="alternate" type="text/html" href="{escape(self._base)}"/>',
            *map(_entry, self._items),
            "</feed>",
        )
        text = "\n".join(lines) + "\n"
        return EncodedResponse.of_bytes(text.encode(), _ATOM_TYPE, best=False)

    def json(self) -> EncodedResponse:
        """Return the feed in JSON Feed 1.1."""
        feed = {
            "version": _JSON_VERSION,
            "title": self._title,
            "home_page_url": self._base,
            "feed_url": self._base + JSON,
            "items": [
                {
                    "id": one.key,
                    "url": one.link,
                    "title": one.title,
                    "content_text": one.words,
                    "date_published": one.ended,
                }
                for one in self._items
            ],
        }
        text = json.dumps(feed, ensure_ascii=False) + "\n"
        return EncodedResponse.of_bytes(text.encode(), _JSON_TYPE, best=False)


def feed_links(root: str) -> str:
    """Return the tags by which browsers and readers find the feeds."""
    kinds = ((_ATOM_TYPE, ATOM), (_JSON_TYPE, JSON))
    return "".join(
        f'<link rel="alternate" type="{kind}" title="Results" href="{root}{name}">'
        for kind, name in kinds
    )


def _items(season: str, base: str, found: MatchPage, ending: str) -> Iterator[_Item]:
    for match in found.matches:
        if match.ended is None:
            continue
        names = names_in_words(match.seats, found.faces)
        about = match.game if match.round is None else f"{match.game}, round {match.round}"
        results = results_in_words(match.seats, found.faces)
        yield _Item(
            key=_key(f"{season}/{match.id}"),
            link=f"{base}matches/{quote(match.id, safe='')}{ending}",
            title=printable(f"{names} ({about})"),
            words=printable(f"{results}. {match.reason}".strip()),
            ended=_moment(match.ended),
        )


def _entry(item: _Item) -> str:
    return (
        f"<entry><id>{item.key}</id><title>{escape(item.title)}</title>"
        f'<link rel="alternate" type="text/html" href="{escape(item.link)}"/>'
        f"<published>{item.ended}</published><updated>{item.ended}</updated>"
        f'<content type="text">{escape(item.words)}</content></entry>'
    )


def _key(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'tianming:{name}')}"


def _moment(time: datetime) -> str:
    """Return a moment of UTC as RFC 3339 has it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
