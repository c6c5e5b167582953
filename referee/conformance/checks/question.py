"""Questions of one match and of several, one after another and at once."""

from collections import Counter

from referee.conformance.broken_promise import Skipped, Violation
from referee.conformance.check import Level, on_stream
from referee.conformance.scripted_stream import QuestionKey, ScriptedStream, keys_of
from tianming_games.registry import playable
from tianming_proto.v1 import play_pb2 as pb

_MANY = 64
"""Matches at once on one stream."""

_LARGEST = (1 << 32) - 1
"""The largest number of a question."""


@on_stream(Level.CORE)
async def answer(stream: ScriptedStream) -> None:
    """The bot answers questions with the name of the match and the number of the question."""
    await stream.play(stream.match("answer"), 10)


@on_stream(Level.CORE)
async def answer_once(stream: ScriptedStream) -> None:
    """The bot answers each question once, and nothing that was not asked."""
    before = len(stream.received)
    match = stream.match("answer-once")
    first = match.key
    asked = {first}
    for _ in range(10):
        asked.add(match.key)
        await stream.answer(match)
    sent = Counter(_keys(stream.received[before:]))
    for key, count in sent.items():
        if key[0] == match.name and (key not in asked or count != 1):
            expected = f"one answer to question {key[1]}" if key in asked else "no answer"
            raise Violation(f"{expected} of {match.name}", f"{count} to question {key[1]}")


def _keys(messages: list[pb.BotMessage]) -> list[QuestionKey]:
    """Return the questions that messages answer."""
    return [(one.choose.match_id, one.choose.number) for one in messages if one.HasField("choose")]


@on_stream(Level.CORE)
async def option_set(stream: ScriptedStream) -> None:
    """An answer has its `option` set, also where the index is 0."""
    match = stream.match("option-set")
    await stream.send(match.started(), match.forced())
    choose = (await stream.answers([match.key]))[match.key]
    if choose.WhichOneof("answer") != "option":
        raise Violation("an answer with `option: 0`", "an answer without `option`")


@on_stream(Level.CORE)
async def whole_match(stream: ScriptedStream) -> None:
    """The bot plays a whole match, and each answer is an option on offer."""
    match = stream.match("whole-match")
    while match.open:
        count = len(match.open[0].options)
        choose = await stream.answer(match)
        if choose.option >= count:
            raise Violation(
                f"an option from 0 to {count - 1} for question {choose.number}",
                f"option {choose.option}",
            )
    await stream.send(*match.messages())
    await stream.answer(stream.match("whole-match-after"))


@on_stream(Level.CORE)
async def all_games(stream: ScriptedStream) -> None:
    """The bot answers questions of each game that its `Hello` names, or of all games."""
    played = [game.name for game in stream.hello.games] or playable()
    for game in [name for name in playable() if name in played]:
        await stream.play(stream.match(f"all-games-{game}", game, seats=3), 10)


@on_stream(Level.CORE)
async def several_seats(stream: ScriptedStream) -> None:
    """The bot answers for each of its seats in a match."""
    match = stream.match("several-seats", seats=3, own=(0, 2))
    seats: set[int] = set()
    for _ in range(20):
        seats.add(match.open[0].seat)
        await stream.answer(match)
    assert seats == {0, 2}, "the script has questions for both seats"


@on_stream(Level.CORE)
async def several_matches(stream: ScriptedStream) -> None:
    """The bot answers a frame with questions of several matches, each under its own name."""
    matches = stream.matches("several-matches", 3)
    for _ in range(5):
        await stream.send(*(one for match in matches for one in match.messages()))
        answers = await stream.answers(keys_of(matches))
        for match in matches:
            match.choose(answers[match.key])


@on_stream(Level.CORE)
async def many_matches(stream: ScriptedStream) -> None:
    """The bot plays 64 matches at once on one stream."""
    matches = stream.matches("many-matches", _MANY)
    for _ in range(3):
        for match in matches:
            await stream.send(*match.messages())
        answers = await stream.answers(keys_of(matches))
        for match in matches:
            match.choose(answers[match.key])


@on_stream(Level.CORE)
async def large_number(stream: ScriptedStream) -> None:
    """The bot answers question 4,294,967,295, for numbers have 32 bits without a sign."""
    match = stream.match("large-number")
    await stream.send(match.started(), match.changed(number=_LARGEST))
    await stream.answers([(match.name, _LARGEST)])


@on_stream(Level.CORE)
async def long_name(stream: ScriptedStream) -> None:
    """The bot repeats the name of a match with 64 characters as it is."""
    name = "Long.name_with-every-kind-of-character-0123456789"
    await stream.play(stream.match(name.ljust(64, "x")), 2)


@on_stream(Level.FULL)
async def gap_in_numbers(stream: ScriptedStream) -> None:
    """The bot answers a question whose number is lower than that of an earlier one.

    A restarted referee asks an open question again under its old number.
    """
    match = stream.match("gap-in-numbers")
    for number in (9, 5, 7, 7):
        await stream.send(match.started(), match.changed(number=number))
        await stream.answers([(match.name, number)])


@on_stream(Level.FULL)
async def new_game(stream: ScriptedStream) -> None:
    """A bot for all games answers a question of a game that its SDK does not know."""
    if stream.hello.games:
        raise Skipped("its `Hello` names the games that it plays")
    match = stream.match("new-game")
    started = pb.RefereeMessage.FromString(match.started())
    started.match_started.game = "go"
    started.match_started.setup.type_url = "type.googleapis.com/tianming.games.go.v1.Setup"
    asked = match.changed()
    asked.question.position.type_url = "type.googleapis.com/tianming.games.go.v1.Position"
    await stream.send(started, asked)
    await stream.answers([match.key])
