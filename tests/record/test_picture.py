"""Positions of a record, drawn."""

import pytest

from referee.error import DataError, UsageError
from referee.record.picture import draw_position
from referee.record.reader import Record, parse
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.games.picture import elements
from tests.match.driver import Driver
from tests.record.samples import dragon_record, record_of, toy_record
from tianming_games.registry import load


@pytest.fixture(scope="module")
def china() -> Record:
    """A match of China, whose hands are hidden."""
    return parse(record_of(Driver(load("china"), seats=3)), "m.tianming")


def words(drawing: str) -> list[str]:
    """The words of all pieces of a drawing."""
    return [one.text for one in elements(drawing) if one.tag == "title"]


class TestDrawings:
    def test_an_entry_is_drawn_with_the_names_of_the_bots(self) -> None:
        record = parse(dragon_record(), "m.tianming")
        drawn = draw_position(record, 40)
        assert any(word.startswith(f"{record.header.bots[0]}: ") for word in words(drawn))
        assert drawn != draw_position(record, 41) or drawn != draw_position(record, 42)

    def test_without_an_entry_it_is_the_end(self) -> None:
        record = parse(dragon_record(), "m.tianming")
        assert draw_position(record) == draw_position(record, len(record.entries) - 1)
        assert "The year is over" in words(draw_position(record))

    def test_a_hand_is_shown_to_its_seat_only(self, china: Record) -> None:
        name = china.header.bots[1]
        own = words(draw_position(china, 2, seat=1))
        assert f"card of {name}, face down" not in own
        for seat in (None, 0, 2):
            assert words(draw_position(china, 2, seat)).count(f"card of {name}, face down") == 3

    def test_the_dark_drawing_differs_in_its_colours_only(self, china: Record) -> None:
        light, dark = draw_position(china, 9), draw_position(china, 9, theme="dark")
        assert light != dark
        assert words(light) == words(dark)

    def test_a_torn_record_is_drawn_up_to_the_tear(self) -> None:
        torn = parse(dragon_record()[:-5], "m.tianming")
        assert draw_position(torn).startswith("<svg ")


class TestRefusals:
    @pytest.mark.parametrize("entry", [0, -1, 9999])
    def test_an_entry_that_is_not_there_is_named(self, china: Record, entry: int) -> None:
        last = len(china.entries) - 1
        with raises(
            UsageError, RecordSentence.NO_SUCH_ENTRY, source="m.tianming", entry=entry, last=last
        ):
            draw_position(china, entry)

    def test_a_seat_that_is_not_there_is_named(self, china: Record) -> None:
        with raises(UsageError, RecordSentence.NO_SUCH_SEAT, source="m.tianming", seat=3, last=2):
            draw_position(china, 5, seat=3)

    def test_a_header_alone_is_no_position(self) -> None:
        data = dragon_record()
        header = parse(data, "m").entries[1].offset
        with raises(DataError, RecordSentence.NO_STEPS, source="m.tianming"):
            draw_position(parse(data[:header], "m.tianming"))

    def test_a_game_may_have_no_drawing(self) -> None:
        with raises(UsageError, RecordSentence.NO_DRAWING, game="toy"):
            draw_position(parse(toy_record(), "m.tianming"))
