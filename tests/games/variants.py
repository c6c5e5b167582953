"""The option sets every game is tested with: all that change its rules."""

VARIANTS: dict[str, list[dict[str, str]]] = {
    "china": [
        {},
        {"side": "3-4", "fortifications": "yes"},
        {"side": "4-5", "fortifications": "no"},
        {"side": "4-5", "fortifications": "yes", "board": "4-5"},
    ],
    "dragon": [{}],
}


def variants(game: str) -> list[dict[str, str]]:
    """The option sets of a game; a game that is not listed is played as it is."""
    return VARIANTS.get(game, [{}])


def label(options: dict[str, str]) -> str:
    """A short name of an option set, for the names of tests and files."""
    return "+".join(f"{name}={value}" for name, value in options.items()) or "default"
