"""Full-screen programs in a terminal: what they show, as text with tones, and the programs."""
