"""A dataset in the forms that harnesses and training programs read (docs/exports.md)."""
