"""Further splits of a dataset, beside the paper's and by name (docs/splits.md)."""
