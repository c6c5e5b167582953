"""Generated from `proto/tianming/entry`."""
