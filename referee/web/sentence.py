"""The sentences of the pages: why a request has no answer, and why a server cannot start."""

from referee.error import Sentence


class WebSentence(Sentence):
    """What is wrong with a request, with what it asks for, or with the pages themselves."""

    # requests
    NO_SUCH_ENDPOINT = (
        "There is no such address in the API: /api/v1/openapi.json lists all of them."
    )
    METHOD_NOT_ALLOWED = "This address does not take {method}: use {allowed}."
    WRONG_PARAMETER = "The parameter {name} cannot be {value!r}: give {form}."
    UNKNOWN_PARAMETER = "There is no parameter {name!r} here: {hint}"
    CONTROL_CHARACTER = (
        "The address has a control character: leave it out, or check how the link was made."
    )
    WRONG_HOST = (
        "The pages do not answer under this host name: use the address that you were given, or let "
        "the organiser add --host NAME to `referee web`."
    )
    ADDRESS_TOO_LONG = "The address of the page is too long: use at most {most} bytes."

    # owners
    NOT_SIGNED_IN = (
        "You are not signed in, or your token is not known in this season: sign in on the page "
        "Enter."
    )
    TOKEN_NOT_KNOWN = (
        "This token is not known in this season: check it, or join with an invitation."
    )
    NO_SUBMISSION_NUMBER = "The address names no submission: use the number of one."
    ENTRY_REFUSED = "{why}"
    ENTRIES_AWAY = (
        "The service of entries does not answer: try again in a few seconds. Nothing was changed."
    )
    OTHER_SITE = (
        "The request does not come from these pages: open the page, and use its buttons. Programs "
        "use the gRPC service of entries."
    )
    OTHER_SESSION = (
        "The page was opened for another owner, or before you signed in: reload the page, and try "
        "again."
    )
    TOO_MANY_OF_OWNER = (
        "{most} such requests are open already, which is the limit: wait until one of them ends."
    )
    WRONG_BODY = "The request is malformed at {where}: reload the page, and try again."
    NO_LENGTH = "The request has no length: send it with the header Content-Length."
    BODY_TOO_LARGE = "The file has {size} bytes, and may have {most}: leave out what is built."
    BODY_TOO_SLOW = "The upload was too slow, so nothing was taken: send it again."
    BODY_CUT = "The upload was cut, so nothing was taken: send it again."
    CERTIFICATE_NOT_READ = (
        "the certificate of the service of entries, {path}, cannot be read: {why}; let this user "
        "read it, or name an address with --entries."
    )
    WRONG_ENTRIES = (
        "--entries is {address!r}: give the address of the service of entries, as host:port, "
        "https://host:port or unix:/path."
    )

    # several seasons
    SEASONS_AND_RECORDS = (
        "{path} is no league file, and has none: name league files only, to serve several seasons."
    )
    TWO_SEASONS = (
        "two seasons have the name {name}, and {path} is the second one: serve them with two "
        "commands, or change `name` in one file before its season begins."
    )
    OPTION_FOR_ONE = (
        "{option} applies to one season: change the keys in the league files, or name one season."
    )

    # matches and bots
    NO_SUCH_MATCH = "There is no match {name!r}: see the list of matches."
    NO_SUCH_BOT = "There is no bot {name!r} in this season: {hint}"
    NO_SUCH_SEAT = "The match has no seat {seat}: its seats are 0 to {last}."
    NOT_BEGUN = "The match has not begun."
    SHOWN_AFTER_END = "The match is shown when it is over, because it has hidden information."
    SHOWN_AFTER_SET = (
        "The match is shown when all matches of its set are over: they have the same draws."
    )
    VIEW_AFTER_END = "The view of one seat is shown when the match and its set are over."
    SEED_AFTER_END = "The seed is shown when the match and its set are over."
    NOT_LIVE = "The match is not running: read its steps."
    RECORD_MISSING = "The record of the match is not in the folder of the records."
    RECORD_DAMAGED = "The record of the match cannot be shown: it is damaged."
    RECORD_NOT_REPLAYED = (
        "The record of the match cannot be shown: the installed rules have another version."
    )
    RECORD_AFTER_END = "The record can be downloaded when the match and its set are over."
    NO_PICTURE = "There is no picture of the match: its game draws no board."
    NO_ANALYSIS = "The match has no analysis: the organiser can write one beside its record."
    ANALYSIS_NOT_SHOWN = (
        "The analysis of the match cannot be shown: it is damaged, or is of another record. The "
        "organiser can write it again."
    )

    NO_REASONING = (
        "The step has no reasoning that is shown: its bot gave none, or the organiser does not "
        "show notes of bots."
    )
    REASONING_AFTER_END = "The reasoning is shown when the match and its set are over."
    REASONING_NOT_SHOWN = (
        "The reasoning cannot be shown: its file is not beside the record, or is damaged."
    )

    # the seat of a person
    NO_SEAT_LINK = (
        "This link opens no seat: open the whole link that `referee play --web` printed for you. A "
        "link is good for one match."
    )
    QUESTION_NOT_OPEN = (
        "Question {number} is not open, so nothing was changed: it was answered in another tab, or "
        "its time is over. This page shows what is asked now."
    )
    NO_SUCH_OPTION = "The question has no option {number}: give a number from 1 to {most}."
    NO_RULE_BEHIND = "The page of the game has no rule about this option."
    SEAT_AT_UNIX = "a person cannot open a page at {address}: give host:port to --listen."
    TOO_MANY_TABS = "{most} tabs show this seat, which is the limit: close some of them."

    # the server
    TOO_MANY_STREAMS = "{most} live streams are open, which is the limit: try again later."
    TOO_MANY_STREAMS_OF_PEER = (
        "{most} live streams are open from your address, which is its limit: close some of them."
    )
    TOO_MANY_CONNECTIONS = (
        "{most} connections are open from your address, which is its limit: close some of them."
    )
    TOO_MUCH_WORK = (
        "{most} requests from your address wait for an answer, which is its limit: try again in a "
        "few seconds."
    )
    BUSY = "The server has too much work at present: try again in a few seconds."
    SEASON_NOT_READ = "The season cannot be read at present: try again in a few seconds."
    FAILED = (
        "The pages have failed (incident {incident}): the organiser can find the error in the log."
    )
    NO_PAGES = (
        "the package lacks the files of the pages in {folder}: install a release of "
        "tianming-referee, or build them with `npm run build` in referee/web/browser."
    )
    NO_WEB_EXTRA = (
        "the pages need {module}: pip install 'tianming-referee[web]', or '.[web]' in the clone."
    )
    CANNOT_LISTEN = "the pages cannot listen on {address}: {why}; name another with --listen."
    PAGES_DID_NOT_START = (
        "the pages did not start, so nothing is played: the lines above give the reason; leave "
        "out --web to play without them."
    )
    WRONG_ADDRESS = "{address!r} is not an address: give host:port, or unix:/path."
    OPTION_WITHOUT_WEB = "{option} needs --web, the address of the pages: add it, or leave it out."
    WRONG_ROOT = (
        "--root is {root!r}: give the path of the first page, such as /tianming/, in letters, "
        "digits, hyphens and dots."
    )
    WRONG_SITE_ADDRESS = (
        "--address is {address!r}: give the address of the folder on the web, such as "
        "https://pages.example/spring/."
    )
    WRONG_HOST_NAME = "--host is {host!r}: give a host name without a port, such as pages.example."
    WRONG_PROXY = (
        "--proxy is {proxy!r}: give the IP address or the network of the proxy, or unix for those "
        "at a Unix socket."
    )
    NEEDS_SEASON = (
        "{option} applies to a season only: name a league file or one folder of records. Only this "
        "machine can open the pages of single records."
    )
    NO_SEASON = "{path} is neither a league file nor a folder of records: name one of them."
    WRONG_DELAY = "--delay is {delay}: give a whole number of decisions from 0 to {most}."
    SITE_NOT_WRITTEN = "the site cannot be written to {folder}: {why}; name another folder."
    NO_RECORDS = "{path} has no record: name records or folders of records."
