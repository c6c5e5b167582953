"""`referee certificate`: files for the referee and for bots."""

import json
from pathlib import Path

import pytest
from cryptography import x509

from referee.cli.main import main

Output = pytest.CaptureFixture[str]


def names(path: Path) -> list[str]:
    """The hosts of a certificate."""
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    return [str(name.value) for name in extension.value]


class TestCommand:
    def test_it_makes_an_authority_and_a_certificate_of_this_machine(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        folder = tmp_path / "tls"
        assert main(["certificate", str(folder)]) == 0
        said = capsys.readouterr().out
        assert names(folder / "server.pem") == ["localhost"]
        assert "TIANMING_CA=FILE" in said
        assert f"--tls-certificate {folder / 'server.pem'}" in said

    def test_a_second_run_keeps_the_authority_and_renews_the_certificate(
        self, tmp_path: Path
    ) -> None:
        assert main(["certificate", str(tmp_path)]) == 0
        authority, server = (
            (tmp_path / name).read_bytes() for name in ("authority.pem", "server.pem")
        )
        words = ["certificate", str(tmp_path), "--host", "a.test", "--host", "10.0.0.5"]
        assert main(words) == 0
        assert (tmp_path / "authority.pem").read_bytes() == authority
        assert (tmp_path / "server.pem").read_bytes() != server
        assert names(tmp_path / "server.pem") == ["a.test", "10.0.0.5"]

    def test_certificates_of_bots_leave_that_of_the_referee_only(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        assert main(["certificate", str(tmp_path), "--client", "Deep Red", "--json"]) == 0
        files = json.loads(capsys.readouterr().out)
        assert files == {
            "authority": str(tmp_path / "authority.pem"),
            "authority_key": str(tmp_path / "authority-key.pem"),
            "Deep Red": str(tmp_path / "Deep Red.pem"),
            "Deep Red_key": str(tmp_path / "Deep Red-key.pem"),
        }
        assert not (tmp_path / "server.pem").exists()

    def test_a_renewal_without_hosts_keeps_the_hosts(self, tmp_path: Path) -> None:
        hosts = ["--host", "localhost", "--host", "10.0.0.5", "--host", "::1"]
        assert main(["certificate", str(tmp_path), *hosts]) == 0
        before = (tmp_path / "server.pem").read_bytes()
        assert main(["certificate", str(tmp_path)]) == 0
        assert (tmp_path / "server.pem").read_bytes() != before
        assert names(tmp_path / "server.pem") == ["localhost", "10.0.0.5", "::1"]

    @pytest.mark.parametrize("host", [[], ["--host", "localhost"], ["--host", "127.0.0.1"]])
    def test_a_certificate_of_a_bot_does_not_change_that_of_the_referee(
        self, host: list[str], tmp_path: Path
    ) -> None:
        both = ["--host", "localhost", "--host", "127.0.0.1"]
        assert main(["certificate", str(tmp_path), *both]) == 0
        before = [(tmp_path / name).read_bytes() for name in ("server.pem", "server-key.pem")]
        assert main(["certificate", str(tmp_path), *host, "--client", "bob"]) == 0
        after = [(tmp_path / name).read_bytes() for name in ("server.pem", "server-key.pem")]
        assert after == before
        assert (tmp_path / "bob.pem").exists()

    def test_another_host_with_a_bot_is_refused_in_one_sentence(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        assert main(["certificate", str(tmp_path), "--host", "localhost"]) == 0
        words = ["certificate", str(tmp_path), "--host", "a.test", "--client", "bob"]
        assert main(words) == 2
        assert (
            "server.pem is for localhost, and not for a.test: --client" in capsys.readouterr().err
        )
        assert not (tmp_path / "bob.pem").exists()

    def test_a_first_run_with_hosts_and_a_bot_makes_both(self, tmp_path: Path) -> None:
        words = ["certificate", str(tmp_path), "--host", "a.test", "--client", "bob"]
        assert main(words) == 0
        assert names(tmp_path / "server.pem") == ["a.test"]
        assert (tmp_path / "bob.pem").exists()

    @pytest.mark.parametrize("name", ["authority", "server", "../up"])
    def test_a_bot_takes_no_file_of_another(self, name: str, tmp_path: Path) -> None:
        assert main(["certificate", str(tmp_path / "tls"), "--client", name]) == 2
        assert not (tmp_path / "tls").exists()

    def test_days_are_bounded(self, tmp_path: Path) -> None:
        assert main(["certificate", str(tmp_path), "--days", "900"]) == 2
