"""The pages in a real browser: `tox run -e browser`."""
