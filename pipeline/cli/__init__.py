"""The command line, `reasonvqa`."""
