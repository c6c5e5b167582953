"""Tests of `launch.warden`."""
