"""Export and replay: what a record says, in words."""

import json
from datetime import UTC, datetime

from referee.error import DataError
from referee.match.clock import seconds
from referee.match.entry import Resumed
from referee.match.sentence import EntrySentence
from referee.record.export import json_lines
from referee.record.reader import parse
from referee.record.replay import Replay
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.match.driver import Driver
from tests.record.samples import bodies, dragon_record, rebuilt, toy_record, wrong_entry


class TestJsonLines:
    """One line an entry."""

    def test_every_entry_is_a_line(self) -> None:
        record = parse(dragon_record(), "x")
        lines = [json.loads(line) for line in json_lines(record)]
        assert [line["entry"] for line in lines] == list(range(len(record.entries)))
        assert lines[0]["kind"] == "header"
        assert lines[-1]["kind"] == "seal"

    def test_draws_and_choices_have_their_notation(self) -> None:
        lines = [json.loads(line) for line in json_lines(parse(toy_record(), "x"))]
        words = {line["kind"]: line.get("notation", "").split(" ")[0] for line in lines}
        assert words["drawn"] == "die"
        assert words["chosen"] == "take"
        assert words["asked"] == ""

    def test_a_line_has_the_fields_of_its_entry_with_the_names_and_types_of_the_format(
        self,
    ) -> None:
        record = parse(toy_record(), "x")
        header, *lines = [json.loads(line) for line in json_lines(record)]
        assert header["match_id"] == record.header.match_id
        assert header["seed"] == record.header.seed.hex()
        assert header["clock"]["decision_ns"] == record.header.clock.decision_ns
        assert header["durability"] == "process"
        assert datetime.fromisoformat(header["start_time"]) == (
            record.header.start_time.ToDatetime(tzinfo=UTC)
        )
        asked = next(line for line in lines if line["kind"] == "asked")
        assert (asked["number"], asked["seat"]) == (1, 1)
        assert isinstance(asked["at_ns"], int)
        chosen = next(line for line in lines if line["kind"] == "chosen")
        assert (chosen["origin"], chosen["seat"]) == ("forced", 0)


class TestReplay:
    """A record played again."""

    def test_the_last_state_has_the_points_of_the_seal(self) -> None:
        record = parse(dragon_record(), "x")
        *_, last = Replay(record).steps()
        assert record.seal is not None
        assert last.state.returns() == [result.score for result in record.seal.results]

    def test_every_entry_is_said_in_words(self) -> None:
        driver = Driver(seats=2)
        driver.start()
        driver.match.disconnect(1, driver.now)
        driver.wait(6)
        driver.match.stalled(seconds(1.5), driver.now)
        driver.writer.write(Resumed(driver.now))
        driver.match.void("The referee failed.", driver.now)
        assert [(step.kind, step.seat, step.text) for step in Replay(driver.record()).steps()] == [
            ("drawn", None, "die 3"),
            ("chosen", 0, "take 0"),
            ("asked", 1, "question 1, 3 options"),
            ("note", 1, "The bot disconnected."),
            ("fault", 1, "The bot was away, and no answer came within 5.000 s."),
            ("chosen", 1, "take 1"),
            ("drawn", None, "die 6"),
            ("asked", 0, "question 2, 3 options"),
            ("stall", None, "the host stalled for 1.500 s"),
            ("resumed", None, "the referee had stopped, and resumed the match"),
            ("seal", None, "The referee failed."),
        ]

    def test_a_choice_the_rules_do_not_allow_is_named(self) -> None:
        changed = bodies(toy_record())
        changed[2].chosen.seat = 2
        with raises(
            DataError,
            RecordSentence.WRONG_ENTRY,
            source="forged",
            entry=2,
            why=EntrySentence.SEAT_NOT_TO_ACT,
        ):
            list(Replay(rebuilt(changed)).steps())

    def test_a_draw_the_rules_do_not_know_is_named(self) -> None:
        changed = bodies(toy_record())
        changed[1].drawn.values[0] = 9
        with wrong_entry(1, EntrySentence.DRAW_AGAINST_RULES):
            list(Replay(rebuilt(changed)).steps())

    def test_a_draw_in_the_wrong_place_is_named(self) -> None:
        changed = bodies(toy_record())
        for at in (2, len(changed) - 1):
            wrong = [*changed[:at], changed[1], *changed[at:]]
            with wrong_entry(at, EntrySentence.NOTHING_TO_DRAW):
                list(Replay(rebuilt(wrong)).steps())
