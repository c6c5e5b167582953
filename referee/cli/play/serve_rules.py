"""`referee games serve`: serve the rules to programs of this machine."""

from functools import partial
from typing import TYPE_CHECKING

import click

from referee.cli.command import command
from referee.cli.interruption import stopping

if TYPE_CHECKING:
    import grpc

_GRACE = 1.0
"""Seconds until open calls are cut when the command stops."""


@command(
    "serve",
    examples=("referee games serve", "referee games serve --listen unix:/tmp/rules.sock"),
)
@click.option(
    "--listen",
    default="127.0.0.1:50052",
    metavar="ADDRESS",
    show_default=True,
    help="a port of this machine, or unix:PATH; port 0 takes a free one",
)
def serve_rules(listen: str) -> int:
    """Serve the rules over gRPC, to bots in any language that search."""
    from referee.rules_service.rules_server import serve_rules as start
    from tianming_bots.greedy import POLICIES

    greedy = {game: policy.act for game, policy in POLICIES.items()}
    server, address = start(listen, {"greedy": greedy})
    with stopping(partial(_stop, server)):
        print(f"listening at {address}", flush=True)
        server.wait_for_termination()
    return 0


def _stop(server: "grpc.Server") -> None:
    server.stop(_GRACE)
