"""Generated from `proto/tianming/internal/v1`."""
