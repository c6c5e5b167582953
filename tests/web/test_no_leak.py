"""No byte that is sent has a hidden fact: twin matches that differ in it alone look the same."""

import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from referee.record.reader import parse
from referee.web import live
from tests.match.driver import Driver, questions
from tests.record.samples import bodies, forged
from tests.web.browser import Reply, Stream, request, visit
from tests.web.conftest import Pages
from tests.web.secret import SECRET
from tianming_games import registry
from tianming_games.chance import Chance
from tianming_games.match_terms import SEED_BYTES
from tianming_games.registry import load

ADDRESSES = (
    "/api/v1/matches",
    "/api/v1/matches?fault=any",
    "/api/v1/matches/m1",
    "/api/v1/matches/m1/steps",
    "/api/v1/matches/m1/steps?options=1",
    "/api/v1/matches/m1/steps?seat=0",
    "/api/v1/matches/m1/steps?seat=1&options=1",
    "/api/v1/matches/m1/position",
    "/api/v1/matches/m1/position?board=1",
    "/api/v1/matches/m1/reasoning?n=3",
    "/api/v1/fair/m1",
    "/api/v1/bots/bot0",
    "/api/v1/matches/m1/board.svg",
    "/api/v1/matches/m1/record",
    "/feed.atom",
    "/feed.json",
    "/matches/m1",
    "/embed/matches/m1",
)
LIVE = "/api/v1/matches/m1/live"


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with a secret is installed, and no time passes for spectators."""
    monkeypatch.setattr(live, "monotonic", lambda: 0.0)
    monkeypatch.setattr(live, "LOOK", 0.001)
    monkeypatch.setattr(live, "HEARTBEAT", 0.2)
    secret = EntryPoint("secret", "tests.web.secret:SECRET", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), secret)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: found)
    registry.names.cache_clear()
    registry.load.cache_clear()


def opened(driver: Driver, until: int) -> bytes:
    """The record of a match with faults and notes, as far as so many entries."""
    said = driver.start()
    said += driver.wait(6)
    driver.play_out(said, Chance(bytes(SEED_BYTES), "answers"))
    driver.writer.flush()
    data = bytes(driver.file.data)
    return forged(bodies(data)[:until])


def twin(data: bytes, draw: dict[tuple[int, ...], tuple[int, ...]]) -> bytes:
    """The same record with other results of its draws."""
    changed = bodies(data)
    for body in changed:
        if body.HasField("drawn"):
            values = tuple(body.drawn.values)
            del body.drawn.values[:]
            body.drawn.values.extend(draw.get(values, values))
    return forged(changed)


def everything(folder: Path, pages: Pages, data: bytes, **show: int) -> list[bytes]:
    """Every byte that the pages send of a match in play."""
    part = folder / "m1.tianming.part"
    part.write_bytes(data)
    os.utime(part, (2_000_000_000, 2_000_000_000))

    async def use(app: ASGIApp) -> list[bytes]:
        replies: list[Reply] = [await request(app, target) for target in ADDRESSES]
        sent = [str(sorted(reply.headers.items())).encode() + reply.body for reply in replies]
        league = (await request(app, "/api/v1/league")).json()
        sent.append(str({**league, "computed": "some time"}).encode())
        async with Stream(app, LIVE, {}) as stream:
            sent.append(str(stream.start).encode())
            sent.append(await stream.until_quiet())
        return sent

    return visit(pages(**show), use)


SHOWS: list[dict[str, int]] = [{}, {"live": True}, {"live": True, "notes": True}, {"delay": 1}]

MOST = SHOWS[2]
"""What shows most of a match in play."""


def another_deal(deal: tuple[int, ...]) -> tuple[int, ...]:
    """A deal with the same display, and hands and a pile that all differ."""
    state = load("china").begin(3)
    state.apply_draw(deal)
    other = load("china").begin(3)
    for at in range(len(deal) - 1):
        for swap in range(at + 1, len(deal)):
            swapped = list(deal)
            swapped[at], swapped[swap] = swapped[swap], swapped[at]
            other = load("china").begin(3)
            other.apply_draw(tuple(swapped))
            hands_differ = all(
                one != two for one, two in zip(state.hands, other.hands, strict=True)
            )
            if state.observation(None) == other.observation(None) and (
                hands_differ or state.hands != other.hands
            ):
                return tuple(swapped)
    raise AssertionError("there is no twin")


def laid_return_cards(option: int) -> bytes:
    """A match of Ming Dynasty in which one seat has laid its return cards, and another has not."""
    driver = Driver(load("ming"), seats=4)
    waiting = questions(driver.start())
    chooser = Chance(bytes(SEED_BYTES), "answers")
    while len(waiting) < 2:
        question = waiting.pop(0)
        choice = chooser.below(len(question.options))
        waiting += questions(driver.answer(question, choice, after=0.01))
    driver.writer.settle()
    driver.writer.flush()
    so_far = len(bodies(bytes(driver.file.data)))
    for each, answer in zip(waiting, (option, 0), strict=True):
        driver.answer(each, answer, after=0.01)
    driver.writer.flush()
    return forged(bodies(bytes(driver.file.data))[: so_far + 1])


class TestTwins:
    """Matches that differ in what is hidden send the same bytes."""

    @pytest.mark.parametrize(
        ("until", "show"),
        [*((12, show) for show in SHOWS), *((until, MOST) for until in (2, 5, 9))],
        ids=str,
    )
    def test_twins_of_a_game_with_a_secret_send_the_same_bytes(
        self, folder: Path, pages: Pages, show: dict[str, int], until: int
    ) -> None:
        """The die of the game is in no header, no step, no event and no problem."""
        data = opened(Driver(SECRET), until)
        other = twin(data, {(die,): (7 - die,) for die in range(1, 7)})
        assert data != other
        assert everything(folder, pages, data, **show) == everything(folder, pages, other, **show)

    def test_twins_of_china_send_the_same_bytes(self, folder: Path, pages: Pages) -> None:
        """The hands and the order of the pile are in no byte before the end."""
        driver = Driver(load("china"), seats=3)
        driver.start()
        driver.writer.flush()
        data = bytes(driver.file.data)
        (deal,) = [
            tuple(entry.body.drawn.values)
            for entry in parse(data, "x").entries
            if entry.body.HasField("drawn")
        ]
        other = twin(data, {deal: another_deal(deal)})
        assert data != other
        assert everything(folder, pages, data, **MOST) == everything(folder, pages, other, **MOST)

    def test_twins_of_ming_send_the_same_bytes(self, folder: Path, pages: Pages) -> None:
        """Cards that lie face down are in no byte before all seats have laid theirs."""
        data, other = (laid_return_cards(option) for option in (0, 1))
        assert data != other
        assert everything(folder, pages, data, **MOST) == everything(folder, pages, other, **MOST)

    def test_after_the_end_a_seat_sees_its_own(self, folder: Path, pages: Pages) -> None:
        """What was secret is told when the match is over, to those who ask for it."""
        data = opened(Driver(SECRET), 10_000)
        other = twin(data, {(die,): (7 - die,) for die in range(1, 7)})
        seen = []
        for record in (data, other):
            (folder / "m1.tianming").write_bytes(record)

            async def use(app: ASGIApp) -> list[int]:
                return [
                    (await request(app, f"/api/v1/matches/m1/steps{query}")).status
                    for query in ("", "?seat=0", "?seat=1&options=1")
                ]

            seen.append(visit(pages(), use))
        assert seen == [[200, 200, 200]] * 2
