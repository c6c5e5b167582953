"""Analyses beside records: what is written is read again, and anything else is refused."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from referee.error import DataError, Sentence, StorageError
from referee.record.companion import analysis_path
from referee.record.reader import Record, parse
from referee.record.saved_analysis import (
    MOST_ANALYSIS_BYTES,
    Analysis,
    JudgedChoice,
    analysis_with,
    judged_by,
    read_analysis,
    write_analysis,
)
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.record.analyses import sample_analysis
from tests.record.samples import dragon_record, toy_record

RECORD = parse(dragon_record(), "m1.tianming")
SAMPLE = sample_analysis(RECORD)


def judged(record: Record, analysis: Analysis) -> tuple[JudgedChoice, ...]:
    """Return the choices of an analysis, checked to the end."""
    work = judged_by(record, analysis)
    while True:
        try:
            next(work)
        except StopIteration as stop:
            choices: tuple[JudgedChoice, ...] = stop.value
            return choices


def changed(at: int = 0, **fields: Any) -> Analysis:
    """Return the sample with other fields of one choice."""
    data = json.loads(SAMPLE.model_dump_json())
    data["choices"][at].update(fields)
    return Analysis.model_validate_json(json.dumps(data))


class TestFile:
    """The file of an analysis."""

    def test_it_lies_beside_its_record(self) -> None:
        for name in ("a.tianming", "a.tianming.part", "a"):
            assert analysis_path(Path("records") / name) == Path("records/a.analysis.json")

    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        path = tmp_path / "m1.analysis.json"
        write_analysis(path, SAMPLE)
        assert read_analysis(path) == SAMPLE
        assert os.listdir(tmp_path) == [path.name]
        choices = judged(RECORD, SAMPLE)
        assert len(choices) == len(SAMPLE.choices) > 20
        assert any(choice.is_blunder for choice in choices)
        assert all(0 <= choice.value <= choice.best_value <= 1 for choice in choices)

    def test_no_file_is_no_analysis(self, tmp_path: Path) -> None:
        assert read_analysis(tmp_path / "m1.analysis.json") is None

    def test_a_folder_that_cannot_be_written_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with raises(StorageError, RecordSentence.ANALYSIS_NOT_WRITTEN):
            write_analysis(tmp_path / "file" / "m1.analysis.json", SAMPLE)

    def test_a_match_that_is_not_over_has_none(self) -> None:
        with raises(DataError, RecordSentence.RECORD_CUT_OFF):
            analysis_with(parse(dragon_record()[:-10], "x"), 0.25, [])


class TestHostile:
    """A file that is no analysis of its record is refused with one sentence."""

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", RecordSentence.NO_ANALYSIS),
            (b"\xff\xfe", RecordSentence.NO_ANALYSIS),
            (b"[" * 100_000, RecordSentence.NO_ANALYSIS),
            (b'{"record":' + b"9" * 100_000 + b"}", RecordSentence.NO_ANALYSIS),
            (SAMPLE.model_dump_json().replace("0.25", "NaN").encode(), RecordSentence.NO_ANALYSIS),
            (SAMPLE.model_dump_json().replace("0.25", "7.5").encode(), RecordSentence.NO_ANALYSIS),
            (b" " * (MOST_ANALYSIS_BYTES + 1), RecordSentence.ANALYSIS_TOO_LARGE),
        ],
        ids=["empty", "binary", "deep", "long", "no number", "too great", "too large"],
    )
    def test_bytes_that_are_none(self, data: bytes, sentence: Sentence, tmp_path: Path) -> None:
        path = tmp_path / "m1.analysis.json"
        path.write_bytes(data)
        with raises(DataError, sentence) as caught:
            read_analysis(path)
        assert str(path) in str(caught.value)
        assert len(str(caught.value)) < len(str(path)) + 300

    def test_what_is_no_plain_file(self, tmp_path: Path) -> None:
        path = tmp_path / "m1.analysis.json"
        os.mkfifo(path)
        with raises(DataError, RecordSentence.ANALYSIS_NOT_READ):
            read_analysis(path)

    def test_that_of_another_record(self) -> None:
        with raises(DataError, RecordSentence.OTHER_ANALYSIS):
            judged(parse(toy_record(), "m2.tianming"), SAMPLE)

    @pytest.mark.parametrize(
        "fields",
        [
            {"entry": 1},
            {"entry": 1 << 40},
            {"best": 99},
            {"values": []},
            {"values": [0.5]},
            {"values": [None] * len(SAMPLE.choices[0].values)},
            {"line": ["<script>"]},
            {"line": ["\u202e"]},
        ],
    )
    def test_choices_that_the_record_does_not_have(self, fields: dict[str, Any]) -> None:
        wrong = changed(**fields)
        with raises(DataError, RecordSentence.WRONG_ANALYSIS, entry=wrong.choices[0].entry):
            judged(RECORD, wrong)

    def test_choices_in_another_order(self) -> None:
        wrong = SAMPLE.model_copy(update={"choices": SAMPLE.choices[1::-1]})
        with raises(DataError, RecordSentence.WRONG_ANALYSIS, entry=wrong.choices[1].entry):
            judged(RECORD, wrong)

    def test_damaged_bytes_never_lead_to_another_error(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        dice, path = random.Random(fresh_seed), tmp_path / "m1.analysis.json"
        whole = SAMPLE.model_copy(update={"choices": SAMPLE.choices[:3]}).model_dump_json().encode()
        record, refused = parse(dragon_record(), "m1.tianming"), 0
        for _ in range(200):
            data = bytearray(whole)
            for _ in range(dice.randint(1, 3)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            path.write_bytes(data)
            try:
                found = read_analysis(path)
                assert found is not None
                if dice.random() < 0.2:
                    judged(record, found)
            except DataError:
                refused += 1
        assert refused > 0
