"""A short crash loop; `tox run -e crash` runs a long one."""

import json
from pathlib import Path

import pytest

from referee.record.reader import parse
from tests.crash.loop import Loop
from tests.crash.model import compare
from tests.record.samples import toy_record


@pytest.mark.full
class TestCrash:
    """Whichever process is killed, no result is lost, and none counts twice."""

    @pytest.mark.parametrize("durable", ["process", "power"])
    def test_matches_continue_when_the_referee_is_killed(
        self, durable: str, fresh_seed: int, tmp_path: Path
    ) -> None:
        tally = Loop(tmp_path, fresh_seed, durable).run(kills=3)
        assert tally.findings.wrong == []
        assert tally.findings.questions_shown > 0
        assert tally.findings.matches > 0

    def test_a_match_of_local_bots_continues_when_the_referee_is_killed(
        self, fresh_seed: int, tmp_path: Path
    ) -> None:
        loop = Loop(tmp_path, fresh_seed, "process")
        loop.play(kills=1)
        assert loop.tally.findings.wrong == []
        assert loop.tally.play_matches > 0


class TestModel:
    """`compare` finds every kind of error."""

    def announced(self, folder: Path, record: bytes, **said: object) -> list[str]:
        """Return the errors for a record and one line in a bot's log about match `m1`."""
        records = folder / "records"
        records.mkdir()
        (records / "m1.tianming").write_bytes(record)
        (folder / "bot-0.jsonl").write_text(json.dumps({"match": "m1", **said}) + "\n")
        return compare(records, [folder / "bot-0.jsonl"]).wrong

    def test_an_announced_result_that_equals_the_record_passes(self, tmp_path: Path) -> None:
        digest = parse(toy_record(), "x").digest.hex()
        assert self.announced(tmp_path, toy_record(), kind="ended", digest=digest) == []

    def test_a_result_that_differs_from_the_announced_one_is_found(self, tmp_path: Path) -> None:
        (wrong,) = self.announced(tmp_path, toy_record(), kind="ended", digest="00")
        assert wrong == "m1 was told with another result than is kept"

    def test_a_question_that_is_not_in_the_record_is_found(self, tmp_path: Path) -> None:
        facts = {"kind": "question", "number": 99, "payload": "", "since": []}
        assert self.announced(tmp_path, toy_record(), **facts) == ["m1: question 99 is not there"]

    def test_a_decision_that_was_shown_and_did_not_happen_is_found(self, tmp_path: Path) -> None:
        entries = parse(toy_record(), "x").entries
        asked = next(entry.body.asked for entry in entries if entry.body.asked.number)
        facts = {"kind": "question", "number": 1, "payload": asked.question_digest.hex()}
        (wrong,) = self.announced(tmp_path, toy_record(), since=["take 2"], **facts)
        assert wrong == "m1: question 1 is another one"

    def test_a_match_that_has_no_record_is_found(self, tmp_path: Path) -> None:
        (tmp_path / "bot-0.jsonl").write_text('{"kind": "started", "match": "m2"}\n')
        (tmp_path / "records").mkdir()
        found = compare(tmp_path / "records", [tmp_path / "bot-0.jsonl"])
        assert found.matches_lost == ["m2 was begun and has no record"]

    def test_a_match_that_is_still_open_is_found(self, tmp_path: Path) -> None:
        (tmp_path / "m1.tianming.part").touch()
        assert compare(tmp_path, []).matches_lost == ["m1.tianming.part is still open"]

    def test_a_record_that_does_not_verify_is_found(self, tmp_path: Path) -> None:
        (tmp_path / "m1.tianming").write_bytes(toy_record()[:-1])
        (wrong,) = compare(tmp_path, []).unsound
        assert "cut off or damaged" in wrong

    def test_two_records_of_one_match_are_found(self, tmp_path: Path) -> None:
        for name in ("a", "b"):
            (tmp_path / f"{name}.tianming").write_bytes(toy_record())
        assert compare(tmp_path, []).results_twice == ["m1 has two records"]
