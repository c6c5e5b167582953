"""Train a policy by self-play: `python -m tianming_learn.train dragon --out POLICY`."""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from tianming_bots.greedy import POLICIES
from tianming_games.ground.error import TianmingError, UsageError
from tianming_games.registry import load
from tianming_learn.learned_policy import LearnedPolicy
from tianming_learn.new_policy import new_policy
from tianming_learn.sentence import LearnSentence

if TYPE_CHECKING:
    from tianming_learn.training import Round

_MINUTES = 60.0
_TAUGHT = 1 / 6
"""The share of a new training in which the network copies the greedy policy."""


def positive(text: str) -> float:
    """Return a number above 0."""
    found = float(text)
    if not 0 < found < math.inf:
        raise ValueError
    return found


def whole(text: str) -> int:
    """Return a whole number from 1."""
    found = int(text)
    if found < 1:
        raise ValueError
    return found


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    words = argparse.ArgumentParser(
        prog="python -m tianming_learn.train",
        description="Train a policy by self-play. It needs PyTorch, and no graphics processor.",
        epilog="example: python -m tianming_learn.train dragon --minutes 60 --out dragon.policy",
    )
    words.add_argument("game", metavar="GAME", help="name of a game")
    words.add_argument(
        "--out",
        metavar="POLICY",
        type=Path,
        required=True,
        help="the file of the policy, written after each round; "
        "if it is there, the training goes on from it",
    )
    words.add_argument("--seats", metavar="N", type=int, help="default: as few as the game allows")
    words.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated",
    )
    words.add_argument("--minutes", metavar="N", type=positive, help="default: 60")
    words.add_argument("--rounds", metavar="N", type=whole, help="stop after so many rounds")
    words.add_argument("--seed", metavar="N", type=int, help="default: random")
    words.add_argument(
        "--processes", metavar="N", type=whole, help="default: one for each processor"
    )
    words.add_argument("--json", action="store_true", help="print the last round as JSON")
    return words


def start(given: argparse.Namespace, seed: int) -> LearnedPolicy:
    """Return the policy that the training starts from: that of the file, or a new one.

    Raises:
        UsageError: for a game, seats or options that do not exist.
        DataError: when the file is no policy, or one for other matches.
    """
    game = load(given.game)
    options = dict(pair.partition("=")[::2] for pair in given.option)
    seats = game.facts.least_seats if given.seats is None else given.seats
    fresh = new_policy(game, seats, options, seed)
    if not given.out.exists():
        fresh.save(given.out)
        return fresh
    policy = LearnedPolicy.load(given.out)
    if policy.rules != fresh.rules:
        found, wanted = policy.rules["tensor"], fresh.rules["tensor"]
        raise UsageError(LearnSentence.OTHER_MATCH, path=given.out, found=found, wanted=wanted)
    return policy


def train(given: argparse.Namespace) -> Iterator["Round"]:
    """Train until the time or the rounds are over, and yield each round when its policy is saved.

    Raises:
        UsageError, DataError: for a game, a file or options that cannot be used.
    """
    seed = SystemRandom().getrandbits(32) if given.seed is None else given.seed
    is_new = not given.out.exists()
    policy = start(given, seed)
    if find_spec("torch") is None:
        raise UsageError(LearnSentence.NO_TORCH)
    from tianming_learn.training import Training

    has_teacher = is_new and policy.game.name in POLICIES
    processes = given.processes or len(os.sched_getaffinity(0))
    print(f"seed {seed}, processes {processes}, {policy.rules['tensor']}", file=sys.stderr)
    share, began = 0.0, time.monotonic()
    with Training(policy, seed, processes) as training:
        while share < 1:
            row = training.round(is_taught=has_teacher and share < _TAUGHT)
            training.policy.save(given.out)
            yield row
            share = _share(given, row.number, time.monotonic() - began)


def _share(given: argparse.Namespace, rounds: int, seconds: float) -> float:
    """Return the share of the training that is done; 1 or more if it is over."""
    shares: list[float] = []
    if given.rounds is not None:
        shares.append(rounds / given.rounds)
    if given.minutes is not None or given.rounds is None:
        shares.append(seconds / 60 / (given.minutes or _MINUTES))
    return max(shares)


def line(row: "Round") -> str:
    """Return a round as a line for people."""
    what = "copies greedy" if row.is_taught else "plays itself"
    wins = "" if row.wins is None else f", wins {row.wins:.2f} of its matches against the rival"
    return (
        f"round {row.number}, {row.seconds / 60:.1f} minutes, {row.decisions:,} decisions: "
        f"{what}, entropy {row.entropy:.2f}{wins}"
    )


def main() -> int:
    """Train by the command line, and return the exit code."""
    given = parser().parse_args()
    row, code = None, 0
    try:
        for row in train(given):
            print(line(row), file=sys.stderr)
            with Path(f"{given.out}.jsonl").open("a", encoding="utf-8") as curve:
                print(json.dumps(asdict(row)), file=curve)
    except TianmingError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"stopped: {given.out} has the last whole round", file=sys.stderr)
        code = 130
    if given.json and row is not None:
        print(json.dumps(asdict(row)))
    return code


if __name__ == "__main__":
    sys.exit(main())
