"""Studies in which raters judge questions: the sheet they fill in, and what their verdicts say."""
