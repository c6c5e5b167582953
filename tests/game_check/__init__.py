"""The check of a game finds what is wrong with it."""
