"""Planning: choose the next matches of a league."""
