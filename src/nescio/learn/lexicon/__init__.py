"""The lists that the tagger learns with: names, nouns, and the gazetteer compiled from them."""
