"""The shipped detector: a small network and a CRF over it, computed with numpy."""
