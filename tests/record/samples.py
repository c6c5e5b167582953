"""Sample records for tests: of the toy game, and of Dragon."""

from contextlib import AbstractContextManager, suppress
from functools import cache
from typing import Any

from referee.error import DataError
from referee.match.sentence import EntrySentence
from referee.record import chain
from referee.record.framing import pack
from referee.record.reader import Record, parse
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.match.driver import Driver
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb


def record_of(driver: Driver, seed: int = 1) -> bytes:
    """Play a match to its end at random; return the bytes of its record."""
    driver.play_out(driver.start(), Chance(seed.to_bytes(32, "little"), "answers"))
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def toy_record() -> bytes:
    """Return the record of a match of the toy game in which one seat got a strike."""
    driver = Driver()
    driver.start()
    said = driver.wait(6)
    driver.play_out(said, Chance(bytes(32), "answers"))
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def broken_record() -> bytes:
    """Return the record of a void match of the toy game, in which the rules failed."""
    driver = Driver(options={"broken": "yes"})
    with suppress(ZeroDivisionError):
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
    driver.match.void("The referee failed.", driver.now)
    driver.writer.flush()
    return bytes(driver.file.data)


@cache
def dragon_record() -> bytes:
    """Return the record of a match of In the Year of the Dragon with two seats."""
    return record_of(Driver(load("dragon"), seats=2))


def bodies(data: bytes) -> list[pb.RecordBody]:
    """Return copies of the bodies of a record's entries, which the caller may change."""
    return [pb.RecordBody.FromString(e.body.SerializeToString()) for e in parse(data, "x").entries]


def forged(changed: list[pb.RecordBody]) -> bytes:
    """Return the bytes of a record with these bodies and a valid chain."""
    data, digest = b"", chain.START
    for body in changed:
        entry, digest = pack(digest, body.SerializeToString())
        data += entry
    return data


def rebuilt(changed: list[pb.RecordBody]) -> Record:
    """Return the record of `forged`."""
    return parse(forged(changed), "forged")


def wrong_entry(entry: int, why: EntrySentence) -> AbstractContextManager[Any]:
    """Expect an error that names an entry, and says what is wrong with it."""
    return raises(DataError, RecordSentence.WRONG_ENTRY, entry=entry, why=why)
