"""Generated from `proto/tianming/games/china`."""
