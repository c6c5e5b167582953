"""The faces of bots: colours that are stable, that differ, and that can be read."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.league.configuration.settings import BotSettings
from referee.web.bot_face import (
    CONTRAST,
    GROUNDS,
    MOST_DISTINCT,
    PALETTE,
    BotFaces,
    on_both_grounds,
    title_of,
)
from referee.web.catalogue import Catalogue
from referee.web.league_source import LeagueSource
from tests.games.vision import SIGHTS, contrast, distance
from tests.league.running.fake_backend import league, open_ledger
from tests.record.samples import dragon_record, toy_record
from tests.web.browser import get
from tests.web.conftest import Pages
from tests.web.test_sharing import HOSTILE, renamed
from tianming_games.scene import PALETTE as BOARD

PAPERS = (
    ("#faf7f0", "#fffdf8", "#f1ecdf", BOARD["paper"][0], BOARD["ground"][0]),
    ("#171513", "#201d1a", "#100f0d", BOARD["paper"][1], BOARD["ground"][1]),
)
"""All grounds of pages and boards, light and dark."""


def names(*words: str) -> list[BotName]:
    """Names of bots."""
    return [BotName(word) for word in words]


class TestPalette:
    @pytest.mark.parametrize("theme", [0, 1])
    def test_each_colour_can_be_read_on_each_ground(self, theme: int) -> None:
        for pair in PALETTE:
            for paper in PAPERS[theme]:
                assert contrast(pair[theme], paper) >= CONTRAST

    @pytest.mark.parametrize("theme", [0, 1])
    def test_people_can_tell_the_colours_apart(self, theme: int) -> None:
        for one, other in combinations([pair[theme] for pair in PALETTE], 2):
            assert distance(one, other) > 25
            assert all(distance(one, other, sight) > 8 for sight in SIGHTS.values())

    @pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#ffff00", "#808080", "#0000ff"])
    def test_a_colour_of_the_organiser_is_made_readable(self, colour: str) -> None:
        for theme, shown in enumerate(on_both_grounds(colour)):
            assert contrast(shown, GROUNDS[theme]) >= CONTRAST

    def test_a_colour_that_can_be_read_stays(self) -> None:
        assert on_both_grounds("#a23a27")[0] == "#a23a27"


class TestFaces:
    def test_a_colour_follows_from_the_name(self) -> None:
        one, other = BotFaces(names("greedy", "random")), BotFaces(names("greedy"))
        assert one.of("greedy") == other.of("greedy")

    def test_as_many_bots_as_there_are_colours_all_differ(self) -> None:
        bots = names(*(f"bot{number}" for number in range(len(PALETTE))))
        faces = BotFaces(bots)
        assert {faces.of(bot).colours for bot in bots} == set(PALETTE)

    def test_few_bots_have_the_colours_with_names_of_their_own(self) -> None:
        bots = names("tiger", "jade", "heron", "lotus", "crane", "carp")
        faces = BotFaces(bots)
        assert {faces.of(bot).colours for bot in bots} == set(PALETTE[:MOST_DISTINCT])

    def test_a_version_has_the_colour_of_its_bot(self) -> None:
        faces = BotFaces(names("greedy"))
        assert faces.of("greedy@2").colours == faces.of("greedy").colours

    def test_the_seats_of_a_match_differ_even_if_one_bot_has_them_all(self) -> None:
        faces = BotFaces(names("greedy"))
        seats = faces.seats(["greedy"] * 5)
        assert seats[0] == faces.of("greedy")
        assert len({seat.colours for seat in seats}) == 5

    def test_the_league_file_can_name_title_colour_and_letter(self) -> None:
        bot = BotSettings(name=BotName("xm"), title="小明", colour="#a23a27", initial="明")
        face = BotFaces(names("xm"), [bot]).of("xm")
        assert (face.title, face.initial, face.colours[0]) == ("小明", "明", "#a23a27")
        assert title_of("xm", {"xm": face}) == "小明"
        assert BotFaces(names("xm"), [bot]).of("xm@3").title == "小明@3"

    @pytest.mark.parametrize(
        ("name", "letter"), [("greedy", "G"), ("7up", "7"), ("..", "?"), ("", "?"), ("ßa", "S")]
    )
    def test_the_letter_is_the_first_of_the_name(self, name: str, letter: str) -> None:
        assert BotFaces(()).of(name).initial == letter


class TestPages:
    def test_a_bot_has_the_same_colour_on_board_page_list_and_table(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        (folder / "m2.tianming").write_bytes(toy_record())
        board, match, page = (
            get(pages(), f"/api/v1/{path}").json()
            for path in ("matches/m1/steps", "matches/m1", "matches")
        )
        own = match["faces"]["bot0"]["colours"]
        assert board["board"]["palette"]["seat-0"] == own
        assert page["faces"]["bot0"]["colours"] == own
        assert own[0] in get(pages(), "/api/v1/matches/m1/board.svg").text

    def test_a_hostile_name_has_a_face_under_the_name_that_is_shown(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(renamed(dragon_record(), HOSTILE, "b"))
        match = get(pages(), "/api/v1/matches/m1").json()
        assert [seat["bot"] in match["faces"] for seat in match["seats"]] == [True, True]
        assert match["faces"][match["seats"][0]["bot"]]["initial"] == "E"

    def test_a_league_shows_the_display_names_of_its_file(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        first, *others = settings.bots
        settings = replace(settings, bots=(replace(first, title="Зимний кот"), *others))
        with open_ledger(settings):
            source = LeagueSource(settings)
            face = Catalogue(source).faces.of(first.name)
            source.close()
        assert (face.title, face.initial) == ("Зимний кот", "\N{CYRILLIC CAPITAL LETTER ZE}")
