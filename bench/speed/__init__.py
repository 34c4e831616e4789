"""How fast nescio is and how much memory it takes."""
