"""What a workbench remembers."""
