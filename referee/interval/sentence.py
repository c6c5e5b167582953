"""Why the command after a round cannot be started."""

from tianming_games.ground.error import Sentence


class IntervalSentence(Sentence):
    """Why the command after a round cannot be started."""

    COMMAND_BROKEN = "format.after_round is no command line: {why}."
    FOLDER_NOT_WRITTEN = "the folder {folder} cannot be written: {why}."
    NOT_STARTED = "the process does not start: {why}."
