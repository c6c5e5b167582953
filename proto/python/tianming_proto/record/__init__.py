"""Generated from `proto/tianming/record`."""
