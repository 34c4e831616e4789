"""What other systems call things: the configuration and the job of the multilingual thesis, as they stand."""
