"""What is wrong with a league: its journal, its ledger, its records, its plan or its bots."""

from tianming_games.ground.error import Sentence


class LeagueSentence(Sentence):
    """What is wrong with a league: its journal, its ledger, its records, its plan or its bots."""

    # seasons
    NOT_BEGUN = (
        "{journal} is not there: the league {league} has not begun; start it with `referee league "
        "run`."
    )
    EMPTY_JOURNAL = (
        "{journal} is empty: the league {league} has not begun; start it with `referee league run`."
    )
    OTHER_LEAGUE = (
        "{journal} is the journal of the league {found}, not of {league}: give each league its own "
        "folder and ledger."
    )
    OTHER_GAME = (
        "the season of {league} plays {found}, but the league file has {game}: restore the game, "
        "or give another league its own name, folder and ledger."
    )
    RUN_BY_PROCESS = (
        "the league {league} is being run by another process: wait for it, or stop it first."
    )
    RUN_BY_MACHINE = "the league is being run by another machine: wait for it, or stop it first."
    FOLDER_NOT_MADE = (
        "the folder {folder} cannot be made: {why}; name another as the league's storage."
    )

    # journals
    JOURNAL_NOT_OPENED = (
        "the journal {path} cannot be written: {why}; name a folder that may be written to as the "
        "league's storage."
    )
    JOURNAL_NOT_WRITTEN = "the journal {path} cannot be written: {why}."
    JOURNAL_IN_USE = (
        "another process has held the journal {path} for {seconds:g} s: end it (`fuser {path}` "
        "names it), and give the same command again."
    )
    JOURNAL_REPLACED = (
        "another process has removed or replaced the journal {path}: give the same command again."
    )
    JOURNAL_NOT_READ = "the journal {path} cannot be read: {why}."
    JOURNAL_DAMAGED = (
        "{path}: line {line} (byte {byte}) is not what the referee wrote. Restore an undamaged "
        "copy of the journal{cure}."
    )
    JOURNAL_OTHER = (
        "{path}: line {line} is not the one that was read before. Restore the journal of this "
        "season{cure}."
    )
    JOURNAL_CUT = (
        "{path}: the journal has {bytes:byte|bytes}, but {read:byte was|bytes were} read before. "
        "Restore an undamaged copy of it{cure}."
    )
    JOURNAL_EMPTIED = (
        "{path}: the journal has {bytes:byte|bytes}, but {read:byte was|bytes were} read before. "
        "Restore an undamaged copy of it{cure}. To "
        "begin the season again, move the records and the ledger away as well."
    )
    JOURNAL_MISSING = (
        "{path} is missing or empty, but the season of {league} has begun. Restore a copy of the "
        "journal, or run `referee league rebuild`, which restores what it can. To begin the season "
        "again, move the records and the ledger away as well."
    )

    # ledgers
    NO_LEDGER = "{ledger} is no ledger: give sqlite:///FILE, or postgresql://USER@HOST/DATABASE."
    POSTGRES_MISSING = (
        "a ledger in PostgreSQL needs its driver: pip install "
        "'tianming-referee[postgres]', or '.[postgres]' in the clone."
    )
    LEDGER_DAMAGED = (
        "the ledger {ledger} is damaged: {why}; `referee league rebuild` makes another one."
    )
    LEDGER_NOT_WRITTEN = "the ledger {ledger} cannot be written: {why}."
    LEDGER_NOT_USED = (
        "the ledger {ledger} cannot be used: {why}; {mend} with the storage of the league's file."
    )
    OTHER_ENCODING = (
        "the database {database} has the encoding {encoding}, and a ledger needs UTF8: create "
        "another with `CREATE DATABASE NAME ENCODING 'UTF8' TEMPLATE template0`."
    )
    LEDGER_NOT_COPIED = (
        "the ledger {ledger} cannot be written, and it cannot be copied to {folder}: {why}. Name a "
        "folder with enough room in TMPDIR."
    )
    NEWER_LEDGER = (
        "the ledger {ledger} has revision {found}, but this referee knows only up to {newest}: use "
        "a newer version of tianming-referee."
    )

    # records that are not those of the plan
    UNSOUND_RECORDS = (
        "{reasons}\n"
        "The journal and the ledger are unchanged. Without an undamaged copy, move the record "
        "out of the folder and rebuild again: `referee league run` then plays its match again."
    )
    FOREIGN_RECORDS = (
        "{count:record is not that of its match|records are not those of their matches}:\n{reasons}"
    )
    RECORD_OF_OTHER_MATCH = (
        "{record}: the record is not that of the match {match}: {why}. Move it out of the folder."
    )
    RECORD_OF_OTHER_NAME = "{record}: this is the record of the match {match!r}: rename the file."
    OTHER_SEAL = "the journal has the seal {journal}, and this record has {record}"
    OTHER_GAME_PLAYED = "it is a match of {record}, and the league plays {plan}"
    OTHER_BOTS = "its seats are {record}, and the plan has {plan}"
    OTHER_SEED = "its seed is not that of the plan"
    OTHER_OPTION = "its option {option} is {record}, and the plan has {plan}"

    # plans
    ROUND_NOT_PLAYABLE = "round {round} of {league} cannot be played: {why}"
    NO_SUCH_VARIANT = (
        "{match} is planned with the options of [[variant]] {variant}, but the league file has "
        "{variants}: restore the variant, or void the match with `referee league void {match}`."
    )
    NO_SUCH_BOT = "there is no bot {bot!r} in the league {league}."

    # archives
    ARCHIVE_NOT_WRITTEN = "{file} cannot be archived or written: {why}."
    RECORD_OF_ARCHIVE_MISSING = (
        "{record} is missing, and the journal has its seal: restore it, or void its match, before "
        "you archive the season."
    )
    ARCHIVE_NOT_READ = "the archive {file} cannot be read: {why}."
    NO_ARCHIVE = "{file} is no archive of a season: name a file of `referee league archive`."
    NEWER_ARCHIVE = (
        "the archive {file} has the format {found}: use a newer version of tianming-referee."
    )
    ARCHIVE_DAMAGED = "the archive {file} is not used, because {why}: get another copy of the file."
    ARCHIVE_TOO_LARGE = (
        "the archive {file} is not used, because it claims to hold {size} bytes, far more than a "
        "season of its size does: get another copy of the file."
    )
    ARCHIVE_NEEDS_ROOM = (
        "the archive {file} holds {size} bytes, and the disk has room for {free}: name a folder on "
        "another disk."
    )
    FOLDER_NOT_EMPTY = "{folder} is not empty: name another folder for the season."
    SEASON_NOT_OPENED = "the season cannot be opened in {folder}: {why}; name another folder."

    # reruns
    NO_SUCH_ROUND = "there is no round {round} in {league}: rounds 1 to {last} are planned."
    NO_ROUND_PLANNED = "there is no round {round} in {league}: no round is planned yet."
    WORKERS_STILL_THERE = (
        "workers of a killed run still hold {file} after {seconds:g} s: end them (`ps` shows "
        "them as referee.league.executor.worker), and run the league again."
    )


