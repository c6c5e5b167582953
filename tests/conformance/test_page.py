"""`docs/conformance.md` lists all checks."""

from tests.conformance.table import main


def test_the_page_lists_each_check_with_its_promise() -> None:
    assert main(["--check"]) == 0
