"""Training of detectors; needs the extra `train`."""
