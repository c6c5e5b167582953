"""The pages of the rules are rendered as text for a terminal."""

import pytest

from referee.error import UsageError
from referee.terminal.rules_page import notation_hint, page, pages, render, title
from tests.cli.shell import referee
from tests.terminal.pseudo_terminal import PseudoTerminal


def test_each_game_has_a_page_with_a_title() -> None:
    """The title is the name of the game."""
    assert {name: title(name) for name in pages()} == {
        "china": "China",
        "dragon": "In the Year of the Dragon",
        "ming": "Ming Dynasty",
    }


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """And none is wider than people like to read."""
    text = render(page("dragon"), width, styled=False)
    assert max(map(len, text.splitlines())) <= min(width, 100)


def test_links_and_pictures_of_the_documentation_are_left_out() -> None:
    """A terminal cannot follow them."""
    text = render(
        "# A\n\n[The seed](../protocol.md#x), [a site](https://x.y).\n\n![m](m.svg)\n",
        80,
        styled=False,
    )
    assert "The seed, a site (https://x.y)." in text
    assert "svg" not in text


def test_only_a_styled_page_steers_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with `NO_COLOR` it has no color."""
    assert "\x1b[" not in render("# A\n\n`code`", 80, styled=False)
    assert "\x1b[1;36" in render("`code`", 80, styled=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "36" not in render("`code`", 80, styled=True)


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_the_command_that_explains_the_notation_shows_a_section_of_that_name(game: str) -> None:
    assert f"`referee games rules {game}`" in notation_hint(game)
    assert "\n### Notation\n" in page(game)


def test_a_game_without_a_page_has_no_command_that_explains_its_notation() -> None:
    assert notation_hint("dragoon") == ""


def test_an_unknown_page_is_an_error_with_a_suggestion() -> None:
    """It names the field's value."""
    with pytest.raises(UsageError) as caught:
        page("dragoon")
    assert caught.value.code == "no_rules_page"
    assert caught.value.fields == {"game": "dragoon", "hint": "did you mean dragon?"}


class TestCommand:
    """`referee games rules`."""

    def test_it_lists_the_pages(self) -> None:
        lines = referee("games", "rules").stdout.splitlines()
        assert lines[1].split(maxsplit=1) == ["dragon", "In the Year of the Dragon"]

    def test_it_prints_a_page(self) -> None:
        done = referee("games", "rules", "ming")
        assert done.returncode == 0
        assert "What is on the table" in done.stdout
        assert "\x1b" not in done.stdout

    def test_in_a_terminal_it_uses_the_pager(self) -> None:
        with PseudoTerminal("games", "rules", "dragon", PAGER="head -n 1") as terminal:
            assert terminal.finish() == 0
        assert b"In the Year of the Dragon" in terminal.written
        assert b"Taxes" not in terminal.written
