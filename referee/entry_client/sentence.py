"""Why an owner's call fails, or why their seasons cannot be used."""

from tianming_games.ground.error import Sentence


class EntryClientSentence(Sentence):
    """Why an owner's call fails, or why their seasons cannot be used."""

    # calls
    CALL_REFUSED = "the season refuses this ({reason}): {why}"
    CALL_NOT_SENT = "the call cannot be sent: {why}."
    WRONG_ENTRY_ADDRESS = "{why}."
    NO_ENTRY_SERVICE = (
        "there is no service of entries at {address}: use the address of the invitation."
    )
    SERVICE_AWAY = (
        "the service of entries at {address} does not answer: {why}. Check the address, or try "
        "again later."
    )
    JOIN_CUT = (
        "the connection to {address} broke before the token came: {why}. Join again; if the "
        "invitation is used, ask the organiser for another one."
    )
    SERVICE_UNUSABLE = "the service of entries cannot be used: {why}."
    ANSWER_TOO_LARGE = "{address} sent more than {most} bytes, so the rest was not read."

    # the file of seasons
    NO_SEASON = "you have joined no season: join one with `referee join ADDRESS INVITATION`."
    SEASON_NOT_JOINED = "you have joined no season at {address!r}: {hint}"
    JOINED_ALREADY = (
        "you have joined the season at {address} as {owner}: submit bots with `referee submit`. To "
        "join as another owner, move {path} away."
    )
    SEASONS_OPEN_TO_OTHERS = (
        "{path} has tokens, and other users can open it: run `chmod 600 {path}`."
    )
    FILE_NOT_READ = "{path} cannot be read: {why}."
    SEASONS_MALFORMED = (
        "{path} is no file of seasons, because {why}: correct it, or move it away and join again."
    )
    SEASONS_NOT_WRITTEN = "{path} cannot be written: {why}."
    SEASONS_IN_USE = "another process has used {path} for {seconds} s: try again."
    TOKEN_WITHOUT_ADDRESS = "TIANMING_ENTRY_TOKEN needs TIANMING_ENTRY_ADDRESS: set both."
    TOKEN_MALFORMED = (
        "the token of {where} has characters that no token has, such as spaces: use the token as "
        "`referee mine token` prints it."
    )

    # submissions
    BOT_WITHOUT_NAME = (
        "nothing names the bot of {file}: add a line such as name = {sample} to its bot.toml, or "
        "name it with --bot."
    )
