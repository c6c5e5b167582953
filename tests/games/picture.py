"""Parse an SVG picture into its elements."""

from dataclasses import dataclass, field
from xml.parsers import expat


@dataclass(slots=True)
class Element:
    """An element: its tag, its attributes, and the text directly in it."""

    tag: str
    attributes: dict[str, str]
    text: str = field(default="")


def elements(svg: str) -> list[Element]:
    """Return all elements of a picture, in order."""
    found: list[Element] = []
    inside: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        found.append(Element(tag, attributes))
        inside.append(found[-1])

    def read(text: str) -> None:
        inside[-1].text += text

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: inside.pop()
    parser.CharacterDataHandler = read
    parser.Parse(svg, True)
    return found
