"""Self-play of thousands of matches at once, on all processors, in shared NumPy arrays.

Each process plays a part of the matches, and writes masks and tensors into its rows of arrays that
all processes share. So a step copies nothing. A match that ends begins again at once.
"""

import json
import mmap
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tianming_adapters.numbered_match import seed_bytes
from tianming_games.action import IllegalAction
from tianming_games.match_row import MatchRow, act_all
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load

_MEMORY: Final = Path("/dev/shm")
_GO: Final = b"s"


class MatchArrays:
    """The arrays of all matches, a row for each, in memory that processes share by a file."""

    def __init__(self, path: Path, matches: int, numbers: int, ids: int, seats: int) -> None:
        """Map the file, and make it if it is not there."""
        rows = (
            ("observations", np.float32, (matches, numbers)),
            ("rewards", np.float32, (matches, seats)),
            ("actions", np.int32, (matches,)),
            ("masks", np.int8, (matches, ids)),
            ("seats", np.int8, (matches,)),
            ("is_over", np.bool_, (matches,)),
        )
        sizes = [int(np.prod(shape)) * np.dtype(kind).itemsize for _, kind, shape in rows]
        if not path.exists():
            path.write_bytes(b"")
            os.truncate(path, sum(sizes))
        with path.open("r+b") as file:
            memory = mmap.mmap(file.fileno(), sum(sizes))
        arrays, start = [], 0
        for (_, kind, shape), size in zip(rows, sizes, strict=True):
            flat: Any = np.frombuffer(memory, kind, int(np.prod(shape)), start)
            arrays.append(flat.reshape(shape))
            start += size
        self.observations: Final[NDArray[np.float32]] = arrays[0]
        self.rewards: Final[NDArray[np.float32]] = arrays[1]
        self.actions: Final[NDArray[np.int32]] = arrays[2]
        self.masks: Final[NDArray[np.int8]] = arrays[3]
        self.seats: Final[NDArray[np.int8]] = arrays[4]
        self.is_over: Final[NDArray[np.bool_]] = arrays[5]


class MatchRows:
    """The matches of one process: the rows from `first` to `last` - 1."""

    def __init__(self, told: dict[str, Any], arrays: MatchArrays, first: int, last: int) -> None:
        """Begin the matches."""
        game, seats, options = load(told["game"]), told["seats"], told["options"]
        catalogue, layout = game.catalogue(options), game.tensor_layout(seats, options)
        begin = partial(game.begin, seats, options)
        self._arrays, self._first, self._last = arrays, first, last
        self._rows = [
            MatchRow(
                begin,
                partial(_seed_of, told["seed"] + row, told["matches"]),
                catalogue,
                layout,
                memoryview(arrays.masks[row]).cast("B"),
                memoryview(arrays.observations[row]).cast("B"),
            )
            for row in range(first, last)
        ]
        self._seats = bytearray(row.seat for row in self._rows)
        self._over: list[int] = []
        arrays.seats[first:last] = np.frombuffer(self._seats, np.int8)

    def step(self) -> None:
        """Carry out the actions of these rows.

        Raises:
            IllegalAction: for an id that is not legal; the actions of later rows are not done.
            UsageError: for a number that is no id.
        """
        arrays, first, rows = self._arrays, self._first, self._rows
        own = slice(first, self._last)
        over = act_all(rows, arrays.actions[own].tolist(), self._seats)
        arrays.seats[own] = np.frombuffer(self._seats, np.int8)
        for at in self._over:
            arrays.is_over[first + at] = False
            arrays.rewards[first + at] = 0
        self._over = over
        for at in over:
            arrays.is_over[first + at] = True
            arrays.rewards[first + at] = place_rewards(rows[at].places or [])


def _seed_of(seed: int, matches: int, before: int) -> bytes:
    return seed_bytes(seed + matches * before)