class ScheduleSentence(Sentence):
    """What is wrong with the schedule of a league."""

    UNKNOWN_ZONE = "there is no time zone {zone!r}: {hint}"
    NO_ZONES = "this machine has no time zones: install the package tzdata of the system."
    WRONG_AT = (
        "{word!r} in {at!r} is no time of day: give times after their weekdays, such as "
        '"mon-fri 18:00, sun 10:00", or times alone for every day, such as "02:00".'
    )
    WRONG_EVERY = 'every is {every!r}: give an interval from "1 s" to "24 h", such as "30 min".'
    WRONG_MOMENT = "{moment!r} is no moment: give one such as 2026-12-20 18:00."
    WRONG_UNTIL = (
        'until is {until!r}: give a day, such as "2026-12-20", or a day and a time, such as '
        '"2026-12-20 18:00".'
    )
    AT_AND_EVERY = "at and every contradict each other: give one of them."
    UNTIL_ALONE = "until needs a schedule that it ends: give at or every, too."
    NEVER_COMES = (
        "the schedule never comes: no round begins after {until} ({zone}), which is over. Give a "
        "later schedule.until, or leave it empty."
    )


class PaceSentence(Sentence):
    """What is wrong with the pace of a league, and why no match starts now."""

    WRONG_QUIET = (
        "{entry!r} in {quiet!r} is no span of quiet hours: give a beginning and another end, after "
        'their weekdays if any, such as "22:00-07:00" or "mon-fri 08:00-18:00, sun 10:00-12:00".'
    )
    ALWAYS_QUIET = "the quiet hours {quiet!r} leave no time for matches: shorten them."
    QUIET = "these are quiet hours (pace.quiet)"
    SEASON = "pace.matches allows {matches} within an hour"
    BOTS = (
        "each waiting match has a bot at its limit, and pace.matches_per_bot allows {matches} "
        "within an hour"
    )
    DISK = (
        "the records have {used} MiB, and pace.disk allows {disk} MiB: raise it, or free space, "
        "and matches start again"
    )
