"""A referee without the project's other packages says how to install them."""

import pytest

from referee import installation


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installation.check()
    monkeypatch.setattr(installation, "_NEEDED", ("tianming", "tianming_missing"))
    with pytest.raises(SystemExit, match=r"tianming_missing is not installed.*requirements\.txt"):
        installation.check()
