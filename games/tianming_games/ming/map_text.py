"""Write a map as a list, without pieces."""

from tianming_games.ming.map import Map
from tianming_games.ming.notation import district_text, province_text


def draw_text(board: Map) -> str:
    """Return every province with its districts, and the neighbours of each district."""
    lines = [board.name, ""]
    for card, transport in enumerate(board.transports, 1):
        lines.append(f"card {card}  {transport.name}, {transport.cards} cards")
    for number, province in enumerate(board.provinces):
        lines += ["", f"province {province_text(number)}  {province.name}, {province.colour}"]
        for district in range(3 * number, 3 * number + 3):
            ways = ", ".join(
                f"{district_text(neighbour)} by {board.transports[card - 1].name}"
                for neighbour, card in board.ways[district]
            )
            lines.append(f"  {district_text(district)}  {board.district_name(district)}: {ways}")
    return "\n".join(lines) + "\n"
