"""What every layer may use: errors, files, stable hashes, resources."""
