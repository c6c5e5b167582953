"""The analysis and the course of a match, in a page that is one file."""

import pytest
from playwright.sync_api import Browser

from referee.record.reader import read
from referee.web.replay_file import replay_html
from tests.browser.visitor import NARROW, WIDE, Visitor
from tests.record.analyses import sample_analysis
from tests.record.samples import dragon_record


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with an analysis."""
    folder = tmp_path_factory.mktemp("page")
    record, file = folder / "dragon.tianming", folder / "match.html"
    record.write_bytes(dragon_record())
    file.write_text(replay_html(record, sample_analysis(read(record))), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_blunders_are_reached_by_keys_and_read_out(
    browser: Browser, page: str, scheme: str, size: tuple[int, int]
) -> None:
    visitor = Visitor(browser, page, size, color_scheme=scheme)
    visitor.go("")
    button = visitor.tab.get_by_role("button", name="Next blunder")
    button.focus()
    visitor.press("Enter")
    assert visitor.step > 0
    analysis = visitor.tab.get_by_role("region", name="Analysis of this step")
    assert "Blunder: it loses" in analysis.inner_text()
    assert analysis.locator('[aria-current="true"]').count() == 1
    assert analysis.get_by_text(" best").count() == 1
    visitor.wait("() => document.querySelector('[aria-live]').textContent.includes('Blunder')")
    visitor.picture(f"analysis-{scheme}-{size[0]}")
    assert visitor.overflow() <= 0
    visitor.close()


def test_a_press_on_the_graph_goes_to_its_step_and_axe_finds_nothing(
    browser: Browser, page: str
) -> None:
    visitor = Visitor(browser, page, WIDE)
    visitor.go("")
    visitor.click("Next blunder")
    assert visitor.barriers() == []
    for name, part in (("Points by step", 0.5), ("Expected result by step", 0.25)):
        graph = visitor.tab.get_by_role("img", name=name)
        box = graph.bounding_box()
        assert box is not None
        graph.click(position={"x": part * box["width"], "y": box["height"] / 2})
        assert abs(visitor.step - part * visitor.last) <= 0.05 * visitor.last
    visitor.close()
