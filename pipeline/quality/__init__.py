"""Checks of quality with codes: of facts, texts, answers, options and sets, each on what is distinct."""
