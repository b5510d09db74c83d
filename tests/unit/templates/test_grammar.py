"""Every wording around typical noun phrases, read by a grammar checker (Harper)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import harper
import pytest

from pipeline.knowledge.kinds import THING, Kinds
from pipeline.language.packs import Property, Wording
from pipeline.language.render import KIND as KIND_SLOT
from pipeline.language.render import THING as THING_SLOT
from pipeline.language.render import compiled, is_of_kind

# What may stand in the slot, by kind: the noun of "this ..." and "this kind of ...", or another clause.
NOUNS = {
    "person": "man",
    "agent": "artist",
    "country": "country",
    "continent": "continent",
    "settlement": "town",
    "region": "region",
    "mountain": "mountain",
    "river": "river",
    "lake": "lake",
    "sea": "sea",
    "water": "bay",
    "island": "island",
    "building": "church",
    "structure": "bridge",
    "organization": "company",
    "group": "band",
    "film": "film",
    "music": "song",
    "book": "book",
    "game": "game",
    "artwork": "statue",
    "work": "story",
    "language": "language",
    "currency": "currency",
    "style": "style",
    "food": "cake",
    "animal": "animal",
    "plant": "tree",
    "taxon": "bird",
    "vehicle": "vehicle",
    "clothing": "hat",
    "furniture": "chair",
    "toy": "kite",
    "container": "bottle",
    "tool": "fork",
    "device": "clock",
    "artifact": "umbrella",
    "body_part": "ear",
    "material": "metal",
    "chemical": "gas",
    "sport": "sport",
    "occupation": "profession",
    "position": "office",
    "award": "award",
    "religion": "religion",
    "discipline": "science",
    "astronomical": "star",
    "event": "festival",
    "activity": "hobby",
    "place": "park",
    THING: "thing",
}
OTHERS = {
    "person": "the architect of this church",
    "organization": "the firm that designed this tower",
    "settlement": "the city where this church stands",
    "country": "the country where this dish originated",
    "building": "the tower next to the trees",
    "vehicle": "the vehicle next to the tree",
    "animal": "the dog held by a woman",
    "food": "the pizza on the table",
    "river": "the river that flows past this castle",
}
FRAME = "What do people know about {clause}?"

# Beginning of a finding's message, words of the sentence -> why it is no fault.
ACCEPTED = {
    ("Did you mean", "electronegativ"): "the term of chemistry",
    ("Did you mean", "emissivity"): "the term of physics",
    ("Did you mean", "IUCN"): "the name of the body that keeps the Red List",
    ("Did you mean", "alma mater"): "the usual word",
    ("“Whom” is used", "For whom "): "a preposition stands before it",
    ("“Whom” is used", "By whom "): "a preposition stands before it",
    ("“Whom” is used", "To whom "): "a preposition stands before it",
    ("“Whom” is used", "After whom "): "a preposition stands before it",
    ("“Whom” is used", "With whom "): "a preposition stands before it",
    ("“Whom” is used", "Whom would you expect to find"): "the object of find",
    ("The construction `one of the ...`", "one of the heritage designations"): "designations is a plural",
    ("The construction `one of the ...`", "one of the rivers that"): "rivers is a plural",
    ("You may be missing a preposition", " was first made"): "first goes with the verb",
    ("You may be missing a preposition", " was first performed"): "first goes with the verb",
}

_BATCH = 100


def filled(position: int, wording: Wording, spec: Property, kinds: Kinds) -> str:
    """Return a wording about one of the kinds it is right for, the next one for the next wording."""
    wanted = [k for k in NOUNS if kinds.fits(k, spec.subject) and kinds.fits(k, wording.subject)]
    kind = wanted[position % len(wanted)]
    this = (
        f"this kind of {NOUNS[kind]}" if is_of_kind(wording.text) else OTHERS.get(kind, f"this {NOUNS[kind]}")
    )
    return compiled(wording.text).render({THING_SLOT: this, KIND_SLOT: this})


def rendered(registered: dict[str, Property], kinds: Kinds) -> Iterator[str]:
    """Yield every wording of every property in a sentence."""
    for spec in registered.values():
        joint = [(wording, registered[before]) for before, ws in spec.joint.items() for wording in ws]
        for n, (wording, about) in enumerate((*((w, spec) for w in spec.main), *joint)):
            sentence = filled(n, wording, about, kinds)
            yield sentence[0].upper() + sentence[1:]
        for n, wording in enumerate(spec.clause):
            yield FRAME.format(clause=filled(n, wording, spec, kinds))


def findings(sentences: Sequence[str], linter: harper.Linter) -> list[tuple[str, str, str]]:
    """Return sentence, place and message of everything that the checker finds."""
    found = []
    for start in range(0, len(sentences), _BATCH):
        text = "\n\n".join(sentences[start : start + _BATCH])
        for lint in linter.lint(text, language=harper.Language.PLAINTEXT):
            span = lint.span
            first = text.rfind("\n\n", 0, span.start) + 2 if "\n\n" in text[: span.start] else 0
            sentence = text[first:].partition("\n\n")[0]
            found.append((sentence, text[span.start : span.end], lint.message))
    return found


@pytest.fixture(scope="module")
def linter() -> harper.Linter:
    return harper.Linter(dialect=harper.Dialect.AMERICAN)


def test_every_wording_is_grammatical(
    registered: dict[str, Property], kinds: Kinds, linter: harper.Linter
) -> None:
    sentences = list(dict.fromkeys(rendered(registered, kinds)))
    assert len(sentences) > 2000
    found = findings(sentences, linter)
    excuses = {entry: _excuses(entry) for entry in found}
    assert [entry for entry, excused in excuses.items() if not excused] == []
    assert set(ACCEPTED) - set().union(*excuses.values()) == set()


def _excuses(entry: tuple[str, str, str]) -> set[tuple[str, str]]:
    sentence, _, message = entry
    return {key for key in ACCEPTED if message.startswith(key[0]) and key[1] in sentence}


@pytest.mark.parametrize(
    ("slip", "place"),
    [
        ("Who designed the the church?", "the the"),
        ("Name one of the architect of this church.", "architect"),
        ("What is a area that this church covers?", "a"),
        ("How many storys does this church have?", "storys"),
    ],
)
def test_planted_slip_is_found(linter: harper.Linter, slip: str, place: str) -> None:
    found = findings(["Who designed this church?", slip, "How tall is this tower?"], linter)
    assert [(sentence, place in part) for sentence, part, _ in found] == [(slip, True)]
