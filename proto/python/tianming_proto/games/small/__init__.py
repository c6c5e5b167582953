"""Generated from `proto/tianming/games/small`."""
