"""Without a library of the extra `web`, a command says what to install."""

import subprocess
import sys
from pathlib import Path

from tests.record.samples import toy_record

_WITHOUT = """
import sys
sys.modules["resvg_py"] = None
from referee.cli.main import main
sys.argv[:1] = ["referee"]
main()
"""


def test_a_page_of_a_record_says_what_to_install(tmp_path: Path) -> None:
    record = tmp_path / "m1.tianming"
    record.write_bytes(toy_record())
    words = ["replay", str(record), "--html", str(tmp_path / "m1.html")]
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, *words], capture_output=True, text=True, check=False
    )
    assert "the pages need resvg_py: pip install" in done.stderr
    assert "Traceback" not in done.stderr
