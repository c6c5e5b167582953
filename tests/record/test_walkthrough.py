"""A walkthrough has all there is to show of each step, and the ways between them."""

import pytest

from referee.error import UsageError
from referee.match.clock import seconds
from referee.match.entry import Origin
from referee.match.question import Answer, Question, Thought
from referee.record.framing import StoredEntry
from referee.record.reader import parse
from referee.record.replay import Replay, ReplayStep
from referee.record.walkthrough import Walkthrough, told_step
from tests.match.driver import Driver
from tests.record.samples import bodies, dragon_record, toy_record
from tianming_games.chance import Chance


@pytest.fixture(scope="module")
def dragon() -> Walkthrough:
    """A match of two bots in the first year."""
    return Walkthrough(parse(dragon_record(), "m.tianming"))


class TestSteps:
    """What a step has."""

    def test_every_entry_after_the_header_is_a_step(self, dragon: Walkthrough) -> None:
        entries = [step.entry for step in dragon.steps]
        assert entries == list(range(1, len(parse(dragon_record(), "m").entries)))
        assert dragon.problem is None

    def test_a_step_keeps_the_state_after_it(self, dragon: Walkthrough) -> None:
        for before, after in zip(dragon.steps, dragon.steps[1:], strict=False):
            has_changed = after.state is not before.state
            assert has_changed == (after.kind in ("drawn", "chosen"))
            assert after.points == tuple(after.state.returns())

    def test_a_step_has_the_time_of_its_entry_and_a_draw_has_none(
        self, dragon: Walkthrough
    ) -> None:
        written = bodies(dragon_record())
        for step in dragon.steps:
            entry = getattr(written[step.entry], step.kind)
            assert step.at == (None if step.kind == "drawn" else entry.at_ns)

    def test_a_choice_has_its_options_and_the_time_it_took(self, dragon: Walkthrough) -> None:
        asked = [step for step in dragon.steps if step.choice and step.choice.took is not None]
        for step in asked:
            assert step.choice is not None
            assert step.choice.chosen < len(step.choice.options)
            assert step.choice.took == seconds(0.01)
            assert step.choice.budget is not None
            assert step.question
        assert asked

    def test_a_forced_choice_has_one_option_and_no_time(self, dragon: Walkthrough) -> None:
        forced = [s.choice for s in dragon.steps if s.choice and s.choice.origin is Origin.FORCED]
        assert {len(choice.options) for choice in forced} == {1}
        assert {choice.took for choice in forced} == {None}

    def test_the_referees_choices_for_a_forfeited_seat_have_no_time(self) -> None:
        """Nobody was asked; only the choice of the forfeit replaces an answer that had a time."""
        driver = Driver(strikes=1)
        driver.start()
        driver.play_out(driver.wait(6), Chance(bytes(32), "answers"))
        steps = Walkthrough(driver.record()).steps
        house = [step.choice for step in steps if step.choice]
        took = [choice.took for choice in house if choice.origin is Origin.HOUSE]
        assert len(took) > 2
        assert took[0] == seconds(6)
        assert set(took[1:]) == {None}

    def test_bots_have_their_names_in_words(self, dragon: Walkthrough) -> None:
        chosen = next(step for step in dragon.steps if step.kind == "chosen")
        assert chosen.words.startswith(f"bot{chosen.seat}")

    def test_the_note_of_an_answer_is_recorded(self) -> None:
        driver = Driver()
        (question,) = [said for said in driver.start() if isinstance(said, Question)]
        thought = Thought(0.25, 7, 2, ("0", "1"))
        driver.match.choose(
            question.seat, Answer(question.number, 0, driver.now, note="so be it", thought=thought)
        )
        choices = [step.choice for step in Walkthrough(driver.record()).steps if step.choice]
        assert [choice.note for choice in choices] == ["", "so be it"]
        assert [choice.thought for choice in choices] == [None, thought]

    def test_a_seat_is_asked_until_it_has_answered(self) -> None:
        walkthrough = Walkthrough(parse(toy_record(), "m"))
        for step in walkthrough.steps:
            if step.kind == "asked":
                assert step.seat in step.asked
            if step.kind == "chosen":
                assert step.seat not in step.asked


