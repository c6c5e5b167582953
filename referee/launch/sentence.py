"""What is wrong with a bot that somebody names, or keeps it from playing."""

from tianming_games.ground.error import Sentence


class LaunchSentence(Sentence):
    """What is wrong with a bot that somebody names, or keeps it from playing."""

    # the words that name a bot
    NO_COMMAND_LINE = "the bot {bot!r} is not a command line: {why}."
    EMPTY_COMMAND = "a bot is the name of an installed bot, or a command line in quotes."
    NAME_TWICE = "two bots are named {name!r}: give each another name, as in NAME=COMMAND."
    VARIABLE_FIRST = (
        "the bot {bot!r} begins with a variable, and NAME= there would name the bot; to set the "
        'variable, give "{line}".'
    )
    SPLIT_PATH = (
        "the bot {bot!r} has the words of the file {path!r} without quotes; to run that file, "
        'give "{line}".'
    )
    NAME_MADE = (
        "the bot {bot!r} is named {name}, because names have only ASCII letters and digits; "
        "NAME=COMMAND gives it another name."
    )
    ADDRESS_AS_COMMAND = (
        "the bot {bot!r} does not start: this is the address of a listening bot, not a command."
    )
    PROGRAM_IS_FOLDER = (
        "the bot {bot!r} does not start: {program!r} is a folder; name the program in it."
    )
    PERSON_NOT_RATED = (
        "{word!r} is the seat of a person, which is never rated: only `referee play` has one."
    )
    NO_PROGRAM = "the bot {bot!r} does not start: there is no program {program!r}; {hint}"
    PROGRAM_NOT_ON_PATH = (
        "the bot {bot!r} does not start: {program!r} is a file that is not on the PATH; give "
        '"{line}".'
    )
    SCRIPT_NOT_EXECUTABLE = (
        'the bot {bot!r} does not start: {program!r} is a file, but not executable; give "{line}".'
    )
    FILE_NOT_EXECUTABLE = (
        "the bot {bot!r} does not start: {program!r} is a file, but not executable; name the "
        "program that runs it, or chmod +x it."
    )

    # processes
    NOT_STARTED = "the bot {bot} does not start: {why} ({line})."
    BOT_ENDED = "at question {question} {why}."

    # bots that a match waits for
    ABSENT = "the bot {bot} does not play: {why}."
    ABSENT_WITH_OUTPUT = "the bot {bot} does not play: {why} ({line}). Its last output:\n{printed}"
    ABSENT_IN_SILENCE = "the bot {bot} does not play: {why} ({line}). It printed nothing."
    NEVER_CONNECTED = (
        "the bot {bot} does not play: {why} ({line}). Does it connect, in Python with "
        "tianming.run? Its last output:\n{printed}"
    )
    NEVER_CONNECTED_IN_SILENCE = (
        "the bot {bot} does not play: {why} ({line}). Does it connect, in Python with "
        "tianming.run? It printed nothing."
    )

    # sandboxes
    SANDBOX_NOT_ENFORCED = (
        "this machine cannot enforce the sandbox {preset}: {why} `referee doctor` shows which "
        "presets are available."
    )
    BOT_IN_HIDDEN_FOLDER = (
        "the bot {bot} is in {folder}, which no bot may open in the sandbox {preset}: keep bots "
        "and the league's records in separate folders."
    )
    BOT_BESIDE_LEAGUE = (
        "a bot would see {folder}, where files of the league are among {count:other|others}: put "
        "the bot into a separate folder."
    )
    BOT_IN_SHARED_FOLDER = (
        "the bot {bot} is in {folder}, and --sandbox strict would show it everything there: put "
        "it into a separate folder."
    )
