"""An arena: an agent improves its bot between the rounds of a real season."""

import json
import os
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from referee.entry.entry_book import SubmissionState
from tests.cli.running import Running
from tests.entry.entered import Entered
from tests.notify.receiver import soon
from tests.patience import PATIENCE
from tests.processes import children, with_word
from tests.source_tree import ROOT

FIRST = """import tianming
tianming.run(lambda question: print("first", flush=True) or 0)
"""

AGENT = '''
"""An agent: it looks at its matches, replaces the program of its bot, and submits that."""

import json
import os
from pathlib import Path

from tests.entry.entered import Entered

folder = Path(os.environ["TIANMING_ROUND_FOLDER"]) / "ada"
matches = json.loads((folder / "matches.json").read_text())
mine = [seat for match in matches for seat in match["seats"] if seat["bot"] == "Rook"]
number, mean = os.environ["TIANMING_ROUND"], sum(seat["score"] for seat in mine) / len(mine)
program = folder / "bots/Rook/main.py"
better = "import runpy\\nrunpy.run_module('tianming_bots.greedy', run_name='__main__')\\n"
program.write_text(f"# made after round {number}\\n{better}")
Entered(Path.cwd()).submit("ada", "Rook", program.read_text())
print(f"round {number}: {len(matches)} matches, mean score {mean}")
'''

SEASON = """
name = "arena"
game = "dragon"
seats = 2
seed = "seven"
[format]
kind = "round-robin"
rounds = 3
after_round = {command}
after_round_minutes = {minutes}
[sandbox]
preset = "none"
[server]
listen = "127.0.0.1:0"
[[bot]]
name = "house"
command = "random"
[[bot]]
name = "yard"
command = "random"
"""


def write(folder: Path, command: str, minutes: float = 10) -> None:
    text = SEASON.format(command=json.dumps(command), minutes=minutes)
    (folder / "league.toml").write_text(text)


def accept_next(entered: Entered, number: int) -> None:
    """Do what the process of entries does: accept a submission some time after it came."""

    def is_here() -> bool:
        entered.store.refresh()
        return number in entered.store.book.submissions

    soon(is_here)
    assert entered.store.book.submissions[number].state is SubmissionState.QUEUED
    entered.accept(number)


def facts_of(ended: dict[str, Any]) -> tuple[str, str]:
    """Return the round of a finished match and the version of the entered bot."""
    version = ended["versions"][ended["bots"].index("Rook")]
    return ended["match"].split("-")[1], version.partition("-")[0]


class TestArena:
    @pytest.mark.full
    def test_an_agent_improves_its_bot_between_three_rounds(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each round begins when the submission of the agent was decided, and plays with it."""
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        (tmp_path / "agent.py").write_text(AGENT)
        write(tmp_path, f"{quote(sys.executable)} agent.py")
        entered = Entered(tmp_path)
        entered.join("ada")
        entered.enter("ada", "Rook", FIRST)
        with Running(tmp_path, command="serve") as server:
            for number in (2, 3):
                assert server.until("interval_began")["round"] == number - 1
                accept_next(entered, number)
                assert server.until("interval_over")["problem"] == ""
                assert server.until("round_planned")["round"] == number
            server.until("season_over")
        played = [json.loads(line) for line in server.lines if '"match_ended"' in line]
        ended = [one for one in played if "Rook" in one["bots"]]
        assert {facts_of(one) for one in ended} == {("r001", "1"), ("r002", "2"), ("r003", "3")}
        points = dict.fromkeys(("r001", "r002", "r003"), 0)
        for one in ended:
            points[facts_of(one)[0]] += one["points"][one["bots"].index("Rook")]
        assert points["r001"] < points["r003"]
        mine = tmp_path / "rounds/002/ada"
        for path in (tmp_path / "rounds/001/ada/output/Rook").iterdir():
            assert "first" in path.read_text()
        matches = json.loads((mine / "matches.json").read_text())
        assert len(matches) == len(list((mine / "records").iterdir())) == 4
        seats = [seat for match in matches for seat in match["seats"]]
        assert {seat["bot"] for seat in seats if seat["mine"]} == {"Rook"}
        assert {seat["bot"] for seat in seats if not seat["mine"]} == {"house", "yard"}
        assert (mine / "rules.md").read_text().startswith("# ")
        assert {row["bot"] for row in json.loads((mine / "table.json").read_text())} >= {"house"}
        log = (tmp_path / "rounds/001/command.log").read_text()
        assert log.startswith("round 1: 4 matches")

    @pytest.mark.full
    def test_a_kill_of_the_season_ends_the_command_and_repeats_no_round(
        self, tmp_path: Path
    ) -> None:
        """The next start runs the command again, and then the next round."""
        mark = f"arena-{os.getpid()}"
        wait = f"import time; open('began', 'a').write('x'); time.sleep({PATIENCE}) # {mark}"
        write(tmp_path, f"{quote(sys.executable)} -c {quote(wait)}")
        began = tmp_path / "began"
        with Running(tmp_path) as run:
            run.until("interval_began")
            soon(began.exists)
            assert children(run.process.pid)
            run.process.kill()
            run.process.wait()
        soon(lambda: not with_word(mark))
        write(tmp_path, "true")
        with Running(tmp_path) as run:
            assert run.until("interval_began")["round"] == 1
            assert run.until("round_planned")["round"] == 2
            assert run.until("interval_began")["round"] == 2
            run.until("league_ended")

    @pytest.mark.full
    def test_a_command_that_fails_or_takes_too_long_ends_with_its_processes(
        self, tmp_path: Path
    ) -> None:
        mark = f"arena-{os.getpid()}-slow"
        wait = f"import time; time.sleep({PATIENCE}) # {mark}"
        slow = f"{quote(sys.executable)} -c {quote(wait)}"
        shell = f"test $TIANMING_ROUND = 1 && exit 3; ({slow} & {slow})"
        write(tmp_path, f"sh -c {quote(shell)}", minutes=0.05)
        with Running(tmp_path) as run:
            failed = run.until("interval_over")["problem"]
            assert failed == "ended with status 3: see rounds/001/command.log"
            assert run.until("interval_over")["problem"] == "was ended after 0.05 min"
            run.until("league_ended")
        assert not with_word(mark)
