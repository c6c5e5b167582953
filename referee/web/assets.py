"""The files of the pages. The server reads them once at its start, and never for a request."""

from copy import copy
from pathlib import Path
from typing import Final

from referee.error import UnavailableError
from referee.web.encoded_response import EncodedResponse
from referee.web.sentence import WebSentence
from referee.web.standalone import linked

STATIC: Final = Path(__file__).parent / "static"
"""The built pages; see `browser/`."""

_SHELL: Final = "index.html"

_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Assets:
    """The HTML shell of all pages, and the files that it loads, by path."""

    def __init__(self, folder: Path = STATIC, root: str = "/") -> None:
        """Read the files.

        Args:
            folder: where they are.
            root: the path of the first page, with a slash at both ends.

        Raises:
            UnavailableError: if the package was built without the pages.
        """
        files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in _TYPES
        }
        if _SHELL not in files:
            raise UnavailableError(WebSentence.NO_PAGES, folder=folder)
        self._html = files.pop(_SHELL).read_text(encoding="utf-8")
        self.shell = self._shell(root)
        self.files = {name: _read(path) for name, path in files.items()}

    def at(self, root: str, mark: str = "") -> "Assets":
        """Return the same files with the first page at a path.

        The mark `entries` adds the pages of owners. With `seat` there is only that of a person.
        """
        other = copy(self)
        other.shell = self._shell(root, mark)
        return other

    def _shell(self, root: str, mark: str = "") -> EncodedResponse:
        data = f'data-root="{root}"' + (f" data-{mark}" if mark else "")
        html = linked(self._html, root).replace('data-root="/"', data, 1)
        return EncodedResponse.of_bytes(html.encode(), _TYPES[".html"])


def _read(path: Path) -> EncodedResponse:
    return EncodedResponse.of_bytes(path.read_bytes(), _TYPES[path.suffix])
