"""A bot for a program without gRPC, which reads questions and prints answers.

`play` asks it in JSON lines, as `docs/bridge.md` describes. `play_text` asks it in words, as
`docs/agents.md` describes.
"""

from tianming_bots.bridge.bot import play, play_text
from tianming_bots.bridge.error import ProgramEnded, UnknownGame, WrongLine

__all__ = ["ProgramEnded", "UnknownGame", "WrongLine", "play", "play_text"]
