"""Tests of `launch`."""
