"""Tests of In the Year of the Dragon: one file for each module of its rules."""
