"""The question of In the Year of the Dragon, with the types of the game's messages."""

from tianming import question
from tianming_proto.games.dragon.v1 import dragon_pb2 as messages

__all__ = ["Event", "Observation", "Option", "Position", "Question", "Setup"]

Event = messages.Event
Observation = messages.Observation
Option = messages.Option
Position = messages.Position
Setup = messages.Setup

Question = question.Question[messages.Observation, messages.Option]
"""A question whose `observation` and `options` have the types of this game."""
