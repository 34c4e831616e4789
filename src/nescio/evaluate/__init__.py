"""Evaluation: readers, metrics, significance, agreement, calibration and reports."""
