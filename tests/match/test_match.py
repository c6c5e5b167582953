"""The match, under a virtual clock."""

from dataclasses import replace

import pytest

from referee.match.clock import Span, seconds
from referee.match.fault import Fault
from referee.match.match import MOST_NOTES
from referee.match.outcome import Termination
from referee.match.question import Answer
from referee.record.verify import verify
from tests.match.driver import Driver, end, questions, refusals
from tests.match.toy import Toy, ToyState
from tianming_games.chance import Chance

TOGETHER = {"together": "yes"}


class TestQuestions:
    """Who is asked what."""

    def test_a_forced_choice_is_not_asked(self) -> None:
        (question,) = questions(Driver().start())
        assert question.seat == 1
        assert [event.notation.split()[0] for event in question.since] == ["die", "take"]

    def test_where_something_is_hidden_one_option_is_asked_like_any_other(self) -> None:
        class Veiled(Toy):
            facts = replace(Toy.facts, hidden=True)

        (question,) = questions(Driver(Veiled()).start())
        assert (question.seat, len(question.options)) == (0, 1)

    def test_numbers_rise_by_one(self) -> None:
        driver = Driver()
        notices = driver.play_out(driver.start(), Chance(bytes(32), "x"))
        assert [question.number for question in questions(notices)] == list(range(1, 9))

    def test_a_question_has_the_events_since_the_last_one_of_the_seat(self) -> None:
        driver = Driver(seats=2)
        (first,) = questions(driver.start())
        (second,) = questions(driver.answer(first, 2))
        (third,) = questions(driver.answer(second, 1))
        assert (third.since[0].seat, third.since[0].notation) == (1, "take 2")
        assert third.since[-1].notation == "take 1"
        assert len(third.since) == 3

    def test_every_match_ends_with_one_outcome_and_a_record_that_verifies(
        self, fresh_seed: int
    ) -> None:
        for seed in range(fresh_seed, fresh_seed + 50):
            driver = Driver(seed=seed.to_bytes(32, "little"))
            notices = driver.play_out(driver.start(), Chance(bytes(32), str(seed)))
            outcome = end(notices).outcome
            assert outcome.termination is Termination.FINISHED
            assert verify(driver.record()).outcome == outcome

    def test_the_same_seed_and_answers_give_the_identical_record(self) -> None:
        records = []
        for _ in range(2):
            driver = Driver()
            driver.play_out(driver.start(), Chance(bytes(32), "same"))
            records.append(bytes(driver.record().entries[-1].digest))
        assert records[0] == records[1]


def toy(driver: Driver) -> ToyState:
    """The state of a match of the toy game."""
    state = driver.match.state
    assert isinstance(state, ToyState)
    return state


class TestTogether:
    """Seats that choose in secret and at once."""

    def test_all_are_asked_at_once(self) -> None:
        assert [question.seat for question in questions(Driver(options=TOGETHER).start())] == [1, 2]

    def test_nothing_is_played_before_all_have_answered(self) -> None:
        driver = Driver(options=TOGETHER)
        first, second = questions(driver.start())
        assert driver.answer(second, 2) == []
        assert toy(driver).round == 0
        assert len(questions(driver.answer(first, 1))) == 3
        assert toy(driver).points == [0, 1, 2]

    @pytest.mark.parametrize("order", [[0, 1], [1, 0]])
    def test_the_sequence_does_not_depend_on_who_was_faster(self, order: list[int]) -> None:
        driver = Driver(options=TOGETHER)
        asked = questions(driver.start())
        for index in order:
            said = driver.answer(asked[index], 1)
        assert [event.seat for event in questions(said)[0].since] == [None, 0, 1, 2, None]
        chosen = [e.body.chosen for e in driver.record().entries if e.body.HasField("chosen")]
        assert [choice.seat for choice in chosen] == [0, 1, 2]

    def test_a_late_seat_is_played_for_and_the_others_stand(self) -> None:
        driver = Driver(options=TOGETHER)
        first, _ = questions(driver.start())
        driver.answer(first, 2)
        said = driver.wait(5.2)
        assert [refusal.seat for refusal in refusals(said)] == [2]
        assert toy(driver).points[1] == 2


