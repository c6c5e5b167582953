"""Matches in this process: as over the wire, without a referee."""

import asyncio
from collections.abc import Sequence
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import tianming
from tests.cli.shell import referee
from tests.source_tree import ROOT
from tianming import local

PROGRAM = """
from pathlib import Path

import tianming

class Bot:
    file = Path("seen")

    def choose(self, question):
        question.match.memory.setdefault("seen", []).extend(map(told, question.since))
        option = question.match.random.randrange(question.option_count)
        position = question.message.position.value.hex()
        question.match.memory["seen"].append((question.number, option, position))
        return option

    def end(self, result):
        seen = [*result.match.memory["seen"], *map(told, result.since)]
        self.file.write_text(repr((result.match.seat, seen, result.seed)))

def told(event):
    return event.index, event.seat, event.notation, event.serialized_detail

if __name__ == "__main__":
    tianming.run(Bot())
"""
"""A bot that writes all that it has seen into a file."""


def first(question: tianming.Question) -> int:
    """Return the first option."""
    return 0


def most(question: tianming.Question) -> int:
    """Return an option that no question has."""
    return 99


def test_the_bot_of_the_guide_counts_the_questions_to_its_seat_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question that arrives again after a lost connection has the same number."""
    guide = (ROOT / "docs/write-a-bot.md").read_text(encoding="utf-8")
    program = tmp_path / "object_bot.py"
    program.write_text(guide.partition("# object_bot.py\n")[2].partition("```")[0])
    bots: list[Any] = []
    monkeypatch.setattr(tianming, "run", bots.append)
    run_path(str(program))
    (bot,) = bots
    numbers: list[int] = []
    choose = bot.choose

    def twice(question: tianming.Question) -> int:
        numbers.append(question.number)
        choose(question)
        return int(choose(question))

    bot.choose = twice
    local.play("dragon", [first, bot], seed=7)
    assert numbers != list(range(1, len(numbers) + 1))
    assert f" after {len(numbers)} questions: " in capsys.readouterr().out


class TestSame:
    """A local match is the match over the wire."""

    def test_a_bot_sees_the_same_as_over_the_wire(self, tmp_path: Path, fresh_seed: int) -> None:
        """In Ming Dynasty, which hides cards and asks several seats at once."""
        program, here = tmp_path / "bot.py", tmp_path / "here"
        program.write_text(PROGRAM, encoding="utf-8")
        words = ("python bot.py", "random", "greedy", "--seed", str(fresh_seed), "--json")
        done = referee("play", "ming", *words, "--sandbox", "none", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        bot = run_path(str(program))["Bot"]()
        bot.file = here
        players = [bot, "random", "greedy"]
        outcome = local.play("ming", players, seed=fresh_seed, names=("bot", "random", "greedy"))
        assert here.read_text() == (tmp_path / "seen").read_text()
        assert outcome.reason in done.stdout

    def test_a_bot_that_resigns_shares_the_last_place(self) -> None:
        def give_up(question: tianming.Question) -> tianming.Answer:
            return tianming.Resign()

        outcome = local.play("dragon", [give_up, first, "random"], seed=1)
        assert outcome.termination is tianming.Termination.FORFEITED
        assert outcome.results[0].place == 3
        assert outcome.results[0].forfeited
        assert outcome.reason.endswith("A substitute played give_up to the end.")


class TestBots:
    """Each kind of bot plays."""

    def test_a_question_is_one_of_the_sdk(self) -> None:
        kept: list[tianming.Question] = []

        def keep(question: tianming.Question) -> int:
            kept.append(question)
            return 0

        local.play("ming", [keep, first], seed=1, budget=0.25)
        for question in kept:  # after the match, all are as they were
            assert isinstance(question, tianming.Question)
            assert len(question.options) == question.option_count
            state = question.state(question.match.random)
            assert len(state.legal_actions(question.seat)) == question.option_count
            assert question.message.budget.ToTimedelta().total_seconds() == question.budget == 0.25

    def test_an_asynchronous_bot_may_wait(self) -> None:
        async def wait(question: tianming.Question) -> int:
            await asyncio.sleep(0)
            return 0

        one = local.play("dragon", [wait, first], seed=1, names=("a", "b"))
        assert one == local.play("dragon", [first, first], seed=1, names=("a", "b"))

    def test_an_object_has_all_its_methods_called(self) -> None:
        class Bot:
            def __init__(self) -> None:
                self.called: list[str] = []
                self.indexes: list[int] = []

            def start(self, match: tianming.Match) -> None:
                self.called.append("start")

            def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
                self.called.append("choose_batch")
                return [0 for _ in questions]

            def events(self, match: tianming.Match, events: Sequence[tianming.Event]) -> None:
                self.indexes += [event.index for event in events]

            def end(self, result: tianming.MatchResult) -> None:
                self.called.append("end" if result.fair else "unfair")

        bot = Bot()
        local.play("china", [bot, "random", "random"], seed=1)
        assert bot.called[0] == "start"
        assert bot.called[-1] == "end"
        assert set(bot.called[1:-1]) == {"choose_batch"}
        assert bot.indexes == list(range(len(bot.indexes)))


class TestBadInput:
    """An error names what is wrong."""

    @pytest.mark.parametrize(
        ("bots", "options", "sentence"),
        [
            (["randm", first], {}, "no installed bot is named 'randm'; known are"),
            ([first, first], {"seed": -1}, "the seed is -1: give 0 or more"),
            ([first, first], {"names": ("a",)}, "give 2 different names"),
            ([first, first], {"names": ("a", "a")}, "give 2 different names"),
            ([first, most], {}, "choose gave 99 to question 3: give 0 to"),
            ([first], {}, "2 to 5 seats"),
            ([first, first], {"options": {"editon": "base"}}, "editon"),
        ],
    )
    def test_it_is_one_sentence(
        self, bots: list[Any], options: dict[str, Any], sentence: str
    ) -> None:
        with pytest.raises(Exception, match=sentence):
            local.play("dragon", bots, **options)

    def test_an_installed_bot_that_is_only_a_program_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        point = EntryPoint(name="mute", value="colorsys", group="tianming.bots")
        monkeypatch.setattr(local, "entry_points", lambda group: EntryPoints([point]))
        with pytest.raises(ValueError, match="mute has no function choose in colorsys,"):
            local.play("dragon", ["mute", first])

    def test_the_exception_of_a_bot_names_its_method(self) -> None:
        def fail(question: tianming.Question) -> int:
            raise RuntimeError("no idea")

        with pytest.raises(RuntimeError) as caught:
            local.play("dragon", [fail, first], seed=1)
        assert caught.value.__notes__ == ["the bot failed in choose: RuntimeError: no idea"]
