"""The advice of a guided game: what the phase asks, and what `greedy` would do and why."""

from referee.seat.asked_question import AskedQuestion
from referee.seat.rule_text import rule_behind
from tianming_bots.greedy import POLICIES

_MOST_COMPARED = 2
"""The next best options that the advice compares with the best one."""


def advice(asked: AskedQuestion) -> list[str]:
    """Return the lines of advice for a question."""
    return [*_phase(asked), *_greedy(asked)]


def _phase(asked: AskedQuestion) -> list[str]:
    rule = rule_behind(asked, 0)
    if rule is None:
        return []
    first = " ".join(rule.text.partition("\n\n")[0].split())
    return [f"{rule.heading}: {first}"]


def _greedy(asked: AskedQuestion) -> list[str]:
    """Return what the bot `greedy` would take, with what each option is worth to it."""
    policy = POLICIES.get(asked.game)
    if policy is None:
        return []
    actions = asked.state.legal_actions(asked.seat)
    worths = policy.worths(asked.state, asked.seat, actions)
    order = sorted(range(len(worths)), key=lambda at: (-worths[at], at))
    best, others = order[0], order[1 : 1 + _MOST_COMPARED]
    why = f"it counts {worths[best]:.1f} points for it"
    if others:
        less = " and ".join(f"{worths[at]:.1f} for option {at + 1}" for at in others)
        why += f", {less}"
    return [f"greedy would take option {best + 1}, because {why}: {asked.options[best].words}"]
