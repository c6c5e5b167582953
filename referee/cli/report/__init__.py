"""Reports: a season as text, Markdown, CSV, Parquet, a plot and a page."""
