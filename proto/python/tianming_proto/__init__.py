"""Generated from `proto/tianming`."""
