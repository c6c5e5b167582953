"""A private authority signs certificates that gRPC clients and servers accept."""

import stat
from pathlib import Path

import grpc
import pytest
from cryptography import x509

from referee.error import DataError, StorageError, UsageError
from referee.server.certificate import Authority
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from referee.server.tls import Tls
from tests.errors import raises
from tests.server.test_tls import code_of

DAYS = 7


@pytest.fixture
def authority() -> Authority:
    return Authority.new("a private authority")


def settings(
    authority: Authority, folder: Path, host: str, *, mutual: bool = False
) -> ServerSettings:
    """A server with a certificate for a host."""
    chain, key = authority.issue_server([host], DAYS).write(folder, "server")
    client_authority = authority.write(folder, "authority")[0] if mutual else None
    return ServerSettings("localhost:0", tls=Tls(chain, key, client_authority))


class TestAuthority:
    async def test_a_client_that_trusts_the_authority_reaches_the_host(
        self, authority: Authority, tmp_path: Path
    ) -> None:
        async with Referee(settings(authority, tmp_path, "localhost")) as referee:
            trusting = grpc.ssl_channel_credentials(authority.certificate)
            assert await code_of(referee, trusting) is grpc.StatusCode.OK

    def test_a_certificate_names_the_key_of_its_authority(self, authority: Authority) -> None:
        own = x509.load_pem_x509_certificate(authority.certificate)
        signed = authority.issue_server(["localhost"], DAYS).certificate
        issuer = x509.load_pem_x509_certificate(signed).extensions.get_extension_for_class(
            x509.AuthorityKeyIdentifier
        )
        subject = own.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
        assert issuer.value.key_identifier == subject.value.digest

    async def test_a_certificate_for_another_host_is_not_accepted(
        self, authority: Authority, tmp_path: Path
    ) -> None:
        async with Referee(settings(authority, tmp_path, "other.test", mutual=False)) as referee:
            trusting = grpc.ssl_channel_credentials(authority.certificate)
            assert await code_of(referee, trusting) is grpc.StatusCode.UNAVAILABLE

    @pytest.mark.parametrize("is_ours", [True, False])
    async def test_the_referee_admits_bots_whose_certificate_the_authority_signed(
        self, is_ours: bool, authority: Authority, tmp_path: Path
    ) -> None:
        signer = authority if is_ours else Authority.new("another authority")
        mine = signer.issue_client("Deep Red", DAYS)
        mutual = settings(authority, tmp_path, "localhost", mutual=True)
        async with Referee(mutual) as referee:
            shown = grpc.ssl_channel_credentials(authority.certificate, mine.key, mine.certificate)
            code = await code_of(referee, shown)
            assert (code is grpc.StatusCode.OK) == is_ours

    def test_an_authority_signs_after_it_is_read_again(
        self, authority: Authority, tmp_path: Path
    ) -> None:
        again = Authority.read(*authority.write(tmp_path, "authority"))
        signed = x509.load_pem_x509_certificate(again.issue_server(["a.test"], DAYS).certificate)
        issuer = x509.load_pem_x509_certificate(authority.certificate)
        signed.verify_directly_issued_by(issuer)

    def test_only_the_owner_may_read_a_key(self, authority: Authority, tmp_path: Path) -> None:
        certificate, key = authority.write(tmp_path, "authority")
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert stat.S_IMODE(certificate.stat().st_mode) & 0o044


class TestBadInput:
    @pytest.mark.parametrize("host", ["", "two words", "https://a.test", "a.test:443", "ä.test"])
    def test_an_invalid_host_name_is_named(self, host: str, authority: Authority) -> None:
        with raises(UsageError, ServerSentence.NO_HOST, host=host):
            authority.issue_server([host], DAYS)

    def test_a_key_of_another_authority_is_refused(
        self, authority: Authority, tmp_path: Path
    ) -> None:
        certificate, _ = authority.write(tmp_path, "authority")
        _, key = Authority.new("another authority").write(tmp_path, "other")
        with raises(DataError, ServerSentence.NO_AUTHORITY_PAIR, key=key):
            Authority.read(certificate, key)

    def test_a_damaged_file_is_refused(self, authority: Authority, tmp_path: Path) -> None:
        certificate, key = authority.write(tmp_path, "authority")
        certificate.write_bytes(b"no certificate")
        with raises(DataError, ServerSentence.NO_AUTHORITY_PAIR, certificate=certificate):
            Authority.read(certificate, key)

    def test_a_missing_file_is_named(self, authority: Authority, tmp_path: Path) -> None:
        certificate, key = authority.write(tmp_path, "authority")
        key.unlink()
        with raises(StorageError, ServerSentence.AUTHORITY_NOT_READ, path=str(key)):
            Authority.read(certificate, key)

    def test_a_folder_that_takes_no_files_is_named(
        self, authority: Authority, tmp_path: Path
    ) -> None:
        with raises(StorageError, ServerSentence.CERTIFICATE_NOT_WRITTEN):
            authority.write(tmp_path / "none", "authority")
