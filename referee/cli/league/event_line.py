"""Events of a running league as lines for people."""

from datetime import datetime
from pathlib import Path

from referee.league.running import league_event as event
from referee.league.schedule import in_words
from tianming_games.ground.text import counted


def line_of(happened: event.LeagueEvent) -> str | None:
    """Return an event as a line, with the output of a crashed bot; None if people need no line."""
    match happened:
        case event.ListeningEvent(address):
            return f"listening on {address}"
        case event.BotsAwaitedEvent(bots, seconds):
            names, minutes = ", ".join(bots), f"{seconds / 60:g} min"
            return f"waiting up to {minutes} for {names} to connect; to start without: --no-wait"
        case event.BotsMissingEvent(bots):
            return f"starting without {', '.join(bots)}: their matches wait while others are played"
        case event.RoundUnattendedEvent(number, bots, causes):
            line = (
                f"none of {', '.join(bots)} is connected: round {number} stays open, and nobody "
                "is benched; give the same command again when the bots are there"
            )
            return "".join([line, *(f"\n  {cause}" for cause in causes)])
        case event.RoundAwaitedEvent(number, _, bots):
            return f"the round after {number} waits for {', '.join(bots)} to end their matches"
        case event.TooFewBotsEvent(here, needed, bots):
            return f"{here} bots are there, a match needs {needed}: waiting for {', '.join(bots)}"
        case event.BotReturnedEvent(bot):
            return f"{bot} connected, and plays again"
        case event.MatchVoidedEvent(match, reason):
            return f"{match} is void: {reason}"
        case event.RerunCancelledEvent(match, reason):
            return f"{match} is not played again, and keeps its result: {reason}"
        case event.BotCrashedEvent(bot, _, reason, 1, file, printed):
            return f"{bot} crashed: {reason}; {_last_output(printed, file)}"
        case event.BotBenchedEvent(bot, reason):
            return f"{bot} is benched: {reason}"
        case event.OwnerNotifiedEvent(bot, file):
            return f"a message to the owner of {bot} is in {file}"
    return _line_of_run(happened)


def _last_output(printed: str, file: Path) -> str:
    """Return the last output of a crashed bot, and the file that contains it."""
    if not printed:
        return f"it printed nothing; details are in {file}"
    lines = "".join(f"\n  {line}" for line in printed.splitlines())
    return f"its last output, also in {file}:{lines}"


def _line_of_run(happened: event.LeagueEvent) -> str | None:
    """Return an event of the run as a whole, or of a record, as a line; None for other events."""
    match happened:
        case event.EntriesListeningEvent(address):
            return f"owners enter at {address}"
        case event.SeasonStoppedEvent(reason):
            return f"{reason} To add a bot or bring one back: `referee league add`."
        case event.OwnersMeetEvent(number, owners):
            return (
                f"round {number} has tables with two bots of one owner ({', '.join(owners)}): no "
                "other groups are possible"
            )
        case event.BotsReadEvent():
            return _line_of_reading(happened)
        case event.LedgerAwayEvent(seconds):
            return (
                f"the ledger's database does not answer: waiting up to {seconds / 60:g} min; "
                "nothing is lost meanwhile"
            )
        case event.BotsNotInFileEvent(bots):
            return (
                f"the league file does not name {', '.join(bots)}: they play on; to stop one: "
                "`referee league bench NAME`"
            )
        case event.BotsKeptEvent(reason):
            return f"kept the bots as they were: {reason}"
        case event.PaceWaitEvent(_, reason, None):
            return f"no match starts: {reason}"
        case event.PaceWaitEvent(_, reason, until):
            return f"no match starts until {until:%Y-%m-%d %H:%M:%S} UTC: {reason}"
        case event.SeasonCertainEvent(certainty):
            return f"every rank is decided with a probability of {certainty:.3f}: the season ends"
        case event.MachineRefusedEvent(reason):
            return reason
        case event.DrainingEvent():
            return "stopping: waiting for running matches to finish; press Ctrl-C again to stop now"
    return _line_of_server(happened)


def _line_of_reading(read: event.BotsReadEvent) -> str:
    """Return which bots joined, changed or left."""
    news = [f"joined or changed: {', '.join(read.changed)}"] if read.changed else []
    news += [f"left: {', '.join(read.left)}"] if read.left else []
    return "; ".join(
        [f"the season has {counted(read.count, 'bot')}", *(news or ["none has changed"])]
    )


def _line_of_server(happened: event.LeagueEvent) -> str | None:
    """Return an event of a server that stays up as a line; None for other events."""
    match happened:
        case event.RoundScheduledEvent(number, start):
            return f"round {number} begins on {in_words(datetime.fromisoformat(start))}"
        case event.RoundWaitsEvent(number, bots):
            return f"round {number} waits for {', '.join(bots)} to connect"
        case event.SeasonOverEvent(number, "schedule"):
            return (
                f"the schedule has ended after round {number}; the server stays up: give a later "
                "schedule.until, and send SIGHUP"
            )
        case event.SeasonOverEvent(number):
            rounds = "the round is" if number == 1 else f"all {number} rounds are"
            return (
                f"{rounds} played; the server stays up: for more, raise format.rounds, and send "
                "SIGHUP"
            )
        case event.IntervalBeganEvent(number, until):
            return (
                f"the command after round {number} runs, at most until "
                f"{until:%Y-%m-%d %H:%M:%S} UTC"
            )
        case event.IntervalOverEvent(number, problem) if problem:
            return f"the command after round {number} {problem}; the next round begins"
        case event.SettingsReadEvent(changed, kept):
            lines = [f"changed in the league file: {', '.join(changed)}"] if changed else []
            lines += [f"{', '.join(kept)}: takes effect at the next start"] if kept else []
            return "; ".join(lines)
    return _line_of_entry(happened)


def _line_of_entry(happened: event.LeagueEvent) -> str | None:
    """Return an event of a bot that an owner entered as a line; None for other events."""
    match happened:
        case event.VersionRolledBackEvent(bot, number, 0, reason):
            return (
                f"{bot} is benched: version {number} {reason}, and no earlier version played well; "
                "it plays again when its owner submits or chooses a version"
            )
        case event.VersionRolledBackEvent(bot, number, to, reason):
            return f"{bot} plays version {to} again: version {number} {reason}"
        case event.FriendlyEndedEvent(match, _, reason, False):
            return f"the friendly {match} is not played: {reason}"
        case event.EntrantRefusedEvent(bot, owner, reason):
            return f"{bot} of the owner {owner} does not join: {reason}"
        case event.EntriesLostEvent(reason):
            return f"the season goes on with the entries that it knows: {reason}"
        case event.EntriesFoundEvent():
            return "the journal of entries can be read again"
    return _line_of_record(happened)


def _line_of_record(happened: event.LeagueEvent) -> str | None:
    """Return an event of a record or a plan as a line; None for other events."""
    match happened:
        case event.OwnersMeetEvent(number, owners):
            return (
                f"round {number} has tables with two bots of one owner ({', '.join(owners)}): no "
                "other groups are possible"
            )
        case event.RecordMissingEvent(match):
            return f"the record of {match} is missing: restore it, or `referee league rebuild`"
        case event.RecordUnsoundEvent(_, reason):
            return reason
        case event.RecordForeignEvent(record, reason):
            return f"{record} is not the record of its match, and is renamed: {reason}"
        case event.RecordStrayEvent(match):
            return f"the record of {match} belongs to no match of this league"
    return None
