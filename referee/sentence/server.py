"""What is wrong with what a server is given: addresses, certificates, tokens and folders.

Why the referee ends the stream of a bot stands in `referee.server.refusal`.
"""

from tianming_games.ground.error import Sentence


class ServerSentence(Sentence):
    """What is wrong with what a server is given."""

    # addresses
    NO_ADDRESS = (
        "{address!r} is no address to listen at: give host:port, with a port from 0 to 65535 "
        "and an IPv6 address in brackets, or unix:/path, in UTF-8."
    )
    SOCKET_PATH_TOO_LONG = (
        "{address} has a path of {bytes} bytes, and a socket's has {most} at most: "
        "choose a shorter one (local bots meet in TMPDIR)."
    )
    NO_BOT_ADDRESS = (
        "{address!r} is no address of a bot: give http://host:port, https://host:port, with "
        "a port to 65535 and an IPv6 address in brackets, or unix:/path, in UTF-8."
    )
    NO_TLS = (
        "{address} can be reached from other machines, and without TLS every token could be read "
        "on the way: give {certificate} and {key}, or {plaintext} if something in front of the "
        "referee does it."
    )
    CANNOT_LISTEN = (
        "cannot listen on {address}: the port is taken by another program, or the address is "
        "none of this machine; choose another with --listen, in a league with server.listen, or "
        "for its workers with executor.listen."
    )
    CANNOT_SHOW_METRICS = (
        "cannot show metrics on {address}: {why}; choose another address with --metrics."
    )

    # the process in front
    FRONT_FOLDER_TOO_LONG = (
        "the folder for temporary files has a path of more than {most} bytes ({folder}), too long "
        "for sockets in it: set TMPDIR to a shorter one."
    )
    FRONT_DOES_NOT_SERVE = "the process in front of the referee does not serve {address}."
    FRONT_DOES_NOT_START = "the process in front of the referee does not start: {why}."
    FRONT_HAS_NOT_STARTED = (
        "the process in front of the referee has not started: its exit status is {status}, and "
        "standard error says more."
    )

    # certificates
    NO_KEY_PAIR = (
        "{certificate} is no PEM certificate with its private key in {key}: name a chain with "
        "{certificate_name} and its key, without a password, with {key_name}."
    )
    NO_AUTHORITY = (
        "{path} has no PEM certificate: name the authority that signs the certificates of the "
        "bots with {name}."
    )
    PEM_NOT_READ = "the TLS file {path} cannot be read: {why}; name a PEM file with {name}."

    NO_HOST = "{host!r} is no name or IP address of a host: give one such as referee.example."
    AUTHORITY_NOT_READ = (
        "the authority {path} cannot be read: {why}; name another folder to make a new one."
    )
    NO_AUTHORITY_PAIR = (
        "{certificate} and {key} are not the certificate and the private key of one authority: "
        "name another folder to make a new one."
    )
    CERTIFICATE_NOT_WRITTEN = "{path} cannot be written: {why}; name another folder."
    RESERVED_NAME = (
        "a bot's certificate cannot be called {name}: the folder has files of that name for "
        "something else."
    )

    # names and tokens
    NO_BOT_NAME = (
        "a bot cannot be called {name!r}: a name has 1 to 40 letters, digits, spaces, dots, "
        "underscores and hyphens, and begins and ends with a letter or digit."
    )
    TOKEN_NOT_HASHED = "the token of {name} is not kept as a SHA-256 in hexadecimal."
    TOKENS_NOT_READ = (
        "the tokens {path} cannot be read: {why}; `referee token NAME --tokens {path}` makes such "
        "a file."
    )
    TOKENS_NOT_TEXT = "the tokens {path} are no text; `referee token` makes such a file."
    WRONG_TOKEN_LINE = "{path}:{line}: {why}"
    WRONG_TOKEN_LINES = "{path} has {count} errors{more}:\n{errors}"
    SECOND_TOKEN = "{name} has a token in a line above."
    NO_DAY = "{text!r} is no day: write it as 2030-12-31."
    NO_TOKEN_LINE = "this is no line of a hash and a bot's name."

    # matches, invitations and folders
    MATCH_IN_PLAY = "a match {match!r} is being played already."
    LOBBY_NOT_CALLED = (
        "the lobby of the league at {lobby} cannot be called from here: {why}; see to "
        "TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY of this worker."
    )
    LOBBY_INVITES_NOBODY = (
        "the lobby of the league at {lobby} invites nobody: {status}; see that workers reach "
        "server.listen, and by TLS with TIANMING_CA where it asks."
    )
    RECORDS_NOT_SYNCED = "the records cannot be brought to disk: {why}."
    RUNTIME_FOLDER_NOT_MADE = (
        "the folder {folder} cannot be made: {why}; have TMPDIR name another place."
    )
    RUNTIME_FOLDER_NOT_PRIVATE = (
        "{folder} is not a folder that only you may enter: remove it, or have TMPDIR name "
        "another place."
    )
