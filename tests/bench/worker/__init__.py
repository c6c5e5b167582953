"""Programs that take one sample each: a job in JSON as argument, a result in JSON printed."""
