"""The surrogate world: other persons and things of the same kind, gender and form."""
