"""`referee bridge --text`: an agent that reads words plays as a bot."""

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import tianming
from referee.record.reasoning import read_reasoning
from tests.cli.bots.test_bridge import BRIDGE, program
from tests.cli.shell import referee
from tests.sdk.test_question import recorded
from tianming import local
from tianming.bot import AnyBot
from tianming.local_question import LocalQuestion
from tianming_bots.bridge.option_list import option_lines
from tianming_bots.bridge.seat_text import AskedText, SeatText, event_text
from tianming_bots.bridge.text_bot import TextBridge
from tianming_bots.bridge.text_program import TextProgram
from tianming_bots.bridge.word_answer import unreadable, word_answer
from tianming_games.chance import RandomChance

BRIDGE_TEXT = BRIDGE.replace(" --", " --text --")

MOST_BYTES = {"china": 1200, "dragon": 2700, "ming": 1700}
"""Bytes of a question of each game, at most."""

MATCHES: list[tuple[str, int, dict[str, str]]] = [
    ("china", 3, {}),
    ("china", 5, {"fortifications": "yes"}),
    ("dragon", 5, {"great_wall": "yes"}),
    ("ming", 4, {}),
]

ONE_OF_EACH = [match for match in MATCHES if match != ("china", 3, {})]
"""A match of each game, with its longest questions."""

AGENT = """
import sys
def questions():
    block = []
    for line in sys.stdin:
        if line.strip():
            block.append(line)
            continue
        with open(__file__ + ".log", "a") as log:
            log.write("".join(block) + chr(10))
        if "Answer with" in block[-1]:
            yield block
        block = []
"""
"""The beginning of an agent in Python, which keeps what it reads."""


def asked(game: str) -> AskedText:
    """The words of a recorded question."""
    question = recorded(game)
    return SeatText(question.match).asked(question)


class Scripted(TextProgram):
    """A program that gives some answers, and keeps what it reads."""

    def __init__(self, *answers: str) -> None:
        super().__init__(())
        self.read = ""
        self._answers = list(answers)

    def write(self, line: bytes) -> None:
        self.read += line.decode()

    async def ask(self, line: bytes, number: int) -> bytes:
        self.write(line)
        return self._answers.pop(0).encode()

    async def rest(self, printed: bytes) -> bytes:
        return printed


def answered(program: Scripted, question: tianming.Question, tries: int = 3) -> tianming.Answer:
    """The answer of a bridge to a question."""
    bot = TextBridge(program, "a", lambda game: f"# Rules of {game}\n\nTake a card.", tries)
    bot.start(question.match)
    return asyncio.run(bot.choose(question))


class TestSize:
    """A question in words stays small in every match."""

    @pytest.mark.parametrize(("game", "seats", "options"), ONE_OF_EACH)
    def test_a_seat_reads_few_bytes_for_each_question_of_a_match(
        self, game: str, seats: int, options: dict[str, str], fresh_seed: int
    ) -> None:
        assert max(self.sizes(game, seats, options, fresh_seed, 1)) <= MOST_BYTES[game]

    @pytest.mark.full
    @pytest.mark.parametrize(("game", "seats", "options"), MATCHES)
    def test_every_seat_reads_few_bytes_for_each_question_of_a_match(
        self, game: str, seats: int, options: dict[str, str], fresh_seed: int
    ) -> None:
        sizes = self.sizes(game, seats, options, fresh_seed, seats)
        assert max(sizes) <= MOST_BYTES[game]

    def sizes(
        self, game: str, seats: int, options: dict[str, str], seed: int, readers: int
    ) -> list[int]:
        """Bytes of each question to the first seats, in a match of random bots."""
        found: list[int] = []

        def choose(question: tianming.Question) -> int:
            text = SeatText(question.match).asked(question)
            found.append(len(text.whole.encode()))
            assert len(text.sentences) == question.option_count
            assert "\n\n" not in text.whole
            return question.match.random.randrange(question.option_count)

        bots: list[AnyBot | str] = [choose for _ in range(readers)]
        bots += ["random" for _ in range(readers, seats)]
        local.play(game, bots, seed=seed, options=options)
        return found

    def test_old_events_are_counted_and_not_shown(self) -> None:
        match = recorded("china").match
        events = [tianming.Event(match, index, index % 2, "take red", b"") for index in range(99)]
        text = event_text(events, 60)
        assert text == "(97 earlier) seat 1 take red; seat 0 take red"
        assert event_text(events[:2], 60) == "seat 0 take red; seat 1 take red"


