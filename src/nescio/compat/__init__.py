"""The configuration and the job of the multilingual thesis (its appendixes B.1 and B.2), as they stand."""
