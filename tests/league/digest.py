"""Print a digest of a season of every format, for tests that compare processes."""

from hashlib import sha256
from random import Random

from referee.league.planning.planner import Planner
from tests.league.planning.test_planner import FORMATS
from tests.league.play import by_strength, league, names, season

if __name__ == "__main__":
    bots = names(14)
    for format_ in FORMATS:
        planner = Planner(league(format_, bots, 4))
        strengths = {bot: number / 7 for number, bot in enumerate(bots)}
        results = season(planner, bots, by_strength(strengths, Random(3)), 6)
        said = repr([one.pairing for one in results]) + str(planner.conclusion(results))
        print(sha256(said.encode()).hexdigest())
