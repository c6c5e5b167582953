"""The table `[entry]`: what `referee league check` says about it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.error import Sentence, UnavailableError
from referee.launch.sentence import LaunchSentence
from referee.league.configuration import entry_check
from referee.league.configuration.entry_check import entry_warnings
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.sentence import ScheduleSentence
from referee.server.sentence import ServerSentence
from tests.league.configuration.test_league_file import problems, read

LEAGUE = """
name = "spring"
game = "ming"
seats = 2
seed = "x"

[format]
kind = "ladder"

[entry]
"""
HERE = 'listen = "127.0.0.1:0"\n'


class TestProblems:
    """What is wrong on every machine."""

    @pytest.mark.parametrize(
        ("keys", "sentence"),
        [
            (HERE + 'certificate = "c.pem"', LeagueFileSentence.HALF_OF_ENTRY_TLS),
            (HERE + 'freeze = "tomorrow"', ScheduleSentence.WRONG_MOMENT),
            ('listen = "0.0.0.0:50052"', LeagueFileSentence.WRONG_LISTEN),
            (HERE + 'store = "."', LeagueFileSentence.STORE_SHOWS),
            (
                HERE + 'connected = true\n[server]\nlisten = "127.0.0.1:0"',
                LeagueFileSentence.NO_PORT_FOR_OWNERS,
            ),
            ('listen = "nowhere"', LeagueFileSentence.WRONG_LISTEN),
            (
                HERE + '[executor]\nkind = "dask"\naddress = "tcp://h:1"',
                LeagueFileSentence.ENTRIES_ON_CLUSTER,
            ),
        ],
    )
    def test_each_has_a_sentence(self, keys: str, sentence: Sentence, tmp_path: Path) -> None:
        assert sentence in {one.sentence for one in problems(tmp_path, LEAGUE + keys).values()}

    def test_plaintext_beyond_this_machine_is_named_with_the_keys(self, tmp_path: Path) -> None:
        found = problems(tmp_path, LEAGUE + 'listen = "0.0.0.0:50052"')
        (error,) = (one for one in found.values() if "listen" in str(one))
        why = error.fields["why"]
        assert getattr(why, "sentence", None) is ServerSentence.NO_TLS
        assert "entry.certificate" in str(error)

    def test_plaintext_behind_a_proxy_is_allowed(self, tmp_path: Path) -> None:
        text = LEAGUE + 'listen = "0.0.0.0:50052"\nplaintext = true'
        assert read(tmp_path, text).entry.plaintext

    def test_a_freeze_in_a_later_century_is_a_moment(self, tmp_path: Path) -> None:
        league = read(tmp_path, LEAGUE + HERE + 'freeze = "2101-01-01 18:00"')
        assert league.freeze_time == datetime(2101, 1, 1, 18, tzinfo=UTC).timestamp()


class TestNeeds:
    """What this machine lacks, and what a league without toolchains is told."""

    def test_a_machine_without_the_sandbox_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refusal = UnavailableError(LaunchSentence.SANDBOX_NOT_ENFORCED, preset="strict", why="x")
        monkeypatch.setattr(entry_check, "refusal_of", lambda preset: refusal)
        assert refusal in problems(tmp_path, LEAGUE + HERE).values()

    def test_a_certificate_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        keys = HERE + 'certificate = "c.pem"\nkey = "k.pem"'
        found = problems(tmp_path, LEAGUE + keys).values()
        assert ServerSentence.PEM_NOT_READ in {one.sentence for one in found}

    def test_an_empty_folder_of_toolchains_is_warned_of(self, tmp_path: Path) -> None:
        league = read(tmp_path, LEAGUE + HERE)
        assert len(list(entry_warnings(league))) == 1
        (tmp_path / "toolchains" / "go").mkdir(parents=True)
        assert list(entry_warnings(league)) == []
