"""What is wrong with a command line, or with what a command works on."""

from tianming_games.ground.error import Sentence


class CommandSentence(Sentence):
    """What is wrong with a command line, or with what a command works on."""

    # words and options of any command
    UNKNOWN_COMMAND = "there is no command {name!r}: {hint} See `{prog} --help`."
    UNKNOWN_OPTION = "there is no option {name!r}. See `{prog} --help`."
    MISTYPED_OPTION = "there is no option {name!r}: did you mean {near}? See `{prog} --help`."
    MISSING_PARAMETER = "{parameter} is missing. See `{prog} --help`."
    WRONG_PARAMETER = "{parameter}: {why} See `{prog} --help`."
    WRONG_WORDS = "{why} See `{prog} --help`."
    EXCLUSIVE_OPTIONS = "{option} and {other} exclude each other: choose one."
    RENAMED = "`{old}` is now `{new}`."

    # how a command ends
    INTERRUPTED = "interrupted"
    REFEREE_FAILED = (
        "the referee failed ({kind}), which is not a bot's fault: report it with the lines above "
        "and the output of `referee doctor`."
    )
    FILE_NOT_USED = "{file} cannot be used: {why}."

    # numbers
    SECONDS_OUT_OF_RANGE = "--{name} is {value:g}: give seconds from 0 to {most}."
    NUMBER_OUT_OF_RANGE = "--{name} is {value}: give a whole number from {least} to {most}."
    NUMBER_TOO_SMALL = "--{name} is {value}: give a whole number from {least}."
    NO_TIME_TO_ANSWER = "--decision and --bank are both 0: no bot could answer in time."

    # options that need others
    NEEDS_OPTION = "{option} applies with {other} only: add it."
    NEEDS_SANDBOX = "--bot-{name} applies in a sandbox only: add --sandbox basic."
    NEEDS_STRICT = "--bot-reads applies to --sandbox strict only: add it."
    NEEDS_RECORD = "{option} needs a record: name it with --record."
    NEEDS_ADDRESS = "--token-env needs --address."
    NEEDS_TLS = "--tls-client-ca needs --tls-certificate and --tls-key."
    HALF_OF_TLS = "--tls-certificate and --tls-key go together: give both or none."

    # options of one command
    OUTPUT_OVER_BOARD = (
        "--output would write over the board on the screen: leave it out, or keep the output in "
        "files with --stderr FOLDER."
    )
    NEEDS_PERSON = "{option} is for a person: give `human` in place of a bot."
    NEEDS_WEB = "{option} is for the pages of people: add --web, or leave it out."
    NOT_A_PERSON = "--terminal is {name!r}, which is no person of this match: {hint}"
    WATCH_WITH_PERSON = (
        "--watch shows what the seat of a person must not see: leave it out; the person has a "
        "board of the seat."
    )
    JSON_WITH_PERSON = "--json would mix with what the person reads: leave it out."
    PEOPLE_AT_ONE_TERMINAL = (
        "{people} people cannot share this terminal, where each would see the cards of the "
        "others: name one `human`, and bots, or add --web for a page each."
    )
    NO_OPTION_OF_GAME = "--option {word!r} is not NAME=VALUE, e.g. edition=2007."
    OPTION_TWICE = "option {name} is given twice: {one} and {other}."
    NO_SUCH_PATH = "--bot-reads {path}: no such file or folder."
    NO_METRICS_ADDRESS = (
        "--metrics {address!r} is not an address: use host:port, e.g. 127.0.0.1:9464."
    )
    SEED_WOULD_BE_KNOWN = "--seed would let everybody know the draws: leave it out of `serve`."
    BOT_IN_TOKENS = (
        "{name} is a bot of the command line and of {tokens}: give one of them another name; "
        "NAME= before a bot names it."
    )
    TOO_MANY_LOCAL_BOTS = (
        "{count:local bot fills|local bots fill} the {seats} seats of a match, so they would play "
        "without any bot that connects: name at most {most}."
    )
    NO_SUCH_CHECK = "--check {name}: no such check; {hint}"
    NAME_ONE_BOT = "name one bot: give its command after `--`, or its --address."
    WRONG_BOT_ADDRESS = "--address: {why}."
    BETTER_NEEDS_TWO = "--better has {bot} twice: name two different bots."
    TOO_MANY_MATCHES_OF = "--matches is given more than twice: name one bot, or two that met."
    ONE_RECORD = "--to jsonl takes one record: name a record's file."
    NO_POSITIONS = "--positions is an option of --to parquet: leave it out."
    NO_OUTPUT = "--to parquet writes a file: name it with --output FILE."
    NEEDS_PYARROW = (
        "Parquet needs pyarrow, which is not installed: pip install 'tianming-referee[parquet]', "
        "or '.[parquet]' in the clone."
    )
    NO_TOKEN_VARIABLE = (
        "--token-env is {name!r}: give a name that begins with TIANMING_, because bots do not "
        "inherit such variables."
    )
    HAS_TOKEN = "{tokens} already has a token for {bots}: add --replace to make a new one."
    NO_TOKEN_TO_CHANGE = (
        "{tokens} has no token for {bots}: `referee token --list --tokens {tokens}` lists all."
    )
    NAME_OF_TOKEN = "name a bot, or a file of names with --from, or add --list."

    # files and folders
    NOT_WRITTEN = "{path} cannot be written: {why}."
    NOT_MADE = "{path} cannot be made: {why}; name another folder."
    EXISTS_ALREADY = "{path} already exists: name another file, or remove it."
    NO_FINISHED_RECORD = (
        "the folder {folder} has no finished record (NAME{suffix}): name the folder of the "
        "records, or their files."
    )

    # records
    NO_SUCH_SEAT = "--seat is {seat}: {path} has seats 0 to {last}."
    NOBODY_ASKED = "{path} has no question with the number {first} or a later one."
    SEAT_NOT_ASKED = "{path} has no question to seat {seat} with the number {first} or a later one."
    NOT_BEGUN_BY_PLAY = "the record {path} does not come from `referee play`: name another file."
    OTHER_MATCH = (
        "the record {path} is of a match with {difference}: use the command line that started "
        "it, or name another file."
    )

    # leagues
    LEDGER_BEHIND = (
        "the ledger of {league} has no result, but {folder} has records of {records} of its "
        "matches: the ledger is lost or out of date. To rebuild it, run `referee league rebuild`."
    )
    NO_SUCH_BOT_IN_TABLE = "there is no bot {bot!r} in the table: {hint}"
    NO_SUCH_BOT_IN_LEAGUE = "there is no bot {bot!r} in the league {league}: {hint}"
    NO_SUCH_MATCH = (
        "there is no match {match!r} in the league {league}: a match has "
        "the name of its record, e.g. NAME-r001-s00001-1."
    )
    BOT_IN_FILE = (
        "{bot} is in {file}: change its command, token or address there. Without --command, "
        "--tokens and --address, `add` brings a benched bot back."
    )
    BOT_NOT_IN_LEAGUE = (
        "{bot} is not in the league {league} yet: add --command, --tokens or --address."
    )
    BOT_NAME_TAKEN = (
        "there is already a bot {bot!r}, perhaps in other upper and lower case or as a former "
        "name: choose another name."
    )
    BOT_WAS_RENAMED = "{bot} was renamed to {new}: use that name."
    BOT_IS_PLAYING = (
        "{bot} is in the match {match}, which has not ended: bench {bot}, and rename it after that "
        "match."
    )
    NAMES_DECIDE = (
        "{bot} cannot be renamed: the lots of a knock-out that has begun depend on the names."
    )
    FORMAT_NAMES_BOT = (
        "the format of a league that runs names {bot}: stop the run, rename the bot, and change "
        "format.{key} in {file}."
    )
    LEAGUE_IS_BUSY = "other processes write the journal of {league} all the time: try again."
    BOT_HAS_OWNER = (
        "{bot} belongs to {owner}, and a bot has one owner: to hand it over, list it in the league "
        "file with owner = {other!r}; to rename the owner, `referee league owners --rename`."
    )
    OWNER_NAME_TAKEN = (
        "there is already an owner {owner!r}, perhaps in other upper and lower case: choose "
        "another name."
    )
    OWNER_ENTERED = (
        "{owner} joined with an invitation, so the name stays: remove the owner and invite the new "
        "name, if it must change."
    )
    ENTRIES_ARE_OFF = (
        'nobody can join {league}: write listen = "0.0.0.0:50052" below [entry] of the league '
        "file first."
    )
    ENTRIES_WITHOUT_ADDRESS = (
        "entry.listen is {listen}, which is no address for others: write address = "
        '"https://HOST:PORT" below [entry].'
    )
    OWNER_TWICE = "--owner {owner}: the name is given twice, perhaps in other upper and lower case."
    PAPER_OF_WHICH_KIND = "--paper {path}: the name of the file ends with .html or .txt."
    ANNOUNCEMENT_SIZE = "an announcement has 1 to {most} characters, and this one has {count}."
    NO_SUCH_OWNER = "there is no owner {owner!r} in the league {league}: {hint}"
    NO_TOKEN = (
        "{tokens} has no token for {bot}: make one with `referee token {bot} --tokens {tokens}`."
    )
    NO_RERUN_SELECTED = (
        "name a match, or select some with --bot, --round or --void: see `referee league rerun "
        "--help`."
    )
    RERUN_SELECTED_TWICE = (
        "{match} is a match, and --bot, --round and --void select others: use only one of the two."
    )
    WILL_BE_PLAYED = (
        "{match} has no result yet and is not void, so it will be played anyway: "
        "run `referee league run`."
    )

    # programs behind `bridge`
    PROGRAM_ENDED = "{why} ({command})."
    WRONG_LINE = "{why}."
    TRIES_WITHOUT_TEXT = "--tries needs --text: a line of JSON is asked once."
    MCP_WITH_COMMAND = "--mcp takes no command: its MCP client starts the bridge."
    BRIDGE_WITHOUT_COMMAND = "the bridge needs a program: name it after `--`, or give --mcp."
    NEEDS_MCP = (
        "--mcp needs the MCP SDK, which is not installed: pip install 'tianming-referee[mcp]', or "
        "'.[mcp]' in the clone."
    )
    BRIDGE_WITHOUT_GAME = "the program cannot play this match: {why}."
