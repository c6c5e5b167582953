"""Records for the tests: one of the toy game, short, and one of Dragon."""

from contextlib import suppress
from functools import cache

from referee.record import chain
from referee.record.framing import pack
from referee.record.reader import Record, parse
from tests.match.driver import Driver
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb


def record_of(driver: Driver, seed: int = 1) -> bytes:
    """Play a match to its end, by chance; gives the record's bytes."""
    driver.play_out(driver.start(), Chance(seed.to_bytes(32, "little"), "answers"))
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def toy_record() -> bytes:
    """A match of the toy game in which one seat was struck."""
    driver = Driver()
    driver.start()
    said = driver.wait(6)
    driver.play_out(said, Chance(bytes(32), "answers"))
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def broken_record() -> bytes:
    """A match of the toy game that is void, because the rules failed in it."""
    driver = Driver(options={"broken": "yes"})
    with suppress(ZeroDivisionError):
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
    driver.match.void("The referee failed.", driver.now)
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def dragon_record() -> bytes:
    """A match of In the Year of the Dragon with two seats."""
    return record_of(Driver(load("dragon"), seats=2))


def bodies(data: bytes) -> list[pb.RecordBody]:
    """Copies of what the entries of a record say, to be changed."""
    return [pb.RecordBody.FromString(e.body.SerializeToString()) for e in parse(data, "x").entries]


def forged(changed: list[pb.RecordBody]) -> bytes:
    """The bytes of a record whose chain is sound, whatever its entries say."""
    data, digest = b"", chain.START
    for body in changed:
        entry, digest = pack(digest, body.SerializeToString())
        data += entry
    return data


def rebuilt(changed: list[pb.RecordBody]) -> Record:
    """The record a forger would make."""
    return parse(forged(changed), "forged")
