"""Generated from `proto/tianming/games/dragon`."""
