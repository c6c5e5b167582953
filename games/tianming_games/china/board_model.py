"""The tables of China's board files, for the check of users' files."""

from typing import Annotated

from tianming_games.board_schema import Natural, Pair, Spot, Table, Words, exactly


class HeadModel(Table):
    """`[board]`: the name of the board, and its numbers of players."""

    id: Words
    game: Annotated[str, *exactly("china", 'this is no board of China: game = "china" says so.')]
    name: Words
    min_players: int
    max_players: int
    min_road_row: int


class CardsModel(Table):
    """`[cards]`: region cards by colour, and how many of each are removed by number of players."""

    counts: dict[str, Natural]
    removed_per_colour: dict[str, Natural]


class RegionModel(Table):
    """A region, with the number of its house spaces."""

    id: Words
    name: str
    colour: Words
    house_count: int


class HouseModel(Table):
    """A house space: its region, and where it lies in a drawing."""

    id: Words
    region: Words
    xy: Spot


class Roads(Table):
    """`[roads]`: pairs of house spaces."""

    edges: list[Pair]


class Alliance(Table):
    """An alliance of two regions."""

    number: int
    regions: Pair


class BoardModel(Table):
    """A board file of China."""

    format: Annotated[int, *exactly(1, "the format of board files is 1.")]
    board: HeadModel
    cards: CardsModel
    regions: list[RegionModel]
    houses: list[HouseModel]
    roads: Roads
    alliances: list[Alliance]
