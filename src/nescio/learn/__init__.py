"""Training of recognizers; needs the extra `train`."""
