"""What is wrong with a league file, with what overrides it, or with this machine for its bots."""

from tianming_games.ground.error import Sentence


class LeagueFileSentence(Sentence):
    """What is wrong with a league file, what overrides it, or this machine for its bots."""

    # the whole file
    WRONG_LEAGUE = "{where}: {why}"
    WRONG_LEAGUE_LINES = "{path} has {count:error|errors}{more}:\n{errors}"
    LEAGUE_TOO_LARGE = "the league {path} has more than {most} bytes, too many for a league file."
    LEAGUE_NOT_READ = (
        "the league {path} cannot be read: {why}; `referee league new {path}` writes one."
    )
    LEAGUE_NOT_TEXT = "the league {path} is not text: write a TOML file in UTF-8."
    NO_TOML = "this is not TOML: {why}."
    NESTED_TOO_DEEPLY = "this is not a league: its lists nest too deeply."
    TOO_MANY_DOTS = "a line has at most {most} dots outside of quotes."
    TOO_MANY_LINES = "this statement has too many lines: write [[bot]] above each bot."

    # overrides
    NO_KEY_VALUE = "--set {word!r} is not KEY=VALUE, for example limits.matches=4."
    SET_TWICE = "--set gives {name} twice: {one} and {other}."
    SET_UNKNOWN_KEY = "--set {name}: a league has no such key; {hint}"
    UNKNOWN_VARIABLE = "the environment variable {variable} is no key of a league: {hint}"

    # keys and tables
    MISSING_KEY = "{name} is missing: add {key} = {sample}."
    UNKNOWN_KEY = "{table} has no key {key!r}: {hint}"
    NO_TABLE = "{name} must be a table: write [{name}] and its keys below."
    NO_TABLES = "{name} must be tables: write [[{name}]] above each."

    # values
    NO_CHOICE = "{name} cannot be {value}: {hint}"
    WRONG_TYPE = "{name} must be {type}, not {value}."
    OUT_OF_RANGE = "{name} is {value}: give a number from {least:.15g} to {most:.15g}."
    WRONG_FORM = "{name} is {value}: give {form}."
    NO_TEXT = "{name} is {value}: give a text in UTF-8, without U+0000."
    OPTION_NOT_TEXT = "option {option} must be a text in quotes."

    # the game, the clock and the format
    NO_TIME = "clock.decision and clock.bank are both 0: give one time."

    # entries
    HALF_OF_ENTRY_TLS = "TLS for owners needs both entry.certificate and entry.key."
    STORE_SHOWS = (
        "the folder {folder} of entry.store has {secret}, which the process of entries may not "
        "see: name another folder, or move the file."
    )
    NO_PORT_FOR_OWNERS = (
        "with entry.connected, owners are told where their bots connect: give server.listen a port "
        "other than 0."
    )
    ENTRIES_ON_CLUSTER = (
        "bots that owners enter are played on this machine only: set executor.kind to here or "
        "processes, or leave entry.listen empty."
    )

    # bots
    BOT_NAME_TAKEN = (
        "there is already a bot {bot!r}, perhaps in other upper and lower case: choose another "
        "name."
    )
    BOT_TITLE_TAKEN = (
        "the bot {bot!r} is shown as {title!r}, which is the name of {other!r} on the pages: "
        "choose another title."
    )
    HIDDEN_CHARACTER = (
        "the {key} of the bot {bot!r} has a character that nobody can see: write it again."
    )
    NOT_ONE_WAY_TO_BOT = (
        "the bot {bot!r} needs either a command, to be started here, or a token, to connect from "
        "elsewhere, or an address, to be dialled there."
    )
    TOKEN_ENV_WITHOUT_ADDRESS = (
        "token_env of the bot {bot!r} needs an address: other bots show their own tokens."
    )
    NO_TOKEN_VARIABLE = (
        "there is no variable {variable} with the token of {bot!r}: set it in the environment of "
        "this command."
    )
    WRONG_TOKEN = (
        "the token of {bot!r} is neither a SHA-256 in hexadecimal nor a name in the file of tokens "
        "(server.tokens): the secret itself does not belong here."
    )
    TOO_FEW_CORES = (
        "sandbox.cores needs {needed:core|cores} for the bots of {matches:match|matches} at once, "
        "and this machine has {cores} beside the referee's: {cure}."
    )
    NOT_READABLE = "sandbox.reads names {path}, which does not exist."

    # owners
    OWNER_NAME_TAKEN = (
        "there is already an owner {owner!r}, perhaps in other upper and lower case: choose "
        "another name."
    )
    NO_SUCH_OWNER = (
        "the bot {bot!r} has the owner {owner!r}, and no [[owner]] has that name: {hint} To add "
        "one, write [[owner]] and name = {owner!r} below it."
    )
    TOO_MANY_BOTS = (
        "{owner} has {count:bot|bots} in the league ({bots}), and its quota is {most}: bench or "
        "disable one, or raise bots at its [[owner]]."
    )

    # webhooks
    TARGET_NAME_TAKEN = (
        "there is already a [[notify]] {target!r}, perhaps in other upper and lower case: choose "
        "another name."
    )
    WRONG_WEBHOOK_URL = (
        "url of the [[notify]] {target!r} is no https address without user and fragment, such as "
        "https://example.org/hook: give one. http works only with private = true."
    )
    NOT_ONE_SECRET = (
        'a [[notify]] with form = "standard" needs either secret_env or secret_file, and other '
        "forms have no signature: mend {target!r}."
    )
    WRONG_WEBHOOK_SECRET = (
        "{where} has no secret for the [[notify]] {target!r}: it must be `whsec_` and 24 to 64 "
        "bytes in Base64."
    )
    WEBHOOK_SECRET_NOT_READ = (
        "the file {file} with the secret of the [[notify]] {target!r} cannot be read: {why}."
    )

    # the network
    HALF_OF_TLS = "server.certificate and server.key go together: give both or none."
    CLIENT_AUTHORITY_WITHOUT_TLS = (
        "server.client_ca needs TLS: give server.certificate and server.key."
    )
    HALF_OF_CLUSTER = 'executor.kind = "dask" and executor.address go together: give both or none.'
    WRONG_LISTEN = "{table}.listen: {why}"
