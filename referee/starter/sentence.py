"""Why a starter kit cannot be written."""

from tianming_games.ground.error import Sentence


class StarterSentence(Sentence):
    """Why a starter kit cannot be written."""

    NO_NAME_OF_PACKAGE = (
        "{name!r} cannot be the name of a new bot or game: use at most {most} lower-case letters, "
        "digits and single hyphens, with a letter first, such as my-bot."
    )
    NAME_OF_MODULE = (
        "a bot in Python cannot have the name {name}: its file {name}.py would hide a module that "
        "the bot needs. Choose another name, such as {name}-bot."
    )
    NAME_OF_GAME = (
        "a new game cannot have the name {name}: there is a game or a Python module of this name. "
        "Choose another name, such as my-{name}."
    )
    FOLDER_IS_TAKEN = "{folder} already exists: name a new folder, or an empty one."
    KIT_NOT_WRITTEN = "{folder} cannot be written: {why}."
    SDK_NOT_INSTALLED = (
        "this installation has no {path}: install the referee from a clone of the project."
    )