class TestWays:
    """How a reader gets from one step to another."""

    def test_a_number_is_an_entry(self, dragon: Walkthrough) -> None:
        assert dragon.steps[dragon.find("40")].entry == 40

    @pytest.mark.parametrize("text", ["q12", "Q 12", "question 12", " question  12 "])
    def test_a_question_is_found_where_it_is_put(self, dragon: Walkthrough, text: str) -> None:
        step = dragon.steps[dragon.find(text)]
        assert (step.kind, step.question) == ("asked", 12)

    def test_a_month_is_found_where_it_begins(self, dragon: Walkthrough) -> None:
        place = dragon.find("month 1")
        assert dragon.steps[place].moment.round == "Month 1"
        assert dragon.steps[place - 1].moment.round != "Month 1"

    @pytest.mark.parametrize("text", ["", "month 13", "9999", "q9999", "q", "²"])
    def test_an_unknown_place_is_an_error_that_names_the_last_one(
        self, dragon: Walkthrough, text: str
    ) -> None:
        with pytest.raises(UsageError) as caught:
            dragon.find(text)
        assert caught.value.code == "no_such_place"
        assert caught.value.fields["last"] == dragon.steps[-1].entry

    def test_months_follow_each_other(self, dragon: Walkthrough) -> None:
        place: int | None = 0
        seen = []
        while place is not None:
            seen.append(dragon.steps[place].moment.round)
            place = dragon.next_round(place)
        months = [f"Month {month}" for month in range(1, 13)]
        assert [name for name in seen if name.startswith("Month")] == months
        assert seen[0] == "Preparation"

    def test_the_way_back_leads_to_the_beginning_of_each_month(self, dragon: Walkthrough) -> None:
        third = dragon.find("month 3")
        assert dragon.previous_round(third + 2) == third
        assert dragon.previous_round(third) == dragon.find("month 2")
        assert dragon.previous_round(0) is None

    def test_a_search_goes_round_the_end_in_both_directions(self, dragon: Walkthrough) -> None:
        places = [at for at, step in enumerate(dragon.steps) if "harvest" in step.words.casefold()]
        assert len(places) > 2
        assert dragon.search(places[0], "HARVEST") == places[1]
        assert dragon.search(places[-1], "harvest") == places[0]
        assert dragon.search(places[0], "harvest", forward=False) == places[-1]
        assert dragon.search(0, "no such text") is None


class TestDamage:
    """A record that does not go to its end."""

    def test_the_sound_part_is_shown_and_the_problem_kept(self) -> None:
        walkthrough = Walkthrough(parse(dragon_record()[:-5], "m.tianming"))
        assert walkthrough.steps[-1].kind != "seal"
        assert walkthrough.problem is not None
        assert walkthrough.problem.code == "record_cut_off"


class TestToldStep:
    """One step with its sentence, without a walkthrough of the whole record."""

    def test_it_is_that_of_the_walkthrough(self, dragon: Walkthrough) -> None:
        record = parse(dragon_record(), "m.tianming")
        for at in (0, 5, 40, len(dragon.steps) - 1):
            found = told_step(record, dragon.steps[at].entry)
            assert found is not None
            step, words = found
            assert (step.entry.index, step.kind) == (dragon.steps[at].entry, dragon.steps[at].kind)
            assert words == dragon.steps[at].words

    def test_a_record_has_no_step_after_its_last_entry(self) -> None:
        record = parse(toy_record(), "m.tianming")
        assert told_step(record, 0) is None
        assert told_step(record, len(record.entries)) is None

    def test_no_entry_is_replayed_twice_and_none_after_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record, replayed, step = parse(toy_record(), "m.tianming"), list[int](), Replay.step

        def note(replay: Replay, entry: StoredEntry) -> ReplayStep:
            replayed.append(entry.index)
            return step(replay, entry)

        monkeypatch.setattr(Replay, "step", note)
        told_step(record, 6)
        assert replayed == [1, 2, 3, 4, 5, 6]
