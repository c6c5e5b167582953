"""Generated from `proto/tianming/v1`."""
