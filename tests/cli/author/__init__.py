"""Tests of the commands in `referee/cli/league`."""
