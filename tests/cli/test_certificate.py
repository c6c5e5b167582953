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

    def test_certificates_of_bots_leave_that_of_the_referee_alone(
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

    @pytest.mark.parametrize("name", ["authority", "server", "../up"])
    def test_a_bot_takes_no_file_of_another(self, name: str, tmp_path: Path) -> None:
        assert main(["certificate", str(tmp_path / "tls"), "--client", name]) == 2
        assert not (tmp_path / "tls").exists()

    def test_days_are_bounded(self, tmp_path: Path) -> None:
        assert main(["certificate", str(tmp_path), "--days", "900"]) == 2
