"""Generated from `proto/tianming/entry/v1`."""
