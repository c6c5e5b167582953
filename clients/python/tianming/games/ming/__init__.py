"""Ming Dynasty."""
