"""A crash loop: the referee is killed again and again, and nothing may be lost."""
