"""The models of a league's file are built only where somebody reads one."""

import subprocess
import sys


def test_a_command_and_the_settings_do_not_import_pydantic() -> None:
    program = (
        "import sys, referee.cli.main, referee.league.configuration.settings\n"
        "import referee.league.configuration.override, referee.league.configuration.template\n"
        "assert 'pydantic' not in sys.modules\n"
        "import referee.league.configuration.league_file\n"
        "assert 'pydantic' in sys.modules\n"
    )
    subprocess.run((sys.executable, "-c", program), check=True)
