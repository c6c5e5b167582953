"""The names of matches, bots, owners and streams: each a type of its own, and a text."""

from typing import NewType

MatchId = NewType("MatchId", str)
"""The name of a match, or of an attempt at a planned one."""

SessionId = NewType("SessionId", str)
"""The name of one stream of a bot."""

BotName = NewType("BotName", str)
"""The name of a bot, which stands at its seats in records and tables."""

OwnerName = NewType("OwnerName", str)
"""The name of an owner of bots, who is a person or a team."""
