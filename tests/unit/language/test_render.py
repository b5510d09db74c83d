"""Nesting of wordings around one open slot, and refusal of wordings that cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.language.render import SLOT, WordingError, compiled, nest, wording_id

WHEN, WHO, OF = "When was {{ x }} born?", "Who designed {{ x }}?", "the architect of {{ x }}"


def test_question_is_split_at_its_slot() -> None:
    text = nest([WHO])
    assert (text.prefix, text.suffix) == ("Who designed ", "?")
    assert text.wordings == (wording_id(WHO),)


def test_clauses_fill_the_slot_of_what_stands_before_them() -> None:
    text = nest([WHEN, OF, "the tower next to {{ x }} of old"])
    assert text.prefix == "When was the architect of the tower next to "
    assert text.suffix == " of old born?"
    assert text.wordings == tuple(map(wording_id, (WHEN, OF, "the tower next to {{ x }} of old")))


def test_question_begins_with_a_capital() -> None:
    assert nest(["{{ x }} is where?", OF]).prefix == "The architect of "
    assert nest(["{{ x }} is where?"]).prefix == ""
    assert nest(["Élan of {{ x }}"]).prefix == "Élan of "


def test_innermost_wording_decides_between_the_thing_and_its_kind() -> None:
    assert not nest([WHO]).of_kind
    kind = nest(["Where does {{ kind }} come from?"])
    assert (kind.prefix, kind.suffix, kind.of_kind) == ("Where does ", " come from?", True)
    assert nest([WHEN, "the inventor of {{ kind }}"]).of_kind
    assert not nest(["Where does {{ kind }} live?", OF]).of_kind


def test_conditions_and_line_ends_of_jinja_are_rendered() -> None:
    text = nest(["{% set verb = 'built' %}Who {{ verb }} {{ x }}?"])
    assert (text.prefix, text.suffix) == ("Who built ", "?")


def test_quotes_and_marks_are_not_escaped() -> None:
    assert nest(['What\'s "<{{ x }}>" & co?']).prefix == "What's \"<"


def test_no_slot_is_left_in_either_part() -> None:
    text = nest([WHEN, OF, OF])
    assert SLOT not in text.prefix + text.suffix


@pytest.mark.parametrize(
    "source",
    [
        "Who designed it?",
        "Who designed {{ y }}?",
        "Who designed {{ x }} in {{ y }}?",
        "Who designed {{ x }} or {{ x }}?",
        "Who designed {{ x }} of {{ kind }}?",
        "Who designed {{ x ?",
        "Who designed {% if x %}it{% endif %}?",
        "Who designed {{ x.owner.name }}?",
        "{{ x.__class__.__mro__ }}",
        "{{ x | nosuchfilter }}",
        "{% for x in [1, 2] %}{{ x }}{% endfor %}",
        "",
    ],
)
def test_wording_that_cannot_be_used_is_refused(source: str) -> None:
    with pytest.raises(WordingError):
        compiled(source)


@pytest.mark.parametrize(
    "source", ["{{ x + 1 }}", "{{ x / 0 }}", "{{ range(10 ** 9) }} {{ x }}", "{{ x | round }}"]
)
def test_wording_that_fails_in_another_way_is_refused_too(source: str) -> None:
    with pytest.raises(WordingError):
        compiled(source)


def test_refusal_tells_the_wording() -> None:
    with pytest.raises(WordingError, match="Who designed it"):
        compiled("Who designed it?")


def test_id_of_a_wording_is_that_of_its_text_alone() -> None:
    assert wording_id(WHO) == wording_id(WHO)
    assert len({wording_id(source) for source in (WHEN, WHO, OF, WHO + " ")}) == 4
    assert len(wording_id(WHO)) == 8


words = st.text(st.characters(exclude_characters="{}%#\ufffc\r\n", exclude_categories=["Cs"]), max_size=20)


@given(words, words, words, words)
def test_parts_join_to_the_whole(before: str, after: str, clause_before: str, clause_after: str) -> None:
    text = nest([before + "{{ x }}" + after, clause_before + "{{ x }}" + clause_after])
    prefix = before + clause_before
    assert text.prefix == prefix[:1].upper() + prefix[1:]
    assert text.suffix == clause_after + after
