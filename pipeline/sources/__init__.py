"""Annotated images from files, in one record type whatever their form."""
