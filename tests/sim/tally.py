"""Count what was played in seasons, the simulated failures, and the broken promises."""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.sim.course import Course, play
from tests.sim.league_course import play_league
from tests.sim.league_oracle import judge_league
from tests.sim.league_season import league_season
from tests.sim.life import Ending
from tests.sim.oracle import Breach, judge
from tests.sim.season import season

SEEDS_OF_LEAGUE = 25
"""Every so many seeds, a season of a league is played too, which takes ten times as long."""


@dataclass(slots=True)
class Tally:
    """The counts of many seasons; `broken` has the breaches by seed, of seasons with breaches."""

    seasons: int = 0
    leagues: int = 0
    matches: int = 0
    without_verdict: int = 0
    kills: int = 0
    disk_faults: int = 0
    stalls: int = 0
    world_seconds: float = 0.0
    broken: dict[int, list[Breach]] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    cpu_began: float = field(default_factory=time.process_time)

    def season(self, seed: int) -> list[Breach]:
        """Play, judge and count the season of a seed, and perhaps its league; return breaches."""
        course = play(season(seed))
        breaches = judge(course)
        if seed % SEEDS_OF_LEAGUE == 0:
            breaches += _breaches_of_league(seed)
            self.leagues += 1
        self._count(course, breaches)
        if breaches:
            self.broken[seed] = breaches
        return breaches

    @property
    def per_minute(self) -> float:
        """Matches per minute."""
        return self.matches / (time.perf_counter() - self.began) * 60

    @property
    def per_cpu_minute(self) -> float:
        """Matches per minute of processor time, which does not depend on other load."""
        return self.matches / (time.process_time() - self.cpu_began) * 60

    def line(self) -> str:
        """Return the counts as a line of text."""
        return (
            f"{self.matches} matches in {self.seasons} seasons, {self.per_minute:,.0f} a minute; "
            f"{self.leagues} leagues, {self.kills} kills, {self.disk_faults} disk faults, "
            f"{self.stalls} stalls; "
            f"without a verdict: {self.without_verdict}; seasons broken: {len(self.broken)}"
        )

    def data(self) -> str:
        """Return the counts as JSON."""
        return json.dumps(
            {
                "seasons": self.seasons,
                "leagues": self.leagues,
                "matches": self.matches,
                "matches_per_minute": round(self.per_minute),
                "matches_per_cpu_minute": round(self.per_cpu_minute),
                "kills": self.kills,
                "disk_faults": self.disk_faults,
                "stalls": self.stalls,
                "world_seconds": round(self.world_seconds),
                "without_verdict": self.without_verdict,
                "broken": {
                    str(seed): [str(breach) for breach in breaches]
                    for seed, breaches in self.broken.items()
                },
            }
        )

    def _count(self, course: Course, breaches: list[Breach]) -> None:
        self.seasons += 1
        self.matches += len(course.season.matches)
        verdicts = {one.match_id for one in breaches if one.promise == "one verdict"}
        self.without_verdict += len(verdicts)
        self.kills += course.endings.count(Ending.KILLED)
        self.disk_faults += len(course.disk.happened)
        self.stalls += len(course.season.stalls)
        self.world_seconds += course.seconds


def _breaches_of_league(seed: int) -> list[Breach]:
    with TemporaryDirectory() as folder:
        return judge_league(play_league(league_season(seed, Path(folder))))
