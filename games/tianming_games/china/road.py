"""Search for the best rows of houses along roads; the result is exact.

A row is a simple path of at least four houses of one player; a house counts in one row only
(ruling 10). The search finds the set of rows with the highest total. A row with a fortification
counts double.

A set of houses is an integer with a bit for each house. The search selects a house with the fewest
roads. It tries every row through that house, and also the case that the house is in no row. It
solves the remaining houses in the same way, separately for each connected piece, and caches the
result of each piece. As the roads have few branches, the selected house is mostly a dead end, and
few rows begin there.
"""

from collections.abc import Iterator, Sequence

from tianming_games.china.box import LEAST_ROW


class RoadSearch:
    """The search on one network of roads."""

    def __init__(self, neighbours: Sequence[int], forts: int) -> None:
        """Prepare a search.

        Args:
            neighbours: for each space, the set of spaces to which a road leads.
            forts: the set of spaces whose houses double a row.
        """
        self._neighbours = neighbours
        self._forts = forts
        self._known: dict[int, int] = {}

    def best(self, houses: int) -> int:
        """Return the highest total of rows among a set of houses."""
        return sum(map(self._best_of_piece, self._pieces(houses)))

    def _pieces(self, houses: int) -> list[int]:
        """Return the connected parts of a set that are large enough for a row."""
        pieces = []
        while houses:
            piece = self._piece(houses)
            houses &= ~piece
            if piece.bit_count() >= LEAST_ROW:
                pieces.append(piece)
        return pieces

    def _piece(self, houses: int) -> int:
        """Return the connected part of a set that contains its lowest house."""
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
        """Return the highest total of rows in a connected piece.

        It tries all rows through one house, and no row, in descending order of an upper bound of
        the total. The bound counts all other houses as a single row. A try whose bound does not
        exceed the best total so far is skipped.
        """
        house = self._loosest(piece)
        tries = [(self._worth(piece & ~house), 0, house)]
        for row in self._rows(house, piece):
            worth = self._worth(row)
            tries.append((worth + self._worth(piece & ~row), worth, row))
        best = 0
        for hope, worth, row in sorted(tries, reverse=True):
            if hope <= best:
                break
            rest = self._pieces(piece & ~row)
            if worth + sum(map(self._worth, rest)) > best:
                best = max(best, worth + sum(map(self._best_of_piece, rest)))
        return best

    def _worth(self, row: int) -> int:
        """Return the points of a row; for other sets of houses, an upper bound of their points."""
        return row.bit_count() * (2 if row & self._forts else 1)

    def _loosest(self, piece: int) -> int:
        """Return the house with the fewest roads within a piece."""
        left, least, found = piece, len(self._neighbours), 0
        while left:
            low = left & -left
            left ^= low
            degree = (self._neighbours[low.bit_length() - 1] & piece).bit_count()
            if degree < least:
                least, found = degree, low
        return found

    def _rows(self, house: int, piece: int) -> set[int]:
        """Return all rows through a house; each consists of two arms that begin there."""
        rows: set[int] = set()
        for arm in self._arms(house, piece & ~house):
            for second in self._arms(house, piece & ~arm):
                rows.add(arm | second)
        return {row for row in rows if row.bit_count() >= LEAST_ROW}

    def _arms(self, house: int, free: int) -> Iterator[int]:
        """Yield every path that begins at a house and continues through free houses."""
        stack = [(house, house)]
        while stack:
            end, path = stack.pop()
            yield path
            onward = self._neighbours[end.bit_length() - 1] & free & ~path
            while onward:
                low = onward & -onward
                stack.append((low, path | low))
                onward ^= low
