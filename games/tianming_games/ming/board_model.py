"""The tables of Ming Dynasty's board files, for the check of users' files."""

from typing import Annotated

from annotated_types import Len
from pydantic import Field

from tianming_games.board_schema import Table, Words, exactly
from tianming_games.ming.box import (
    CLOISTERS_PER_DISTRICT,
    DISTRICTS_PER_PROVINCE,
    DRAGON_CARDS,
    HAND_LIMIT,
    HOUSES_PER_DISTRICT,
    MOVEMENT_CARDS,
    PROVINCES,
    RETURN_CARDS,
    TILES_PER_COLOUR,
)


class HeadModel(Table):
    """`[board]`: what the board is, and the parts of its districts."""

    id: Words
    game: Annotated[str, *exactly("ming", "This is no board of Ming Dynasty: game is not 'ming'.")]
    name: Words
    min_players: Annotated[int, *exactly(2, "The game is for 2 players at least.")]
    max_players: Annotated[int, *exactly(4, "The game is for 4 players at most.")]
    districts_per_province: Annotated[
        int, *exactly(DISTRICTS_PER_PROVINCE, "Each province is divided into 3 districts.")
    ]
    houses_per_district: Annotated[
        int, *exactly(HOUSES_PER_DISTRICT, "A city has 9 houses, 3 connected to each district.")
    ]
    cloisters_per_district: Annotated[
        int, *exactly(CLOISTERS_PER_DISTRICT, "Each district has one cloister.")
    ]


class CardsModel(Table):
    """`[cards]`: the cards of the box."""

    movement_total: Annotated[int, *exactly(MOVEMENT_CARDS, "There are 54 movement cards.")]
    dragon_total: Annotated[int, *exactly(DRAGON_CARDS, "There are 18 dragon cards.")]
    hand_limit: Annotated[int, *exactly(HAND_LIMIT, "A player has at most 5 cards in hand.")]
    display: Annotated[
        int, *exactly(PROVINCES, "One movement card is open beside each of the 6 province spaces.")
    ]
    return_values: Annotated[list[int], Len(RETURN_CARDS, RETURN_CARDS)]


class TransportModel(Table):
    """A means of transport, and how many movement cards show it."""

    id: Words
    name: Words
    cards: Annotated[int, Field(ge=1)]


class ProvinceModel(Table):
    """A province: its districts, its tiles, and its place in a drawing as column and row."""

    id: Words
    colour: Words
    tiles: Annotated[int, *exactly(TILES_PER_COLOUR, "There are 18 province tiles of each colour.")]
    districts: Annotated[list[Words], Len(DISTRICTS_PER_PROVINCE, DISTRICTS_PER_PROVINCE)]
    grid: Annotated[list[Annotated[int, Field(ge=0, le=PROVINCES - 1)]], Len(2, 2)]


class Borders(Table):
    """`[borders]`: two districts, and the means of transport that crosses their border."""

    edges: list[Annotated[list[str], Len(3, 3)]]


class BoardModel(Table):
    """A board file of Ming Dynasty."""

    format: Annotated[int, *exactly(1, "The format of a board file is 1.")]
    board: HeadModel
    cards: CardsModel
    transports: list[TransportModel]
    provinces: list[ProvinceModel]
    borders: Borders
