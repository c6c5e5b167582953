"""One more thing of each kind works, after changes to the files of its row and to no others."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from tests.adding.page import row
from tests.adding.tree import Tree, recompiled
from tests.source_tree import ROOT

COMMAND = '''"""`referee cheer`: cheer for a bot."""

import click

from referee.cli.command import command


@command("cheer", examples=("referee cheer greedy",))
@click.argument("bot", help="name of the bot")
def cheer(bot: str) -> int:
    """Cheer for a bot."""
    print(f"Well played, {bot}!")
    return 0
'''

FORMAT = '''"""Chain: neighbours meet, in the order of their names."""

from dataclasses import dataclass
from typing import Annotated

from referee.league.format import Format, Group, Stage
from referee.league.key import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain(Format):
    """Each bot meets its neighbours."""

    kind = "chain"
    about = "each bot meets its neighbours in the order of names"

    rounds: Annotated[int, Key("rounds of the season", 1, 10_000)] = 1
    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round."""
        starts = range(len(stage.bots) - stage.seats + 1)
        return [stage.bots[at : at + stage.seats] for at in starts]
'''

LEAGUE = """
name = "chain"
game = "dragon"
seats = 2
seed = "7"
[format]
kind = "chain"
[sandbox]
preset = "none"
[[bot]]
name = "a"
command = "random"
[[bot]]
name = "b"
command = "random"
"""

ENTRY = '''class Cheered(Entry):
    """Somebody cheered."""

    __slots__ = ("at", "text")

    def __init__(self, at: Instant, text: str) -> None:
        self.at = at
        self.text = text


