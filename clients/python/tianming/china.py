"""The question of China, with the types of the game's messages."""

from tianming import question
from tianming_proto.games.china.v1 import china_pb2 as messages

__all__ = ["Observation", "Option", "Position", "Question", "Setup"]

Observation = messages.Observation
Option = messages.Option
Position = messages.Position
Setup = messages.Setup

Question = question.Question[messages.Observation, messages.Option]
"""A question whose `observation` and `options` have the types of this game."""
