"""Bad input gets one sentence that says what, where, why and how to mend it.

Each case ends with a documented exit code, without a traceback, and with nothing
half-written.
"""

import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli.output import printable
from referee.error import UsageError
from referee.server.token_file import read_tokens
from tests.cli.shell import referee, refused
from tests.record.samples import bodies, dragon_record, forged
from tianming_games.registry import load

PLAY = ("play", "dragon", "random", "random")
NOWHERE = {"source": "nowhere.tianming"}
SERVE = ("serve", "dragon", "--seats", "2", "--tokens", "no.txt", "--records", "r")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code", "fields"),
    [
        (("plya",), 2, "unknown_command", {"name": "plya", "hint": "did you mean play?"}),
        (("play", "dargon", "random", "random"), 2, "no_such_game", {"name": "dargon"}),
        (("play", "dragon", "random"), 2, "wrong_number_of_seats", {"seats": 1}),
        (("play", "dragon", *["random"] * 6), 2, "wrong_number_of_seats", {"seats": 6}),
        ((*PLAY, "--option", "edtion=2007"), 2, "no_such_option", {"name": "edtion"}),
        ((*PLAY, "--option", "edition=1999"), 2, "no_such_value", {"value": "1999"}),
        ((*PLAY, "--option", "edition"), 2, "no_option_of_game", {"word": "edition"}),
        (
            (*PLAY, "--option", "edition=2007", "--option", "edition=anniversary"),
            2,
            "option_twice",
            {"name": "edition", "one": "2007", "other": "anniversary"},
        ),
        ((*PLAY, "--sed", "7"), 2, "mistyped_option", {"name": "--sed", "near": "--seed"}),
        ((*PLAY, "--seed", "seven"), 2, "wrong_parameter", {"parameter": "--seed"}),
        ((*PLAY, "--seed", "-1"), 2, "number_too_small", {"name": "seed", "value": -1}),
        (("play",), 2, "missing_parameter", {"parameter": "GAME", "prog": "referee play"}),
        ((*PLAY, "--decision", "-1"), 2, "seconds_out_of_range", {"name": "decision"}),
        ((*PLAY, "--decision", "0", "--bank", "0"), 2, "no_time_to_answer", {}),
        ((*PLAY, "--startup", "nan"), 2, "seconds_out_of_range", {"name": "startup"}),
        ((*PLAY, "--startup", "-5"), 2, "seconds_out_of_range", {"value": -5.0}),
        ((*PLAY, "--pace", "inf"), 2, "seconds_out_of_range", {"name": "pace", "value": "inf"}),
        ((*SERVE, "--drain", "inf"), 2, "seconds_out_of_range", {"name": "drain"}),
        ((*PLAY, "--strikes", "0"), 2, "number_out_of_range", {"name": "strikes", "least": 1}),
        ((*PLAY, "--strikes", "5000000000"), 2, "number_out_of_range", {"most": 1000}),
        (
            ("play", "china", *["random"] * 3, "--option", "board=b\udcff.toml"),
            2,
            "value_is_no_text",
            {"name": "board", "value": "b\udcff.toml"},
        ),
        (
            ("serve", "dragon", "--seats", "300000000", *SERVE[4:]),
            2,
            "wrong_number_of_seats",
            {"seats": 300000000},
        ),
        ((*PLAY, "--watch"), 2, "exclusive_options", {"option": "--json", "other": "--watch"}),
        (("table", "a", "--csv"), 2, "exclusive_options", {"option": "--json", "other": "--csv"}),
        ((*PLAY, "--sandbox", "firm"), 2, "wrong_parameter", {"parameter": "--sandbox"}),
        ((*PLAY, "--bot-memory", "512"), 2, "needs_sandbox", {"name": "memory"}),
        (
            (*PLAY, "--sandbox", "basic", "--bot-memory", "1"),
            2,
            "number_out_of_range",
            {"name": "bot-memory", "least": 64},
        ),
        (
            (*PLAY, "--sandbox", "basic", "--bot-files", "0"),
            2,
            "number_out_of_range",
            {"name": "bot-files", "least": 1},
        ),
        (
            (*PLAY, "--sandbox", "basic", "--bot-memory", f"{1 << 70}"),
            2,
            "number_out_of_range",
            {"most": 16777216},
        ),
        (
            (*PLAY, "--sandbox", "basic", "--bot-cpu", f"{1 << 70}"),
            2,
            "number_out_of_range",
            {"most": 31536000},
        ),
        ((*PLAY, "--bot-reads", "x"), 2, "needs_strict", {}),
        ((*PLAY, "--sandbox", "strict", "--bot-reads", "x"), 2, "no_such_path", {"path": "x"}),
        ((*PLAY, "--resume"), 2, "needs_record", {"option": "--resume"}),
        (("rehearse", "nowhere.tianming", "--", "greedy"), 65, "record_not_read", NOWHERE),
        (("verify", "nowhere.tianming"), 65, "record_not_read", NOWHERE),
        (("replay", "nowhere.tianming"), 65, "record_not_read", NOWHERE),
        (("table", "nowhere.tianming"), 65, "record_not_read", NOWHERE),
        (("replay", "nowhere.tianming", "--clocks"), 65, "record_not_read", NOWHERE),
        ((*PLAY, "--stall", "-2"), 2, "seconds_out_of_range", {"name": "stall"}),
        (("export", "--to", "pgn", "a.tianming"), 2, "wrong_parameter", {"parameter": "--to"}),
        (("export", "--to", "jsonl", "nowhere.tianming"), 65, "record_not_read", NOWHERE),
        (("token", "a\x1b[31m", "--tokens", "t.txt"), 2, "no_bot_name", {"name": "a\x1b[31m"}),
        (("token", "x" * 10_000, "--tokens", "t.txt"), 2, "no_bot_name", {}),
        (
            ("token", "a", "--tokens", "t.txt", "--expires", "soon"),
            2,
            "no_expiry",
            {"text": "soon"},
        ),
        (
            ("token", "a", "--tokens", "t.txt", "--expires", "2001-01-01"),
            2,
            "expiry_is_over",
            {"text": "2001-01-01"},
        ),
        ((*SERVE, "--at-once", "0"), 2, "wrong_parameter", {"parameter": "--at-once"}),
        (SERVE, 2, "tokens_not_read", {"path": "no.txt"}),
        (("compare", "greedy"), 2, "name_two_bots", {"bots": 1}),
        (("compare", "greedy", "random", "--matches", "0"), 2, "wrong_parameter", {}),
        (("compare", "dragon", "greedy", "random"), 2, "bot_is_game", {"name": "dragon"}),
        (("compare", "greedy", "nobody"), 69, "no_program", {"program": "nobody"}),
        (("compare", "greedy", "random", "--game", "chess"), 2, "no_such_game", {"name": "chess"}),
        (("check-bot",), 2, "missing_parameter", {"prog": "referee check-bot"}),
        (("check-bot", "nobody"), 69, "no_program", {"program": "nobody"}),
        (("site", "nowhere", "out"), 2, "no_season", {"path": "nowhere"}),
        (("certificate", "tls", "--days", "0"), 2, "wrong_parameter", {"parameter": "--days"}),
        (("replay", "a", "--html", "-"), 2, "exclusive_options", {"other": "--html"}),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: tuple[str, ...],
    exit_code: int,
    code: str,
    fields: dict[str, object],
    tmp_path: Path,
) -> None:
    """What is wrong, where, why, and how to mend it; a program reads its code and its fields."""
    error, said = refused(*arguments, cwd=tmp_path)
    assert (error["code"], error["exit_code"]) == (code, exit_code)
    assert error["fields"].items() >= fields.items()
    assert said.startswith("referee")
    assert said.endswith(f": {printable(error['message'])}\n")
    assert [path.name for path in tmp_path.iterdir()] in ([], ["r"])


