"""China."""
