"""Tests of `launch.supervisor`."""
