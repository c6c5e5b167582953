"""The files that operators copy: they name what is there."""
