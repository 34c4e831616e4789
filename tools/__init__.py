"""Programs that write files of this repository from their sources."""
