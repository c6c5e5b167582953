"""The reasoning of bots on pages: after the end, where notes are shown, and as plain text."""

from pathlib import Path

import pytest

from referee.record.companion import reasoning_path
from referee.web.records_source import RecordsSource
from referee.web.replay_file import replay_html
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings
from referee.web.site import write_site
from tests.record.test_reasoning import HOSTILE, TEXT, forged_with, kept
from tests.web.browser import get
from tests.web.conftest import Pages
from tests.web.test_api import assert_valid

STEPS, REASONING = "/api/v1/matches/m1/steps", "/api/v1/matches/m1/reasoning"


@pytest.fixture
def record(folder: Path) -> Path:
    """A finished match whose first choice has a reasoning."""
    return kept(folder)


def step_of(pages: Pages) -> int:
    """Return the number of the step with a reasoning."""
    steps = get(pages(notes=True), STEPS).json()["steps"]
    (step,) = [one for one in steps if one.get("thought", {}).get("reasoning")]
    return int(step["n"])


class TestShown:
    """The reasoning of a match that is over."""

    def test_a_step_says_its_size_and_what_was_declared(self, record: Path, pages: Pages) -> None:
        steps = get(pages(notes=True), STEPS).json()["steps"]
        (thought,) = [one["thought"] for one in steps if "thought" in one]
        assert thought == {
            "tokens_in": 1200,
            "tokens_out": 80,
            "cost": 0.0031,
            "reasoning": len(TEXT),
        }

    @pytest.mark.parametrize("text", [TEXT, HOSTILE, "\N{RIGHT-TO-LEFT OVERRIDE}" * 5461])
    def test_its_text_comes_as_it_is_and_only_on_request(
        self, record: Path, pages: Pages, text: str
    ) -> None:
        forged_with(record, text)
        n = step_of(pages)
        answer = get(pages(notes=True), f"{REASONING}?n={n}")
        assert answer.status == 200
        assert_valid("ReasoningText", answer.json())
        assert answer.json() == {"id": "m1", "n": n, "text": text}
        assert answer.headers["content-type"].startswith("application/json")
        assert text not in get(pages(notes=True), STEPS).text

    def test_pages_as_files_have_it_inside_and_no_tag_of_it(
        self, record: Path, tmp_path: Path
    ) -> None:
        forged_with(record, HOSTILE)
        source = RecordsSource("season", record.parent, [], ShowSettings(notes=True))
        write_site(source, tmp_path / "site")
        source.close()
        for page in (replay_html(record), (tmp_path / "site/matches/m1.html").read_text()):
            assert 'data-api="matches/m1/reasoning?n=' in page
            assert "alert(1)" in page
            assert "<script>alert(1)" not in page


class TestHidden:
    """Who may not see notes may not see the reasoning."""

    def test_it_is_not_shown_where_notes_are_not(
        self, record: Path, pages: Pages, tmp_path: Path
    ) -> None:
        n = step_of(pages)
        answer = get(pages(), f"{REASONING}?n={n}")
        assert (answer.status, answer.json()["error"]) == (404, WebSentence.NO_REASONING.code)
        assert not [one for one in get(pages(), STEPS).json()["steps"] if "thought" in one]
        source = RecordsSource("season", record.parent, [], ShowSettings())
        write_site(source, tmp_path / "site")
        source.close()
        assert "reasoning?n=" not in (tmp_path / "site/matches/m1.html").read_text()

    def test_it_waits_for_the_end_of_the_match(self, record: Path, pages: Pages) -> None:
        n = step_of(pages)
        record.rename(record.with_name("m1.tianming.part"))
        answer = get(pages(notes=True, live=True), f"{REASONING}?n={n}")
        assert (answer.status, answer.json()["error"]) == (
            403,
            WebSentence.REASONING_AFTER_END.code,
        )


class TestWrong:
    """What is missing or damaged costs the reasoning, and nothing else."""

    @pytest.mark.parametrize("query", ["", "?n=0", "?n=1", "?n=999999999"])
    def test_a_step_without_one_says_so(self, record: Path, pages: Pages, query: str) -> None:
        answer = get(pages(notes=True), REASONING + query)
        assert (answer.status, answer.json()["error"]) == (404, WebSentence.NO_REASONING.code)

    @pytest.mark.parametrize("data", [None, b"", b"\xff" * 99])
    def test_a_file_that_lacks_the_text_is_named_and_the_match_is_shown(
        self, record: Path, pages: Pages, data: bytes | None
    ) -> None:
        n = step_of(pages)
        if data is None:
            reasoning_path(record).unlink()
        else:
            reasoning_path(record).write_bytes(data)
        answer = get(pages(notes=True), f"{REASONING}?n={n}")
        assert answer.status == 422
        assert answer.json()["error"] == WebSentence.REASONING_NOT_SHOWN.code
        assert get(pages(notes=True), STEPS).status == 200
        assert "matches/m1/steps" in replay_html(record)
