"""The English wordings: each can be rendered, is well formed, and every case of a property has one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from pipeline.bank.routes import Router, Step
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.kinds import THING, Kinds
from pipeline.language.packs import Property, Wording
from pipeline.language.render import SLOT, nest

LITERAL = {"Time": "time", "Quantity": "quantity"}
PRECISIONS = ("day", "month", "year", "decade", "century", "millennium")


def mains(properties: dict[str, Property]) -> Iterator[tuple[str, Wording]]:
    for prop, spec in properties.items():
        for wording in (*spec.main, *(w for joint in spec.joint.values() for w in joint)):
            yield prop, wording


def clauses(properties: dict[str, Property]) -> Iterator[tuple[str, Wording]]:
    return ((prop, wording) for prop, spec in properties.items() for wording in spec.clause)


def test_every_wording_can_be_rendered_around_one_slot(registered: dict[str, Property]) -> None:
    for _, wording in (*mains(registered), *clauses(registered)):
        text = nest([wording.text])
        assert SLOT not in text.prefix + text.suffix
        assert "{" not in text.prefix + text.suffix


def test_every_property_can_be_asked_about(registered: dict[str, Property]) -> None:
    assert [prop for prop, spec in registered.items() if not spec.main] == []


def test_questions_are_sentences(registered: dict[str, Property]) -> None:
    for _, wording in mains(registered):
        text = nest([wording.text])
        assert text.suffix[-1] in "?."
        assert text.prefix == "" or text.prefix[0].isupper()
        assert (
            wording.text.split(" ")[0].rstrip(",") not in ("Name", "Give", "Tell") or text.suffix[-1] == "."
        )


def test_clauses_are_definite_noun_phrases(registered: dict[str, Property]) -> None:
    for _, wording in clauses(registered):
        assert wording.text.startswith("the ")
        assert wording.text[-1] not in "?.,;"


def test_what_has_items_as_values_has_a_clause_and_nothing_else_has(
    registered: dict[str, Property], wikidata: dict[str, dict[str, str]]
) -> None:
    with_items = {prop for prop in registered if wikidata[prop]["datatype"] == "Item"}
    assert {prop for prop, spec in registered.items() if spec.clause} == with_items


def test_wordings_have_single_spaces_and_plain_marks(registered: dict[str, Property]) -> None:
    for _, wording in (*mains(registered), *clauses(registered)):
        assert wording.text == " ".join(wording.text.split())
        assert wording.text.isascii()
        assert " ?" not in wording.text
        assert " ," not in wording.text


def test_no_article_stands_before_the_slot(registered: dict[str, Property]) -> None:
    for _, wording in (*mains(registered), *clauses(registered)):
        before = nest([wording.text]).prefix.lower().split()
        assert before[-1:] not in (["the"], ["a"], ["an"], ["this"])


def test_no_property_has_a_wording_twice(registered: dict[str, Property]) -> None:
    for spec in registered.values():
        for wordings in (spec.main, spec.clause):
            assert len({wording.text for wording in wordings}) == len(wordings)


def test_wordings_do_not_hold_an_answer(registered: dict[str, Property], labels: dict[str, str]) -> None:
    """ "On the left or on the right?" holds its own answer, so no question would ever use it."""
    sets = {
        name: [labels[item].lower() for item in entry.items]
        for name, entry in shipped_library("en").closed_sets.items()
    }
    answers = {prop: sets[spec.closed_set] for prop, spec in registered.items() if spec.closed_set}
    answers |= {"P3871": sets["driving_side"], "P1196": ["accident", "natural causes", "suicide", "homicide"]}
    for prop, wording in mains(registered):
        words = f" {' '.join(re.findall(r'[a-z]+', wording.text.lower()))} "
        assert (prop, [name for name in answers.get(prop, ()) if f" {name} " in words]) == (prop, [])


def test_conditions_fit_the_kind_of_answer(registered: dict[str, Property]) -> None:
    for prop, wording in (*mains(registered), *clauses(registered)):
        kind = registered[prop].answer_kind
        assert not wording.precision or kind == "date"
        assert not wording.unit or kind == "number"
        assert wording.many is not True or registered[prop].most_answers > 1


def cases(prop: str, spec: Property, kind: str, datatype: str) -> Iterator[list[Step]]:
    """Yield, for every number and precision of the answers, the steps of all other states."""
    value = spec.value if datatype == "Item" else LITERAL.get(datatype, "string")
    for many in (False, True) if spec.most_answers > 1 else (False,):
        for precision in PRECISIONS if spec.answer_kind == "date" else ("",):
            yield [
                Step(prop, kind, value, many=many, precision=precision, gone=gone, direct=direct)
                for gone, direct in product((False, True), (True, False))
            ]


def test_every_kind_of_subject_and_number_of_answers_has_a_wording(
    registered: dict[str, Property], kinds: Kinds, wikidata: dict[str, dict[str, str]], router: Router
) -> None:
    silent = []
    for prop, spec in registered.items():
        datatype = wikidata[prop]["datatype"]
        spoken = {
            kind: [_any_applies(router, spec, steps) for steps in cases(prop, spec, kind, datatype)]
            for kind in spec.subject or kinds.names
        }
        # A property of anything need not be asked of everything.
        told = map(all, spoken.values()) if spec.subject else [any(map(all, spoken.values()))]
        if not all(told):
            silent.append(prop)
    assert silent == []


def _any_applies(router: Router, spec: Property, steps: Sequence[Step]) -> bool:
    return any(router.applies(wording, step) for wording in spec.main for step in steps)


def test_every_wording_can_apply_to_something(
    registered: dict[str, Property], kinds: Kinds, wikidata: dict[str, dict[str, str]], router: Router
) -> None:
    """No condition contradicts what the registry says of the property's subjects."""
    for prop, wording in (*mains(registered), *clauses(registered)):
        spec = registered[prop]
        below = [kind for kind in (*kinds.names, "agent", THING) if kinds.fits(kind, spec.subject)]
        assert any(kinds.fits(kind, wording.subject) for kind in below), (prop, wording.text)
