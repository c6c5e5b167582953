"""`docs/architecture.md` names only files, folders, classes and functions that exist."""

import re

from tests.source_tree import ROOT, files

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CODE = re.findall(r"`([^`\n]+)`", PAGE)
"""What the page has in code spans."""

FILES = files()
SOURCE = "\n".join(
    (ROOT / name).read_text(encoding="utf-8") for name in files("referee/*.py", "games/*.py")
)


def is_path(code: str) -> bool:
    """Whether a code span names a file or a folder: `match/entry.py`, `record/`, `*.svg`."""
    return re.fullmatch(r"[\w./*-]*(/|\.(py|md|json|svg))[\w./*-]*", code) is not None


def exists(path: str) -> bool:
    """Whether the repository has a path, or one that ends with it."""
    pattern = re.escape(path.rstrip("/")).replace(r"\*", "[^/]*")
    anywhere = re.compile(rf"(?:.*/)?{pattern}(?:/.*)?")
    return any(anywhere.fullmatch(name) and (ROOT / name).exists() for name in FILES)


class TestNames:
    """What the page names is in the sources."""

    def test_every_path_exists(self) -> None:
        paths = {code for code in CODE if is_path(code)}
        assert len(paths) > 40
        assert not {path for path in paths if not exists(path)}

    def test_every_class_exists(self) -> None:
        classes = {code.partition(".")[0] for code in CODE if re.fullmatch(r"[A-Z]\w+.*", code)}
        assert len(classes) >= 7
        assert not {name for name in classes if not re.search(rf"^(class )?{name}\b", SOURCE, re.M)}

    def test_every_function_exists(self) -> None:
        named = re.findall(r"`(?:\w+\.)*([a-z_]+)\(.*?\)`", PAGE)
        assert len(named) >= 5
        assert not {name for name in named if not re.search(rf"^ *def {name}\b", SOURCE, re.M)}

    def test_every_layer_of_the_referee_is_in_the_table(self) -> None:
        folders = {name.split("/")[1] for name in FILES if re.match(r"referee/\w+/", name)}
        table = PAGE.partition("## Layers")[2].partition("\n## ")[0]
        assert not {folder for folder in folders if f"(../referee/{folder})" not in table}
