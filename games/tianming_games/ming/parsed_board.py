"""A board file, parsed and checked: it becomes a map, or is refused with its line.

What is refused is what the rule book and its reviews say of the printed map; see
`docs/rules/ming.md`. Each sentence below is one such fact.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tianming_games.board_file import BoardFile
from tianming_games.ming.box import (
    CLOISTERS_PER_DISTRICT,
    DISTRICTS,
    DISTRICTS_PER_PROVINCE,
    DRAGON_CARDS,
    HAND_LIMIT,
    HOUSES_PER_DISTRICT,
    MOST_IN_CITY,
    MOVEMENT_CARDS,
    PROVINCES,
    RETURN_CARDS,
    TILES_PER_COLOUR,
    districts_of,
)
from tianming_games.ming.map import Border, Map, Province, Transport, neighbours

FORMAT = 1
CONFIRMED_TRANSPORTS = ("rider", "junk", "rickshaw")

_BOARD_NUMBERS = {
    "min_players": (2, "The game is for 2 players at least."),
    "max_players": (4, "The game is for 4 players at most."),
    "districts_per_province": (
        DISTRICTS_PER_PROVINCE,
        "Each province is divided into 3 districts.",
    ),
    "houses_per_district": (
        HOUSES_PER_DISTRICT,
        "A city has 9 houses, 3 connected to each district.",
    ),
    "cloisters_per_district": (CLOISTERS_PER_DISTRICT, "Each district has one cloister."),
}
_CARD_NUMBERS = {
    "movement_total": (MOVEMENT_CARDS, "There are 54 movement cards."),
    "dragon_total": (DRAGON_CARDS, "There are 18 dragon cards."),
    "hand_limit": (HAND_LIMIT, "A player has at most 5 cards in his hand."),
    "display": (PROVINCES, "One movement card is open beside each of the 6 province spaces."),
}


def parse_board(file: BoardFile) -> Map:
    """The map of a board file.

    Raises:
        DataError: for a file that is not a board of Ming Dynasty, with file and line.
    """
    reading = _Parser(file)
    reading.check_head()
    transports = reading.transports()
    provinces = reading.provinces()
    borders = reading.borders(transports, provinces)
    reading.check_provinces_touch(borders, provinces)
    reading.check_one_piece(borders, provinces)
    return Map(
        name=reading.text(reading.table("board"), "name", "[board]"),
        digest=file.digest,
        transports=tuple(
            Transport(reading.text(entry, "name", "[[transports]]"), entry["cards"])
            for entry in transports
        ),
        provinces=provinces,
        borders=borders,
        ways=neighbours(borders, DISTRICTS),
    )


def _is_text(value: Any) -> bool:
    """Whether a value is a text that can be shown in one line."""
    return isinstance(value, str) and value.isprintable() and bool(value)


class _Parser:
    """One reading of one file."""

    def __init__(self, file: BoardFile) -> None:
        self.file = file

    # -- the head: contents of the box

    def check_head(self) -> None:
        """What the file says it is, and the numbers of the box."""
        if self.file.data.get("format") != FORMAT:
            raise self.file.refusal("The format of a board file is 1.", "format")
        board, cards = self.table("board"), self.table("cards")
        if board.get("game") != "ming":
            raise self.file.refusal("This is no board of Ming Dynasty: game is not 'ming'.", "game")
        for table, numbers in ((board, _BOARD_NUMBERS), (cards, _CARD_NUMBERS)):
            for key, (number, sentence) in numbers.items():
                if self.number(table, key, key) != number:
                    raise self.file.refusal(sentence, key)
        self.check_return_values(cards.get("return_values"))

    def check_return_values(self, values: Any) -> None:
        """Four cards, and every number of members can be laid, from none to all."""
        key = "return_values"
        if not isinstance(values, list) or not all(isinstance(value, int) for value in values):
            raise self.file.refusal(f"{key} is a list of whole numbers.", key)
        if len(values) != RETURN_CARDS:
            raise self.file.refusal("Each player has 4 return cards.", key)
        sums = {sum(chosen) for size in range(1, 5) for chosen in combinations(values, size)}
        if not sums.issuperset(range(MOST_IN_CITY + 1)):
            raise self.file.refusal("Return cards make every sum from 0 to 6.", key)

    # -- the parts

    def transports(self) -> list[dict[str, Any]]:
        """The means of transport, with their cards."""
        entries = self.tables("transports")
        ids = [self.text(entry, "id", "[[transports]]") for entry in entries]
        self.refuse_twins(ids, "Two means of transport have the id")
        for name in CONFIRMED_TRANSPORTS:
            if name not in ids:
                raise self.file.refusal(
                    f"The means of transport {name} is missing.", "[[transports]]"
                )
        for entry, name in zip(entries, ids, strict=True):
            if self.number(entry, "cards", name) < 1:
                raise self.file.refusal(f"No movement card shows the {name}.", f'"{name}"')
        if sum(entry["cards"] for entry in entries) != MOVEMENT_CARDS:
            raise self.file.refusal(
                "The cards of all means of transport are 54 together.", "[[transports]]"
            )
        return entries

    def provinces(self) -> tuple[Province, ...]:
        """The provinces, with their districts."""
        entries = self.tables("provinces")
        if len(entries) != PROVINCES:
            raise self.file.refusal("The board has 6 provinces.", "[[provinces]]")
        provinces = tuple(map(self.province, entries))
        self.refuse_twins([p.name for p in provinces], "Two provinces have the id")
        self.refuse_twins([p.colour for p in provinces], "Two provinces have the colour")
        names = [name for province in provinces for name in province.districts]
        self.refuse_twins(names, "Two districts have the id")
        self.refuse_twins([str(list(p.grid)) for p in provinces], "Two provinces have the grid")
        return provinces

    def province(self, entry: dict[str, Any]) -> Province:
        """One province."""
        name = self.text(entry, "id", "[[provinces]]")
        districts, grid = entry.get("districts"), entry.get("grid")
        if not isinstance(districts, list) or not all(map(_is_text, districts)):
            raise self.file.refusal(f"districts of {name} is a list of ids.", f'"{name}"')
        if len(districts) != DISTRICTS_PER_PROVINCE:
            raise self.file.refusal("Each province has 3 districts.", f'"{name}')
        if self.number(entry, "tiles", name) != TILES_PER_COLOUR:
            raise self.file.refusal("There are 18 province tiles of each colour.", f'"{name}"')
        if (
            not isinstance(grid, list)
            or len(grid) != 2
            or not all(isinstance(at, int) and 0 <= at < PROVINCES for at in grid)
        ):
            raise self.file.refusal(
                f"grid of {name} is [column, row], each from 0 to 5.", f'"{name}"'
            )
        colour = self.text(entry, "colour", name)
        return Province(name, colour, tuple(districts), (grid[0], grid[1]))

    def borders(
        self, transports: Sequence[dict[str, Any]], provinces: Sequence[Province]
    ) -> tuple[Border, ...]:
        """The borders, each with the card that crosses it."""
        cards = {entry["id"]: card for card, entry in enumerate(transports, 1)}
        names = [name for province in provinces for name in province.districts]
        districts = {name: district for district, name in enumerate(names)}
        edges = self.table("borders").get("edges")
        if not isinstance(edges, list):
            raise self.file.refusal("edges is a list of borders.", "edges")
        borders: list[Border] = []
        for edge in edges:
            border = self.border(edge, districts, cards)
            if any({*border[:2]} == {*other[:2]} for other in borders):
                raise self.file.refusal(
                    f"The border of {edge[0]} and {edge[1]} is listed twice.",
                    *(f'"{name}"' for name in edge),
                )
            borders.append(border)
        for name, card in cards.items():
            if all(border.card != card for border in borders):
                raise self.file.refusal(f"No border shows the {name}.", f'"{name}"')
        return tuple(borders)

    def border(self, edge: Any, districts: dict[str, int], cards: dict[str, int]) -> Border:
        """One border."""
        if not isinstance(edge, list) or not all(isinstance(part, str) for part in edge):
            raise self.file.refusal("A border is a list of ids.", "edges")
        words = [f'"{name}"' for name in edge]
        if len(edge) != 3:
            raise self.file.refusal(
                "Every border is of two districts and shows one means of transport.", *words
            )
        for name in edge[:2]:
            if name not in districts:
                raise self.file.refusal(f"There is no district {name!r}.", *words)
        if edge[2] not in cards:
            raise self.file.refusal(f"There is no means of transport {edge[2]!r}.", *words)
        if edge[0] == edge[1]:
            raise self.file.refusal(f"{edge[0]} does not border on itself.", *words)
        return Border(districts[edge[0]], districts[edge[1]], cards[edge[2]])

    # -- the map as a whole

    def check_provinces_touch(
        self, borders: Sequence[Border], provinces: Sequence[Province]
    ) -> None:
        """The districts of a province lie around its city."""
        pairs = {(min(b.one, b.other), max(b.one, b.other)) for b in borders}
        for number, province in enumerate(provinces):
            for pair in combinations(districts_of(number), 2):
                if pair not in pairs:
                    one, other = (province.districts[district % 3] for district in pair)
                    raise self.file.refusal(
                        f"The districts of a province touch one another: {one} and {other} do not.",
                        f'"{province.name}"',
                    )

    def check_one_piece(self, borders: Sequence[Border], provinces: Sequence[Province]) -> None:
        """Every district can be reached from every other."""
        ways = neighbours(tuple(borders), DISTRICTS)
        reached = {0}
        frontier = [0]
        while frontier:
            for neighbour, _ in ways[frontier.pop()]:
                if neighbour not in reached:
                    reached.add(neighbour)
                    frontier.append(neighbour)
        for number, province in enumerate(provinces):
            if not reached.issuperset(districts_of(number)):
                raise self.file.refusal(
                    f"The map is in one piece: {province.name} cannot be reached.",
                    f'"{province.name}"',
                )

    # -- reading

    def table(self, name: str) -> dict[str, Any]:
        """A table of the file."""
        table = self.file.data.get(name)
        if not isinstance(table, dict):
            raise self.file.refusal(f"The table [{name}] is missing.", name)
        return table

    def tables(self, name: str) -> list[dict[str, Any]]:
        """A row of tables of the file."""
        entries = self.file.data.get(name)
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            raise self.file.refusal(f"The tables [[{name}]] are missing.", name)
        return entries

    def text(self, table: dict[str, Any], key: str, near: str) -> str:
        """A text of a table; `near` is a word of the line to name."""
        value = table.get(key)
        if not _is_text(value):
            raise self.file.refusal(f"{key} is a text in one line.", near)
        return str(value)

    def number(self, table: dict[str, Any], key: str, near: str) -> int:
        """A whole number of a table; `near` is a word of the line to name."""
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.file.refusal(f"{key} is a whole number.", near)
        return value

    def refuse_twins(self, names: Sequence[str], sentence: str) -> None:
        """Refuse a name that stands twice."""
        for index, name in enumerate(names):
            if name in names[:index]:
                raise self.file.refusal(f"{sentence} {name}.", name)
