"""Generated from `proto/tianming/games/small/v1`."""
