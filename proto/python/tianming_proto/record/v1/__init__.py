"""Generated from `proto/tianming/record/v1`."""