@pytest.mark.parametrize(
    ("arguments", "exit_code", "sentence"),
    [
        (("web", "nowhere"), 2, "nowhere is neither a league file nor a folder of records"),
        (("web", ".", "--listen", "nowhere"), 2, "'nowhere' is not an address: give host:port"),
        (("web", "--delay", "-1"), 2, "--delay is -1: give a whole number of decisions from 0"),
        (("web", "nowhere.tianming"), 65, "nowhere.tianming: the record cannot be read: No such"),
        (
            ("games", "rules", "chess"),
            2,
            "no page of rules for 'chess': known are china, dragon, ming.",
        ),
        (("plya",), 2, "there is no command 'plya': did you mean play?"),
        (("--completion", "tcsh"), 2, "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
    ],
)
def test_bad_input_of_commands_for_people_gets_one_sentence(
    arguments: tuple[str, ...], exit_code: int, sentence: str, tmp_path: Path
) -> None:
    done = referee(*arguments, cwd=tmp_path)
    assert done.returncode == exit_code
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("bot", "exit_code", "sentence"),
    [
        ("radnom", 69, "no program 'radnom'; did you mean random"),
        ("/nowhere/bot --fast", 69, "no program '/nowhere/bot'"),
        ("python 'bot.py", 2, "is not a command line: No closing"),
    ],
)
@pytest.mark.parametrize("command", [("play", "dragon", "random"), ("rehearse", "no.tianming")])
def test_a_bot_that_is_none_is_named(
    command: tuple[str, ...], bot: str, exit_code: int, sentence: str, tmp_path: Path
) -> None:
    """Before anything else is done."""
    error, _ = refused(*command, bot, cwd=tmp_path)
    assert error["exit_code"] == exit_code
    assert sentence in error["message"]


