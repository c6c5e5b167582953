"""Draw the board of In the Year of the Dragon as text."""

from collections.abc import Iterator, Sequence

from tianming_games.dragon.notation import ACTION_WORDS, CARD_WORDS, TILE_WORDS
from tianming_games.dragon.province import Province
from tianming_games.dragon.view import EVENT_WORDS, Observation
from tianming_games.ground.text import counted
from tianming_games.text_board import ACCENT, MUTED, BoardLine, Segment, joined, line, seat_labels


def draw(seen: Observation, names: Sequence[str] = ()) -> list[BoardLine]:
    """Return the board as lines; the players are in the order of the person track."""
    lines = [
        line(f"month {seen.month} of 12" if seen.month else "preparation", detail=2),
        line("events   ", *_events(seen)),
        line("display  ", *_display(seen), detail=1),
    ]
    for extra in seen.extras.values():
        lines += [line(text, detail=2 * min(1, at)) for at, text in enumerate(extra.lines())]
    if seen.groups:
        lines.append(line("actions  ", *_groups(seen)))
    if seen.unsupplied:
        lines.append(line(f"drought  released from {_palaces(seen)}"))
    labels = seat_labels(len(seen.provinces), names)
    for seat in seen.turn_order:
        lines += _province(labels[seat], seen.provinces[seat])
    return lines


def _events(seen: Observation) -> list[Segment]:
    """Return the row of events: past months are muted, the current month is in brackets."""
    if not seen.events:
        return [Segment("not drawn yet", MUTED)]
    return joined(_event(seen, month) for month in range(1, len(seen.events) + 1))


def _event(seen: Observation, month: int) -> Segment:
    word = EVENT_WORDS[seen.events[month - 1]]
    if month == seen.month:
        return Segment(f"[{word}]", ACCENT)
    return Segment(word, MUTED) if month < seen.month else Segment(word)


def _display(seen: Observation) -> list[Segment]:
    return joined(
        Segment(f"{word}:{count}") if count else Segment(f"{word}:{count}", MUTED)
        for word, count in zip(TILE_WORDS, seen.display, strict=True)
    )


def _groups(seen: Observation) -> list[Segment]:
    """Return the groups of action cards, each with the number of dragons that mark it."""
    return joined(
        (
            Segment("+".join(ACTION_WORDS[card] for card in group) + _marks(dragons))
            for group, dragons in zip(seen.groups, seen.dragons, strict=True)
        ),
        " | ",
    )


def _marks(dragons: int) -> str:
    return f" ({counted(dragons, 'dragon')})" if dragons else ""


def _palaces(seen: Observation) -> str:
    return "palace " + ", ".join(str(index) for index in sorted(seen.unsupplied))


def _province(label: Segment, province: Province) -> Iterator[BoardLine]:
    palaces = " ".join(
        f"{floors}[{' '.join(TILE_WORDS[tile] for tile in persons)}]"
        for floors, persons in province.palaces
    )
    hand = " ".join(CARD_WORDS[card] for card in province.hand)
    goods = (
        f", track {province.track}, {province.yuan} yuan, {province.rice} rice, "
        f"{province.fireworks} fireworks, {province.dragons} privilege dragons"
    )
    yield line(label, Segment(f"{province.score} points", ACCENT), goods, indent=len(label.text))
    yield line(f"         palaces {palaces or 'none'}", indent=17)
    yield line(f"         hand    {hand or 'none'}", indent=17, detail=2)
