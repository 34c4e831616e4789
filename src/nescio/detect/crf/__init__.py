"""A CRF with hand-made features, trained by the user."""
