"""The reasoning of bots lies beside the record, and its digests are in the chain."""

import json
from pathlib import Path

import pytest

from referee.error import DataError
from referee.match.question import Answer, Question, Reasoning, Thought
from referee.record.companion import reasoning_path
from referee.record.reader import parse, read
from referee.record.reasoning import (
    MOST_KEPT,
    CheckedReasoning,
    check_reasoning,
    digest_of,
    packed,
    read_reasoning,
    with_reasoning,
)
from referee.record.seat_view import seat_view
from referee.record.sentence import RecordSentence
from referee.record.walkthrough import Walkthrough
from referee.terminal.step import details
from tests.cli.shell import referee
from tests.errors import raises
from tests.match.driver import Driver
from tests.record.samples import bodies, forged
from tianming_games.chance import Chance

TEXT = "The east is weak.\nSo I go there."

HOSTILE = (
    "\N{RIGHT-TO-LEFT OVERRIDE}<script>alert(1)</script>\n\x1b[31m# **red**\x9b\x07" + "x" * 9000
)
"""What a bot may want readers to see; the control characters cannot come by the protocol."""


def thought(text: str) -> Thought:
    reasoning = Reasoning(digest_of(text), len(text.encode()), text)
    return Thought(None, 0, 0, (), reasoning, 1200, 80, 3100)


def kept(folder: Path) -> Path:
    """Return a record of a match in which the first choice has a reasoning."""
    driver = Driver()
    said = driver.start()
    (question,) = [one for one in said if isinstance(one, Question)]
    answer = Answer(question.number, 0, driver.now, thought=thought(TEXT))
    driver.play_out(driver.match.choose(question.seat, answer), Chance(bytes(32), "answers"))
    driver.writer.flush()
    path = folder / "m1.tianming"
    path.write_bytes(driver.file.data)
    reasoning_path(path).write_bytes(driver.file.reasoning)
    return path


def forged_with(path: Path, text: str) -> None:
    """Give a record another reasoning, as somebody could who writes files."""
    changed = bodies(path.read_bytes())
    for body in changed:
        if body.chosen.HasField("thought"):
            body.chosen.thought.reasoning_digest = digest_of(text)
            body.chosen.thought.reasoning_bytes = len(text.encode())
    path.write_bytes(forged(changed))
    reasoning_path(path).write_bytes(packed(text))


class TestRecord:
    """The record names each text, and the file beside it has them."""

    def test_the_chain_has_the_digest_the_size_and_what_was_declared(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        (told,) = [
            entry.body.chosen.thought
            for entry in read(path).entries
            if entry.body.chosen.HasField("thought")
        ]
        assert told.reasoning_digest == digest_of(TEXT)
        assert told.reasoning_bytes == len(TEXT)
        assert (told.tokens_in, told.tokens_out, told.cost_micros) == (1200, 80, 3100)
        assert TEXT.encode() not in path.read_bytes()
        assert read_reasoning(path) == {digest_of(TEXT): TEXT}

    def test_a_reader_gets_the_text_and_without_the_file_its_size(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        found = []
        for record in (read(path), with_reasoning(read(path), path)):
            choices = [step.choice for step in Walkthrough(record).steps if step.choice]
            found += [one.thought.reasoning for one in choices if one.thought]
        digest, size = digest_of(TEXT), len(TEXT)
        assert found == [Reasoning(digest, size), Reasoning(digest, size, TEXT)]

    def test_other_owners_get_neither_text_nor_digest(self, tmp_path: Path) -> None:
        seen = parse(seat_view(kept(tmp_path).read_bytes(), set()), "seen")
        assert not any(entry.body.chosen.HasField("thought") for entry in seen.entries)


class TestVerification:
    """`verify` compares the texts with the record."""

    def test_it_counts_the_choices_and_says_when_the_file_is_missing(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        done = referee("verify", path)
        assert done.returncode == 0, done.stderr
        assert ", the reasoning of 1 choice. " in done.stdout
        reasoning_path(path).unlink()
        assert "; the file with the reasoning of 1 choice is not there. " in (
            referee("verify", path).stdout
        )
        found = json.loads(referee("verify", path, "--json").stdout)
        assert found["reasoning"] == {"choices": 1, "checked": 0}

    @pytest.mark.parametrize(
        "data", [b"", b"\xff" * 99, packed("another"), packed(TEXT)[:-1], b"\x02\x0a\x7f"]
    )
    def test_a_file_without_the_text_is_an_error(self, tmp_path: Path, data: bytes) -> None:
        path = kept(tmp_path)
        reasoning_path(path).write_bytes(data)
        with raises(DataError, RecordSentence.OTHER_REASONING):
            check_reasoning(read(path), path)

    def test_a_text_that_no_entry_names_is_no_error(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        with reasoning_path(path).open("ab") as file:
            file.write(packed("of a choice that was cut off") + b"\x05torn")
        assert check_reasoning(read(path), path) == CheckedReasoning(1, is_there=True)

    def test_a_file_that_is_none_or_too_large_is_refused(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        beside = reasoning_path(path)
        with beside.open("ab") as file:
            file.truncate(MOST_KEPT + 1)
        with raises(DataError, RecordSentence.REASONING_TOO_LARGE):
            read_reasoning(path)
        beside.unlink()
        beside.mkdir()
        with raises(DataError, RecordSentence.REASONING_NOT_READ):
            read_reasoning(path)


class TestReplay:
    """A reader sees the reasoning as plain text."""

    def test_a_hostile_text_is_shown_without_its_control_characters(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        forged_with(path, HOSTILE)
        steps = Walkthrough(with_reasoning(read(path), path)).steps
        (shown,) = [
            details(step).plain for step in steps if step.choice and step.choice.thought is not None
        ]
        assert "<script>alert(1)</script>" in shown
        assert "declared: 1,200 tokens in, 80 out, $0.0031" in shown
        assert all(char.isprintable() or char == "\n" for char in shown)

    def test_the_command_prints_it_with_its_entry(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        forged_with(path, HOSTILE)
        lines = referee("replay", path, "--json").stdout.splitlines()
        (line,) = [one for one in map(json.loads, lines) if "reasoning" in one]
        assert line["reasoning"] == HOSTILE
        shown = referee("replay", path, "--entry", str(line["entry"])).stdout
        assert "<script>alert(1)</script>" in shown
        assert "\x1b" not in shown
