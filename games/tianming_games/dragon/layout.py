"""The coordinates of everything on the drawn board."""

from typing import Final

from tianming_games.dragon.box import Card, group_sizes

WIDTH: Final = 720
MARGIN: Final = 24
INNER: Final = WIDTH - 2 * MARGIN

MONTH_STEP: Final = 56
EVENTS_Y: Final = 46
EVENT_HEIGHT: Final = 72
BRICK_HEIGHT: Final = 20

TRACK_SPACES: Final = 40
"""Spaces in each of the two rows of the person track; after the last, the track starts over."""
TRACK_STEP: Final = 16
TRACK_ROW: Final = 34

CARD_WIDTH: Final = 76
CARD_HEIGHT: Final = 88

KIND_STEP: Final = 75
KIND_ROW: Final = 44

PANEL_HEIGHT: Final = 132
PANEL_STEP: Final = 140
FLOOR_HEIGHT: Final = 33
PALACE_STEP: Final = 54
PALACES_X: Final = 292
PALACES: Final = 7
"""Maximum palaces of a player that are drawn in full size, side by side."""

Point = tuple[float, float]


class Layout:
    """The places of all pieces, for a number of seats, with or without the Great Wall."""

    def __init__(self, seats: int, with_wall: bool) -> None:
        self.seats = seats
        self.with_wall = with_wall
        self.wall_y = EVENTS_Y + EVENT_HEIGHT + 4
        self.track_y = self.wall_y + (BRICK_HEIGHT + 12 if with_wall else 8)
        self.cards_y = self.track_y + 2 * TRACK_ROW + 22
        self.display_y = self.cards_y + CARD_HEIGHT + 42
        self.panels_y = self.display_y + 2 * KIND_ROW + 16
        self.height = self.panels_y + seats * PANEL_STEP + MARGIN - 8
        self.groups = group_sizes(seats, len(Card) + with_wall)

    def month(self, month: int) -> Point:
        """Return the middle of the event tile of a month, from 1."""
        return MARGIN + MONTH_STEP * (month - 0.5), EVENTS_Y + EVENT_HEIGHT / 2

    def brick(self, number: int) -> Point:
        """Return the middle of a space of the wall, from 0."""
        return self.month(number + 1)[0], self.wall_y + BRICK_HEIGHT / 2

    def track(self, space: int, above: int = 0) -> Point:
        """Return the place of a marker on the track, on top of `above` other markers."""
        row, column = divmod(space % (2 * TRACK_SPACES), TRACK_SPACES)
        x = WIDTH / 2 + TRACK_STEP * (column - (TRACK_SPACES - 1) / 2)
        return x, self.track_y + TRACK_ROW * (row + 0.5) - 7 * above

    def group_x(self, group: int) -> float:
        """Return the left end of a group of action cards."""
        widths = [CARD_WIDTH * size for size in self.groups]
        gap = (INNER - sum(widths)) / max(1, len(widths) - 1)
        return MARGIN + sum(widths[:group]) + gap * group

    def group_width(self, group: int) -> float:
        """Return the width of a group of action cards."""
        return CARD_WIDTH * self.groups[group]

    def card(self, group: int, place: int) -> Point:
        """Return the middle of an action card in its group."""
        x = self.group_x(group) + CARD_WIDTH * (place + 0.5)
        return x, self.cards_y + CARD_HEIGHT / 2

    def dragon(self, group: int, number: int) -> Point:
        """Return the middle of the dragon of a player who chose the group."""
        return self.group_x(group) + 22 + 28 * number, self.cards_y + CARD_HEIGHT + 16

    def kind(self, person: int, is_old: bool) -> Point:
        """Return the place of the tiles of a kind on the display."""
        return WIDTH / 2 + KIND_STEP * (person - 4), self.display_y + KIND_ROW * (is_old + 0.5)

    def panel(self, seat: int) -> float:
        """Return the top of a player's panel."""
        return self.panels_y + PANEL_STEP * seat

    def palace(self, seat: int, index: int, palaces: int) -> Point:
        """Return the middle of the foot of a palace, by the player's number of palaces."""
        step = PALACE_STEP * self.palace_scale(palaces)
        return PALACES_X + step * (index + 0.5), self.panel(seat) + PANEL_HEIGHT - 8

    def palace_scale(self, palaces: int) -> float:
        """Return the scale of palaces, by the player's number of palaces."""
        return min(1.0, PALACES / max(1, palaces))