class TestBots:
    """A bot that does not come is named, with what it said."""

    def test_a_bot_that_fails_at_its_start_is_quoted(self, tmp_path: Path) -> None:
        bot = f"{sys.executable} -c 'raise SystemExit(\"no model file\")'"
        record = tmp_path / "a.tianming"
        done = referee("play", "dragon", "random", bot, "--record", record, "--json")
        error = json.loads(done.stdout)["error"]
        assert (done.returncode, error["exit_code"]) == (69, 69)
        assert "its process ended with code 1" in error["message"]
        assert "no model file" in error["message"]
        assert list(tmp_path.iterdir()) == []

    def test_a_bot_that_never_connects_is_named(self, tmp_path: Path) -> None:
        bot = f"{sys.executable} -c 'import time; time.sleep(60)'"
        done = referee("play", "dragon", "random", bot, "--startup", "1")
        assert done.returncode == 69
        assert "it did not connect within 1 s" in done.stderr
        assert list(tmp_path.iterdir()) == []


class TestRecordFiles:
    """A record that is not what it should be."""

    @pytest.mark.parametrize(
        "command", ["verify", "replay", "replay --clocks", "table", "export --to jsonl"]
    )
    def test_a_cut_record_is_named_with_its_entry(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "cut.tianming"
        path.write_bytes(dragon_record()[:-3])
        error, _ = refused(*command.split(), path)
        assert (error["code"], error["exit_code"]) == ("record_cut_off", 65)
        assert error["fields"]["source"] == str(path)
        assert error["fields"]["entry"] > 0
        assert error["fields"]["byte"] < error["fields"]["size"] == path.stat().st_size

    def test_a_flipped_bit_is_named_with_its_entry(self, tmp_path: Path) -> None:
        path = tmp_path / "flipped.tianming"
        data = bytearray(dragon_record())
        data[2000] ^= 4
        path.write_bytes(data)
        error, _ = refused("verify", path)
        assert (error["code"], error["exit_code"]) == ("record_damaged", 65)
        assert error["fields"]["byte"] <= 2000

    def test_a_record_of_a_newer_format_is_named(self, tmp_path: Path) -> None:
        changed = bodies(dragon_record())
        changed[0].header.rules_version = 2**31
        path = tmp_path / "newer.tianming"
        path.write_bytes(forged(changed))
        error, _ = refused("verify", path)
        assert (error["code"], error["exit_code"]) == ("other_rules", 65)
        installed = load("dragon").rules_version
        versions = {"recorded": 2**31, "installed": installed, "game": "dragon"}
        assert error["fields"].items() >= versions.items()

    def test_a_file_that_is_no_record_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("Dear diary")
        error, _ = refused("verify", path)
        assert (error["code"], error["exit_code"]) == ("no_record", 65)

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("verify",), 65),
            (("table",), 65),
            (("games", "board"), 2),
            (("league", "check"), 2),
        ],
    )
    def test_a_pipe_is_refused_and_not_waited_for(
        self, words: tuple[str, ...], code: int, tmp_path: Path
    ) -> None:
        path = tmp_path / "a.tianming"
        os.mkfifo(path)
        error, _ = refused(*words, path)
        assert error["exit_code"] == code
        assert "cannot be read: it is no plain file" in error["message"]

    def test_a_record_is_never_written_over(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_text("older")
        error, _ = refused(*PLAY, "--record", path)
        assert error["exit_code"] == 74
        assert error["code"] == "record_exists"
        assert path.read_text() == "older"

    def test_an_entry_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(dragon_record())
        error, _ = refused("replay", path, "--entry", "99999")
        assert (error["code"], error["exit_code"]) == ("no_such_entry", 2)
        assert error["fields"]["entry"] == 99999

    def test_an_export_that_cannot_be_written_leaves_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(dragon_record())
        out = tmp_path / "nowhere" / "a.jsonl"
        error, _ = refused("export", "--to", "jsonl", path, "--output", out)
        assert (error["code"], error["exit_code"]) == ("not_written", 74)
        assert [one.name for one in tmp_path.iterdir()] == ["a.tianming"]


class TestServe:
    """A server that cannot serve."""

    def refused(self, tmp_path: Path, *more: str) -> dict[str, Any]:
        """Run `referee serve` with a file of tokens and a mistake; return the error."""
        referee("token", "a", "--tokens", tmp_path / "tokens.txt")
        words = ["serve", "dragon", "--seats", "2", "--tokens", str(tmp_path / "tokens.txt")]
        error, _ = refused(*words, "--records", str(tmp_path / "records"), *more)
        return error

    def test_a_taken_port_is_named(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            error = self.refused(tmp_path, "--listen", address)
        assert (error["code"], error["exit_code"]) == ("cannot_listen", 69)
        assert error["fields"]["address"] == address

    def test_a_taken_socket_is_named(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        folder = tmp_path_factory.mktemp("s")
        address = f"unix:{folder / 'r.sock'}"
        with socket.socket(socket.AF_UNIX) as taken:
            taken.bind(str(folder / "r.sock"))
            taken.listen()
            error = self.refused(folder, "--listen", address)
        assert (error["code"], error["exit_code"]) == ("cannot_listen", 69)
        assert error["fields"]["address"] == address

    def test_an_address_that_is_no_text_is_refused(self, tmp_path: Path) -> None:
        address = f"unix:{tmp_path}/\udcff.sock"
        error = self.refused(tmp_path, "--listen", address)
        assert (error["code"], error["exit_code"]) == ("no_address", 2)
        assert error["fields"] == {"address": address}

    @pytest.mark.parametrize("address", ["127.0.0.1:99999", "127.0.0.1:x", "localhost", "unix:"])
    def test_an_invalid_address_is_refused(self, address: str, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--listen", address)
        assert (error["code"], error["exit_code"]) == ("no_address", 2)
        assert error["fields"] == {"address": address}

    def test_plaintext_beyond_this_machine_is_refused(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--listen", "0.0.0.0:0")
        assert (error["code"], error["exit_code"]) == ("no_tls", 2)

    def test_half_of_tls_is_refused(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--tls-key", "key.pem")
        assert (error["code"], error["exit_code"]) == ("half_of_tls", 2)

    def test_an_authority_of_clients_without_tls_is_refused(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--tls-client-ca", "ca.pem")
        assert (error["code"], error["exit_code"]) == ("needs_tls", 2)

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("no-hash a", "the token of a is not a SHA-256"),
            (f"{'0' * 64} <b>", "'<b>' is not a name for a bot"),
            (f"{'0' * 64} until=soon a", "'soon' is not a day or a time: write it as 2030-12-31"),
            (f"{'0' * 64} until=2030-12-31", "this is not a line with a hash and a bot's name"),
            ("0" * 64, "this is not a line with a hash and a bot's name"),
            (f"{'0' * 64} sound", "sound already has a token in a line above"),
        ],
    )
    def test_a_line_of_tokens_that_is_wrong_is_named(
        self, line: str, sentence: str, tmp_path: Path
    ) -> None:
        tokens = tmp_path / "t.txt"
        tokens.write_text(f"{'1' * 64} sound\n{line}\n")
        error = self.refused(tmp_path, "--tokens", str(tokens))
        assert error["exit_code"] == 2
        assert f"{tokens}:2: {sentence}" in error["message"]

    def test_every_line_of_tokens_that_is_wrong_is_named_at_once(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        tokens.write_text(f"no-hash a\n{'1' * 64} sound\n{'0' * 64} until=soon b\n")
        with pytest.raises(UsageError) as caught:
            read_tokens(tokens)
        assert str(caught.value).splitlines() == [
            f"{tokens} has 2 errors:",
            f"  {tokens}:1: the token of a is not a SHA-256 in hexadecimal.",
            f"  {tokens}:3: 'soon' is not a day or a time: "
            "write it as 2030-12-31, or as 2030-12-31T18:00:00Z.",
        ]
        tokens.write_text("no line\n" * 1_000)
        with pytest.raises(UsageError, match="has 100 errors or more"):
            read_tokens(tokens)

    def test_tokens_that_are_no_text_are_named(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        tokens.write_bytes(b"\xff\n")
        error = self.refused(tmp_path, "--tokens", str(tokens))
        assert (error["code"], error["exit_code"]) == ("tokens_not_text", 2)
        assert error["fields"] == {"path": str(tokens)}

    def test_a_certificate_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--tls-key", "k.pem", "--tls-certificate", "c.pem")
        assert (error["code"], error["exit_code"]) == ("pem_not_read", 2)
        assert error["fields"]["path"] == "k.pem"

    @pytest.mark.parametrize("text", ["no certificate", ""])
    def test_a_certificate_that_is_none_is_named(self, text: str, tmp_path: Path) -> None:
        pem = tmp_path / "c.pem"
        pem.write_text(text)
        error = self.refused(tmp_path, "--tls-key", str(pem), "--tls-certificate", str(pem))
        assert (error["code"], error["exit_code"]) == ("no_key_pair", 2)
        assert error["fields"].items() >= {"certificate": str(pem), "key": str(pem)}.items()

    def test_a_token_is_added_on_a_line_of_its_own(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        referee("token", "a", "--tokens", tokens)
        tokens.write_text(tokens.read_text().rstrip())
        referee("token", "b", "--tokens", tokens)
        assert list(read_tokens(tokens)) == ["a", "b"]

    def test_a_seed_that_all_would_know_is_refused(self, tmp_path: Path) -> None:
        error = self.refused(tmp_path, "--seed", "1")
        assert (error["code"], error["exit_code"]) == ("seed_would_be_known", 2)
        assert "--seed" not in referee("serve", "--help").stdout

    def test_a_second_token_for_a_name_is_refused(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        assert referee("token", "a", "--tokens", tokens).returncode == 0
        before = tokens.read_text()
        error, _ = refused("token", "a", "--tokens", tokens)
        assert (error["code"], error["exit_code"]) == ("has_token", 2)
        assert error["fields"] == {"bots": "a", "tokens": str(tokens)}
        assert tokens.read_text() == before
