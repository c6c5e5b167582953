"""Programs that take one sample: the argument is a job in JSON, the output a result in JSON."""
