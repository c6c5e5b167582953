"""Pages as files: the built HTML shell with the API's answers inside, which needs no server.

A page looks for an answer in itself before it asks a server. A page of a static site loads its
script and style sheet from other files of the site. A single-file page contains both, and its
content security policy lets it load nothing else.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, Literal

from referee.web.api.model import Model
from referee.web.link_preview import TITLE

STATIC: Final = Path(__file__).parent / "static"
"""The built pages; see `browser/`."""

_SCRIPT: Final = re.compile(r'<script defer src="/(.*?)"></script>')
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/(.*?)">')
_ICON: Final = re.compile(r"<link rel=\"icon\".*?/>\s*")


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Which page a file shows.

    Attributes:
        page: the kind of page.
        key: name of the match or bot; empty for other pages.
        other: the other bot of a page of two.
    """

    page: Literal["league", "matches", "match", "bot", "versus", "fair"]
    key: str = ""
    other: str = ""


class Shell:
    """The built HTML page without data."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Read the page.

        Raises:
            OSError: if the package was built without it.
        """
        self._folder = folder
        self._html = (folder / "index.html").read_text(encoding="utf-8")

    def page(
        self, place: PagePlace, root: str, answers: Mapping[str, Model], head: str = TITLE
    ) -> str:
        """Return a page of a static site.

        Args:
            place: which page it is.
            root: relative path from the file to the site's folder, such as `./` or `../`.
            answers: what the page shows, by path in the API without the version.
            head: the title of the page, with tags for other programs.
        """
        html = linked(self._html.replace(TITLE, head, 1), root)
        return _filled(html, place, f'data-root="{root}"', answers)

    def one_file(self, place: PagePlace, answers: Mapping[str, Model]) -> str:
        """Return a page that needs no other file; arguments as in `page`."""
        script, style = self._inside(_SCRIPT), self._inside(_STYLE)
        policy = (
            f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
            "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; "
            "form-action 'none'"
        )
        head = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}" />'
        html = _ICON.sub("", _SCRIPT.sub("", self._html))
        html = _STYLE.sub(lambda _: f"<style>{style}</style>", html)
        html = html.replace("<head>", f"<head>\n    {head}", 1)
        html = _filled(html, place, "data-alone", answers)
        return html.replace("</body>", f"<script>{script}</script>\n  </body>", 1)

    def _inside(self, link: re.Pattern[str]) -> str:
        """Return the text of a file that the shell links to, escaped to stand inside HTML."""
        found = link.search(self._html)
        assert found is not None, "the shell has lost its script or its style sheet"
        text = (self._folder / found[1]).read_text(encoding="utf-8")
        return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def linked(html: str, root: str) -> str:
    """Return the shell with links to its files below a root, an absolute or a relative path."""
    return re.sub(r'(src|href)="/', rf'\1="{root}', html)


def _filled(html: str, place: PagePlace, kind: str, answers: Mapping[str, Model]) -> str:
    """Return the page with its place and answers; `kind` is an attribute for the page's script."""
    data = "\n".join(
        f'    <script type="application/json" data-api="{escape(path)}">{_inert(answer)}</script>'
        for path, answer in answers.items()
    )
    names = f'data-key="{escape(place.key)}" data-other="{escape(place.other)}"'
    attributes = f'data-static data-page="{place.page}" {names} {kind}'
    return html.replace('data-root="/"', attributes, 1).replace("</body>", f"{data}\n  </body>", 1)


def _inert(answer: Model) -> str:
    """Return an answer as JSON without characters that an HTML parser interprets."""
    text = answer.model_dump_json(exclude_defaults=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _digest(text: str) -> str:
    """Return the source expression that allows a text in a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
