"""Publishes a finished dataset: a folder for Hugging Face with all metadata, from one source of values."""
