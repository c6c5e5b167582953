"""The command line of the benchmarks: which to run, how long, and a file for the figures."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from tests.bench.environment import environment
from tests.bench.figure import Figure
from tests.bench.sample import FULL, QUICK, Checkout, Scale
from tests.source_tree import ROOT

Bench = Callable[[Scale], Iterator[Figure]]
"""A benchmark: yields each figure as soon as it is ready."""

_EXAMPLE = "example: python -m tests.bench --only rules --only sdk --json figures.json"


def main(benches: Mapping[str, Bench]) -> None:
    """Run the benchmarks that the command line names.

    A missed target is printed, but is not a failure, because the machine may have been busy.
    """
    words = _parser(tuple(benches)).parse_args()
    if words.pure:
        _run_pure()
    scale = QUICK if words.quick else FULL
    if words.rounds:
        scale = replace(scale, rounds=words.rounds)
    if words.against:
        scale = replace(scale, against=Checkout(*(path.absolute() for path in words.against)))
    about = environment()
    print(" ".join(f"{name}={value}" for name, value in about.items()))
    figures = []
    for name in words.only or benches:
        for figure in benches[name](scale):
            print(figure.line(), flush=True)
            figures.append(figure)
    _summarize(figures)
    if words.json is not None:
        data = {"environment": about, "figures": [figure.data() for figure in figures]}
        words.json.write_text(json.dumps(data, indent=2) + "\n")


def _parser(names: tuple[str, ...]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, epilog=_EXAMPLE
    )
    parser.add_argument("--quick", action="store_true", help="one short sample each: does it run?")
    parser.add_argument("--pure", action="store_true", help="measure the sources, not the install")
    parser.add_argument("--rounds", type=int, metavar="N", help="samples of each kind")
    parser.add_argument(
        "--against",
        type=Path,
        nargs=2,
        metavar=("CHECKOUT", "PYTHON"),
        help="compare with another commit: its sources, and a Python in which it is installed",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}"
    )
    return parser


def _run_pure() -> NoReturn:
    """Start again with the sources of the project first on the import path."""
    arguments = [word for word in sys.orig_argv[1:] if word != "--pure"]
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'games'}"}
    words = [sys.executable, *arguments]
    sys.exit(subprocess.call(words, env=environ))


def _summarize(figures: list[Figure]) -> None:
    with_target = [figure for figure in figures if figure.target is not None]
    met = sum(figure.met is True for figure in with_target)
    print(f"{met} of {len(with_target)} targets met.")
