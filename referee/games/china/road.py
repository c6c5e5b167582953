"""The best rows of houses along roads: an exact search.

A row is a simple path of at least four houses of one player; a house counts in one row
only (ruling 10). What is looked for is the set of rows with the highest total, a row
with a fortification counting double.

Sets of houses are numbers, a bit for each house. The search takes a house with the
fewest roads: either it is in no row, or in one of the rows through it, which are all
tried; what remains is solved the same way, piece by piece. A piece is solved once. As
the roads have few branches, the house taken is mostly a dead end, and few rows begin
there.
"""

from collections.abc import Iterator, Sequence

from referee.games.china.box import LEAST_ROW


class RoadSearch:
    """The search on one network: `neighbours` has, for each space, the set next to it."""

    def __init__(self, neighbours: Sequence[int], forts: int) -> None:
        """Prepare a search.

        Args:
            neighbours: for each space, the set of spaces a road leads to.
            forts: the set of spaces whose houses double a row.
        """
        self._neighbours = neighbours
        self._forts = forts
        self._known: dict[int, int] = {}

    def best(self, houses: int) -> int:
        """The highest total of rows among a set of houses."""
        total = 0
        while houses:
            piece = self._piece(houses)
            houses &= ~piece
            if piece.bit_count() >= LEAST_ROW:
                total += self._best_of_piece(piece)
        return total

    def _piece(self, houses: int) -> int:
        """The connected part of a set that has its lowest house."""
        piece = border = houses & -houses
        while border:
            reached = self._next_to(border) & houses & ~piece
            piece |= reached
            border = reached
        return piece

    def _next_to(self, houses: int) -> int:
        reached = 0
        while houses:
            low = houses & -houses
            reached |= self._neighbours[low.bit_length() - 1]
            houses ^= low
        return reached

    def _best_of_piece(self, piece: int) -> int:
        best = self._known.get(piece)
        if best is None:
            best = self._known[piece] = self._search(piece)
        return best

    def _search(self, piece: int) -> int:
        limit = self._worth(piece)
        house = self._loosest(piece)
        best = 0
        for row in sorted(self._rows(house, piece), key=int.bit_count, reverse=True):
            if row.bit_count() >= LEAST_ROW:
                best = max(best, self._worth(row) + self.best(piece & ~row))
                if best == limit:
                    return best
        return max(best, self.best(piece & ~house))

    def _worth(self, row: int) -> int:
        """Points of a row; of more houses than one row has, the most they could bring."""
        return row.bit_count() * (2 if row & self._forts else 1)

    def _loosest(self, piece: int) -> int:
        """The house with the fewest roads within a piece."""
        left, least, found = piece, len(self._neighbours), 0
        while left:
            low = left & -left
            left ^= low
            degree = (self._neighbours[low.bit_length() - 1] & piece).bit_count()
            if degree < least:
                least, found = degree, low
        return found

    def _rows(self, house: int, piece: int) -> set[int]:
        """The houses of every row through a house: one arm of it, or two."""
        rows = set()
        for arm in self._arms(house, piece & ~house):
            rows.add(arm)
            for second in self._arms(house, piece & ~arm):
                rows.add(arm | second)
        return rows

    def _arms(self, house: int, free: int) -> Iterator[int]:
        """The houses of every path that begins at a house and goes on through free ones."""
        stack = [(house, house)]
        while stack:
            end, path = stack.pop()
            yield path
            onward = self._neighbours[end.bit_length() - 1] & free & ~path
            while onward:
                low = onward & -onward
                stack.append((low, path | low))
                onward ^= low
