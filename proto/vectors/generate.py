"""Write the test vectors of the contract, for everybody who writes a client or a verifier.

    python proto/vectors/generate.py [--check]

Each file of `FILES` has one function that returns what the file holds. `--check` writes
nothing, and ends with 1 if a committed file differs.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianming_games.chance import Chance
from tianming_games.ming.state import MingState
from tianming_games.registry import load
from tianming_games.state import CHANCE, State

FOLDER = Path(__file__).parent

PLAYS: tuple[tuple[str, int, dict[str, str], bytes], ...] = (
    ("dragon", 2, {}, bytes(range(32))),
    ("dragon", 5, {"great_wall": "yes", "super_event": "random"}, bytes([12] * 32)),
    ("china", 3, {}, bytes(range(32))),
    ("china", 5, {"fortifications": "yes"}, bytes([12] * 32)),
    ("ming", 2, {}, bytes(range(32))),
    ("ming", 4, {}, bytes([12] * 32)),
)
"""Games, seats, options and seeds of which the draws are listed. The second seed puts two
equal events at the end of the year."""


def draws() -> list[dict[str, Any]]:
    """All draws of some matches. Decision `k`, from 0, takes option `k` modulo their number."""
    return [
        {
            "game": name,
            "options": options,
            "seats": seats,
            "seed": seed.hex(),
            "draws": _draws_of(load(name).begin(seats, options), seed),
        }
        for name, seats, options, seed in PLAYS
    ]


def _draws_of(state: State, seed: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    decisions = 0
    while not state.is_terminal():
        if state.current_player != CHANCE:
            seat = state.to_act()[0]
            options = state.legal_actions(seat)
            state.apply_action(seat, options[decisions % len(options)])
            decisions += 1
            continue
        index = len(found)
        values = state.sample_draw(Chance(seed, f"draw {index}"))
        notation = state.draw_notation(values)
        drawn = {"index": index, "notation": notation, "values": list(values)}
        found.append(drawn | _stack_of(state))
        state.apply_draw(values)
    return found


def _stack_of(state: State) -> dict[str, list[int]]:
    """Ming Dynasty: the supply stack before the draw, by card.

    It follows from the draws up to the moment when it is empty and the discards replace it.
    """
    return {"stack": list(state.stack)} if isinstance(state, MingState) else {}


FILES: dict[str, Callable[[], list[dict[str, Any]]]] = {"draws.json": draws}


def text(vectors: list[dict[str, Any]]) -> str:
    """The vectors as JSON, with a line for each innermost list and object."""
    return _json(vectors, "") + "\n"


def _json(value: Any, indent: str) -> str:
    """JSON that fits a line stays on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= 160 or not isinstance(value, list | dict):
        return line
    more = indent + "  "
    if isinstance(value, list):
        items = [_json(item, more) for item in value]
        opening, closing = "[]"
    else:
        items = [f"{json.dumps(key)}: {_json(item, more)}" for key, item in value.items()]
        opening, closing = "{}"
    return f"{opening}\n{more}" + f",\n{more}".join(items) + f"\n{indent}{closing}"


def main(arguments: list[str]) -> int:
    """Write the files, or check those that are committed."""
    made = {name: text(vectors()) for name, vectors in FILES.items()}
    if "--check" not in arguments:
        for name, content in made.items():
            (FOLDER / name).write_text(content, encoding="utf-8")
        return 0
    stale = [name for name, content in made.items() if _committed(name) != content]
    for name in stale:
        print(f"proto/vectors/{name} is stale: run `python proto/vectors/generate.py`")
    return 1 if stale else 0


def _committed(name: str) -> str:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
