"""The sentences of the referee's errors: one enum for each part of the referee."""
