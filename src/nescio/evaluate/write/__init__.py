"""Writers: annotations to files that the readers beside them read again."""
