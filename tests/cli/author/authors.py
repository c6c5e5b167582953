"""An author in a test: a folder with a bot, and the commands that they run."""

import json
from pathlib import Path
from typing import Any

from tests.cli.shell import referee
from tests.entry_client.served_door import ServedDoor

FILE = Path("tianming") / "seasons.json"
"""The file of seasons in the user's configuration."""


def joined(door: ServedDoor, owner: str) -> None:
    """Join with a new invitation."""
    done = referee("join", door.address, door.store.invite(0, bots=3), "--name", owner)
    assert done.returncode == 0, done.stderr


def bot_folder(folder: Path, name: str, text: str = "import tianming\n") -> Path:
    """Write the folder of a bot in Python."""
    place = folder / name
    place.mkdir(exist_ok=True)
    (place / "main.py").write_text(text)
    (place / "bot.toml").write_text(f'name = "{name}"\nrun = "python3 main.py"\n')
    return place


def document(*words: str | Path) -> dict[str, Any]:
    """Run a command with `--json`; return what it prints."""
    done = referee(*words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
