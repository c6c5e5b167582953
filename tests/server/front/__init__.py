"""Tests of `server.front`."""
