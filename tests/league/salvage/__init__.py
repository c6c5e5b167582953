"""A lost or damaged journal is made again from what is left."""
