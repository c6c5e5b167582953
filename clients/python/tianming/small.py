"""The question of a small game, with the types of the messages that all small games share."""

from tianming import question
from tianming_proto.games.small.v1 import small_pb2 as messages

__all__ = ["Observation", "Option", "Position", "Question", "Setup"]

Observation = messages.Observation
Option = messages.Option
Position = messages.Position
Setup = messages.Setup

Question = question.Question[messages.Observation, messages.Option]
"""A question whose `observation` and `options` have the types of these games."""
