"""`league.toml` is read whole, and everything that is wrong with it is said at once."""

import dataclasses
import json
import pickle
import re
import tomllib
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest

from referee.error import CodedError, Sentence, UnavailableError, UsageError
from referee.launch.sentence import LaunchSentence
from referee.league.configuration import json_schema, preflight
from referee.league.configuration.file_problem import LeagueFileError
from referee.league.configuration.league_file import read_league
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.sentence import LeagueFileSentence as Wrong
from referee.league.configuration.settings import SECTIONS, LeagueSettings
from referee.league.configuration.template import sample
from referee.league.format.kind import KINDS
from referee.league.format.sentence import FormatSentence
from referee.league.format.swiss import Swiss
from referee.league.key import specs
from referee.league.ledger import Ledger
from referee.match.clock import ClockSettings, seconds
from referee.server.identity import new_token
from referee.server.sentence import ServerSentence
from tests.errors import raises
from tianming_games.ground.sentence import GameSentence

DOCS = Path(__file__).parents[3] / "docs"

BOTS = "".join(f'[[bot]]\nname = "b{number}"\ncommand = "random"\n' for number in range(4))
HOOK = '[[notify]]\nname = "hook"\nurl = "https://a.example/x"\nsecret_env = "TIANMING_HOOK"\n'
HEAD = 'name = "autumn"\ngame = "dragon"\nseats = 4\nseed = "s"\n'


def read(
    tmp_path: Path,
    text: str,
    flags: dict[str, str] | None = None,
    environment: dict[str, str] | None = None,
) -> LeagueSettings:
    """The league of a text."""
    path = tmp_path / "league.toml"
    path.write_text(text, encoding="utf-8")
    return read_league(path, flags or {}, environment or {})


def problems(tmp_path: Path, text: str) -> dict[int | None, CodedError]:
    """What is wrong with a text, by line: the first error of each."""
    with pytest.raises(LeagueFileError) as caught:
        read(tmp_path, text)
    found: dict[int | None, CodedError] = {}
    for problem in caught.value.problems:
        found.setdefault(problem.line, problem.error)
    return found


class TestSound:
    """What a sound file says."""

    def test_a_short_file_gets_every_default(self, tmp_path: Path) -> None:
        league = read(tmp_path, HEAD + BOTS)
        assert (league.name, league.game, league.seats, league.seed) == ("autumn", "dragon", 4, "s")
        assert league.clock.settings == ClockSettings()
        assert league.roster == ("b0", "b1", "b2", "b3")
        assert league.variants[0]["edition"] == "2007"
        assert league.records == tmp_path / "records"
        assert league.ledger_url == f"sqlite:///{tmp_path}/ledger.db"

    @pytest.mark.parametrize("folder", ["a?b", "a%3Fb", "a@b:1#c"])
    def test_the_ledger_is_in_the_folder_of_the_league_whatever_that_is_called(
        self, tmp_path: Path, folder: str
    ) -> None:
        place = tmp_path / folder
        place.mkdir()
        league = read(place, HEAD + BOTS)
        Ledger(league.ledger_url, league.records, league.name, begin=True).close()
        assert (place / "ledger.db").exists()
        assert [path.name for path in tmp_path.iterdir()] == [folder]

    @pytest.mark.needs("strict")
    def test_every_table_is_read(self, tmp_path: Path) -> None:
        league = read(
            tmp_path,
            HEAD
            + '[format]\nkind = "swiss"\nrounds = 9\n[[variant]]\nedition = "anniversary"\n'
            + '[[variant]]\n[clock]\nbank = 2\n[match]\ndurable = "power"\n[sandbox]\n'
            + 'preset = "strict"\n[storage]\nledger = "postgresql://host/x"\n'
            + "[limits]\nmatches = 3\n"
            + '[executor]\nkind = "processes"\nworkers = 2\n[server]\nlisten = "localhost:1"\n'
            + BOTS
            + 'enabled = false\n[[bot]]\nname = "e"\ncommand = "greedy"\n',
        )
        assert league.format == Swiss(rounds=9)
        assert [one["edition"] for one in league.variants] == ["anniversary", "2007"]
        assert league.clock.settings.bank == seconds(2)
        assert (league.match.durable, league.sandbox.preset) == ("power", "strict")
        assert league.ledger_url == "postgresql://host/x"
        assert (league.limits.matches, league.executor.workers) == (3, 2)
        assert league.server.listen == "localhost:1"
        assert league.roster == ("b0", "b1", "b2", "e")

    def test_a_token_is_its_hash_or_a_name_in_the_file_of_tokens(self, tmp_path: Path) -> None:
        known, other = (sha256(word).hexdigest() for word in (b"one", b"two"))
        (tmp_path / "tokens.txt").write_text(f"{known} Deep Red\n")
        league = read(
            tmp_path,
            HEAD
            + '[server]\ntokens = "tokens.txt"\n'
            + BOTS
            + '[[bot]]\nname = "r"\ntoken = "Deep Red"\n'
            + f'[[bot]]\nname = "s"\ntoken = "{other}"\n',
        )
        assert [bot.token for bot in league.bots[4:]] == [known, other]

    def test_a_league_on_a_cluster_may_have_bots_that_are_not_on_this_machine(
        self, tmp_path: Path
    ) -> None:
        text = HEAD + BOTS.replace('"random"', '"/there/bot"')
        cluster = '[executor]\nkind = "dask"\naddress = "tcp://host:8786"\n'
        assert read(tmp_path, text.replace("[[bot]]", cluster + "[[bot]]", 1)).bots
        assert len(problems(tmp_path, text)) == 4


