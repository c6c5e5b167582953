"""Messages of In the Year of the Dragon, version 1."""
