"""Files that are written whole, that grow line by line, and that are read as their lines arrive."""
