"""Generated from `proto/tianming/games/dragon/v1`."""
