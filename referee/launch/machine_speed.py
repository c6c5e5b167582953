"""Measure how fast this machine is: time a fixed walk of a game's rules.

A bot on a slower machine searches less in the same time, so records state the speed of the machine
that played the match. The walk is the same everywhere: the same choices and draws of the same game.
Its unit is the processor time of one thread, so other processes disturb it little.
"""

import socket
import time
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.record.playing_machine import PlayingMachine
from tianming_games.chance import Chance
from tianming_games.registry import load

_WALKS: Final = 5
"""How often the walk is timed; the fastest one counts, because disturbances only slow it."""

_DECISIONS: Final = 250
"""Decisions of one walk: about 3 ms of processor time with rules in plain Python."""

_MACHINE_ID: Final = Path("/etc/machine-id")


@cache
def own_machine(game: str) -> PlayingMachine:
    """Return this machine with its speed in a game; the first call takes about 0.02 s.

    The speed is 0 if the game is not installed, does not begin with its default options, or fails.
    A match of such a game reports why.
    """
    try:
        fastest = min(_timed_walk(game) for _ in range(_WALKS))
    except Exception:
        return PlayingMachine(machine_name(), 0, compiled=False)
    return PlayingMachine(machine_name(), round(_DECISIONS * 1e9 / fastest), is_compiled(game))


def machine_name() -> str:
    """Return the pseudonym of this machine: a digest of its id and host name, 16 digits."""
    try:
        own_id = _MACHINE_ID.read_bytes().strip()
    except OSError:
        own_id = b""
    host = socket.gethostname().encode()
    return blake2b(host, key=own_id[:64], digest_size=8, person=b"tianming.machine").hexdigest()


def is_compiled(game: str) -> bool:
    """Return whether the rules of a game are compiled."""
    rules = load(game)
    spec = find_spec(type(rules.begin(rules.facts.least_seats)).__module__)
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def _timed_walk(game: str) -> int:
    """Walk the rules, and return the nanoseconds of processor time that it took, at least 1."""
    rules, chance = load(game), Chance(bytes(32), "walk")
    seats = rules.facts.least_seats
    state, decisions = rules.begin(seats), 0
    began = time.thread_time_ns()
    while decisions < _DECISIONS:
        if state.is_terminal():
            state = rules.begin(seats)
        players = state.to_act()
        if not players:
            state.apply_draw(state.sample_draw(chance))
        for player in players:
            options = state.legal_actions(player)
            state.apply_action(player, options[chance.below(len(options))])
            decisions += 1
    return max(1, time.thread_time_ns() - began)
