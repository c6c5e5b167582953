"""Games that were played once, and must be played the same way ever after."""
