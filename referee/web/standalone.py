"""Pages as files: the built shell with the answers of the API inside, so that no server is needed.

A page looks for an answer in itself before it asks a server. A file of a static site loads the
script and the style sheet beside it; a page that is one file has them inside too, and a policy
that lets it load nothing else.
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

STATIC: Final = Path(__file__).parent / "static"
"""The built pages; see `browser/`."""

_SCRIPT: Final = re.compile(r'<script defer src="/(.*?)"></script>')
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/(.*?)">')
_ICON: Final = re.compile(r"<link rel=\"icon\".*?/>\s*")


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Which page a file is, and of what.

    Attributes:
        page: the kind of page.
        key: the match or the bot; empty for a page of neither.
    """

    page: Literal["league", "matches", "match", "bot", "fair"]
    key: str = ""


class Shell:
    """The built page that is filled with data."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Read it.

        Raises:
            OSError: when the package was built without it.
        """
        self._folder = folder
        self._html = (folder / "index.html").read_text(encoding="utf-8")

    def page(self, place: PagePlace, root: str, answers: Mapping[str, Model]) -> str:
        """A file of a static site.

        Args:
            place: which page it is.
            root: the way from the file to the site's folder, such as `./` or `../`.
            answers: what the page shows, by paths of the API below its version.
        """
        html = re.sub(r'(src|href)="/', rf'\1="{root}', self._html)
        return _filled(html, place, f'data-root="{root}"', answers)

    def one_file(self, place: PagePlace, answers: Mapping[str, Model]) -> str:
        """A page that needs nothing beside itself; arguments as in `page`."""
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
        """The text of the file that the shell links to."""
        found = link.search(self._html)
        assert found is not None, "the shell has lost its script or its style sheet"
        text = (self._folder / found[1]).read_text(encoding="utf-8")
        return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _filled(html: str, place: PagePlace, kind: str, answers: Mapping[str, Model]) -> str:
    """The page with its place and its answers; `kind` is an attribute that says what is around."""
    data = "\n".join(
        f'    <script type="application/json" data-api="{escape(path)}">{_inert(answer)}</script>'
        for path, answer in answers.items()
    )
    attributes = f'data-static data-page="{place.page}" data-key="{escape(place.key)}" {kind}'
    return html.replace('data-root="/"', attributes, 1).replace("</body>", f"{data}\n  </body>", 1)


def _inert(answer: Model) -> str:
    """An answer as JSON in which no character means anything to a parser of HTML."""
    text = answer.model_dump_json(exclude_defaults=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _digest(text: str) -> str:
    """The source expression of a policy that allows this text."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
