"""The versions of gRPC that the referee's distribution excludes, wherever a referee starts."""

import json
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.error import UnavailableError
from referee.server import grpc_version
from referee.server.grpc_version import check_grpc, grpc_range, is_within
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from tests.errors import raises

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def excluded(monkeypatch: pytest.MonkeyPatch) -> str:
    """A version of gRPC that a call can stop, as if it were installed."""
    monkeypatch.setattr(grpc_version, "version", lambda _: "1.85.3")
    return "1.85.3"


class TestRange:
    """The range is that of the distribution."""

    def test_the_installed_distribution_names_the_range_of_the_project(self) -> None:
        lines = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
        (line,) = [line for line in lines if line.startswith("grpcio>")]
        bounds = set(line.removeprefix("grpcio").split(","))
        assert set(grpc_range().split(",")) == bounds

    def test_the_installed_version_is_within(self) -> None:
        check_grpc()
        assert is_within(version("grpcio"), grpc_range())

    @pytest.mark.parametrize(
        ("installed", "is_allowed"),
        [
            ("1.82.3", True),
            ("1.83.2", True),
            ("1.83.10", True),
            ("1.82.2", False),
            ("1.84.0", False),
            ("1.84.0rc1", False),
            ("1.85.3", False),
            ("1.100.0", False),
            ("2.0", False),
        ],
    )
    def test_versions_compare_by_their_numbers(self, installed: str, is_allowed: bool) -> None:
        assert is_within(installed, "<1.84,>=1.82.3") is is_allowed

    @pytest.mark.parametrize(
        ("wanted", "is_allowed"), [("", True), (">1.83", True), ("<=1.83.2,!=1.83.2", False)]
    )
    def test_every_sign_is_known(self, wanted: str, is_allowed: bool) -> None:
        assert is_within("1.83.2", wanted) is is_allowed


class TestRefusal:
    """An excluded version is refused in one sentence."""

    def test_the_sentence_has_the_command_that_mends_it(self, excluded: str) -> None:
        fields = {"installed": excluded, "wanted": grpc_range()}
        with raises(UnavailableError, ServerSentence.WRONG_GRPC, **fields) as error:
            check_grpc()
        assert f'pip install "grpcio{grpc_range()}"' in str(error.value)

    async def test_no_referee_starts(self, excluded: str) -> None:
        with raises(UnavailableError, ServerSentence.WRONG_GRPC, installed=excluded):
            await Referee(ServerSettings("127.0.0.1:0")).__aenter__()

    @pytest.mark.parametrize(
        "words",
        [
            "serve dragon --seats 2 --tokens none.txt --records r",
            "league run none.toml",
            "play dragon greedy random",
            "compare greedy random --matches 2",
        ],
    )
    def test_commands_refuse_it_before_they_do_anything(
        self,
        words: str,
        excluded: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(words.split()) == 69
        assert f"gRPC {excluded} is installed, but" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []

    def test_doctor_reports_it(self, excluded: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["doctor", "--json"]) == 1
        findings = {each["what"]: each for each in json.loads(capsys.readouterr().out)}
        assert not findings["grpcio"]["ok"]
        assert excluded in findings["grpcio"]["found"]