'''

pytestmark = pytest.mark.timeout(600)  # against a hang only

SCHEMA = "docs/league.schema.json"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """Return a copy of the sources for all tests of this module."""
    return Tree(tmp_path_factory.mktemp("adding"))


@pytest.fixture
def tree(copy: Tree) -> Iterator[Tree]:
    """Return the copy without the changes of earlier tests."""
    copy.restore()
    yield copy
    copy.restore()


def add_to_enum(file: FileDescriptorProto, enum: str, value: str) -> None:
    """Add a value with the next number to an enum of a `.proto` file."""
    (found,) = (one for one in file.enum_type if one.name == enum)
    found.value.add(name=value, number=len(found.value))


def add_message(file: FileDescriptorProto) -> None:
    """Add the message of an entry, with its time and a text, and its field in the body."""
    message = file.message_type.add(name="RecordCheer")
    message.field.add(name="at_ns", number=1, type="TYPE_UINT64", label="LABEL_OPTIONAL")
    message.field.add(name="text", number=2, type="TYPE_STRING", label="LABEL_OPTIONAL")
    (body,) = (one for one in file.message_type if one.name == "RecordBody")
    body.field.add(
        name="cheer",
        number=11,
        type="TYPE_MESSAGE",
        label="LABEL_OPTIONAL",
        type_name=".tianming.record.v1.RecordCheer",
        oneof_index=0,
    )


def unnamed(tree: Tree, thing: str) -> set[str]:
    """Return the changed files that the row of a thing does not name."""
    named = row(thing)
    assert tree.changed
    return {path for path in tree.changed if named.forbids(path)}


@pytest.mark.full
class TestCommand:
    """A command."""

    def test_it_runs_and_has_a_help_page(self, tree: Tree) -> None:
        named = row("a command")
        folder, module = named.path("cli"), named.path("main.py")
        package = folder.replace("/", ".")
        tree.write(f"{folder}/cheer.py", COMMAND)
        line = f'\n        "cheer": "{package}.cheer:cheer",'
        tree.add(module, r'"games": "[\w.]+:games",', line)
        tree.add("CHANGELOG.md", r"^# .*?\n", "- `cheer` cheers for a bot.\n")
        tree.run("-m", "tests.wording.help")
        assert unnamed(tree, "a command") == set()
        entry = module.removesuffix(".py").replace("/", ".")
        assert "  cheer " in tree.run("-m", entry, "--help")
        assert "Cheer for a bot." in tree.run("-m", entry, "cheer", "--help")
        assert tree.run("-m", entry, "cheer", "ann") == "Well played, ann!\n"
        tree.test(
            "tests/wording",
            "tests/e2e/test_docs.py::TestReferences::test_every_command_is_in_the_changelog",
        )


@pytest.mark.full
class TestFormat:
    """A format."""

    def test_it_plans_a_league(self, tree: Tree, tmp_path: Path) -> None:
        named = row("a format")
        folder, kinds = named.path("referee/league/format"), named.path("kind.py")
        planner = named.path("test_planner.py")
        tree.write(f"{folder}/chain.py", FORMAT)
        source = "from referee.league.format.chain import Chain\n"
        tree.add(kinds, r"import Format\n", source)
        tree.add(kinds, r" for kind in \(", "Chain, ")
        tree.add(planner, r"\nfrom referee\.league\.format import [^\n]*\n", source)
        tree.add(planner, r"\nFORMATS: list\[Format\] = \[", "Chain(), ")
        block = '\n```toml\n[format]\nkind = "chain"\nrounds = 1\nsets = 1\n```\n'
        tree.add(named.path("league.md"), r"\n### Round robin\n", block)
        tree.generate(SCHEMA, "referee.league.configuration.json_schema")
        assert unnamed(tree, "a format") == set()
        file = tmp_path / "league.toml"
        file.write_text(LEAGUE)
        tree.run("-m", "referee.cli.main", "league", "run", str(file))
        assert len(list((tmp_path / "records").glob("*.tianming"))) == 2
        leagues = "tests/league/configuration/test_league_file.py"
        tree.test(
            f"{leagues}::TestSample",
            f"{leagues}::TestSchema",
            f"{leagues}::TestPage",
            f"{planner}::test_these_are_all_formats",
        )


@pytest.mark.full
class TestKey:
    """A key of the league file."""

    def test_a_file_may_have_it(self, tree: Tree, tmp_path: Path) -> None:
        named = row("a key of the league file")
        settings = named.path("referee/league/configuration/settings.py")
        field = '    silence: Annotated[int, Key("minutes between two rounds", 0, 60)] = 0\n'
        tree.add(settings, r"    round_minutes: Annotated\[.*?\] = 0\.0\n", field)
        line = "| `limits.silence` | `0` | minutes between two rounds |\n"
        tree.add(named.path("league.md"), r"\n\| `limits\.round_minutes` [^\n]*\n", line)
        tree.generate(SCHEMA, "referee.league.configuration.json_schema")
        assert unnamed(tree, "a key of the league file") == set()
        file = tmp_path / "league.toml"
        file.write_text(LEAGUE.replace("chain", "round-robin") + "[limits]\nsilence = 61\n")
        found = tree.run("-m", "referee.cli.main", "league", "check", str(file), code=2)
        assert "silence" in found
        leagues = "tests/league/configuration/test_league_file.py"
        tree.test(f"{leagues}::TestSample", f"{leagues}::TestSchema", f"{leagues}::TestPage")


@pytest.mark.full
class TestFault:
    """A fault."""

    def test_it_is_written_verified_and_shown(self, tree: Tree) -> None:
        named = row("a fault")
        contract, record = named.path("v1/match.proto"), named.path("record.proto")
        faults = named.path("referee/match/fault.py")
        tree.add(contract, r"\n  FAULT_RESIGNED = 6;", "\n  // It.\n  FAULT_CHEATED = 7;")
        tree.regenerate(contract, lambda file: add_to_enum(file, "Fault", "FAULT_CHEATED"))
        value = "RECORD_FAULT_KIND_CHEATED"
        tree.add(record, r"\n  RECORD_FAULT_KIND_RESIGNED = 6;", f"\n  // It.\n  {value} = 7;")
        tree.regenerate(record, lambda file: add_to_enum(file, "RecordFaultKind", value))
        tree.add(faults, r"\n    RESIGNED = 6\n", "    CHEATED = 7\n")
        tree.add(
            faults, r"\n    Fault\.RESIGNED: [^\n]*", '\n    Fault.CHEATED: "The bot cheated.",'
        )
        tree.add(faults, r"\nUNASKED = \(", "Fault.CHEATED, ")
        rule = (
            '        if answer.note == "cheat":\n'
            "            return notices + self.report_violation(\n"
            '                seat, Fault.CHEATED, "It looked at a card.", now\n'
            "            )\n"
        )
        match = named.path("referee/match/match.py")
        tree.add(match, r"    def choose\(.*?notices = self\.tick\(now\)\n", rule)
        line = "| cheating | a strike | `tests/match/test_match.py::TestFaults` |\n"
        tree.add(named.path("guarantees.md"), r"\n\| stale or duplicate answer \|[^\n]*\n", line)
        tree.generate("docs/web-api.json", "referee.web.api.document")
        assert unnamed(tree, "a fault") == set()
        shown = json.loads(tree.run("-m", "tests.adding.fault_check"))
        assert shown == {
            "notice": "FAULT_CHEATED",
            "outcome": "FINISHED",
            "replay": "It looked at a card.",
            "hidden": "The bot cheated.",
            "step": {"kind": "fault", "fault": "cheated", "words": "It looked at a card."},
            "column": True,
            "counted": 1,
        }
        tree.test(
            "tests/match/test_fault.py",
            "tests/web/test_document.py",
            "tests/server/test_message.py::TestRefusing",
        )


@pytest.mark.full
class TestEntry:
    """An entry of the record."""

    def test_it_is_written_read_verified_and_shown(self, tree: Tree) -> None:
        named = row("an entry of the record")
        record = named.path("record.proto")
        message = "message RecordCheer {\n  uint64 at_ns = 1;\n  string text = 2;\n}\n"
        tree.add(record, r"RecordSignature signature = 10;", "\n    RecordCheer cheer = 11;")
        tree.add(record, r"\n    RecordCheer cheer = 11;\n  }\n}\n", f"\n{message}")
        tree.regenerate(record, add_message)
        entries = named.path("match/entry.py")
        tree.add(entries, r"(?=class Stalled\()", ENTRY)
        source = "\nfrom referee.match.entry import Cheered"
        transitions, verify = named.path("match/transition.py"), named.path("verify.py")
        writer, reader = named.path("writer.py"), named.path("reader.py")
        replay = named.path("replay.py")
        for path in (transitions, verify, writer, reader, replay):
            tree.add(path, r"(?=\nfrom referee\.match\.entry import )", source)
        tree.add(transitions, r"_ALWAYS: Final = frozenset\(\{", "Cheered, ")
        body = "pb.RecordBody(cheer=pb.RecordCheer(at_ns=at, text=entry.text))"
        written = (
            "        if isinstance(entry, Cheered):\n"
            f"            at = entry.at - self._start\n            return {body}\n"
        )
        tree.add(writer, r"    def _body\(self[^\n]*\n +\"\"\"[^\n]*\"\"\"\n", written)
        cheered = "Cheered(Instant(start + body.cheer.at_ns), body.cheer.text)"
        read = f'\n        case "cheer":\n            return {cheered}'
        tree.add(reader, r"    match body\.WhichOneof\(\"kind\"\):", read)
        checked = "\n            case Cheered():\n                self._passed(entry.at)"
        tree.add(verify, r"entry_of\(body\)\)\n        match entry:", checked)
        words = '\n            case Cheered():\n                return f"cheers: {happened.text}"'
        tree.add(replay, r"def _describe\(.*?\n        match happened:", words)
        tree.generate("docs/web-api.json", "referee.web.api.document")
        assert unnamed(tree, "an entry of the record") == set()
        shown: dict[str, Any] = json.loads(tree.run("-m", "tests.adding.entry_check"))
        assert shown == {
            "outcome": "FINISHED",
            "replay": ["cheer", "cheers: hurrah"],
            "step": {"kind": "cheer", "words": "Cheers: hurrah."},
            "backwards": True,
        }
        tree.test("tests/web/test_document.py", "tests/record/test_walkthrough.py")


@pytest.mark.full
class TestGame:
    """A game: Dragon under another name."""

    def test_it_is_listed_and_played(self, tree: Tree) -> None:
        for path in sorted(ROOT.glob("games/tianming_games/dragon/**/*.py")):
            name = str(path.relative_to(ROOT))
            tree.write(renamed(name), renamed(tree.read(name)))
        for path in sorted(ROOT.glob("proto/tianming/games/dragon/**/*.proto")):
            name = str(path.relative_to(ROOT))
            tree.write(renamed(name), renamed(tree.read(name)))
        for path in sorted(ROOT.glob("proto/python/tianming_proto/games/dragon/**/*.py")):
            name = str(path.relative_to(ROOT))
            made = recompiled(
                tree.read(name), lambda data: renamed(data.decode("latin-1")).encode("latin-1")
            )
            tree.write(renamed(name), renamed(made), is_generated=True)
        point = '\nwyvern = "tianming_games.wyvern:GAME"'
        project = row("a game").path("games/pyproject.toml")
        tree.add(project, r'\n\[project\.entry-points\."tianming\.games"\]', point)
        package = "tianming.games.wyvern.v1"
        module = "tianming_proto.games.wyvern.v1.wyvern_pb2"
        messages = row("a game").path("proto/python/pyproject.toml")
        tree.add(messages, r'"tianming\.messages"\][^\n]*', f'\n"{package}" = "{module}"')
        tree.write("docs/rules/wyvern.md", renamed(tree.read("docs/rules/dragon.md")))
        assert unnamed(tree, "a game") == set()
        tree.install("games")
        tree.install("proto/python")
        assert "\nwyvern: " in tree.run("-m", "referee.cli.main", "games")
        played = tree.run(
            *("-m", "referee.cli.main", "play", "wyvern", "random", "random"),
            *("--seed", "7", "--record", "wyvern.tianming", "--json"),
        )
        assert json.loads(played)["termination"] == "finished"
        verified = tree.run("-m", "referee.cli.main", "verify", "wyvern.tianming")
        (tree.root / "wyvern.tianming").unlink()
        assert "wyvern.tianming" in verified
        assert tree.run("-m", "referee.cli.main", "games", "rules", "wyvern")
        code = "from tianming.payload import *; print(message_type('{}.Setup').DESCRIPTOR.name)"
        assert tree.run("-c", code.format(package)) == "Setup\n"


def renamed(text: str) -> str:
    """Return a text of Dragon for the other game. Both names have six letters.

    So the lengths in the compiled messages stay true.
    """
    return text.replace("dragon", "wyvern").replace("Dragon", "Wyvern").replace("DRAGON", "WYVERN")


class TestRow:
    """A row allows what it names."""

    @pytest.mark.parametrize(
        ("thing", "path"),
        [
            ("a command", "referee/cli/play.py"),
            ("a format", "referee/league/format/kind.py"),
            ("a fault", "referee/match/fault.py"),
            ("a game", "games/tianming_games/chess/board.py"),
            ("a game", "proto/tianming/games/chess/v1/chess.proto"),
        ],
    )
    def test_it_allows_its_files(self, thing: str, path: str) -> None:
        assert not row(thing).forbids(path)

    @pytest.mark.parametrize(
        ("thing", "path"),
        [
            ("a command", "referee/web/app.py"),
            ("a format", "referee/league/planning/planner.py"),
            ("a fault", "referee/web/disclosure.py"),
            ("a game", "referee/cli/games.py"),
            ("an entry of the record", "referee/web/timeline.py"),
        ],
    )
    def test_it_forbids_other_files(self, thing: str, path: str) -> None:
        assert row(thing).forbids(path)
