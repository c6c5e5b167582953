"""Generated from `proto/tianming/games`."""
