"""The images of a dataset: a list with addresses and licences, and a downloader (docs/images.md)."""
