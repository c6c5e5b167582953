"""Play simulated seasons: `python -m tests.sim`."""

import sys

from tests.sim.command import main

if __name__ == "__main__":
    sys.exit(main())
