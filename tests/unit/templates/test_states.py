"""How many ways there are to ask about a property, in sum and in each state it may be in."""

from __future__ import annotations

from collections import Counter

from pipeline.bank.routes import Router
from pipeline.knowledge.kinds import THING, Kinds
from pipeline.language.packs import Property

from .states import right, states, structure

# The properties of most questions in the sample dataset, in order of their number.
MOST = "P17 P366 P84 P36 P37 P610 P206 P1622 P149 P38 P138 P1672 P516 P2046 P495 P571 P1535 P641 P1034 P618"
NEXT = (
    "P186 P3063 P575 P1071 P112 P2044 P1619 P1412 P7725 P19 P61 P20 P131 P570 P569 P417 P159 P69 P106 "
    "P276 P27 P509 P2341 P135 P4552 P800 P2043 P669 P39 P1196 P2053 P119 P1101 P361 P2225 P2049 P140 P25 "
    "P103 P1083"
)


def asked_for(prop: str) -> tuple[int, int]:
    """Return how many wordings a property must have in sum, and how many in each of its states."""
    return (12, 4) if prop in MOST.split() else (5, 3) if prop in NEXT.split() else (3, 2)


def test_frequent_properties_are_twenty_and_forty() -> None:
    assert (len(set(MOST.split())), len(set(NEXT.split()))) == (20, 40)
    assert set(MOST.split()).isdisjoint(NEXT.split())


def test_properties_have_more_wordings_the_more_often_they_are_asked(
    registered: dict[str, Property],
) -> None:
    number = {prop: len({structure(w.text) for w in spec.main}) for prop, spec in registered.items()}
    assert {prop: n for prop, n in number.items() if n < asked_for(prop)[0]} == {}


def test_wordings_differ_by_more_than_what_and_which(registered: dict[str, Property]) -> None:
    for prop, spec in registered.items():
        for wordings in (spec.main, *spec.joint.values()):
            same = Counter(
                (structure(w.text), "kind" in w.text, *w.model_dump(exclude={"text"}).values())
                for w in wordings
            )
            assert (prop, [text for (text, *_), n in same.items() if n > 1]) == (prop, [])


def test_several_wordings_are_right_in_each_state(
    registered: dict[str, Property], kinds: Kinds, wikidata: dict[str, dict[str, str]], router: Router
) -> None:
    few = []
    for prop, spec in registered.items():
        for kind in spec.subject or (*kinds.names, THING):
            found = [
                (s, right(router, spec, s)) for s in states(prop, spec, kind, wikidata[prop]["datatype"])
            ]
            # A property of anything need not be asked of everything.
            if spec.subject or any(texts for _, texts in found):
                few += [(state, texts) for state, texts in found if len(texts) < asked_for(prop)[1]]
    assert few == []
