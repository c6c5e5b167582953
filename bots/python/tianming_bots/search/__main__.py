"""A bot that searches; `--time` is the processor time for each decision."""

import argparse
import math

import tianming
from tianming_bots.search import search
from tianming_bots.search.thinking_time import ThinkingTime
from tianming_games.ground.error import UsageError
from tianming_games.registry import load, names

_TIME = 0.05
"""Seconds for each decision, unless `--time` says otherwise."""

_UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def seconds(text: str) -> float:
    """Return a time such as `50ms`, `0.5s` or `0.5` in seconds."""
    unit = next((unit for unit in _UNITS if text.endswith(unit)), "")
    try:
        found = float(text.removesuffix(unit)) * _UNITS.get(unit, 1.0)
    except ValueError:
        found = math.nan
    if not 0 < found < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: give one such as 50ms or 0.5s")
    return found


class SearchBot:
    """Searches until the time for a decision, or half of the question's budget, is over."""

    def __init__(self, time: float) -> None:
        self.time = time
        self.games = names()

    def choose(self, question: tianming.Question) -> tianming.Choice:
        """Return the best option that the search found, with its value and its line."""
        game, dice = load(question.game), question.match.random
        time = ThinkingTime(self.time, question.arrival + question.budget / 2)
        try:
            state = question.state(dice)
        except UsageError as error:
            return tianming.Choice(dice.randrange(question.option_count), note=str(error))
        found = search(game, state, question.seat, time, dice)
        thought = tianming.Thought(
            value=found.value,
            nodes=found.nodes,
            depth=len(found.line),
            principal_line=[game.write(action) for action in found.line],
        )
        return tianming.Choice(found.option, thought=thought)


choose = SearchBot(_TIME).choose
"""The bot without options, for matches in one process."""

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="search", description=__doc__)
    parser.add_argument("--time", type=seconds, default=_TIME, help="such as 50ms or 0.5s")
    tianming.run(SearchBot(parser.parse_args().time), name="search")
