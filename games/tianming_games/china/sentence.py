"""The error sentences that only China has."""

from tianming_games.ground.error import Sentence


class ChinaSentence(Sentence):
    """Errors in the options of China."""

    OTHER_SIDE = (
        "option board of china names {path}, a board for {least} to {most} players, "
        "which is not side {side}: leave one of the two options out."
    )
