"""The error sentences that only Ming Dynasty has."""

from tianming_games.ground.error import Sentence


class MingSentence(Sentence):
    """Errors in the options of Ming Dynasty."""

    NO_NEUTRAL_FAMILY = (
        "option neutral_setup of ming is for 2 seats, not {seats}: "
        "only a game for two has a neutral family."
    )
