"""How Sphinx builds this folder into a site: see `tox run -e lint`.

The pages are written to be read on a code host as well. Links out of this folder therefore point
at files of the repository; on the site they point at the repository's address.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Tianming"
copyright = "the authors of Tianming"  # noqa: A001 - Sphinx names it so
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Tianming"
exclude_patterns = ["README.md", "build"]  # the front page on a code host; `index.md` is the site's
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True

REPOSITORY = "https://github.com/tianming-referee/tianming/blob/main"
ROOT = Path(__file__).parents[1]

_LINK = re.compile(r"\]\(((?:\.\./)+[^)#\s]*)")


_DECISIONS = """
```{toctree}
:hidden:
:glob:

*
```
"""


def _point_at_repository(app: "Sphinx", docname: str, source: list[str]) -> None:
    """Replace links to files outside this folder, and fail where there is no such file."""
    page = Path(app.srcdir, docname)

    def replace(link: re.Match[str]) -> str:
        target = (page.parent / link[1]).resolve()
        if target.is_relative_to(app.srcdir):
            return link[0]
        if not target.exists():
            raise FileNotFoundError(f"{docname}: the link {link[1]} leads nowhere")
        return f"]({REPOSITORY}/{target.relative_to(ROOT)}"

    source[0] = _LINK.sub(replace, source[0])
    if docname == "decisions/README":
        source[0] += _DECISIONS


def setup(app: "Sphinx") -> None:
    """Read each page with links to the repository."""
    app.connect("source-read", _point_at_repository)
