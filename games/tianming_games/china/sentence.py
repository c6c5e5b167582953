"""The sentences of the errors of China alone."""

from tianming_games.ground.error import Sentence


class ChinaSentence(Sentence):
    """What is wrong with options of China."""

    OTHER_SIDE = (
        "option board of china names {path}, a board for {least} to {most} players, "
        "which is not side {side}: leave one of the two options out."
    )
