"""The names that commands and options had once, and those that replace them."""

from __future__ import annotations

NEW_NAMES = {
    "board": "games board",
    "clocks": "replay --clocks",
    "compare --games": "compare --matches",
    "completion": "--completion",
    "demo": "league demo",
    "help": "--help",
    "key": "new key",
    "learn": "play --guided",
    "match": "compare",
    "mcp": "bridge --mcp",
    "rules": "games rules",
    "score": "table",
    "table --html": "site",
    "table --markdown": "site",
    "table --plot": "site",
    "view": "web",
    "watch": "replay --follow",
}
"""What the user writes now after `referee`, by what the user wrote before."""


def new_name(command: str, word: str) -> tuple[str, str] | None:
    """Return a removed command or option with its command, and what replaces it, if anything does.

    Args:
        command: the command that does not know the word, such as `referee table`.
        word: the word, such as `--html`.
    """
    old = f"{command} {word}"
    new = NEW_NAMES.get(old.partition(" ")[2])
    return None if new is None else (old, f"referee {new}")
