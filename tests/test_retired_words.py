"""The check finds retired words in prose, and nowhere else."""

from pathlib import Path

import pytest

from tests.words import (
    LIST,
    NAMES,
    all_findings,
    all_names,
    comments,
    docstrings,
    findings,
    names,
    retired,
    slashed,
)

WORDS = retired("# a list\nwardens? -> supervisor\n\nin flight -> running\n")


class TestFindings:
    def test_a_retired_word_is_found_with_its_line_and_replacement(self) -> None:
        text = "One line.\nThe Warden holds a bot.\n"
        assert list(findings(text, WORDS)) == ['2: "Warden" -> supervisor']

    @pytest.mark.parametrize(
        "text",
        [
            "`warden`",
            "```py\nwarden\n```",
            "[the supervisor](warden.md)",
            "wardenship",
        ],
    )
    def test_code_links_and_longer_words_are_left_alone(self, text: str) -> None:
        assert list(findings(text, WORDS)) == []

    def test_docstrings_of_modules_classes_functions_and_values_are_read(self) -> None:
        source = (
            '"""A module."""\nclass A:\n    """A class."""\n'
            '    def f(self):\n        """A method."""\nB = 1\n"""A value."""\n'
        )
        assert sorted(docstrings(source)) == [
            (1, "A module."),
            (3, "A class."),
            (5, "A method."),
            (7, "A value."),
        ]

    def test_comments_are_read(self) -> None:
        assert list(comments("a = 1  # one\n# two\n")) == [(1, "# one"), (2, "# two")]

    def test_comments_in_other_languages_are_read(self) -> None:
        source = "/** One. */\nint a;\n/// Two.\n  // Three.\n"
        assert list(slashed(source)) == [(1, " One. */"), (3, " Two."), (4, " Three.")]

    def test_names_are_split_into_words(self) -> None:
        source = "class InFlight:\n    def put_aside(self): ...\n"
        assert [text for _, text in names(source) if " " in text] == ["In Flight", "put aside"]


class TestList:
    @pytest.mark.parametrize("path", [LIST, NAMES], ids=lambda path: path.name)
    def test_every_line_names_a_replacement(self, path: Path) -> None:
        assert all(word.better for word in retired(path.read_text(encoding="utf-8")))

    def test_no_name_of_the_product_has_a_retired_word(self) -> None:
        assert list(all_names()) == []

    def test_no_text_uses_a_retired_word(self) -> None:
        assert list(all_findings()) == []
