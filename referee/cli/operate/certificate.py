"""`referee certificate`: a private certificate authority for TLS."""

from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.error import UsageError
from referee.server.sentence import ServerSentence

AUTHORITY = "authority"
SERVER = "server"
"""The names of the files: `NAME.pem`, and `NAME-key.pem` for the private key."""

_MOST_DAYS = 825
"""Maximum validity of a certificate in days; TLS libraries refuse longer ones."""


@command(
    "certificate",
    examples=(
        "referee certificate tls",
        "referee certificate tls --host referee.school.example --host 10.0.0.5",
        'referee certificate tls --client "Deep Red" --json',
    ),
)
@click.argument(
    "folder", type=PATH, metavar="FOLDER", help="folder of the certificates; made if it is missing"
)
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="HOST",
    help="name or IP address by which bots call the referee; repeat it for several "
    "(default: those of its certificate, at first localhost)",
)
@click.option(
    "--client",
    "clients",
    multiple=True,
    metavar="NAME",
    help="make a certificate for a bot, for `--tls-client-ca`; repeat it for several",
)
@click.option(
    "--days",
    type=click.IntRange(1, _MOST_DAYS),
    default=365,
    metavar="DAYS",
    help="days for which the certificates are valid (default: 365)",
)
@json_option(help="print the files as JSON")
def certificate(
    folder: Path, hosts: tuple[str, ...], clients: tuple[str, ...], days: int, as_json: bool
) -> int:
    """Make a private certificate authority and a certificate for the referee.

    FOLDER keeps the authority. If it has one, the command uses it: run it again to renew the
    certificate of the referee. With --client, it makes certificates of bots, and leaves that of the
    referee unchanged.
    """
    from referee.server.certificate import hosts_of, paths

    server = paths(folder, SERVER)[0]
    kept = hosts_of(server)
    if clients and kept:
        _check_kept(server, kept, hosts)
        hosts = ()
    elif not clients:
        hosts = hosts or kept or ("localhost",)
    files = _issue(folder, hosts, clients, days)
    if as_json:
        output.print_json({name: str(path) for name, path in files.items()})
    else:
        _explain(files, hosts, clients)
    return 0


def _check_kept(server: Path, kept: tuple[str, ...], hosts: tuple[str, ...]) -> None:
    """Raise `UsageError` if the certificate of the referee lacks a host that the user names."""
    for host in hosts:
        if host not in kept:
            raise UsageError(
                ServerSentence.CERTIFICATE_STAYS, path=server, hosts=", ".join(kept), host=host
            )


def _issue(
    folder: Path, hosts: tuple[str, ...], clients: tuple[str, ...], days: int
) -> dict[str, Path]:
    """Make the certificates; return the files by name, such as `authority` and `authority_key`.

    Without hosts, make none for the referee.
    """
    from referee.server.certificate import Authority, paths
    from referee.server.identity import check_bot_name

    for name in clients:
        if check_bot_name(name) in (AUTHORITY, SERVER):
            raise UsageError(ServerSentence.RESERVED_NAME, name=name)
    output.make_folder(folder)
    kept = paths(folder, AUTHORITY)
    if any(path.exists() for path in kept):
        authority = Authority.read(*kept)
    else:
        authority = Authority.new("Tianming private authority")
        authority.write(folder, AUTHORITY)
    issued = {name: authority.issue_client(name, days) for name in clients}
    if hosts:
        issued[SERVER] = authority.issue_server(hosts, days)
    files = {"authority": kept[0], "authority_key": kept[1]}
    for name, made in issued.items():
        files[name], files[f"{name}_key"] = made.write(folder, name)
    return files


def _explain(files: dict[str, Path], hosts: tuple[str, ...], clients: tuple[str, ...]) -> None:
    """Print who needs which file."""
    print(f"Authority: {files['authority']}. Give it to all bots: TIANMING_CA=FILE.")
    if SERVER in files:
        host = f"[{hosts[0]}]" if ":" in hosts[0] else hosts[0]
        print(f"  They call the referee with https: TIANMING_SERVER=https://{host}:PORT.")
    print(f"  Keep {files['authority_key']} secret. Whoever has it can sign certificates.")
    if SERVER in files:
        print(f"Referee ({', '.join(hosts)}): referee serve ... \\")
        print(f"  --tls-certificate {files[SERVER]} --tls-key {files[f'{SERVER}_key']}")
    for name in clients:
        print(f"Bot {name}: TIANMING_CERTIFICATE={files[name]} TIANMING_KEY={files[f'{name}_key']}")
    if clients:
        print(f"  The referee asks for them with --tls-client-ca {files['authority']}.")
