"""Parse a board file into a map, and check it against the rules.

It rejects a map that contradicts the rule book or its reviews (see `docs/rules/ming.md`). Each
error sentence below is one such fact.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tianming_games.board_file import BoardFile
from tianming_games.ming.box import (
    DISTRICTS,
    MOST_IN_CITY,
    MOVEMENT_CARDS,
    PROVINCES,
    districts_of,
)
from tianming_games.ming.map import Border, Map, Province, Transport, neighbours

CONFIRMED_TRANSPORTS = ("rider", "junk", "rickshaw")


def parse_board(file: BoardFile) -> Map:
    """Return the map of a board file whose keys and types have been checked.

    Raises:
        DataError: for a map that contradicts a fact, with file and line.
    """
    reading = _Parser(file)
    reading.check_return_values()
    transports = reading.transports()
    provinces = reading.provinces()
    borders = reading.borders(transports, provinces)
    reading.check_one_piece(borders, provinces)
    return Map(
        name=file.data["board"]["name"],
        digest=file.digest,
        transports=tuple(Transport(entry["name"], entry["cards"]) for entry in transports),
        provinces=provinces,
        borders=borders,
        ways=neighbours(borders, DISTRICTS),
    )


class _Parser:
    """The parser of one file."""

    def __init__(self, file: BoardFile) -> None:
        self.file = file

    def check_return_values(self) -> None:
        """Check that return cards can show every number of members, from none to all."""
        values = self.file.data["cards"]["return_values"]
        sums = {sum(chosen) for size in range(1, 5) for chosen in combinations(values, size)}
        if not sums.issuperset(range(MOST_IN_CITY + 1)):
            sentence = "Return cards make every sum from 0 to 6."
            raise self.file.refusal(sentence, "return_values")

    # -- the parts

    def transports(self) -> list[dict[str, Any]]:
        """Return the means of transport, with the numbers of their cards."""
        entries: list[dict[str, Any]] = self.file.data["transports"]
        ids = [entry["id"] for entry in entries]
        self.refuse_twins(ids, "Two means of transport have the id")
        for name in CONFIRMED_TRANSPORTS:
            if name not in ids:
                raise self.file.refusal(
                    f"The means of transport {name} is missing.", "[[transports]]"
                )
        if sum(entry["cards"] for entry in entries) != MOVEMENT_CARDS:
            raise self.file.refusal(
                "The cards of all means of transport are 54 together.", "[[transports]]"
            )
        return entries

    def provinces(self) -> tuple[Province, ...]:
        """Return the provinces, with their districts."""
        entries = self.file.data["provinces"]
        if len(entries) != PROVINCES:
            raise self.file.refusal("The board has 6 provinces.", "[[provinces]]")
        provinces = tuple(
            Province(entry["id"], entry["colour"], tuple(entry["districts"]), tuple(entry["grid"]))
            for entry in entries
        )
        self.refuse_twins([p.name for p in provinces], "Two provinces have the id")
        self.refuse_twins([p.colour for p in provinces], "Two provinces have the colour")
        names = [name for province in provinces for name in province.districts]
        self.refuse_twins(names, "Two districts have the id")
        self.refuse_twins([str(list(p.grid)) for p in provinces], "Two provinces have the grid")
        return provinces

    def borders(
        self, transports: Sequence[dict[str, Any]], provinces: Sequence[Province]
    ) -> tuple[Border, ...]:
        """Return the borders, each with the card that crosses it."""
        cards = {entry["id"]: card for card, entry in enumerate(transports, 1)}
        names = [name for province in provinces for name in province.districts]
        districts = {name: district for district, name in enumerate(names)}
        borders: list[Border] = []
        for edge in self.file.data["borders"]["edges"]:
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

    def border(
        self, edge: Sequence[str], districts: dict[str, int], cards: dict[str, int]
    ) -> Border:
        """Return one border."""
        words = [f'"{name}"' for name in edge]
        for name in edge[:2]:
            if name not in districts:
                raise self.file.refusal(f"There is no district {name!r}.", *words)
        if edge[2] not in cards:
            raise self.file.refusal(f"There is no means of transport {edge[2]!r}.", *words)
        if edge[0] == edge[1]:
            raise self.file.refusal(f"{edge[0]} does not border on itself.", *words)
        return Border(districts[edge[0]], districts[edge[1]], cards[edge[2]])

    # -- the map as a whole

    def check_one_piece(self, borders: Sequence[Border], provinces: Sequence[Province]) -> None:
        """Check that every district can be reached from every other."""
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

    def refuse_twins(self, names: Sequence[str], sentence: str) -> None:
        """Reject a name that is listed twice."""
        for index, name in enumerate(names):
            if name in names[:index]:
                raise self.file.refusal(f"{sentence} {name}.", name)
