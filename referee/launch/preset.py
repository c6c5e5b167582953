"""The presets of the sandbox of a local bot."""

from enum import Enum


class Preset(Enum):
    """How strongly a bot is isolated."""

    NONE = "none"
    """No isolation: the bot is a process of the same user. It still ends with its referee."""
    BASIC = "basic"
    """No network, no access to other processes, writes to a scratch folder only, and limits."""
    STRICT = "strict"
    """As `BASIC`, and the bot can read only the system and its own folder."""
