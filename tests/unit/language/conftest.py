"""Fixtures of the tests of language."""

from __future__ import annotations

import pytest

from pipeline.base.resources import resource_dir
from pipeline.language.grammar import Grammar, read_grammar


@pytest.fixture(scope="session")
def english() -> Grammar:
    """The grammar of English as shipped."""
    return read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")
