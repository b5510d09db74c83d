"""The files that scores are made of: questions with their answers, and models' predictions."""