class SelfPlay:
    """Matches that all wait for one action each; `step` carries the actions out.

    `observations`, `masks` and `seats` describe the seat that acts in each match. After a step,
    `is_over` and `rewards` (by seat) tell which matches it ended; their rows show the next match.
    Use it as a context, which ends its processes.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        matches: int = 1024,
        seed: int = 0,
        processes: int | None = None,
    ) -> None:
        """Begin all matches.

        Args:
            game: name of an installed game.
            seats: number of seats.
            options: options of the matches.
            matches: number of matches at the same time.
            seed: the first match of row `r` has the seed `seed + r`, its next one `matches` more.
            processes: number of processes; None for one per processor, 1 for this one alone.

        Raises:
            UsageError: for a game that is not installed, or seats or options it does not take.
        """
        told: dict[str, Any] = {
            "game": game,
            "seats": seats,
            "options": dict(options or {}),
            "matches": matches,
            "seed": seed,
        }
        rules = load(game)
        self.catalogue: Final = rules.catalogue(told["options"])
        self.layout: Final = rules.tensor_layout(seats, told["options"])
        shape = (matches, self.layout.length, len(self.catalogue), seats)
        self._folder = TemporaryDirectory(
            prefix="tianming-self-play-", dir=_MEMORY if _MEMORY.is_dir() else None
        )
        path = Path(self._folder.name) / "arrays"
        arrays = MatchArrays(path, *shape)
        self.observations, self.masks = arrays.observations, arrays.masks
        self.seats, self.rewards, self.is_over = arrays.seats, arrays.rewards, arrays.is_over
        self._actions = arrays.actions
        count = min(processes or len(os.sched_getaffinity(0)), matches)
        self._own: MatchRows | None = None
        self._others: list[subprocess.Popen[bytes]] = []
        if count == 1:
            self._own = MatchRows(told, arrays, 0, matches)
            return
        told |= {"path": str(path), "shape": shape}
        ends = [matches * at // count for at in range(count + 1)]
        for first, last in pairwise(ends):
            self._others.append(_start(told | {"rows": (first, last)}))
        self._wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for process in self._others:
            process.communicate()
        self._others.clear()
        self._folder.cleanup()

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Carry out one action in each match.

        Args:
            actions: the id of an action for each match.

        Raises:
            IllegalAction: for an id that is not legal, with the sentence of the rule. Some of the
                other actions have been carried out.
        """
        self._actions[:] = actions
        if self._own is not None:
            self._own.step()
            return
        for process in self._others:
            assert process.stdin is not None
            process.stdin.write(_GO)
        self._wait()

    def random_actions(self, random: np.random.Generator) -> NDArray[np.int64]:
        """Return a random legal id for each match."""
        ids = self.masks.shape[1]
        legal = np.flatnonzero(self.masks.view(np.bool_))
        counts = np.bincount(legal // ids, minlength=len(self.masks))
        starts = np.cumsum(counts) - counts
        chosen = starts + (random.random(len(counts)) * counts).astype(np.int64)
        numbers: NDArray[np.int64] = legal[chosen] % ids
        return numbers

    def _wait(self) -> None:
        """Wait until all processes are ready."""
        answers = []
        for process in self._others:
            assert process.stdout is not None
            answers.append(json.loads(process.stdout.readline() or '"The process has ended."'))
        if refusals := [answer for answer in answers if answer]:
            raise IllegalAction(refusals[0])


def _start(told: dict[str, Any]) -> subprocess.Popen[bytes]:
    """Start a process for some rows."""
    words = (sys.executable, "-m", "tianming_adapters.self_play", json.dumps(told))
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def _serve(told: dict[str, Any]) -> None:
    """Play rows until the other process closes the pipe."""
    arrays = MatchArrays(Path(told["path"]), *told["shape"])
    rows = MatchRows(told, arrays, *told["rows"])
    _answer("")
    while os.read(0, 1):
        try:
            rows.step()
        except Exception as error:
            _answer(str(error) or repr(error))
        else:
            _answer("")


def _answer(text: str) -> None:
    sys.stdout.write(f"{json.dumps(text)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _serve(json.loads(sys.argv[1]))
