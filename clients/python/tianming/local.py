"""Play whole matches in this process, at the speed of the rules.

The same seed, names of bots and answers give the same match as over the wire::

    from tianming import local

    outcome = local.play("dragon", [choose, "random", "greedy"], seed=7)

Nobody measures time, and an answer that is not allowed raises an error. Install `tianming-games`,
and `tianming-bots` for the bots with names.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import secrets
from dataclasses import replace
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from google.protobuf import any_pb2

from tianming.answering import option_index
from tianming.bot import AnsweringBot, Choice, Resign
from tianming.error import blame
from tianming.fairness import commitment
from tianming.local_question import History, LocalQuestion
from tianming.match import Clock, Event, Match, MatchResult, Outcome, SeatResult, Termination
from tianming_games.match_terms import (
    SEED_BYTES,
    draw_chance,
    numbered_names,
    places_with_forfeits,
    reason_of,
    seed_bytes,
    seed_of_bot,
    substitute_option,
)
from tianming_games.registry import load

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence

    from tianming.bot import Answer, AnyBot
    from tianming_games.action import Action

_GROUP = "tianming.bots"
"""The entry point group of installed bots."""

_STRIKES = 3


def play(
    game: str,
    bots: Sequence[AnyBot | str],
    *,
    seed: int | None = None,
    options: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
    budget: float = 5.0,
) -> Outcome:
    """Play one match, and return its outcome.

    Args:
        game: name of the game.
        bots: the bots in seat order: bots as `tianming.run` takes them, or names of installed
            bots, such as `random`.
        seed: the seed, as in `referee play --seed`. Default: a new one.
        options: values of the game's options by name.
        names: names of the bots in seat order, which decide the bots' random numbers. Default:
            their own names; equal ones are numbered, as in `referee play`.
        budget: what each question says about its time, in seconds.

    Raises:
        ValueError, TypeError: when a bot, a name or an answer cannot be used.
        tianming_games.ground.error.UsageError: when the game, the number of seats or an option is
            unknown.
        Others: exceptions of the bots.
    """
    if seed is not None and seed < 0:
        raise ValueError(f"the seed is {seed}: give 0 or more")
    players = [_LocalBot(_installed(bot) if isinstance(bot, str) else bot) for bot in bots]
    own = [
        bot if isinstance(bot, str) else player.name
        for bot, player in zip(bots, players, strict=True)
    ]
    called = list(names) or numbered_names([_plain(name) for name in own])
    if len({*called}) != len(bots):
        raise ValueError(f"names is {called}: give {len(bots)} different names")
    secret = seed_bytes(secrets.randbits(63) if seed is None else seed)
    match = _LocalMatch(game, players, called, secret, dict(options or {}), budget)
    return _finish(match.play(), any(player.needs_loop for player in players))


class _LocalBot(AnsweringBot):
    """A bot of a local match, with what its seat has seen."""

    def __init__(self, bot: AnyBot) -> None:
        super().__init__(bot)
        self.seen = 0
        self.told = 0
        self.is_out = False
        methods = ("choose", "choose_batch", "start", "events", "fault", "end")
        found = [getattr(bot, name, None) for name in methods]
        self.needs_loop = self.is_async or any(map(inspect.iscoroutinefunction, found))

    async def answer(self, question: LocalQuestion) -> Answer:
        """Return the answer of the bot to a question."""
        try:
            if self.choose_batch is not None:
                answers = self.choose_batch([question])
                answer = (await answers if self.is_async else answers)[0]
            else:
                assert self.choose is not None
                answer = self.choose(question)
                if self.is_async:
                    answer = await answer
        except Exception as error:
            blame(error, self.method)
            raise
        result: Answer = answer
        return result


class _LocalMatch:
    """One match. Its turns and its numbers of questions are those of the referee's machine."""

    def __init__(
        self,
        game: str,
        players: Sequence[_LocalBot],
        names: Sequence[str],
        seed: bytes,
        options: dict[str, str],
        budget: float,
    ) -> None:
        rules = load(game)
        self._players = players
        self._names = names
        self._seed = seed
        self._nonce = secrets.token_bytes(SEED_BYTES)
        self._hidden = rules.facts.hidden
        self._state = rules.begin(len(players), options)
        self._history = History(rules, self._state)
        self._has_followers = any(player.wants_events for player in players)
        self._draws = 0
        self._number = 0
        match = Match(
            match_id=f"{game}-{self._nonce[:8].hex()}",
            game=game,
            options=rules.checked(len(players), options),
            bots=list(names),
            seat=0,
            clock=Clock(decision=budget, bank=0.0, increment=0.0, grace=0.0, first=0.0),
            seed_commitment=commitment(seed, self._nonce),
            rules_version=rules.rules_version,
            strikes=_STRIKES,
            strikes_left=_STRIKES,
            serialized_setup=any_pb2.Any(
                type_url=f"type.googleapis.com/{rules.package}.Setup",
                value=self._history.wire.setup(self._state),
            ),
        )
        self._matches = [
            replace(match, seat=seat, bot_seed=seed_of_bot(seed, seat, name), memory={})
            for seat, name in enumerate(names)
        ]

    async def play(self) -> Outcome:
        """Play to the end."""
        state = self._state
        for player, match in zip(self._players, self._matches, strict=True):
            await player.start(match)
        while not state.is_terminal():
            turn = state.to_act()
            if turn:
                await self._play_turn(turn)
            else:
                values = state.sample_draw(draw_chance(self._seed, self._draws))
                self._draws += 1
                self._history.add(state.clone(), None, values)
                state.apply_draw(values)
        await self._tell()
        return await self._end()

    async def _play_turn(self, turn: Sequence[int]) -> None:
        """Let all acting seats choose, then apply their choices in seat order."""
        state = self._state
        if self._has_followers:
            await self._tell()
        snapshot = state.clone()
        actions = []
        asked = []
        for seat in turn:
            options = state.legal_actions(seat)
            if len(options) == 1 and not self._hidden:
                actions.append(options[0])
                continue
            self._number += 1
            asked.append((len(actions), self._question(seat, snapshot, options)))
            actions.append(options[0])
        for index, question in asked:
            option = await self._choose(turn[index], question)
            actions[index] = question.actions[option]
        for seat, action in zip(turn, actions, strict=True):
            self._history.add(snapshot, seat, action)
            state.apply_action(seat, action)
            if len(turn) > 1:
                snapshot = state.clone()

    def _question(self, seat: int, snapshot: Any, options: Sequence[Action]) -> LocalQuestion:
        player, history = self._players[seat], self._history
        since = range(player.seen, len(history))
        if not player.is_out:
            player.seen = len(history)
        return LocalQuestion(self._matches[seat], self._number, options, snapshot, history, since)

    async def _choose(self, seat: int, question: LocalQuestion) -> int:
        """Return the option that the seat's bot chooses; after its end, a substitute chooses."""
        player, count = self._players[seat], question.option_count
        if not player.is_out:
            answer = await player.answer(question)
            if not isinstance(answer, Resign):
                option = answer.option if isinstance(answer, Choice) else answer
                return option_index(question, option)
            player.is_out = True
        return substitute_option(self._seed, question.number, count)

    async def _tell(self) -> None:
        """Send new events to the bots that want them."""
        history = self._history
        for player, match in zip(self._players, self._matches, strict=True):
            if player.wants_events and player.told < len(history):
                new = range(player.told, len(history))
                player.told = len(history)
                await player.events(match, self._events(match, new))

    def _events(self, match: Match, indexes: Sequence[int]) -> list[Event]:
        return [Event.of(match, self._history.message(index)) for index in indexes]

    async def _end(self) -> Outcome:
        """Return the outcome, after all bots have it."""
        players, state = self._players, self._state
        outs = [player.is_out for player in players]
        places = places_with_forfeits(state.places(), outs)
        results = tuple(
            SeatResult(seat, place, score, _STRIKES * is_out, is_out)
            for seat, (place, score, is_out) in enumerate(
                zip(places, state.returns(), outs, strict=True)
            )
        )
        kind = Termination.FORFEITED if any(outs) else Termination.FINISHED
        outcome = Outcome(kind, results, reason_of(self._names, places, outs))
        for player, match in zip(players, self._matches, strict=True):
            since = self._events(match, range(player.seen, len(self._history)))
            await player.end(MatchResult(match, outcome, self._seed, self._nonce, b"", since))
        return outcome


def _installed(name: str) -> Any:
    """Return the module of an installed bot, which has the function `choose`.

    It is the module that `python -m` runs.

    Raises:
        ValueError: when there is no such bot, or its module has no `choose`.
    """
    found = {point.name: point for point in entry_points(group=_GROUP)}
    if name not in found:
        known = ", ".join(sorted(found)) or "none"
        raise ValueError(f"no installed bot is named {name!r}; known are {known}")
    module = found[name].load()
    if hasattr(module, "__path__"):
        module = import_module(f"{module.__name__}.__main__")
    if not hasattr(module, "choose"):
        raise ValueError(
            f"the installed bot {name} has no function choose in {module.__name__}, so it plays "
            "only as a program: use referee play"
        )
    return module


def _plain(name: str) -> str:
    """Return the name of a function or a class as the name of a bot."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("._-")[:32] or "bot"


def _finish(match: Coroutine[Any, Any, Outcome], needs_loop: bool) -> Outcome:
    """Run a match to its end, without an event loop if no bot needs one."""
    if needs_loop:
        return asyncio.run(match)
    try:
        match.send(None)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    match.close()
    raise TypeError("a method of a bot waits, but is no coroutine function: make it `async def`")
