"""Messages of Ming Dynasty, version 1."""
