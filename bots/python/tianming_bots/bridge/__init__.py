"""A bot for a program that speaks JSON lines: one line for each question, one line back.

`play` starts the program, and passes each question of the referee to it. So a shell script, or a
program in a language without gRPC, is a bot. `docs/bridge.md` describes the lines.
"""

from tianming_bots.bridge.bot import play
from tianming_bots.bridge.error import ProgramEnded, UnknownGame, WrongLine

__all__ = ["ProgramEnded", "UnknownGame", "WrongLine", "play"]
