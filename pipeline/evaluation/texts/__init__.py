"""Scores of one prediction against the accepted answers of one question."""
