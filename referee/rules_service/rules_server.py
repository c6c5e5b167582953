"""Serve the rules over gRPC, on a Unix socket or on this machine only."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import grpc

from referee.error import UnavailableError, UsageError
from referee.rules_service.sentence import RulesSentence
from referee.rules_service.state_table import (
    MAX_OPERATIONS,
    MAX_ROLLOUTS,
    MAX_STATES,
    RANDOM,
    Policies,
    StateTable,
)
from referee.server.address import check_address
from referee.server.sentence import ServerSentence
from tianming.channel import is_local
from tianming_games.ground.error import TianmingError
from tianming_games.registry import load, names
from tianming_proto.rules.v1 import rules_pb2 as pb

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["RulesService"].full_name

MAX_STREAMS: Final = 16
"""Maximum streams at once; others wait."""

MAX_REQUEST: Final = 1 << 20
"""Maximum bytes of a request."""


class RulesCalls:
    """The calls of the service."""

    def __init__(self, policies: Policies) -> None:
        """Create the calls; rollouts may use these policies."""
        self._policies = policies

    def describe(self, _: pb.DescribeRequest, __: grpc.ServicerContext) -> pb.DescribeResponse:
        """Return the games and the limits."""
        return pb.DescribeResponse(
            games=map(_game, names()),
            max_states=MAX_STATES,
            max_operations=MAX_OPERATIONS,
            max_rollouts=MAX_ROLLOUTS,
            policies=[RANDOM, *self._policies],
        )

    def work(
        self, requests: Iterator[pb.WorkRequest], context: grpc.ServicerContext
    ) -> Iterator[pb.WorkResponse]:
        """Carry out the operations of each request; the states end with the stream."""
        context.send_initial_metadata(())  # some clients wait for it before their first request
        table = StateTable(self._policies)
        for request in requests:
            table.begin_request()
            yield pb.WorkResponse(results=_results(table, request))


def serve_rules(address: str, policies: Policies) -> tuple[grpc.Server, str]:
    """Start the service; return it with the address at which it listens.

    Args:
        address: where it listens.
        policies: policies of rollouts beside `random`.

    Raises:
        UsageError: when the address is not on this machine.
        UnavailableError: when the address is not free.
    """
    check_address(address)
    if not is_local(address):
        raise UsageError(RulesSentence.NOT_LOCAL, address=address)
    options = (("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", MAX_REQUEST))
    server = grpc.server(ThreadPoolExecutor(MAX_STREAMS), options=options)
    server.add_generic_rpc_handlers((_handlers(RulesCalls(policies)),))
    try:
        port = server.add_insecure_port(address)
    except RuntimeError:
        raise UnavailableError(ServerSentence.CANNOT_LISTEN, address=address) from None
    server.start()
    if address.startswith("unix:"):
        return server, address
    return server, f"{address.rpartition(':')[0]}:{port}"


def _handlers(calls: RulesCalls) -> grpc.GenericRpcHandler:
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Describe": grpc.unary_unary_rpc_method_handler(
            calls.describe,
            pb.DescribeRequest.FromString,
            pb.DescribeResponse.SerializeToString,
        ),
        "Work": grpc.stream_stream_rpc_method_handler(
            calls.work, pb.WorkRequest.FromString, pb.WorkResponse.SerializeToString
        ),
    }
    return grpc.method_handlers_generic_handler(_SERVICE, methods)


def _results(table: StateTable, request: pb.WorkRequest) -> list[pb.OperationResult]:
    count = len(request.operations)
    if count > MAX_OPERATIONS:
        error = UsageError(RulesSentence.TOO_MANY_OPERATIONS, count=count, most=MAX_OPERATIONS)
        return [pb.OperationResult(error=str(error))] * count
    return [_result(table, operation) for operation in request.operations]


def _result(table: StateTable, operation: pb.Operation) -> pb.OperationResult:
    try:
        return table.carry_out(operation)
    except TianmingError as error:
        return pb.OperationResult(error=str(error))


def _game(name: str) -> pb.Game:
    game = load(name)
    return pb.Game(
        name=name,
        title=game.title,
        rules_version=game.rules_version,
        least_seats=game.facts.least_seats,
        most_seats=game.facts.most_seats,
        options=[
            pb.GameOption(
                name=option.name,
                choices=option.choices,
                default_value=option.default,
                help=option.help,
            )
            for option in game.options
        ],
    )
