"""Colours that people can tell apart, and text that they can read."""

from itertools import combinations

import pytest

from tests.games.vision import SIGHTS, contrast, distance
from tianming_games.registry import load, names
from tianming_games.scene import PALETTE, SEAT_TONES, Board, Text

THEMES = {"light": 0, "dark": 1}
COLOURS = {
    "china": ("red", "yellow", "green", "orange", "purple"),
    "ming": tuple(f"province-{number}" for number in range(6)),
}
"""The colours that mean something, beside those of the seats."""

SEATS_APART, COLOURS_APART = 20, 8
"""The distance of two colours, at least. Cards, tiles and provinces also have a letter."""


def board(name: str) -> Board:
    """The board of a game."""
    game = load(name)
    shown = game.presentation(game.facts.most_seats, {}).board
    assert shown is not None
    return shown


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
class TestColours:
    def test_seats_differ_for_everybody(self, sight: str, theme: str) -> None:
        tones = [PALETTE[tone][THEMES[theme]] for tone in SEAT_TONES]
        for one, other in combinations(tones, 2):
            assert distance(one, other, SIGHTS[sight]) > SEATS_APART

    @pytest.mark.parametrize("name", COLOURS)
    def test_cards_and_provinces_differ_for_everybody(
        self, name: str, sight: str, theme: str
    ) -> None:
        palette = board(name).palette
        colours = [palette[token][THEMES[theme]] for token in COLOURS[name]]
        for one, other in combinations(colours, 2):
            assert distance(one, other, SIGHTS[sight]) > COLOURS_APART


@pytest.mark.parametrize("theme", THEMES)
class TestContrast:
    @pytest.mark.parametrize("ground", ["paper", "ground"])
    def test_text_can_be_read(self, ground: str, theme: str) -> None:
        for token, least in (("ink", 10.0), ("muted", 4.5), ("accent", 4.5)):
            pair = (PALETTE[token][THEMES[theme]], PALETTE[ground][THEMES[theme]])
            assert contrast(*pair) > least

    def test_a_mark_can_be_seen_on_its_seat(self, theme: str) -> None:
        for tone in SEAT_TONES:
            assert contrast(PALETTE[tone][THEMES[theme]], PALETTE["paper"][THEMES[theme]]) > 3.5

    @pytest.mark.parametrize("name", COLOURS)
    def test_a_letter_can_be_read_on_its_card(self, name: str, theme: str) -> None:
        palette = board(name).palette
        for token in COLOURS[name]:
            assert contrast(palette[token][THEMES[theme]], palette["ink"][THEMES[theme]]) > 3


@pytest.mark.parametrize("name", names())
def test_each_seat_has_a_mark_of_its_own(name: str) -> None:
    symbols = board(name).symbols
    assert len({symbols[tone] for tone in SEAT_TONES}) == len(SEAT_TONES)


def test_a_card_of_china_has_the_letter_of_its_colour() -> None:
    symbols = board("china").symbols
    for word in COLOURS["china"]:
        for kind in ("card", "small", "count"):
            letters = [shape.text for shape in symbols[f"{kind}-{word}"] if isinstance(shape, Text)]
            assert word[0].upper() in letters
