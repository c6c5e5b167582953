"""Tests of the files in `deploy/`, which operators copy."""
