"""Build the distributions, install them in an empty environment, and play, as users do."""
