"""A step of a match as text for a screen: as a row of a list, and with all details."""

from rich.text import Text

from referee.match.clock import SECOND, Span
from referee.match.entry import Origin
from referee.match.question import Reasoning, Thought
from referee.record.walkthrough import PlayedChoice, WalkthroughStep
from referee.terminal.fitting import STYLES, cut
from tianming_games.scene import SEAT_TONES

_ORIGINS = {
    Origin.BOT: "",
    Origin.SUBSTITUTE: "the referee chose in place of the bot",
    Origin.HOUSE: "a substitute plays this forfeited seat",
    Origin.FORCED: "the only option, so nobody was asked",
}

_TONES = {"asked": "muted", "fault": "accent", "stall": "accent", "seal": "accent"}

_WIDE = 1000
"""A width for texts that are shown in full: no text is longer."""


_LONG = 1 << 14
"""A width for lines of a reasoning."""


def seconds(span: Span) -> str:
    """Return a duration as text in seconds."""
    value = span / SECOND
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


def row(step: WalkthroughStep) -> Text:
    """Return a step as a row of a list: the number of its entry, and its text."""
    text = Text(f"{step.entry:5} ", STYLES["muted"])
    tone = "ink" if step.seat is None else SEAT_TONES[step.seat]
    style = STYLES[_TONES.get(step.kind, tone)]
    return text.append(cut(step.words, _WIDE), style)


def details(step: WalkthroughStep) -> Text:
    """Return all details of a step, one per line."""
    lines = [Text(cut(step.words, _WIDE), STYLES["accent"])]
    if step.gains:
        lines.append(Text(cut(step.gains, _WIDE)))
    if step.choice is not None:
        lines += _choice(step, step.choice)
    elif step.at is not None:
        lines.append(Text(f"at {seconds(step.at)}", STYLES["muted"]))
    return Text("\n").join(lines)


def _choice(step: WalkthroughStep, choice: PlayedChoice) -> list[Text]:
    lines = []
    if choice.took is not None and choice.budget is not None:
        bank = step.banks[step.seat or 0]
        time = f"question {step.question}: {seconds(choice.took)} of {seconds(choice.budget)}"
        lines.append(Text(f"{time}, bank {seconds(bank)}", STYLES["muted"]))
    if _ORIGINS[choice.origin]:
        lines.append(Text(_ORIGINS[choice.origin], STYLES["muted"]))
    if choice.note:
        lines.append(Text(f"note: {cut(choice.note, _WIDE)}"))
    if choice.thought is not None:
        lines += _thought(choice.thought)
    if len(choice.options) > 1:
        lines.append(Text(f"played: {choice.options[choice.chosen]}"))
        others = [text for at, text in enumerate(choice.options) if at != choice.chosen]
        lines.append(Text(f"not played ({len(others)}): ", STYLES["muted"]))
        lines[-1].append(" · ".join(others), STYLES["ink"])
    return lines


def _thought(thought: Thought) -> list[Text]:
    """Return the thought that a bot sent with its choice, as lines of text."""
    parts = [] if thought.value is None else [f"expects {thought.value:.2f}"]
    parts += [f"{thought.nodes:,} nodes"] if thought.nodes else []
    parts += [f"depth {thought.depth}"] if thought.depth else []
    parts += [f"line {', '.join(thought.line)}"] if thought.line else []
    lines = [Text(f"thought: {cut('; '.join(parts), _WIDE)}")] if parts else []
    if thought.tokens_in or thought.tokens_out or thought.cost_micros:
        lines.append(Text(f"declared: {usage(thought)}"))
    return lines + reasoning_lines(thought.reasoning)


def usage(thought: Thought) -> str:
    """Return what a bot declared that its choice took: tokens, and the cost where it has one."""
    tokens = f"{thought.tokens_in:,} tokens in, {thought.tokens_out:,} out"
    return f"{tokens}, ${thought.cost_micros / 1e6:,.4f}" if thought.cost_micros else tokens


def reasoning_lines(reasoning: Reasoning | None) -> list[Text]:
    """Return a reasoning in printable lines, or that its text is not there; none for None."""
    if reasoning is None:
        return []
    if not reasoning.text:
        return [Text(f"reasoning: {reasoning.size:,} bytes, whose file is not there")]
    lines = [cut(line, _LONG) for line in reasoning.text.splitlines() if line.strip()]
    return [Text("reasoning:"), *(Text(f"  {line}") for line in lines)]
