"""What is wrong with what a server is given: addresses, certificates, tokens and folders.

Why the referee ends the stream of a bot stands in `referee.server.refusal`.
"""

from tianming_games.ground.error import Sentence


class ServerSentence(Sentence):
    """What is wrong with what a server is given."""

    # addresses
    NO_ADDRESS = (
        "{address!r} is not an address to listen at: give host:port, with a port from 0 to 65535 "
        "and an IPv6 address in brackets, or unix:/path, in UTF-8."
    )
    SOCKET_PATH_TOO_LONG = (
        "{address} has a path of {bytes} bytes, but a socket's path may have at most {most}: "
        "choose a shorter one (the sockets of local bots are in TMPDIR)."
    )
    NO_BOT_ADDRESS = (
        "{address!r} is not an address of a bot: give http://host:port, https://host:port, with "
        "a port to 65535 and an IPv6 address in brackets, or unix:/path, in UTF-8."
    )
    NO_TLS = (
        "other machines can reach {address}, and without TLS anybody on the network could read the "
        "tokens: give {certificate} and {key}, or {plaintext} if a proxy in front of the referee "
        "terminates TLS."
    )
    CANNOT_LISTEN = (
        "cannot listen on {address}: another program uses the port, or the address belongs to "
        "another machine; choose another address with --listen, with server.listen of a league "
        "file, or for workers with executor.listen."
    )
    CANNOT_SHOW_METRICS = (
        "cannot show metrics on {address}: {why}; choose another address with --metrics."
    )

    # the process in front
    FRONT_FOLDER_TOO_LONG = (
        "the folder for temporary files has a path of more than {most} bytes ({folder}), too long "
        "for sockets in it: set TMPDIR to a shorter one."
    )

    # gRPC
    WRONG_GRPC = (
        "gRPC {installed} is installed, but the referee must not use it: one call without a token "
        'can stop it; run: pip install "grpcio{wanted}"'
    )

    # certificates
    NO_KEY_PAIR = (
        "{certificate} is not a PEM certificate with its private key in {key}: name a chain with "
        "{certificate_name} and its key, without a password, with {key_name}."
    )
    NO_AUTHORITY = (
        "{path} has no PEM certificate: name the authority that signs the certificates of the "
        "bots with {name}."
    )
    NO_CERTIFICATE = "{path} has no PEM certificate: name a file with one or more."
    PEM_NOT_READ = "the TLS file {path} cannot be read: {why}; name a PEM file with {name}."

    NO_HOST = "{host!r} is not a host name or IP address: give one such as referee.example."
    AUTHORITY_NOT_READ = (
        "the authority {path} cannot be read: {why}; name another folder to make a new one."
    )
    NO_AUTHORITY_PAIR = (
        "{certificate} and {key} are not the certificate and the private key of the same "
        "authority: name another folder to make a new one."
    )
    CERTIFICATE_NOT_READ = "{path} cannot be read: {why}; name another folder."
    CERTIFICATE_STAYS = (
        "{path} is for {hosts}, and not for {host}: --client leaves it unchanged; run the command "
        "with --host and without --client to replace it."
    )
    CERTIFICATE_NOT_WRITTEN = "{path} cannot be written: {why}; name another folder."
    RESERVED_NAME = (
        "a bot's certificate cannot have the name {name}: the folder uses that name for another "
        "file."
    )

    # names and tokens
    NO_BOT_NAME = (
        "{name!r} is not a name for a bot: a name has 1 to 40 letters, digits, spaces, dots, "
        "underscores and hyphens, and begins and ends with a letter or digit."
    )
    TOKEN_NOT_HASHED = "the token of {name} is not a SHA-256 in hexadecimal."
    TOKENS_NOT_READ = (
        "the tokens {path} cannot be read: {why}; `referee token NAME --tokens {path}` makes such "
        "a file."
    )
    TOKENS_NOT_TEXT = "the tokens {path} are not text; `referee token` makes such a file."
    WRONG_TOKEN_LINE = "{path}:{line}: {why}"
    WRONG_TOKEN_LINES = "{path} has {count:error|errors}{more}:\n{errors}"
    SECOND_TOKEN = "{name} already has a token in a line above."
    NO_DAY = "{text!r} is not a day or a time: write it as 2030-12-31, or as 2030-12-31T18:00:00Z."
    NO_EXPIRY = (
        "{option} is {text!r}: give a day such as 2030-12-31, a time such as 2030-12-31T18:00:00Z, "
        "or a time from now such as 90d, 12h or 30m."
    )
    EXPIRY_IS_OVER = "{option} {text} is over: give a later time."
    TOKENS_NOT_WRITTEN = "{path} cannot be written: {why}."
    TOKENS_IN_USE = (
        "another process has changed tokens in the folder of {path} for {seconds} s: try again."
    )
    NAMES_NOT_READ = "the names {path} cannot be read: {why}; name a file with one name a line."
    NAMES_NOT_TEXT = "the names {path} are not text: name a file with one name a line, in UTF-8."
    NO_NAMES = "{path} has no names: write one name a line."
    NAME_TWICE = (
        "a line above has the name {other}: give {name} once, and no name twice in other upper and "
        "lower case."
    )
    NO_TOKEN_LINE = "this is not a line with a hash and a bot's name."

    # matches, invitations and folders
    MATCH_IN_PLAY = "the match {match!r} is already running."
    LOBBY_NOT_CALLED = (
        "the lobby of the league at {lobby} does not answer this worker: {why}; check its "
        "TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY."
    )
    LOBBY_INVITES_NOBODY = (
        "the lobby of the league at {lobby} does not invite bots: {status}; check that workers "
        "reach server.listen, and set TIANMING_CA if it uses a private authority."
    )
    RECORDS_NOT_SYNCED = "the records cannot be synced to disk: {why}."
