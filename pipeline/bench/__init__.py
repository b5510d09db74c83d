"""Measures the build at the size of ReasonVQA's release, on input made with a seed."""
