"""Record a question of each game, for the tests of starter kits and of SDKs.

    python proto/vectors/questions.py [--check]

`questions/GAME.bin` is a `PlayResponse` with two messages: `MatchStarted`, and a `Question` from
the middle of a match. `--check` writes nothing, and ends with 1 if a committed file differs.
"""

import sys
from pathlib import Path

from referee.conformance.scripted_match import ScriptedMatch
from tianming_games.ground.encoding import field
from tianming_games.registry import is_own, load, names
from tianming_proto.v1.play_pb2 import Choose

FOLDER = Path(__file__).parent / "questions"

GAMES = [name for name in names() if is_own(name)]

_PLAYED = 20
"""Questions that the bot has answered before the recorded one."""


def recorded(game: str) -> bytes:
    """A frame with the start of a match, and a question with several options."""
    match = ScriptedMatch("example", game, load(game).facts.most_seats)
    while match.open[0].number < _PLAYED or len(match.open[0].options) < 2:
        asked = match.open[0]
        option = asked.number % len(asked.options)
        match.choose(Choose(number=asked.number, option=option))
    return field(1, match.started()) + field(1, match.question())


def main(arguments: list[str]) -> int:
    """Write the files, or check those that are committed."""
    made = {f"{game}.bin": recorded(game) for game in GAMES}
    if "--check" not in arguments:
        FOLDER.mkdir(exist_ok=True)
        for name, content in made.items():
            (FOLDER / name).write_bytes(content)
        return 0
    committed = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    if committed == made:
        return 0
    print("proto/vectors/questions is stale: run `python proto/vectors/questions.py`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
