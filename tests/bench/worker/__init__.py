"""Programs that take one sample, from a job in JSON to a result in JSON, and their helpers."""
