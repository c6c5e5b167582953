"""Where a league is played: who may connect to it, and who writes its records."""

from dataclasses import replace
from pathlib import Path

import grpc
import trustme
from grpc_health.v1 import health_pb2

from referee.league.configuration.settings import ExecutorTable, ServerTable
from referee.league.executor.execution_backend import PoolBackend, open_backend
from referee.league.format.round_robin import RoundRobin
from tests.league.play import league, names
from tests.patience import PATIENCE
from tests.processes import open_files


def answers(address: str, credentials: grpc.ChannelCredentials) -> bool:
    """Whether health answers there."""
    with grpc.secure_channel(address, credentials) as channel:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            "/grpc.health.v1.Health/Check"
        )
        try:
            answer = health_pb2.HealthCheckResponse.FromString(check(b"", timeout=PATIENCE))
        except grpc.RpcError:
            return False
        return answer.status == health_pb2.HealthCheckResponse.SERVING


class TestCertificates:
    """Where `server.client_ca` is set, nobody comes in without a certificate of it."""

    def test_a_bot_without_a_certificate_does_not_reach_the_league(self, tmp_path: Path) -> None:
        authority = trustme.CA()
        authority.cert_pem.write_to_path(tmp_path / "ca.pem")
        server, bot = (authority.issue_cert(name) for name in ("localhost", "bot.example"))
        server.private_key_pem.write_to_path(tmp_path / "key.pem")
        for pem in server.cert_chain_pems:
            pem.write_to_path(tmp_path / "chain.pem", append=True)
        table = ServerTable(
            listen="localhost:0", certificate="chain.pem", key="key.pem", client_ca="ca.pem"
        )
        settings = replace(league(RoundRobin(), names(2), 2), folder=tmp_path, server=table)
        roots = authority.cert_pem.bytes()
        shown = b"".join(pem.bytes() for pem in bot.cert_chain_pems)
        with open_backend(settings, network={}) as place:
            assert place.network is not None
            assert not answers(place.network.address, grpc.ssl_channel_credentials(roots))
            assert answers(
                place.network.address,
                grpc.ssl_channel_credentials(roots, bot.private_key_pem.bytes(), shown),
            )


class TestRecords:
    """Who plays on the league's machine writes the records, and has their folder alone."""

    def test_a_worker_of_a_pool_holds_the_folder_until_it_has_ended(self, tmp_path: Path) -> None:
        executor = ExecutorTable(kind="processes", workers=1)
        settings = replace(league(RoundRobin(), names(2), 2), folder=tmp_path, executor=executor)
        with open_backend(settings, network=None) as place:
            assert place.here
            assert isinstance(place, PoolBackend)
            (pid,) = place.pool.pids
            files = open_files(pid)
        assert str(settings.records / ".workers.lock") in files
