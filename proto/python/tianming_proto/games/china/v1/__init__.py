"""Generated from `proto/tianming/games/china/v1`."""
