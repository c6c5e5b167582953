"""The option sets with which games are tested: all that change the rules."""

VARIANTS: dict[str, list[dict[str, str]]] = {
    "china": [
        {},
        {"side": "3-4", "fortifications": "yes"},
        {"side": "4-5", "fortifications": "no"},
        {"side": "4-5", "fortifications": "yes", "board": "4-5"},
    ],
    "dragon": [
        {},
        {"edition": "anniversary"},
        {"great_wall": "yes"},
        {"edition": "anniversary", "great_wall": "yes", "super_event": "random"},
        {"great_wall": "yes", "wall_final": "bga", "super_event": "earthquake"},
        {"great_wall": "yes", "eclipse_wall": "twice", "super_event": "solar-eclipse"},
        {"super_event": "lanternfest"},
        {"super_event": "buddha"},
        {"super_event": "flood"},
        {"super_event": "volcanic-eruption"},
        {"super_event": "tornado"},
        {"super_event": "sunrise"},
        {"super_event": "assassination-attempt"},
        {"great_wall": "yes", "super_event": "charter"},
    ],
    "ming": [{}, {"neutral_setup": "before-princes"}],
}


def variants(game: str) -> list[dict[str, str]]:
    """Return the option sets of a game; only the defaults for a game that is not listed."""
    return VARIANTS.get(game, [{}])


def label(options: dict[str, str]) -> str:
    """Return a short name of an option set, for the names of tests and files."""
    return "+".join(f"{name}={value}" for name, value in options.items()) or "default"
