"""Checks that replay every record of a finished dataset from the snapshot that came with it."""