class TestFaults:
    """A bot that errs gets a strike and a seeded legal choice in its place."""

    @pytest.mark.parametrize(
        ("option", "fault", "reason"),
        [
            (3, Fault.ILLEGAL, "Option 3 is not on offer: there are 3, from 0."),
            (4_294_967_295, Fault.ILLEGAL, "Option 4294967295 is not on offer"),
            (None, Fault.MALFORMED, "The answer has no option."),
        ],
    )
    def test_a_wrong_option_is_refused_with_the_reason(
        self, option: int | None, fault: Fault, reason: str
    ) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        said = driver.answer(question, option)
        (refusal,) = refusals(said)
        assert (refusal.fault, refusal.strikes_left) == (fault, 2)
        assert refusal.reason.startswith(reason)
        assert len(questions(said)) == 1

    @pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\x9f"])
    def test_a_note_with_a_control_character_is_refused_with_the_reason(
        self, character: str
    ) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        said = driver.match.choose(question.seat, Answer(1, 0, driver.now, f"sure{character}[2J"))
        (refusal,) = refusals(said)
        assert (refusal.fault, refusal.strikes_left) == (Fault.MALFORMED, 2)
        assert f"U+{ord(character):04X}" in refusal.reason
        assert refusal.reason.isprintable()
        assert character.encode() not in bytes(driver.file.data)

    def test_a_note_may_have_several_lines(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        note = "a:\t1\r\nb:\t2\n\U0001f409 \u65e0"
        assert refusals(driver.match.choose(question.seat, Answer(1, 0, driver.now, note))) == []
        bodies = [entry.body for entry in driver.record().entries]
        assert [body.chosen.note for body in bodies if body.chosen.number] == [note]

    def test_the_substitute_is_the_one_the_seed_gives(self) -> None:
        chosen = set()
        for seed in range(20):
            driver = Driver(seed=bytes([seed] * 32))
            (question,) = questions(driver.start())
            driver.answer(question, 9)
            expected = Chance(bytes([seed] * 32), "substitute 1").below(3)
            assert driver.match.history[-1].notation == f"take {expected}"
            chosen.add(expected)
        assert chosen == {0, 1, 2}

    def test_a_stale_answer_is_noted_and_ignored(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0)
        assert driver.answer(question, 1) == []
        assert driver.match.seats[1].strikes == 0
        note = driver.record().entries[-1].body.note
        assert note.text == "An answer to question 1 came late: option 1."

    def test_a_second_answer_of_a_bot_in_two_seats_costs_nothing(self) -> None:
        driver = Driver(options=TOGETHER)
        first, second = questions(driver.start())
        driver.answer(second, 0)
        assert driver.match.choose(first.seat, Answer(second.number, 0, driver.now)) == []
        assert driver.match.seats[first.seat].strikes == 0
        assert driver.match.open_questions.get(first.seat) is first

    def test_notes_of_stale_answers_are_bounded(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0)
        for _ in range(3 * MOST_NOTES):
            driver.answer(question, 0)
        entries = driver.record().entries
        assert sum(entry.body.HasField("note") for entry in entries) == MOST_NOTES

    def test_a_stall_is_written_down_however_much_a_bot_has_had_noted(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0)
        for _ in range(MOST_NOTES):
            driver.answer(question, 0)
        driver.match.stalled(seconds(1.5), driver.now)
        last = driver.record().entries[-1].body.stall
        assert last.span_ns == seconds(1.5)

    @pytest.mark.parametrize("seat", [1, 2])
    def test_an_answer_to_a_question_not_asked_yet_costs_a_strike(self, seat: int) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        said = driver.match.choose(seat, Answer(99, 0, driver.now))
        (refusal,) = refusals(said)
        assert (refusal.seat, refusal.fault) == (seat, Fault.MALFORMED)
        assert driver.match.open_questions.get(1) is question

    def test_an_absent_seat_is_distinguished_from_a_slow_one(self) -> None:
        driver = Driver()
        driver.start()
        driver.match.disconnect(1, driver.now)
        (refusal,) = refusals(driver.wait(5.2))
        assert refusal.fault is Fault.DISCONNECTED


class TestForfeit:
    """After the last strike a substitute player plays the seat to the end."""

    def strike_out(self, strikes: int = 2) -> Driver:
        driver = Driver(strikes=strikes)
        waiting = questions(driver.start())
        while driver.match.outcome is None:
            question = waiting.pop(0)
            said = driver.answer(question, 9 if question.seat == 1 else 1)
            waiting += questions(said)
        return driver

    def test_the_others_play_on_and_the_forfeited_seat_is_last(self) -> None:
        driver = self.strike_out()
        outcome = driver.match.outcome
        assert outcome is not None
        assert outcome.termination is Termination.FORFEITED
        assert [result.forfeited for result in outcome.results] == [False, True, False]
        assert outcome.results[1].place == 3
        assert "A substitute played bot1 to the end." in outcome.reason
        assert verify(driver.record()).outcome == outcome

    def test_a_forfeited_seat_is_not_asked_again(self) -> None:
        driver = self.strike_out(strikes=1)
        asked = [e.body.asked for e in driver.record().entries if e.body.HasField("asked")]
        assert [question.seat for question in asked].count(1) == 1

    def test_a_resignation_forfeits_at_once(self) -> None:
        driver = Driver()
        driver.start()
        said = driver.match.resign(1, driver.now)
        (refusal,) = refusals(said)
        assert (refusal.fault, refusal.strikes_left) == (Fault.RESIGNED, 0)
        driver.play_out(said, Chance(bytes(32), "x"))
        assert driver.match.outcome is not None
        assert driver.match.outcome.results[1].forfeited
        assert verify(driver.record()).outcome == driver.match.outcome

    def test_a_bot_that_is_given_up_forfeits_at_once_and_the_record_says_why(self) -> None:
        driver = Driver()
        driver.start()
        said = driver.match.give_up(1, "The bot is given up: it is gone.", driver.now)
        (refusal,) = refusals(said)
        assert (refusal.fault, refusal.strikes_left) == (Fault.DISCONNECTED, 0)
        assert refusal.number == 0
        driver.play_out(said, Chance(bytes(32), "x"))
        assert driver.match.outcome is not None
        assert driver.match.outcome.results[1].forfeited
        assert verify(driver.record()).outcome == driver.match.outcome
        faults = [e.body.fault for e in driver.record().entries if e.body.HasField("fault")]
        assert [fault.reason for fault in faults] == ["The bot is given up: it is gone."]

    def test_a_second_resignation_changes_nothing(self) -> None:
        driver = Driver()
        driver.start()
        driver.match.resign(1, driver.now)
        assert driver.match.resign(1, driver.now) == []

    def test_all_forfeited_share_the_last_place(self) -> None:
        driver = Driver()
        driver.start()
        for seat in range(3):
            driver.match.resign(seat, driver.now)
        assert driver.match.outcome is not None
        assert [result.place for result in driver.match.outcome.results] == [1, 1, 1]
        assert driver.match.outcome.reason == "Every seat was forfeited."


class TestReconnect:
    """A bot may come back until its clock runs out."""

    def test_the_open_question_is_put_again_with_what_is_left(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.match.hand_over(question, driver.now)
        driver.match.disconnect(1, driver.now)
        driver.wait(2)
        (again,) = questions(driver.match.connect(1, driver.now))
        assert again.number == question.number
        assert again.budget == seconds(3)
        assert refusals(driver.answer(again, 1, after=2.9)) == []

    def test_reconnecting_does_not_restart_the_clock(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.match.hand_over(question, driver.now)
        driver.match.disconnect(1, driver.now)
        driver.wait(4)
        (again,) = questions(driver.match.connect(1, driver.now))
        driver.match.hand_over(again, driver.now)
        assert refusals(driver.answer(again, 1, after=1.2))[0].fault is Fault.LATE

    def test_a_bot_that_reconnects_receives_its_question_and_its_events(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.match.disconnect(1, driver.now)
        driver.wait(2)
        (again,) = questions(driver.match.connect(1, driver.now))
        driver.match.hand_over(again, driver.now)
        assert again.budget == seconds(3)
        assert driver.match.seats[1].clock.left(driver.now) == seconds(3)
        assert again is question

    def test_a_bot_that_returns_between_its_turns_is_not_asked(self) -> None:
        driver = Driver()
        driver.start()
        assert driver.match.connect(0, driver.now) == []


class TestVoid:
    """A fault of the referee is nobody's loss."""

    def test_a_void_match_has_no_results(self) -> None:
        driver = Driver()
        driver.start()
        outcome = end(driver.match.void("The disk was stolen.", driver.now)).outcome
        assert (outcome.termination, outcome.results) == (Termination.VOID, ())
        assert verify(driver.record()).outcome == outcome

    def test_nothing_happens_after_the_end(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.match.void("The disk was stolen.", driver.now)
        assert driver.answer(question, 0) == []
        assert driver.match.void("Again.", driver.now) == []
        assert driver.match.resign(1, driver.now) == []
        assert driver.wait(100) == []
        assert driver.match.deadline is None

    def test_a_bug_in_the_rules_reaches_whoever_drives_the_match(self) -> None:
        driver = Driver(options={"broken": "yes"})
        with pytest.raises(ZeroDivisionError):
            driver.play_out(driver.start(), Chance(bytes(32), "x"))

    @pytest.mark.parametrize(
        ("method", "error"), [("canonical_bytes", ZeroDivisionError), ("returns", ValueError)]
    )
    def test_a_match_that_could_not_be_sealed_can_still_be_made_void(
        self, method: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def canonical_bytes(state: ToyState) -> bytes:
            raise ZeroDivisionError("a bug in the rules")

        def returns(state: ToyState) -> list[int]:
            return [1 << 31] * state.seats

        driver = Driver()
        monkeypatch.setattr(
            ToyState, method, {"canonical_bytes": canonical_bytes, "returns": returns}[method]
        )
        with pytest.raises(error):
            driver.play_out(driver.start(), Chance(bytes(32), "x"))
        assert driver.match.outcome is None
        outcome = end(driver.match.void("The rules failed.", driver.now)).outcome
        assert outcome.termination is Termination.VOID
        assert driver.match.outcome == outcome


def test_a_span_is_no_instant() -> None:
    """The types differ for the type checker; at run time both are whole nanoseconds."""
    assert Span(seconds(1.5)) == 1_500_000_000
