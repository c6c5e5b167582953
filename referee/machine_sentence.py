"""What the machine that runs the referee cannot do. No bot is at fault then."""

from tianming_games.ground.error import Sentence


class MachineSentence(Sentence):
    """What the machine that runs the referee cannot do."""

    CANNOT_START_BOT = (
        "this machine cannot start the bot {bot}: {why}; {cure}. The bot is not at fault."
    )
    CANNOT_REACH_BOT = (
        "this machine cannot connect the bot {bot}: {why}; {cure}. The bot is not at fault."
    )
    NO_CORE_FREE = (
        "no core of this machine is free for the bot {bot}: other bots have all {cores} (one core "
        "is the referee's); lower limits.matches, or set sandbox.cores = false. The bot is not at "
        "fault."
    )
    CANNOT_PLAY = "this machine cannot play the match {match}: {why}; {cure}. No bot is at fault."
    NO_SOCKET = (
        "this machine gives the referee no socket for a local bot: {why}; {cure}. The bot is not "
        "at fault."
    )
    FRONT_DOES_NOT_START = (
        "the process in front of the referee does not start: {why}; {cure}. No bot is at fault."
    )
    FRONT_DOES_NOT_SERVE = (
        "the process in front of the referee does not serve {address}: {why}; {cure}. No bot is "
        "at fault."
    )
    FRONT_STARVES = (
        "the process in front of the referee cannot accept connections: {why}; {cure}. No bot is "
        "at fault."
    )
    WORKERS_DO_NOT_START = (
        "the last {count:worker|workers} did not start: {why}; {cure}. No bot is at fault."
    )
    CANNOT_WORK = "this machine does not let the referee work: {why}; {cure}."
    SEASON_WAITED = (
        "the season stops, because this machine had the same fault {count:time|times}: {fault} "
        "Repair it, and run the same command again; nothing is lost."
    )
    NO_LOCKS = (
        "{path} cannot be locked: {why}. Its file system has no locks (flock), which the referee "
        "needs: name a folder on another one, such as a local disk."
    )
    RUNTIME_FOLDER_NOT_MADE = (
        "the folder {folder} cannot be made: {why}; set TMPDIR to another folder."
    )
    RUNTIME_FOLDER_NOT_PRIVATE = (
        "other users may enter the folder {folder}: remove it, or set TMPDIR to another folder."
    )