class TestWrong:
    """What is wrong is named with its line, why, and how to mend it."""

    def test_all_errors_are_reported_together_in_the_order_of_lines(self, tmp_path: Path) -> None:
        found = problems(
            tmp_path,
            'name = "autumn 1"\n'
            'game = "dargon"\n'
            "seets = 4\n"
            "[format]\n"
            'kind = "swis"\n'
            "[limits]\n"
            'matches = "many"\n'
            "matches_per_bot = 0\n"
            "[[variant]]\n"
            "edition = 2007\n"
            "[[bot]]\n"
            'name = "greedy"\n'
            'command = "gredy"\n'
            "[[bot]]\n"
            'name = "Greedy"\n'
            'token = "secret"\n'
            "[[bot]]\n"
            'name = "x"\n',
        )
        assert list(found) == sorted(line for line in found if line)
        wanted = {
            1: Wrong.WRONG_FORM,
            2: GameSentence.NO_SUCH_GAME,
            3: Wrong.UNKNOWN_KEY,
            5: Wrong.NO_CHOICE,
            7: Wrong.WRONG_TYPE,
            8: Wrong.OUT_OF_RANGE,
            10: Wrong.OPTION_NOT_TEXT,
            13: LaunchSentence.NO_PROGRAM,
            15: Wrong.BOT_NAME_TAKEN,
            16: Wrong.WRONG_TOKEN,
            17: Wrong.NOT_ONE_WAY_TO_BOT,
        }
        assert {line: error.sentence for line, error in found.items()} == wanted
        assert found[2].fields == {"name": "dargon", "hint": "did you mean dragon?"}
        assert found[8].fields == {
            "name": "limits.matches_per_bot",
            "value": "0",
            "least": 1,
            "most": 10_000,
        }
        assert found[15].fields == {"bot": "Greedy"}

    @pytest.mark.parametrize(
        ("text", "line", "sentence", "fields"),
        [
            (BOTS, 1, Wrong.MISSING_KEY, {"name": "name", "sample": '"season"'}),
            (
                HEAD.replace("4", "6") + BOTS,
                3,
                GameSentence.WRONG_NUMBER_OF_SEATS,
                {"least": 2, "most": 5},
            ),
            (HEAD.replace("4", '"4"') + BOTS, 3, Wrong.WRONG_TYPE, {"value": "'4'"}),
            (HEAD.replace("4", "true") + BOTS, 3, Wrong.WRONG_TYPE, {"value": "true"}),
            (
                HEAD.replace("4", "5") + BOTS,
                1,
                FormatSentence.TOO_FEW_BOTS,
                {"bots": 4, "seats": 5},
            ),
            (HEAD + "format = 3\n" + BOTS, 5, Wrong.NO_TABLE, {"name": "format"}),
            (HEAD + BOTS + 'owner = "ada"\n', 17, Wrong.NO_SUCH_OWNER, {"hint": "there is none."}),
            (
                HEAD + BOTS + 'owner = "Ada"\n[[owner]]\nname = "ada"\n',
                17,
                Wrong.NO_SUCH_OWNER,
                {"bot": "b3", "owner": "Ada", "hint": "did you mean ada?"},
            ),
            (
                HEAD + BOTS + 'owner = ["ada", "bob"]\n',
                17,
                Wrong.WRONG_TYPE,
                {"name": "bot.owner", "value": "a list"},
            ),
            (
                HEAD + BOTS + '[[owner]]\nname = "ada"\n[[owner]]\nname = "ADA"\n',
                20,
                Wrong.OWNER_NAME_TAKEN,
                {"owner": "ADA"},
            ),
            (
                HEAD
                + '[[owner]]\nname = "ada"\nbots = 1\n'
                + BOTS.replace("random", 'random"\nowner = "ada'),
                7,
                Wrong.TOO_MANY_BOTS,
                {"owner": "ada", "most": 1, "count": 4, "bots": "b0, b1, b2, b3"},
            ),
            (
                HEAD + BOTS + HOOK.replace("https://", "http://"),
                19,
                Wrong.WRONG_WEBHOOK_URL,
                {"target": "hook"},
            ),
            (
                HEAD + BOTS + HOOK.replace("https://a", "https://u:p@a"),
                19,
                Wrong.WRONG_WEBHOOK_URL,
                {},
            ),
            (HEAD + BOTS + HOOK.replace("secret_env", "# "), 17, Wrong.NOT_ONE_SECRET, {}),
            (HEAD + BOTS + HOOK + 'form = "slack"\n', 20, Wrong.NOT_ONE_SECRET, {}),
            (HEAD + BOTS + HOOK + 'secret_file = "s"\n', 20, Wrong.NOT_ONE_SECRET, {}),
            (
                HEAD + BOTS + HOOK + 'events = "round.over rond.over"\n',
                21,
                Wrong.NO_CHOICE,
                {"name": "notify.events", "value": "'rond.over'"},
            ),
            (HEAD + BOTS + HOOK + HOOK, 22, Wrong.TARGET_NAME_TAKEN, {"target": "hook"}),
            (HEAD + "notify = 3\n" + BOTS, 5, Wrong.NO_TABLES, {"name": "notify"}),
            (HEAD + BOTS + HOOK + "per_minute = 0\n", 21, Wrong.OUT_OF_RANGE, {}),
            (HEAD + BOTS + '[[owner]]\nname = " "\n', 18, Wrong.WRONG_FORM, {}),
            (HEAD + "bot = 3\n", 5, Wrong.NO_TABLES, {"name": "bot"}),
            (
                HEAD + '[[variant]]\nedtion = "2007"\n' + BOTS,
                5,
                GameSentence.NO_SUCH_OPTION,
                {"name": "edtion"},
            ),
            (HEAD + "[clock]\ndecision = 0\nbank = 0\n" + BOTS, 6, Wrong.NO_TIME, {}),
            (
                HEAD + "[clock]\ndecision = nan\n" + BOTS,
                6,
                Wrong.OUT_OF_RANGE,
                {"name": "clock.decision", "value": "nan"},
            ),
            (
                HEAD + '[match]\ndurable = "disk"\n' + BOTS,
                6,
                Wrong.NO_CHOICE,
                {"name": "match.durable", "value": "'disk'"},
            ),
            (HEAD + '[server]\nkey = "k"\n' + BOTS, 5, Wrong.HALF_OF_TLS, {}),
            (
                HEAD + '[server]\nclient_ca = "k"\n' + BOTS,
                6,
                Wrong.CLIENT_AUTHORITY_WITHOUT_TLS,
                {},
            ),
            (
                HEAD + '[server]\ntokens = "no.txt"\n' + BOTS,
                6,
                ServerSentence.TOKENS_NOT_READ,
                {},
            ),
            (
                HEAD + '[server]\ntokens = "a\\u0000"\n' + BOTS,
                6,
                Wrong.NO_TEXT,
                {"name": "server.tokens", "value": r"'a\x00'"},
            ),
            (
                HEAD + '[storage]\nrecords = "\\u0000"\n' + BOTS,
                6,
                Wrong.NO_TEXT,
                {"name": "storage.records", "value": r"'\x00'"},
            ),
            (
                HEAD + f"[limits]\nround_minutes = 1{320 * '0'}\n" + BOTS,
                6,
                Wrong.OUT_OF_RANGE,
                {"name": "limits.round_minutes"},
            ),
            (
                HEAD + "[sandbox]\nmemory = 9223372036854775807\n" + BOTS,
                6,
                Wrong.OUT_OF_RANGE,
                {"value": "9223372036854775807", "least": 64, "most": 16_777_216},
            ),
            (
                HEAD + '[server]\nlisten = "x"\n' + BOTS,
                6,
                Wrong.WRONG_LISTEN,
                {"table": "server", "why": ServerSentence.NO_ADDRESS},
            ),
            (
                HEAD + '[executor]\nlisten = "x:y"\n' + BOTS,
                6,
                Wrong.WRONG_LISTEN,
                {"table": "executor", "why": ServerSentence.NO_ADDRESS},
            ),
            (
                HEAD + '[executor]\nkind = "dask"\n' + BOTS,
                5,
                Wrong.HALF_OF_CLUSTER,
                {},
            ),
            (
                HEAD + '[executor]\naddress = "x"\n' + BOTS,
                6,
                Wrong.WRONG_FORM,
                {"name": "executor.address", "value": "'x'"},
            ),
            (
                HEAD + '[storage]\nledger = "x.db"\n' + BOTS,
                6,
                Wrong.WRONG_FORM,
                {"name": "storage.ledger", "value": "'x.db'"},
            ),
            (
                HEAD + '[format]\nkind = "gauntlet"\n' + BOTS,
                5,
                Wrong.MISSING_KEY,
                {"name": "format.challenger", "key": "challenger"},
            ),
            (
                HEAD + '[format]\nkind = "gauntlet"\nchallenger = "b9"\n' + BOTS,
                5,
                FormatSentence.CHALLENGER_DOES_NOT_PLAY,
                {"bot": "b9", "hint": "known are b0, b1, b2, b3."},
            ),
            (
                HEAD + "[format]\nround = 3\n" + BOTS,
                6,
                Wrong.UNKNOWN_KEY,
                {"table": "[format]", "key": "round", "hint": "did you mean rounds?"},
            ),
            (
                HEAD + BOTS + 'token = "ab"\n',
                16,
                Wrong.NOT_ONE_WAY_TO_BOT,
                {"bot": "b3"},
            ),
            (
                HEAD + BOTS + '[[bot]]\ncommand = "random"\n',
                17,
                Wrong.MISSING_KEY,
                {"name": "bot.name", "key": "name"},
            ),
            (
                HEAD + BOTS + "tokn = 3\n",
                17,
                Wrong.UNKNOWN_KEY,
                {"table": "[[bot]]", "key": "tokn", "hint": "did you mean token?"},
            ),
            (
                HEAD + BOTS + "[[bto]]\n",
                17,
                Wrong.UNKNOWN_KEY,
                {"table": "a league", "key": "bto", "hint": "did you mean bot?"},
            ),
            (HEAD + "bot = [3, {name = 3}]\n", 5, Wrong.NO_TABLES, {"name": "bot"}),
            (
                HEAD + "variant = [3, {a = 3}]\n" + BOTS,
                5,
                Wrong.NO_TABLES,
                {"name": "variant"},
            ),
            (
                HEAD + '[format]\nchallenger = "b1"\nkind = "gantlet"\n' + BOTS,
                7,
                Wrong.NO_CHOICE,
                {"name": "format.kind", "value": "'gantlet'", "hint": "did you mean gauntlet?"},
            ),
            (
                HEAD + '[format]\nkinds = "swiss"\n' + BOTS,
                6,
                Wrong.UNKNOWN_KEY,
                {"table": "[format]", "key": "kinds"},
            ),
            (
                HEAD + BOTS + '[[bot]]\nname = "<b>"\ncommand = "random"\n',
                18,
                Wrong.WRONG_FORM,
                {"name": "bot.name", "value": "'<b>'"},
            ),
        ],
    )
    def test_one_error_is_one_sentence_with_its_line(
        self, text: str, line: int, sentence: Sentence, fields: dict[str, object], tmp_path: Path
    ) -> None:
        found = problems(tmp_path, text)
        assert found[line].sentence is sentence
        for name, value in fields.items():
            field = found[line].fields[name]
            assert value == (field.sentence if isinstance(field, CodedError) else field)
        assert all(str(error).endswith((".", "?")) for error in found.values())

    def test_every_number_has_a_least_and_a_most(self) -> None:
        for table in (LeagueSettings, *SECTIONS.values(), *KINDS.values()):
            for spec in specs(table):
                bounds = (spec.key.least, spec.key.most)
                assert (None not in bounds) == (spec.type in (int, float)), spec.name

    def test_a_file_of_tls_that_is_not_there_is_named_with_its_key(self, tmp_path: Path) -> None:
        files = 'certificate = "c.pem"\nkey = "k.pem"\nclient_ca = "a.pem"\n'
        found = problems(tmp_path, f"{HEAD}[server]\n{files}{BOTS}")
        for line, file, key in ((6, "c", "certificate"), (7, "k", "key"), (8, "a", "client_ca")):
            assert found[line].sentence is ServerSentence.PEM_NOT_READ
            assert found[line].fields["path"] == tmp_path / f"{file}.pem"
            assert found[line].fields["name"] == f"server.{key}"

    def test_a_certificate_that_is_none_is_named_with_its_key(self, tmp_path: Path) -> None:
        (tmp_path / "c.pem").write_text("no certificate")
        files = '[server]\ncertificate = "c.pem"\nkey = "c.pem"\n'
        found = problems(tmp_path, HEAD + files + BOTS)
        assert found[6].sentence is ServerSentence.NO_KEY_PAIR
        assert found[6].fields["certificate"] == tmp_path / "c.pem"
        assert found[6].fields["certificate_name"] == "server.certificate"

    def test_tokens_that_would_cross_a_network_bare_are_refused_by_key(
        self, tmp_path: Path
    ) -> None:
        listen = 'listen = "0.0.0.0:0"\n'
        text = f'{HEAD}[server]\n{listen}[executor]\nkind = "processes"\n{listen}'
        remote_bot = f'[[bot]]\nname = "guest"\ntoken = "{"0" * 64}"\n'
        found = problems(tmp_path, text + BOTS + remote_bot)
        for line, table in ((6, "server"), (9, "executor")):
            assert found[line].sentence is Wrong.WRONG_LISTEN
            assert found[line].fields["table"] == table
            why = found[line].fields["why"]
            assert isinstance(why, UsageError)
            assert why.sentence is ServerSentence.NO_TLS
            assert why.fields == {
                "address": "0.0.0.0:0",
                "certificate": "server.certificate",
                "key": "server.key",
                "plaintext": "server.plaintext",
            }
        assert found.keys() == {6, 9}
        assert read(tmp_path, text + BOTS).server.listen == "0.0.0.0:0"
        plain = text.replace("[server]\n", "[server]\nplaintext = true\n")
        assert read(tmp_path, plain + BOTS + remote_bot).server.plaintext
        here = text.replace("processes", "here") + BOTS + remote_bot
        assert problems(tmp_path, here).keys() == {6}

    def test_a_secret_that_stands_in_the_file_is_not_repeated(self, tmp_path: Path) -> None:
        secret = new_token()
        found = problems(tmp_path, HEAD + BOTS + f'[[bot]]\nname = "x"\ntoken = "{secret}"\n')
        assert found[19].sentence is Wrong.WRONG_TOKEN
        assert found[19].fields == {"bot": "x"}

    def test_a_sandbox_that_this_machine_cannot_keep_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refusal = UnavailableError(
            LaunchSentence.SANDBOX_NOT_ENFORCED, preset="strict", why="no such thing here."
        )
        monkeypatch.setattr(preflight, "refusal_of", lambda _: refusal)
        text = HEAD + '[sandbox]\npreset = "strict"\nreads = "nowhere"\n' + BOTS
        found = problems(tmp_path, text)
        assert found[6] is refusal
        assert found[7].sentence is Wrong.NOT_READABLE
        assert found[7].fields == {"path": tmp_path / "nowhere"}
        cluster = '[executor]\nkind = "dask"\naddress = "tcp://host:8786"\n'
        assert local_sandbox(
            read(tmp_path, text.replace("[[bot]]", cluster + "[[bot]]", 1))
        ).readable

    @pytest.mark.parametrize(
        ("cores", "matches", "needed", "cure"),
        [
            (8, 16, 64, "set limits.matches = 2"),
            (3, 1, 4, "set sandbox.cores = false"),
            (64, 16, None, ""),
            (4, 1, None, ""),
        ],
    )
    def test_pinned_bots_need_a_core_each_while_all_matches_are_played(
        self,
        cores: int,
        matches: int,
        needed: int | None,
        cure: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(preflight, "bot_cores", lambda: tuple(range(cores)))
        more = f"[sandbox]\ncores = true\n[limits]\nmatches = {matches}\n"
        pool = '[executor]\nkind = "processes"\nworkers = 16\n'
        text = HEAD + more + pool + BOTS
        if needed is None:
            assert local_sandbox(read(tmp_path, text)).limits.cores
            return
        (found,) = problems(tmp_path, text).values()
        assert found.sentence is Wrong.TOO_FEW_CORES
        assert found.fields == {
            "needed": needed,
            "matches": matches,
            "cores": cores,
            "cure": cure,
        }

    def test_a_machine_that_does_not_play_needs_no_sandbox(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refusal = UnavailableError(
            LaunchSentence.SANDBOX_NOT_ENFORCED, preset="basic", why="no such thing here."
        )
        monkeypatch.setattr(preflight, "refusal_of", lambda _: refusal)
        server = '[server]\ntokens = "t"\ncertificate = "c.pem"\nkey = "k.pem"\n'
        sandbox = '[sandbox]\nreads = "nowhere"\n'
        bots = BOTS.replace("random", "radnom") + '[[bot]]\nname = "x"\ntoken = "x"\n'
        text = HEAD + server + sandbox + bots
        assert problems(tmp_path, text).keys() == {6, 7, 8, 9, 10, 13, 16, 19, 22}
        league = read_league(tmp_path / "league.toml", {}, {}, to_play=False)
        assert (league.bots[0].command, league.bots[4].token) == ("radnom", "x")
        (tmp_path / "league.toml").write_text(text.replace("dragon", "dragno"))
        with raises(LeagueFileError, Wrong.WRONG_LEAGUE, why=GameSentence.NO_SUCH_GAME) as caught:
            read_league(tmp_path / "league.toml", {}, {}, to_play=False)
        assert len(caught.value.problems) == 1

    def test_the_whole_says_where_each_error_is(self, tmp_path: Path) -> None:
        with pytest.raises(LeagueFileError) as caught:
            read(tmp_path, HEAD.replace("seats", "seets") + BOTS)
        said = str(caught.value).splitlines()
        path = tmp_path / "league.toml"
        assert said[0] == f"{path} has 2 errors:"
        assert said[2] == f"  {path}:3: a league has no key 'seets': did you mean seats?"

    @pytest.mark.parametrize(
        ("data", "line"), [(b"name = \n", 1), (b'a = """\n\n', 2), (b"a = 1\na = 2\n", 2)]
    )
    def test_invalid_toml_is_refused(self, data: bytes, line: int, tmp_path: Path) -> None:
        path = tmp_path / "league.toml"
        path.write_bytes(data)
        with raises(
            LeagueFileError,
            Wrong.WRONG_LEAGUE,
            where=f"{path}:{line}",
            why=Wrong.NO_TOML,
        ):
            read_league(path, {}, {})

    def test_an_invalid_text_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "league.toml"
        path.write_bytes(b"\xff\xfe")
        with raises(UsageError, Wrong.LEAGUE_NOT_TEXT, path=path):
            read_league(path, {}, {})

    def test_a_file_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "league.toml"
        with raises(UsageError, Wrong.LEAGUE_NOT_READ, path=path):
            read_league(path, {}, {})

    def test_an_error_is_the_same_after_pickling(self, tmp_path: Path) -> None:
        for text in (HEAD, HEAD.replace("seats", "seets") + BOTS):
            with pytest.raises(LeagueFileError) as caught:
                read(tmp_path, text)
            copy = pickle.loads(pickle.dumps(caught.value))
            assert type(copy) is LeagueFileError
            assert (str(copy), copy.code) == (str(caught.value), caught.value.code)


class TestSample:
    """A new file."""

    def test_it_passes_the_check(self, tmp_path: Path) -> None:
        league = read(tmp_path, sample())
        assert league.roster == ("greedy", "random-1", "random-2", "random-3")

    def test_it_has_every_key_with_its_default(self, tmp_path: Path) -> None:
        league, short = read(tmp_path, sample()), read(tmp_path, HEAD + BOTS)
        for name in ("format", "variants", *SECTIONS):
            assert getattr(league, name) == getattr(short, name)
        data = tomllib.loads(sample())
        for name, table in SECTIONS.items():
            assert list(data[name]) == [field.name for field in dataclasses.fields(table)]

    def test_it_names_every_format(self) -> None:
        assert all(kind in sample() for kind in KINDS)

    def test_no_two_have_one_seed(self) -> None:
        assert tomllib.loads(sample())["seed"] != tomllib.loads(sample())["seed"]


class TestSchema:
    """The published schema is that of the settings."""

    published = json.loads((DOCS / "league.schema.json").read_text(encoding="utf-8"))

    def test_it_is_as_the_settings_are(self) -> None:
        """If not, write it: `python -m referee.league.configuration.json_schema`."""
        assert (DOCS / "league.schema.json").read_text(encoding="utf-8") == json_schema.text()

    def test_it_is_a_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(self.published)

    @pytest.mark.parametrize(
        "text",
        [
            sample(),
            HEAD + BOTS,
            HEAD + '[format]\nkind = "gauntlet"\nchallenger = "b1"\n' + BOTS,
            HEAD + '[format]\nkind = "comparison"\nold = "b1"\nnew = "b2"\nelo0 = -5.5\n' + BOTS,
        ],
    )
    def test_what_the_check_takes_fits_it(self, text: str, tmp_path: Path) -> None:
        read(tmp_path, text)
        jsonschema.validate(tomllib.loads(text), self.published)

    @pytest.mark.parametrize(
        "text",
        [
            BOTS,
            HEAD + "seets = 4\n" + BOTS,
            HEAD + "[limits]\nmatches = 0\n" + BOTS,
            HEAD + '[limits]\nmatches = "x"\n' + BOTS,
            HEAD + '[format]\nkind = "swis"\n' + BOTS,
            HEAD + '[format]\nkind = "gauntlet"\n' + BOTS,
            HEAD + '[match]\ndurable = "disk"\n' + BOTS,
            HEAD + BOTS + 'token = "ab"\n',
            HEAD + BOTS + '[[bot]]\nname = "<b>"\ncommand = "random"\n',
        ],
    )
    def test_what_it_refuses_the_check_refuses_too(self, text: str, tmp_path: Path) -> None:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(text), self.published)
        assert problems(tmp_path, text)


class TestPage:
    """The page on leagues says of the file what is so."""

    page = (DOCS / "league.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    whole = next(block for block in blocks if block.startswith("name"))
    formats = tuple(block for block in blocks if block.startswith("[format]"))

    def test_its_league_passes_the_check(self, tmp_path: Path) -> None:
        assert read(tmp_path, self.whole).roster == ("greedy", "one", "two", "three")

    @pytest.mark.parametrize("block", formats)
    def test_its_formats_pass_the_check_in_that_league(self, block: str, tmp_path: Path) -> None:
        head, _, rest = self.whole.partition("[format]")
        bots = "[[bot]]" + rest.partition("[[bot]]")[2]
        kind = tomllib.loads(block)["format"]["kind"]
        assert read(tmp_path, head + block + bots).format.kind == kind

    def test_its_formats_are_all_and_show_every_key_with_its_default(self) -> None:
        shown = {}
        for block in self.formats:
            keys = tomllib.loads(block)["format"]
            shown[keys.pop("kind")] = keys
        assert shown == {
            kind: {
                spec.name: shown[kind][spec.name] if spec.required else spec.default
                for spec in specs(table)
            }
            for kind, table in KINDS.items()
        }

    def test_its_tables_show_every_key_with_its_default(self) -> None:
        for section, table in SECTIONS.items():
            for spec in specs(table):
                assert f"\n| `{section}.{spec.name}` | `{spec.sample}` | " in self.page
        for spec in specs(LeagueSettings):
            default = "required" if spec.required else f"`{spec.sample}`"
            assert f"\n| `{spec.name}` | {default} | " in self.page


class TestOverride:
    """A flag goes before the environment, and that before the file."""

    def test_the_flag_goes_first_and_the_file_last(self, tmp_path: Path) -> None:
        text = HEAD + "[limits]\nmatches = 3\n" + BOTS
        environment = {"TIANMING_LEAGUE_LIMITS_MATCHES": "5"}
        assert read(tmp_path, text).limits.matches == 3
        assert read(tmp_path, text, {}, environment).limits.matches == 5
        flags = {"limits.matches": "7"}
        assert read(tmp_path, text, flags, environment).limits.matches == 7

    def test_a_value_that_is_wrong_is_named_with_where_it_comes_from(self, tmp_path: Path) -> None:
        for flags, environment, origin in (
            ({"limits.matches": "0"}, {}, "--set limits.matches"),
            ({}, {"TIANMING_LEAGUE_SEATS": "x"}, "the environment's TIANMING_LEAGUE_SEATS"),
        ):
            with pytest.raises(LeagueFileError) as caught:
                read(tmp_path, HEAD + BOTS, flags, environment)
            (problem,) = caught.value.problems
            assert (problem.where, problem.line) == (origin, None)

    def test_a_variable_that_sets_nothing_is_refused(self, tmp_path: Path) -> None:
        variable = "TIANMING_LEAGUE_LIMITS_MATCHS"
        hint = "did you mean TIANMING_LEAGUE_LIMITS_MATCHES?"
        with raises(UsageError, Wrong.UNKNOWN_VARIABLE, variable=variable, hint=hint):
            read(tmp_path, HEAD + BOTS, {}, {variable: "5"})

    def test_a_flag_that_sets_nothing_is_refused(self, tmp_path: Path) -> None:
        hint = "did you mean seed?"
        with raises(UsageError, Wrong.SET_UNKNOWN_KEY, name="sed", hint=hint):
            read(tmp_path, HEAD + BOTS, {"sed": "5"})
