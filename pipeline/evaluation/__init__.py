"""How good a dataset is, and how well models answer it."""
