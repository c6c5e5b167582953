"""Drawings of boards equal those of earlier versions, and those in the documentation."""

import json

from tests.golden.pictures import DIGESTS, DOCS, digests, documentation


def test_every_option_set_is_drawn_as_it_was() -> None:
    assert digests() == json.loads(DIGESTS.read_text())


def test_the_documentation_shows_what_is_drawn() -> None:
    for name, drawn in documentation().items():
        assert (DOCS / name).read_text() == drawn, name
