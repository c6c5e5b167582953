"""Generated from `proto/tianming/games/ming`."""
