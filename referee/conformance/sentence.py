"""Why a bot under test cannot be reached or started."""

from tianming_games.ground.error import Sentence


class ConformanceSentence(Sentence):
    """Why a bot under test cannot be reached or started."""

    NOBODY_LISTENS = (
        "no bot listens at {address}: start it with TIANMING_LISTEN, or correct --address."
    )
    BOT_UNDER_TEST_NOT_STARTED = "the bot {bot} does not start: {why} ({command})."
