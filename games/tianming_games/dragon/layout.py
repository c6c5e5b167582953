"""The coordinates of everything on the drawn board."""

from typing import Final

from tianming_games.dragon.box import Card, group_sizes

WIDTH: Final = 1040
MARGIN: Final = 24
INNER: Final = 672
"""Width of the year, the person track and the actions; the display is to the right of them."""
TALL_WIDTH: Final = INNER + 2 * MARGIN

MONTH_STEP: Final = 56
EVENTS_Y: Final = 46
EVENT_HEIGHT: Final = 84
BRICK_HEIGHT: Final = 20

TRACK_SPACES: Final = 40
"""Spaces in each of the two rows of the person track; after the last, the track starts over."""
TRACK_STEP: Final = 16
TRACK_ROW: Final = 34

CARD_WIDTH: Final = 81
CARD_HEIGHT: Final = 92

DISPLAY_X: Final = INNER + 2 * MARGIN - 8
DISPLAY_Y: Final = 32
KIND_WIDTH: Final = 101
KIND_HEIGHT: Final = 104
KIND_ROW: Final = 44

PANEL_GAP: Final = 12
FLOOR_HEIGHT: Final = 33
PALACE_STEP: Final = 54
PALACES_X: Final = 128
"""Distance of the palaces from the left end of a panel."""
HAND_ROW: Final = 4
"""Person cards in a row of a hand."""

Point = tuple[float, float]


class Layout:
    """The places of all pieces, for a number of seats, with or without the Great Wall."""

    def __init__(self, seats: int, with_wall: bool) -> None:
        self.seats = seats
        self.with_wall = with_wall
        self.wall_y = EVENTS_Y + EVENT_HEIGHT + 4
        self.track_y = self.wall_y + (BRICK_HEIGHT + 12 if with_wall else 8)
        self.cards_y = self.track_y + 2 * TRACK_ROW + 22
        self.columns = 2 if seats < 5 else 3
        self.panel_width = (WIDTH - 2 * MARGIN - PANEL_GAP * (self.columns - 1)) / self.columns
        self.goods_y = 24 if self.columns == 2 else 56
        self.panel_height = self.goods_y + 144
        self.panels_y = self.cards_y + CARD_HEIGHT + 44
        rows = -(-seats // self.columns)
        self.height = self.panels_y + rows * (self.panel_height + PANEL_GAP) + MARGIN - PANEL_GAP
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
        x = MARGIN + INNER / 2 + TRACK_STEP * (column - (TRACK_SPACES - 1) / 2)
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

    def compartment(self, person: int) -> Point:
        """Return the middle of the compartment of a type of person on the display."""
        row, column = divmod(person, 3)
        x = DISPLAY_X + KIND_WIDTH * (column + 0.5)
        return x, DISPLAY_Y + KIND_HEIGHT * (row + 0.5)

    def kind(self, person: int, is_old: bool) -> Point:
        """Return the place of the tiles of a kind on the display."""
        x, y = self.compartment(person)
        return x, y + KIND_ROW * (is_old - 0.5)

    def panel(self, seat: int) -> Point:
        """Return the top left corner of a player's panel."""
        row, column = divmod(seat, self.columns)
        x = MARGIN + (self.panel_width + PANEL_GAP) * column
        return x, self.panels_y + (self.panel_height + PANEL_GAP) * row

    def goods(self, seat: int, number: int) -> Point:
        """Return the place of the symbol of a player's goods, from 0."""
        x, y = self.panel(seat)
        step, first = (56, 272) if self.columns == 2 else (66, 26)
        return x + first + step * number, y + self.goods_y

    def in_hand(self, seat: int, place: int) -> Point:
        """Return the place of a person card in a player's hand, from 0."""
        x, y = self.panel(seat)
        row, column = divmod(place, HAND_ROW)
        return x + 28 + 26 * column, y + self.goods_y + 35 + 31 * row

    def unbuilt(self, seat: int, tile: int) -> Point:
        """Return the place of a wall tile that a player has not built."""
        x, y = self.panel(seat)
        return x + 26 + 27 * tile, y + self.panel_height - 15

    def palace(self, seat: int, index: int, palaces: int) -> Point:
        """Return the middle of the foot of a palace, by the player's number of palaces."""
        step = PALACE_STEP * self.palace_scale(palaces)
        x, y = self.panel(seat)
        return x + PALACES_X + 6 + step * (index + 0.5), y + self.panel_height - 8

    def palace_scale(self, palaces: int) -> float:
        """Return the scale of palaces, by the player's number of palaces."""
        room = self.panel_width - PALACES_X - 16
        return min(1.0, room / PALACE_STEP / max(1, palaces))
