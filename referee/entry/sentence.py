"""Why a submission is refused, or cannot be taken."""

from tianming_games.ground.error import Sentence


class SubmissionSentence(Sentence):
    """Why a submission is refused, or cannot be taken."""

    # archives
    NO_SUBMISSION = (
        "{file} is neither a folder nor a zip or tar.gz file: pack the bot's folder with `tar -czf "
        "bot.tar.gz FOLDER`."
    )
    SUBMISSION_BROKEN = "the archive is not taken, because {why}: pack it again."
    SUBMISSION_EMPTY = "the archive has no files: pack the folder of the bot."
    SUBMISSION_NOT_TAKEN = "the submission {file} cannot be taken: {why}."
    SUBMISSION_NOT_PACKED = "the archive {file} cannot be written: {why}."
    PACKED_TOO_LARGE = "the archive has {size} bytes, and may have {most}: leave out what is built."
    UNPACKED_TOO_LARGE = (
        "the files have more than {most} bytes from {path!r} on, and an archive may unpack to "
        "{ratio} times its size: leave out what is built, padding and large data."
    )
    TOO_MANY_LINKS = (
        "the archive has more than {most} symbolic links from {path!r} on: leave out what is built."
    )
    TOO_MANY_FILES = (
        "the archive has more than {most} files and folders from {path!r} on: leave out what is "
        "built."
    )
    PATH_TOO_LONG = "the path {path!r} is longer than {most} bytes: shorten it."
    PATH_TOO_DEEP = "the path {path!r} has more than {most} parts: use fewer folders."
    PATH_OUTSIDE = (
        "the path {path!r} leads out of the archive: use relative paths without `..`, as `tar "
        "-czf bot.tar.gz FOLDER` does."
    )
    PATH_NOT_PLAIN = (
        "the path {path!r} has a part that is empty, or has a backslash or a character that cannot "
        "be printed: rename the file."
    )
    PATHS_FOLD = (
        "the paths {one!r} and {other!r} are the same on some file systems: rename one of them."
    )
    PATH_TWICE = "the path {path!r} is in the archive twice: pack it again."
    MEMBER_NOT_TAKEN = "{path!r} is {kind}: an archive may have files, folders and symbolic links."
    LINK_LEADS_NOWHERE = (
        "the link {path!r} leads to {target!r}, which is no file or folder of the archive: put the "
        "file into the archive, or leave the link out."
    )

    # bot.toml
    BOT_FILE_NOT_READ = "bot.toml cannot be read: {why}."
    BOT_FILE_TOO_LARGE = "bot.toml has more than {most} bytes: it needs at most six keys."
    BOT_FILE_NO_TOML = "bot.toml is not TOML in UTF-8: {why}."
    BOT_FILE_LACKS_KEY = "bot.toml has no key {key!r}: add {sample}."
    BOT_FILE_UNKNOWN_KEY = "bot.toml has no key {key!r}: {hint}"
    BOT_FILE_WRONG_KEY = "{key} in bot.toml cannot be {value}: give {form}."
    NO_BOT_FILE = (
        "the submission has no bot.toml, and {count:file|files} that Python can run at its top: "
        "add a bot.toml that says how the bot is started, such as run = {sample}."
    )

    # owners and quotas
    INVITATION_UNKNOWN = "this invitation is not known: check the code, or ask for another one."
    INVITATION_USED = "this invitation was used, or revoked: ask the organiser for another one."
    INVITATION_EXPIRED = "this invitation has expired: ask the organiser for another one."
    INVITATION_OF_OTHER = "this invitation is for the owner {owner}: give that name, or none."
    OWNER_WITHOUT_NAME = "this invitation has no name: choose one for you or your team."
    NO_NAME_OF_OWNER = (
        "{name!r} is not a name for an owner: a name has 1 to 40 letters, digits, spaces, dots, "
        "underscores and hyphens, and begins and ends with a letter or digit."
    )
    OWNER_TAKEN = "there is already an owner {owner!r}: choose another name."
    SUBMISSIONS_FROZEN = "the season is frozen: no submission is taken any more."
    ENTRY_TAKEN = (
        "there is already a bot {bot!r}, perhaps of another owner or in other upper and lower "
        "case: choose another name."
    )
    QUOTA_OF_BOTS = (
        "an owner may have {most:bot|bots} here: withdraw one, or submit for one of them."
    )
    QUOTA_OF_DAY = (
        "an owner may submit {most:time|times} in 24 hours here: the next one is taken in "
        "{minutes:minute|minutes}."
    )
    QUOTA_WAITING = (
        "{most} of your submissions wait already: submit again when one of them is done."
    )

    # the organiser
    OWNERS_INVITED = (
        "there is an owner or an open invitation of this name: {owners}. Leave the name out, or "
        "revoke its invitation first."
    )
    NO_SUCH_INVITATION = (
        "there is no invitation {word!r}: `referee league invite --list` shows the id of each."
    )
    NO_OWNER_JOINED = "no owner {owner!r} has joined: {hint}"
    NO_SUCH_SUBMISSION = "there is no submission {number}: `referee league submissions` lists them."
    NOT_BUILT = (
        "submission {number} has not passed the check, so it cannot be accepted: its owner submits "
        "again."
    )
    VERSION_NOT_THERE = (
        "the version {version} is not there any more, so it cannot be accepted: its owner submits "
        "again."
    )

    # the store
    STORE_NOT_WRITTEN = "the store of submissions in {folder} cannot be written: {why}."

    # the entry process
    ENTRY_NOT_CONFINED = "the entry process cannot be confined: {why}"
    ENTRY_NOT_STARTED = "the entry process does not start: {why}"
    ENTRY_SHOWS = (
        "the entry process would see {secret} in {folder}: name another folder in [entry], or move "
        "the file."
    )

    # builds
    BUILD_FAILED = "the build failed, because {why}. Its last output:\n{printed}"
    BUILD_TOO_LONG = (
        "the build took more than {seconds:g} s, so it was ended. Its last output:\n{printed}"
    )
    BUILD_WITHOUT_RESULT = (
        "the build ended without a result: do not use the socket that TIANMING_SERVER names."
    )

    BUILD_WROTE_OUTSIDE = (
        "the build failed, because {why}. It tried to write outside of its folder and of /tmp, and "
        "all else is read-only. Its last output:\n{printed}"
    )
    BUILD_NEEDS_PACKAGE = (
        "the build failed, because {why}. It has no network, so put each package that this "
        "league's toolchain lacks into the submission. Its last output:\n{printed}"
    )

    # toolchains
    TOOLCHAIN_UNKNOWN = "there is no toolchain for {language!r}: {hint}"
    TOOLCHAIN_WITHOUT_TOOLS = (
        "this machine lacks {tools}, which the toolchain for {language} needs: install it, and "
        "prepare again."
    )
    TOOLCHAIN_NOT_PREPARED = (
        "the toolchain for {language} cannot be prepared: check the network and the tools. Its "
        "last output:\n{printed}"
    )
    TOOLCHAIN_NOT_WRITTEN = "the folder of toolchains {folder} cannot be written: {why}."
    TOOLCHAINS_LOCKED = "another process prepares toolchains in {folder}: wait until it has ended."

    # the command, the check and the version
    RUN_LEADS_OUT = (
        "run in bot.toml has the word {word!r}, which leads out of the bot's folder: use relative "
        "paths without `..`."
    )
    RUN_WITHOUT_PROGRAM = (
        "run in bot.toml names the program {word!r}, which neither the bot's folder nor this "
        "machine has: for a file in the folder, write ./NAME."
    )
    GAME_NOT_PLAYED = "the bot does not play {game}, as its bot.toml says: add it to games."
    CHECK_FAILED = "the bot is not ready for this season:\n{report}"
    SUBMISSION_REPEATED = (
        "these files are those of submission {number}: use that version instead of building it "
        "again."
    )
    REFUSED_BEFORE = (
        "these files are those of submission {number}, which the organiser has refused: {why}"
    )
    VERSION_CROWDED_OUT = (
        "it was removed, because your versions take more room than an owner may: submit it again "
        "to play it."
    )
    VERSION_NOT_FROZEN = "the version {version} cannot be written: {why}."

    BUILD_CHANGED_BOT_FILE = (
        "the build changed or removed bot.toml, which says how the bot is started: let it leave "
        "the file as it is."
    )

    # the season
    ENTRANT_NAME_TAKEN = (
        "the season has another bot {bot!r}: withdraw this one, and submit it under another name."
    )
    ENTRANT_OWNER_TAKEN = (
        "the league file has an owner {owner!r}, too: give that one another name there."
    )
    ENTRANT_BEYOND_QUOTA = "the owner may have {most:bot|bots}."
    ENTRANT_NOT_CONNECTED = "entry.connected lets no owner run a bot."
    VERSION_NOT_SOUND = "version {number} does not play, because {why}: submit it again."
    FOLDER_GONE = "the folder {folder} is gone."
    VERSION_DIFFERS = "the files in {folder} are not those that were accepted."
    ENTRIES_GONE = "the journal {path} is gone: restore a copy of it."
    ENTRIES_TOO_LARGE = "the journal {path} has {size} bytes, and is read up to {most}."
    ENTRIES_NOT_SOUND = (
        "{path} has an event that no process of the league writes: restore a copy of the journal."
    )

    # calls of the service
    TOKEN_UNKNOWN = (
        "the call has no token of an owner: send it as the metadata `authorization: Bearer TOKEN`."
    )
    REQUEST_MALFORMED = "the request is malformed: {why}."
    UPLOAD_CUT = "the upload is not what its header says, so nothing was taken: send it again."
    UPLOAD_SLOW = (
        "the upload came with less than {least} bytes a second, so nothing was taken: send it "
        "again."
    )
    DISK_FULL = "the season has no room for more submissions now: tell the organiser."
    TOO_MANY_CALLS = "{most} of your calls are open already: end one, or wait for it."
    REQUEST_LATE = "the request did not come within {seconds:g} s: call again."
    NOT_YOUR_SUBMISSION = "you have no submission {number}."
    NOT_YOUR_ENTRY = "you have no bot {bot!r}: submit it first."
    NO_SUCH_VERSION = "submission {number} is no accepted version of {bot!r}: name one that is."

    # matches of an owner
    SEASON_AWAY = "the season does not answer now: try again in a minute."
    NOT_YOUR_MATCH = "your bots have played no match {match!r}: list your matches for the names."
    NOT_YOUR_SEAT = "that bot is not yours, or has no seat in the match {match!r}."
    MATCH_NOT_OVER = "the match {match!r} has not ended: try again when it has."
    SET_NOT_OVER = (
        "other matches with the draws of {match!r} have not ended: its record is shown when they "
        "have."
    )

    # bots that connect, and friendlies
    CONNECTED_OFF = "this season hosts all bots: submit yours."
    FRIENDLIES_OFF = "this season plays no friendlies."
    FRIENDLY_SEATS = "a match has {seats} seats: name {most:opponent|opponents}, each once."
    FRIENDLY_WITHOUT = "the bot {bot!r} does not play now, so it can be in no friendly."
    FRIENDLY_NOT_OPEN = "the owner of {bot!r} allows no friendlies against it."
    FRIENDLIES_WAIT = (
        "{most} of your friendlies wait already: ask for another one when one is played."
    )
