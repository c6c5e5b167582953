"""The stream, the match and the record, as generated from `proto/tianming/v1`."""
