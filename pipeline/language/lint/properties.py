"""Checks of properties: what they are, what they name, and whether their wordings can be reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any, get_args

from pydantic import ValidationError

from pipeline.knowledge.kinds import AGENT, NOT, THING, Kinds
from pipeline.language.library import LITERALS
from pipeline.language.lint.findings import Finding, check
from pipeline.language.lint.pack import MALFORMED, WORDINGS, Pack
from pipeline.language.packs import PrecisionWord, Property, Wording

_FITTING = {
    "Time": {"date"}, "Quantity": {"number"}, "Item": {"text", "fixed"},
    "IRI": set(), "Property": set(), "Lexeme": set(),
}  # fmt: skip
"""Datatype -> kinds of answers; addresses, properties and words of a dictionary are no answers."""

"""Kinds of values that are no items."""

_FEWEST = 3


@check("E101")
def unknown_property(pack: Pack) -> Iterator[Finding]:
    """A property that Wikidata does not have."""
    for prop, table in pack.own.items():
        if prop not in pack.wikidata:
            yield table.finding("E101", "Wikidata has no such property, or it holds outside ids")


@check("E102")
def other_label(pack: Pack) -> Iterator[Finding]:
    """A label that is not Wikidata's."""
    for table in pack.tables:
        known, label = pack.wikidata.get(table.property), table.values.get("label")
        if known and label is not None and label != known.label:
            yield table.finding("E102", f"is called {known.label!r} in Wikidata, not {label!r}")


@check(MALFORMED)
def malformed(pack: Pack) -> Iterator[Finding]:
    """A field that is missing, unknown or of the wrong type."""
    yield from (finding for finding in pack.unreadable if finding.code == MALFORMED)
    for prop, table in pack.own.items():
        try:
            Property.model_validate(pack.entries[prop].values)
        except ValidationError as fault:
            for error in fault.errors():
                place = ".".join(map(str, error["loc"]))
                # What is wrong with a text has codes of its own.
                if not (
                    place.startswith(WORDINGS) and place.endswith("text") and error["type"] == "value_error"
                ):
                    yield table.finding(MALFORMED, error["msg"], place)


@check("E104")
def unknown_domain(pack: Pack) -> Iterator[Finding]:
    """A domain that no domains.toml defines."""
    for prop, spec in pack.specs.items():
        for name in spec.domains:
            if name not in pack.library.domains:
                yield pack.own[prop].finding(
                    "E104", f"there is no domain {name!r}; domains.toml defines them", "domains"
                )


@check("E105")
def unknown_kind(pack: Pack) -> Iterator[Finding]:
    """A kind that no kinds.toml defines."""
    known = pack.library.known_kinds
    for prop, spec in pack.specs.items():
        for field, names in (("subject", spec.subject), ("value", (spec.value,))):
            for name in sorted(_named(names) - known):
                yield pack.own[prop].finding(
                    "E105", f"there is no kind {name!r}; kinds.toml defines them", field
                )
    for said in pack.said:
        if said.wording:
            for name in sorted(_named((*said.wording.subject, *said.wording.value)) - known):
                yield said.finding("E105", f"there is no kind {name!r}; kinds.toml defines them")


def _named(kinds: Collection[str]) -> set[str]:
    return {kind.removeprefix(NOT) for kind in kinds}


@check("E106")
def unknown_set(pack: Pack) -> Iterator[Finding]:
    """A closed set that no closed_sets.toml defines."""
    for prop, spec in pack.specs.items():
        if spec.closed_set and spec.closed_set not in pack.library.closed_sets:
            yield pack.own[prop].finding("E106", f"there is no set {spec.closed_set!r}", "closed_set")


@check("E107")
def answer_kind(pack: Pack) -> Iterator[Finding]:
    """An answer kind that does not fit the property's datatype."""
    for prop, spec in pack.specs.items():
        if known := pack.wikidata.get(prop):
            fitting = _FITTING.get(known.datatype, {"text"})
            if spec.answer_kind not in fitting:
                told = f"has answers of kind {' or '.join(sorted(fitting))}" if fitting else "has no answers"
                message = f"a property of type {known.datatype} {told}"
                yield pack.own[prop].finding("E107", message, "answer_kind")


@check("E108")
def no_way_through(pack: Pack) -> Iterator[Finding]:
    """A property that routes pass through, without a sub-clause to do so."""
    for prop, spec in pack.specs.items():
        for earlier in spec.after:
            if not _has_clause(pack, earlier):
                yield pack.own[prop].finding(
                    "E108", f"{earlier} has no clause, so nothing comes after it", "after"
                )
    for path, prop, _ in pack.routes:
        if prop in pack.entries and pack.library.successions.get(prop) and not _has_clause(pack, prop):
            line = pack.line(path, prop, after=pack.line(path, "[then]"))
            yield Finding(path, line, "E108", prop, "it has no clause, so nothing comes after it")


