"""The sentences of the errors of Ming Dynasty alone."""

from tianming_games.ground.error import Sentence


class MingSentence(Sentence):
    """What is wrong with options of Ming Dynasty."""

    NO_NEUTRAL_FAMILY = (
        "option neutral_setup of ming is for 2 seats, not {seats}: "
        "only a game for two has a neutral family."
    )
