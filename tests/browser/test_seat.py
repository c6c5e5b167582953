"""A person plays in a real browser."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest

from tests.browser.conftest import Visit
from tests.browser.person import ASKED, IN_LINE, Person, seated
from tests.browser.visitor import NARROW


class TestWholeMatch:
    """A person plays a match from its first question to its end."""

    def test_dragon_by_the_keyboard_alone(self, visit: Visit) -> None:
        with seated(visit, "dragon") as person:
            visitor = person.visitor
            visitor.press("?")
            person.tab.get_by_role("heading", name="Before the first month").wait_for()
            assert visitor.barriers() == []
            visitor.press("Escape")
            for turn in person.turns():
                visitor.wait(IN_LINE)
                if turn % 2:
                    visitor.press("1", "Enter", "Enter")
                else:
                    visitor.press("ArrowDown", "Enter", "Enter")
            assert person.ended()

    def test_china_by_touch_alone(self, visit: Visit) -> None:
        with seated(visit, "china", 4, NARROW, has_touch=True, is_mobile=True) as person:
            tab, visitor = person.tab, person.visitor
            visitor.picture("seat-china-narrow")
            assert visitor.overflow() <= 0
            assert visitor.barriers() == []
            for _ in person.turns():
                place = tab.locator(".offer").first
                if place.count():
                    place.dispatch_event("click")  # a finger may hit another place
                if tab.get_by_role("button", name="Confirm").get_attribute("aria-disabled"):
                    tab.locator(".seat-option").first.tap()
                tab.get_by_role("button", name="Confirm").tap()
            assert person.ended()

    def test_ming_on_the_board_in_the_dark(self, visit: Visit) -> None:
        with seated(visit, "ming", 2, color_scheme="dark") as person:
            tab, visitor = person.tab, person.visitor
            visitor.picture("seat-ming-dark")
            assert visitor.barriers() == []
            clicked = 0
            for _ in person.turns():
                place = tab.locator(".offer").first
                if place.count():
                    place.click()
                    clicked += 1
                if tab.locator(".seat-option[aria-pressed=true]").count() == 0:
                    tab.locator(".seat-option").first.click()
                person.confirm()
            assert clicked > 20
            assert person.ended()


class TestBadLuck:
    """Whatever happens to a tab, nothing is lost and no answer counts that was not confirmed."""

    @pytest.fixture
    def person(self, visit: Visit) -> Iterator[Person]:
        with seated(visit, "dragon") as person:
            yield person

    def test_a_double_click_on_an_option_confirms_nothing(self, person: Person) -> None:
        person.tab.locator(".seat-option").first.dblclick()
        person.tab.get_by_text("Your choice: ").wait_for()
        assert person.turn == 1
        person.tab.get_by_role("button", name="Confirm").dblclick()
        person.visitor.wait(ASKED, 2)
        assert person.tab.locator(".failure").inner_text() == ""

    def test_two_tabs_show_the_same_and_a_tab_that_comes_back_misses_nothing(
        self, person: Person, visit: Visit
    ) -> None:
        other = visit(person.path, address=person.address)
        other.wait(ASKED, 1)
        person.visitor.press("1", "Enter", "Enter")
        for one in (person.visitor, other):
            one.wait(ASKED, 2)
        news = other.tab.locator(".seat-news").inner_text()
        person.tab.goto("about:blank")
        other.press("2", "Enter", "Enter")
        other.wait(ASKED, 3)
        person.tab.go_back()
        person.visitor.wait(ASKED, 3)
        assert person.tab.locator(".seat-news").inner_text().endswith(news)

    def test_an_answer_without_a_connection_is_kept_until_there_is_one(
        self, person: Person
    ) -> None:
        tab = person.tab
        tab.locator(".seat-option").nth(1).click()
        tab.context.set_offline(True)
        person.confirm()
        tab.get_by_role("alert").get_by_text("cannot be reached").wait_for()
        assert tab.get_by_text("Your choice: ").count() == 1
        tab.context.set_offline(False)
        person.confirm()
        person.visitor.wait(ASKED, 2)

    def test_a_choice_is_taken_back_and_to_give_up_is_confirmed(self, person: Person) -> None:
        visitor, tab = person.visitor, person.tab
        tab.locator(".seat-option").first.click()
        visitor.press("Escape")
        visitor.click("Give up")
        visitor.click("Take back")
        assert tab.get_by_text("Choose an option, here or on the board.").count() == 1
        visitor.click("Give up")
        tab.get_by_text("You give up the match.").wait_for()
        person.confirm()
        tab.get_by_text("The match is over. You may close this page.").wait_for()
        assert visitor.barriers() == []

    def test_a_wrong_link_gets_one_sentence(self, person: Person) -> None:
        visitor = person.visitor
        visitor.expected.add(HTTPStatus.NOT_FOUND)
        visitor.go(person.path[:-1])
        visitor.tab.get_by_text("This link opens no seat").wait_for()
        assert visitor.barriers() == []
        assert visitor.tab.get_by_role("link").all_inner_texts() == ["Skip to the content"]
