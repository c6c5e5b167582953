"""Generated from `proto/tianming/rules/v1`."""