def _has_clause(pack: Pack, prop: str) -> bool:
    entry = pack.entries.get(prop)
    return bool(entry and entry.values.get("clause"))


@check("E109")
def unknown_route(pack: Pack) -> Iterator[Finding]:
    """A route over a property that no file describes."""
    for path, prop, names in pack.routes:
        for name in sorted({prop, *names} - pack.entries.keys()):
            yield Finding(path, pack.line(path, name), "E109", prop, f"no file describes {name}")


@check("E401")
def duplicate(pack: Pack) -> Iterator[Finding]:
    """A wording that the property has already."""
    said_here = Counter((said.table.property, said.place, said.text) for said in pack.said)
    said_before = Counter(
        (prop, place, entry.get("text") if isinstance(entry, dict) else str(entry))
        for prop in pack.own
        for place in ("main", "clause")
        for entry in _listed(pack.entries[prop].values.get(place))
    )
    said_before -= said_here
    for said in pack.said:
        key = said.table.property, said.place, said.text
        if said_before[key]:
            yield said.finding("E401", f"stands there already: {said.text!r}")
        said_before[key] += 1


def _listed(values: object) -> Sequence[Any]:
    return values if isinstance(values, list) else ()


@check("E402")
def unreachable(pack: Pack) -> Iterator[Finding]:
    """A condition that can never hold."""
    for said in pack.said:
        spec = pack.specs.get(said.table.property)
        if spec and said.wording:
            known = pack.wikidata.get(said.table.property)
            for problem in _never(said.wording, spec, known.datatype if known else "", pack.library.kinds):
                yield said.finding("E402", problem)


def _never(wording: Wording, spec: Property, datatype: str, kinds: Kinds) -> Iterator[str]:
    if wording.precision and spec.answer_kind != "date":
        yield f"precision is of dates, the answers are of kind {spec.answer_kind}"
    if wording.unit and spec.answer_kind != "number":
        yield f"units are of numbers, the answers are of kind {spec.answer_kind}"
    if wording.many and spec.most_answers == 1:
        yield "many = true, but the property is asked only where it has one value"
    if wording.direct and not spec.first:
        yield "direct = true, but the property is never asked of the thing in the image"
    known = _named((*spec.subject, *wording.subject)) <= {*kinds.names, AGENT, THING}
    if known and not _can_meet(spec.subject, wording.subject, kinds):
        yield f"no subject is of both {list(spec.subject)} and {list(wording.subject)}"
    kind = {"date": "time", "number": "quantity"}.get(spec.answer_kind, "")
    literal = kind and not kinds.fits(kind, wording.value)
    if literal or (datatype == "Item" and not set(wording.value).isdisjoint(LITERALS)):
        yield f"values are of type {datatype or spec.answer_kind}, never of {list(wording.value)}"


def _can_meet(one: Sequence[str], other: Sequence[str], kinds: Kinds) -> bool:
    """Whether anything is of a kind in both lists; an empty list holds every kind."""
    every = (*kinds.names, AGENT, THING)
    return any(kinds.fits(kind, one) and kinds.fits(kind, other) for kind in every)


@check("W403")
def few_wordings(pack: Pack) -> Iterator[Finding]:
    """A property with fewer than three ways to ask."""
    for prop, table in pack.own.items():
        number = len(pack.entries[prop].values.get("main", ()))
        if 0 < number < _FEWEST:
            yield table.finding(
                "W403", f"has {number} wordings; readers tire of fewer than {_FEWEST}", "main"
            )


@check("W404")
def silent(pack: Pack) -> Iterator[Finding]:
    """A kind of subject, a number of answers, or a precision of dates that no wording fits."""
    kinds = pack.library.kinds
    for prop, spec in pack.specs.items():
        wordings = pack.conditions(prop)
        numbers = (False, True) if spec.most_answers > 1 else (False,)
        fitting = {kind: [w for w in wordings if kinds.fits(kind, w.subject)] for kind in spec.subject}
        for kind, many in product(fitting, numbers if wordings else ()):
            if not any(w.many in (None, many) for w in fitting[kind]):
                number = "several answers" if many else "one answer"
                yield pack.own[prop].finding("W404", f"no wording for a {kind} with {number}", "main")
        for told in get_args(PrecisionWord) if wordings and spec.answer_kind == "date" else ():
            if not any(not w.precision or told in w.precision for w in wordings):
                yield pack.own[prop].finding("W404", f"no wording for a date known to the {told}", "main")
