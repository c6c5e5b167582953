"""The bot of a policy: a whole frame at once, any seat, and always a legal option."""

import json
import logging
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tianming
from referee.game_check.random_play import random_steps
from tests.cli.shell import referee
from tests.errors import raises
from tests.games.asked import ask
from tianming_games.ground.error import DataError, UsageError
from tianming_games.registry import load
from tianming_learn.bot import LearnedBot, chooser_of, main
from tianming_learn.chooser import PolicyChooser
from tianming_learn.learned_policy import LearnedPolicy
from tianming_learn.network import Network
from tianming_learn.new_policy import new_policy
from tianming_learn.sentence import LearnSentence

GAME = load("dragon")

FUNCTIONS = """\
import numpy as np

def first(tensors, masks):
    return masks.argmax(1)

def illegal(tensors, masks):
    return masks.argmin(1)

def none(tensors, masks):
    return None

def few(tensors, masks):
    return masks.argmax(1)[1:]

NUMBER = 3
"""


class CountingNetwork(Network):
    """Counts its forward passes."""

    passes = 0

    def outputs(self, inputs: Any) -> Any:
        self.passes += 1
        return super().outputs(inputs)


@pytest.fixture
def policy() -> LearnedPolicy:
    """A policy for two seats with a network of random weights."""
    made = new_policy(GAME, 2, {}, 1)
    last, biases = made.network.layers[-1]
    layers = [*made.network.layers[:-1], (last * 1000, biases)]
    return LearnedPolicy(GAME, 2, {}, CountingNetwork(layers, made.network.order))


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> str:
    """The name of a module with functions that choose."""
    name = f"functions_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def questions(seats: int, seed: int, options: dict[str, str] | None = None) -> list[Any]:
    """Return questions to all seats, with their states."""
    found = []
    for state, _, _ in islice(random_steps(GAME, seats, options or {}, seed), 20, 120, 8):
        copy = state.clone()
        found += [(ask(GAME, copy, seat, options or {}), copy) for seat in copy.to_act()]
    return found


def option_of(answer: Any) -> int:
    """Return the index in an answer, which must have no note."""
    assert isinstance(answer, tianming.Choice)
    assert answer.note == ""
    return answer.option


def test_all_questions_of_a_frame_take_one_pass_and_get_the_best_legal_id(
    policy: LearnedPolicy, fresh_seed: int
) -> None:
    asked, catalogue = questions(2, fresh_seed), GAME.catalogue()
    layout, network = GAME.tensor_layout(2), policy.network
    answers = LearnedBot(PolicyChooser(policy)).choose_batch([one for one, _ in asked])
    assert isinstance(network, CountingNetwork)
    assert network.passes == 1
    assert {question.seat for question, _ in asked} == {0, 1}
    for (question, state), answer in zip(asked, answers, strict=True):
        seen = np.frombuffer(layout.encode(state.observation(question.seat)), np.float32)
        (numbers,) = network.outputs(network.inputs(seen[None], np.array([question.seat])))
        legal = catalogue.legal_ids(state, question.seat)
        assert option_of(answer) == int(numbers[legal].argmax())
        assert isinstance(answer, tianming.Choice)
        assert answer.thought is not None
        assert answer.thought.value == pytest.approx(np.clip((numbers[-1] + 1) / 2, 0, 1))


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (2, {"great_wall": "yes"})])
def test_a_match_of_other_seats_or_options_gets_any_option_and_a_warning(
    policy: LearnedPolicy,
    seats: int,
    options: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    bot = LearnedBot(PolicyChooser(policy))
    asked = [question for question, _ in questions(seats, 1, options)]
    with caplog.at_level(logging.WARNING, "tianming"):
        bot.start(asked[0].match)
    assert f"{seats} seats" in caplog.text
    for question, answer in zip(asked, bot.choose_batch(asked), strict=True):
        assert isinstance(answer, tianming.Choice)
        assert 0 <= answer.option < question.option_count
        assert f"{seats} seats" in answer.note


def test_one_bad_question_leaves_the_others_of_its_frame_alone(policy: LearnedPolicy) -> None:
    asked = [question for question, _ in questions(2, 1)]
    bot = LearnedBot(PolicyChooser(policy))
    wanted = bot.choose_batch(asked)
    asked = [question for question, _ in questions(2, 1)]
    asked[1].message.position.value = b"\xff"
    answers = bot.choose_batch(asked)
    assert [*answers[:1], *answers[2:]] == [*wanted[:1], *wanted[2:]]
    (alone,) = bot.choose_batch(asked[1:2])
    for answer in (alone, answers[1]):
        assert isinstance(answer, tianming.Choice)
        assert 0 <= answer.option < asked[1].option_count
        assert answer.note


def test_a_policy_plays_only_its_game_and_a_function_plays_all(
    policy: LearnedPolicy, functions: str
) -> None:
    assert list(LearnedBot(PolicyChooser(policy)).games) == ["dragon"]
    assert list(LearnedBot(chooser_of(f"{functions}:first")).games) == []


def test_a_function_of_arrays_chooses(functions: str, fresh_seed: int) -> None:
    bot = LearnedBot(chooser_of(f"{functions}:first"))
    for seats in (2, 3):
        answers = bot.choose_batch([question for question, _ in questions(seats, fresh_seed)])
        assert {option_of(answer) for answer in answers} == {0}


def test_any_option_replaces_an_illegal_id(functions: str) -> None:
    asked = [question for question, _ in questions(2, 1)]
    answers = LearnedBot(chooser_of(f"{functions}:illegal")).choose_batch(asked)
    for question, answer in zip(asked, answers, strict=True):
        assert isinstance(answer, tianming.Choice)
        assert 0 <= answer.option < question.option_count
        assert answer.note == "id 0 is not legal"


@pytest.mark.parametrize("name", ["none", "few"])
def test_a_function_that_returns_no_id_for_each_row_is_named(functions: str, name: str) -> None:
    asked = [question for question, _ in questions(2, 1)]
    bot = LearnedBot(chooser_of(f"{functions}:{name}"))
    with raises(DataError, LearnSentence.WRONG_IDS, name=f"{functions}:{name}", rows=len(asked)):
        bot.choose_batch(asked)


@pytest.mark.parametrize("name", ["no_such_module:f", "tianming_learn.bot:lost", "{}:NUMBER"])
def test_a_name_that_is_no_function_is_refused(functions: str, name: str) -> None:
    with raises(UsageError, LearnSentence.NO_FUNCTION, name=name.format(functions)):
        chooser_of(name.format(functions))


def test_a_policy_plays_a_match_over_grpc_in_every_seat_without_a_fault(
    policy: LearnedPolicy, tmp_path: Path
) -> None:
    path, record = tmp_path / "policy", tmp_path / "record"
    policy.save(path)
    bot = f"{sys.executable} -m tianming_learn.bot {path}"
    done = referee("play", "dragon", bot, bot, "--json", "--record", record)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["termination"], found["failures"]) == ("finished", [])
    assert [seat["strikes"] for seat in found["results"]] == [0, 0]
    exported = referee("export", "--to", "jsonl", record).stdout
    assert '"value"' in exported
    notes = {json.loads(line).get("note", "") for line in exported.splitlines()}
    assert notes == {""}


@pytest.mark.parametrize(
    ("word", "code"), [("policy", 65), ("lost", 2), ("math:no_such_function", 2)]
)
def test_a_bot_without_a_usable_policy_prints_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    word: str,
    code: int,
) -> None:
    (tmp_path / "policy").write_text("not a policy")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["bot", word])
    assert main() == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(word)
    assert printed.err.count("\n") == 1
