"""Generated from `proto/tianming/rules`."""
