"""The anonymizable-entity finder of the judicial thesis: a tag for every word."""
