"""The stages from annotation files to a released dataset."""
