"""In the Year of the Dragon."""
