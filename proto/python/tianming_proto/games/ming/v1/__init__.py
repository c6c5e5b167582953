"""Generated from `proto/tianming/games/ming/v1`."""
