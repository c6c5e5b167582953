"""Planning: which matches of a league are played next."""
