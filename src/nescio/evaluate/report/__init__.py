"""Reports: stable JSON, and one HTML page that needs nothing else."""
