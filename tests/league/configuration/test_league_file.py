"""`league.toml` is read whole, and everything that is wrong with it is said at once."""

import dataclasses
import json
import re
import tomllib
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest

from referee.error import UsageError
from referee.league.configuration import json_schema, preflight
from referee.league.configuration.file_problem import LeagueFileError
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import SECTIONS, LeagueSettings
from referee.league.configuration.template import sample
from referee.league.format.kind import KINDS
from referee.league.format.swiss import Swiss
from referee.league.key import specs
from referee.league.ledger import Ledger
from referee.match.clock import ClockSettings, seconds
from referee.server.identity import new_token

DOCS = Path(__file__).parents[3] / "docs"

BOTS = "".join(f'[[bot]]\nname = "b{number}"\ncommand = "random"\n' for number in range(4))
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


def problems(tmp_path: Path, text: str) -> dict[int | None, str]:
    """What is wrong with a text, by line."""
    with pytest.raises(LeagueFileError) as caught:
        read(tmp_path, text)
    found: dict[int | None, str] = {}
    for problem in caught.value.problems:
        found[problem.line] = f"{found.get(problem.line, '')}{problem.text}\n"
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

    def test_every_error_is_told_at_once_in_the_order_of_lines(self, tmp_path: Path) -> None:
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
            2: "there is no game 'dargon': did you mean dragon?",
            3: "a league has no key 'seets': did you mean seats?",
            5: "format.kind cannot be 'swis': did you mean swiss?",
            7: "limits.matches must be a whole number, not 'many'.",
            8: "limits.matches_per_bot is 0: give a number from 1 to 10000.",
            10: "option edition must be a text in quotes.",
            13: "the bot 'gredy' does not start: there is no program 'gredy'; did you mean greedy?",
            15: "there is a bot 'Greedy' already",
            16: "the token of 'Greedy' is neither a SHA-256 in hexadecimal nor a name",
            17: "the bot 'x' needs either a command, to be started here, or a token",
        }
        for line, sentence in wanted.items():
            assert found[line].startswith(sentence)
        assert found.keys() == {1, *wanted}

    @pytest.mark.parametrize(
        ("text", "line", "sentence"),
        [
            (BOTS, 1, 'name is missing: add name = "season".'),
            (HEAD.replace("4", "6") + BOTS, 3, "dragon is for 2 to 5 seats, not 6."),
            (HEAD.replace("4", '"4"') + BOTS, 3, "seats must be a whole number, not '4'."),
            (HEAD.replace("4", "true") + BOTS, 3, "seats must be a whole number, not true."),
            (HEAD.replace("4", "5") + BOTS, 1, "4 bots cannot fill 5 seats: name more bots."),
            (HEAD + "format = 3\n" + BOTS, 5, "format must be a table: write [format]"),
            (HEAD + "bot = 3\n", 5, "bot must be tables: write [[bot]] above each."),
            (HEAD + '[[variant]]\nedtion = "2007"\n' + BOTS, 5, "dragon has no option 'edtion'"),
            (HEAD + "[clock]\ndecision = 0\nbank = 0\n" + BOTS, 6, "clock.decision and clock.bank"),
            (HEAD + "[clock]\ndecision = nan\n" + BOTS, 6, "clock.decision is nan: give a number"),
            (HEAD + '[match]\ndurable = "disk"\n' + BOTS, 6, "match.durable cannot be 'disk': "),
            (HEAD + '[server]\nkey = "k"\n' + BOTS, 5, "server.certificate and server.key go"),
            (HEAD + '[server]\nclient_ca = "k"\n' + BOTS, 6, "server.client_ca needs TLS"),
            (HEAD + '[server]\ntokens = "no.txt"\n' + BOTS, 6, "the tokens "),
            (
                HEAD + '[server]\ntokens = "a\\u0000"\n' + BOTS,
                6,
                "server.tokens is 'a\\x00': give ",
            ),
            (HEAD + '[storage]\nrecords = "\\u0000"\n' + BOTS, 6, "storage.records is '\\x00': "),
            (
                HEAD + f"[limits]\nround_minutes = 1{320 * '0'}\n" + BOTS,
                6,
                "limits.round_minutes is",
            ),
            (
                HEAD + "[sandbox]\nmemory = 9223372036854775807\n" + BOTS,
                6,
                "sandbox.memory is 9223372036854775807: give a number from 64 to 16777216.",
            ),
            (HEAD + '[server]\nlisten = "x"\n' + BOTS, 6, "server.listen: 'x' is no address to "),
            (HEAD + '[executor]\nlisten = "x:y"\n' + BOTS, 6, "executor.listen: 'x:y' is no "),
            (HEAD + '[executor]\nkind = "dask"\n' + BOTS, 5, 'executor.kind = "dask" and'),
            (HEAD + '[executor]\naddress = "x"\n' + BOTS, 6, "executor.address is 'x': give an "),
            (HEAD + '[storage]\nledger = "x.db"\n' + BOTS, 6, "storage.ledger is 'x.db': give "),
            (HEAD + '[format]\nkind = "gauntlet"\n' + BOTS, 5, "format.challenger is missing: add"),
            (
                HEAD + '[format]\nkind = "gauntlet"\nchallenger = "b9"\n' + BOTS,
                5,
                "the challenger 'b9' is no bot that plays: known are b0, b1, b2, b3.",
            ),
            (HEAD + "[format]\nround = 3\n" + BOTS, 6, "[format] has no key 'round': did you mean"),
            (HEAD + BOTS + 'token = "ab"\n', 16, "the bot 'b3' needs either a command"),
            (HEAD + BOTS + '[[bot]]\ncommand = "random"\n', 17, "bot.name is missing: add name"),
            (HEAD + BOTS + "tokn = 3\n", 17, "[[bot]] has no key 'tokn': did you mean token?"),
            (HEAD + BOTS + "[[bto]]\n", 17, "a league has no key 'bto': did you mean bot?"),
            (HEAD + "bot = [3, {name = 3}]\n", 5, "bot must be tables: write [[bot]] above"),
            (HEAD + "variant = [3, {a = 3}]\n" + BOTS, 5, "variant must be tables: write "),
            (
                HEAD + '[format]\nchallenger = "b1"\nkind = "gantlet"\n' + BOTS,
                7,
                "format.kind cannot be 'gantlet': did you mean gauntlet?",
            ),
            (
                HEAD + '[format]\nkinds = "swiss"\n' + BOTS,
                6,
                "[format] has no key 'kinds': did you",
            ),
            (
                HEAD + BOTS + '[[bot]]\nname = "<b>"\ncommand = "random"\n',
                18,
                "bot.name is '<b>': give 1 to 40 letters",
            ),
        ],
    )
    def test_one_error_is_one_sentence_with_its_line(
        self, text: str, line: int, sentence: str, tmp_path: Path
    ) -> None:
        found = problems(tmp_path, text)
        assert found[line].startswith(sentence)
        assert all(said.endswith((".\n", "?\n")) for said in found.values())

    def test_every_number_has_a_least_and_a_most(self) -> None:
        for table in (LeagueSettings, *SECTIONS.values(), *KINDS.values()):
            for spec in specs(table):
                bounds = (spec.key.least, spec.key.most)
                assert (None not in bounds) == (spec.type in (int, float)), spec.name

    def test_a_file_of_tls_that_is_not_there_is_named_with_its_key(self, tmp_path: Path) -> None:
        files = 'certificate = "c.pem"\nkey = "k.pem"\nclient_ca = "a.pem"\n'
        found = problems(tmp_path, f"{HEAD}[server]\n{files}{BOTS}")
        for line, file, key in ((6, "c", "certificate"), (7, "k", "key"), (8, "a", "client_ca")):
            assert f"/{file}.pem cannot be read: No such file" in found[line]
            assert found[line].endswith(f"name a PEM file with server.{key}.\n")

    def test_a_certificate_that_is_none_is_named_with_its_key(self, tmp_path: Path) -> None:
        (tmp_path / "c.pem").write_text("no certificate")
        files = '[server]\ncertificate = "c.pem"\nkey = "c.pem"\n'
        found = problems(tmp_path, HEAD + files + BOTS)
        assert "c.pem is no PEM certificate with its private key" in found[6]
        assert "name a chain with server.certificate and its key" in found[6]

    def test_tokens_that_would_cross_a_network_bare_are_refused_by_key(
        self, tmp_path: Path
    ) -> None:
        listen = 'listen = "0.0.0.0:0"\n'
        text = f'{HEAD}[server]\n{listen}[executor]\nkind = "processes"\n{listen}'
        guest = f'[[bot]]\nname = "guest"\ntoken = "{"0" * 64}"\n'
        found = problems(tmp_path, text + BOTS + guest)
        for line, key in ((6, "server.listen"), (9, "executor.listen")):
            assert found[line].startswith(f"{key}: 0.0.0.0:0 can be reached from other machines")
            assert "give server.certificate and server.key, or server.plaintext" in found[line]
        assert found.keys() == {6, 9}
        assert read(tmp_path, text + BOTS).server.listen == "0.0.0.0:0"
        plain = text.replace("[server]\n", "[server]\nplaintext = true\n")
        assert read(tmp_path, plain + BOTS + guest).server.plaintext
        here = text.replace("processes", "here") + BOTS + guest
        assert problems(tmp_path, here).keys() == {6}

    def test_a_secret_that_stands_in_the_file_is_not_repeated(self, tmp_path: Path) -> None:
        secret = new_token()
        found = problems(tmp_path, HEAD + BOTS + f'[[bot]]\nname = "x"\ntoken = "{secret}"\n')
        assert "the secret itself does not belong here" in found[19]
        assert secret not in str(found)

    def test_a_sandbox_that_this_machine_cannot_keep_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(preflight, "refusal_of", lambda preset: f"no {preset.value} here.")
        text = HEAD + '[sandbox]\npreset = "strict"\nreads = "nowhere"\n' + BOTS
        found = problems(tmp_path, text)
        assert found[6] == "no strict here.\n"
        assert found[7] == f"sandbox.reads: there is no {tmp_path}/nowhere.\n"
        cluster = '[executor]\nkind = "dask"\naddress = "tcp://host:8786"\n'
        assert read(tmp_path, text.replace("[[bot]]", cluster + "[[bot]]", 1)).walls.readable

    def test_who_does_not_play_it_needs_nothing_of_what_that_takes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(preflight, "refusal_of", lambda _: "no sandbox here.")
        server = '[server]\ntokens = "t"\ncertificate = "c.pem"\nkey = "k.pem"\n'
        sandbox = '[sandbox]\nreads = "nowhere"\n'
        bots = BOTS.replace("random", "radnom") + '[[bot]]\nname = "x"\ntoken = "x"\n'
        text = HEAD + server + sandbox + bots
        assert problems(tmp_path, text).keys() == {6, 7, 8, 9, 10, 13, 16, 19, 22}
        league = read_league(tmp_path / "league.toml", {}, {}, to_play=False)
        assert (league.bots[0].command, league.bots[4].token) == ("radnom", "x")
        (tmp_path / "league.toml").write_text(text.replace("dragon", "dragno"))
        with pytest.raises(LeagueFileError, match="did you mean dragon") as caught:
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
        ("data", "sentence"),
        [
            (b"name = \n", "league.toml:1: this is no TOML: Invalid value (at line 1, column 8)."),
            (b'a = """\n\n', "league.toml:2: this is no TOML: "),
            (b"\xff\xfe", "league.toml is no text: a TOML file is written in UTF-8."),
            (b"a = 1\na = 2\n", "league.toml:2: this is no TOML: Cannot overwrite a value"),
        ],
    )
    def test_what_is_no_toml_is_refused(self, data: bytes, sentence: str, tmp_path: Path) -> None:
        path = tmp_path / "league.toml"
        path.write_bytes(data)
        with pytest.raises(UsageError) as caught:
            read_league(path, {}, {})
        assert sentence in str(caught.value)

    def test_a_file_that_is_not_there_is_named_with_the_way_to_one(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"cannot be read: No such file.*`referee league new"):
            read_league(tmp_path / "league.toml", {}, {})


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
        with pytest.raises(UsageError, match="did you mean TIANMING_LEAGUE_LIMITS_MATCHES"):
            read(tmp_path, HEAD + BOTS, {}, {"TIANMING_LEAGUE_LIMITS_MATCHS": "5"})

    def test_a_flag_that_sets_nothing_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="a league has no such key; did you mean seed"):
            read(tmp_path, HEAD + BOTS, {"sed": "5"})
