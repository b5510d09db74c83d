"""ReasonVQA-style datasets from annotated images and Wikidata."""

__version__ = "0.1.0"
