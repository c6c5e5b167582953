"""Tests of the commands in `referee/cli/look`."""
