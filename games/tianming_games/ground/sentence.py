"""The sentences of the errors of the rules.

Sentences about actions and about constraints of board files are in the code of their rules.
"""

from tianming_games.ground.error import Sentence


class GameSentence(Sentence):
    """Errors about the name of a game, an option, a board or a position."""

    NO_SUCH_GAME = "there is no game {name!r}: {hint}"
    GAME_NOT_LOADED = (
        "the game {game} of the distribution {distribution} cannot be loaded from {place} ({why}): "
        "mend or update {distribution}, or uninstall it."
    )
    NO_GAME_THERE = (
        "the entry point {game} of the distribution {distribution} leads to {found}: let {place} "
        "be the Game with the name {game}."
    )
    GAME_LACKS = (
        "the game {game} of the distribution {distribution} has no {what}: {place} needs these "
        "attributes."
    )
    SAME_NAME = (
        "the distributions {one} and {other} both have a game {game}: uninstall {other}, or rename "
        "its game."
    )
    GAME_FAILED = (
        "the game {game} of the distribution {distribution} failed ({why}) at {place}: report it "
        "to the authors of {distribution}; `referee games check {game}` looks for more."
    )
    WRONG_NUMBER_OF_SEATS = "{game} is for {least} to {most} seats, not {seats}."
    WRONG_NUMBER_OF_PLAYERS = "{what} is for {least} to {most} players, not {seats}."
    NO_SUCH_OPTION = "{game} has no option {name!r}: {hint}"
    NO_SUCH_VALUE = "option {name} of {game} cannot be {value!r}: {hint}"
    VALUE_IS_NO_TEXT = (
        "option {name} of {game} cannot be {value!r}: use UTF-8 without U+0000, because a record "
        "stores it."
    )
    NO_ACTIONS = (
        "{game} has no catalogue of actions: its class `Game` needs the method `all_actions`."
    )
    NO_TENSORS = (
        "{game} has no tensors of observations: its class `Game` needs the method `tensor_fields`."
    )
    OTHER_TENSOR = (
        "these tensors are of {found}, not of {wanted}: make or train them again with these rules."
    )
    NO_URN = "{game} does not say what it draws from: its classes `Draw` need the method `urn`."
    NO_SUCH_ID = "{game} has no action {number}: the ids of its catalogue are 0 to {last}."
    NO_SUCH_OPPONENT = (
        "no installed bot is named {name!r} (`greedy` is in the package tianming-bots): {hint}"
    )
    NO_POLICY = (
        "the bot {name} has no policy of {game}: give random, or a function from a state and a "
        "seat to an action."
    )
    NO_BOARD_FILE = "{game} has no board file."
    OTHER_BOARD = (
        "the board {path} is not the board of the record (digest {digest}, not {pinned}): name "
        "the original file."
    )
    BOARD_NOT_READ = (
        "the board {path!r} cannot be read: {why}; "
        "give the path of a TOML file, or the name of a board of the game."
    )
    BOARD_TOO_LONG = "{path}:1: a board file has at most {most} bytes."
    BOARD_NOT_UTF8 = "{path}:{line}: this is not UTF-8 text."
    BOARD_NOT_TOML = "{path}:{line}: this is not TOML: {why}."
    BOARD_NESTS_TOO_DEEPLY = "{path}:1: the file nests too deeply for a board."
    WRONG_BOARD = "{path}:{line}: {why}"
    WRONG_BOARD_VALUES = "{path} has {count:error|errors}:\n{errors}"
    WRONG_FIELD = "{field}: {why}"
