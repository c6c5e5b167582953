"""The notify process: each target hears of each event, whatever fails, and of none twice."""

import contextlib
import random
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.entry.entry_event import (
    EntryJournal,
    SubmissionAccepted,
    SubmissionBuilt,
    SubmissionRefused,
    SubmissionTaken,
)
from referee.identifier import BotName, OwnerName
from referee.import_path import own_python
from referee.league.configuration.notify_settings import NotifySettings
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import Journal
from referee.league.ledger.journal_event import (
    BotBenched,
    BotListed,
    OrganiserAlerted,
    RoundEnded,
    RunBegan,
    SeasonEnded,
    VersionRolledBack,
)
from referee.notify.notify_handover import NotifyProcessSettings
from referee.notify.notify_run import notifying
from referee.notify.webhook_sender import RetryTimes
from referee.server.log_output import LogSettings
from tests.notify.receiver import Receiver, receiving, soon
from tests.patience import PATIENCE

KEY = b"a key of twenty-four byte"
FILE = "hook.txt"
ROOK, ADA = BotName("Rook"), OwnerName("ada")


@dataclass
class Season:
    """A season that is watched: its journals, and the settings of the process."""

    folder: Path
    season: Journal
    entry: EntryJournal
    settings: NotifyProcessSettings

    def end_rounds(self, *numbers: int) -> None:
        self.season.append([RoundEnded(number) for number in numbers])

    @contextlib.contextmanager
    def watched(self) -> Iterator[list[MutableMapping[str, object]]]:
        """Do inside the block, in this process, what the notify process does; return its log."""
        ended = threading.Event()
        with capture_logs() as logs, notifying(self.settings) as watcher:

            def look() -> None:
                while not ended.wait(0.01):
                    watcher.look()

            thread = threading.Thread(target=look)
            thread.start()
            try:
                yield logs
            finally:
                ended.set()
                thread.join()

    def start(self) -> subprocess.Popen[bytes]:
        """Start the notify process; with `ended` it ends as with its parent."""
        process = subprocess.Popen(own_python("referee.notify"), stdin=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(self.settings.line())
        process.stdin.flush()
        return process


def ended(process: subprocess.Popen[bytes], is_killed: bool = False) -> None:
    """End a process, and wait until it has ended."""
    assert process.stdin is not None
    if is_killed:
        process.kill()
    process.stdin.close()
    process.wait(PATIENCE)


@contextlib.contextmanager
def season(folder: Path, *targets: NotifySettings, first: float = 0.02) -> Iterator[Season]:
    """A season with targets; a failed notice is sent again soon."""
    (folder / FILE).write_text(f"whsec_{b64encode(KEY).decode()}\n")
    paths = folder / "league.journal", folder / "entries.journal"
    journal = Journal(paths[0], JournalPosition())
    entry = EntryJournal(paths[1], JournalPosition())
    settings = NotifyProcessSettings(
        league="autumn",
        folder=str(folder),
        state=str(folder / "notify.journal"),
        season=(str(paths[0]), 0),
        entry=(str(paths[1]), 0),
        targets=targets,
        log=LogSettings(level="warning"),
        times=RetryTimes(first=first, most=0.1),
    )
    with contextlib.closing(journal), contextlib.closing(entry):
        yield Season(folder, journal, entry, settings)


def target(
    receiver: Receiver,
    name: str = "hook",
    form: str = "standard",
    events: str = "",
    per_minute: int = 6_000,
    is_private: bool = True,
) -> NotifySettings:
    """A target that receives notices at once."""
    return NotifySettings(
        name=name,
        url=receiver.url,
        form=form,
        events=events,
        secret_file=FILE if form == "standard" else "",
        per_minute=per_minute,
        private=is_private,
    )


def types(receiver: Receiver) -> list[str]:
    return [one.json["type"] for one in receiver.delivered]


class TestEvents:
    def test_a_target_hears_of_each_kind_of_event(self, tmp_path: Path) -> None:
        with receiving(Receiver()) as receiver, season(tmp_path, target(receiver)) as watched:
            watched.season.append(
                [
                    RunBegan(),
                    BotBenched(ROOK, "it crashed\nits output"),
                    BotListed(ROOK, "rook", None),
                    BotListed(ROOK, "rook2", None),
                    RoundEnded(1),
                    SeasonEnded(1),
                    OrganiserAlerted("The disk is full."),
                    VersionRolledBack(ROOK, 4, 3, "crashed"),
                ]
            )
            with watched.watched():
                receiver.until(lambda: len(receiver.requests) == 6)
                watched.entry.append(
                    [
                        SubmissionTaken(1, ADA, ROOK, "d1", 5, 0),
                        SubmissionAccepted(1, "d1", "v1", 0),
                        SubmissionTaken(2, ADA, ROOK, "d2", 5, 0),
                        SubmissionRefused(2, "the build failed.\nsecret output", 0),
                        SubmissionTaken(3, ADA, ROOK, "d3", 5, 0),
                        SubmissionBuilt(3, "d3", "v3", 0),
                    ]
                )
                receiver.until(lambda: len(receiver.requests) == 9)
            assert types(receiver) == [
                "bot.benched",
                "bot.back",
                "round.over",
                "season.over",
                "alert",
                "alert",
                "submission.accepted",
                "submission.refused",
                "alert",
            ]
            refused = receiver.requests[7].json["data"]
            assert refused == {
                "league": "autumn",
                "text": "Submission 2 of ada for Rook was refused: the build failed.",
                "submission": 2,
                "owner": "ada",
                "bot": "Rook",
                "reason": "the build failed.",
            }

    def test_what_was_before_the_season_was_opened_is_no_news(self, tmp_path: Path) -> None:
        with receiving(Receiver()) as receiver, season(tmp_path, target(receiver)) as watched:
            watched.end_rounds(1, 2)
            watched.season.append([BotBenched(ROOK, "it was away")])
            size = watched.season.position.offset
            watched.settings = replace(watched.settings, season=(watched.settings.season[0], size))
            watched.season.append([BotListed(ROOK, "rook", None)])
            with watched.watched():
                receiver.until(lambda: receiver.requests)
                watched.end_rounds(3)
                receiver.until(lambda: len(receiver.requests) == 2)
            assert types(receiver) == ["bot.back", "round.over"]

    def test_each_target_receives_its_events_in_its_form(self, tmp_path: Path) -> None:
        discord, slack, rounds = Receiver(), Receiver(), Receiver()
        with receiving(discord), receiving(slack), receiving(rounds):
            targets = (
                target(discord, "d", form="discord"),
                target(slack, "s", form="slack"),
                target(rounds, "r", events="round.over season.over"),
            )
            with season(tmp_path, *targets) as watched, watched.watched():
                watched.season.append([OrganiserAlerted("@everyone <!channel> *x*"), RoundEnded(4)])
                discord.until(lambda: len(discord.requests) == 2)
                slack.until(lambda: len(slack.requests) == 2)
                rounds.until(lambda: rounds.requests)
        assert discord.requests[0].json == {
            "content": r"autumn\: \@everyone \<!channel\> \*x\*",
            "allowed_mentions": {"parse": []},
        }
        assert slack.requests[0].json == {
            "text": "autumn: @everyone &lt;!channel&gt; *x*",
            "unfurl_links": False,
        }
        assert "webhook-signature" not in slack.requests[0].headers
        assert [one.json["data"]["round"] for one in rounds.requests] == [4]


class TestFailures:
    def test_a_target_that_fails_receives_the_same_notice_until_it_takes_it(
        self, tmp_path: Path
    ) -> None:
        failing = Receiver(answer=lambda number: (500, 429, 302, 404, 204)[min(number, 4)])
        failing.headers["location"] = "http://127.0.0.1:1/"
        with (
            receiving(failing),
            season(tmp_path, target(failing)) as watched,
            watched.watched() as logs,
        ):
            watched.end_rounds(1)
            failing.until(lambda: failing.delivered)
        assert len({one.id for one in failing.requests}) == 1
        assert len(failing.requests) == 5
        assert "target redirects (status 302)" in str(logs)
        assert "secret-path" not in str(logs)
        assert b64encode(KEY).decode() not in str(logs)

    def test_a_notice_that_a_target_refuses_delays_no_others(self, tmp_path: Path) -> None:
        with (
            receiving(Receiver(answer=lambda number: 400 if number == 0 else 204)) as picky,
            season(tmp_path, target(picky)) as watched,
            watched.watched(),
        ):
            watched.end_rounds(1, 2)
            picky.until(lambda: len(picky.delivered) == 2)
            assert [one.json["data"]["round"] for one in picky.requests] == [1, 2, 1]

    def test_a_target_that_hangs_delays_no_other_target(self, tmp_path: Path) -> None:
        hanging, quick = Receiver(answer=lambda number: 0), Receiver()
        with receiving(hanging), receiving(quick):
            targets = target(hanging, "a"), target(quick, "b")
            with season(tmp_path, *targets) as watched, watched.watched():
                watched.end_rounds(1)
                hanging.until(lambda: hanging.requests)
                watched.end_rounds(2)
                quick.until(lambda: len(quick.requests) == 2)
                hanging.closing.set()

    def test_a_target_that_is_down_receives_everything_later_in_order(self, tmp_path: Path) -> None:
        with receiving(Receiver()) as receiver:
            pass
        receiver.closing.clear()
        with season(tmp_path, target(receiver)) as watched, watched.watched() as logs:
            watched.end_rounds(1, 2, 3)
            soon(lambda: str(logs).count("notice_failed") > 3)
            with receiving(receiver):
                receiver.until(lambda: len(receiver.requests) == 3)
        assert [one.json["data"]["round"] for one in receiver.requests] == [1, 2, 3]

    def test_a_target_that_is_gone_receives_nothing_more(self, tmp_path: Path) -> None:
        gone, other = Receiver(answer=lambda number: 410), Receiver()
        with receiving(gone), receiving(other):
            targets = target(gone, "a"), target(other, "b")
            with season(tmp_path, *targets) as watched:
                with watched.watched() as logs:
                    watched.end_rounds(1, 2)
                    soon(lambda: "notify_target_gone" in str(logs))
                with watched.watched():
                    watched.end_rounds(3)
                    other.until(lambda: len(other.requests) == 3)
        assert len(gone.requests) == 1

    def test_a_notice_that_is_too_old_is_given_up(self, tmp_path: Path) -> None:
        with season(tmp_path, target(Receiver(port=1))) as watched:
            watched.settings = replace(watched.settings, times=RetryTimes(0.01, 0.01, 1.0))
            with watched.watched() as logs:
                watched.end_rounds(1)
                soon(lambda: "notice_given_up" in str(logs))

    def test_a_private_address_is_refused_unless_it_is_allowed(self, tmp_path: Path) -> None:
        with receiving(Receiver()) as receiver:
            outside = target(receiver, is_private=False)
            with season(tmp_path, outside) as watched, watched.watched() as logs:
                watched.end_rounds(1)
                soon(lambda: "127.0.0.1, which is of this machine" in str(logs))
        assert receiver.requests == []

    def test_no_more_are_sent_in_a_minute_than_allowed(self, tmp_path: Path) -> None:
        slow, quick = Receiver(), Receiver()
        with receiving(slow), receiving(quick):
            targets = target(slow, "a", per_minute=2), target(quick, "b")
            with season(tmp_path, *targets) as watched:
                with watched.watched():
                    watched.end_rounds(1, 2, 3, 4)
                    quick.until(lambda: len(quick.requests) == 4)
                with watched.watched():  # the state knows what was sent just now
                    watched.end_rounds(5)
                    quick.until(lambda: len(quick.requests) == 5)
        assert [one.json["data"]["round"] for one in slow.requests] == [1, 2]


def check_kills(watched: Season, receiver: Receiver, kills: int, chance: random.Random) -> None:
    """Kill the process at random instants; each event arrives once, or an alert names it."""
    for number in range(kills):
        process = watched.start()
        watched.end_rounds(*range(15 * number + 1, 15 * number + 16))
        receiver.until_more()
        time.sleep(chance.random() * 0.03)
        ended(process, is_killed=True)
    last = 15 * kills + 1
    with watched.watched():
        watched.end_rounds(last)
        receiver.until(
            lambda: any(one.json["data"].get("round") == last for one in receiver.delivered)
        )
    bodies = [one.json["data"] for one in receiver.delivered]
    told = [body["round"] for body in bodies if "round" in body]
    doubtful = " ".join(body["text"] for body in bodies if "in_doubt" in body)
    assert len(told) == len(set(told))
    for number in set(range(1, last + 1)).difference(told):
        assert f"Round {number} is over." in doubtful


class TestKills:
    def test_after_kills_at_random_instants_nothing_is_lost_or_sent_twice(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        chance = random.Random(fresh_seed)
        receiver = Receiver(answer=lambda number: 500 if number % 9 == 5 else 204)
        with receiving(receiver), season(tmp_path, target(receiver)) as watched:
            check_kills(watched, receiver, kills=2, chance=chance)

    @pytest.mark.full
    def test_after_many_kills_nothing_is_lost_or_sent_twice(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        chance = random.Random(fresh_seed)
        receiver = Receiver(answer=lambda number: 500 if number % 9 == 5 else 204)
        with receiving(receiver), season(tmp_path, target(receiver)) as watched:
            check_kills(watched, receiver, kills=25, chance=chance)

    def test_a_notice_that_a_kill_left_in_doubt_is_named_in_an_alert(self, tmp_path: Path) -> None:
        receiver = Receiver(answer=lambda number: 0 if number == 0 else 204)
        with receiving(receiver), season(tmp_path, target(receiver)) as watched:
            process = watched.start()
            watched.end_rounds(7)
            receiver.until(lambda: receiver.requests)
            ended(process, is_killed=True)
            with watched.watched():
                receiver.until(lambda: receiver.delivered)
        (alert,) = receiver.delivered
        assert alert.json["type"] == "alert"
        assert alert.json["data"]["in_doubt"] == [receiver.requests[0].id]
        assert alert.json["data"]["text"].endswith("Round 7 is over.")

    def test_a_second_process_waits_until_the_first_has_ended(self, tmp_path: Path) -> None:
        with receiving(Receiver()) as receiver, season(tmp_path, target(receiver)) as watched:
            first, second = watched.start(), watched.start()
            watched.end_rounds(1)
            receiver.until(lambda: receiver.requests)
            ended(first)
            watched.end_rounds(2)
            receiver.until(lambda: len(receiver.requests) == 2)
            ended(second)
        assert len({one.id for one in receiver.requests}) == 2
