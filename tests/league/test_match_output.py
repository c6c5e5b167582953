"""The output of bots beside the records: bounded, renamed with the bot, and never in the way."""

import os
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.league.match_output import FOLDER, MOST_MATCHES, MatchOutputs

ANN, BOB = BotName("ann"), BotName("bob")


class TestOutputs:
    def test_the_latest_matches_of_each_bot_are_kept(self, tmp_path: Path) -> None:
        outputs = MatchOutputs(tmp_path)
        outputs.keep(MatchId("old"), BOB, b"bob")
        for number in range(MOST_MATCHES + 3):
            outputs.keep(MatchId(f"m{number}"), ANN, b"%d" % number)
            os.utime(tmp_path / FOLDER / ANN / f"m{number}", (number, number))
        assert len(os.listdir(tmp_path / FOLDER / ANN)) == MOST_MATCHES
        assert outputs.read(MatchId("m2"), ANN) == b""
        assert outputs.read(MatchId("m3"), ANN) == b"3"
        assert outputs.read(MatchId("old"), BOB) == b"bob"

    def test_it_follows_a_bot_to_its_new_name(self, tmp_path: Path) -> None:
        outputs = MatchOutputs(tmp_path)
        outputs.keep(MatchId("m1"), ANN, b"ann")
        outputs.rename(ANN, BOB)
        assert (outputs.read(MatchId("m1"), ANN), outputs.read(MatchId("m1"), BOB)) == (b"", b"ann")

    def test_a_folder_that_cannot_be_written_stops_nothing(self, tmp_path: Path) -> None:
        (tmp_path / FOLDER).write_bytes(b"a file")
        MatchOutputs(tmp_path).keep(MatchId("m1"), ANN, b"ann")
        assert MatchOutputs(tmp_path).read(MatchId("m1"), ANN) == b""
