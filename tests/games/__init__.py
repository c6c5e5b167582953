"""Tests of the rules: what every game promises, and a folder for each game."""
