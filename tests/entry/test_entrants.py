"""Who entered stands in the settings as if the league file had them."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.entry.entrants import Entrants
from referee.entry.entry_event import OwnerRemoved, SubmissionRefused, SubmissionsFrozen
from referee.identifier import BotName, OwnerName
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.hosted_version import BEYOND_QUOTA, REFUSED, REMOVED, UNCONNECTED, WITHDRAWN
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotBenched, VersionRolledBack
from referee.league.running.roster import Roster, listing_of
from tests.entry.entered import Entered, write_season


class Season:
    """A season with its ledger, and what was refused."""

    def __init__(self, folder: Path) -> None:
        write_season(folder)
        self.settings = read_league(folder / "league.toml", {}, os.environ)
        self.ledger = Ledger.of(self.settings, begin=True)
        self.roster = Roster(self.ledger)
        self.refused: list[tuple[str, str]] = []
        self.entered = Entered(folder)
        self.entrants = Entrants(
            self.ledger, lambda bot, owner, why: self.refused.append((bot, why))
        )

    def merged(self) -> LeagueSettings:
        """Return the settings with the entries, and list their bots in the ledger."""
        merged = self.entrants.merged(self.settings, self.entered.store.book)
        self.roster.read_file(merged.bots, merged.owners)
        return merged

    def number(self, bot: str) -> int | None:
        """Return the version of a bot that plays; None if it rests, or is unknown."""
        self.merged()
        found = {one.name: one for one in self.ledger.bots()}.get(BotName(bot))
        if found is None or found.hosted is None or found.benched is not None:
            return None
        return found.hosted.number

    def why(self, bot: str) -> str | None:
        """Return why a bot rests; None if it plays."""
        self.merged()
        return self.roster.bot(BotName(bot)).benched


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Season]:
    season = Season(tmp_path)
    yield season
    season.ledger.close()


class TestVersion:
    """Which version of a bot plays."""

    def test_a_submission_plays_when_it_is_accepted(self, season: Season) -> None:
        season.entered.join("ada")
        number = season.entered.submit("ada", "deep red", "")
        assert season.number("deep red") is None
        season.entered.accept(number)
        assert season.number("deep red") == number
        assert season.merged().owner_of[BotName("deep red")] == "ada"

    def test_an_earlier_version_plays_if_its_owner_chooses_it(self, season: Season) -> None:
        season.entered.join("ada")
        season.entered.enter("ada", "deep red")
        season.entered.enter("ada", "deep red")
        assert season.number("deep red") == 2
        season.entered.use("ada", "deep red", 1)
        assert season.number("deep red") == 1
        season.entered.enter("ada", "deep red")
        assert season.number("deep red") == 3

    def test_a_version_whose_files_changed_does_not_play(
        self, season: Season, tmp_path: Path
    ) -> None:
        season.entered.join("ada")
        season.entered.enter("ada", "deep red")
        assert season.number("deep red") == 1
        season.entered.enter("ada", "deep red")
        main = tmp_path / "entries/ada/deep red/2/main.py"
        main.chmod(0o644)
        main.write_text("changed")
        assert season.number("deep red") == 1
        assert season.refused[0][1].startswith("version 2 does not play, because the files in ")

    def test_a_version_without_a_folder_does_not_play(self, season: Season, tmp_path: Path) -> None:
        season.entered.join("ada")
        season.entered.enter("ada", "deep red")
        (tmp_path / "entries/ada/deep red").rename(tmp_path / "moved")
        assert season.number("deep red") is None
        (tmp_path / "moved").rename(tmp_path / "entries/ada/deep red")
        assert season.number("deep red") == 1

    def test_a_version_that_does_not_play_is_reported_once(
        self, season: Season, tmp_path: Path
    ) -> None:
        season.entered.join("ada")
        season.entered.enter("ada", "deep red")
        version = tmp_path / "entries/ada/deep red/1"
        main = version / "main.py"
        main.chmod(0o644)
        main.write_text("changed")
        assert season.number("deep red") is None
        version.rename(tmp_path / "moved")
        assert season.number("deep red") is None
        assert len(season.refused) == 1

    def test_a_rollback_stands_until_the_owner_submits_or_chooses(self, season: Season) -> None:
        entered = season.entered
        entered.join("ada")
        entered.enter("ada", "deep red")
        season.merged()
        one = listing_of(season.roster.bot(BotName("deep red"))).hosted
        entered.enter("ada", "deep red")
        assert season.number("deep red") == 2
        bot = season.roster.bot(BotName("deep red"))
        assert bot.hosted is not None
        assert one is not None
        back = replace(one, choice=bot.hosted.choice, chosen=bot.hosted.chosen)
        season.ledger.write(
            VersionRolledBack(bot.name, 2, 1, "failed"), replace(listing_of(bot), hosted=back)
        )
        season.roster.refresh()
        assert season.number("deep red") == 1
        assert season.ledger.bots()[0].rolled_back == "version 2 failed: version 1 plays again"
        entered.use("ada", "deep red", 2)
        assert season.number("deep red") == 2
        assert season.ledger.bots()[0].rolled_back == ""

    def test_only_a_hosted_bot_of_its_organiser_stays_benched_after_a_submission(
        self, season: Season
    ) -> None:
        entered = season.entered
        entered.join("ada")
        entered.enter("ada", "deep red")
        season.merged()
        for reason, number in (("missed a match: it crashed", 2), ("It cheats.", None)):
            season.ledger.write(BotBenched(BotName("deep red"), reason))
            season.roster.refresh()
            entered.enter("ada", "deep red")
            assert season.number("deep red") == number

    def test_a_refusal_of_the_version_that_plays_after_a_rollback_has_effect_at_once(
        self, season: Season
    ) -> None:
        entered = season.entered
        entered.join("ada")
        for number in (1, 2, 3):
            entered.enter("ada", "deep red")
            assert season.number("deep red") == number
        bot = season.roster.bot(BotName("deep red"))
        two = next(one for one in season.ledger.versions(bot.name) if one.hosted.number == 2)
        assert bot.hosted is not None
        back = replace(two.hosted, choice=bot.hosted.choice, chosen=bot.hosted.chosen)
        season.ledger.write(
            VersionRolledBack(bot.name, 3, 2, "failed"), replace(listing_of(bot), hosted=back)
        )
        season.roster.refresh()
        assert season.number("deep red") == 2
        entered.record(SubmissionRefused(2, "It cheats.", 0))
        assert season.number("deep red") == 1
        assert season.roster.refused(bot.name) == {2}
        entered.record(SubmissionRefused(1, "It cheats.", 0))
        assert season.number("deep red") is None
        assert season.why("deep red") == REFUSED
        entered.enter("ada", "deep red")
        assert season.number("deep red") == 4

    def test_a_bot_that_rests_says_who_let_it_rest(self, season: Season) -> None:
        entered = season.entered
        entered.join("ada")
        entered.enter("ada", "deep red")
        season.merged()
        entered.record(SubmissionRefused(1, "It cheats.", 0))
        assert season.why("deep red") == REFUSED
        entered.withdraw("ada", "deep red")
        assert season.why("deep red") == WITHDRAWN
        entered.record(OwnerRemoved(OwnerName("ada"), "It cheats.", 0))
        assert season.why("deep red") == REMOVED


class TestConnected:
    """Bots that their owners run."""

    def test_one_rests_until_it_connects_with_each_token(self, season: Season) -> None:
        entered = season.entered
        entered.join("ada")
        entered.connect("ada", "far", "s" * 43)
        assert season.why("far") == UNCONNECTED
        bot = season.roster.bot(BotName("far"))
        assert bot.until_connected
        season.ledger.write(listing_of(bot))  # it connects
        season.roster.refresh()
        assert season.why("far") is None
        entered.connect("ada", "far", "t" * 43)
        assert season.why("far") == UNCONNECTED
        entered.withdraw("ada", "far")
        assert season.why("far") == WITHDRAWN
        assert not season.roster.bot(BotName("far")).until_connected

    def test_one_keeps_its_version_from_the_freeze_on(self, season: Season) -> None:
        entered = season.entered
        entered.join("ada")
        entered.connect("ada", "far", "s" * 43)

        def begin() -> int:
            (far,) = (bot for bot in season.merged().bots if bot.name == "far")
            return far.frozen_from

        assert begin() == 0
        entry = replace(season.settings.entry, freeze="2026-12-20 18:00")
        season.settings = replace(season.settings, entry=entry)
        assert begin() == season.settings.freeze_time
        entered.store.record(lambda _: [SubmissionsFrozen()])
        assert begin() == 1
        entered.withdraw("ada", "far")
        assert begin() == 1

    def test_another_token_brings_none_back_that_the_organiser_benched(
        self, season: Season
    ) -> None:
        season.entered.join("ada")
        season.entered.connect("ada", "far", "s" * 43)
        season.merged()
        season.ledger.write(BotBenched(BotName("far"), "It cheats."))
        season.roster.refresh()
        season.entered.connect("ada", "far", "t" * 43)
        assert season.why("far") == "It cheats."
        season.entered.enter("ada", "far")
        assert season.why("far") == "It cheats."


class TestNames:
    """Names that are taken."""

    def test_bots_and_owners_of_the_league_file_keep_their_names(self, season: Season) -> None:
        season.entered.join("ada", bots=5)
        season.entered.enter("ada", "HOUSE")
        season.entered.enter("ada", "mine")
        assert season.number("HOUSE") is None
        assert season.number("mine") == 2
        assert [bot for bot, _ in season.refused] == ["HOUSE"]
        assert "another bot 'HOUSE'" in season.refused[0][1]

    def test_a_bot_that_left_the_file_does_not_give_its_results_to_an_owner(
        self, season: Season
    ) -> None:
        season.roster.read_file(
            [*season.settings.bots, BotSettings(name=BotName("old"), command="random")]
        )
        season.entered.join("ada")
        season.entered.enter("ada", "old")
        assert season.number("old") is None
        assert [bot for bot, _ in season.refused] == ["old"]

    def test_no_more_bots_play_than_the_invitation_allows(self, season: Season) -> None:
        season.entered.join("ada", bots=2)
        for bot in ("one", "two"):
            season.entered.enter("ada", bot)
        season.entered.withdraw("ada", "one")
        assert season.number("one") is None
        assert season.number("two") == 2
        season.entered.enter("ada", "three")
        assert season.number("three") == 3
        season.entered.use("ada", "one", 1)
        owner = {one.name: one for one in season.merged().owners}[OwnerName("ada")]
        assert (owner.bots, len(season.refused)) == (2, 1)
        assert [season.number(bot) for bot in ("one", "two", "three")] == [1, 2, None]
        assert season.why("three") == BEYOND_QUOTA


class TestConnectedVersion:
    """A bot that its owner ran first."""

    def test_it_has_its_token_until_a_version_of_it_plays(self, season: Season) -> None:
        season.entered.join("ada")
        season.entered.connect("ada", "far", "secret")
        bots = {bot.name: bot for bot in season.merged().bots}
        assert bots[BotName("far")].token
        assert bots[BotName("far")].hosted is None
        season.entered.enter("ada", "far")
        assert season.number("far") == 1
        assert season.roster.tokens == {}
