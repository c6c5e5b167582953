"""Generated from `proto/tianming/internal`."""
