"""The table of solutions and the way back to the original."""
