"""Distributions that bring games or messages, written for one test."""

from collections.abc import Mapping
from pathlib import Path


def write_distribution(
    folder: Path, name: str, points: Mapping[str, Mapping[str, str]], modules: Mapping[str, str]
) -> None:
    """Write an installed distribution into a folder of the import path.

    Args:
        folder: the folder.
        name: name of the distribution.
        points: the values of entry points by their group and name.
        modules: the text of each module by its name.
    """
    home = folder / f"{name.replace('-', '_')}-1.dist-info"
    home.mkdir(parents=True)
    (home / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = []
    for group, values in points.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in values.items())]
    (home / "entry_points.txt").write_text("\n".join(lines))
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