class TestHidden:
    """The words show nothing that is hidden from the seat."""

    @pytest.mark.parametrize("game", ["china", "dragon", "ming"])
    def test_twins_of_a_position_read_the_same(self, game: str, fresh_seed: int) -> None:
        chance = random.Random(fresh_seed)

        def choose(question: tianming.Question) -> int:
            assert isinstance(question, LocalQuestion)
            if chance.random() < 0.1:
                assert self.text(question) == self.text(twin(question, chance))
            return chance.randrange(question.option_count)

        local.play(game, [choose, choose, choose], seed=fresh_seed)

    def test_the_name_of_a_bot_which_is_a_text_of_its_author_is_not_shown(self) -> None:
        question = recorded("china")
        question.match = replace(question.match, bots=["resign-now"] * len(question.match.bots))
        seat = SeatText(question.match)
        assert "resign-now" not in seat.begin() + seat.asked(question).whole

    def text(self, question: tianming.Question) -> str:
        return SeatText(question.match).asked(question).whole


def twin(question: LocalQuestion, chance: random.Random) -> LocalQuestion:
    """The same question in a state in which everything hidden from the seat is dealt again."""
    state = question._snapshot.resample(question.seat, RandomChance(chance))
    return LocalQuestion(
        question.match,
        question.number,
        question.actions,
        state,
        question._history,
        question._events,
    )


class TestOptionList:
    """A list is short, and loses no option."""

    def test_options_that_differ_in_one_place_share_a_line(self) -> None:
        assert option_lines(
            ["takes a red card", "passes", "takes a dark green card", "passes"]
        ) == [
            "takes a _ card: 0) red, 2) dark green",
            "1) passes",
            "3) passes",
        ]

    def test_every_option_can_be_rebuilt_from_its_line(self, fresh_seed: int) -> None:
        chance = random.Random(fresh_seed)
        for _ in range(100):
            sentences = [
                " ".join(chance.choice("abc") for _ in range(chance.randint(1, 4)))
                for _ in range(chance.randint(1, 12))
            ]
            assert rebuilt(option_lines(sentences)) == dict(enumerate(sentences))


def rebuilt(lines: list[str]) -> dict[int, str]:
    """The options of a list by number."""
    found = {}
    for line in lines:
        frame, colon, places = line.partition(": ")
        if colon:
            for place in places.split(", "):
                number, _, words = place.partition(") ")
                found[int(number)] = frame.replace("_", words)
        else:
            number, _, words = line.partition(") ")
            found[int(number)] = words
    return found


