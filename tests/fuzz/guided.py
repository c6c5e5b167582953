"""Run one target under libFuzzer.

python -m tests.fuzz.guided TARGET CORPUS [flags of libFuzzer]
"""

import sys

import atheris

with atheris.instrument_imports(include=["referee", "tianming_games"]):
    from tests.fuzz.__main__ import with_toy
    from tests.fuzz.targets import target_of
    from tianming_games.registry import load, names

    GAMES = [load(name) for name in names()]
    """The games, loaded before the fuzzing begins."""

if __name__ == "__main__":
    with with_toy():
        atheris.Setup([sys.argv[0], *sys.argv[2:]], target_of(sys.argv[1]))
        atheris.Fuzz()
