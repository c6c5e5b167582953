"""Full-screen programs in a terminal, and the styled text that they show."""