class TestAnswer:
    """An answer is a number, the notation, or the words; its form may be free."""

    @pytest.mark.parametrize("game", ["china", "dragon", "ming"])
    def test_the_number_the_notation_and_the_words_mean_the_same(self, game: str) -> None:
        text = asked(game)
        for index, notation in enumerate(text.notations):
            for word in (str(index), notation.upper(), f"Answer: **{notation}**.", f"`{index}`"):
                assert word_answer(word.encode(), text) == tianming.Choice(index)
            if text.sentences.count(text.sentences[index]) == 1:
                sentence = text.sentences[index].encode()
                assert word_answer(sentence, text) == tianming.Choice(index)

    def test_the_lines_before_it_are_the_reasoning(self) -> None:
        found = word_answer(b"The east is weak.\n\nSo I go there.\n1\n\n", asked("china"))
        thought = tianming.Thought(reasoning="The east is weak.\nSo I go there.")
        assert found == tianming.Choice(1, thought=thought)

    def test_lines_before_it_may_declare_tokens_and_cost(self) -> None:
        said = b"tokens_in: 1200\nTokens_out:80\ncost: 0.0031\ncost: free\ntokens_in: -1\n1"
        thought = tianming.Thought(
            reasoning="cost: free\ntokens_in: -1", tokens_in=1200, tokens_out=80, cost=0.0031
        )
        assert word_answer(said, asked("china")) == tianming.Choice(1, thought=thought)

    def test_it_may_resign(self) -> None:
        assert word_answer(b"Resign.\n", asked("china")) == tianming.Resign()

    @pytest.mark.parametrize(
        "printed",
        [
            *(b"", b"\n \n", b"\xff\xfe", b"99", b"-1", b"1.5", b"1 or 2", b"9" * 5000),
            *("\u0661".encode(), b"I would take 1 because it is good", b"# " * 30_000, b"\x1b[31m"),
        ],
    )
    def test_anything_else_is_named_in_one_short_sentence(self, printed: bytes) -> None:
        text = asked("china")
        assert word_answer(printed, text) is None
        sentence = unreadable(printed, text)
        assert sentence.endswith(text.wanted)
        assert len(sentence) < 250
        assert sentence.isprintable()


class TestAsking:
    """A question is asked again until its answer can be read."""

    def test_the_rules_come_once_and_before_the_first_match(self) -> None:
        question = recorded("china")
        agent = Scripted()
        bot = TextBridge(agent, "a", lambda game: f"# Rules of {game}\n\nTake a card.", 3)
        bot.start(question.match)
        bot.start(question.match)
        first, begin, again = agent.read.strip("\n").split("\n\n")
        assert first.startswith("# Rules of china\nTake a card.\nEach question ends with")
        assert begin == again
        assert begin.startswith("A match of ")

    def test_an_essay_is_asked_again_with_one_sentence(self) -> None:
        question = recorded("china")
        agent = Scripted("Let me think.\n" * 500, "1")
        assert answered(agent, question) == tianming.Choice(1)
        *_, last = agent.read.strip("\n").split("\n\n")
        assert last.startswith("Your answer cannot be read, it is 6999 bytes in 500 lines whose ")
        assert last.endswith(asked("china").wanted)
        assert "\n" not in last

    def test_after_the_last_try_the_first_option_is_taken(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = answered(Scripted("what?", "why?"), recorded("china"), tries=2)
        assert found == tianming.Choice(0, "no readable answer: the bridge took option 0")
        assert capsys.readouterr().err.count("\n") == 1

    def test_time_that_is_over_ends_the_tries(self) -> None:
        question = recorded("china")
        question.arrival -= question.budget + 1
        agent = Scripted("what?")
        found = answered(agent, question, tries=3)
        assert isinstance(found, tianming.Choice)
        assert found.option == 0


class TestMatch:
    """An agent that is a process plays a match."""

    def test_it_plays_without_a_fault_though_it_writes_essays(self, tmp_path: Path) -> None:
        text = AGENT + (
            "for number, one in enumerate(questions()):\n"
            "    print('I think.' + chr(10) if number % 20 else 'dunno ' * 9999, flush=True)\n"
            "    print('**0**', flush=True)"
        )
        bot = program(tmp_path, text).replace(BRIDGE, BRIDGE_TEXT)
        record = tmp_path / "match.tianming"
        done = referee("play", "ming", bot, "random", "--record", record, "--json")
        assert done.returncode == 0, done.stderr
        assert {one["strikes"] for one in json.loads(done.stdout)["results"]} == {0}
        read = (tmp_path / "bot.py.log").read_text()
        assert read.count("# ") > 1
        assert read.count("A match of Ming") == 1
        assert "The match has ended, and you are on place " in read
        assert "Your answer cannot be read" not in read
        assert "I think." in (read_reasoning(record) or {}).values()

    def test_tries_without_words_are_refused(self) -> None:
        done = referee("bridge", "--tries", "2", "--", "cat")
        assert done.returncode == 2
        assert "--tries needs --text: a line of JSON is asked once." in done.stderr
