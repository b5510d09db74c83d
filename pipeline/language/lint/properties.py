"""Checks of properties: what they are, what they name, and whether their wordings can be reached."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from pydantic import ValidationError

from pipeline.base.errors import TemplateError
from pipeline.knowledge.kinds import AGENT, NOT, THING, Kinds
from pipeline.language.lint.findings import Finding, check
from pipeline.language.lint.pack import MALFORMED, UNREADABLE, WORDINGS, Pack
from pipeline.language.packs import Property, Wording
from pipeline.language.scene import read_lexicon

_FITTING = {
    "Time": {"date"}, "Quantity": {"number"}, "Item": {"text", "fixed"},
}  # fmt: skip
_LITERALS = {"Time": "time", "Quantity": "quantity"}
_FEWEST = 3


@check(UNREADABLE)
def unreadable(pack: Pack) -> Iterator[Finding]:
    """A file that cannot be read."""
    yield from (finding for finding in pack.unreadable if finding.code == UNREADABLE)


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
    known = {*pack.library.kinds.names, AGENT, THING, *_LITERALS.values(), "string"}
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
                message = (
                    f"a property of type {known.datatype} has answers of kind {' or '.join(sorted(fitting))}"
                )
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
        if pack.library.successions.get(prop) and not _has_clause(pack, prop):
            yield pack.own[prop].finding(
                "E108", "routes.toml goes on from it, but it has no clause", "clause"
            )


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
    for prop in pack.own:
        values = pack.entries[prop].values
        for place in ("main", "clause"):
            texts = [
                entry.get("text") if isinstance(entry, dict) else entry for entry in values.get(place, ())
            ]
            for said in pack.said:
                if (said.table.property, said.place) == (prop, place) and texts.count(said.text) > 1:
                    yield said.finding("E401", f"stands {texts.count(said.text)} times: {said.text!r}")


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
    if not _can_meet(spec.subject, wording.subject, kinds):
        yield f"no subject is of both {list(spec.subject)} and {list(wording.subject)}"
    literal = spec.answer_kind in ("date", "number")
    if literal and wording.value and not set(wording.value) <= set(_LITERALS.values()):
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
    """A kind of subject, or a number of answers, that no wording fits."""
    kinds = pack.library.kinds
    for prop, spec in pack.specs.items():
        wordings = pack.conditions(prop)
        numbers = (False, True) if spec.most_answers > 1 else (False,)
        for kind, many in product(spec.subject, numbers if wordings else ()):
            if not any(kinds.fits(kind, w.subject) and w.many in (None, many) for w in wordings):
                number = "several answers" if many else "one answer"
                yield pack.own[prop].finding("W404", f"no wording for a {kind} with {number}", "main")


@check("E501")
def predicates(pack: Pack) -> Iterator[Finding]:
    """An entry of the scene-graph lexicon that makes no clause, or names a kind that names.tsv lacks."""
    known = {name.kind for name in pack.library.names.values()}
    try:
        found = read_lexicon(pack.predicate_files, pack.library.grammar).predicates
    except TemplateError as fault:
        yield Finding(fault.path, 1, "E501", fault.place, fault.problem)
        return
    for name, entry in found.items():
        for kind in sorted({*entry.subject_kinds, *entry.object_kinds} - known):
            path = pack.predicate_files[-1]
            yield Finding(path, pack.line(path, f'"{name}"'), "E501", name, f"names.tsv has no kind {kind!r}")
