"""The messages of a game are found by an entry point of the distribution that has them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.plug_in import write_distribution
from tianming.payload import GROUP, MissingMessages, message_type
from tianming_proto.games.small.v1 import small_pb2

SMALL = "tianming_proto.games.small.v1.small_pb2"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of the import path."""
    monkeypatch.syspath_prepend(tmp_path)
    message_type.cache_clear()
    yield tmp_path
    message_type.cache_clear()


def reason(package: str) -> str:
    """Return why the messages of a package cannot be used."""
    with pytest.raises(MissingMessages) as missing:
        message_type(f"{package}.Position")
    return str(missing.value)


def test_the_messages_of_another_distribution_are_used(folder: Path) -> None:
    """A module that another distribution names is loaded, whatever its name is."""
    module = (
        "from google.protobuf import descriptor_pb2, descriptor_pool, message_factory\n"
        "file = descriptor_pb2.FileDescriptorProto(\n"
        "    name='chess.proto', package='chess.v1', message_type=[{'name': 'Position'}]\n"
        ")\n"
        "pool = descriptor_pool.DescriptorPool()\n"
        "DESCRIPTOR = pool.AddSerializedFile(file.SerializeToString())\n"
        "Position = message_factory.GetMessageClass(DESCRIPTOR.message_types_by_name['Position'])\n"
    )
    points = {GROUP: {"chess.v1": "chess_messages"}}
    write_distribution(folder, "chess", points, {"chess_messages": module})
    assert message_type("chess.v1.Position").DESCRIPTOR.full_name == "chess.v1.Position"


def test_a_package_that_is_not_installed_is_named(folder: Path) -> None:
    assert reason("go.v1") == (
        "the messages of the package 'go.v1' are not installed: install the distribution of the "
        "game into the Python of the bot"
    )


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("raise OSError('no licence')", "(OSError: no licence)"),
        ("import nowhere_at_all", "(ModuleNotFoundError: No module named 'nowhere_at_all')"),
        ("", "(AttributeError: module 'go_broken' has no attribute 'DESCRIPTOR')"),
        (
            f"from {SMALL} import *\nfrom {SMALL} import DESCRIPTOR",
            "(ImportError: it has the messages of 'tianming.games.small.v1')",
        ),
    ],
)
def test_a_broken_module_is_named_with_its_distribution(
    folder: Path, monkeypatch: pytest.MonkeyPatch, module: str, why: str
) -> None:
    monkeypatch.delitem(sys.modules, "go_broken", raising=False)
    points = {GROUP: {"go.v1": "go_broken"}}
    write_distribution(folder, "go-game", points, {"go_broken": module})
    said = reason("go.v1")
    assert "cannot be loaded from go_broken of the distribution go-game" in said
    assert why in said


def test_two_distributions_with_one_package_are_both_named(folder: Path) -> None:
    for name in ("go-one", "go-two"):
        write_distribution(folder, name, {GROUP: {"go.v1": SMALL}}, {})
    assert reason("go.v1") == (
        "the distributions go-one and go-two both have the messages of the package 'go.v1': "
        "uninstall go-two, or rename its package"
    )


def test_no_distribution_can_replace_the_messages_of_the_contract(folder: Path) -> None:
    points = {GROUP: {"tianming.games.small.v1": "imposter"}}
    write_distribution(folder, "imposter", points, {"imposter": "raise OSError"})
    assert message_type("tianming.games.small.v1.Position") is small_pb2.Position
