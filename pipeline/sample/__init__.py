"""Makes the embedded sample in `data/` from the reference extracts; for maintainers only."""
