"""What nescio knows about words and about the world: dictionary, knowledge base, linking."""
