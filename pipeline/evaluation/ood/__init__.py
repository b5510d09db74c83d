"""Head and tail: how far a model leans on answers that are frequent."""
