"""The analysis of a match: what pages show of a file beside a record."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.error import DataError
from referee.record.companion import analysis_path
from referee.record.reader import parse
from referee.record.saved_analysis import write_analysis
from referee.record.sentence import RecordSentence
from referee.web.records_source import RecordsSource
from referee.web.replay_file import replay_html
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings
from referee.web.site import write_site
from tests.errors import raises
from tests.record.analyses import sample_analysis
from tests.record.samples import dragon_record, toy_record
from tests.web.browser import get
from tests.web.conftest import Pages
from tests.web.test_api import assert_valid

VIEW, ANALYSIS = "/api/v1/matches/m1", "/api/v1/matches/m1/analysis"
INSIDE = 'data-api="matches/m1/analysis"'


@pytest.fixture
def record(folder: Path) -> Path:
    """A finished match of Dragon, with its analysis."""
    path = folder / "m1.tianming"
    path.write_bytes(dragon_record())
    write_analysis(analysis_path(path), sample_analysis(parse(dragon_record(), path.name)))
    return path


class TestShown:
    """An analysis of a match that is over."""

    def test_each_choice_has_its_options_with_values(self, record: Path, pages: Pages) -> None:
        assert get(pages(), VIEW).json()["analysed"] is True
        answer = get(pages(), ANALYSIS)
        assert answer.status == 200
        assert_valid("MatchAnalysis", answer.json())
        steps = get(pages(), f"{VIEW}/steps?options=1").json()["steps"]
        options = {
            step["n"]: (step["options"], step["chosen"]) for step in steps if "chosen" in step
        }
        choices = answer.json()["choices"]
        assert len(choices) > 20
        for choice in choices:
            assert (choice["options"], choice["chosen"]) == options[choice["n"]]
            assert len(choice["values"]) == len(choice["options"])

    def test_a_match_without_one_says_so(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        assert "analysed" not in get(pages(), VIEW).json()
        answer = get(pages(), ANALYSIS)
        assert (answer.status, answer.json()["error"]) == (404, WebSentence.NO_ANALYSIS.code)

    def test_pages_as_files_have_it_inside(self, record: Path, tmp_path: Path) -> None:
        assert INSIDE in replay_html(record)
        source = RecordsSource("season", record.parent, [], ShowSettings())
        write_site(source, tmp_path / "site")
        source.close()
        assert INSIDE in (tmp_path / "site" / "matches" / "m1.html").read_text()


class TestHidden:
    """An analysis tells what seats knew, so it waits until the match and its set are over."""

    def test_it_is_not_shown_before_its_set_is_over(self, record: Path, tmp_path: Path) -> None:
        (record.parent / "m2.tianming.part").write_bytes(dragon_record()[:-250])
        source = RecordsSource("season", record.parent, [], ShowSettings(same_draws=True))
        write_site(source, tmp_path / "site")
        source.close()
        html = (tmp_path / "site" / "matches" / "m1.html").read_text()
        assert "until_set_is_over" in html
        assert INSIDE not in html
        assert not re.search(r'"analysed":true', html)


Damage = Callable[[Path], object]


class TestHostile:
    """A file that is no analysis of the record costs the analysis, and nothing else."""

    @pytest.mark.parametrize(
        "damage",
        [
            lambda path: path.write_bytes(b'{"choices": "<script>"}'),
            lambda path: path.write_text(path.read_text().replace('"entry":', '"entry":9')),
            lambda path: write_analysis(path, sample_analysis(parse(toy_record(), "toy"))),
        ],
        ids=["no analysis", "other entries", "other record"],
    )
    def test_the_match_is_shown_without_it(
        self, record: Path, pages: Pages, damage: Damage, tmp_path: Path
    ) -> None:
        damage(analysis_path(record))
        answer = get(pages(), ANALYSIS)
        assert answer.status == 422
        assert answer.json()["error"] == WebSentence.ANALYSIS_NOT_SHOWN.code
        assert get(pages(), f"{VIEW}/steps").status == 200
        source = RecordsSource("season", record.parent, [], ShowSettings())
        write_site(source, tmp_path / "site")
        source.close()
        html = (tmp_path / "site" / "matches" / "m1.html").read_text()
        assert INSIDE not in html
        assert "matches/m1/steps" in html

    def test_a_page_in_one_file_names_the_file_that_is_wrong(self, record: Path) -> None:
        path = analysis_path(record)
        path.write_bytes(b"{}")
        with raises(DataError, RecordSentence.NO_ANALYSIS, source=str(path)):
            replay_html(record)
